import { stripVTControlCharacters } from 'node:util';

/** The longest text of an error, in characters. */
export const longestError = 1000;

/** A word is seldom longer, a path or a text of a program may be. */
const longestWord = 240;

/**
 * An error as a client reads it: one line of at most `longestError` characters, which ends with what to call instead. Words and sentences that
 * are too long lose their middle.
 */
export function errorText(sentence: string, instead = ''): string {
  const line = stripVTControlCharacters(sentence)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replaceAll(/\S+/g, (word) => withoutMiddle(word, longestWord));
  return instead === '' ? withoutMiddle(line, longestError) : `${withoutMiddle(line, longestError - instead.length - 1)} ${instead}`;
}

/** The text with at most so many characters: beginning and end say most. */
export function withoutMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = (length - 1) / 2;
  // Half a surrogate pair is no character.
  const start = text.slice(0, Math.ceil(half)).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(text.length - Math.floor(half)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}…${end}`;
}
