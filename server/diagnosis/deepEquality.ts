/**
 * Equality of values with their parts, for the models of assertions: the text of an expression. `fetch` stands for what is not modelled:
 * the interpreter does not know it, so a run that meets it says nothing.
 */
export const deepEquality = `(() => {
  const same = (a, b) => (a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b);
  const loosely = (a, b) => a == b || (a !== a && b !== b);
  const isObject = (a) => typeof a === 'object' && a !== null;
  const isError = (a) => a instanceof Error;
  const patterns = Object.getPrototypeOf(/x/);
  const isPattern = (a) => isObject(a) && Object.getPrototypeOf(a) === patterns;
  /** Maps and sets of primitives; those of objects are equal where they hold the same ones, and else not looked into. */
  const collections = (a, b, inner) => {
    if (a instanceof Map !== b instanceof Map || a instanceof Set !== b instanceof Set || a.size !== b.size) return false;
    for (const [key, value] of a instanceof Map ? a : [...a].map((each) => [each, each])) {
      if (b.has(key)) { if (a instanceof Map && !inner(value, b.get(key))) return false; }
      else if (isObject(key)) return fetch();
      else return false;
    }
    return true;
  };
  /** Of objects that are no primitives: whether it is known without their keys, and what. */
  const special = (a, b, inner) => {
    if (a === b) return true;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    if (isPattern(a) || isPattern(b) || a instanceof Promise || b instanceof Promise) return fetch();
    const isCollection = (each) => each instanceof Map || each instanceof Set;
    if (isCollection(a) || isCollection(b)) return isCollection(a) && isCollection(b) && collections(a, b, inner);
    if (isError(a) !== isError(b)) return false;
    return undefined;
  };
  /** node:assert. */
  const alike = (a, b, strict) => {
    // The expected value first: what is asked of a value that is not known leaves more open.
    if (!isObject(b) || !isObject(a)) return strict ? same(a, b) : isObject(a) || isObject(b) ? a === b : loosely(a, b);
    const inner = (x, y) => alike(x, y, strict);
    if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return a === b;
    const known = special(a, b, inner);
    if (known !== undefined) return known;
    if (isError(a) && (a.message !== b.message || a.name !== b.name)) return false;
    if (Array.isArray(a) && a.length !== b.length) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) if (!Object.hasOwn(b, key) || !inner(a[key], b[key])) return false;
    return true;
  };
  /** jest and vitest: what an object lacks is undefined, unless it is strict. */
  const equals = (a, b, strict) => {
    if (isObject(b) && b.$matches !== undefined) return b.$matches(a);
    if (isObject(a) && a.$matches !== undefined) return a.$matches(b);
    if (!isObject(a) || !isObject(b)) return same(a, b);
    const inner = (x, y) => equals(x, y, strict);
    const known = special(a, b, inner);
    if (known !== undefined) return known;
    if (isError(a)) return a.message === b.message ? fetch() : false;
    if (strict && a.constructor !== b.constructor) return false;
    if (Array.isArray(a) && a.length !== b.length) return false;
    const keys = Object.keys(a);
    if (strict && keys.length !== Object.keys(b).length) return false;
    for (const key of keys) if ((strict && !Object.hasOwn(b, key)) || !inner(a[key], b[key])) return false;
    for (const key of Object.keys(b)) if (!Object.hasOwn(a, key) && (strict || b[key] !== undefined)) return false;
    return true;
  };
  return { same, loosely, isObject, isPattern, alike, equals };
})()`;
