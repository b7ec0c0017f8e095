import { Bit } from '../../lattice/value.js';
import { ConcreteObject, Term } from '../../execution/concrete/concreteValue.js';
import type { Realm } from '../../execution/concrete/realm.js';
import type { ConcreteValue } from '../../execution/concrete/concreteValue.js';
import { expressionOf } from '../../execution/symbolic/constants.js';
import type { TermModel } from '../../execution/symbolic/termCall.js';
import { at } from '../../execution/symbolic/elementAccess.js';
import { counted } from '../../execution/symbolic/counts.js';
import { forgetPlace, literalOf, match } from '../../execution/symbolic/patterns.js';
import type { TypeAssumption } from '../../ir/program.js';
import { textOf } from '../../execution/symbolic/quantities.js';
import type { Operand, Quantity } from '../../execution/symbolic/quantities.js';
import type { PathTerms } from '../../execution/symbolic/terms.js';
import type { BuiltinFacts, Parameter } from '../builtinFacts.js';
import { forms, stringFacts } from './facts.js';
import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import type { StringValue } from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';

const part = (text: StringValue): Value => values.ofText(texts.textOfLength(0, text.maxLength));
const anyText = (): Value => values.anyStringValue;
const test = (): Value => values.anyBoolean;
const position = (text: StringValue): Value => values.ofNumber(numbers.numberRange(-1, text.maxLength, true, false));

/** Methods of strings that only compute: no arguments of them throw but objects, symbols and bigints, and what they give is never too long. */
const results: ReadonlyMap<string, (text: StringValue) => Value> = new Map<string, (text: StringValue) => Value>([
  ['startsWith', test],
  ['endsWith', test],
  ['includes', test],
  ['indexOf', position],
  ['lastIndexOf', position],
  ['search', position],
  ['replace', anyText],
  ['replaceAll', anyText],
  ['charAt', () => values.ofText(texts.textOfLength(0, 1))],
  ['charCodeAt', () => values.ofNumber(numbers.numberRange(0, 0xffff, true, true))],
  ['slice', part],
  ['substring', part],
  ['trim', part],
  ['trimStart', part],
  ['trimEnd', part],
  ['toLowerCase', anyText],
  ['toUpperCase', anyText],
]);

/** How the first argument is converted. */
const firstParameters: ReadonlyMap<string, Parameter | undefined> = new Map(
  Object.entries<BuiltinFacts>(stringFacts).map(([name, { parameters }]) => [name.slice(name.lastIndexOf('.') + 1), parameters?.[0]]),
);
const isConvertedTo = (parameter: Parameter, name: string): boolean => firstParameters.get(name) === parameter;

/** Methods that give the place where something begins in the text, or -1. */
const finding: ReadonlySet<string> = new Set(['indexOf', 'lastIndexOf', 'search']);

const callOfText: TermModel = ({ terms, name, self, args, realm }) => {
  const of = expressionOf(self);
  const [pattern] = args;
  // Methods that look for a text refuse a pattern, as the interpreter knows.
  if (pattern instanceof ConcreteObject && isConvertedTo('text', name)) return null;
  const given = isFromStart(name, args) ? args.slice(0, 1) : args;
  const operands = given.map((argument, i): Operand => {
    const literal = i === 0 && isConvertedTo('pattern', name) ? literalOf(argument, 'y', terms) : null;
    return literal === null ? expressionOf(argument) : { kind: 'pattern', literal };
  });
  if (mayRefuse(name, operands[0])) return null;
  // Arguments are converted: only primitives are, without code of anybody.
  const isConverted = operands.every((operand, i) => {
    if (operand.kind === 'pattern') return true;
    const value = terms.valueOf(operand);
    // Positions are numbers, which no bigint becomes.
    if (values.hasBigint(value) && !(i === 0 && !isConvertedTo('number', name))) return false;
    return !values.mayBeObject(value) && (value.bits & Bit.Symbol) === 0;
  });
  const result = isConverted ? (results.get(name)?.(terms.valueOf(of).text) ?? null) : null;
  if (result === null) return null;
  // A search leaves the place as it was.
  if (operands[0]?.kind === 'pattern' && name !== 'search') forgetPlace(pattern, operands[0].literal);
  const quantity: Quantity = { kind: 'method', name, of, args: operands };
  const value = foundAgain(quantity, terms) ?? terms.input(quantity, result);
  if (value instanceof Term && self instanceof Term && finding.has(name)) supposeInside(value, self, { terms, part: operands[0], realm });
  return { value };
};

/** The place is no further than where the text ends, and before it what is looked for is not empty. */
function supposeInside(
  place: Term,
  text: Term,
  { terms, part, realm }: { readonly terms: PathTerms; readonly part: Operand | undefined; readonly realm: Realm },
): void {
  const length = terms.property(text, 'length', realm)?.value;
  if (!(length instanceof Term)) return;
  const isSome = part?.kind === 'constant' && part.value.kind === 'string' && part.value.value !== '';
  terms.suppose({ kind: 'binary', operator: isSome ? '<' : '<=', left: place.expression, right: length.expression });
}

/** Whether a search begins at the start, as it does without a place. */
const isFromStart = (name: string, [, from, ...others]: readonly ConcreteValue[]): boolean =>
  from === 0 && others.length === 0 && (name === 'indexOf' || name === 'includes' || name === 'startsWith');

/** Who looks from where it was found finds it there: `at = text.indexOf(part, at)`. */
function foundAgain({ name, of, args: [part, from] }: Quantity & { readonly kind: 'method' }, terms: PathTerms): Term | null {
  if (name !== 'indexOf' || part === undefined || from?.kind !== 'variable') return null;
  const before = terms.quantities.all[from.variable];
  const isSame = before?.kind === 'method' && before.name === name && textOf(before.of) === textOf(of);
  const [earlier] = isSame ? before.args : [];
  return earlier !== undefined && textOf(earlier) === textOf(part) && terms.valueOf(from).number.min >= 0 ? new Term(from, terms) : null;
}

const textOrNothing: TypeAssumption = { kind: 'union', of: [{ kind: 'string' }, { kind: 'undefined' }] };

/** `search` makes a pattern of a text, which may be none; `replaceAll` takes global patterns alone. */
function mayRefuse(name: string, pattern: Operand | undefined): boolean {
  if (name === 'search') return pattern?.kind !== 'pattern';
  return name === 'replaceAll' && pattern?.kind === 'pattern' && !/g[a-z]*$/.test(pattern.literal);
}

/** null, or an array of texts. */
const matched: TermModel = ({ terms, self, args }) => {
  const [pattern] = args;
  const literal = args.length === 1 ? literalOf(pattern, 'y', terms) : null;
  if (literal === null) return null;
  forgetPlace(pattern, literal);
  return { value: match(terms, literal, expressionOf(self)) };
};

/** Whether a pattern matches the empty text, which has no part then. */
function matchesNothing(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  try {
    return ''.split(new RegExp(literal.slice(1, end), literal.slice(end + 1))).length === 0;
  } catch {
    return true; // it is not known here
  }
}

/** The parts of a text: at least one, unless the separator may match nothing. Groups of a pattern that had no part in a match have no text. */
const split: TermModel = ({ terms, self, args: [separator, ...others] }) => {
  if (others.length > 0) return null;
  const of = expressionOf(self);
  if (separator === undefined) return { value: terms.newArray({ kind: 'string' }, 1) };
  if (typeof separator === 'string') {
    const parts = terms.madeOf('split', of, [expressionOf(separator)], { kind: 'string' });
    return { value: separator === '' ? parts : terms.withLength(parts, 1) };
  }
  const literal = literalOf(separator, 'y', terms);
  if (literal !== null && !literal.includes('(')) {
    const parts = terms.madeOf('split', of, [{ kind: 'pattern', literal }], { kind: 'string' });
    return { value: matchesNothing(literal) ? parts : terms.withLength(parts, 1) };
  }
  if (literal !== null) return { value: terms.newArray(textOrNothing) };
  const isGivenText = separator instanceof Term && values.isTextOnly(terms.valueOf(separator.expression));
  return isGivenText ? { value: terms.newArray({ kind: 'string' }) } : null;
};

/** The code point at an index: undefined where the text has no such character. */
const codePointAt: TermModel = ({ terms, name, self, args: [index = 0], realm }) => {
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return null;
  const of = expressionOf(self);
  const length = terms.property(new Term(of, terms), 'length', realm)?.value;
  if (length === undefined) return null;
  if (!terms.holds(terms.binary('>', length, index))) return { value: undefined };
  return {
    value: terms.input(
      { kind: 'method', name, of, args: [expressionOf(index)] },
      values.ofNumber(numbers.numberRange(0, 0x10ffff, true, false)),
    ),
  };
};

/** Of a text it is decided whether it is the name of a form; what other values become is not followed. */
const normalize: TermModel = ({ terms, args: [form], realm }) => {
  if (!(form instanceof Term) || !terms.tellsText(form)) return null;
  const isNamed = (name: string): boolean =>
    terms.decideOn({ kind: 'binary', operator: '===', left: form.expression, right: expressionOf(name) });
  if (!forms.some(isNamed)) realm.throwError('RangeError', 'a form of Unicode');
  return null;
};

export const stringTerms: Readonly<Record<string, TermModel>> = {
  ...Object.fromEntries([...results.keys()].map((name) => [`String.prototype.${name}`, callOfText])),
  'String.prototype.at': at,
  'String.prototype.match': matched,
  'String.prototype.split': split,
  'String.prototype.repeat': counted(stringFacts['String.prototype.repeat'].counts, 0),
  'String.prototype.codePointAt': codePointAt,
  'String.prototype.normalize': normalize,
};
