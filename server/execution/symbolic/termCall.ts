import * as values from '../../lattice/value.js';
import { getData } from '../concrete/properties.js';
import type { PrototypeName, Realm } from '../concrete/realm.js';
import { ConcreteObject, Term } from '../concrete/concreteValue.js';
import type { ConcreteValue } from '../concrete/concreteValue.js';
import { isText } from './patterns.js';
import type { PathTerms } from './terms.js';

/** A call of a function of the language with a term among receiver and arguments. */
export interface TermCall {
  readonly terms: PathTerms;
  /** The function's own name: `trim`. */
  readonly name: string;
  readonly self: ConcreteValue;
  readonly args: readonly ConcreteValue[];
  readonly realm: Realm;
}

export type Called = { readonly value: ConcreteValue } | null;

/** The term for the result of a built-in; null where the interpreter can go on by itself. */
export type TermModel = (call: TermCall) => Called;

/** By name, as written in JavaScript. */
export type TermModels = ReadonlyMap<string, TermModel>;

/** The result of a function of the language that is called with a term; null where the interpreter can go on by itself. */
export function callOf(method: ConcreteObject, call: Omit<TermCall, 'name'>, models: TermModels): Called {
  if (method.nature.kind !== 'builtin') return null;
  const { name } = method.nature.builtin;
  const { realm } = call;
  const whole = models.get(name);
  if (whole !== undefined) return realm.global(name) === method ? whole({ ...call, name }) : null;
  const ofObject = models.get(`Object.${name}`);
  if (ofObject !== undefined && isMember(realm.global('Object'), name, method, realm)) return ofObject({ ...call, name });
  const ofAll = models.get(`Object.prototype.${name}`);
  if (ofAll !== undefined && isMember(realm.objectPrototype, name, method, realm)) return ofAll({ ...call, name });
  const prototype = prototypeFor(call);
  const model = prototype === null ? undefined : models.get(`${prototype}.prototype.${name}`);
  if (prototype === null || model === undefined || getData(realm.prototypeOf(prototype), name, realm) !== method) return null;
  return model({ ...call, name });
}

const isMember = (holder: ConcreteValue, name: string, method: ConcreteObject, realm: Realm): boolean =>
  holder instanceof ConcreteObject && getData(holder, name, realm) === method;

/** The prototype whose methods have terms for such a receiver; null: none. */
function prototypeFor({ terms, self }: Omit<TermCall, 'name'>): PrototypeName | null {
  if (isText(terms, self)) return 'String';
  if (typeof self === 'number') return 'Number';
  if (self instanceof Term && values.isNumberOnly(terms.valueOf(self.expression))) return 'Number';
  if (self instanceof Term) return terms.isGivenArray(self.expression) ? 'Array' : null;
  return self instanceof ConcreteObject ? (prototypes[self.nature.kind] ?? null) : null;
}

const prototypes: Readonly<Partial<Record<ConcreteObject['nature']['kind'], PrototypeName>>> = {
  regexp: 'RegExp',
  array: 'Array',
  set: 'Set',
  map: 'Map',
};
