/** A line of a file. */
export interface TextLine {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A line with what stands on it, without the space around. */
export interface WrittenLine extends TextLine {
  readonly text: string;
}

/** So many lines are offered. */
const mostOffered = 3;

/** Lines that have less in common with a text are not offered, of 1. */
const leastAlike = 0.5;

/**
 * The lines that are most like a text that none of them has, the best first: by the pairs of neighbouring signs that the text and some part of
 * the line have in common (Dice's coefficient). People name a line by a part of it.
 */
export function linesLike<L extends WrittenLine>(lines: readonly L[], wanted: string): readonly L[] {
  const signs = signsOf(wanted);
  const pairs = pairsOf(signs);
  const scored = lines.map((line) => ({ line, score: alikeInPart(signs.length, pairs, signsOf(line.text)) }));
  return scored
    .filter(({ score }) => score >= leastAlike)
    .sort((a, b) => b.score - a.score || a.line.text.length - b.line.text.length)
    .slice(0, mostOffered)
    .map(({ line }) => line);
}

/** Of the part of a line that is as long as the text and most like it; 0 at once where the whole line has too little of the text. */
function alikeInPart(length: number, pairs: ReadonlyMap<string, number>, line: string): number {
  if (line.length <= length) return alike(pairs, pairsOf(line));
  const shared = alike(pairs, pairsOf(line), pairs);
  if (shared < leastAlike) return 0;
  let best = 0;
  for (let from = 0; from + length <= line.length; from++) best = Math.max(best, alike(pairs, pairsOf(line.slice(from, from + length))));
  return best;
}

function signsOf(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function pairsOf(signs: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < signs.length; at++) pairs.set(signs.slice(at, at + 2), (pairs.get(signs.slice(at, at + 2)) ?? 0) + 1);
  return pairs;
}

/** What two texts have in common, of what both have, or of twice what `whole` has. */
function alike(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>, whole?: ReadonlyMap<string, number>): number {
  const size = (pairs: ReadonlyMap<string, number>): number => [...pairs.values()].reduce((sum, count) => sum + count, 0);
  const total = whole === undefined ? size(a) + size(b) : 2 * size(whole);
  let common = 0;
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0);
  return total === 0 ? 0 : (2 * common) / total;
}
