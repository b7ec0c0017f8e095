import type { Span } from '../../base/span.js';
import type { Comment } from './comments.js';

export const tagNames = ['always', 'sometime', 'requires', 'ensures', 'range', 'invariant', 'protocol'] as const;
export type TagName = (typeof tagNames)[number];

/** One of our tags in a comment. */
export interface Tag {
  readonly name: TagName;
  /** Of `@name`. */
  readonly span: Span;
  /** What follows the name, first the whole text up to the next tag, then, where that is longer, its first line. Trimmed. */
  readonly readings: readonly TagText[];
}

/** The `text` has the length of its span: the stars that decorate the lines of a block comment are blanks in it. */
export interface TagText {
  readonly text: string;
  readonly span: Span;
}

const names = tagNames.join('|');

/** Offsets where one of our tag names occurs anywhere in a text, ascending. */
export function tagOffsets(text: string): number[] {
  return Array.from(text.matchAll(new RegExp(`@(?:${names})(?![\\w$-])`, 'g')), (match) => match.index);
}

/** Our tags of one comment: at its beginning, and in block comments also at the beginning of a line or after another of our tags. */
export function tagsOf(fileText: string, comment: Comment): Tag[] {
  const { start, end } = comment.span;
  const source = fileText.slice(start, end);
  if (comment.style === 'line') {
    const match = new RegExp(`^//\\s*@(${names})(?![\\w$-])`).exec(source);
    if (match === null) return [];
    const at = start + source.indexOf('@');
    return [tag(match[1] ?? '', at, source.slice(match[0].length), start + match[0].length)];
  }
  return blockTags(blankDecoration(source), start);
}

function blockTags(source: string, start: number): Tag[] {
  const marks: { name: string; at: number; ours: boolean }[] = [];
  for (const match of source.matchAll(/((?:^|[\n\r\u2028\u2029])[^\S\n\r\u2028\u2029]*)?@([A-Za-z_$][\w$-]*)/g)) {
    const lineStart = match[1];
    const name = match[2] ?? '';
    const at = match.index + (lineStart?.length ?? 0);
    const ours = (tagNames as readonly string[]).includes(name);
    const atLineStart = lineStart !== undefined;
    const afterOurs = ours && marks.at(-1)?.ours === true && /\s/.test(source.charAt(at - 1));
    if (atLineStart || afterOurs) marks.push({ name, at, ours });
  }
  return marks.flatMap(({ name, at, ours }, index) => {
    if (!ours) return [];
    const textStart = at + 1 + name.length;
    return [tag(name, start + at, source.slice(textStart, marks[index + 1]?.at ?? source.length), start + textStart)];
  });
}

/** Blanks out the comment's delimiters and the star at the beginning of each line; the length stays. */
function blankDecoration(source: string): string {
  return source
    .replace(/^\/\*[*!]?/, (opening) => ' '.repeat(opening.length))
    .replace(/\*\/$/, '  ')
    .replace(/([\n\r\u2028\u2029][^\S\n\r\u2028\u2029]*)\*/g, '$1 ');
}

function tag(name: string, at: number, text: string, textStart: number): Tag {
  const whole = trimmed(text, textStart);
  const first = trimmed(/^[^\n\r\u2028\u2029]*/.exec(whole.text)?.[0] ?? '', whole.span.start);
  const readings = first.text.length < whole.text.length ? [whole, first] : [whole];
  return { name: name as TagName, span: { start: at, end: at + 1 + name.length }, readings };
}

function trimmed(text: string, start: number): TagText {
  const result = text.trim();
  const from = start + (text.length - text.trimStart().length);
  return { text: result, span: { start: from, end: from + result.length } };
}
