import type { Instruction } from '../ir/instruction.js';
import * as numbers from '../lattice/number.js';
import type { NumberValue } from '../lattice/number.js';
import * as values from '../lattice/value.js';
import { valueIn } from './expression/evaluate.js';
import { objectAt } from './heap/objectAt.js';
import { inBounds, validIndices } from './heap/heap.js';
import { isGiven } from './heap/locations.js';
import { numberedProperties } from './heap/numberNames.js';
import { refine } from './expression/refine.js';
import type { Activation } from './scope.js';
import type { LiveState, State } from './state.js';

/** An element access under the policy that an index outside the array is a failure. */
export interface IndexCheck {
  /** The states in which the index is inside; null when there are none. */
  readonly inside: State;
  readonly mayBeOutside: boolean;
}

type Access = Instruction & { kind: 'load' | 'store' };

/** Only arrays whose length is tracked can be checked; of all others the access is taken to be inside. */
export function checkIndex(instruction: Access, state: LiveState, activation: Activation): IndexCheck {
  const unchecked = { inside: state, mayBeOutside: false };
  if (!activation.program.policy.indexFails || instruction.access === null) return unchecked;
  const accessed = arrayAccess(instruction, state, activation);
  if (accessed === null) return unchecked;
  const { key, length } = accessed;
  // A write at the length appends.
  const last = instruction.kind === 'store' ? length.max : length.max - 1;
  const proven = inBounds(key, length) || (instruction.kind === 'store' && numbers.leq(key, validIndices) && key.max <= length.min);
  if (proven) return unchecked;
  return { inside: withIndexUpTo(last, instruction, key, state, activation), mayBeOutside: true };
}

/** The states in which an element is read: those in which the array has no element there give undefined. */
export function elementRead(instruction: Access, state: LiveState, activation: Activation): State {
  const accessed = arrayAccess(instruction, state, activation);
  if (accessed === null || accessed.hasOthers || inBounds(accessed.key, accessed.length)) return state;
  return withIndexUpTo(accessed.length.max - 1, instruction, accessed.key, state, activation);
}

interface ArrayAccess {
  readonly key: NumberValue;
  /** The lengths of all arrays that it may be. */
  readonly length: NumberValue;
  /** Some of them have properties that are no elements. */
  readonly hasOthers: boolean;
}

/** An access by a number to arrays that are known; null when it may be another one. */
function arrayAccess(instruction: Access, state: LiveState, activation: Activation): ArrayAccess | null {
  const object = valueIn(instruction.object, state, activation);
  const key = valueIn(instruction.key, state, activation);
  if (object.objects.length === 0 || !values.isNumberOnly(key)) return null;
  let length = numbers.noNumber;
  let hasOthers = object.bits !== 0 || !values.isBottom(values.withObjects(object, []));
  for (const location of object.objects) {
    const array = objectAt(state, location, activation);
    if (array === undefined || array.brand !== 'array' || array.escaped || isGiven(location)) return null;
    length = numbers.join(length, array.length);
    if (!values.isBottom(array.others) || !values.isBottom(numberedProperties(array)) || array.prototype !== null) hasOthers = true;
  }
  return { key: key.number, length, hasOthers };
}

function withIndexUpTo(last: number, { key }: Access, index: NumberValue, state: LiveState, activation: Activation): State {
  const within = numbers.meet(index, numbers.numberRange(0, last, true, false));
  return numbers.isEmpty(within) ? null : refine(key, values.ofNumber(within), state, activation);
}
