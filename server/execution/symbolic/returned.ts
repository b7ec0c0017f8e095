import type { Returned } from '../../builtins/builtinFacts.js';
import { builtinFacts, memberOf } from '../../builtins/facts.js';
import type { TypeAssumption } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import { ConcreteObject, Term } from '../concrete/concreteValue.js';
import type { ConcreteValue } from '../concrete/concreteValue.js';
import { getData } from '../concrete/properties.js';
import type { PrototypeName, Realm } from '../concrete/realm.js';
import type { PathTerms } from './terms.js';

/** A built-in whose result is of a known kind: `holder` is what it is a member of, null for a global function. */
interface Returning {
  readonly holder: { readonly name: string; readonly isPrototype: boolean } | null;
  readonly returns: Returned;
}

/** By the own name of the function: `map`. */
const returning = new Map<string, Returning[]>();
for (const [path, { returns }] of builtinFacts) {
  if (returns === undefined) continue;
  const name = memberOf(path);
  const [holder = ''] = path.split('.');
  const known = returning.get(name) ?? [];
  returning.set(name, [
    ...known,
    { returns, holder: holder === path ? null : { name: holder, isPrototype: path.includes('.prototype.') } },
  ]);
}

/** The kind of what a call of the function returns, where a built-in always returns such a value; null: nothing is known of it. */
export function returnedBy(callee: ConcreteValue, self: ConcreteValue, terms: PathTerms, realm: Realm): Returned | null {
  if (!(callee instanceof ConcreteObject) || callee.nature.kind !== 'builtin') return null;
  const { name } = callee.nature.builtin;
  for (const { holder, returns } of returning.get(name) ?? []) {
    if (holder === null && realm.global(name) !== callee) continue;
    const owner = holder === null ? null : holder.isPrototype ? realm.prototypeOf(holder.name as PrototypeName) : realm.global(holder.name);
    if (owner instanceof ConcreteObject && getData(owner, name, realm) !== callee) continue;
    const isMadeByReceiver = holder?.name === 'Array' && returns === 'array';
    if (!isMadeByReceiver) return returns;
    return (holder.isPrototype ? isArray(self, terms, realm) : self === owner) ? returns : null;
  }
  return null;
}

/** Whether it is an array whose methods make arrays: what they make says its constructor (`Symbol.species`). */
function isArray(value: ConcreteValue, terms: PathTerms, realm: Realm): boolean {
  if (value instanceof Term) return terms.isArrayOf(value) && !terms.stored.mayBeOfArrays('constructor');
  if (!(value instanceof ConcreteObject) || value.nature.kind !== 'array' || value.isExposed) return false;
  return value.prototype === realm.arrayPrototype && !value.properties.has('constructor');
}

const anything: TypeAssumption = { kind: 'any' };

/** A value of the kind that the run has just been given. */
export function newResult(returned: Returned, what: string, terms: PathTerms): ConcreteValue {
  switch (returned) {
    case 'array':
      return terms.newArray(anything);
    case 'texts':
      return terms.newArray({ kind: 'string' });
    case 'text':
      return terms.input({ kind: 'unknown', what: `text ${what}`, isOnce: true }, values.anyStringValue);
    case 'number':
      return terms.input({ kind: 'unknown', what: `number ${what}`, isOnce: true }, values.anyNumberValue);
    case 'boolean':
      return terms.input({ kind: 'unknown', what: `boolean ${what}`, isOnce: true }, values.anyBoolean);
  }
}
