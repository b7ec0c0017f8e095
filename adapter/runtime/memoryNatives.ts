import { callSite } from './callSites.js';
import { isObject } from './identity.js';
import { isView } from './intrinsics.js';
import { anywhere, bufferOf, noteBuffer, noteView, offsetOf } from './memory.js';
import { wrap } from './natives.js';
import { ownWork } from './ownWork.js';
import { recordNative } from './probes.js';
import { keyNumber } from './values.js';
import type { Callable } from './disguise.js';

/** Natives that write what typed arrays show by another way than as their elements: so that nobody takes an older write for the last. */
export function watchMemory(): void {
  const setters = Object.getOwnPropertyNames(DataView.prototype).filter((name) => /^set\D+\d+$/.test(name));
  for (const name of setters) {
    const size = Number(/\d+$/.exec(name)?.[0]) / 8;
    after(DataView.prototype, name, (self, values, view) => recordBytes(self, view, Number(values[0] ?? 0), size));
  }
  for (const name of ['store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange'])
    after(Atomics, name, (self, values) => recordSomewhere(self, values[0]));
  after(TextEncoder.prototype, 'encodeInto', (self, values) => recordSomewhere(self, values[1]));
}

/** Arguments are read as the program may have left arrays: by index. */
function after(owner: object, name: string, tell: (self: Callable, values: readonly unknown[], view: unknown) => void): void {
  wrap(owner, name, (self, values, call, view) => {
    const result = call();
    ownWork(() => tell(self, values, view));
    return result;
  });
}

function recordBytes(self: Callable, view: unknown, offset: number, size: number): void {
  const buffer = isObject(view) && isView(view) ? bufferOf(view) : undefined;
  if (buffer === undefined) return;
  noteBuffer(buffer);
  const start = offsetOf(view as DataView) + offset;
  const site = callSite(self);
  for (let at = 0; at < size; at++) recordNative(site, buffer, keyNumber(start + at), undefined);
}

function recordSomewhere(self: Callable, view: unknown): void {
  const buffer = isObject(view) && isView(view) ? bufferOf(view) : undefined;
  if (buffer === undefined) return;
  noteView(view as object);
  noteBuffer(buffer);
  recordNative(callSite(self), buffer, anywhere, undefined);
}
