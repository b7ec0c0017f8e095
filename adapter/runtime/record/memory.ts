import { types } from 'node:util';
import { areSameBytes, type MemorySpan } from '../../events/memorySpan.js';
import { idOf } from '../realm/identity.js';
import { apply, getOwnPropertyDescriptor, isView, OwnMap } from '../realm/intrinsics.js';
import { keyNumber } from '../rows/values.js';

/** The memory of views, by number, and of an ArrayBuffer whose bytes are written directly (`DataView`). */
const spans = new OwnMap<number, MemorySpan>();

/** The key of a write that may be anywhere in an ArrayBuffer. */
export const anywhere = keyNumber('anywhere in this memory');

/** A view is asked about, or written to: others may show the same memory. */
export function noteView(view: object): void {
  if (!isView(view)) return;
  const id = idOf(view);
  if (spans.has(id)) return;
  const buffer = bufferOf(view);
  if (buffer === undefined) return;
  const [size, length] = [elementSize(view), getter(view, 'length')];
  const span = { buffer: idOf(buffer), offset: offsetOf(view), size };
  spans.set(id, typeof length === 'number' && !mayGrow(buffer) ? { ...span, count: length } : span);
}

/** Node 20 and later have memory that grows. */
function mayGrow(buffer: object): boolean {
  for (let at = 0; at < growing.length; at++) {
    try {
      if (apply(growing[at] as (this: unknown) => unknown, buffer, []) === true) return true;
    } catch {
      // it is memory of the other kind
    }
  }
  return false;
}

const growing = [
  getOwnPropertyDescriptor(ArrayBuffer.prototype, 'resizable')?.get,
  getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'growable')?.get,
];

/** Whether an object is memory, or a view of it, that is as long as it was when it was made: what was handed on to others has no length. */
export function isFixedMemory(object: object): boolean {
  const buffer = isView(object) ? bufferOf(object) : types.isAnyArrayBuffer(object) ? object : undefined;
  return buffer !== undefined && !mayGrow(buffer) && lengthOf(buffer) > 0;
}

function lengthOf(buffer: object): number {
  const length = apply(types.isSharedArrayBuffer(buffer) ? sharedLength : ownLength, buffer, []);
  return typeof length === 'number' ? length : 0;
}

type Getter = (this: unknown) => unknown;
const ownLength = getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get as Getter;
const sharedLength = getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength')?.get as Getter;

/** The number of an ArrayBuffer whose bytes are written. */
export function noteBuffer(buffer: object): void {
  const id = idOf(buffer);
  if (!spans.has(id)) spans.set(id, { buffer: id, offset: 0, size: 1 });
}

/** Whether a write under a key of one object is to memory that an element of another one shows. */
export function isSameMemory(writer: number, key: number, owner: number, index: number): boolean {
  const written = spans.get(writer);
  const asked = spans.get(owner);
  if (written === undefined || asked === undefined || writer === owner || written.buffer !== asked.buffer) return false;
  if (key === anywhere) return true;
  if (key >= 0) return false;
  return areSameBytes(written, -key - 1, asked, index);
}

/** The memory of all views that are known. */
export function allSpans(): readonly (MemorySpan & { readonly view: number })[] {
  const all: (MemorySpan & { readonly view: number })[] = [];
  spans.forEach((span, view) => void (all[all.length] = { view, ...span }));
  return all;
}

/** The memory of a view, whatever the program has made of the property. */
export function bufferOf(view: object): object | undefined {
  return getter(view, 'buffer') as object | undefined;
}

/** Where a view begins in its memory. */
export function offsetOf(view: object): number {
  return (getter(view, 'byteOffset') as number | undefined) ?? 0;
}

function elementSize(view: object): number {
  const length = getter(view, 'length');
  return typeof length === 'number' && length > 0 ? (getter(view, 'byteLength') as number) / length : 1;
}

/** Both kinds of views have getters that a program cannot change for one of them. */
const prototypes = [Object.getPrototypeOf(Uint8Array.prototype) as object, DataView.prototype];
const getters = new OwnMap<string, readonly ((this: unknown) => unknown)[]>(
  ['buffer', 'byteOffset', 'byteLength', 'length'].map((name) => [
    name,
    prototypes.flatMap((prototype) => getOwnPropertyDescriptor(prototype, name)?.get ?? []),
  ]),
);

function getter(view: object, name: string): unknown {
  const known = getters.get(name) ?? [];
  for (let at = 0; at < known.length; at++) {
    try {
      return apply(known[at] as (this: unknown) => unknown, view, []);
    } catch {
      // it is a view of the other kind
    }
  }
  return undefined;
}
