/**
 * What random programs call. In a plain run the helpers do nothing but count; with the variable ORACLE they remember at which line of
 * the program each value was made, and arrays are proxies whose traps remember the line of each write: no probe of ours is involved.
 */
export const placeHelpers = `
const isOracle = process.env.ORACLE !== undefined;
let count = 0, seed = 7;
const lines = new Map(), writes = new WeakMap(), hits = [];
function callerLine() {
  const match = /program\\.cjs:(\\d+):/.exec(new Error().stack);
  return match === null ? null : Number(match[1]);
}
/** A value that no other call has returned. */
exports.n = () => {
  const value = ++count * 1000;
  if (isOracle) lines.set(value, callerLine());
  return value;
};
/** An object that was made on this line. */
exports.made = (object) => { if (isOracle) lines.set(object, callerLine()); return object; };
/** A value that was computed on this line; NaN, which an absent field gives, may come from any other line, too. */
exports.mark = (value) => { if (isOracle && !Number.isNaN(value)) lines.set(value, callerLine()); };
exports.c = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % 3 !== 0;
exports.key = (name) => name;
exports.arr = (array) => {
  if (!isOracle) return array;
  const log = new Map(), line = callerLine();
  array.forEach((_, index) => log.set(String(index), line));
  const proxy = new Proxy(array, {
    set(target, key, value, receiver) {
      if (key === 'length') {
        for (let index = Number(value); index < target.length; index++) if (index in target) log.set(String(index), callerLine());
        if (target.length !== value) log.set('length', callerLine());
      } else {
        if (Number(key) >= target.length) log.set('length', callerLine());
        log.set(key, callerLine());
      }
      return Reflect.set(target, key, value, receiver);
    },
    deleteProperty(target, key) {
      if (key in target) log.set(key, callerLine());
      return Reflect.deleteProperty(target, key);
    },
  });
  writes.set(proxy, log);
  lines.set(proxy, line);
  return proxy;
};
exports.at = (array, key) => ({ elementOf: array, key: String(key) });
exports.stop = (capture) => {
  if (!isOracle) return;
  hits.push(Object.entries(capture()).map(([expression, value]) => {
    if (typeof value !== 'object' || value === null) return { expression, kind: 'value', line: lines.get(value) ?? null };
    if (value.elementOf === undefined) return { expression, kind: 'object', line: lines.get(value) ?? null };
    return { expression, kind: 'element', line: writes.get(value.elementOf)?.get(value.key) ?? null };
  }));
};
process.on('exit', () => { if (isOracle) console.log(JSON.stringify(hits)); });
`;

/** Of one passage of the stop: where a place was last written, or what it holds was made, as the program has seen it. */
export interface Note {
  readonly expression: string;
  readonly kind: 'value' | 'object' | 'element';
  readonly line: number | null;
}
