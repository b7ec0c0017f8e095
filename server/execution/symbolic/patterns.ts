import type { Expression } from '../../ir/expression.js';
import type { TypeAssumption } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import { ConcreteObject, Term } from '../concrete/concreteValue.js';
import type { ConcreteValue } from '../concrete/concreteValue.js';
import { textOf } from './quantities.js';
import type { PathTerms } from './terms.js';

/** Whether the value is a text, or a term that certainly is one. */
export function isText(terms: PathTerms, value: ConcreteValue): boolean {
  return typeof value === 'string' || (value instanceof Term && values.isTextOnly(terms.valueOf(value.expression)));
}

/** The groups of a match: one that had no part in it has no text. */
const groups: TypeAssumption = { kind: 'array', element: { kind: 'union', of: [{ kind: 'string' }, { kind: 'undefined' }] } };

/** null, or an array of texts. */
export function match(terms: PathTerms, pattern: string, of: Expression): ConcreteValue {
  const test = terms.input({ kind: 'test', pattern, of }, values.anyBoolean);
  const isFound = test instanceof Term ? terms.decide(test) : test === true;
  if (!isFound) return null;
  const what = `match ${pattern} ${textOf(of)}`;
  return terms.input({ kind: 'unknown', what, assumption: groups }, values.unknownObject);
}

/**
 * The regular expression as it is written, if nothing was added to it, it has none of the flags, and the place where it goes on can be
 * read and written without more.
 */
export function literalOf(value: ConcreteValue, flags: string, terms: PathTerms): string | null {
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
export function forgetPlace(pattern: ConcreteValue, literal: string): void {
  const place = pattern instanceof ConcreteObject && hasFlag(literal, 'g') ? pattern.properties.get('lastIndex') : undefined;
  if (place?.kind === 'data') place.value = 0;
}
