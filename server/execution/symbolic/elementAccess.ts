import type { Expression } from '../../ir/expression.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { getProperty } from '../concrete/properties.js';
import { ConcreteObject, Term } from '../concrete/concreteValue.js';
import type { ConcreteValue } from '../concrete/concreteValue.js';
import type { Realm } from '../concrete/realm.js';
import { expressionOf } from './constants.js';
import { isMember, mostNames, namesOf } from './tableNames.js';
import type { TermModel } from './termCall.js';
import type { PathTerms } from './terms.js';

/** The result of an access; null where the interpreter may find out by itself, or nobody does. */
type Found = { readonly value: ConcreteValue } | null;

const nothing: Found = { value: undefined };

/** `object[index]`, of an array or a text. */
export function elementAt(terms: PathTerms, object: ConcreteValue, index: Term, realm: Realm): Found {
  const value = terms.valueOf(index.expression);
  if (values.isTextOnly(value)) return memberNamed(terms, object, index, realm);
  if (!values.isNumberOnly(value)) return null;
  if (lengthOf(terms, object, realm) === null) return memberNumbered(terms, object, index, realm);
  // What another module has written to a key that is no index is not looked for.
  if (!isWhole(value) && !isText(terms, object) && !isPlainArray(object, realm)) return null;
  if (!isWhole(value) && !terms.holds(terms.intrinsic('Number.isInteger', [index], realm))) return nothing;
  const isBelow = terms.holds(terms.binary('<', index, lengthOf(terms, object, realm)));
  if (!isBelow || !isNotNegative(terms, index)) return nothing;
  return partAt(terms, object, index, '[]');
}

/** `table[name]`: where the name is one of few that are known, or the table has nothing of that name. */
function memberNamed(terms: PathTerms, object: ConcreteValue, { expression }: Term, realm: Realm): Found {
  const names = terms.valueOf(expression).text.values ?? null;
  if (names === null) return isMember(terms, object, expression, 'in', realm) === false ? nothing : null;
  const isIt = (name: string, index: number): boolean =>
    index === names.length - 1 || terms.decideOn({ kind: 'binary', operator: '===', left: expression, right: expressionOf(name) });
  const name = names.find(isIt);
  const lookup = name === undefined ? null : getProperty(object, name, realm);
  return lookup?.kind === 'value' ? lookup : null;
}

/** `table[number]`: the number is that of a name, or the table has nothing there, nor do plain objects. */
function memberNumbered(terms: PathTerms, object: ConcreteValue, { expression }: Term, realm: Realm): Found {
  const names = object instanceof ConcreteObject ? namesOf(object, realm) : null;
  const numbers = names?.map(Number).filter((number, i) => String(number) === names[i]) ?? null;
  if (numbers === null || numbers.length > mostNames || numbers.some(Number.isNaN)) return null;
  const isIt = (number: number): boolean =>
    terms.decideOn({ kind: 'binary', operator: '===', left: expression, right: expressionOf(number) });
  const number = numbers.sort((a, b) => a - b).find(isIt);
  const lookup = number === undefined ? null : getProperty(object, String(number), realm);
  if (lookup === null) return nothing;
  return lookup.kind === 'value' ? lookup : null;
}

/** `array.at(index)`, `text.at(index)`. */
export const at: TermModel = ({ terms, self, args: [given = 0], realm }) => {
  const index = given instanceof Term || typeof given === 'number' ? given : null;
  if (index === null || (index instanceof Term && !values.isNumberOnly(terms.valueOf(index.expression)))) return null;
  const length = lengthOf(terms, self, realm);
  if (length === null) return null;
  if (index instanceof Term) {
    const isZero = terms.valueOf(index.expression).number.nan && terms.holds(terms.intrinsic('Number.isNaN', [index], realm));
    return isZero ? from(0) : from(index);
  }
  return from(Number.isNaN(index) ? 0 : Math.trunc(index));

  function from(place: number | Term): Found {
    if (length === null || terms.holds(terms.binary('>=', place, length))) return nothing;
    const isCut = place instanceof Term && !isWhole(terms.valueOf(place.expression));
    const isThere = terms.holds(terms.binary('<=', place, -1))
      ? !terms.holds(isBefore(terms, place, length, isCut))
      : // A fraction is cut off: -0.5 is the first place.
        !isCut || terms.holds(terms.binary('>', length, 0));
    return isThere ? partAt(terms, self, place, 'at') : nothing;
  }
};

/** Whether a negative place, counted from the end, is before the first. */
function isBefore(terms: PathTerms, place: number | Term, length: ConcreteValue, isCut: boolean): ConcreteValue {
  if (typeof place === 'number') return terms.binary('<', length, -place);
  const first = length instanceof Term ? terms.unary('-', length) : -Number(length);
  return isCut ? terms.binary('<=', place, terms.binary('-', first, 1)) : terms.binary('<', place, first);
}

/** `array.pop()`, `array.shift()`: an empty array has nothing to give, and stays as it is. */
export const removed: TermModel = ({ terms, self, realm }) => {
  const length = self instanceof Term ? lengthOf(terms, self, realm) : null;
  return length === null || terms.holds(terms.binary('>', length, 0)) ? null : nothing;
};

const isText = (terms: PathTerms, value: ConcreteValue): boolean =>
  typeof value === 'string' || (value instanceof Term && values.isTextOnly(terms.valueOf(value.expression)));

/** An array that has nothing but elements, and elements that are not inherited. */
export const isPlainArray = (value: ConcreteValue, realm: Realm): value is ConcreteObject =>
  value instanceof ConcreteObject &&
  value.nature.kind === 'array' &&
  !value.isExposed &&
  value.prototype === realm.arrayPrototype &&
  value.properties.size === 0;

/** The length of an array or a text; null: of what is none, or of what is not known to have an inherited element. */
function lengthOf(terms: PathTerms, object: ConcreteValue, realm: Realm): ConcreteValue | null {
  if (typeof object === 'string') return object.length;
  if (object instanceof Term)
    return isText(terms, object) || terms.isGivenArray(object.expression) ? (terms.property(object, 'length', realm)?.value ?? null) : null;
  return isPlainArray(object, realm) && object.nature.kind === 'array' ? object.nature.elements.length : null;
}

/** The element at a place that is there. Null: nobody knows which of them. */
function partAt(terms: PathTerms, object: ConcreteValue, place: number | Term, method: 'at' | '[]'): Found {
  const index: Expression = expressionOf(place);
  if (isText(terms, object)) {
    const character = values.ofText(texts.textOfLength(1, 1));
    return { value: terms.input({ kind: 'method', name: method, of: expressionOf(object), args: [index] }, character) };
  }
  const element = object instanceof Term ? terms.someElement(object, index) : null;
  return element === null ? null : { value: element };
}

const isWhole = ({ number }: Value): boolean => number.integer && !number.nan;

/** Asked of `n` in `n - 1`, where it can be. */
function isNotNegative(terms: PathTerms, index: Term): boolean {
  const { expression } = index;
  if (expression.kind === 'binary' && expression.operator === '-' && expression.right.kind === 'constant') {
    const { left, right } = expression;
    const value = terms.valueOf(left);
    if (values.isNumberOnly(value) && isWhole(value)) return terms.holds(terms.binary('>=', new Term(left, terms), new Term(right, terms)));
  }
  return terms.holds(terms.binary('>=', index, 0));
}
