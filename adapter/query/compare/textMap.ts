import { diffArrays } from 'diff';

/** Where places of one text are in another version of it; null: they are not there. */
export interface TextMap {
  /** Where what begins here begins there. */
  startOf(offset: number): number | null;
  /** Where what ends here ends there. */
  endOf(offset: number): number | null;
}

export const sameText: TextMap = { startOf: (offset) => offset, endOf: (offset) => offset };

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Parts of both texts that stand for each other. */
interface Pair {
  readonly from: Part;
  readonly to: Part;
}

/** Leads from a text to another version of it: through lines that both have, and between these through words and signs. */
export function textMap(from: string, to: string): TextMap {
  if (from === to) return sameText;
  const pairs: Pair[] = [];
  for (const { equal, own, other } of differences(linesOf(from), linesOf(to), from, to)) {
    const [ours, theirs] = [spanOf(own), spanOf(other)];
    if (equal) pairs.push({ from: ours, to: theirs });
    else pairs.push(...pairedWords(from, to, ours, theirs));
  }
  return new PairedParts(pairs);
}

class PairedParts implements TextMap {
  constructor(private readonly pairs: readonly Pair[]) {}

  startOf(offset: number): number | null {
    const pair = this.pairs[this.last(({ from }) => from.start <= offset)];
    return pair === undefined || offset >= pair.from.end ? null : within(pair, offset);
  }

  endOf(offset: number): number | null {
    const pair = this.pairs[this.last(({ from }) => from.start < offset)];
    return pair === undefined || offset > pair.from.end ? null : within(pair, offset);
  }

  private last(isBefore: (pair: Pair) => boolean): number {
    let [low, high] = [-1, this.pairs.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const pair = this.pairs[middle];
      if (pair !== undefined && isBefore(pair)) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function within({ from, to }: Pair, offset: number): number | null {
  if (offset === from.start) return to.start;
  if (offset === from.end) return to.end;
  return from.end - from.start === to.end - to.start ? to.start + offset - from.start : null;
}

/** Words and signs of two parts that stand for each other: equal ones, and where as many were replaced, these in their order. */
function pairedWords(from: string, to: string, ours: Part, theirs: Part): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const { own, other } of differences(wordsIn(from, ours), wordsIn(to, theirs), from, to)) {
    if (own.length !== other.length) continue;
    own.forEach((part, index) => {
      const there = other[index];
      if (there !== undefined) pairs.push({ from: part, to: there });
    });
  }
  return pairs;
}

interface Difference {
  readonly equal: boolean;
  readonly own: readonly Part[];
  readonly other: readonly Part[];
}

/** More insertions and deletions than these are not looked for: what stands between is then taken for replaced. */
const mostEdits = 3000;

/** What two lists of parts have in common, and what stands between; what was removed and what was put there together. */
function* differences(own: readonly Part[], other: readonly Part[], from: string, to: string): Generator<Difference> {
  const [ours, theirs] = [own.map((part) => textOf(from, part)), other.map((part) => textOf(to, part))];
  const changes = diffArrays(ours, theirs, { maxEditLength: mostEdits });
  if (changes === undefined) return yield { equal: false, own, other };
  let [at, there] = [0, 0];
  let [removed, added] = [0, 0];
  const replaced = (): Difference => ({ equal: false, own: own.slice(at, (at += removed)), other: other.slice(there, (there += added)) });
  for (const change of changes) {
    if (change.removed) removed += change.count;
    else if (change.added) added += change.count;
    else {
      if (removed + added > 0) yield replaced();
      [removed, added] = [0, 0];
      yield { equal: true, own: own.slice(at, (at += change.count)), other: other.slice(there, (there += change.count)) };
    }
  }
  if (removed + added > 0) yield replaced();
}

function textOf(text: string, { start, end }: Part): string {
  return text.slice(start, end);
}

function spanOf(parts: readonly Part[]): Part {
  return { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
}

function linesOf(text: string): readonly Part[] {
  const lines: Part[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start) + 1 || text.length;
    lines.push({ start, end });
    start = end;
  }
  return lines;
}

function wordsIn(text: string, { start, end }: Part): readonly Part[] {
  const words: Part[] = [];
  for (const { 0: word, index } of text.slice(start, end).matchAll(/[\p{ID_Continue}$#]+|\S/gu))
    words.push({ start: start + index, end: start + index + word.length });
  return words;
}
