import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import * as objects from '../../semantics/heap/object.js';
import { elementsOf, joinAll } from '../arrays/abstract.js';
import type { AbstractModels, Apply, BuiltinCall } from '../../semantics/call/model.js';

// A Map or Set is a tracked object whose `elements` are the values (of a Set: the members) that it may hold. Keys of a Map are
// only met again by iteration, which is unknown code: objects among them become known to it.

const nullish = values.ofBits(Bit.Undefined | Bit.Null);

function keep(call: BuiltinCall, held: Value): void {
  call.update((object) => ({ ...object, elements: values.join(object.elements, held) }));
}

const set: Apply = (call) => {
  call.escape(call.argument(0));
  keep(call, call.argument(1));
  return call.receiver;
};

const add: Apply = (call) => {
  keep(call, call.argument(0));
  return call.receiver;
};

const clear: Apply = (call) => {
  call.update((object) => ({ ...object, elements: values.bottom }));
  return values.undefinedValue;
};

const has: Apply = (call) => (values.isBottom(call.object.elements) ? values.falseValue : values.anyBoolean);

/** The elements of a tracked array or of a string; null where the iterable may be another. */
function iterated(call: BuiltinCall, iterable: Value): Value | null {
  const arrays = call.objectsOf(values.ofObjects(iterable.objects));
  if (arrays === null || arrays.some((array) => array.brand !== 'array' || array.prototype !== null || !values.isBottom(array.others)))
    return null;
  if (!values.leq(values.withText(values.withObjects(iterable, []), texts.noString), nullish)) return null;
  // A code point is one unit or two.
  const characters = iterable.text.maxLength > 0 ? values.ofText(texts.textOfLength(1, 2)) : values.bottom;
  return values.join(joinAll(arrays.map(elementsOf)), characters);
}

const createSet: Apply = (call) => {
  const iterable = call.argument(0);
  let elements = iterated(call, iterable);
  if (elements === null) {
    call.runUnknown([iterable]);
    elements = call.unknown;
  }
  return call.allocate({ ...objects.emptyObject, brand: 'set', elements });
};

const createMap: Apply = (call) => {
  const iterable = call.argument(0);
  let held: Value | null = null;
  const pairs = iterated(call, iterable);
  if (pairs !== null) held = values.isBottom(pairs) ? values.bottom : heldIn(call, pairs);
  if (held === null) {
    call.runUnknown([iterable]);
    held = call.unknown;
  }
  return call.allocate({ ...objects.emptyObject, brand: 'map', elements: held });
};

/** The values of pairs; keys cannot be distinguished from values in the description of an array. */
function heldIn(call: BuiltinCall, pairs: Value): Value | null {
  const arrays = call.objectsOf(values.withObjects(values.ofBits(pairs.bits & Bit.UnknownObject), pairs.objects));
  if (arrays === null || arrays.some((array) => array.brand !== 'array')) return null;
  if (!values.isBottom(values.primitivesOf(pairs))) call.mayThrow();
  const held = joinAll(arrays.map(elementsOf));
  if (values.mayBeObject(held)) call.escape(held);
  return values.join(values.mayBeObject(held) ? values.join(call.unknown, held) : held, values.undefinedValue);
}

/** Weak collections cannot be iterated; what they hold is described as known to unknown code. */
const weak = (name: 'WeakMap' | 'WeakSet'): AbstractModels => ({
  [name]: (call) =>
    values.leq(call.argument(0), nullish) ? call.allocate({ ...objects.emptyObject, prototype: call.prototypeOf(name) }) : null,
  [`${name}.prototype.has`]: throwing(() => values.anyBoolean),
  [`${name}.prototype.delete`]: throwing(() => values.anyBoolean),
});

/** The receiver may be something else, or a key no object: a TypeError. */
function throwing(apply: (call: BuiltinCall) => Value): Apply {
  return (call) => {
    call.mayThrow();
    return apply(call);
  };
}

const keeping = (count: number): Apply =>
  throwing((call) => {
    for (let index = 0; index < count; index++) call.escape(call.argument(index));
    return call.receiver;
  });

export const collectionModels: AbstractModels = {
  Map: createMap,
  'Map.prototype.get': (call) => values.join(call.object.elements, values.undefinedValue),
  'Map.prototype.set': set,
  'Map.prototype.has': () => values.anyBoolean,
  'Map.prototype.delete': () => values.anyBoolean,
  'Map.prototype.clear': clear,
  Set: createSet,
  'Set.prototype.add': add,
  'Set.prototype.has': has,
  'Set.prototype.delete': () => values.anyBoolean,
  'Set.prototype.clear': clear,
  ...weak('WeakMap'),
  'WeakMap.prototype.get': throwing((call) => call.unknown),
  'WeakMap.prototype.set': keeping(2),
  ...weak('WeakSet'),
  'WeakSet.prototype.add': keeping(1),
};
