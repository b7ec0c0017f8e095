import { isTrue, toNumber, toText, typeOf } from '../primitive.js';
import type { Realm } from '../realm.js';
import { Unmodelled } from '../signals.js';
import { ConcreteObject, type BuiltinSteps, type CallRequest, type ConcreteValue } from '../value.js';
import { callback, elementsOf, known, method, refuseSpecies, writableElements, type Row } from './table.js';

/** What the visits of one method do with each result; `stop` ends it with that value. */
interface Visit {
  readonly result: (value: ConcreteValue, element: ConcreteValue, index: number) => { readonly stop: ConcreteValue } | null;
  readonly end: () => ConcreteValue;
}

/** A method that calls back once per element in order; the length is that of the start, the elements are those of the moment. */
function visiting(name: string, holes: 'skipped' | 'visited', make: (realm: Realm) => Visit): Row {
  return method(name, (realm, self, args) => {
    const elements = elementsOf(self, realm);
    return visitAll(self, elements, callback(args[0], realm), args[1], holes, make(realm), realm);
  });
}

function* visitAll(
  self: ConcreteValue,
  elements: readonly ConcreteValue[],
  fn: ConcreteObject,
  thisArgument: ConcreteValue,
  holes: 'skipped' | 'visited',
  visit: Visit,
  realm: Realm,
): BuiltinSteps {
  const { length } = elements;
  for (let i = 0; i < length; i++) {
    realm.fuel.spend(1);
    if (holes === 'skipped' && !(i in elements)) continue;
    const element = elements[i];
    const value = yield request(fn, thisArgument, element, i, self);
    const stop = visit.result(value, element, i);
    if (stop !== null) return stop.stop;
  }
  return visit.end();
}

function request(fn: ConcreteObject, thisArgument: ConcreteValue, element: ConcreteValue, index: number, self: ConcreteValue): CallRequest {
  return { callee: fn, self: thisArgument, args: [element, index, self] };
}

function reducing(name: string, backwards: boolean): Row {
  return method(name, (realm, self, args) => reduce(self, elementsOf(self, realm), callback(args[0], realm), args, backwards, realm));
}

function* reduce(
  self: ConcreteValue,
  elements: readonly ConcreteValue[],
  fn: ConcreteObject,
  args: readonly ConcreteValue[],
  backwards: boolean,
  realm: Realm,
): BuiltinSteps {
  const { length } = elements;
  let result = args[1];
  let started = args.length > 1;
  for (let step = 0; step < length; step++) {
    realm.fuel.spend(1);
    const i = backwards ? length - 1 - step : step;
    if (!(i in elements)) continue;
    if (started) result = yield { callee: fn, self: undefined, args: [result, elements[i], i, self] };
    else result = elements[i];
    started = true;
  }
  return started ? result : realm.throwError('TypeError', 'reduce of an empty array');
}

/** A stable merge sort: any consistent comparison gives the host's result. */
function* sort(self: ConcreteValue, elements: ConcreteValue[], fn: ConcreteObject | null, realm: Realm): BuiltinSteps {
  elements.forEach(known);
  const holes = elements.length - elements.filter(() => true).length;
  const undefinedCount = elements.filter((element) => element === undefined).length;
  let sorted: ConcreteValue[] = elements.filter((element) => element !== undefined);
  if (fn === null) {
    const texts = sorted.map((element) => ({ element, text: toText(element, realm) }));
    sorted = texts.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ element }) => element);
  } else {
    for (let width = 1; width < sorted.length; width *= 2) {
      const merged: ConcreteValue[] = [];
      for (let start = 0; start < sorted.length; start += 2 * width) {
        let left = start;
        let right = Math.min(start + width, sorted.length);
        const middle = right;
        const end = Math.min(start + 2 * width, sorted.length);
        while (left < middle && right < end) {
          const order = yield { callee: fn, self: undefined, args: [sorted[left], sorted[right]] };
          // A comparison that answers true or false is inconsistent: its order is the engine's own.
          if (typeOf(order) !== 'number') throw new Unmodelled('a comparison that gives no number');
          if (toNumber(order, realm) > 0) merged.push(sorted[right++]);
          else merged.push(sorted[left++]);
        }
        while (left < middle) merged.push(sorted[left++]);
        while (right < end) merged.push(sorted[right++]);
      }
      sorted = merged;
    }
  }
  for (let i = 0; i < undefinedCount; i++) sorted.push(undefined);
  const { length } = elements;
  elements.length = 0;
  elements.push(...sorted);
  if (holes > 0) elements.length = length;
  return self;
}

export const arrayCallbacks: readonly Row[] = [
  visiting('forEach', 'skipped', () => ({ result: () => null, end: () => undefined })),
  visiting('some', 'skipped', () => ({ result: (value) => (isTrue(value) ? { stop: true } : null), end: () => false })),
  visiting('every', 'skipped', () => ({ result: (value) => (isTrue(value) ? null : { stop: false }), end: () => true })),
  visiting('find', 'visited', () => ({ result: (value, element) => (isTrue(value) ? { stop: element } : null), end: () => undefined })),
  visiting('findIndex', 'visited', () => ({ result: (value, _element, i) => (isTrue(value) ? { stop: i } : null), end: () => -1 })),
  method('map', (realm, self, args) => {
    refuseSpecies(self, realm);
    const results: ConcreteValue[] = [];
    const elements = elementsOf(self, realm);
    const { length } = elements;
    const visit: Visit = {
      result: (value, _element, i) => {
        results[i] = value;
        return null;
      },
      end: () => {
        results.length = length;
        return realm.array(results);
      },
    };
    return visitAll(self, elements, callback(args[0], realm), args[1], 'skipped', visit, realm);
  }),
  method('filter', (realm, self, args) => {
    refuseSpecies(self, realm);
    const results: ConcreteValue[] = [];
    const visit: Visit = {
      result: (value, element) => {
        if (isTrue(value)) results.push(element);
        return null;
      },
      end: () => realm.array(results),
    };
    return visitAll(self, elementsOf(self, realm), callback(args[0], realm), args[1], 'skipped', visit, realm);
  }),
  method('flatMap', (realm, self, args) => {
    refuseSpecies(self, realm);
    const results: ConcreteValue[] = [];
    const visit: Visit = {
      result: (value) => {
        known(value);
        if (value instanceof ConcreteObject && value.nature.kind === 'array') results.push(...value.nature.elements.filter(() => true));
        else results.push(value);
        return null;
      },
      end: () => realm.array(results),
    };
    return visitAll(self, elementsOf(self, realm), callback(args[0], realm), args[1], 'skipped', visit, realm);
  }),
  reducing('reduce', false),
  reducing('reduceRight', true),
  method('sort', (realm, self, args) => {
    const elements = writableElements(self);
    realm.fuel.spend(elements.length * 4);
    return sort(self, elements, args[0] === undefined ? null : callback(args[0], realm), realm);
  }),
];
