import { apply, OwnSet } from '../realm/intrinsics.js';

/** The stores of a function into its object, as its text says. */
export interface Stores {
  /** Names of properties that are assigned to, of whatever object. What is counted up or down never becomes what it was. */
  readonly names: OwnSet<string>;
  /** The methods of `this` that are called. */
  readonly called: OwnSet<string>;
  /** Whether `this` is handed on to functions beside the class. */
  readonly helps: boolean;
  /** Whether it is handed on to functions that the code has found: what listens to the object. */
  readonly tells: boolean;
}

/**
 * Reads a function's text word by word. It uses nothing that a program could replace, and takes words in comments and strings for code: then it
 * says too much.
 */
export function storesIn(text: string): Stores {
  const names = new OwnSet<string>();
  const called = new OwnSet<string>();
  let helps = false;
  let tells = false;
  let before = '';
  for (let at = 0; at < text.length;) {
    if (!isOfWord(text[at])) {
      if (!isSpace(text[at])) before = text[at] ?? '';
      at++;
      continue;
    }
    const end = endOfWord(text, at);
    const word = part(text, at, end);
    const next = skipSpace(text, end);
    if (before === '.' && isStore(text, next)) names.add(word);
    else if (word === 'super') helps = true;
    else if (word === 'this' && before !== '.') {
      if (text[next] === '.') {
        const start = skipSpace(text, next + 1);
        const stop = endOfWord(text, start);
        if (text[skipSpace(text, stop)] === '(') called.add(part(text, start, stop));
      } else if (isGivenToListener(text, next, at)) tells = true;
      else if (!isReadOnly(text, next, at)) helps = true;
    }
    before = 'a';
    at = end;
  }
  return { names, called, helps, tells };
}

/** Whether a text may write a property of a name: by this name, by one with an escape, or by one that is computed. */
export function mayWriteIn(text: string, name: string): boolean {
  if (apply(includesText, text, [name]) === true || apply(includesText, text, ['\\u']) === true) return true;
  let before = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '[' && (isOfWord(before) || before === ')' || before === ']' || before === '.')) return true;
    if (!isSpace(sign)) before = sign;
  }
  return false;
}

const includesText = Reflect.get(String.prototype, 'includes') as (this: unknown, ...values: unknown[]) => unknown;

const sliceOfText = Reflect.get(String.prototype, 'slice') as (this: unknown, ...values: unknown[]) => unknown;

function part(text: string, from: number, to: number): string {
  return apply(sliceOfText, text, [from, to]) as string;
}

/** Whether what follows a name assigns to it, not computing anything with what it is. */
function isStore(text: string, at: number): boolean {
  const first = text[at];
  const second = text[at + 1];
  if (first === '=') return second !== '=' && second !== '>';
  return (first === '&' || first === '|' || first === '?') && second === first && text[at + 2] === '=';
}

/** Whether `this` is what a value that the code has found is called with: `ReflectApply(handler, this, …)`. */
function isGivenToListener(text: string, next: number, start: number): boolean {
  if (text[next] !== ',') return false;
  let at = start - 1;
  while (isSpace(text[at])) at--;
  if (text[at] !== ',') return false;
  const end = at;
  while (at > 0 && text[at] !== '(') at--;
  const first = text[at + 1] ?? '';
  if (part(text, at - 12, at) !== 'ReflectApply' || first < 'a' || first > 'z') return false;
  for (let sign = at + 1; sign < end; sign++) if (text[sign] === '.') return false;
  return true;
}

/** Whether `this` is the base of a computed property that is not called, or what a method returns. */
function isReadOnly(text: string, next: number, start: number): boolean {
  if (text[next] === ';') return part(text, start - 7, start) === 'return ';
  if (text[next] !== '[') return false;
  let depth = 0;
  for (let at = next; at < text.length; at++) {
    if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return text[skipSpace(text, at + 1)] !== '(';
  }
  return false;
}

function isOfWord(sign: string | undefined): boolean {
  if (sign === undefined) return false;
  return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9') || sign === '_' || sign === '$';
}

function isSpace(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t';
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (isOfWord(text[at])) at++;
  return at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at++;
  return at;
}
