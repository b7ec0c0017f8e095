import { toProlog } from './prologText.js';

/** A Prolog term. A string is an atom, and so that texts are none they are `Text`; arrays are lists; null is a variable. */
export type Term = string | number | bigint | Text | Compound | readonly Term[] | null;

/** A Prolog string. */
export class Text {
  constructor(readonly text: string) {}
}

export class Compound {
  constructor(
    readonly functor: string,
    readonly terms: readonly Term[],
  ) {}
}

export const compound = (functor: string, ...terms: readonly Term[]): Compound => new Compound(functor, terms);

/** A term as Prolog reads it again. */
export function writeTerm(term: Term): string {
  if (term === null) return '_';
  if (typeof term === 'string') return quoted(term);
  if (typeof term === 'bigint') return String(term);
  if (typeof term === 'number') return writeNumber(term);
  if (term instanceof Text) return `"${escaped(term.text, '"')}"`;
  if (term instanceof Compound) return `${quoted(term.functor)}(${term.terms.map(writeTerm).join(', ')})`;
  return `[${term.map(writeTerm).join(', ')}]`;
}

/** Whole numbers are integers, as in JavaScript 1 and 1.0 are the same; -0 is none. */
export function isInteger(number: number): boolean {
  return Number.isSafeInteger(number) && !Object.is(number, -0);
}

function writeNumber(number: number): string {
  if (isInteger(number)) return String(number);
  if (Object.is(number, -0)) return '-0.0';
  const text = String(number);
  // Prolog wants digits behind a point: 1e+300 is 1.0e300.
  const [, sign = '', whole = '', fraction = '0', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e\+?(-?\d+))?$/.exec(text) ?? [];
  return `${sign}${whole}.${fraction}${exponent === undefined ? '' : `e${exponent}`}`;
}

function quoted(atom: string): string {
  return /^[a-z][a-zA-Z0-9_]*$/.test(atom) ? atom : `'${escaped(atom, "'")}'`;
}

function escaped(text: string, quote: string): string {
  return toProlog(text).replace(/[\\'"\p{Cc}\u2028\u2029]/gu, (sign) => {
    if (sign === "'" || sign === '"') return sign === quote ? `\\${sign}` : sign;
    if (sign === '\\') return '\\\\';
    if (sign === '\n') return '\\n';
    if (sign === '\t') return '\\t';
    return `\\x${sign.charCodeAt(0).toString(16)}\\`;
  });
}
