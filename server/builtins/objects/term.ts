import { Term } from '../../execution/concrete/concreteValue.js';
import type { TermModel } from '../../execution/symbolic/termCall.js';

const keys: TermModel = ({ terms, args: [of], realm }) => (of instanceof Term ? { value: terms.keysOf(of.expression, realm) } : null);

const hasOwn: TermModel = ({ terms, args: [of, key], realm }) =>
  of instanceof Term ? { value: terms.asked('own', key, of.expression, realm) } : null;

const hasOwnProperty: TermModel = ({ terms, self, args: [key], realm }) =>
  self instanceof Term ? { value: terms.asked('own', key, self.expression, realm) } : null;

export const objectTerms: Readonly<Record<string, TermModel>> = {
  'Object.keys': keys,
  'Object.hasOwn': hasOwn,
  'Object.prototype.hasOwnProperty': hasOwnProperty,
};
