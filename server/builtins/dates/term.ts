import { ConcreteObject, Opaque, Term } from '../../execution/concrete/concreteValue.js';
import type { TermModel } from '../../execution/symbolic/termCall.js';
import * as values from '../../lattice/value.js';

/** ECMA-262, 21.4.1.1: no date is further from the epoch, in milliseconds. */
const furthest = 8.64e15;

/** `new Date(number)`: whether that is a time is decided; of a date that is one nothing is known. */
const ofNumber: TermModel = ({ terms, self, args: [time, ...others], realm }) => {
  const isConstructed = self instanceof ConcreteObject;
  if (!isConstructed || others.length > 0 || !(time instanceof Term) || !values.isNumberOnly(terms.valueOf(time.expression))) return null;
  const isTime = terms.decideOn({
    kind: 'binary',
    operator: '<=',
    left: { kind: 'intrinsic', name: 'Math.abs', operands: [time.expression] },
    right: { kind: 'constant', value: { kind: 'number', value: furthest } },
  });
  return { value: isTime ? new Opaque('a date') : new ConcreteObject(realm.prototypeOf('Date'), { kind: 'date', time: NaN }) };
};

export const dateTerms: Readonly<Record<string, TermModel>> = { Date: ofNumber };
