import { InternalError } from '../base/errors.js';
import * as maps from '../base/intMap.js';
import type { Expression } from '../ir/expression.js';
import * as numbers from '../lattice/number.js';
import * as arithmetic from '../lattice/numberArithmetic.js';
import * as texts from '../lattice/text.js';
import * as values from '../lattice/value.js';
import { Bit } from '../lattice/value.js';
import type { LocationId, Value } from '../lattice/value.js';
import { mayHaveOwnGetter } from './heap/accessors.js';
import { allocate, isAllocated } from './heap/recency.js';
import { isErrorClass } from '../builtins/names.js';
import { valueIn } from './expression/evaluate.js';
import { objectAt } from './heap/objectAt.js';
import * as heap from './heap/heap.js';
import { accessorName } from './heap/propertyNames.js';
import { elementsOf, isPlainIterable, lengthOf } from './iteration.js';
import * as objects from './heap/object.js';
import type { AbstractObject, Property } from './heap/object.js';
import { engineError } from './outcome.js';
import type { Done, InstructionOf } from './outcome.js';
import { write } from './write.js';
import type { Activation } from './scope.js';
import * as states from './state.js';
import type { LiveState } from './state.js';

/** Getters of the source run; its own properties land in the object. */
export function copyProperties(instruction: InstructionOf<'copyProperties'>, state: LiveState, activation: Activation): Done {
  const object = valueIn(instruction.object, state, activation);
  const source = valueIn(instruction.source, state, activation);
  let plain = (source.bits & Bit.UnknownObject) === 0;
  let copied = values.hasText(source) ? values.ofText(texts.textOfLength(1, 1)) : values.bottom;
  for (const location of source.objects) {
    const from = objectAt(state, location, activation);
    if (from === undefined || from.escaped) plain = false;
    else {
      maps.forEach(from.properties, (_, property) => {
        if (property.accessor) plain = false;
        copied = values.join(copied, property.value);
      });
      copied = values.join(copied, values.join(from.others, from.elements));
    }
  }
  const run = mayHaveOwnGetter(activation.program) ? heap.runUnknown : heap.runGetter;
  const after = plain ? state : run(state, [source], activation);
  if (!plain) copied = values.join(copied, values.top);
  let current = after;
  for (const location of object.objects) {
    const target = objectAt(current, location, activation);
    if (target === undefined || target.escaped) {
      current = heap.escapeValue(copied, current, activation);
      continue;
    }
    const properties = maps.mapValues(target.properties, (property) => ({ ...property, value: values.join(property.value, copied) }));
    current = heap.update(current, location, { ...target, properties, others: values.join(target.others, copied) }, activation);
  }
  return { normal: current, thrown: plain ? null : after, exception: values.top };
}

/** A regular expression has one property of its own. */
const regularExpression: AbstractObject = {
  ...objects.emptyObject,
  brand: 'regexp',
  length: objects.anyMatchLength,
  properties: maps.set(null, heap.keyOf('lastIndex'), {
    value: values.ofNumber(numbers.numberConstant(0)),
    optional: false,
    accessor: false,
  }),
};

const regularExpressions = new Map<number, AbstractObject>();

/** One description for each length. */
function regularExpressionOf(matchLength: number | null): AbstractObject {
  if (matchLength === null) return regularExpression;
  let known = regularExpressions.get(matchLength);
  if (known === undefined)
    regularExpressions.set(matchLength, (known = { ...regularExpression, length: numbers.numberConstant(matchLength) }));
  return known;
}

/** An object, array or regular expression literal. */
export function allocateLiteral(instruction: InstructionOf<'allocate'>, state: LiveState, activation: Activation): Done {
  const { program } = activation;
  let spreadUnknown = false;
  let current = state;
  let object: AbstractObject = objects.emptyObject;
  if (instruction.form === 'regexp') object = regularExpressionOf(instruction.matchLength ?? null);
  if (instruction.form === 'array') {
    const elements: Value[] = [];
    let length = numbers.numberConstant(0);
    let holes = false;
    const isListed = instruction.elements.every(({ kind }) => kind === 'value');
    for (const element of instruction.elements) {
      if (element.kind === 'hole') {
        holes = true;
        length = arithmetic.add(length, numbers.numberConstant(1));
      } else if (element.kind === 'value') {
        elements.push(valueIn(element.value, state, activation));
        length = arithmetic.add(length, numbers.numberConstant(1));
      } else {
        const iterable = valueIn(element.value, state, activation);
        if (isPlainIterable(iterable, 'of', current, activation)) {
          elements.push(elementsOf(iterable, current, activation));
          length = arithmetic.add(length, lengthOf(iterable, current, activation));
        } else {
          spreadUnknown = true;
          current = heap.runUnknown(current, [iterable], activation);
          elements.push(values.top);
          length = objects.anyLength;
        }
      }
    }
    object = isListed
      ? objects.arrayWith(elements)
      : { ...objects.emptyArray, elements: values.joinAll(elements), length: numbers.meet(length, objects.anyLength), holes };
  }
  const allocated = allocate(current, instruction.site, object, activation);
  return {
    normal: write(allocated, instruction.target, values.ofObjects([program.locations.recent(instruction.site)]), activation),
    thrown: spreadUnknown ? current : null,
    exception: values.top,
  };
}

/** A function object, with its `prototype` where it has one. */
export function createClosure(instruction: InstructionOf<'closure'>, state: LiveState, activation: Activation): Done {
  const { program } = activation;
  const body = program.module.functions[instruction.function];
  if (body === undefined) throw new InternalError(`function ${instruction.function} is missing`);
  const prototypeLocation = program.locations.prototypeOf(instruction.site);
  const superclass = instruction.superclass === null ? null : valueIn(instruction.superclass, state, activation);
  let current = state;
  const constructs = instruction.isClass || (body.kind === 'function' && !body.isAsync && !body.isGenerator);
  let object = functionObjectOf(instruction);
  if (superclass !== null && !isNull(superclass))
    object = { ...object, prototype: superclass.bits & Bit.Null ? values.unknownObject : superclass };
  if (constructs) {
    const parent = superclass === null ? null : parentOf(superclass, current, activation);
    const existing = isAllocated(prototypeLocation, instruction.site, current, activation)
      ? maps.get(current.heap, prototypeLocation)
      : undefined;
    const fresh: AbstractObject = parent === null ? objects.emptyObject : { ...objects.emptyObject, prototype: parent };
    current = states.setObject(
      current,
      prototypeLocation,
      existing === undefined ? fresh : { ...objects.join(existing, fresh), summary: true },
    );
    object = withPrototype(object, prototypeLocation);
  }
  const allocated = allocate(current, instruction.site, object, activation);
  return {
    normal: write(allocated, instruction.target, values.ofObjects([program.locations.recent(instruction.site)]), activation),
    thrown: superclass === null || canBeExtended(superclass, state, activation) ? null : state,
    exception: engineError,
  };
}

const isNull = (value: Value): boolean => values.isBottom(values.withBits(value, value.bits & ~Bit.Null));

/** The prototype of a class's prototype: a class may extend null. */
function parentOf(superclass: Value, state: LiveState, activation: Activation): Value {
  const constructors = values.withBits(superclass, superclass.bits & ~Bit.Null);
  const prototypes = values.isBottom(constructors)
    ? values.bottom
    : heap.load(constructors, values.ofText(texts.textConstant('prototype')), state, activation, 'unknown').value;
  return superclass.bits & Bit.Null ? values.join(prototypes, values.nullValue) : prototypes;
}

/** Certainly a constructor with a prototype: a class, of the program or of errors. */
function canBeExtended(superclass: Value, state: LiveState, activation: Activation): boolean {
  const { locations } = activation.program;
  return (
    values.isBottom(values.withBits(values.withObjects(superclass, []), superclass.bits & ~Bit.Null)) &&
    superclass.objects.every((location) =>
      locations.isBuiltin(location)
        ? isErrorClass(locations.builtinName(location))
        : objectAt(state, location, activation)?.callable?.isClass === true,
    )
  );
}

const functionObjects = new WeakMap<InstructionOf<'closure'>, AbstractObject>();

/** One description for each instruction: states that differ in nothing else then share it. */
function functionObjectOf(instruction: InstructionOf<'closure'>): AbstractObject {
  const known = functionObjects.get(instruction);
  if (known !== undefined) return known;
  const object = objects.functionObject({ function: instruction.function, exact: true, isClass: instruction.isClass });
  functionObjects.set(instruction, object);
  return object;
}

const constructors = new WeakMap<AbstractObject, AbstractObject>();

/** The function object with its `prototype` property. */
function withPrototype(object: AbstractObject, prototype: LocationId): AbstractObject {
  const known = constructors.get(object);
  if (known !== undefined) return known;
  const property = { value: values.ofObjects([prototype]), optional: false, accessor: false };
  const constructor = { ...object, properties: maps.set(object.properties, heap.keyOf('prototype'), property) };
  constructors.set(object, constructor);
  return constructor;
}

/** A getter or setter. Under a computed key it is called by unknown code, so that it is analysed as a root. */
export function defineAccessor(instruction: InstructionOf<'defineAccessor'>, state: LiveState, activation: Activation): Done {
  const object = valueIn(instruction.object, state, activation);
  const closureOf = (closure: Expression | null): Value | null => (closure === null ? null : valueIn(closure, state, activation));
  const getter = closureOf(instruction.getter);
  const setter = closureOf(instruction.setter);
  const name = accessorName(instruction.key);
  const isSymbol = values.leq(valueIn(instruction.key, state, activation), values.anySymbol);
  let current = state;
  let throws = (object.bits & values.Bit.UnknownObject) !== 0;
  const escapeFunctions = (): void => {
    for (const accessor of [getter, setter]) if (accessor !== null) current = heap.escapeValue(accessor, current, activation);
  };
  if (name === null || throws) escapeFunctions();
  const alone = object.objects.length === 1 && !throws;
  for (const location of object.objects) {
    const target = objectAt(current, location, activation);
    if (target === undefined || target.escaped) {
      throws = true;
      escapeFunctions();
      if (target !== undefined) current = heap.update(current, location, objects.escape(target), activation);
      continue;
    }
    if (name === null) {
      current = heap.escapeValue(values.ofObjects([location]), current, activation);
      // Under a name that is not known it may be any property; a symbol is none of those that are kept.
      if (!isSymbol) current = heap.update(current, location, objects.escape(target), activation);
      continue;
    }
    const key = heap.keyOf(name);
    const before = maps.get(target.properties, key);
    if (before?.accessor === true && before.pair === undefined) escapeFunctions();
    const property = withHalves(before, getter, setter);
    const defined = { ...target, properties: maps.set(target.properties, key, property) };
    const strong = alone && heap.isSingle(location, target, activation);
    current = heap.update(current, location, strong ? defined : objects.join(target, defined), activation);
  }
  return { normal: current, thrown: throws ? current : null, exception: engineError };
}

/** A getter and a setter of one name are defined one after the other: the second keeps the first. */
function withHalves(before: Property | undefined, getter: Value | null, setter: Value | null): Property {
  if (before?.accessor === true && before.pair === undefined) return before;
  const half = (given: Value | null, known: Value | undefined): Value => {
    if (given !== null) return given;
    if (known === undefined) return values.undefinedValue;
    const certain = before?.optional === false && values.isBottom(before.value);
    return certain ? known : values.join(known, values.undefinedValue);
  };
  return objects.accessorProperty({ getter: half(getter, before?.pair?.getter), setter: half(setter, before?.pair?.setter) });
}
