import { Term, type ConcreteValue } from '../../execution/concrete/concreteValue.js';
import type { Realm } from '../../execution/concrete/realm.js';
import type { PathTerms } from '../../execution/symbolic/terms.js';
import type { TermModel } from '../../execution/symbolic/termCall.js';

const keys: TermModel = ({ terms, args: [of], realm }) => (of instanceof Term ? { value: terms.keysOf(of.expression, realm) } : null);

const hasOwn: TermModel = ({ terms, args: [of, key], realm }) => owns(terms, of, key, realm);

const hasOwnProperty: TermModel = ({ terms, self, args: [key], realm }) => owns(terms, self, key, realm);

function owns(terms: PathTerms, of: ConcreteValue, key: ConcreteValue, realm: Realm): ReturnType<TermModel> {
  if (of instanceof Term) return { value: terms.asked('own', key, of.expression, realm) };
  const isMember = key instanceof Term ? terms.isMember(of, key, 'own', realm) : null;
  return isMember === null ? null : { value: isMember };
}

export const objectTerms: Readonly<Record<string, TermModel>> = {
  'Object.keys': keys,
  'Object.hasOwn': hasOwn,
  'Object.prototype.hasOwnProperty': hasOwnProperty,
};
