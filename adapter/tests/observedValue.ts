import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { ObservedValue } from './testMessages.js';

const deepest = 6;
const longest = 5_000;

/** What an expression gives, as text. */
export function observedValue(read: () => unknown): ObservedValue {
  let value: unknown;
  try {
    value = read();
  } catch (thrown) {
    return { shown: '', literal: null, failure: thrown instanceof Error ? thrown.message : String(thrown) };
  }
  const literal = literalOf(value, deepest);
  const shown = inspect(value, { depth: 2, breakLength: Infinity, maxArrayLength: 20, maxStringLength: 200 });
  return { shown, literal: literal !== null && literal.length > longest ? null : literal, failure: null };
}

/** An expression that gives a value with the same parts; null where there is none, or it is deep. No accessor is read. */
function literalOf(value: unknown, depth: number): string | null {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'bigint':
      return `${value}n`;
    case 'boolean':
    case 'undefined':
      return String(value);
    case 'object':
      return value === null ? 'null' : depth === 0 ? null : objectLiteral(value, depth - 1);
    default:
      return null;
  }
}

function objectLiteral(value: object, depth: number): string | null {
  const isList = Array.isArray(value);
  if (!isList && Object.prototype.toString.call(value) !== '[object Object]') return null;
  const parts: string[] = [];
  const keys = Object.keys(value);
  if (isList && keys.length !== value.length) return null;
  for (const key of keys) {
    const own = Object.getOwnPropertyDescriptor(value, key);
    const part = own !== undefined && 'value' in own && key !== '__proto__' ? literalOf(own.value, depth) : null;
    if (part === null) return null;
    parts.push(isList ? part : `${JSON.stringify(key)}: ${part}`);
  }
  return isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

/** Milliseconds that a program may wait for something: after that it is taken as it is. */
const mostWaiting = 5_000;
const turnMs = 5;

/** Does something, and waits until nothing that it has begun is open. */
export async function untilIdle(act: () => Promise<unknown>): Promise<void> {
  const open = (): number => process.getActiveResourcesInfo().length;
  const before = open();
  await act();
  // One turn for what only promises have begun.
  for (let turn = 0; turn === 0 || (open() > before && turn < mostWaiting / turnMs); turn++) await setTimeout(turnMs);
}
