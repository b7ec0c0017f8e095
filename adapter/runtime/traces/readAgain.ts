import { insertionStart, withoutInsertions } from '../../instrument/edits.js';

/** An insertion that stands for `++` or `+=`: it reads again what it stands behind. */
const stored = /^(?:\/\*=.*?\*\/)?=\(__w_v=(?:__w_stepped\()?/;
const reference = /^[\w$.#[\]\s]*/;

/**
 * Where a line of the source is read from by an insertion behind it that stores to the same place, as V8 tells it: the object of a member, the
 * key of an element, the point of a private name. A column from 0; null at any other place.
 */
export function columnReadAgain(shown: string, lineStart: number, at: number): number | null {
  const start = insertionStart(shown, at);
  if (start < lineStart) return null;
  const head = stored.exec(shown.slice(start + 1, at + 1))?.[0];
  if (head === undefined) return null;
  const first = start + 1 + head.length;
  const length = reference.exec(shown.slice(first, first + longest))?.[0].length ?? 0;
  return at < first || at >= first + length ? null : placeOfRead(withoutInsertions(shown.slice(lineStart, start)));
}

/** In UTF-16 units. */
const longest = 1000;

/** Where the member begins that a text ends with, or what V8 names of it; null where it ends with something else. */
function placeOfRead(text: string): number | null {
  const end = text.trimEnd();
  const name = /\.\s*#[\w$]+$/.exec(end);
  if (name !== null) return name.index;
  if (end.endsWith(']')) {
    const open = openingOf(end);
    return open < 0 ? null : open + 1 + (/^\s*/.exec(end.slice(open + 1))?.[0].length ?? 0);
  }
  const member = /\s*\.\s*[\w$]+$/.exec(end);
  if (member === null) return null;
  const object = end.slice(0, member.index);
  if (/[)\]]$/.test(object)) return nonNegative(openingOf(object));
  return /[\w$]+$/.exec(object)?.index ?? null;
}

/** The bracket that the last one closes; -1: it is not in the text. */
function openingOf(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (/[)\]}]/.test(text[at] ?? '')) depth++;
    else if (/[([{]/.test(text[at] ?? '') && --depth === 0) return at;
  }
  return -1;
}

function nonNegative(at: number): number | null {
  return at < 0 ? null : at;
}
