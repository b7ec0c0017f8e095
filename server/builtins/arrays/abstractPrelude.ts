import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { anyLength, type AbstractObject } from '../../semantics/heap/object.js';
import { joinAll } from './abstract.js';
import type { AbstractModels, Apply, BuiltinCall } from '../../semantics/call/model.js';

/** Rewrites the array that is the first argument, and gives it back. */
function rewrite(change: (array: AbstractObject, call: BuiltinCall) => AbstractObject): Apply {
  return (call) => {
    const array = call.argument(0);
    if (call.objectsOf(array) === null) return null;
    call.updateAll(array, (object) => change(object, call));
    return array;
  };
}

/** The array has this length: no run comes here with another. */
function withLength(array: AbstractObject, length: NumberValue): AbstractObject {
  const possible = numbers.meet(array.length, length);
  return numbers.isEmpty(possible) ? array : { ...array, length: possible };
}

const bound = (call: BuiltinCall): NumberValue => {
  const given: Value = call.argument(1);
  return values.isNumberOnly(given) ? given.number : numbers.anyNumber;
};

/**
 * What the prelude says of arrays: that they have no holes; at most, or at least, so many elements; that the elements of the
 * second one are written over those of the first, in any order.
 */
export const preludeModels: AbstractModels = {
  'Array.%dense': rewrite((array) => ({ ...array, holes: false })),
  'Array.%atMost': rewrite((array, call) => withLength(array, numbers.numberRange(0, bound(call).max, true, false))),
  'Array.%atLeast': rewrite((array, call) => withLength(array, numbers.numberRange(Math.max(0, bound(call).min), Infinity, true, false))),
  'Array.%permute': rewrite((array, call) => {
    const written = call.objectsOf(call.argument(1));
    // Of what unknown code may have changed, nothing is known.
    if (written === null)
      return { ...array, elements: values.join(array.elements, values.top), slots: null, holes: true, length: anyLength };
    const length = written.map((items) => items.length).reduce(numbers.join, numbers.noNumber);
    return {
      ...array,
      elements: values.join(array.elements, joinAll(written.map((items) => items.elements))),
      slots: null,
      length: arithmetic.max(array.length, length),
    };
  }),
};
