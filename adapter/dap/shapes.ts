import { wrongArgument } from './errors.js';

/** What a value that a client has sent must be. */
interface Shape {
  /** The part that is not as it must be, by its way there, and what it must be; null where all is right. */
  wrong(value: unknown): Wrong | null;
}

/** By the names of the parts. */
export type Parts = Readonly<Record<string, Shape>>;

interface Wrong {
  readonly way: string;
  /** After “must be”. */
  readonly expected: string;
}

const plain = (expected: string, is: (value: unknown) => boolean): Shape => ({
  wrong: (value) => (is(value) ? null : { way: '', expected }),
});

export const number = plain('a whole number', (value) => Number.isSafeInteger(value));
export const text = plain('a text', (value) => typeof value === 'string');
const anyList = plain('a list', Array.isArray);
const anyObject = plain('an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value));

export const optional = (shape: Shape): Shape => ({
  wrong: (value) => (value === undefined || value === null ? null : shape.wrong(value)),
});

export const list = (of: Shape): Shape => ({
  wrong: (value) => anyList.wrong(value) ?? firstWrong((value as readonly unknown[]).map((one, index) => [`[${index}]`, one, of])),
});

export const object = (parts: Parts): Shape => ({
  wrong: (value) => anyObject.wrong(value) ?? wrongIn(value as Readonly<Record<string, unknown>>, parts, '.'),
});

function wrongIn(value: Readonly<Record<string, unknown>>, parts: Parts, before: string): Wrong | null {
  return firstWrong(Object.entries(parts).map(([name, shape]) => [`${before}${name}`, value[name], shape]));
}

function firstWrong(parts: readonly (readonly [way: string, value: unknown, shape: Shape])[]): Wrong | null {
  for (const [way, value, shape] of parts) {
    const wrong = shape.wrong(value);
    if (wrong !== null) return { ...wrong, way: way + wrong.way };
  }
  return null;
}

/** The arguments of a request, without those that are null; throws a sentence about the first that is wrong. */
export function checked(command: string, given: unknown, parts: Parts): object {
  const args = given ?? {};
  const wrong = anyObject.wrong(args) ?? wrongIn(args as Readonly<Record<string, unknown>>, parts, '');
  if (wrong !== null) throw wrongArgument(command, wrong.way === '' ? 'arguments' : wrong.way, wrong.expected);
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}
