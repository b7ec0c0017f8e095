import { Opaque, Term, type ConcreteValue } from '../../execution/concrete/concreteValue.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { at, removed } from '../../execution/symbolic/elementAccess.js';
import { askedMembers } from '../../execution/symbolic/membership.js';
import type { TermModel } from '../../execution/symbolic/termCall.js';
import type { Expression } from '../../ir/expression.js';
import * as values from '../../lattice/value.js';

const numberConstant = (value: number): Expression => ({ kind: 'constant', value: { kind: 'number', value } });

/** `new Array(length)`: a number must be a length, and nothing is known of the new array; anything else is its element. */
const ofLength: TermModel = ({ terms, args: [length, ...others], realm }) => {
  if (!(length instanceof Term) || others.length > 0) return null;
  const { expression, what } = length;
  const value = terms.valueOf(expression);
  if (!values.hasNumber(value)) return null;
  if (!values.isNumberOnly(value)) throw new Unmodelled(what);
  const isLength =
    terms.decideOn({ kind: 'binary', operator: '>=', left: expression, right: numberConstant(0) }) &&
    terms.decideOn({ kind: 'binary', operator: '<=', left: expression, right: numberConstant(2 ** 32 - 1) }) &&
    terms.decideOn({ kind: 'intrinsic', name: 'Number.isInteger', operands: [expression] });
  return isLength ? { value: new Opaque('an array of that length') } : realm.throwError('RangeError', 'no length of an array');
};

/** `list.slice(from, to)` of a given array, where its positions are numbers: a new array, of whose elements nothing is known. */
const part: TermModel = ({ terms, self, args }) => {
  if (!(self instanceof Term) || !terms.isArrayOf(self) || terms.stored.mayBeOfArrays('constructor')) return null;
  const isPosition = (given: ConcreteValue): boolean =>
    given === undefined || typeof given === 'number' || (given instanceof Term && terms.isNumber(given));
  if (!args.every(isPosition)) return null;
  const array = terms.newArray({ kind: 'any' });
  const [from, ...others] = args;
  if (from instanceof Term && others.length === 0) terms.noteCut(array, self.expression, from.expression);
  return { value: array };
};

export const arrayTerms: Readonly<Record<string, TermModel>> = {
  Array: ofLength,
  'Array.prototype.at': at,
  'Array.prototype.slice': part,
  'Array.prototype.pop': removed,
  'Array.prototype.shift': removed,
  'Array.prototype.includes': askedMembers,
  'Array.prototype.indexOf': askedMembers,
};
