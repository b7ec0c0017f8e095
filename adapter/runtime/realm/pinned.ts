import { syncBuiltinESMExports } from 'node:module';
import { disguise } from './disguise.js';

/**
 * On request, what differs from run to run by itself is the same in each: random numbers come from one sequence, and clocks begin at
 * `start` (milliseconds since 1970) and go on by a millisecond whenever they are read. Timers still wait for real time.
 */
export function pin(start: number): void {
  pinRandom();
  pinClocks(start);
  syncBuiltinESMExports();
}

function pinRandom(): void {
  let state = 0x5eed;
  /** Uniform in [0, 1), by mulberry32. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const fill = <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = next() * 256;
    return view;
  };
  replace(Math, 'random', () => next());
  const node = process.getBuiltinModule('node:crypto');
  const { webcrypto } = node;
  replace(webcrypto, 'getRandomValues', (_, values) => fill(values[0] as Uint8Array));
  const uuid = () => {
    const bytes = fill(Buffer.alloc(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
  replace(node, 'randomUUID', uuid);
  replace(Object.getPrototypeOf(webcrypto) as object, 'randomUUID', uuid);
  const later = (make: () => unknown, told: unknown): unknown => {
    const value = make();
    if (typeof told !== 'function') return value;
    process.nextTick(told as (error: null, value: unknown) => void, null, value);
    return undefined;
  };
  replace(node, 'randomBytes', (_, values) => later(() => fill(Buffer.alloc(Number(values[0]))), values[1]));
  replace(node, 'randomInt', (_, values) => {
    const hasLeast = typeof values[1] === 'number';
    const [least, most] = hasLeast ? [Number(values[0]), Number(values[1])] : [0, Number(values[0])];
    return later(() => least + Math.floor(next() * (most - least)), values[hasLeast ? 2 : 1]);
  });
}

function pinClocks(start: number): void {
  let readings = 0;
  const elapsed = () => ++readings;
  const now = () => start + elapsed();
  const OwnDate = Date;
  function pinned(this: unknown, ...values: unknown[]): unknown {
    if (new.target === undefined) return new OwnDate(now()).toString();
    return Reflect.construct(OwnDate, values.length === 0 ? [now()] : values, new.target === pinned ? OwnDate : new.target);
  }
  for (const key of Reflect.ownKeys(OwnDate)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(OwnDate, key);
    if (descriptor !== undefined) Reflect.defineProperty(pinned, key, descriptor);
  }
  Reflect.defineProperty(OwnDate.prototype, 'constructor', { value: pinned, writable: true, configurable: true, enumerable: false });
  Reflect.defineProperty(globalThis, 'Date', { value: pinned, writable: true, configurable: true, enumerable: false });
  replace(pinned, 'now', now);
  replace(Object.getPrototypeOf(performance) as object, 'now', elapsed);
  replace(process, 'uptime', () => elapsed() / 1000);
  replace(process, 'hrtime', (_, values) => {
    const before = values[0] as readonly [number, number] | undefined;
    const total = elapsed() * 1e6 - (before === undefined ? 0 : before[0] * 1e9 + before[1]);
    return [Math.floor(total / 1e9), total % 1e9];
  });
  Object.assign(process.hrtime, { bigint: () => BigInt(elapsed()) * 1_000_000n });
}

/** A method of the language or of Node that gives something else; it keeps its name, length and text. */
function replace(owner: object, name: string, give: (self: unknown, values: readonly unknown[]) => unknown): void {
  disguise(owner, name, () => {
    const holder = {
      method(this: unknown, ...values: unknown[]): unknown {
        return give(this, values);
      },
    };
    return holder.method;
  });
}
