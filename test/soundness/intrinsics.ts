/** The built-in objects of this process as they were, to which programs may add properties: all programs share them. */
const known: ReadonlyMap<object, ReadonlySet<PropertyKey>> = intrinsics();

/** Takes away what programs have added to built-in objects. */
export function restoreIntrinsics(): void {
  for (const [object, keys] of known) {
    const found = Reflect.ownKeys(object);
    if (found.length === keys.size) continue;
    for (const key of found) if (!keys.has(key)) Reflect.deleteProperty(object, key);
  }
}

/** What the language's globals reach by properties, accessors and prototypes. */
function intrinsics(): Map<object, ReadonlySet<PropertyKey>> {
  const found = new Map<object, ReadonlySet<PropertyKey>>();
  const waiting: unknown[] = Object.getOwnPropertyNames(globalThis)
    .filter((name) => /^[A-Z]/.test(name) || /^(?:parse|is|decode|encode)/.test(name))
    .map((name) => (globalThis as unknown as Record<string, unknown>)[name]);
  waiting.push(
    Object.getPrototypeOf([][Symbol.iterator]()),
    Object.getPrototypeOf(function* () {}),
    Object.getPrototypeOf(async function* () {}),
  );
  for (const value of waiting) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || found.has(value)) continue;
    const keys = Reflect.ownKeys(value);
    found.set(value, new Set(keys));
    for (const key of keys) {
      const { value: held, get, set } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      waiting.push(held, get, set);
    }
    waiting.push(Object.getPrototypeOf(value));
  }
  return found;
}
