import { known, method, withMembers, type ConcreteFamily } from '../../execution/concrete/members.js';
import { findProperty } from '../../execution/concrete/properties.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, type ConcreteValue } from '../../execution/concrete/concreteValue.js';

/** Promises settle by tasks, which no run waits for: only settled ones are modelled. */
function makePromiseConstructor(realm: Realm): ConcreteObject {
  const constructor = realm.builtin('Promise', null, () => {
    throw new Unmodelled('a promise');
  });
  return withMembers(
    constructor,
    'Promise',
    [['prototype', () => realm.prototypeOf('Promise')], method('resolve', resolve), method('reject', reject)],
    Promise,
    realm,
  );
}

function resolve(realm: Realm, self: ConcreteValue, [value]: readonly ConcreteValue[]): ConcreteValue {
  if (self !== realm.global('Promise')) throw new Unmodelled('a promise of another constructor');
  known(value);
  if (value instanceof ConcreteObject) {
    if (value.nature.kind === 'promise') return value;
    if (findProperty(value, 'then', realm) !== undefined) throw new Unmodelled('a thenable');
  }
  return new ConcreteObject(realm.prototypeOf('Promise'), { kind: 'promise', rejected: false, value });
}

function reject(realm: Realm, self: ConcreteValue, [reason]: readonly ConcreteValue[]): ConcreteValue {
  if (self !== realm.global('Promise')) throw new Unmodelled('a promise of another constructor');
  return new ConcreteObject(realm.prototypeOf('Promise'), { kind: 'promise', rejected: true, value: reason });
}

export const concretePromises: ConcreteFamily = { globals: [['Promise', makePromiseConstructor]], prototypes: { Promise: [] } };
