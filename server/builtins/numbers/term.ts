import * as values from '../../lattice/value.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { Term } from '../../execution/concrete/concreteValue.js';
import type { TermModel } from '../../execution/symbolic/termCall.js';
import { textOf } from '../../execution/symbolic/quantities.js';
import { counted } from '../../execution/symbolic/counts.js';
import { numberFacts } from './facts.js';

/** `BigInt(n)` of a number, which must be whole. */
const bigint: TermModel = ({ terms, args: [number], realm }) => {
  if (!(number instanceof Term)) return null;
  const { expression, what } = number;
  if (!values.isNumberOnly(terms.valueOf(expression))) throw new Unmodelled(what);
  if (!terms.decideOn({ kind: 'intrinsic', name: 'Number.isInteger', operands: [expression] }))
    return realm.throwError('RangeError', 'a number that is not whole is no BigInt');
  return { value: terms.input({ kind: 'unknown', what: `BigInt ${textOf(expression)}` }, values.anyBigintValue) };
};

const inBase = counted(numberFacts['Number.prototype.toString'].counts, 10);

const toText: TermModel = (call) => {
  const { terms, self, args } = call;
  return self instanceof Term && args[0] === undefined ? { value: terms.unary('toString', self) } : inBase(call);
};

export const numberTerms: Readonly<Record<string, TermModel>> = {
  BigInt: bigint,
  'Number.prototype.toString': toText,
  'Number.prototype.toFixed': counted(numberFacts['Number.prototype.toFixed'].counts, 0),
  'Number.prototype.toPrecision': (call) =>
    call.args[0] === undefined ? null : counted(numberFacts['Number.prototype.toPrecision'].counts, 0)(call),
  'Number.prototype.toExponential': (call) =>
    call.args[0] === undefined ? null : counted(numberFacts['Number.prototype.toExponential'].counts, 0)(call),
};
