import type { ConcreteValue } from '../execution/concrete/concreteValue.js';
import { nextDown, nextUp } from '../lattice/double.js';
import type { Value } from '../lattice/value.js';

/** The numbers that a passage may give, its ends included; null where nothing bounds it. */
export interface TriedRange {
  readonly min: number | null;
  readonly max: number | null;
}

type Side = keyof TriedRange;

/** A range is one value where all that it allows beside that are rounding errors, as a part of the value. */
const narrow = 1e-9;

/**
 * The ranges around the numbers of a witness, by passage; null for passages that give no number. Bounds come from what the decisions of a
 * path allow, each rounded outwards. So a bound stands only where a run with it passes; else one beside it does, or the witness itself.
 */
export function triedRanges(
  witness: readonly ConcreteValue[],
  bounds: readonly (boolean | Value)[],
  passes: (given: readonly ConcreteValue[]) => boolean,
): readonly (TriedRange | null)[] {
  const [mins, maxs] = [endsOf('min', witness, bounds, passes), endsOf('max', witness, bounds, passes)];
  return witness.map((value, i) => {
    if (typeof value !== 'number') return null;
    const [min, max] = [mins[i] ?? null, maxs[i] ?? null];
    if (!Number.isFinite(value)) {
      // It was chosen because no finite one would do.
      const largest = Math.sign(value) * Number.MAX_VALUE;
      const isOnly = Number.isNaN(value) || !passes(witness.map((one, passage) => (passage === i ? largest : one)));
      return isOnly ? { min: value, max: value } : { min, max };
    }
    const isOne = min !== null && max !== null && max - min <= narrow * Math.max(1, Math.abs(value));
    return isOne ? { min: value, max: value } : { min, max };
  });
}

function endsOf(
  side: Side,
  witness: readonly ConcreteValue[],
  bounds: readonly (boolean | Value)[],
  passes: (given: readonly ConcreteValue[]) => boolean,
): readonly (number | null)[] {
  const at = (ends: readonly (number | null)[]): readonly ConcreteValue[] => witness.map((value, i) => ends[i] ?? value);
  const outer = witness.map((value, i) => outerEnd(side, value, bounds[i]));
  if (outer.every((end) => end === null) || passes(at(outer))) return outer;
  const tried = outer.map((end, i) => {
    const value = witness[i];
    if (end === null || typeof value !== 'number') return null;
    return inwards(side, end, value).find((one) => passes(at(outer.map((_, passage) => (passage === i ? one : null))))) ?? value;
  });
  // Each end holds beside the witness's other values; all together they may not.
  return passes(at(tried)) ? tried : tried.map((end, i) => (end === null ? null : Number(witness[i])));
}

function outerEnd(side: Side, value: ConcreteValue, bound: boolean | Value | undefined): number | null {
  if (typeof value !== 'number' || bound === undefined || typeof bound === 'boolean') return null;
  const { [side]: end, integer } = bound.number;
  if (Math.abs(end) >= Number.MAX_VALUE) return null;
  return integer ? roundedInwards(side, end) : end;
}

/** Ends that are tried, from the bound to the value. */
function inwards(side: Side, end: number, value: number): readonly number[] {
  const next = side === 'min' ? nextUp : nextDown;
  const ends = [end, next(end), next(next(end)), roundedInwards(side, end)];
  return ends.filter((one) => (side === 'min' ? one <= value : one >= value));
}

const roundedInwards = (side: Side, end: number): number => (side === 'min' ? Math.ceil(end) : Math.floor(end));
