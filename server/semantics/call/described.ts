import type { Instruction } from '../../ir/instruction.js';
import type { FunctionId } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { valueIn } from '../expression/evaluate.js';
import { objectAt } from '../heap/objectAt.js';
import { mayHaveConstructor } from '../heap/heap.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/** The function of the prelude that describes a call of a built-in. */
export interface Described {
  readonly function: FunctionId;
  /** It describes the call for every receiver; otherwise some may be unknown code. */
  readonly whole: boolean;
}

/** Null when the built-in has none, or none for this call: its model holds, or it is unknown code. */
export function describedBy(
  name: string,
  instruction: Instruction & { kind: 'call' },
  state: LiveState,
  activation: Activation,
): Described | null {
  const described = activation.program.module.linked?.descriptions.get(instruction.site)?.get(name);
  if (described === undefined || instruction.receiver === null) return null;
  const receiver = valueIn(instruction.receiver, state, activation);
  const { locations } = activation.program;
  const admitted = receiver.objects.filter((location) =>
    name.startsWith('Array.prototype.')
      ? isPlainArray(location, state, activation)
      : locations.isBuiltin(location) && `${locations.builtinName(location)}.from` === name,
  );
  if (admitted.length === 0) return null;
  return { function: described, whole: admitted.length === receiver.objects.length && isOnlyObjects(receiver) };
}

const isOnlyObjects = (value: Value): boolean => values.isBottom(values.withObjects(value, []));

/** An array of which nothing is unknown but the values: no accessors, the prototype and the constructor that all arrays have. */
function isPlainArray(location: LocationId, state: LiveState, activation: Activation): boolean {
  const object = objectAt(state, location, activation);
  if (object === undefined || object.escaped || object.brand !== 'array' || object.prototype !== null) return false;
  return !mayHaveConstructor(location, object, state, activation);
}
