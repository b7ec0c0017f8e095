import type { Count } from '../../builtins/builtinFacts.js';
import type { Expression } from '../../ir/expression.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { ConcreteValue } from '../concrete/concreteValue.js';
import { Unmodelled } from '../concrete/signals.js';
import { Term } from '../concrete/concreteValue.js';
import { expressionOf } from './constants.js';
import type { PathTerms } from './terms.js';
import type { TermCall, TermModel } from './termCall.js';

const numberConstant = (value: number): Expression => ({ kind: 'constant', value: { kind: 'number', value } });

/** A method that makes a text, and refuses some counts: which ones is decided. `absent` is the count where none is given. */
export const counted =
  (counts: Count, absent: number): TermModel =>
  (call) => {
    const { terms, name, self, args } = call;
    const [given] = args;
    const operand = given instanceof Term ? asNumber(terms, given) : numberConstant(countOf(given, absent));
    if (counts.ofFinite !== true || isFiniteNumber(call)) refuseOutside(call, operand, counts);
    const of = expressionOf(self);
    if (name === 'repeat' && !isShort(call, of, operand)) terms.followLimit(`${name} of a count`);
    const quantity = { kind: 'method', name, of, args: args.slice(0, 1).map(expressionOf) } as const;
    return { value: terms.input(quantity, values.ofText(texts.textOfLength(name === 'repeat' ? 0 : 1, Infinity))) };
  };

const asNumber = (terms: PathTerms, given: Term): Expression =>
  values.isNumberOnly(terms.valueOf(given.expression)) ? given.expression : expressionOf(terms.unary('+', given));

/** Other values than these are rare here. */
function countOf(given: ConcreteValue, absent: number): number {
  if (given === undefined) return absent;
  if (typeof given !== 'number') throw new Unmodelled('a count');
  return given;
}

function isFiniteNumber({ terms, self }: TermCall): boolean {
  return terms.decideOn({ kind: 'intrinsic', name: 'Number.isFinite', operands: [expressionOf(self)] });
}

/** A fraction is cut off: -0.5 is 0. NaN is 0, too. */
function refuseOutside({ terms, name, realm }: TermCall, count: Expression, { least, most }: Count): void {
  const holds = (operator: '>=' | '<=', bound: number): boolean =>
    terms.decideOn({ kind: 'binary', operator, left: count, right: numberConstant(bound) });
  const isTooSmall = least > 0 ? !holds('>=', least) : holds('<=', least - 1);
  const isTooLarge = !isTooSmall && holds('>=', most + 1 > most ? most + 1 : Infinity);
  if (isTooSmall || isTooLarge) realm.throwError('RangeError', `a count that ${name} refuses`);
}

/** V8 makes texts of 2^29 - 24 units at most. */
function isShort({ terms }: TermCall, of: Expression, count: Expression): boolean {
  const { maxLength } = terms.valueOf(of).text;
  return maxLength * Math.max(0, terms.valueOf(count).number.max) < 2 ** 28;
}
