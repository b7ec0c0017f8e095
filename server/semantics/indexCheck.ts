import type { Instruction } from '../ir/instruction.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import { evaluate, objectAt } from './evaluate.js';
import { inBounds, validIndices } from './heap.js';
import { refine } from './refine.js';
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
  const effects = { throws: false, converts: false };
  const object = evaluate(instruction.object, state, activation, effects);
  const key = evaluate(instruction.key, state, activation, effects);
  if (object.objects.length === 0 || !values.isNumberOnly(key)) return unchecked;
  let length = numbers.noNumber;
  for (const location of object.objects) {
    const array = objectAt(state, location, activation);
    if (array === undefined || array.brand !== 'array' || array.escaped) return unchecked;
    length = numbers.join(length, array.length);
  }
  // A write at the length appends.
  const last = instruction.kind === 'store' ? length.max : length.max - 1;
  const proven =
    inBounds(key.number, length) || (instruction.kind === 'store' && numbers.leq(key.number, validIndices) && key.number.max <= length.min);
  if (proven) return unchecked;
  const within = numbers.meet(key.number, numbers.numberRange(0, last, true, false));
  return {
    inside: numbers.isEmpty(within) ? null : refine(instruction.key, values.ofNumber(within), state, activation),
    mayBeOutside: true,
  };
}
