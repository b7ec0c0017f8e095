/**
 * What random programs about control call. With the variable ORACLE, which names a file of the program's structure, every activation keeps which of its tests were evaluated, when and to
 * what; at the stop the forks that lead there are looked for among them, then in the caller: by the program's own notes alone.
 */
export const conditionHelpers = `
const isOracle = process.env.ORACLE !== undefined;
const { leading, forks } = isOracle ? JSON.parse(require('node:fs').readFileSync(process.env.ORACLE, 'utf8')) : {};
let ordinal = 0, seed = 11, budget = 400;
const hits = [];
const throws = [];
exports.enter = (parent, site, isAwaited = true) => {
  if (budget-- < 0) { throws.push({ A: parent, ordinal: ordinal++, line: null }); throw new Error('enough'); }
  return { parent, site, time: ordinal, notes: [], isAwaited, resumed: Infinity };
};
/** What is awaited: from now on, whoever has called and does not await is on no stack. */
exports.wait = (A, value) => { if (A.resumed === Infinity) A.resumed = ordinal++; return value; };
exports.drop = () => {};
function note(A, fork, value, line) {
  if (isOracle) A.notes.push({ fork, value, ordinal: ordinal++, line: line ?? forks[fork].line });
  return value;
}
exports.t = (A, fork, value) => note(A, fork, value);
exports.note = (A, fork, value = true) => note(A, fork, value);
exports.left = (A, fork, value) => note(A, fork, value || null);
exports.each = function* (A, fork, values) { for (const value of values) { note(A, fork, true); yield value; } };
exports.c = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % 5 > 1;
exports.thrown = (A, line) => { throws.push({ A, ordinal: ordinal++, line }); return { line }; };
exports.caught = (A, fork, e) => {
  if (e instanceof Error) { throws.push({ A, ordinal: ordinal++, line: null }); throw e; }
  note(A, fork, true, e.line);
};
/** The last condition before a time, of a place in an activation, then of its call in the caller's. */
function lastOf(A, place, before) {
  while (A !== null) {
    const earlier = A.notes.filter((one) => one.ordinal < before);
    const notes = leading[place].flatMap(({ fork, wants }) => {
      const note = earlier.findLast((one) => one.fork === fork);
      return note !== undefined && (wants === 'any' || Boolean(note.value) === wants) ? [note] : [];
    });
    if (notes.length > 0) return { A, note: notes.sort((a, b) => a.ordinal - b.ordinal).at(-1) };
    const caller = callerOf(A, before);
    place = A.site;
    before = timeOfCall(A, before);
    A = caller;
  }
  return null;
}
/** Who has called, or awaits, what an activation does at a time. */
function callerOf(A, time) {
  return A.resumed < time && !A.isAwaited ? null : A.parent;
}
/** At which time its caller is where it has called, or waits. */
function timeOfCall(A, time) {
  return A.resumed < time ? time : A.time;
}
/** The first throw after a note, in its activation or in what that had called and still waits for; undefined when there is none. */
function throwAfter({ A, note }) {
  return throws.find(({ A: thrower, ordinal: at }) => {
    for (let one = thrower, time = at; one !== null;) {
      if (one === A) return at > note.ordinal;
      const caller = callerOf(one, time);
      time = timeOfCall(one, time);
      one = caller;
    }
    return false;
  });
}
exports.stop = (A, place) => {
  if (!isOracle) return;
  const chain = [];
  let exception;
  for (let found = lastOf(A, place, ordinal); chain.length < 3; found = lastOf(found.A, forks[found.note.fork].place, found.note.ordinal)) {
    chain.push(found === null ? null : found.note.line);
    if (found === null || found.note.line !== forks[found.note.fork].line) break;
    if (exception === undefined) exception = throwAfter(found) ?? null;
  }
  hits.push({ chain, exception: exception && { line: exception.line }, isAsked: exception !== undefined });
};
process.on('exit', () => { if (isOracle) console.log(JSON.stringify(hits)); });
`;
