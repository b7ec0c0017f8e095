import { isTrue, toNumber, toText } from '../../execution/concrete/primitive.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, type BuiltinSteps, type CallRequest, type ConcreteValue } from '../../execution/concrete/concreteValue.js';
import {
  callback,
  elementsOf,
  known,
  method,
  ownElements,
  refuseFrozen,
  refuseSpecies,
  type Row,
} from '../../execution/concrete/members.js';

/** What the visits of one method do with each result; `stop` ends it with that value. */
interface Visit {
  readonly result: (value: ConcreteValue, element: ConcreteValue, index: number) => { readonly stop: ConcreteValue } | null;
  readonly end: () => ConcreteValue;
}

/** A method that calls back once per element in order; the length is that of the start, the elements are those of the moment. */
function visiting(name: string, holes: 'skipped' | 'visited', make: (realm: Realm) => Visit): Row {
  return method(name, (realm, self, args) => {
    const elements = elementsOf(self, realm);
    return visitAll(self, elements, { fn: callback(args[0], realm), thisArgument: args[1] }, holes, make(realm), realm);
  });
}

function* visitAll(
  self: ConcreteValue,
  elements: readonly ConcreteValue[],
  { fn, thisArgument }: { readonly fn: ConcreteObject; readonly thisArgument: ConcreteValue },
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

/** Whether sorting writes elements: of several places some is not empty. */
const isWritten = (elements: readonly ConcreteValue[]): boolean => elements.length > 1 && elements.some(() => true);

function* sort(self: ConcreteValue, elements: ConcreteValue[], fn: ConcreteObject | null, realm: Realm): BuiltinSteps {
  elements.forEach(known);
  const holes = elements.length - elements.filter(() => true).length;
  const undefinedCount = elements.filter((element) => element === undefined).length;
  let sorted: ConcreteValue[] = elements.filter((element) => element !== undefined);
  // A single one is not compared, so not converted either.
  if (fn === null && sorted.length > 1) {
    const texts = sorted.map((element) => ({ element, text: toText(element, realm) }));
    sorted = texts.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ element }) => element);
  } else if (fn !== null) yield* sortBy(sorted, fn, realm);
  // What is compared is written back, also where it stays.
  if (isWritten(elements)) refuseFrozen(self, realm);
  for (let i = 0; i < undefinedCount; i++) sorted.push(undefined);
  // A comparator may have changed the array meanwhile: what was taken is written back, and the places of holes are deleted.
  sorted.forEach((element, i) => (elements[i] = element));
  for (let i = sorted.length; i < sorted.length + holes; i++) Reflect.deleteProperty(elements, i);
  return self;
}

/** Longer arrays are sorted by parts. */
const mostInserted = 63;

/**
 * Sorts as V8 does, because the comparator sees what it is asked, and one that contradicts itself gives an order of the engine's own:
 * a first run that ascends or descends, then each further element by bisection.
 */
function* sortBy(sorted: ConcreteValue[], fn: ConcreteObject, realm: Realm): Generator<CallRequest, void, ConcreteValue> {
  if (sorted.length > mostInserted) throw new Unmodelled('a long array sorted by a comparator');
  const compare = function* (a: ConcreteValue, b: ConcreteValue): Generator<CallRequest, number, ConcreteValue> {
    return toNumber(yield { callee: fn, self: undefined, args: [a, b] }, realm);
  };
  if (sorted.length < 2) return;
  let run = 2;
  const isDescending = (yield* compare(sorted[1], sorted[0])) < 0;
  for (; run < sorted.length; run++) {
    const isLess = (yield* compare(sorted[run], sorted[run - 1])) < 0;
    if (isLess !== isDescending) break;
  }
  if (isDescending) sorted.splice(0, run, ...sorted.slice(0, run).reverse());
  for (let start = run; start < sorted.length; start++) {
    let left = 0;
    let right = start;
    const pivot = sorted[start];
    while (left < right) {
      const middle = left + ((right - left) >> 1);
      if ((yield* compare(pivot, sorted[middle])) < 0) right = middle;
      else left = middle + 1;
    }
    sorted.splice(start, 1);
    sorted.splice(left, 0, pivot);
  }
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
    return visitAll(self, elements, { fn: callback(args[0], realm), thisArgument: args[1] }, 'skipped', visit, realm);
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
    return visitAll(self, elementsOf(self, realm), { fn: callback(args[0], realm), thisArgument: args[1] }, 'skipped', visit, realm);
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
    return visitAll(self, elementsOf(self, realm), { fn: callback(args[0], realm), thisArgument: args[1] }, 'skipped', visit, realm);
  }),
  reducing('reduce', false),
  reducing('reduceRight', true),
  method('sort', (realm, self, args) => {
    const elements = ownElements(self);
    realm.fuel.spend(elements.length * 4);
    const compare = args[0] === undefined ? null : callback(args[0], realm);
    if (isWritten(elements) && self instanceof ConcreteObject && self.frozen) {
      if (compare === null && elements.some((value) => typeof value === 'object'))
        throw new Unmodelled('calls before a change of a frozen array');
      if (compare === null) refuseFrozen(self, realm);
    }
    return sort(self, elements, compare, realm);
  }),
];
