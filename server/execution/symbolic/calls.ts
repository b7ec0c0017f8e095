import type { Expression } from '../../ir/expression.js';
import type { TypeAssumption } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import { getData } from '../concrete/property.js';
import type { PrototypeName, Realm } from '../concrete/realm.js';
import { Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, Term } from '../concrete/value.js';
import type { ConcreteValue } from '../concrete/value.js';
import { expressionOf } from './constants.js';
import { textOf } from './quantities.js';
import type { Operand } from './quantities.js';
import type { PathTerms } from './terms.js';
import { resultOf, takesText } from '../../builtins/strings/term.js';

type Called = { readonly value: ConcreteValue } | null;

/** A function of the language, called with a term among receiver and arguments; null where it can go on by itself. */
export function callOf(
  terms: PathTerms,
  method: ConcreteObject,
  self: ConcreteValue,
  args: readonly ConcreteValue[],
  realm: Realm,
): Called {
  if (method.nature.kind !== 'builtin') return null;
  const { name } = method.nature.builtin;
  const is = (prototype: PrototypeName): boolean => getData(realm.prototypeOf(prototype), name, realm) === method;
  const [first] = args;
  if (first instanceof Term && realm.global('BigInt') === method) return { value: bigint(terms, first, realm) };
  if (isText(terms, self) && is('String')) return callOfText(terms, name, self, args);
  if (self instanceof ConcreteObject && self.nature.kind === 'regexp' && is('RegExp')) return callOfPattern(terms, name, self, args[0]);
  if (first instanceof Term && args.length === 1) {
    const members = membersOf(self);
    const kind = self instanceof ConcreteObject ? self.nature.kind : null;
    const isHas = name === 'has' && ((kind === 'set' && is('Set')) || (kind === 'map' && is('Map')));
    const isAsked = isHas || (kind === 'array' && is('Array') && (name === 'includes' || name === 'indexOf'));
    if (members !== null && isAsked) return { value: lookUp(terms, name, members, first) };
  }
  const isPlainToString = self instanceof Term && name === 'toString' && args.length === 0;
  if (isPlainToString && values.isNumberOnly(terms.valueOf(self.expression)) && is('Number'))
    return { value: terms.unary('toString', self) };
  return null;
}

/** More members say little to a reader. */
const mostMembers = 40;

/** What an array, a set or the keys of a map hold, where that is known and no object. */
function membersOf(collection: ConcreteValue): readonly ConcreteValue[] | null {
  if (!(collection instanceof ConcreteObject)) return null;
  const { nature } = collection;
  const isList = nature.kind === 'array' || ((nature.kind === 'set' || nature.kind === 'map') && !nature.weak);
  const members = !isList ? [] : nature.kind === 'array' ? [...nature.elements] : [...nature.entries.keys()];
  const isPlain = (member: ConcreteValue): boolean => ['string', 'number', 'boolean', 'bigint'].includes(typeof member);
  return isList && members.length <= mostMembers && members.every(isPlain) ? members : null;
}

/** Whether, or where, it is among them: compared with one after the other. */
function lookUp(terms: PathTerms, name: string, members: readonly ConcreteValue[], { expression }: Term): ConcreteValue {
  const found = members.findIndex((member) =>
    Number.isNaN(member)
      ? name !== 'indexOf' && terms.decideOn({ kind: 'intrinsic', name: 'Number.isNaN', operands: [expression] })
      : terms.decideOn({ kind: 'binary', operator: '===', left: expression, right: expressionOf(member) }),
  );
  return name === 'indexOf' ? found : found >= 0;
}

/** `BigInt(n)` of a number, which must be whole. */
function bigint(terms: PathTerms, { expression, what }: Term, realm: Realm): ConcreteValue {
  if (!values.isNumberOnly(terms.valueOf(expression))) throw new Unmodelled(what);
  if (!terms.decideOn({ kind: 'intrinsic', name: 'Number.isInteger', operands: [expression] }))
    return realm.throwError('RangeError', 'a number that is not whole is no BigInt');
  return terms.input({ kind: 'unknown', what: `BigInt ${textOf(expression)}` }, values.anyBigintValue);
}

function isText(terms: PathTerms, value: ConcreteValue): boolean {
  return typeof value === 'string' || (value instanceof Term && values.isTextOnly(terms.valueOf(value.expression)));
}

function callOfText(terms: PathTerms, name: string, self: ConcreteValue, args: readonly ConcreteValue[]): Called {
  const of = expressionOf(self);
  const [pattern] = args;
  if (name === 'match') {
    const literal = args.length === 1 ? literalOf(pattern, 'y', terms) : null;
    if (literal === null) return null;
    forgetPlace(pattern, literal);
    return { value: match(terms, literal, of) };
  }
  const operands = args.map((argument, i): Operand => {
    const literal = i === 0 && takesPattern.has(name) ? literalOf(argument, 'y', terms) : null;
    return literal === null ? expressionOf(argument) : { kind: 'pattern', literal };
  });
  if (mayRefuse(name, operands[0])) return null;
  // Arguments are converted: only primitives are, without code of anybody.
  const isConverted = operands.every((operand, i) => {
    if (operand.kind === 'pattern') return true;
    const value = terms.valueOf(operand);
    // Positions are numbers, which no bigint becomes.
    if (values.hasBigint(value) && !(i === 0 && takesText(name))) return false;
    return !values.mayBeObject(value) && (value.bits & Bit.Symbol) === 0;
  });
  const result = isConverted ? resultOf(name, terms.valueOf(of).text) : null;
  if (result === null) return null;
  // A search leaves the place as it was.
  if (operands[0]?.kind === 'pattern' && name !== 'search') forgetPlace(pattern, operands[0].literal);
  return { value: terms.input({ kind: 'method', name, of, args: operands }, result) };
}

/** `search` makes a pattern of a text, which may be none; `replaceAll` takes global patterns alone. */
function mayRefuse(name: string, pattern: Operand | undefined): boolean {
  if (name === 'search') return pattern?.kind !== 'pattern';
  return name === 'replaceAll' && pattern?.kind === 'pattern' && !/g[a-z]*$/.test(pattern.literal);
}

function callOfPattern(terms: PathTerms, name: string, self: ConcreteObject, text: ConcreteValue): Called {
  // With these flags a match starts at the end of the last one.
  const literal = literalOf(self, 'gy', terms);
  if (literal === null || !isText(terms, text)) return null;
  const of = expressionOf(text);
  return { value: name === 'test' ? terms.input({ kind: 'test', pattern: literal, of }, values.anyBoolean) : match(terms, literal, of) };
}

/** Of groups that had no part in the match there is no text. */
const groups: TypeAssumption = { kind: 'array', element: { kind: 'union', of: [{ kind: 'string' }, { kind: 'undefined' }] } };

/** null, or an array of texts. */
function match(terms: PathTerms, pattern: string, of: Expression): ConcreteValue {
  const test = terms.input({ kind: 'test', pattern, of }, values.anyBoolean);
  const isFound = test instanceof Term ? terms.decide(test) : test === true;
  if (!isFound) return null;
  const what = `match ${pattern} ${textOf(of)}`;
  return terms.input({ kind: 'unknown', what, assumption: groups }, values.unknownObject);
}

const takesPattern: ReadonlySet<string> = new Set(['replace', 'replaceAll', 'search']);

/**
 * The regular expression as it is written, if nothing was added to it, it has none of the flags, and the place where it goes on can be
 * read and written without more.
 */
function literalOf(value: ConcreteValue, flags: string, terms: PathTerms): string | null {
  if (!(value instanceof ConcreteObject) || value.nature.kind !== 'regexp') return null;
  const { literal } = value.nature;
  const place = value.properties.get('lastIndex');
  const isPlain = value.properties.size === 1 && place?.kind === 'data' && place.writable && isNumber(place.value, terms);
  return isPlain && !hasFlag(literal, flags) ? literal : null;
}

const isNumber = (value: ConcreteValue, terms: PathTerms): boolean =>
  typeof value === 'number' || (value instanceof Term && values.isNumberOnly(terms.valueOf(value.expression)));

const hasFlag = (literal: string, flags: string): boolean =>
  [...flags].some((flag) => literal.slice(literal.lastIndexOf('/') + 1).includes(flag));

/** Where all matches are looked for, the next search begins at the start. */
function forgetPlace(pattern: ConcreteValue, literal: string): void {
  const place = pattern instanceof ConcreteObject && hasFlag(literal, 'g') ? pattern.properties.get('lastIndex') : undefined;
  if (place?.kind === 'data') place.value = 0;
}
