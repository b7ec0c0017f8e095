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

/** The lines that are most like a text that none of them has, the best first: by the pairs of neighbouring signs that both have (Dice's coefficient). */
export function linesLike<L extends WrittenLine>(lines: readonly L[], wanted: string): readonly L[] {
  const pairs = pairsOf(wanted);
  const scored = lines.map((line) => ({ line, score: alike(pairs, pairsOf(line.text)) })).filter(({ score }) => score >= leastAlike);
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, mostOffered)
    .map(({ line }) => line);
}

function pairsOf(text: string): ReadonlyMap<string, number> {
  const signs = text.replace(/\s+/g, '').toLowerCase();
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < signs.length; at++) pairs.set(signs.slice(at, at + 2), (pairs.get(signs.slice(at, at + 2)) ?? 0) + 1);
  return pairs;
}

function alike(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const total = [...a.values(), ...b.values()].reduce((sum, count) => sum + count, 0);
  let common = 0;
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0);
  return total === 0 ? 0 : (2 * common) / total;
}
