import { apply, emptyList } from '../realm/intrinsics.js';

const { indexOf, slice } = String.prototype;

/** The signs that end a line for V8. Behind a carriage return a line feed belongs to it. */
const lineEnds = ['\r', '\n', '\u2028', '\u2029'] as const;

/**
 * The lines of a text, each with what ends it. No pattern is used: where `exec` is wrapped, V8 calls it at every position of a text, which
 * takes minutes for megabytes.
 */
export function linesIn(text: string): readonly string[] {
  const lines = emptyList<string>();
  const next = emptyList<number>();
  for (let each = 0; each < lineEnds.length; each++) next[each] = placeOf(text, lineEnds[each] ?? '', 0);
  let start = 0;
  for (let count = 0; ; count++) {
    let at = next[0] ?? Infinity;
    for (let each = 1; each < lineEnds.length; each++) if ((next[each] ?? Infinity) < at) at = next[each] ?? Infinity;
    const end = at === Infinity ? text.length : at + (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1);
    lines[count] = apply(slice, text, [start, end]) as string;
    if (at === Infinity) return lines;
    start = end;
    for (let each = 0; each < lineEnds.length; each++)
      if ((next[each] ?? Infinity) < start) next[each] = placeOf(text, lineEnds[each] ?? '', start);
  }
}

function placeOf(text: string, sign: string, from: number): number {
  const at = apply(indexOf, text, [sign, from]) as number;
  return at < 0 ? Infinity : at;
}
