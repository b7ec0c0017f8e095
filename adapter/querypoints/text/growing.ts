/** What one computation finds out while it goes on, by key: nobody else sees it. */
export interface Growing<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  put(key: K, value: V): void;
  keys(): readonly K[];
  values(): readonly V[];
  /** Takes all values out. */
  taken(): readonly V[];
}

/** Nothing is found yet. */
export function growing<K, V>(): Growing<K, V> {
  const map = new Map<K, V>();
  return {
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    put: (key, value) => void map.set(key, value),
    keys: () => [...map.keys()],
    values: () => [...map.values()],
    taken: () => {
      const values = [...map.values()];
      map.clear();
      return values;
    },
  };
}

/** Counts; how often it was counted so far. */
export function counter(): (by: number) => number {
  let count = 0;
  return (by) => (count += by);
}
