import { withoutInsertions } from '../../instrument/edits.js';

export type Callable = (this: unknown, ...values: unknown[]) => unknown;

const { apply } = Reflect;
const nativeToString = Reflect.get(Function.prototype, 'toString') as Callable;
const originals = new WeakMap<object, object>();
/** The prototypes of functions that show what the user wrote. */
const hidden = new WeakSet<object>();

/**
 * Replaces a function of the language; who asks the new one for its name, length or text gets the original's. `make` must give a
 * method, which like the original is no constructor.
 */
export function disguise(owner: object, name: PropertyKey, make: (original: Callable) => Callable): void {
  const descriptor = Reflect.getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || typeof original !== 'function') return;
  const replacement = make(original as Callable);
  for (const key of ['name', 'length']) Object.defineProperty(replacement, key, Reflect.getOwnPropertyDescriptor(original, key) ?? {});
  disguised(replacement, original);
  // Of another realm.
  const kind = Reflect.getPrototypeOf(original);
  if (Reflect.getPrototypeOf(replacement) !== kind) Reflect.setPrototypeOf(replacement, kind);
  Object.defineProperty(owner, name, { ...descriptor, value: replacement });
}

/** A replacement for a function of the language: its text is the original's. */
export function disguised<T extends object>(replacement: T, original: object): T {
  originals.set(replacement, originals.get(original) ?? original); // it may be a replacement itself
  return replacement;
}

/** Whether V8 shows no text of a function: it is one of the language's or of Node's in C++, or `bind` has made it. */
export function hasNoText(target: object): boolean {
  const text: unknown = apply(nativeToString, originals.get(target) ?? target, []);
  return typeof text === 'string' && text.endsWith('{ [native code] }');
}

/** The text of a function as V8 has it. */
export function functionText(target: object): string {
  const text: unknown = apply(nativeToString, originals.get(target) ?? target, []);
  return typeof text === 'string' ? text : '';
}

/** Whether a function's text holds something of ours: it is the program's. */
export function showsProbes(target: object): boolean {
  const text: unknown = apply(nativeToString, target, []);
  return typeof text === 'string' && withoutInsertions(text) !== text;
}

/** `Function.prototype.toString` shows what the user wrote; `prototype` is that of another realm, where it has its own. */
export function hideInsertions(prototype: object = Function.prototype): void {
  if (hidden.has(prototype)) return;
  hidden.add(prototype);
  const make = () => ({
    toString(this: unknown): string {
      const shown = typeof this === 'function' ? (originals.get(this) ?? this) : this;
      return withoutInsertions(String(apply(nativeToString, shown, [])));
    },
  });
  disguise(prototype, 'toString', () => make().toString);
}
