import * as values from '../../lattice/value.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { Term } from '../../execution/concrete/concreteValue.js';
import type { TermModel } from '../../execution/symbolic/termCall.js';
import { textOf } from '../../execution/symbolic/quantities.js';

/** `BigInt(n)` of a number, which must be whole. */
const bigint: TermModel = ({ terms, args: [number], realm }) => {
  if (!(number instanceof Term)) return null;
  const { expression, what } = number;
  if (!values.isNumberOnly(terms.valueOf(expression))) throw new Unmodelled(what);
  if (!terms.decideOn({ kind: 'intrinsic', name: 'Number.isInteger', operands: [expression] }))
    return realm.throwError('RangeError', 'a number that is not whole is no BigInt');
  return { value: terms.input({ kind: 'unknown', what: `BigInt ${textOf(expression)}` }, values.anyBigintValue) };
};

const toText: TermModel = ({ terms, self, args }) =>
  self instanceof Term && args.length === 0 ? { value: terms.unary('toString', self) } : null;

export const numberTerms: Readonly<Record<string, TermModel>> = { BigInt: bigint, 'Number.prototype.toString': toText };
