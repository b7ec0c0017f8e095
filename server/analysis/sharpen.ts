import type { VariableId } from '../ir/program.js';
import { nextDown } from '../lattice/double.js';
import * as numbers from '../lattice/number.js';
import type { NumberValue } from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { read, restrict } from '../semantics/scope.js';
import type { State } from '../semantics/state.js';
import { RootAnalysis } from './root.js';

/** Analyses that one bound may cost, and evaluations of a root above which its bounds are left as they are. */
const maxTries = 14;
const maxEvaluations = 12_000;

/** Narrower values for parameters. */
type Restrictions = ReadonlyMap<VariableId, Value>;

/** Whether no run from the entry of an analysis is good, given its forward solution. */
export type HasNoGoodRun = (restricted: RootAnalysis, forward: readonly State[]) => boolean;

/** The values of a parameter at one end of its range; null if the range has no such end. */
type End = (number: NumberValue) => NumberValue | null;
const upperEnd: End = ({ min, max, integer }) => (min < max ? numbers.numberRange(max, max, integer, false) : null);
const lowerEnd: End = ({ min, max, integer }) => (min < max ? numbers.numberRange(min, min, integer, false) : null);
const nanEnd: End = ({ nan }) => (nan ? numbers.nanOnly : null);

/** Whether an end is worth a try. */
type Worth = (end: End) => boolean;

/**
 * Intervals lose what only holds of one end of a parameter's range. So both ends are tried by themselves (partitioning of the
 * entry states): an end from which no run is good is cut off. The analysis of an end is as sound as that of the whole, and where
 * to cut is searched by halving, first among the constants of the program. Gives the good states with a sharper entry.
 */
export function sharpenEntry(
  analysis: RootAnalysis,
  reachable: readonly State[],
  good: readonly State[],
  hasNoGoodRun: HasNoGoodRun,
): readonly State[] {
  const { root } = analysis.unfolding;
  const entry = good[root.entry] ?? null;
  if (entry === null || analysis.evaluations > maxEvaluations || !mayFail(analysis, reachable)) return good;
  const ranges = analysis.body.parameters.flatMap((parameter) => {
    const value = read(entry, parameter, root.activation);
    return values.isNumberOnly(value) ? [[parameter, value.number] as const] : [];
  });
  const isHopeless = (restrictions: Restrictions): boolean => isHopelessWithin(analysis, restrictions, hasNoGoodRun);
  const isWorth = worthOf(ranges, isHopeless);
  let sharpened: State = entry;
  for (const [parameter, number] of ranges) {
    const isPartHopeless = (part: NumberValue): boolean =>
      !numbers.isEmpty(part) && isHopeless(new Map([[parameter, values.ofNumber(part)]]));
    const cut = cutEnds(number, analysis.thresholds, isWorth, isPartHopeless);
    if (cut === number) continue;
    sharpened = numbers.isEmpty(cut) ? null : restrict(sharpened, parameter, values.ofNumber(cut), root.activation);
    if (sharpened === null) break;
  }
  if (sharpened === entry) return good;
  return good.map((state, point) => (point === root.entry ? sharpened : state));
}

/** Where runs from the ends of all parameters at once may be good, so may those from the end of one. */
function worthOf(ranges: readonly (readonly [VariableId, NumberValue])[], isHopeless: (restrictions: Restrictions) => boolean): Worth {
  const known = new Map<End, boolean>();
  return (end) => {
    if (ranges.length < 2) return true;
    let isWorth = known.get(end);
    if (isWorth !== undefined) return isWorth;
    const parts = ranges.flatMap(([parameter, number]) => {
      const part = end(number);
      return part === null ? [] : [[parameter, values.ofNumber(part)] as const];
    });
    isWorth = parts.length < 2 || isHopeless(new Map(parts));
    known.set(end, isWorth);
    return isWorth;
  };
}

/** A failure is reachable, or there is a loop or recursion that may not end. */
function mayFail(analysis: RootAnalysis, reachable: readonly State[]): boolean {
  const { unfolding } = analysis;
  if ((reachable[unfolding.root.throwExit] ?? null) !== null) return true;
  return unfolding.instances.some(
    (instance) =>
      instance.callers.length > 0 || instance.indexed.body.nodes.some((node) => node.mark !== null || node.point.kind === 'body'),
  );
}

function isHopelessWithin({ context, functionId, reason }: RootAnalysis, restrictions: Restrictions, hasNoGoodRun: HasNoGoodRun): boolean {
  const restricted = new RootAnalysis(context, functionId, reason, restrictions);
  try {
    const forward = restricted.forward(null);
    if (restricted.exhausted) return false;
    restricted.settledForward = forward;
    restricted.findEnds(forward);
    const isHopeless = hasNoGoodRun(restricted, forward);
    return !restricted.exhausted && isHopeless;
  } finally {
    context.effort.add(restricted.evaluations);
  }
}

function cutEnds(
  number: NumberValue,
  thresholds: readonly number[],
  isWorth: Worth,
  isHopeless: (part: NumberValue) => boolean,
): NumberValue {
  let { min, max } = number;
  const { integer } = number;
  const range = (low: number, high: number): NumberValue => numbers.numberRange(low, high, integer, false);
  if (min < max && isWorth(upperEnd)) max = cutUpper(min, max, integer, thresholds, (from) => isHopeless(range(from, max)));
  if (min < max && isWorth(lowerEnd))
    min = -cutUpper(-max, -min, integer, thresholds.map((threshold) => -threshold).reverse(), (from) => isHopeless(range(min, -from)));
  const nan = number.nan && !(isWorth(nanEnd) && isHopeless(numbers.nanOnly));
  return min === number.min && max === number.max && nan === number.nan ? number : numbers.numberRange(min, max, integer, nan);
}

/** The new upper bound: below the least `from` that was found such that from..max is hopeless. */
function cutUpper(
  min: number,
  max: number,
  integer: boolean,
  thresholds: readonly number[],
  isHopeless: (from: number) => boolean,
): number {
  const points = [
    ...thresholds.filter(
      (threshold) => Math.abs(threshold) <= 2 ** 53 && threshold > min && threshold <= max && (!integer || Number.isInteger(threshold)),
    ),
  ];
  if (points.length === 0 || (points[points.length - 1] ?? 0) < max) if (Math.abs(max) <= 2 ** 53) points.push(max);
  // A range with a hopeless upper part has a hopeless end: mostly this one try is all.
  if (!isHopeless(max)) return max;
  let tries = 1;
  let low = 0;
  let high = points.length;
  while (low < high && tries < maxTries) {
    const middle = (low + high) >> 1;
    tries++;
    if (isHopeless(points[middle] ?? max)) high = middle;
    else low = middle + 1;
  }
  const found = points[high];
  if (found === undefined) return max;
  if (!integer) return nextDown(found);
  // Between the constants the integers are halved further.
  let hopeless = found;
  let hopeful = points[high - 1] ?? Math.max(min, found - 2 ** 16);
  while (hopeless - hopeful > 1 && tries < maxTries) {
    const middle = hopeful + Math.floor((hopeless - hopeful) / 2);
    tries++;
    if (isHopeless(middle)) hopeless = middle;
    else hopeful = middle;
  }
  return hopeless - 1;
}
