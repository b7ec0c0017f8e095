/** What the program's marked values were in its own run. */
export interface MarkedValues {
  /** The expressions of the values, one for each time that the run came there. */
  readonly literals: readonly string[];
  readonly isRight: boolean;
}

/** How much a value that is right says. */
export type RightMeans =
  /** What is right there is right behind it, too, whatever came before (paper 4, section 2: the model of dependencies). */
  | 'given'
  /** It stays as it was: whatever is changed must not change it. */
  | 'kept';

/**
 * The text before a program whose values are marked: `__whence.o(mark, value)` notes a value, `__whence.p(mark, value)` gives the one
 * that is right. What is printed changes no value.
 */
export const markModelText = (marks: readonly MarkedValues[], means: RightMeans): string => `const __whence = (() => {
  const seen = [${marks.map(({ literals }) => `[${literals.join(', ')}]`).join(', ')}];
  const rights = [${marks.map(({ isRight }) => String(isRight)).join(', ')}];
  const times = [${marks.map(() => '0').join(', ')}];
  const differs = [${marks.map(() => 'false').join(', ')}];
  const alike = (a, b) => {
    if (typeof b !== 'object' || b === null || typeof a !== 'object' || a === null)
      return a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    if (a instanceof Map || a instanceof Set || a instanceof Date || a instanceof RegExp) return fetch();
    if (Array.isArray(a) && a.length !== b.length) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key) || !alike(a[key], b[key])) return false;
    }
    return true;
  };
  const o = (mark, value) => {
    const time = times[mark]++;
    if (time >= seen[mark].length || !alike(value, seen[mark][time])) differs[mark] = true;
    ${means === 'kept' ? "if (rights[mark] && differs[mark]) throw new Error('another value');" : ''}
  };
  return {
    o,
    p(mark, value) {
      const time = times[mark];
      o(mark, value);
      return time < seen[mark].length ? seen[mark][time] : value;
    },
    isOther(mark) {
      return differs[mark] || times[mark] !== seen[mark].length;
    },
    areKept() {
      for (let mark = 0; mark < seen.length; mark++) {
        if (rights[mark] && times[mark] !== seen[mark].length) return false;
      }
      return true;
    },
  };
})();
const console = { log() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {}, dir() {}, table() {}, group() {}, groupEnd() {}, assert() {} };
const $failMark = () => { const error = new Error('as it was'); error.code = 'ERR_ASSERTION'; throw error; };
`;

/** The text behind it: a test by the number of a mark, which passes if the value is another one. */
export const runMarkText = (means: RightMeans): string =>
  `function $runTest(mark) { if (!__whence.isOther(+mark)${means === 'kept' ? ' || !__whence.areKept()' : ''}) $failMark(); }`;
