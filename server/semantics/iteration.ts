import * as numbers from '../lattice/number.js';
import * as arithmetic from '../lattice/numberArithmetic.js';
import * as texts from '../lattice/text.js';
import * as values from '../lattice/value.js';
import { Bit } from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { objectAt } from './heap/objectAt.js';
import * as heap from './heap/heap.js';
import * as objects from './heap/object.js';
import { completes } from './outcome.js';
import type { Done, InstructionOf } from './outcome.js';
import { read } from './scope.js';
import { write } from './write.js';
import type { Activation } from './scope.js';
import type { LiveState } from './state.js';

/** Arrays that have not escaped and have no iterator of their own, and strings: iterating them runs no code of the user. */
export function isPlainIterable(iterable: Value, protocol: 'of' | 'in' | 'asyncOf', state: LiveState, activation: Activation): boolean {
  if (protocol === 'asyncOf' || activation.program.module.tampersWithBuiltins) return false;
  const text = values.hasText(iterable);
  if (iterable.bits !== 0 || values.hasNumber(iterable) || values.hasBigint(iterable)) {
    return protocol === 'in' && (iterable.bits & Bit.UnknownObject) === 0 && iterable.objects.length === 0;
  }
  if (iterable.objects.length === 0) return text;
  return iterable.objects.every((location) => {
    const object = objectAt(state, location, activation);
    if (object === undefined || object.escaped) return false;
    return protocol === 'in' || (object.brand === 'array' && object.prototype === null && values.isBottom(object.others));
  });
}

/** The elements of arrays, or the characters of texts; of one step (`at`: how many came before) only those that it may give. */
export function elementsOf(iterable: Value, state: LiveState, activation: Activation, at: numbers.NumberValue = numbers.anyNumber): Value {
  let elements = values.hasText(iterable) ? values.ofText(texts.textOfLength(1, 2)) : values.bottom;
  for (const location of iterable.objects) {
    const object = objectAt(state, location, activation);
    if (object === undefined) return values.top;
    elements = values.join(elements, objects.slotAt(object, at) ?? object.elements);
    if (object.holes) elements = values.join(elements, values.undefinedValue);
  }
  return elements;
}

/** The number of elements of arrays, or of characters of a text, that are iterated. */
export function lengthOf(iterable: Value, state: LiveState, activation: Activation): numbers.NumberValue {
  let length = values.hasText(iterable)
    ? numbers.meet(numbers.join(numbers.numberConstant(0), texts.lengthOf(iterable.text)), objects.anyLength)
    : numbers.noNumber;
  for (const location of iterable.objects)
    length = numbers.join(length, objectAt(state, location, activation)?.length ?? objects.anyLength);
  return length;
}

/** Iterators are unknown code; the names of properties are data, or told by proxies of unknown code, which change no array. */
export const runIterator = (protocol: 'of' | 'in' | 'asyncOf', { program }: Activation): typeof heap.runUnknown =>
  protocol === 'in' && !program.describesProperties ? heap.runGetter : heap.runUnknown;

/** One step of an iteration: goes on with the next value, or ends. */
export function step(instruction: InstructionOf<'step'>, state: LiveState, activation: Activation): Done {
  const iterable = read(state, instruction.iterator, activation);
  const index = read(state, instruction.index, activation);
  const next = values.ofNumber(arithmetic.add(index.number, numbers.numberConstant(1)));
  if (!isPlainIterable(iterable, instruction.protocol, state, activation)) {
    const after = runIterator(instruction.protocol, activation)(state, [], activation);
    const value = instruction.protocol === 'in' ? values.anyStringValue : values.top;
    const normal = instruction.found
      ? write(write(after, instruction.index, next, activation), instruction.target, value, activation)
      : after;
    return { normal, thrown: after, exception: values.top };
  }
  if (instruction.protocol === 'in') {
    if (!instruction.found) return completes(state);
    return completes(write(write(state, instruction.index, next, activation), instruction.target, values.anyStringValue, activation));
  }
  const length = lengthOf(iterable, state, activation);
  // A string's code points are at most as many as its units.
  const exact = !values.hasText(iterable);
  const comparable = restrictIndex(index.number, length, instruction.found, exact);
  if (numbers.isEmpty(comparable)) return completes(null);
  if (!instruction.found) return completes(exact ? write(state, instruction.index, values.ofNumber(comparable), activation) : state);
  const advanced = values.ofNumber(arithmetic.add(comparable, numbers.numberConstant(1)));
  // In a loop, elements that come one by one would only be widened.
  const element = elementsOf(iterable, state, activation, instruction.taken === null ? numbers.anyNumber : comparable);
  if (values.isBottom(element)) return completes(null);
  return completes(write(write(state, instruction.index, advanced, activation), instruction.target, element, activation));
}

/** The step counts for which an iteration over so many elements goes on (or ends). */
function restrictIndex(index: numbers.NumberValue, length: numbers.NumberValue, found: boolean, exact: boolean): numbers.NumberValue {
  if (found) return numbers.meet(index, numbers.numberRange(0, length.max - 1, true, false));
  return exact ? numbers.meet(index, numbers.numberRange(length.min, Infinity, true, false)) : index;
}
