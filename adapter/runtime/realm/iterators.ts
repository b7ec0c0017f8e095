import { types } from 'node:util';
import { isObject } from './identity.js';
import { getOwnPropertyDescriptor, getPrototypeOf, OwnSet } from './intrinsics.js';

/** The methods `next` of the language's iterators, each call of which makes what it returns (ECMA-262, CreateIterResultObject). */
const methods = new OwnSet<unknown>();

const lists: readonly object[] = [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator](), generator()];
for (let at = 0; at < lists.length; at++) {
  const found = lists[at] === undefined ? undefined : nextOf(lists[at] as object);
  if (found !== undefined) methods.add(found);
}

function* generator(): Generator {
  // it is never begun
}

/** Whether `next` of an object is one of them; no getter and no trap runs. */
export function isIteratorOfLanguage(value: unknown): boolean {
  return isObject(value) && methods.has(nextOf(value));
}

function nextOf(iterator: object): unknown {
  for (let at: object | null = iterator; at !== null && !types.isProxy(at); at = getPrototypeOf(at)) {
    const descriptor = getOwnPropertyDescriptor(at, 'next');
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}
