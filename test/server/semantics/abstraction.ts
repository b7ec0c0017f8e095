import { abstractBuiltins } from '../../../server/builtins/abstractModels.js';
import type { ModuleIr } from '../../../server/ir/program.js';
import * as maps from '../../../server/base/intMap.js';
import * as bigints from '../../../server/lattice/bigint.js';
import { typedArrayClasses } from '../../../server/builtins/facts.js';
import * as numbers from '../../../server/lattice/number.js';
import * as texts from '../../../server/lattice/text.js';
import * as values from '../../../server/lattice/value.js';
import { Bit } from '../../../server/lattice/value.js';
import type { Value } from '../../../server/lattice/value.js';
import { allocate } from '../../../server/semantics/heap/recency.js';
import { keyOf, nameOf } from '../../../server/semantics/heap/propertyNames.js';
import { lengthMadeOf } from '../../../server/semantics/heap/locations.js';
import * as objects from '../../../server/semantics/heap/object.js';
import type { AbstractObject, Property } from '../../../server/semantics/heap/object.js';
import { prepare } from '../../../server/semantics/prepare.js';
import type { Activation } from '../../../server/semantics/scope.js';
import * as states from '../../../server/semantics/state.js';
import type { LiveState } from '../../../server/semantics/state.js';

const point = { start: 0, end: 0 };

/** One function with one variable, the target of calls. */
const emptyModule: ModuleIr = {
  file: 'model.js',
  text: '',
  functions: [
    {
      id: 0,
      file: 'test.ts',
      name: '<module>',
      kind: 'module',
      isAsync: false,
      isGenerator: false,
      bindsPlainly: true,
      parent: null,
      span: point,
      nameSpan: point,
      parameters: [],
      rest: null,
      restSite: null,
      thisVariable: null,
      newTargetVariable: null,
      instanceVariable: null,
      argumentsVariable: null,
      result: 0,
      exception: 1,
      nodes: [],
      edges: [],
      entry: 0,
      exit: 0,
      throwExit: 0,
      opaque: false,
      strict: true,
      neverReturns: false,
      isWantedToThrow: false,
      accesses: [],
    },
  ],
  variables: [],
  sites: [],
  assertions: [],
  invalidAssertions: [],
  exports: [],
  imports: [],
  reexports: [],
  hoisted: new Set(),
  constants: new Map(),
  kept: new Map(),
  numbers: new Set(),
  types: { declared: new Map(), taken: [] },
  ignores: [],
  tampersWithBuiltins: false,
  thresholds: new Map(),
};

export const target = 0;

/** What to do with a primitive on the way to its abstraction. */
export type Blur = (exact: Value) => Value;

/** A state under construction: concrete values and their abstractions side by side. */
export class Abstraction {
  state: LiveState = states.emptyState;
  /** Unknown code ran. */
  ranUnknown = false;
  readonly activation: Activation;
  private sites = 1;

  constructor(private readonly blur: Blur) {
    const run = (state: LiveState): LiveState => {
      this.ranUnknown = true;
      return state;
    };
    this.activation = {
      program: prepare(emptyModule, {
        policy: { integers: false, indexFails: false },
        builtins: abstractBuiltins,
        isRelational: true,
      }),
      function: 0,
      newest: () => true,
      outside: { run, escaped: () => undefined, calledOpaquely: () => undefined, changed: () => undefined, mayChange: () => true },
    };
  }

  /** An abstraction of a tree of primitives, arrays, plain objects, Maps and Sets. */
  of(concrete: unknown): Value {
    if (typeof concrete === 'function' && typedArrayClasses.includes(concrete.name))
      return values.ofObjects([this.activation.program.locations.builtin(concrete.name)]);
    if (typeof concrete !== 'object' || concrete === null) return this.blur(ofPrimitive(concrete));
    const described = this.describe(concrete);
    const site = this.sites++;
    this.state = allocate(this.state, site, described, this.activation);
    return values.ofObjects([this.activation.program.locations.recent(site)]);
  }

  private isInDoubt(): boolean {
    return this.blur(values.falseValue) !== values.falseValue;
  }

  private describe(concrete: object): AbstractObject {
    const joined = (all: readonly unknown[]): Value => all.map((element) => this.of(element)).reduce(values.join, values.bottom);
    if (Array.isArray(concrete)) {
      const present: unknown[] = concrete.filter((_, index) => index in concrete);
      return {
        ...objects.emptyArray,
        elements: joined(present),
        holes: present.length < concrete.length,
        length: this.blur(ofPrimitive(concrete.length)).number,
      };
    }
    if (concrete instanceof Map) {
      for (const key of concrete.keys()) this.of(key);
      return { ...objects.emptyObject, brand: 'map', elements: joined([...concrete.values()]) };
    }
    if (concrete instanceof Set) return { ...objects.emptyObject, brand: 'set', elements: joined([...concrete]) };
    if (concrete instanceof RegExp) {
      const lastIndex = { value: this.of(concrete.lastIndex), optional: false, accessor: false };
      return {
        ...objects.emptyObject,
        brand: 'regexp',
        length: objects.anyMatchLength,
        properties: maps.set(null, keyOf('lastIndex'), lastIndex),
      };
    }
    let properties: AbstractObject['properties'] = null;
    for (const [key, value] of Object.entries(concrete)) {
      properties = maps.set(properties, keyOf(key), { value: this.of(value), optional: this.isInDoubt(), accessor: false });
    }
    // Properties that the object might have had.
    for (const key of ['a', 'b']) {
      if (!Object.hasOwn(concrete, key) && this.isInDoubt())
        properties = maps.set(properties, keyOf(key), { value: values.trueValue, optional: true, accessor: false });
    }
    return { ...objects.emptyObject, properties };
  }
}

function ofPrimitive(concrete: unknown): Value {
  switch (typeof concrete) {
    case 'undefined':
      return values.undefinedValue;
    case 'boolean':
      return concrete ? values.trueValue : values.falseValue;
    case 'number':
      return values.ofNumber(numbers.numberConstant(concrete));
    case 'bigint':
      return values.ofBigint(bigints.bigintConstant(concrete));
    case 'string':
      return values.ofText(texts.textConstant(concrete));
    case 'symbol':
      return values.anySymbol;
    case 'function':
      return values.unknownObject;
    default:
      return values.nullValue;
  }
}

/** Whether the concrete value is one of those that the abstract one stands for in the state. */
export function describes(value: Value, concrete: unknown, state: LiveState): boolean {
  switch (typeof concrete) {
    case 'number':
      return numbers.contains(value.number, concrete);
    case 'string':
      return texts.contains(value.text, concrete);
    case 'bigint':
      return bigints.contains(value.bigint, concrete);
    case 'object':
    case 'function':
      if (concrete === null) return (value.bits & Bit.Null) !== 0;
      if (value.bits & Bit.UnknownObject) return true;
      return value.objects.some((location) => {
        const made = lengthMadeOf(location);
        if (made !== null) return hasLength(concrete, made);
        // A class of the language, which calls leave as it is.
        if (typeof concrete === 'function' && location % 4 === 2) return true;
        const object = maps.get(state.heap, location);
        return object !== undefined && describesObject(object, concrete, state);
      });
    default:
      return values.leq(ofPrimitive(concrete), value);
  }
}

function hasLength(concrete: object, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const length: unknown = ArrayBuffer.isView(concrete) ? Reflect.get(concrete, 'length') : undefined;
  return typeof length === 'number' && length >= min && length <= max;
}

function describesObject(object: AbstractObject, concrete: object, state: LiveState): boolean {
  if (object.escaped) return true;
  if ((typeof concrete === 'function') !== (object.brand === 'function')) return false;
  const elementsHold = (elements: Iterable<unknown>): boolean =>
    [...elements].every((element) => describes(object.elements, element, state));
  if (concrete instanceof Map) return object.brand === 'map' && elementsHold(concrete.values());
  if (concrete instanceof Set) return object.brand === 'set' && elementsHold(concrete);
  const names = Reflect.ownKeys(concrete);
  // Of an expression, a property lastIndex that is not described is any number.
  if (concrete instanceof RegExp)
    return object.brand === 'regexp' && (object.properties === null || namesHold(object, concrete, names, state));
  if (Array.isArray(concrete)) {
    if (object.brand !== 'array' || !numbers.contains(object.length, concrete.length)) return false;
    const present: unknown[] = concrete.filter((_, index) => index in concrete);
    if (present.length < concrete.length && !object.holes) return false;
    if (!elementsHold(present)) return false;
    return namesHold(
      object,
      concrete,
      names.filter((name) => name !== 'length' && !/^\d+$/.test(String(name))),
      state,
    );
  }
  return namesHold(object, concrete, names, state);
}

function namesHold(object: AbstractObject, concrete: object, names: readonly (string | symbol)[], state: LiveState): boolean {
  let missing = false;
  maps.forEach(object.properties, (key, property) => {
    if (!property.optional && !names.includes(nameOf(key))) missing = true;
  });
  return !missing && names.every((name) => propertyHolds(object, name, Reflect.get(concrete, name), state));
}

function propertyHolds(object: AbstractObject, name: string | symbol, value: unknown, state: LiveState): boolean {
  const property: Property | undefined = typeof name === 'symbol' ? undefined : maps.get(object.properties, keyOf(name));
  if (property !== undefined) return property.accessor || describes(property.value, value, state);
  return describes(object.others, value, state) || (/^\d+$/.test(String(name)) && describes(object.elements, value, state));
}
