import * as values from '../lattice/value.js';
import { Bit } from '../lattice/value.js';
import type { LocationId, Value } from '../lattice/value.js';
import { mayLackBrand } from './heap/brand.js';
import { effectsOf, evaluate, valueIn } from './expression/evaluate.js';
import { objectAt } from './heap/objectAt.js';
import * as heap from './heap/heap.js';
import { accessorName } from './heap/propertyNames.js';
import { checkIndex } from './indexCheck.js';
import type { Callable } from './heap/object.js';
import { engineError } from './outcome.js';
import type { Done, InstructionOf } from './outcome.js';
import { refine } from './expression/refine.js';
import { write } from './write.js';
import type { Activation } from './scope.js';
import type { LiveState, State } from './state.js';
import { store } from './heap/store.js';
import type { Stored } from './heap/store.js';
import { withoutNullish } from './transfer.js';

export type AccessInstruction = InstructionOf<'load' | 'store'>;

/** A getter or setter of the program, and the objects that it is called on. */
export interface AccessorCall {
  readonly callable: Callable;
  readonly receiver: Value;
}

/** A property access that calls functions of the program. What it does without them is the rest. */
export interface Access extends Done {
  readonly calls: readonly AccessorCall[];
}

/** Null when the access calls no function that is known, or unknown code too: then its transfer function says all. */
export function accessOf(instruction: AccessInstruction, state: LiveState, activation: Activation): Access | null {
  const { accessorNames } = activation.program;
  if (accessorNames.size === 0 || (instruction.kind === 'store' && instruction.mode === 'define')) return null;
  if (instruction.key.kind === 'constant') {
    const name = accessorName(instruction.key);
    if (name === null || !accessorNames.has(name)) return null;
  }
  if (checkIndex(instruction, state, activation).mayBeOutside) return null;
  const operands = [instruction.object, instruction.key, ...(instruction.kind === 'store' ? [instruction.value] : [])];
  const evaluated = operands.map((operand) => evaluate(operand, state, activation));
  const evaluation = effectsOf(evaluated);
  const [object = values.bottom, key = values.bottom, stored = values.bottom] = evaluated.map(({ value }) => value);
  const isAfterUnknown = evaluation.converts || values.mayBeObject(key);
  const written = { object, key, value: stored, position: 'unknown', accessors: 'called', isAfterUnknown } as const;
  const { state: after, effects } =
    instruction.kind === 'load'
      ? load(instruction, object, key, state, activation)
      : store({ ...written, mode: instruction.mode }, state, activation);
  if (isAfterUnknown || effects.runsUnknown || effects.calls.size === 0) return null;
  const receiver =
    instruction.kind === 'load' && instruction.receiver !== undefined ? valueIn(instruction.receiver, state, activation) : null;
  const calls = resolve(effects.calls, receiver, state, activation);
  if (calls === null) return null;
  const lacks = mayLackBrand(instruction, object, state, activation);
  return {
    calls,
    normal: after === null ? null : withoutNullish(instruction.object, object, after, activation),
    thrown: lacks ? state : evaluation.throws || effects.throws ? beforeError(instruction, object, state, activation) : null,
    exception: engineError,
  };
}

function load(instruction: InstructionOf<'load'>, object: Value, key: Value, state: LiveState, activation: Activation): Stored {
  const { value, effects } = heap.load(object, key, state, activation, 'called', instruction.key.kind === 'constant');
  return { state: values.isBottom(value) ? null : write(state, instruction.target, value, activation), effects };
}

/** Reading fails only on undefined and null; writing also where there is no setter. */
function beforeError(instruction: AccessInstruction, object: Value, state: LiveState, activation: Activation): State {
  if (instruction.kind === 'store') return state;
  const nullish = values.withBits(values.bottom, object.bits & (Bit.Undefined | Bit.Null));
  return values.isBottom(nullish) ? state : refine(instruction.object, nullish, state, activation);
}

/** Each function with the objects that it is called on, or with the receiver that is given; null when one is not a closure that is known. */
function resolve(
  called: ReadonlyMap<LocationId, Value>,
  given: Value | null,
  state: LiveState,
  activation: Activation,
): AccessorCall[] | null {
  const found: { callable: Callable; receivers: LocationId[] }[] = [];
  for (const [receiver, functions] of called) {
    if (!values.isBottom(values.withObjects(functions, []))) return null;
    for (const location of functions.objects) {
      const callable = objectAt(state, location, activation)?.callable;
      if (callable === undefined || callable === null) return null;
      const known = found.find((call) => call.callable.function === callable.function && call.callable.exact === callable.exact);
      if (known === undefined) found.push({ callable, receivers: [receiver] });
      else if (!known.receivers.includes(receiver)) known.receivers.push(receiver);
    }
  }
  return found.map(({ callable, receivers }) => ({ callable, receiver: given ?? values.ofObjects(receivers.sort((a, b) => a - b)) }));
}
