import type { Argument } from '../../ir/instruction.js';
import type { FunctionIr, VariableId } from '../../ir/program.js';
import * as zones from '../../lattice/zone.js';
import type { Zone } from '../../lattice/zone.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState } from '../state.js';
import { difference, dimensionForm, Forms, upperOf } from './form.js';
import type { Form } from './form.js';
import { Oracle } from './oracle.js';
import { lengthOf, valueOf } from './packs.js';
import type { Dimension, FunctionPacks } from './packs.js';
import { rangeOf, withZone } from './relations.js';

/** The dimensions of the callee that the arguments tell, by their forms in the caller. */
function formsOfParameters(
  args: readonly Argument[],
  callee: FunctionIr,
  isAdmitted: (parameter: VariableId) => boolean,
  caller: Forms,
  state: LiveState,
  inside: Activation,
): ReadonlyMap<Dimension, Form> {
  const { packOf } = inside.program.packs.of(callee.id);
  const found = new Map<Dimension, Form>();
  for (const [index, parameter] of callee.parameters.entries()) {
    const argument = args[index];
    if (argument?.kind !== 'value') break;
    if (!isAdmitted(parameter)) continue;
    if (packOf.has(valueOf(parameter))) {
      const form =
        caller.of(argument.value) ?? (argument.value.kind === 'variable' ? dimensionForm(valueOf(argument.value.variable)) : null);
      if (form !== null) found.set(valueOf(parameter), form);
    }
    if (packOf.has(lengthOf(parameter)) && argument.value.kind === 'variable') {
      const length = lengthOf(argument.value.variable);
      if (rangeOf(state, length) !== null) found.set(lengthOf(parameter), dimensionForm(length));
    }
  }
  return found;
}

const known = new WeakMap<FunctionPacks, boolean>();

/** Whether two dimensions of parameters are in one pack. */
function relatesParameters(packs: FunctionPacks, callee: FunctionIr): boolean {
  let relates = known.get(packs);
  if (relates === undefined) {
    const own = new Set(callee.parameters.flatMap((parameter) => [valueOf(parameter), lengthOf(parameter)]));
    relates = [...packs.members.values()].some((members) => members.filter((dimension) => own.has(dimension)).length > 1);
    known.set(packs, relates);
  }
  return relates;
}

/** The caller's relations of arguments hold for the parameters. */
export function withArguments(
  entry: LiveState,
  args: readonly Argument[],
  callee: FunctionIr,
  caller: LiveState,
  activation: Activation,
  inside: Activation,
): LiveState {
  const packs = inside.program.packs.of(callee.id);
  if (!relatesParameters(packs, callee)) return entry;
  const oracle = new Oracle(caller, activation);
  const forms = formsOfParameters(args, callee, () => true, new Forms(oracle, activation), caller, inside);
  let { relations } = entry;
  for (const [pack, members] of packs.members) {
    let zone: Zone | null = zones.unconstrained;
    for (const x of members) {
      const a = forms.get(x);
      if (a === undefined) continue;
      for (const y of members) {
        const b = forms.get(y);
        if (x === y || b === undefined || zone === null) continue;
        const c = upperOf(difference(a, b), oracle);
        if (Math.abs(c) < zones.farApart) zone = zones.constrain(zone, x, y, c);
      }
    }
    if (zone !== null) relations = withZone(relations, pack, zone);
  }
  return states.withRelations(entry, relations);
}

/** A call whose end is known: the callee's state there, and the caller's before it. */
export interface FinishedCall {
  readonly target: VariableId;
  readonly args: readonly Argument[];
  readonly callee: FunctionIr;
  readonly end: LiveState;
  readonly before: LiveState;
}

/**
 * The callee's relations, at its end, of its result and of parameters that it never writes, hold for the caller's target and arguments,
 * as they were before the call. Applied to the state after the call, in which the target is written.
 */
export function withResult(
  after: LiveState,
  { target, args, callee, end, before }: FinishedCall,
  activation: Activation,
  inside: Activation,
): LiveState {
  const caller = activation.program.packs.of(activation.function);
  const callees = inside.program.packs.of(callee.id);
  if (caller.packOf.size === 0 || callees.packOf.size === 0) return after;
  const { module, captured } = activation.program;
  const ends = new Oracle(end, inside);
  const isTold = (parameter: Dimension): boolean =>
    [valueOf(callee.result), lengthOf(callee.result)].some(
      (result) =>
        callees.packOf.has(parameter) &&
        callees.packOf.get(result) === callees.packOf.get(parameter) &&
        Math.min(ends.bound(result, parameter), ends.bound(parameter, result)) < zones.farApart,
    );
  const isKept = (parameter: VariableId): boolean =>
    module.variables[parameter]?.reassigned === false && (isTold(valueOf(parameter)) || isTold(lengthOf(parameter)));
  if (!callee.parameters.some(isKept)) return after;
  // What the callee may have changed is not what it was; lengths are compared as they are after the call.
  const forms = formsOfParameters(args, callee, isKept, new Forms(new Oracle(before, activation), activation), before, inside);
  let { relations } = after;
  for (const [theirs, mine] of [
    [valueOf(callee.result), valueOf(target)],
    [lengthOf(callee.result), lengthOf(target)],
  ] as const) {
    const pack = caller.packOf.get(mine);
    if (pack === undefined || !callees.packOf.has(theirs)) continue;
    let zone: Zone | null = new Oracle(states.withRelations(after, relations), activation).zone(pack);
    for (const [parameter, form] of forms) {
      const [[dimension, coefficient] = [-1, 0], ...others] = form.terms;
      if (coefficient !== 1 || others.length > 0 || form.divisor !== 1 || form.min !== form.max) continue;
      if (caller.packOf.get(dimension) !== pack || dimension === mine || captured[dimension >> 2] !== 0) continue;
      // result - parameter ≤ c, where parameter = dimension + k.
      const above = ends.bound(theirs, parameter);
      const below = ends.bound(parameter, theirs);
      if (zone !== null && above < zones.farApart) zone = zones.constrain(zone, mine, dimension, above + form.min);
      if (zone !== null && below < zones.farApart) zone = zones.constrain(zone, dimension, mine, below - form.min);
    }
    if (zone !== null) relations = withZone(relations, pack, zone);
  }
  return states.withRelations(after, relations);
}
