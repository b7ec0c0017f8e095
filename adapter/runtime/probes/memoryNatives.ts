import { TextEncoder, types } from 'node:util';
import { writingAtomics } from '../../instrument/builtinNames.js';
import type { Callable } from '../realm/disguise.js';
import { between, indicesOf, sizeOf } from './arrayNatives.js';
import { siteOfNative } from './nativeCallers.js';
import { isObject } from '../realm/identity.js';
import { isArray, isView } from '../realm/intrinsics.js';
import { anywhere, bufferOf, noteBuffer, noteView, offsetOf } from '../record/memory.js';
import { allEarlier, mostTold, recordElement, wrap } from './natives.js';
import { ownWork } from '../realm/ownWork.js';
import { inEachRealm } from '../realm/realms.js';
import { recordNative } from '../record/keyed.js';
import { closeBudget } from '../rows/sites.js';
import { storedElement } from '../realm/stores.js';
import { keyNumber } from '../rows/values.js';

/** Natives of the language and of Node that write what typed arrays show, by another way than as their elements. */
export function watchMemory(): void {
  inEachRealm((realm) => {
    watchDataViews(realm.own('DataView.prototype'));
    watchAtomics(realm.own('Atomics'));
  });
  watchBuffers();
  watchInput();
}

/** A part of a view that a native writes, by index; the end may be more than it comes to write. */
interface Part {
  readonly view: unknown;
  readonly from: number;
  readonly to: number;
}

/** Arguments are read as the program may have left arrays: by index. */
type PartOf = (values: readonly unknown[], receiver: unknown) => Part;

/** Tells what a call has written, as many elements of a part as its result says. */
function writes(owner: object, name: string, partOf: PartOf, countOf?: (result: unknown) => number): void {
  wrap(owner, name, (self, values, call, receiver) => {
    const part = ownWork(() => partOf(values, receiver));
    const array = byElements(part.view);
    if (array === null) {
      const result = call();
      ownWork(() => recordSomewhere(self, part.view));
      return result;
    }
    const range = between(part.from, part.to < array.length ? part.to : array.length);
    const most = mostTold(self, range);
    const indices = indicesOf(range, most);
    const before = allEarlier(array, indices);
    const result = call();
    ownWork(() => {
      noteView(array);
      const site = siteOfNative(self);
      const count = countOf === undefined ? sizeOf(range) : countOf(result);
      for (let at = 0; at < indices.length && at < count; at++) recordElement(site, array, indices[at] ?? 0, true, before[at]);
      if (most < sizeOf(range) && most < count) closeBudget(site);
    });
    return result;
  });
}

/** A view whose elements are bytes, so that the written elements are known; null for others, where only the memory is. */
function byElements(view: unknown): Uint8Array | null {
  return types.isTypedArray(view) && view.BYTES_PER_ELEMENT === 1 ? (view as Uint8Array) : null;
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? Math.trunc(value) : otherwise;
}

const rest = Infinity;

function watchDataViews(views: object): void {
  const setters = Object.getOwnPropertyNames(views).filter((name) => /^set\D+\d+$/.test(name));
  for (const name of setters) {
    const size = Number(/\d+$/.exec(name)?.[0]) / 8;
    wrap(views, name, (self, values, call, view) => {
      const result = call();
      ownWork(() => recordBytes(self, view, number(values[0], 0), size));
      return result;
    });
  }
}

function watchAtomics(atomics: object): void {
  for (const name of writingAtomics.split(' '))
    wrap(atomics, name, (self, values, call) => {
      const [view, index] = [values[0], values[1]];
      const before = types.isTypedArray(view) && typeof index === 'number' ? allEarlier(view, [index]) : null;
      const result = call();
      ownWork(() => {
        if (!types.isTypedArray(view) || before === null) return recordSomewhere(self, view);
        // What holds something else than was expected stays as it is.
        if (name === 'compareExchange' && storedElement(view, values[2]) !== result) return;
        noteView(view);
        recordElement(siteOfNative(self), view, index as number, true, before[0]);
      });
      return result;
    });
}

function watchBuffers(): void {
  const prototype = Buffer.prototype as object;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const numeric = /^write(?:Big)?(?:U?[Ii]nt|Uint|Float|Double)(\d*)/.exec(name);
    if (numeric === null) continue;
    const size = /Float/.test(name) ? 4 : /Double/.test(name) ? 8 : Number(numeric[1]) / 8;
    writes(prototype, name, (values, view) => {
      const from = number(values[1], 0);
      return { view, from, to: from + (size || number(values[2], 0)) };
    });
  }
  writes(
    prototype,
    'write',
    (values, view) => ({
      view,
      from: number(values[1], 0),
      to: number(values[1], 0) + (typeof values[0] === 'string' ? values[0].length * 4 : 0),
    }),
    Number,
  );
  writes(prototype, 'fill', (values, view) => {
    const [value, start, end] = [values[0], values[1], values[2]];
    const isPlain = typeof value !== 'string' || typeof start !== 'string';
    return { view, from: isPlain ? number(start, 0) : 0, to: isPlain ? number(end, rest) : rest };
  });
  writes(prototype, 'copy', (values) => ({ view: values[0], from: number(values[1], 0), to: rest }), Number);
  for (const name of ['swap16', 'swap32', 'swap64']) writes(prototype, name, (_, view) => ({ view, from: 0, to: rest }));
}

function watchInput(): void {
  writes(
    TextEncoder.prototype,
    'encodeInto',
    (values) => ({ view: values[1], from: 0, to: typeof values[0] === 'string' ? values[0].length * 3 : 0 }),
    (result) => (result as { readonly written: number }).written,
  );
  const fs = process.getBuiltinModule('node:fs');
  const offsetIn = (value: unknown) => number(isObject(value) ? (value as { readonly offset?: unknown }).offset : value, 0);
  writes(fs, 'readSync', (values) => ({ view: values[1], from: offsetIn(values[2]), to: rest }), Number);
  const crypto = process.getBuiltinModule('node:crypto');
  writes(crypto, 'randomFillSync', (values) => {
    const from = number(values[1], 0);
    return { view: values[0], from, to: from + number(values[2], rest) };
  });
  writes(Object.getPrototypeOf(crypto.webcrypto) as object, 'getRandomValues', (values) => ({ view: values[0], from: 0, to: rest }));
  wrap(fs, 'readvSync', (self, values, call) => {
    const result = call();
    ownWork(() => {
      const views = values[1];
      for (let at = 0; isArray(views) && at < views.length; at++) recordSomewhere(self, views[at]);
    });
    return result;
  });
  // When what is only begun here has written is not known.
  for (const [owner, name] of [
    [fs, 'read'],
    [crypto, 'randomFill'],
  ] as const)
    wrap(owner, name, (self, values, call) => {
      ownWork(() => recordSomewhere(self, name === 'read' ? values[1] : values[0]));
      return call();
    });
  process.getBuiltinModule('node:module').syncBuiltinESMExports();
}

function recordBytes(self: Callable, view: unknown, offset: number, size: number): void {
  const buffer = isObject(view) && isView(view) ? bufferOf(view) : undefined;
  if (buffer === undefined) return;
  noteBuffer(buffer);
  const start = offsetOf(view as DataView) + offset;
  const site = siteOfNative(self);
  const bytes = new Bytes(buffer as ArrayBuffer);
  for (let at = start; at < start + size; at++) recordNative(site, buffer, keyNumber(at), bytes[at]);
}

/** Whatever the program makes of the name. */
const Bytes = Uint8Array;

function recordSomewhere(self: Callable, view: unknown): void {
  const buffer = !isObject(view) ? undefined : types.isAnyArrayBuffer(view) ? view : isView(view) ? bufferOf(view) : undefined;
  if (buffer === undefined) return;
  if (isView(view)) noteView(view as object);
  noteBuffer(buffer);
  recordNative(siteOfNative(self), buffer, anywhere, undefined);
}
