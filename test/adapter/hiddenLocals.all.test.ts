import assert from 'node:assert/strict';
import { check, why, type Answered } from '../support/querying.js';

/** One question at the stop is answered from what activations keep; with one more, which asks further back, all events are recorded. */
function isSameAsRecorded(what: string, program: string, question: string, hit: number, name = 'program.cjs'): void {
  const files = { [name]: program };
  let asked: Promise<Answered> | undefined;
  for (const lastOnlyFrom of [0, 25])
    it(`${what}, recorded last-only from event ${lastOnlyFrom}`, async () => {
      const kept = await why({ files, hit, ask: [question], lastOnlyFrom });
      asked ??= why({ files, hit, ask: [question, `${question}[-2]`], lastOnlyFrom: 1_000_000 });
      // Since when a value was there, only all events tell.
      const withoutSince = ({ points }: Answered): object => ({ ...points[1], since: null });
      assert.deepEqual(withoutSince(kept), withoutSince(await asked));
      assert.equal(kept.points[1]?.status, 'located');
    });
}

describe('the last change of a variable at the stop is what its activation has kept', () => {
  isSameAsRecorded(
    'of a loop in a function that is called again and again',
    `function total(values) {
  let sum = 0;
  for (const value of values) sum += value;
  return sum; //stop
}
for (let round = 0; round < 20; round++) total([round, 2, 3]);`,
    'lastChange(sum)',
    17,
  );
  isSameAsRecorded(
    'of recursion, whose inner activations come later',
    `function sum(n) {
  let own = n;
  const below = n === 0 ? 0 : sum(n - 1);
  if (n % 2) own += below;
  return own; //stop
}
for (let round = 0; round < 5; round++) sum(round);`,
    'lastChange(own)',
    12,
  );
  isSameAsRecorded(
    'of a function that was called again by what it called',
    `function walk(tree, visit) {
  let seen = 0;
  for (const child of tree) { seen++; visit(child); }
  return seen; //stop
}
const visit = (child) => { if (child.length > 0) walk(child, visit); };
for (let round = 0; round < 9; round++) walk([[], [[], []], [[[]]]], visit);`,
    'lastChange(seen)',
    20,
  );
  isSameAsRecorded(
    'of a function that makes classes whose fields write it',
    `const kept = [];
function make(n) {
  let seen = 0;
  class Counter { at = (seen += n); }
  kept.push(Counter);
  new Counter(); new (kept[0])();
  return seen; //stop
}
for (let round = 0; round < 30; round++) make(round);`,
    'lastChange(seen)',
    17,
  );
  isSameAsRecorded(
    'of a variable of a function that has returned, while its caller has gone on',
    `function count(depth) {
  let steps = 0;
  const read = () => {
    return steps; //stop
  };
  steps += 2;
  if (depth === 0) return read;
  const inner = count(depth - 1);
  for (let n = 0; n < 3; n++) steps += depth;
  return inner();
}
for (let round = 0; round < 20; round++) count(1);`,
    'lastChange(steps)',
    15,
  );
  isSameAsRecorded(
    'of a text that is loaded twice',
    `function sum(values) {
  let all = 0;
  for (const value of values) all += value;
  return all; //stop
}
for (let round = 0; round < 20; round++) sum([1, 2, round]);
delete require.cache[__filename];
if (!globalThis.again) { globalThis.again = true; require(__filename); }
sum([7]);`,
    'lastChange(all)',
    33,
  );
  isSameAsRecorded(
    'of a variable that closures write',
    `function counter() {
  let count = 0, last;
  const bump = (by) => { count += by; };
  const keep = (value) => { ({ last } = { last: value }); };
  return { bump, keep, read: () => count }; }
const [one, other] = [counter(), counter()];
for (let round = 0; round < 30; round++) { one.bump(round); other.bump(1); other.keep(round); }
function show(bump) {
  return bump(3); }
show(one.bump);
let seen = 0;
for (const value of [1, 2, 3]) { seen ||= value; seen &&= value; seen ??= 1; seen++; seen = seen
  + value; }
console.log(seen); //stop`,
    'lastChange(seen)',
    1,
  );
  isSameAsRecorded(
    'of what is bound when a scope is entered',
    `function f(a, [b, c = a], ...rest) {
  for (const { d } of rest) {
    try { if (d > 2) throw { d, a }; } catch ({ d: caught }) {
      for (let i = 0; i < 3; i++) {
        g(caught, i); //stop
      }
    }
  }
}
function g() {}
for (let n = 0; n < 12; n++) f(n, [n + 1], { d: n }, { d: n + 1 });`,
    'lastChange(caught)',
    20,
  );
  isSameAsRecorded(
    'of the head of a loop, whose iterations have variables of their own',
    `const calls = [];
for (let i = 0; i < 40; i += 2) calls.push(() => i);
for (let i = 0; i < 40; i++) {
  i++; calls[0]();
  void 0; //stop
}`,
    'lastChange(i)',
    15,
  );
  isSameAsRecorded(
    'of a constant in the head of a loop',
    `function f(n) {
  let seen = 0;
  for (const { x } = { x: n }, y = x; seen < 3; ) {
    seen++;
    void [x, y]; //stop
  }
}
for (let round = 0; round < 30; round++) f(round);`,
    'lastChange(x)',
    20,
  );
  isSameAsRecorded(
    'of a variable of a module',
    `export let total = 0;
var again = 1; var again = 2;
function add(value) { total += value; again = total; }
for (let n = 0; n < 30; n++) add(n);
console.log(total, again); //stop`,
    'lastChange(again)',
    1,
    'program.mjs',
  );
  isSameAsRecorded(
    'of a generator and of async functions that take turns',
    `function* walk(n) { let at = 0; while (at < n) { yield at; at += 1; } }
async function run(name) {
  let steps = 0;
  for (const at of walk(9)) { await null; steps += at; }
  return steps; //stop
}
run('a'); run('b'); run('c');`,
    'lastChange(steps)',
    2,
  );

  it('and a run that waits where it was located tells what was before', () =>
    check(
      `function f(n) {
  let x;
  for (let i = 0; i < n; i++) { x = { i }; } //P2
  return x; //stop
}
f(40);`,
      ['lastChange(x)'],
      { P2: { hit: 40, candidates: { total: 41, rejected: { before: 0, sameness: 0, mayAffect: 0, index: 40 } } } },
      { lastOnlyFrom: 5 },
    ));

  it('nothing is found where nothing was written in this activation', async () => {
    const { points } = await why({
      files: {
        'program.cjs': 'function f(n) {\n  var x;\n  if (n < 40) x = n;\n  return x; //stop\n}\nfor (let n = 0; n < 41; n++) f(n);',
      },
      hit: 41,
      ask: ['lastChange(x)'],
      lastOnlyFrom: 5,
    });
    assert.equal(points[1]?.status, 'initial');
  });
});

describe('the last condition at the stop is what its activation has kept', () => {
  const conditions: readonly (readonly [string, string])[] = [
    ['of if and else', 'if (n % 3 === 0) x++;\nelse {\n  x += n; //stop\n}'],
    ['of a test after which control left', 'if (n % 5 === 0) return 0;\nif (n > 100) throw n;\nx += n; //stop'],
    ['of a loop and of one around it', 'for (const a of [1, 2]) {\n  while (x < a * n) {\n    x++; //stop\n  }\n}'],
    ['of do-while, entered again', 'for (let a = 1; a < 3; a++) {\n  do {\n    x++; //stop\n  } while (x < a);\n}'],
    [
      'of a case',
      'switch (n % 4) {\n  case 0: x = 1;\n  case 1: x = 2; break;\n  case 2:\n    x = 3; //stop\n    break;\n  default: x = 4;\n}',
    ],
    [
      'of operators',
      'const o = n % 2 ? { f() { return n; } } : null;\nconst y = (o?.f?.() ?? n) > 3 && !(n > 15 || n === 9);\nif (y) {\n  x = 1; //stop\n}',
    ],
    ['of what is caught', 'try { if (n % 2) throw n; }\ncatch (e) {\n  x = e; //stop\n}'],
    ['of what is caught in a loop', 'for (const a of [1, 2, 3]) try { if (a < n) throw a; }\ncatch (e) {\n  x += e; //stop\n}'],
    ['of an arrow function', 'x = [1, 2, 3].map((v) => { if (v < n) return v > 1 ? 3 : 4;\n  return 5; //stop\n});'],
  ];
  for (const [what, code] of conditions)
    isSameAsRecorded(
      what,
      `function g() {}\nfunction f(n) {\nlet x = 0;\n${code}\nreturn x;\n}\nfor (let n = 0; n < 20; n++) f(n);`,
      'lastCondition(P1)',
      4,
    );

  it('and of the callers where the function has none', () =>
    check(
      `function f(n) {
  if (n > 3) g(n); //P2
  if (n > 300) return;
}
function g(n) {
  for (const a of [1]) n += a;
  return n; //stop
}
for (let n = 0; n < 30; n++) f(n);`,
      ['lastCondition(P1)'],
      {
        P2: {
          taken: 'then',
          values: { n: 4 },
          hit: 5,
          candidates: { total: 5, rejected: { before: 0, sameness: 0, mayAffect: 4, index: 0 } },
        },
      },
      { lastOnlyFrom: 4 },
    ));
});

describe('what optimised code has dropped is seen', () => {
  const calls = 'let sum = 0;\nfor (let i = 0; i <= 100_000; i++) sum += outer(i);';

  it('in a frame that throws', () =>
    check(
      `function outer(n) {
  const o = { f: n }, k = n * 3;
  let best = n + 1;
  if (n % 2 === 0) best++; //P2
  if (k === 300_000) throw new Error('x'); //P4
  return n;
}
${calls}`,
      ['lastChange(best)', 'lastChange(P1: o.f)', 'lastCondition(P1)'],
      {
        P1: { values: { k: 300_000, 'o.f': 100_000 } },
        P2: { before: 100_001, after: 100_002 },
        P3: { line: 2 },
        P4: { taken: 'then', values: { k: 300_000 } },
      },
      { stop: 'uncaught', show: ['k', 'o.f'] },
    ));

  it('in the frames of callers, and at points of which more is asked', () =>
    check(
      `function inner(v) {
  if (v < 100_000) return v; //P4
  return v; //stop
}
function outer(n) {
  const o = { f: n };
  const k = n * 3;
  if (n % 2 === 0) o.f++; //P2
  let best = k;
  best = best + 1; //P3
  if (k % 5 > 7) return 0; //P5
  return inner(n);
}
${calls}`,
      ['lastChange(P1(1): o.f)', 'lastChange(P1(1): best)', 'lastCondition(P1)', 'lastCondition(P4)'],
      {
        P1: { values: { '(1): k': 300_000 } },
        P2: { before: 100_000, after: 100_001, values: { k: 300_000 } },
        P3: { before: 300_000, after: 300_001 },
        P4: { taken: 'else' },
        P5: { taken: 'else', values: { k: 300_000 } },
      },
      { show: ['P1(1): k', 'P2: k'] },
    ));
});
