import { ForwardEquations } from '../analysis/forwardEquations.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance, PointId } from '../analysis/unfolding.js';
import { nextDown, nextUp } from '../lattice/double.js';
import * as numbers from '../lattice/number.js';
import type { NumberValue } from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import type { VariableId } from '../ir/program.js';
import { keepOnly, read } from '../semantics/scope.js';
import { write } from '../semantics/write.js';
import type { LiveState, State } from '../semantics/state.js';
import { mayGoOn, waysOf, type Occurrence } from './cause.js';

/**
 * Why runs fail from a point inside of a root: for each kind of value that is no good there, the failure that runs with it come to.
 * `inflow`: what comes there; `good`: what of it is good; `on`: the variables that the condition speaks of; `occurrences`: what may fail
 * from there, nearest first. Empty where that is not found out.
 */
export function causesOfPieces(
  solution: RootSolution,
  origin: PointId,
  { inflow, good }: { readonly inflow: LiveState; readonly good: LiveState },
  on: readonly VariableId[],
  occurrences: readonly Occurrence[],
): readonly Occurrence[] {
  const instance = solution.analysis.unfolding.instanceAt[origin];
  if (instance === undefined) return [];
  const { activation } = instance;
  const ofGood = statesFrom(solution, origin, good);
  const usual = new Set(reachedIn(ofGood, solution, origin, good, occurrences));
  const lastOfGood = new Set(lastIn(ofGood, solution, occurrences));
  const found = new Set<Occurrence>();
  for (const variable of on) {
    for (const piece of piecesBeyond(read(inflow, variable, activation), read(good, variable, activation))) {
      // What good values may come to as well says nothing of the others. What else is no good has its own reasons: the rest is good first.
      const otherwiseGood = write(good, variable, piece, activation);
      const ofPiece = statesFrom(solution, origin, otherwiseGood);
      const alone = reachedIn(ofPiece, solution, origin, otherwiseGood, occurrences).filter((each) => !usual.has(each));
      // What good values may come to and get past, as unknown code may throw, these may not get past.
      const last = lastIn(ofPiece, solution, occurrences).filter((each) => !lastOfGood.has(each));
      const from = keepOnly(inflow, variable, piece, activation);
      const all = alone.length > 0 || last.length > 0 || from === inflow ? [] : comesTo(solution, origin, from, occurrences);
      const own = all.filter((each) => !usual.has(each));
      const causes = [alone.filter((each) => last.includes(each)), last, alone, own, all].find(({ length }) => length > 0) ?? [];
      if (causes.length === 0) return [];
      for (const cause of causes) found.add(cause);
    }
  }
  return occurrences.filter((each) => found.has(each));
}

/**
 * The solution as far as runs are concerned that are no good at a point inside of a root, for each kind of value that is not `good` there:
 * what is reached from there with it. Together they may be all that comes there, or more. Empty where that is not found out.
 */
export function ofBadRuns(
  solution: RootSolution,
  origin: PointId,
  { inflow, good }: { readonly inflow: LiveState; readonly good: State },
  on: readonly VariableId[],
): readonly RootSolution[] {
  const instance = solution.analysis.unfolding.instanceAt[origin];
  if (instance === undefined) return [];
  const { activation } = instance;
  const pieces = (variable: VariableId, but: LiveState): readonly Value[] =>
    piecesBeyond(read(inflow, variable, activation), read(but, variable, activation));
  const bad =
    good === null
      ? [inflow]
      : on.flatMap((variable) => pieces(variable, good).map((piece) => keepOnly(inflow, variable, piece, activation)));
  if (bad.length > mostPieces) return [];
  const solutions: RootSolution[] = [];
  for (const from of bad) {
    const reachable = statesFrom(solution, origin, from);
    if (reachable === null) return [];
    solutions.push({ ...solution, reachable });
  }
  return solutions;
}

/** The solution for each number by itself that is the nearest to those that are good of a variable: what is reached with it. */
export function ofBoundaries(
  solution: RootSolution,
  origin: PointId,
  { inflow, good }: { readonly inflow: State; readonly good: State },
  on: readonly VariableId[],
): readonly { readonly variable: VariableId; readonly number: number; readonly of: RootSolution }[] {
  const instance = solution.analysis.unfolding.instanceAt[origin];
  if (instance === undefined || inflow === null || good === null) return [];
  const { activation } = instance;
  return on.flatMap((variable) => {
    const [before, after] = [read(inflow, variable, activation).number, read(good, variable, activation).number];
    const pieces = numbersBeyond(before, after).filter(({ nan }) => !nan);
    const nearest = pieces.map(({ min, max }) => (max < after.min ? max : min)).filter(Number.isSafeInteger);
    return nearest.flatMap((number) => {
      const from = keepOnly(inflow, variable, values.ofNumber(numbers.numberConstant(number)), activation);
      const reachable = statesFrom(solution, origin, from);
      return reachable === null ? [] : [{ variable, number, of: { ...solution, reachable } }];
    });
  });
}

/** Each is followed alone. */
const mostPieces = 12;

/** Whether numbers are no good at the entry of a root from which runs come to none of the failures that are `known`, as far as states tell. */
export function hasOtherNumbers(solution: RootSolution, known: readonly Occurrence[]): boolean {
  const { analysis, reachable, good } = solution;
  const { entry, activation, indexed } = analysis.unfolding.root;
  const [before, after] = [reachable[entry] ?? null, good[entry] ?? null];
  if (before === null || after === null) return false;
  return indexed.body.parameters.some((variable) => {
    const pieces = numbersBeyond(read(before, variable, activation).number, read(after, variable, activation).number);
    return pieces.some((piece) => {
      const from = keepOnly(before, variable, values.ofNumber(piece), activation);
      return comesTo(solution, entry, from, known).length === 0;
    });
  });
}

/** The failures that runs from the state may come to. */
export function comesTo(
  solution: RootSolution,
  origin: PointId,
  from: LiveState,
  occurrences: readonly Occurrence[],
): readonly Occurrence[] {
  return reachedIn(statesFrom(solution, origin, from), solution, origin, from, occurrences);
}

/** The failures that runs come to. `reached`: what is reached from the origin `from` this state; null: that is not known. */
function reachedIn(
  reached: readonly State[] | null,
  { analysis, reachable }: RootSolution,
  origin: PointId,
  from: LiveState,
  occurrences: readonly Occurrence[],
): readonly Occurrence[] {
  if (reached === null) return [];
  const equations = new ForwardEquations(analysis.unfolding, {
    callGraph: analysis.context.callGraph,
    transfers: analysis.transfers,
    seeds: new Map([[origin, from]]),
    invariant: null,
    callerStates: reachable,
    isCovered: analysis.isCovered,
  });
  equations.states = [...reached];
  // A function that is called twice has one occurrence of what it throws.
  const copies = ({ instance: { indexed }, node }: Occurrence): readonly Instance[] =>
    analysis.unfolding.instances.filter((each) => each.indexed === indexed && (equations.states[each.base + node] ?? null) !== null);
  const throws = (occurrence: Occurrence): boolean =>
    copies(occurrence).some((instance) =>
      (instance.indexed.outgoing[occurrence.node] ?? []).some(
        (edge) => edge.outcome === 'throw' && equations.alongEdge(instance, edge) !== null,
      ),
    );
  const isReached = (each: Occurrence): boolean => (each.form === 'assertion' ? copies(each).length > 0 : throws(each));
  return occurrences.filter(isReached);
}

/** The failures that runs come to which reach these states, and that none of them gets past. */
function lastIn(reachable: readonly State[] | null, solution: RootSolution, occurrences: readonly Occurrence[]): readonly Occurrence[] {
  if (reachable === null) return [];
  const of = { ...solution, reachable };
  const forward = waysOf(of);
  const isReached = ({ instance, node }: Occurrence): boolean => (reachable[instance.base + node] ?? null) !== null;
  return occurrences.filter((each) => isReached(each) && !mayGoOn(each.node, each.instance, of, forward));
}

/** What is reached from a point with this state; null where the effort was used up before that was found out. */
function statesFrom({ analysis, reachable }: RootSolution, origin: PointId, from: LiveState): readonly State[] | null {
  const found = analysis.forward(reachable, new Map([[origin, from]]), reachable);
  return analysis.exhausted ? null : found;
}

/** Values of the first that are not of the second, by kind; of numbers with a fraction, where only whole ones are of it, one. */
function piecesBeyond(before: Value, after: Value): readonly Value[] {
  const lost = before.bits & ~after.bits;
  const bits = [...Array(31).keys()].map((bit) => 1 << bit).filter((bit) => (lost & bit) !== 0);
  const objects = before.objects.filter((location) => !after.objects.includes(location));
  return [
    ...bits.map(values.ofBits),
    ...numbersBeyond(before.number, after.number).map(values.ofNumber),
    ...(values.hasText(before) && !values.hasText(after) ? [values.ofText(before.text)] : []),
    ...(values.hasBigint(before) && !values.hasBigint(after) ? [values.ofBigint(before.bigint)] : []),
    ...(objects.length > 0 ? [values.ofObjects(objects)] : []),
  ];
}

/** The numbers before that are not among those after, in pieces. Of whole numbers only exact ones count: no run counts to others. */
function numbersBeyond(before: NumberValue, after: NumberValue): readonly NumberValue[] {
  const pieces: NumberValue[] = [];
  if (before.nan && !after.nan) pieces.push(numbers.nanOnly);
  if (numbers.isEmpty(numbers.withoutNan(after))) return [...pieces, exact(before, before.min, before.max)].filter(isSome);
  // Beyond an infinity is nothing.
  if (after.min > -Infinity) pieces.push(exact(before, before.min, nextDown(after.min)));
  if (after.max < Infinity) pieces.push(exact(before, nextUp(after.max), before.max));
  const fraction = after.min + 0.5;
  if (after.integer && !before.integer && fraction < after.max) pieces.push(numbers.numberConstant(fraction));
  return pieces.filter(isSome);
}

function exact({ integer }: NumberValue, min: number, max: number): NumberValue {
  const safe = numbers.numberRange(Math.max(min, Number.MIN_SAFE_INTEGER), Math.min(max, Number.MAX_SAFE_INTEGER), true, false);
  return isSome(safe) ? safe : numbers.numberRange(min, max, integer, false);
}

const isSome = (number: NumberValue): boolean => !numbers.isEmpty(number);
