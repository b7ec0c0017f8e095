import type { Row } from '../relations/opened.js';
import { compound, Text, type Term } from './term.js';

/** A value of the program as a term: `null`, `undefined`, `true`, numbers, strings, `o(Class, Number)`; `unknown` where it is not recorded. */
export function valueTerm(row: Row, prefix = ''): Term {
  const text = row.text(`${prefix}text`);
  switch (row.cell(`${prefix}type`)) {
    case 'undefined':
      return 'undefined';
    case 'null':
      return 'null';
    case 'boolean':
      return row.number(`${prefix}number`) === 1 ? 'true' : 'false';
    case 'number':
      return numberTerm(row.number(`${prefix}number`), text);
    case 'string':
      return row.cell(`${prefix}text`) === null ? 'unknown' : new Text(text);
    case 'bigint':
      return compound('bigint', BigInt(text));
    case 'symbol':
      return compound('symbol', new Text(text));
    case 'object':
      return compound('o', text, row.number(`${prefix}object`) ?? 0);
    default:
      return 'unknown';
  }
}

/** Numbers that Prolog has are such; NaN and the infinities are atoms. */
function numberTerm(number: number | null, text: string): Term {
  if (text === '-0') return -0;
  if (number === null || !Number.isFinite(number)) return text === '' ? 'unknown' : text;
  return number;
}

/** The columns that a value of a pattern gives; none where it is open or not one that a column holds. */
export function valueColumns(term: Term): Readonly<Record<string, string | number | null>> {
  if (term === null) return {};
  if (typeof term === 'number') return { type: 'number', number: term };
  if (term instanceof Text) return { type: 'string', text: term.text };
  if (term === 'null' || term === 'undefined') return { type: term };
  if (term === 'true' || term === 'false') return { type: 'boolean', number: term === 'true' ? 1 : 0 };
  const object = numberOfObject(term);
  return object === null ? {} : { type: 'object', object };
}

/** The number in `o(Class, Number)`; null where it is open. */
export function numberOfObject(term: Term): number | null {
  const number = argumentOf(term, 'o', 1);
  return typeof number === 'number' ? number : null;
}

/** An argument of a term with this functor; null where there is none. */
export function argumentOf(term: Term, functor: string, index: number): Term {
  return isCompound(term) && term.functor === functor ? (term.terms[index] ?? null) : null;
}

/** An atom; null where the term is open, or something else. */
export function atomOf(term: Term): string | null {
  return typeof term === 'string' ? term : null;
}

function isCompound(term: Term): term is Extract<Term, { readonly functor: string }> {
  return typeof term === 'object' && term !== null && 'functor' in term;
}
