import { catalogue, type QuestionShape, type ValueKind } from './catalogue.js';

/** JSON as it stands behind a key. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A named question as it was asked. */
export interface NamedQuestion {
  readonly shape: QuestionShape;
  readonly values: ReadonlyMap<string, Json>;
}

/** A question that cannot be read: one sentence for the user. */
export class QuestionError extends Error {}

/** A question about code that no text of the recording has. Of two recordings the other one may have it. */
export class NoSuchCode extends QuestionError {}

/**
 * Reads `name(key: VALUE, …)`, where VALUE is JSON. Throws a `QuestionError`: of a name or key that is none it lists the right ones.
 */
export function parseQuestion(text: string): NamedQuestion {
  const [, name = '', inside] = /^\s*([A-Za-z]\w*)\s*\(([\s\S]*)\)\s*$/.exec(text) ?? [];
  if (inside === undefined) throw new QuestionError(`“${text}” is no question: write NAME(KEY: VALUE, …).`);
  const shape = catalogue.find((one) => one.name === name);
  if (shape === undefined) throw new QuestionError(`There is no question ${name}: ask ${listed(catalogue.map((one) => one.name))}.`);
  const values = new Map<string, Json>();
  for (const [key, value] of entriesOf(inside, text)) {
    const known = shape.keys.find((one) => one.name === key);
    if (known === undefined) throw new QuestionError(`${name} has no key ${key}: it has ${listed(shape.keys.map((one) => one.name))}.`);
    if (values.has(key)) throw new QuestionError(`${name} has the key ${key} twice.`);
    if (!accepts(known.kind, value))
      throw new QuestionError(`${key} of ${name} must be ${kindNames[known.kind]}: ${JSON.stringify(value)} is none.`);
    values.set(key, value);
  }
  const missing = shape.keys.filter((key) => key.isRequired && !values.has(key.name));
  if (missing.length > 0) throw new QuestionError(`${name} needs ${listed(missing.map((key) => key.name))}: ${formOf(shape)}.`);
  return { shape, values };
}

/** How a question is written, with the keys that it needs. */
export function formOf({ name, keys }: QuestionShape): string {
  return `${name}(${keys
    .filter((key) => key.isRequired)
    .map((key) => `${key.name}: ${examples[key.kind]}`)
    .join(', ')})`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

const kindNames: Readonly<Record<ValueKind, string>> = {
  event: 'the number of an event or "end"',
  object: 'an object as "Row#3" or "PLACE @ EVENT"',
  class: 'the name of a class',
  function: 'a function as "name", "Class.name" or "FILE:LINE"',
  location: 'a place as "FILE:LINE" or "FILE:LINE:COLUMN"',
  text: 'a text',
  value: 'a value',
  thread: 'a thread as "main" or "worker 1"',
  flag: 'true or false',
};

const examples: Readonly<Record<ValueKind, string>> = {
  event: '812',
  object: '"Row#3"',
  class: '"Row"',
  function: '"Row.settle"',
  location: '"shop.ts:12"',
  text: '"open"',
  value: '0',
  thread: '"main"',
  flag: 'true',
};

function accepts(kind: ValueKind, value: Json): boolean {
  switch (kind) {
    case 'event':
      return value === 'end' || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
    case 'value':
      return true;
    case 'flag':
      return typeof value === 'boolean';
    case 'location':
      return typeof value === 'string' && /^.+:[1-9]\d*(:[1-9]\d*)?$/.test(value);
    case 'text':
    case 'function': // no name is that of the program's top level
      return typeof value === 'string';
    default:
      return typeof value === 'string' && value.trim() !== '';
  }
}

/** `key: VALUE` by `key: VALUE`. */
function* entriesOf(inside: string, text: string): Generator<readonly [key: string, value: Json]> {
  const wrong = () =>
    new QuestionError(`“${text}” is no question: behind each key stands JSON, as in objectState(object: "Row#3", event: 812).`);
  let at = skipBlanks(inside, 0);
  while (at < inside.length) {
    const [written, bare, quoted] = /^(?:([A-Za-z_]\w*)|"(\w+)")\s*:\s*/.exec(inside.slice(at)) ?? [];
    if (written === undefined) throw wrong();
    const start = at + written.length;
    const end = endOfJson(inside, start);
    yield [bare ?? quoted ?? '', jsonIn(inside.slice(start, end), wrong)];
    at = skipBlanks(inside, end);
    if (at === inside.length) return;
    if (inside[at] !== ',') throw wrong();
    at = skipBlanks(inside, at + 1);
  }
}

function jsonIn(text: string, wrong: () => QuestionError): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw wrong();
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at++;
  return at;
}

/** Where the JSON ends that begins at an offset: at a comma outside of brackets and texts, or where the question does. */
function endOfJson(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '"') at = endOfText(text, at);
    else if (/[[{]/.test(sign)) depth++;
    else if (/[\]}]/.test(sign)) depth--;
    else if (sign === ',' && depth === 0) return at;
  }
  return text.length;
}

/** Where the text in quotes ends that begins at an offset. */
function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
