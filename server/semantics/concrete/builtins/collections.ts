import { listOf, pairs } from '../iteration.js';
import type { Realm } from '../realm.js';
import { Unmodelled } from '../signals.js';
import { ConcreteObject, type BuiltinSteps, type ConcreteValue } from '../value.js';
import { callback, known, method, prototypeFor, refuseOverridden, withMembers, type Row } from './table.js';

function mapOf(self: ConcreteValue): Map<ConcreteValue, ConcreteValue> {
  if (self instanceof ConcreteObject && self.nature.kind === 'map') return self.nature.entries;
  throw new Unmodelled('a method of Map on something else');
}

function setOf(self: ConcreteValue): Set<ConcreteValue> {
  if (self instanceof ConcreteObject && self.nature.kind === 'set') return self.nature.entries;
  throw new Unmodelled('a method of Set on something else');
}

/** The host's Map compares keys as the program's does: primitives by SameValueZero, objects by identity. */
export const mapMethods: readonly Row[] = [
  method('get', (_realm, self, args) => mapOf(self).get(known(args[0]))),
  method('has', (_realm, self, args) => mapOf(self).has(known(args[0]))),
  method('delete', (_realm, self, args) => mapOf(self).delete(known(args[0]))),
  method('set', (_realm, self, args) => {
    mapOf(self).set(known(args[0]), args[1]);
    return self;
  }),
  method('clear', (_realm, self) => {
    mapOf(self).clear();
    return undefined;
  }),
  method('keys', (realm, self) => realm.iterator(mapOf(self).keys())),
  method('values', (realm, self) => realm.iterator(mapOf(self).values())),
  method('entries', (realm, self) => realm.iterator(pairs(mapOf(self), realm))),
  method('forEach', (realm, self, args) => eachEntry(self, mapOf(self).entries(), callback(args[0], realm), args[1], realm)),
];

export const setMethods: readonly Row[] = [
  method('has', (_realm, self, args) => setOf(self).has(known(args[0]))),
  method('delete', (_realm, self, args) => setOf(self).delete(known(args[0]))),
  method('add', (_realm, self, args) => {
    setOf(self).add(known(args[0]));
    return self;
  }),
  method('clear', (_realm, self) => {
    setOf(self).clear();
    return undefined;
  }),
  method('keys', (realm, self) => realm.iterator(setOf(self).values())),
  method('values', (realm, self) => realm.iterator(setOf(self).values())),
  method('forEach', (realm, self, args) => eachEntry(self, setOf(self).entries(), callback(args[0], realm), args[1], realm)),
];

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

/** Weak collections refuse primitives, which the others take. */
function refuseWeak(name: string, realm: Realm): void {
  if (realm.isUniversal && name.startsWith('Weak')) throw new Unmodelled(name);
}

export function makeMapConstructor(name: 'Map' | 'WeakMap', realm: Realm): ConcreteObject {
  const prototype = realm.prototypeOf('Map');
  const constructor = realm.builtin(name, null, (args, newTarget) => {
    refuseWeak(name, realm);
    const entries = new Map<ConcreteValue, ConcreteValue>();
    const map = new ConcreteObject(prototypeFor(newTarget, prototype), { kind: 'map', entries });
    if (args[0] !== undefined && args[0] !== null) {
      refuseOverridden(map, 'set', prototype, realm);
      for (const entry of listOf(args[0], realm)) {
        if (!(entry instanceof ConcreteObject) || entry.nature.kind !== 'array') throw new Unmodelled('a Map of something else than pairs');
        entries.set(known(entry.nature.elements[0]), entry.nature.elements[1]);
      }
    }
    return map;
  });
  return withMembers(constructor, name, [['prototype', () => prototype]], Map, realm);
}

export function makeSetConstructor(name: 'Set' | 'WeakSet', realm: Realm): ConcreteObject {
  const prototype = realm.prototypeOf('Set');
  const constructor = realm.builtin(name, null, (args, newTarget) => {
    refuseWeak(name, realm);
    const entries = new Set<ConcreteValue>();
    const set = new ConcreteObject(prototypeFor(newTarget, prototype), { kind: 'set', entries });
    if (args[0] !== undefined && args[0] !== null) {
      refuseOverridden(set, 'add', prototype, realm);
      for (const value of listOf(args[0], realm)) entries.add(known(value));
    }
    return set;
  });
  return withMembers(constructor, name, [['prototype', () => prototype]], Set, realm);
}
