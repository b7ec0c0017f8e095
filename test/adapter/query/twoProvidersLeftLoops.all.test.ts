import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** An object whose iterator counts what it is asked for, and how often it is ended. */
const counting = (prefix: '' | 'async ', symbol: string): string => `let n = 0;
const it = () => ({ [Symbol.${symbol}]() { let i = 0; return {
  ${prefix}next() { n++; return { value: i, done: i++ > 3 }; },
  ${prefix}return() { n += 10; return {}; },
}; } });
`;

const programs: Readonly<Record<string, AskedProgram>> = {
  'by continue of a loop around one that awaits': [
    `${counting('async ', 'asyncIterator')}async function f() {
  outer: for (let r = 0; r < 2; r++) {
    for await (const x of it()) {
      if (x === 2) continue outer;
    }
  }
  void n; //stop
}
f();
`,
    ['lastCondition(P1)', 'lastChange(P1:n)', 'lastCondition(P3)'],
  ],
  'by break and continue through finally': [
    `let n = 0;
async function* g() { try { for (let i = 0; i < 4; i++) yield i; } finally { await null; n++; } }
async function f() {
  outer: while (n < 3) {
    try {
      for await (const x of g()) {
        for await (const y of g()) {
          if (y === 1) continue outer;
          if (n > 1) break outer;
        }
      }
    } finally { n += 10; }
  }
  void n; //stop
}
f();
`,
    ['lastCondition(P1)', 'lastChange(P1:n)', 'lastCondition(P3)'],
  ],
  'where ending the iterator throws': [
    `let n = 0;
const it = (k) => ({ [Symbol.asyncIterator]() { return {
  async next() { return { value: 1, done: false }; },
  async return() { n++; if (k === 1) throw new Error('r'); return {}; },
}; } });
async function f() {
  outer: for (let k = 0; k < 3; k++) {
    try {
      for await (const x of it(k)) { n++; continue outer; }
    } catch (e) { n += 100; }
  }
  void n; //stop
}
f();
`,
    ['lastChange(P1:n)', 'lastCondition(P2)', 'lastChange(P1:n)[-2]'],
  ],
  'by continue of a loop around, which ends an iterator': [
    `${counting('', 'iterator')}function f() {
  outer: for (let r = 0; r < 2; r++) {
    for (const x of it()) {
      if (x > 0) continue outer;
    }
  }
  void n; //stop
}
f();
`,
    ['lastChange(P1:n)', 'lastCondition(P2)', 'lastChange(P1:n)[-2]', 'lastCondition(P4)'],
  ],
};

/** What stands behind \`it.return()\` in the same statement or line is the caller's. */
const behindReturn: AskedProgram = [
  `let n = 0;
const o = {}, t = (x) => { n++; return x; };
function* g() { try { yield 1; yield 2; } finally { n++; o.z = n; } }
function f() {
  const it = g(); it.next();
  it.return(5); n += 2; if (n > 2) o.x = n;
  const other = g(); other.next();
  const r = [other.return(5).value, t(2), o.y = n];
  console.log(r); //stop
}
f();
`,
  ['lastChange(P1:n)', 'lastChange(P1:n)[-2]', 'lastChange(P1:n)[-3]', 'lastChange(P1:o.x)', 'lastCondition(P5)', 'lastChange(P1:o.y)'],
];

describe('two providers, one answer: loops that are left early', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
  it('what stands behind a call that ends a generator', () => assertSameAnswers(behindReturn));
});
