/**
 * Maps and sets that keep the methods that the language has when this file is loaded: the program in which rules run may replace them, and ours that
 * watch containers stand in their place there.
 */
export class KeptMap<K, V> extends Map<K, V> {}

/** The same of sets. */
export class KeptSet<T> extends Set<T> {}

for (const [own, original] of [
  [KeptMap.prototype, Map.prototype],
  [KeptSet.prototype, Set.prototype],
] as const)
  for (const key of Reflect.ownKeys(original)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(original, key);
    if (key !== 'constructor' && descriptor !== undefined) Reflect.defineProperty(own, key, descriptor);
  }

/**
 * A list of so many equal values, made without the methods of arrays, which a program may have replaced. Its length is exact: one that grows in place
 * keeps room for sixteen more.
 */
export function listOf<T>(length: number, value: T): T[] {
  const list = new Array<T>(length);
  for (let at = 0; at < length; at++) list[at] = value;
  return list;
}
