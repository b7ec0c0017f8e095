import type { ValueReport } from '../../server/findings/result.js';

/** The values that one variable had at one point. */
export interface Observed {
  least: number;
  greatest: number;
  nan: boolean;
  fraction: boolean;
  /** What is shown of it without a bound: `undefined`, `null`, `true`, `false`, `symbol`, `object`; and bigints. */
  readonly others: Set<string>;
  /** At most `keptStrings`; of the others only the lengths. */
  readonly strings: Set<string>;
  shortest: number;
  longest: number;
}

const keptStrings = 24;

const nothing = (): Observed => ({
  least: Infinity,
  greatest: -Infinity,
  nan: false,
  fraction: false,
  others: new Set(),
  strings: new Set(),
  shortest: Infinity,
  longest: -Infinity,
});

export function including(observed: Observed | undefined, value: unknown): Observed {
  const result = observed ?? nothing();
  switch (typeof value) {
    case 'number':
      if (Number.isNaN(value)) result.nan = true;
      else {
        if (value < result.least) result.least = value;
        if (value > result.greatest) result.greatest = value;
        if (Number.isFinite(value) && !Number.isInteger(value)) result.fraction = true;
      }
      break;
    case 'string':
      if (result.strings.size < keptStrings) result.strings.add(value);
      result.shortest = Math.min(result.shortest, value.length);
      result.longest = Math.max(result.longest, value.length);
      break;
    case 'boolean':
    case 'undefined':
      result.others.add(String(value));
      break;
    case 'bigint':
      if (result.others.size < keptStrings) result.others.add(`${value}n`);
      break;
    case 'symbol':
      result.others.add('symbol');
      break;
    default:
      result.others.add(value === null ? 'null' : 'object');
  }
  return result;
}

/** Both; the first is changed. */
export function joined(observed: Observed | undefined, more: Observed): Observed {
  const result = observed ?? nothing();
  result.least = Math.min(result.least, more.least);
  result.greatest = Math.max(result.greatest, more.greatest);
  result.nan ||= more.nan;
  result.fraction ||= more.fraction;
  for (const other of more.others) result.others.add(other);
  for (const text of more.strings) if (result.strings.size < keptStrings) result.strings.add(text);
  result.shortest = Math.min(result.shortest, more.shortest);
  result.longest = Math.max(result.longest, more.longest);
  return result;
}

const bound = (value: ValueReport['min']): number => (value === null ? NaN : Number(value));

/** All that was observed is claimed to be possible. What is no number is claimed by the words of `show` alone. */
export function isAdmitted(claimed: ValueReport, seen: Observed): boolean {
  if (seen.nan && !claimed.nan) return false;
  if (seen.fraction && claimed.integer) return false;
  if (seen.least <= seen.greatest && !(bound(claimed.min) <= seen.least && seen.greatest <= bound(claimed.max))) return false;
  if (claimed.show === 'anything') return true;
  const words = claimed.show.match(/"(?:[^"\\]|\\.)*"|[^|]+/g)?.map((word) => word.trim()) ?? [];
  return [...seen.others].every((other) => words.some((word) => admitsOther(word, other))) && admitsStrings(words, seen);
}

function admitsOther(word: string, other: string): boolean {
  if (word === other) return true;
  if (other === 'true' || other === 'false') return word === 'boolean';
  const range = /^(-?\d+|-∞)n\.\.(-?\d+|∞)n$/.exec(word);
  if (range === null || !/^-?\d+n$/.test(other)) return false;
  const [, least = '', greatest = ''] = range;
  const value = BigInt(other.slice(0, -1));
  return (least === '-∞' || BigInt(least) <= value) && (greatest === '∞' || value <= BigInt(greatest));
}

function admitsStrings(words: readonly string[], seen: Observed): boolean {
  if (seen.strings.size === 0 || words.includes('string')) return true;
  for (const word of words) {
    const lengths = /^string of (\d+)(?:\.\.(\d+|∞))?$/.exec(word);
    if (lengths === null) continue;
    const [, least = '', greatest = least] = lengths;
    return Number(least) <= seen.shortest && (greatest === '∞' || seen.longest <= Number(greatest));
  }
  return [...seen.strings].every((text) => words.includes(JSON.stringify(text)));
}

export function showObserved(seen: Observed): string {
  const numbers = seen.least > seen.greatest ? '' : seen.least === seen.greatest ? String(seen.least) : `${seen.least} to ${seen.greatest}`;
  const parts = [numbers, seen.nan ? 'NaN' : '', seen.fraction ? 'with fractions' : '', ...seen.others];
  for (const text of seen.strings) parts.push(JSON.stringify(text));
  return parts.filter((part) => part !== '').join(', ');
}
