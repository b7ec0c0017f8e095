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
  const isDate = (a) => a instanceof Date;
  const isCollection = (a) => a instanceof Map || a instanceof Set;
  /** The pairs that are being compared, the outer ones first. */
  const open = [];
  /** Their parts may lead back to both. Runners differ about circles that are not of one length. */
  const within = (a, b, areEqual) => {
    if (open.length > 4) {
      let first = -1;
      let second = -1;
      for (let i = 0; i < open.length; i++) {
        if (open[i][0] === a) first = i;
        if (open[i][1] === b) second = i;
      }
      if (first >= 0 && first === second) return true;
      if (open.length > 40) return fetch();
    }
    open.push([a, b]);
    try {
      return areEqual();
    } finally {
      open.pop();
    }
  };
  /** Whether each has another one among the others that is equal. */
  const arePaired = (list, others, areSame) => {
    const left = [...others];
    for (const each of list) {
      const at = left.findIndex((other) => areSame(each, other));
      if (at < 0) return false;
      left.splice(at, 1);
    }
    return true;
  };
  const areOfOneKind = (a, b) => a instanceof Map === b instanceof Map && a instanceof Set === b instanceof Set && a.size === b.size;
  /** node:assert: what is no object is looked up, and only then compared loosely. */
  const collectionsAlike = (a, b, inner, strict) => {
    if (!areOfOneKind(a, b)) return false;
    const isMap = a instanceof Map;
    const found = new Set([...a.keys()].filter((key) => !isObject(key) && b.has(key) && (!isMap || inner(a.get(key), b.get(key)))));
    const [left, others] = [a, b].map((each) => [...each.keys()].filter((key) => !found.has(key)));
    if (left.length !== others.length || (strict && !left.every(isObject))) return false;
    if (left.some((key) => key === undefined || key === null)) return fetch();
    return arePaired(left, others, (x, y) => inner(x, y) && (!isMap || inner(a.get(x), b.get(y))));
  };
  /** jest and vitest: each has an equal one in the other. */
  const collectionsEqual = (a, b, inner) => {
    if (!areOfOneKind(a, b)) return false;
    const isMap = a instanceof Map;
    const others = [...b.keys()];
    for (const key of a.keys()) {
      if (b.has(key) && (!isMap || inner(a.get(key), b.get(key)))) continue;
      if (!others.some((other) => inner(key, other) && (!isMap || inner(a.get(key), b.get(other))))) return false;
    }
    return true;
  };
  /** Of objects that are no primitives: whether it is known without their keys, and what. */
  const special = (a, b) => {
    if (a === b) return true;
    if (Array.isArray(a) !== Array.isArray(b) || isError(a) !== isError(b)) return false;
    if (isPattern(a) !== isPattern(b) || isDate(a) !== isDate(b) || isCollection(a) !== isCollection(b)) return false;
    if (a instanceof Promise || b instanceof Promise) return fetch();
    if (isPattern(a)) return a.source === b.source && a.flags === b.flags ? (a.lastIndex === b.lastIndex ? undefined : fetch()) : false;
    if (!isDate(a) || a.getTime() === b.getTime()) return undefined;
    // Versions differ about dates that are none.
    return isNaN(a.getTime()) && isNaN(b.getTime()) ? fetch() : false;
  };
  /** node:assert. */
  const alike = (a, b, strict) => {
    // The expected value first: what is asked of a value that is not known leaves more open.
    if (!isObject(b) || !isObject(a)) return strict ? same(a, b) : isObject(a) || isObject(b) ? a === b : loosely(a, b);
    if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return a === b;
    const known = special(a, b);
    if (known !== undefined) return known;
    if (isError(a) && (a.message !== b.message || a.name !== b.name)) return false;
    if (isError(a) && (Object.hasOwn(a, 'cause') || Object.hasOwn(b, 'cause'))) return fetch();
    if (Array.isArray(a) && a.length !== b.length) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    const inner = (x, y) => alike(x, y, strict);
    return within(a, b, () => {
      for (const key of keys) if (!Object.hasOwn(b, key) || !inner(a[key], b[key])) return false;
      return !isCollection(a) || collectionsAlike(a, b, inner, strict);
    });
  };
  /** jest and vitest: what an object lacks is undefined, unless it is strict. */
  const equals = (a, b, strict) => {
    if (isObject(b) && b.$matches !== undefined) return b.$matches(a);
    if (isObject(a) && a.$matches !== undefined) return a.$matches(b);
    if (!isObject(a) || !isObject(b)) return same(a, b);
    const known = special(a, b);
    if (known !== undefined) return known;
    if (isError(a)) return a.message === b.message ? fetch() : false;
    if (strict && a.constructor !== b.constructor) return false;
    if (Array.isArray(a) && a.length !== b.length) return false;
    const keys = Object.keys(a);
    if (strict && keys.length !== Object.keys(b).length) return false;
    const inner = (x, y) => equals(x, y, strict);
    return within(a, b, () => {
      for (const key of keys) if ((strict && !Object.hasOwn(b, key)) || !inner(a[key], b[key])) return false;
      for (const key of Object.keys(b)) if (!Object.hasOwn(a, key) && (strict || b[key] !== undefined)) return false;
      return !isCollection(a) || collectionsEqual(a, b, inner);
    });
  };
  return { same, loosely, isObject, isPattern, alike, equals };
})()`;
