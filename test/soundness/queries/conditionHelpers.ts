/**
 * What random programs about control call. With the variable ORACLE, which names a file of the program's structure, every activation keeps which of its tests were evaluated, when and to
 * what; at the stop the forks that lead there are looked for among them, then in the caller: by the program's own notes alone.
 */
export const conditionsText = `
const isOracle = process.env.ORACLE !== undefined;
const { leading, forks } = isOracle ? JSON.parse(require('node:fs').readFileSync(process.env.ORACLE, 'utf8')) : {};
let ordinal = 0, seed = 11, budget = 400;
const hits = [];
exports.enter = (parent, site) => {
  if (budget-- < 0) throw new Error('enough');
  return { parent, site, time: ordinal, notes: [] };
};
function note(A, fork, value, line) {
  if (isOracle) A.notes.push({ fork, value, ordinal: ordinal++, line: line ?? forks[fork].line });
  return value;
}
exports.t = (A, fork, value) => note(A, fork, value);
exports.note = (A, fork, value = true) => note(A, fork, value);
exports.left = (A, fork, value) => note(A, fork, value || null);
exports.each = function* (A, fork, values) { for (const value of values) { note(A, fork, true); yield value; } };
exports.c = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % 5 > 1;
exports.thrown = (line) => ({ line });
exports.caught = (A, fork, e) => { if (e instanceof Error) throw e; note(A, fork, true, e.line); };
/** The last condition before a time, of a place in an activation, then of its call in the caller's. */
function lastOf(A, place, before) {
  for (; A !== null; place = A.site, before = A.time, A = A.parent) {
    const earlier = A.notes.filter((one) => one.ordinal < before);
    const notes = leading[place].flatMap(({ fork, wants }) => {
      const note = earlier.findLast((one) => one.fork === fork);
      return note !== undefined && (wants === 'any' || Boolean(note.value) === wants) ? [note] : [];
    });
    if (notes.length > 0) return { A, note: notes.sort((a, b) => a.ordinal - b.ordinal).at(-1) };
  }
  return null;
}
exports.stop = (A, place) => {
  if (!isOracle) return;
  const chain = [];
  for (let found = lastOf(A, place, ordinal); chain.length < 3; found = lastOf(found.A, forks[found.note.fork].place, found.note.ordinal)) {
    chain.push(found === null ? null : found.note.line);
    if (found === null || found.note.line !== forks[found.note.fork].line) break;
  }
  hits.push(chain);
};
process.on('exit', () => { if (isOracle) console.log(JSON.stringify(hits)); });
`;
