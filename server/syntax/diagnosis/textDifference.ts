/** A text that a test saw, and the one that it expected. */
export interface TextDifference {
  readonly actual: string;
  readonly expected: string;
}

/** Texts of one character are everywhere. */
const mostOccurrences = 8;

/** What a part of the text that a test saw would have to be, so that the whole is what it expected: the part covers all that differs. */
export function mendedTexts(part: string, differences: readonly TextDifference[]): readonly string[] {
  const found = new Set<string>();
  for (const { actual, expected } of differences) {
    if (part === '' || actual === expected) continue;
    const [start, end] = differing(actual, expected);
    const by = expected.slice(start, expected.length - (actual.length - end));
    let tried = 0;
    for (let at = actual.indexOf(part); at >= 0 && tried < mostOccurrences; at = actual.indexOf(part, at + 1), tried++)
      if (at <= start && end <= at + part.length) found.add(part.slice(0, start - at) + by + part.slice(end - at));
  }
  found.delete(part);
  return [...found];
}

/** The part of the first text that lies between what both begin with and what both end with. */
function differing(actual: string, expected: string): readonly [number, number] {
  const shorter = Math.min(actual.length, expected.length);
  let start = 0;
  while (start < shorter && actual[start] === expected[start]) start++;
  let same = 0;
  while (same < shorter - start && actual.at(-1 - same) === expected.at(-1 - same)) same++;
  return [start, actual.length - same];
}

/** What stands in a text for something that is not there, as often as it stands there in a row: `undefined5`, `nullnull`. */
const absent = /(?:undefined|null|NaN)+/g;
const longestMissed = 40;

/** The texts that were expected where a test saw that something is not there: `8080` for `host:undefined` and `host:8080`. */
export function missedTexts(differences: readonly TextDifference[]): readonly string[] {
  const found = new Set<string>();
  for (const { actual, expected } of differences)
    for (const { 0: word, index } of actual.matchAll(absent)) {
      const [before, behind] = [actual.slice(0, index), actual.slice(index + word.length)];
      const missed = expected.slice(before.length, expected.length - behind.length);
      const isWhole = expected.startsWith(before) && expected.endsWith(behind) && missed.length > 0;
      if (!isWhole || missed.length > longestMissed || absentOnly.test(missed)) continue;
      // What is put there again and again is missing once.
      found.add(unitOf(missed)).add(missed);
    }
  return [...found];
}

const absentOnly = /^(?:undefined|null|NaN)$/;

/** The shortest text that a text is a repetition of: itself, where it is none. */
function unitOf(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}
