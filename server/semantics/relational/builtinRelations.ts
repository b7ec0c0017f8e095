import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import * as zones from '../../lattice/zone.js';
import { builtinFacts } from '../../builtins/facts.js';
import { valueIn } from '../expression/evaluate.js';
import { mayHaveConstructor } from '../heap/heap.js';
import { objectAt } from '../heap/objectAt.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState } from '../state.js';
import { assignBetween, assignForm } from './assignment.js';
import type { Update } from './assignment.js';
import { mayShare } from './effects.js';
import { constantForm, dimensionForm, Forms } from './form.js';
import type { Form } from './form.js';
import { wholeForm } from './open.js';
import { Oracle } from './oracle.js';
import { isLength, isPath, lengthOf, valueOf, variableOf } from './packs.js';
import { Change, isOpen, make, mapZones, rangeOf } from './relations.js';

type CallInstruction = Instruction & { kind: 'call' };

/** The effect of a built-in on the length of its receiver: it adds so many elements, or removes one if there is one. */
function stepOf(name: string, instruction: CallInstruction): { readonly min: number; readonly max: number } | null {
  const resizes = builtinFacts.get(name)?.resizes ?? 'unknown';
  if (resizes === 'unknown') return null;
  if (resizes !== 'arguments') return { min: resizes, max: 0 };
  const count = instruction.args.length;
  return instruction.args.some(({ kind }) => kind !== 'value') ? null : { min: count, max: count };
}

/**
 * The state after a built-in, in which the lengths that it has changed are known as far as `step` tells. `after` has what the model
 * did to the objects, and has written no variable yet.
 */
export function withLengths(
  name: string,
  instruction: CallInstruction,
  before: LiveState,
  after: LiveState,
  activation: Activation,
): LiveState {
  const step = stepOf(name, instruction);
  if (step === null || after.relations === before.relations) return after;
  const resized = (step.max > 0 ? Change.Grown : 0) | (step.min < 0 ? Change.Shrunk : 0);
  const changes = before.relations.changes | (after.relations.changes & ~(Change.Grown | Change.Shrunk)) | resized;
  const { receiver } = instruction;
  const array = receiver?.kind === 'variable' ? receiver.variable : null;
  const value = receiver === null ? values.bottom : valueIn(receiver, before, activation);
  const isOne = array !== null && step.min < 0 && (new Oracle(before, activation).range(lengthOf(array))?.min ?? 0) >= 1;
  const least = Math.min(step.min, 0);
  const next = mapZones(make(before.relations.zones, changes), (zone) => {
    let current = zone;
    for (const dimension of zone.dimensions) {
      if (isLength(dimension) && variableOf(dimension) === array) {
        current = zones.shift(current, dimension, step.min, isOne ? -1 : step.max);
      } else if (isPath(dimension) || (isLength(dimension) && mayShare(variableOf(dimension), value, before, activation))) {
        current = zones.shift(current, dimension, least, Math.max(step.max, 0));
      }
    }
    return current;
  });
  return states.withRelations(after, next);
}

/** The relations of a built-in's result, applied to the state in which it is written. `before`: the state in which all arguments were evaluated. */
export function resultOf(name: string, instruction: CallInstruction, before: LiveState, activation: Activation): Update | null {
  const { packOf } = activation.program.packs.of(activation.function);
  if (packOf.size === 0) return null;
  const { target, receiver } = instruction;
  if (packOf.has(lengthOf(target))) {
    const form = lengthMade(name, instruction, before, activation);
    if (form !== null) return assignForm(lengthOf(target), form, new Oracle(before, activation), activation);
  }
  if (!packOf.has(valueOf(target)) || receiver === null) return null;
  const length = lengthIn(receiver, before, activation);
  if (length === null) return null;
  const oracle = new Oracle(before, activation);
  if (builtinFacts.get(name)?.findsIndex === true) {
    const last = { ...length, min: length.min - 1, max: length.max - 1 };
    return assignBetween(valueOf(target), constantForm(-1), last, oracle, activation);
  }
  return null;
}

function lengthMade(name: string, instruction: CallInstruction, before: LiveState, activation: Activation): Form | null {
  const { resultLength: given, species = false } = builtinFacts.get(name) ?? {};
  const { args, receiver } = instruction;
  if (given === undefined || args.length > given.most) return null;
  if (given.as === 'receiver') {
    if (receiver === null || (species && mayMakeOthers(valueIn(receiver, before, activation), before, activation))) return null;
    return lengthIn(receiver, before, activation);
  }
  const [first] = args;
  if (first?.kind !== 'value') return null;
  if (given.as === 'argument') return lengthIn(first.value, before, activation);
  const value = valueIn(first.value, before, activation);
  if (!values.isNumberOnly(value)) return null;
  const oracle = new Oracle(before, activation);
  // Where it comes back, a whole number was a length.
  const whole = wholeForm(first.value, oracle, activation);
  return new Forms(oracle, activation).of(first.value) ?? (whole?.constant === 0 ? dimensionForm(whole.dimension) : null);
}

/** Whether an array may have a constructor of its own, which says what its methods make. */
function mayMakeOthers(array: Value, state: LiveState, activation: Activation): boolean {
  return array.objects.some((location) => {
    const object = objectAt(state, location, activation);
    return object !== undefined && mayHaveConstructor(location, object, state, activation);
  });
}

function lengthIn(array: Expression, state: LiveState, activation: Activation): Form | null {
  if (array.kind !== 'variable') return null;
  const length = lengthOf(array.variable);
  const range = rangeOf(state, length);
  return range === null || isOpen(range) || values.hasText(valueIn(array, state, activation)) ? null : dimensionForm(length);
}
