import { getOwnPropertyDescriptor } from './intrinsics.js';
import { types } from 'node:util';
import { isObject } from './identity.js';

const all: unknown = getOwnPropertyDescriptor(Promise, 'all')?.value;
const allSettled: unknown = getOwnPropertyDescriptor(Promise, 'allSettled')?.value;

let settled: unknown = null;
let areOutcomes = false;

/** A value has been awaited that a method of `Promise` gives a promise of: where it is the language's own, it has made an array. */
export function noteSettled(value: unknown, holder: unknown, name: string): void {
  const isKnown = isObject(holder) && !types.isProxy(holder) && (name === 'all' || name === 'allSettled');
  const method: unknown = isKnown ? getOwnPropertyDescriptor(holder, name)?.value : undefined;
  settled = method !== undefined && method === (name === 'all' ? all : allSettled) ? value : null;
  areOutcomes = name === 'allSettled';
}

/** Whether a value is the array that has just been made so. */
export const isSettled = (value: unknown): boolean => settled !== null && settled === value;

/** Whether each element of the array that has just been made was made with it, to tell how a promise was settled. */
export const isOfOutcomes = (value: unknown): boolean => isSettled(value) && areOutcomes;
