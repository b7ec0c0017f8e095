/**
 * Maps and sets that keep the methods that the language has when this file is loaded: the program in which rules run may replace them, and ours that
 * watch containers stand in their place there.
 */
export class KeptMap<K, V> extends Map<K, V> {
  // A constructor that is not written spreads what it is given, by an iterator that the program may have replaced.
  constructor(entries?: Iterable<readonly [K, V]>) {
    super(entries);
  }
}

/** The same of sets. */
export class KeptSet<T> extends Set<T> {
  constructor(values?: Iterable<T>) {
    super(values);
  }
}

for (const [own, original] of [
  [KeptMap.prototype, Map.prototype],
  [KeptSet.prototype, Set.prototype],
] as const)
  for (const key of Reflect.ownKeys(original)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(original, key);
    if (key !== 'constructor' && descriptor !== undefined) Reflect.defineProperty(own, key, descriptor);
  }
