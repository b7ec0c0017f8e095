import { takeEach } from '../../execution/concrete/iterationSteps.js';
import { isNullish, pairs } from '../../execution/concrete/iterators.js';
import { getData, getProperty } from '../../execution/concrete/properties.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import {
  ConcreteObject,
  ConcreteSymbol,
  Opaque,
  isCallable,
  type BuiltinSteps,
  type ConcreteValue,
  type Nature,
} from '../../execution/concrete/concreteValue.js';
import {
  callback,
  known,
  method,
  prototypeFor,
  shared,
  withMembers,
  type ConcreteFamily,
  type Row,
} from '../../execution/concrete/members.js';

type Collection = Extract<Nature, { kind: 'map' | 'set' }>;
type MapNature = Extract<Nature, { kind: 'map' }>;
type SetNature = Extract<Nature, { kind: 'set' }>;

function collectionOf<Kind extends Collection['kind']>(self: ConcreteValue, kind: Kind, weak: boolean): Extract<Nature, { kind: Kind }> {
  if (self instanceof ConcreteObject && self.nature.kind === kind) {
    const nature = self.nature as Extract<Collection, { kind: Kind }>;
    if (nature.weak === weak) return nature as Extract<Nature, { kind: Kind }>;
  }
  throw new Unmodelled('a method of a collection on something else');
}

const mapOf = (self: ConcreteValue): MapNature['entries'] => collectionOf(self, 'map', false).entries;
const setOf = (self: ConcreteValue): SetNature['entries'] => collectionOf(self, 'set', false).entries;

/** What weak collections hold: objects. Of symbols those that are not registered, which later versions of the language take. */
function heldWeakly(value: ConcreteValue, realm: Realm): ConcreteValue {
  known(value);
  if (value instanceof ConcreteSymbol) throw new Unmodelled('a symbol in a weak collection');
  return value instanceof ConcreteObject ? value : realm.throwError('TypeError', 'a weak collection holds objects');
}

/** The host's Map compares keys as the program's does: primitives by SameValueZero, objects by identity. */
const keyedMethods = (
  entriesOf: (self: ConcreteValue) => MapNature['entries'],
  key: (value: ConcreteValue, realm: Realm) => ConcreteValue,
) => [
  method('get', (_realm, self, args) => entriesOf(self).get(known(args[0]))),
  method('has', (_realm, self, args) => entriesOf(self).has(known(args[0]))),
  method('delete', (_realm, self, args) => entriesOf(self).delete(known(args[0]))),
  method('set', (realm, self, args) => {
    entriesOf(self).set(key(args[0], realm), args[1]);
    return self;
  }),
];

const memberMethods = (
  entriesOf: (self: ConcreteValue) => SetNature['entries'],
  key: (value: ConcreteValue, realm: Realm) => ConcreteValue,
) => [
  method('has', (_realm, self, args) => entriesOf(self).has(known(args[0]))),
  method('delete', (_realm, self, args) => entriesOf(self).delete(known(args[0]))),
  method('add', (realm, self, args) => {
    entriesOf(self).add(key(args[0], realm));
    return self;
  }),
];

const mapMethods: readonly Row[] = [
  ...keyedMethods(mapOf, (value) => normalised(known(value))),
  method('clear', (_realm, self) => {
    mapOf(self).clear();
    return undefined;
  }),
  method('keys', (realm, self) => realm.iterator(mapOf(self).keys(), self)),
  method('values', (realm, self) => realm.iterator(mapOf(self).values(), self)),
  method('entries', (realm, self) => realm.iterator(pairs(mapOf(self), realm), self)),
  method('forEach', (realm, self, args) => eachEntry(self, mapOf(self).entries(), callback(args[0], realm), args[1], realm)),
];

/** `Set.prototype.keys` is the same function. */
const [valuesName, setValues] = shared(method('values', (realm, self) => realm.iterator(setOf(self).values(), self)));

const setMethods: readonly Row[] = [
  ...memberMethods(setOf, (value) => normalised(known(value))),
  method('clear', (_realm, self) => {
    setOf(self).clear();
    return undefined;
  }),
  ['keys', setValues],
  [valuesName, setValues],
  method('forEach', (realm, self, args) => eachEntry(self, setOf(self).entries(), callback(args[0], realm), args[1], realm)),
];

const weakMapMethods: readonly Row[] = keyedMethods((self) => collectionOf(self, 'map', true).entries, heldWeakly);
const weakSetMethods: readonly Row[] = memberMethods((self) => collectionOf(self, 'set', true).entries, heldWeakly);

/** A key -0 is kept as 0. */
const normalised = (value: ConcreteValue): ConcreteValue => (value === 0 ? 0 : value);

function* eachEntry(
  self: ConcreteValue,
  entries: Iterable<[ConcreteValue, ConcreteValue]>,
  fn: ConcreteObject,
  thisArgument: ConcreteValue,
  realm: Realm,
): BuiltinSteps {
  for (const [key, value] of entries) {
    realm.fuel.spend(1);
    yield { callee: fn, self: thisArgument, args: [value, key, self] };
  }
  return undefined;
}

type CollectionName = 'Map' | 'Set' | 'WeakMap' | 'WeakSet';

const hosts = { Map, Set, WeakMap, WeakSet };

function makeCollectionConstructor(name: CollectionName, realm: Realm): ConcreteObject {
  const prototype = realm.prototypeOf(name);
  const weak = name.startsWith('Weak');
  const constructor = realm.builtin(name, null, (args, newTarget) => {
    const nature: Collection = name.endsWith('Map') ? { kind: 'map', entries: new Map(), weak } : { kind: 'set', entries: new Set(), weak };
    const collection = new ConcreteObject(prototypeFor(newTarget, prototype), nature);
    return isNullish(args[0], realm) ? collection : filled(collection, args[0], realm);
  });
  return withMembers(constructor, name, [['prototype', () => prototype]], hosts[name], realm);
}

/** Each value is handed to the method `set` or `add` that the collection has, which a class may have overridden. */
function* filled(collection: ConcreteObject, iterable: ConcreteValue, realm: Realm): BuiltinSteps {
  const isMap = collection.nature.kind === 'map';
  const lookup = getProperty(collection, isMap ? 'set' : 'add', realm);
  const adder = lookup.kind === 'value' ? lookup.value : yield { callee: lookup.getter, self: collection, args: [] };
  if (adder instanceof Opaque) throw new Unmodelled(adder.what);
  if (!isCallable(adder)) return realm.throwError('TypeError', 'what adds to the collection is no function');
  const { nature } = collection;
  const mayThrow = adder.nature.kind !== 'builtin' || (nature.kind !== 'map' && nature.kind !== 'set') || nature.weak;
  yield* takeEach(iterable, realm, function* (value, isOwn) {
    // An iterator of the program would be closed.
    if (isOwn && (mayThrow || (isMap && !(known(value) instanceof ConcreteObject)))) throw new Unmodelled('an iterator of the program');
    yield { callee: adder, self: collection, args: isMap ? entryOf(value, realm) : [value] };
  });
  return collection;
}

/** The key and the value of an entry. */
function entryOf(entry: ConcreteValue, realm: Realm): readonly ConcreteValue[] {
  if (!(known(entry) instanceof ConcreteObject)) return realm.throwError('TypeError', 'an entry must be an object');
  return [getData(entry, '0', realm), getData(entry, '1', realm)];
}

export const concreteCollections: ConcreteFamily = {
  globals: (['Map', 'Set', 'WeakMap', 'WeakSet'] as const).map((name): Row => [name, (realm) => makeCollectionConstructor(name, realm)]),
  prototypes: {
    Map: [['constructor', (realm) => realm.global('Map')], ...mapMethods],
    Set: [['constructor', (realm) => realm.global('Set')], ...setMethods],
    WeakMap: [['constructor', (realm) => realm.global('WeakMap')], ...weakMapMethods],
    WeakSet: [['constructor', (realm) => realm.global('WeakSet')], ...weakSetMethods],
  },
};
