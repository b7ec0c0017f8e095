import { defineProperty } from '../realm/intrinsics.js';

/** An object with these properties, whatever the program has given all objects. */
export function recordOf<T>(names: readonly string[], valueOf: (name: string, at: number) => T): Record<string, T> {
  const made: Record<string, T> = {};
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    const descriptor = { __proto__: null, value: valueOf(name, at), writable: true, enumerable: true, configurable: true };
    defineProperty(made, name, descriptor as unknown as PropertyDescriptor);
  }
  return made;
}
