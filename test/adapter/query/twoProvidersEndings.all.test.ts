import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** A generator whose `finally` block runs when it is ended. */
const inner = `let seen = 0;
function* inner(x) { try { yield x; } finally {
  seen++; //stop
} }
`;

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, AskedProgram>> = {
  'by a loop that is left by break': [
    `${inner}function go(a) { let r = 0;
  for (const v of inner(a)) { r = v; if (v) break; }
  return r; }
go(1);
`,
    ['lastCondition(P1)', 'lastChange(P1(1):r)', 'lastChange(P1:seen)', 'lastCondition(P2)'],
  ],
  'by a loop in which its function returns': [
    `${inner}function go(a) { let r = 0;
  for (const v of inner(a)) { r = v; return r + seen; }
  return r; }
go(1);
`,
    ['lastCondition(P1)', 'lastChange(P1(1):r)', 'lastChange(P1:seen)'],
  ],
  'by a loop that an exception leaves': [
    `${inner}function bad(k) { if (k) throw k; }
function go(a) { let r = 0;
  for (const v of inner(a)) { r = v; bad(r); }
  return r; }
try { go(1); } catch {}
`,
    ['lastChange(P1(1):r)', 'lastChange(P1:seen)'],
  ],
  'by a pattern that wants no more': [
    `${inner}function go(a) { let r = 0;
  const [v] = inner(a);
  return r + v; }
go(1);
`,
    ['lastCondition(P1)', 'lastChange(P1(1):r)', 'lastChange(P1:seen)'],
  ],
  'by return, behind a test': [
    `${inner}function go(a) { let t = 1;
  const it = inner(a); it.next(); if (t) it.return(4); a++; return t; }
go(1);
`,
    ['lastCondition(P1)', 'lastChange(P1(1):t)', 'lastChange(P1:seen)'],
  ],
  'by throw, which a handler has': [
    `let seen = 0;
function* inner(x) { try { yield x; } catch (e) { seen = e;
  yield x + 1; //stop
} finally { seen++; } }
function go(a) { let t = 1;
  const it = inner(a); it.next(); it.throw(4); a++; return t; }
go(1);
`,
    ['lastChange(P1(1):t)', 'lastChange(P1:seen)'],
  ],
  'by a loop that is left, through yield*': [
    `${inner}function* outer(n) { let k = n; try { yield* inner(k); } finally { k = 9; } }
function go(a) { for (const v of outer(a)) { if (v) break; } }
go(1);
`,
    ['lastCondition(P1)', 'lastChange(P1(1):k)', 'lastChange(P1(2):a)', 'lastChange(P1:seen)'],
  ],
};

describe('two providers, one answer: generators that are ended where they wait', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
