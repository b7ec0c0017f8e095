import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { ownQuery } from '../../../adapter/operations/ownQuery.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { answerQuestion } from '../../../adapter/query/answerQuestion.js';
import { openRecording } from '../../../adapter/query/openReader.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const classes = `class Base {
  static count = 0;
  static { Base.label = 'base'; }
  id = ++Base.count;
  #inner = 'p';
  get value() { return this.#inner; }
  set value(v) { this.#inner = v; }
  static make(x) { return new this(x); }
  describe() { return 'base ' + this.id; }
}
class Derived extends Base {
  static Part = class { v = 1; bump() { return ++this.v; } };
  #inner = 'd';
  constructor(name) { super(); this.name = name; }
  describe() { return 'derived ' + super.describe(); }
}
class Node { constructor(depth) { if (depth > 0) this.child = new Node(depth - 1); this.depth = depth; } }
const a = new Base();
const b = Derived.make('bee');
a.value = 'changed';
const part = new Derived.Part();
part.bump();
b.describe();
new Node(2);
const bag = { n: 4, get twice() { return this.n * 2; }, set twice(v) { this.n = v / 2; } };
bag.twice = 10;
const through = new Proxy(bag, {});
through.n = 5;
const seen = new Set();
seen.add(1); seen.add(1); seen.add('x'); seen.delete(1); seen.clear();
const list = [];
list.push(1, 2, 3);
list[5] = 9;
list.length = 2;
const arrow = (x, { y }, z) => x + y + z;
arrow(1, { y: 2 }, 3);
for (let i = 0; i < 2; i++) seen.size;
`;

const control = `function note(x) { return x; }
function risky(k) {
  try { if (k > 1) throw new TypeError('big'); return 'fine'; }
  catch (err) { if (k > 2) throw new RangeError('bigger'); return 'caught'; }
  finally { note(k); }
}
risky(1);
risky(2);
try { risky(3); } catch ({ message }) { note(message); }
function* inner() { yield 1; return 'in'; }
function* outer() { const got = yield* inner(); yield got; }
const all = [...outer()];
function* early() { try { yield 1; yield 2; } finally { note('closed'); } }
for (const v of early()) if (v === 1) break;
async function* ticks(n) { for (let i = 0; i < n; i++) { await null; yield i; } }
async function collect() { const out = []; for await (const t of ticks(2)) out.push(t); return out; }
async function rejecting() { throw new RangeError('async'); }
async function main() {
  await collect();
  try { await rejecting(); } catch (e) { note(e.message); }
  rejecting().catch(function onError(e) { note(e.message); });
  await 0;
  await 0;
  setTimeout(function tick() { fail(null); }, 300);
}
function fail(x) { return x.a; }
main();
`;

/** By name or key: the value, of rows with these two columns. */
const pairs = (run: RecordedProgram, question: string, name: string, value: string) => run.rows(question, name, value);

describe('what a named question says of classes and containers', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'shop.js': classes })));
  after(() => run.dispose());

  it('accessors are no places: their backing fields are', () => {
    assert.deepEqual(run.rows('objectState(object: "shop.js:a @ end", event: "end")', 'name', 'kind', 'value'), [
      ['id', 'field', 1],
      ['#inner', 'private', 'changed'],
      ['count', 'static', 2],
      ['label', 'static', 'base'],
    ]);
    assert.deepEqual(run.rows('instanceFieldHistory(object: "shop.js:a @ end", field: "value")', 'after'), []);
    assert.deepEqual(pairs(run, 'objectState(object: "shop.js:bag @ end", event: "end")', 'name', 'value'), [['n', 5]]);
    assert.deepEqual(run.rows('argumentHistory(method: "Base.value")', 'arguments', 'line'), [[['changed'], 20]]);
  });

  it('a Proxy holds nothing itself', () => {
    for (const question of [
      'objectState(object: "shop.js:through @ end", event: "end")',
      'instanceFieldHistory(object: "shop.js:through @ end", field: "n")',
      'dataStructureHistory(object: "shop.js:through @ end")',
    ])
      assert.throws(() => run.ask(question), /is a Proxy: .* Ask of the target\./);
  });

  it('a name that two classes declare privately is two places', () => {
    assert.deepEqual(run.rows('instanceFieldHistory(object: "shop.js:b @ end", field: "#inner")', 'after'), [['p'], ['d']]);
    assert.deepEqual(run.rows('classFieldHistory(class: "Base", field: "count")', 'before', 'after'), [
      [undefined, 0],
      [0, 1],
      [1, 2],
    ]);
  });

  it('instances are ordered by when they came into being, not by when their constructors ended', () => {
    const state = run.ask('allInstances(class: "Node")').rows.map((row) => (row['state'] as { depth: number }).depth);
    assert.deepEqual(state, [2, 1, 0]);
    assert.deepEqual(run.rows('allInstances(class: "Base")', 'class'), [['Base'], ['Derived']]);
    assert.deepEqual(run.rows('allInstances(class: "Base", subclasses: false)', 'class'), [['Base']]);
    assert.deepEqual(run.rows('allInstances(class: "Part")', 'state'), [[{ v: 2 }]]);
    assert.deepEqual(run.rows('allInstances(class: "Set")', 'class'), []);
    assert.deepEqual(run.rows('allInstances(class: "Set", system: true)', 'class'), [['Set']]);
  });

  it('a class that a static field names has methods of that name', () => {
    assert.deepEqual(run.rows('wasMethodCalled(method: "Part.bump")', 'answer', 'count'), [[true, 1]]);
    assert.deepEqual(run.rows('returnValueHistory(method: "describe")', 'function', 'result'), [
      ['Base.describe', 'base 2'],
      ['Derived.describe', 'derived base 2'],
    ]);
  });

  it('a Set loses what is deleted, and gains nothing that it has', () => {
    assert.deepEqual(run.rows('dataStructureHistory(object: "shop.js:seen @ end")', 'operation', 'key', 'before', 'after', 'contents'), [
      ['add', 1, undefined, 1, [1]],
      ['add', 'x', undefined, 'x', [1, 'x']],
      ['delete', 1, 1, undefined, ['x']],
      ['clear', 'x', 'x', undefined, []],
    ]);
    assert.deepEqual(run.rows('objectState(object: "shop.js:seen @ end", event: "end")', 'name'), []);
  });

  it('an assignment to an array is one change, whatever it does to the length', () => {
    assert.deepEqual(run.rows('dataStructureHistory(object: "shop.js:list @ end")', 'operation', 'key', 'before', 'after', 'length'), [
      ['push', undefined, undefined, undefined, 3],
      ['write', 5, undefined, 9, 6],
      ['write', 'length', 6, 2, 2],
    ]);
    const [, write] = run.ask('dataStructureHistory(object: "shop.js:list @ end")').rows;
    assert.deepEqual(write?.['contents'], [1, 2, 3, { undefined: true }, { undefined: true }, 9]);
  });

  it('arguments stay at their places where a pattern takes one', () => {
    assert.deepEqual(run.rows('argumentHistory(method: "arrow")', 'arguments'), [[[1, { unknown: true }, 3]]]);
  });

  it('the variable of a loop is one binding', () => {
    const rows = run.rows('localVariableHistory(function: "", variable: "i")', 'before', 'after', 'binding');
    assert.deepEqual(
      rows.map(([before, after]) => [before, after]),
      [
        [undefined, 0],
        [0, 1],
        [1, 2],
      ],
    );
    assert.equal(new Set(rows.map(([, , binding]) => binding)).size, 1);
  });
});

const made = `const words = ['a', 'b'], x = { a: 1, b: 2 };
const spread = [...words, 'e', ...words], both = { ...x, c: 3, a: 9 }, twice = { a: 1, a: 2 };
const uniq = new Set(['a', 'b', 'a', 'c']), map = new Map([['k', 1], ['k', 2], ['j', 3]]);
for (let i = 0; i < 2; i++) map.set('z', i);
class Stack extends Array {}
const stack = new Stack(); stack.push(1);
const bytes = new Uint8Array([1, 2, 3]); bytes[0] = 300; bytes.set([7, 8], 1);
const zeros = new Float64Array(2); zeros[1] = 1.5;
const argv = process.argv; argv.push('x');
const json = JSON.parse('[1,{"k":[2]}]'); json[1].k = 3;
const { a, ...other } = { a: 1, r: 2 }, o = {};
({ ...o.rest } = { r: 3 }); const { rest } = o;
function rests(first, ...more) { return more; }
rests(5, 6, 7);
console.log('end');
`;

describe('what a named question says of what comes into being with something', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'made.js': made })));
  after(() => run.dispose());

  const histories: Readonly<Record<string, readonly (readonly [operation: string, contents: readonly unknown[]])[]>> = {
    spread: [['create', ['a', 'b', 'e', 'a', 'b']]],
    both: [
      [
        'create',
        [
          ['a', 9],
          ['b', 2],
          ['c', 3],
        ],
      ],
    ],
    twice: [['create', [['a', 2]]]],
    uniq: [['create', ['a', 'b', 'c']]],
    stack: [['push', [1]]],
    bytes: [
      ['create', [1, 2, 3]],
      ['write', [44, 2, 3]],
      ['set', [44, 7, 8]],
    ],
    zeros: [
      ['create', [0, 0]],
      ['write', [0, 1.5]],
    ],
    argv: [['push', [{ unknown: true }, { unknown: true }, 'x']]],
    rest: [['create', [['r', 3]]]],
  };

  for (const [object, rows] of Object.entries(histories))
    it(`${object} has one row for its making, and one for each change`, () =>
      assert.deepEqual(run.rows(`dataStructureHistory(object: "made.js:${object} @ end")`, 'operation', 'contents'), rows));

  it('a Map is made with each entry once; where a loop sets one again is another row', () => {
    assert.deepEqual(run.rows('dataStructureHistory(object: "made.js:map @ end")', 'operation', 'key', 'after', 'length'), [
      ['create', undefined, undefined, 2],
      ['set', 'z', 0, 3],
      ['set', 'z', 1, 3],
    ]);
  });

  it('it is there at the event that names it first', () => {
    const previews = (question: string, column: string) => run.rows(question, column).map(([one]) => (one as { preview?: string }).preview);
    assert.deepEqual(previews('localVariableHistory(function: "rests", variable: "more")', 'after'), ['[6, 7]']);
    assert.deepEqual(previews('localVariableHistory(function: "made.js:", variable: "other")', 'after'), ['{r: 2}']);
    const [[event] = []] = run.rows('localVariableHistory(function: "made.js:", variable: "other")', 'event');
    assert.deepEqual(run.rows(`objectState(object: "made.js:other @ end", event: ${String(event)})`, 'name', 'value'), [['r', 2]]);
    const [[contents] = []] = run.rows('dataStructureHistory(object: "made.js:json @ end")', 'contents');
    assert.equal((contents as readonly { preview?: string }[])[1]?.preview, '{k: Array(1)}');
  });
});

describe('what a named question says of control', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'flow.js': control })));
  after(() => run.dispose());

  it('a call ends behind its finally block, once', () => {
    assert.deepEqual(run.rows('returnValueHistory(method: "risky")', 'outcome', 'line').slice(0, 2), [
      ['return', 3],
      ['return', 4],
    ]);
    const [, , thrown] = run.ask('returnValueHistory(method: "risky")').rows;
    assert.deepEqual([thrown?.['outcome'], thrown?.['line'], thrown?.['callArguments']], ['throw', 4, [3]]);
    const calls = run.rows('callTree()', 'function', 'depth', 'outcome').filter(([name]) => name === 'risky' || name === 'note');
    assert.deepEqual(calls.slice(0, 4), [
      ['risky', 1, 'return'],
      ['note', 2, 'return'],
      ['risky', 1, 'return'],
      ['note', 2, 'return'],
    ]);
    assert.deepEqual(run.rows('enclosingReturnValue(event: 5)', 'outcome'), []);
  });

  it('a handler that takes an exception apart has caught it', () => {
    assert.deepEqual(run.rows('wasExceptionCaught(class: "RangeError")', 'answer', 'count'), [[true, 2]]);
    assert.deepEqual(run.rows('wasExceptionCaught(class: "Error", subclasses: false)', 'answer'), [[false]]);
    const bigger = run.ask('exceptionHistory(class: "RangeError")').rows[0];
    assert.equal((bigger?.['exception'] as { caught: boolean }).caught, true);
  });

  it('what yield* hands on is a row of the inner generator, which the outer one has called', () => {
    assert.deepEqual(run.rows('returnValueHistory(method: "inner")', 'outcome', 'result'), [
      ['yield', 1],
      ['return', 'in'],
    ]);
    assert.deepEqual(run.rows('returnValueHistory(method: "outer")', 'outcome', 'result'), [
      ['yield', 'in'],
      ['return', { undefined: true }],
    ]);
    const [call] = run.ask('argumentHistory(method: "inner")').rows;
    const [outer] = run.ask('argumentHistory(method: "outer")').rows;
    assert.equal(call?.['call'], outer?.['event']);
  });

  it('a generator that is closed returns, and its caller goes on', () => {
    assert.deepEqual(run.rows('returnValueHistory(method: "early")', 'outcome', 'result'), [
      ['yield', 1],
      ['return', { undefined: true }],
    ]);
    assert.deepEqual(
      run.rows('callTree()', 'function', 'depth').filter(([name]) => name === 'main'),
      [['main', 1]],
    );
  });

  it('an async function that waits for an iterator goes on; one that throws has ended', () => {
    assert.deepEqual(run.rows('returnValueHistory(method: "collect")', 'outcome'), [['return']]);
    assert.deepEqual(run.rows('returnValueHistory(method: "rejecting")', 'outcome'), [['throw'], ['throw']]);
    assert.deepEqual(run.rows('returnValueHistory(method: "ticks")', 'outcome'), [['yield'], ['yield'], ['return']]);
  });

  it('what Node calls has no caller, and is where it is written', () => {
    assert.deepEqual(run.rows('argumentHistory(method: "onError")', 'call', 'line'), [[null, 21]]);
    assert.deepEqual(run.rows('argumentHistory(method: "tick")', 'call', 'line'), [[null, 24]]);
  });

  it('calls that an uncaught exception ends have ended by it', () => {
    assert.deepEqual(run.rows('whereExceptionIsThrown()', 'function', 'line'), [['fail', 24]]);
    assert.deepEqual(run.rows('returnValueHistory(method: "tick")', 'outcome'), [['throw']]);
    assert.deepEqual(run.rows('threadStatus()', 'status'), [['failed']]);
  });
});

describe('an exception that ends an ES module', () => {
  it('is in the recording, with the function in which V8 threw it', async () => {
    const run = await recorded({ 'main.mjs': 'function f(x) { return x.a; }\nawait 0;\nf(null);\n' });
    try {
      assert.deepEqual(run.rows('whereExceptionIsThrown()', 'function', 'line', 'arguments'), [['f', 3, [null]]]);
    } finally {
      run.dispose();
    }
  });
});

describe('classes that are functions', () => {
  const text = `function Queue() { this.items = []; }
Queue.made = 0;
Queue.prototype.push = function push(x) { this.items.push(x); };
function Best() { Queue.call(this); }
Best.prototype = Object.create(Queue.prototype);
Best.prototype.constructor = Best;
function Own() { Queue.call(this); }
Own.prototype = Object.create(Queue.prototype, { constructor: { value: Own } });
function Set1() { Queue.call(this); }
Object.setPrototypeOf(Set1.prototype, Queue.prototype);
function Heir() { Queue.call(this); }
require('node:util').inherits(Heir, Queue);
function Last() {}
const proto = Last.prototype;
proto.go = () => 1;
class Kept {}
Kept.prototype.extra = 1;
const queue = new Queue();
const others = [new Best(), new Own(), new Set1(), new Heir(), new Last(), new Kept()];
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text })));
  after(() => run.dispose());

  it('have instances, also by what inherits from them', () => {
    assert.deepEqual(run.rows('allInstances(class: "Queue")', 'class', 'line'), [
      ['Queue', 18],
      ['Best', 19],
      ['Own', 19],
      ['Set1', 19],
      ['Heir', 19],
    ]);
    assert.deepEqual(run.rows('allInstances(class: "Queue", subclasses: false, system: true)', 'class'), [['Queue']]);
    assert.deepEqual(run.rows('isThereAnInstance(class: "Queue")', 'answer', 'count'), [[true, 5]]);
  });

  it('have prototypes, which are no instances', () => {
    assert.deepEqual(run.rows('allInstances(class: "Last")', 'line'), [[19]]);
    assert.deepEqual(run.rows('allInstances(class: "Kept")', 'line'), [[19]]);
  });

  it('have static fields', () => {
    assert.deepEqual(run.rows('classFieldHistory(class: "Queue", field: "made")', 'after'), [[0]]);
    assert.deepEqual(
      run.rows('objectState(object: "main.cjs:queue @ end", event: "end")', 'name', 'kind').filter(([name]) => name === 'made'),
      [['made', 'static']],
    );
  });
});

describe('what was only counted', () => {
  const text = `function step(i) {
  note(i);
  if (i % 3 === 0) return -1;
  let r = 0;
  for (let k = 0; k < 2; k++) {
    r += k;
  }
  if (i > 1000) {
    r = 5;
  }
  return r;
}
function note(x) { return x; }
function idle() {
  return 7;
}
class Tree { go(n) { this.n = n; if (n > 0) this.go(n - 1); } }
const kept = new Tree();
kept.other = 1;
for (let i = 0; i < 300; i++) step(i);
for (let i = 0; i < 30; i++) new Tree().go(20);
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text }, { budget: 50 })));
  after(() => run.dispose());
  const yes = (question: string) => run.rows(question, 'answer', 'count')[0];

  it('counts for calls and statements', () => {
    assert.deepEqual(yes('wasMethodCalled(method: "step")'), [true, 300]);
    assert.deepEqual(yes('wasMethodCalled(method: "note")'), [true, 300]);
    assert.deepEqual(yes('wasMethodCalled(method: "Tree.go")'), [true, 630]);
    const counts = [2, 3, 4, 6, 11].map((line) => yes(`wasStatementExecuted(location: "main.cjs:${line}")`)?.[1]);
    assert.deepEqual(counts, [300, 300, 200, 400, 200]);
  });

  it('leaves open what it may hide, and nothing else', () => {
    assert.deepEqual(yes('wasMethodCalled(method: "idle")'), [false, 0]);
    assert.deepEqual(yes('wasStatementExecuted(location: "main.cjs:15")'), [false, 0]);
    assert.deepEqual(yes('wasStatementExecuted(location: "main.cjs:9")'), [null, 0]);
    assert.deepEqual(yes('wasFieldAssigned(class: "Tree", field: "n", value: 99)'), [null, 0]);
    assert.deepEqual(yes('wasFieldAssigned(class: "Tree", field: "other", value: 99)'), [false, 0]);
  });
});

describe('statements behind a generator that another hands over to', () => {
  const text = `function* inner() { const x = yield 1; return x; }
function* once() { const r = yield* inner();
  r; return r; }
function* twice() { return (yield* once()) ?? (yield* once()); }
function* kept() { try { yield* inner(); } finally { 0;
    0; }
  0; }
function* list() { yield* [1, 2];
  0; yield* { [Symbol.iterator]() { return { next() { return { done: true }; } }; } };
  0; }
function* fails() { try { yield* (function* () { yield 1; throw new Error('x'); })(); } catch {
  0; }
  0; }
async function* items() { yield 1; await null; return 'R'; }
async function* all() { const r = yield* items();
  r; yield r; }
async function main() { for (const make of [once, twice, kept, list, fails]) for (const v of make()) v;
  for await (const v of all()) v; once().next(); }
main();
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text })));
  after(() => run.dispose());

  it('are counted', () => {
    const counts = [3, 6, 7, 9, 10, 12, 13, 16].map(
      (line) => run.rows(`wasStatementExecuted(location: "main.cjs:${line}")`, 'count')[0]?.[0],
    );
    assert.deepEqual(counts, [3, 1, 1, 1, 1, 1, 1, 1]);
  });
});

describe('a statement that goes through values', () => {
  const text = `function go(list, all) {
  for (const one of list)
    one;
  for (const key in all)
    key;
  for (const one of [...list, ...list]) for (const key of Object.keys(all)) if (one === key) break;
  for (all.last of list ?? []) { continue; }
}
async function wait(list) {
  for await (const one of list)
    one;
}
go([], {});
go([1], { a: 1, b: 2 });
go([1, 2, 3], {});
wait([]); wait([1, 2, 3]);
try { for (const x of 5) ; } catch {}
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text })));
  after(() => run.dispose());

  it('was executed when control came to it, not again for each value', () => {
    const counts = ['2', '3', '4', '5', '6', '6:41', '7', '10', '11', '17', '17:7'].map(
      (place) => run.rows(`wasStatementExecuted(location: "main.cjs:${place}")`, 'count')[0]?.[0],
    );
    assert.deepEqual(counts, [3, 4, 3, 2, 3, 8, 3, 2, 3, 1, 1]);
  });
});

describe('a value under a telling name', () => {
  const text = `class User { #secret = 1; constructor(name, password) { this.name = name; this.password = password; } tell(n) { this.#secret = n; } }
const user = new User('ann', 'hunter2secretpw');
user.tell(5);
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text })));
  after(() => run.dispose());

  it('may have been any of its length', async () => {
    const answer = (field: string, value: string | number) =>
      run.rows(`wasFieldAssigned(class: "User", field: "${field}", value: ${JSON.stringify(value)})`, 'answer')[0]?.[0];
    assert.deepEqual(
      [answer('password', 'hunter2secretpw'), answer('password', 'hunter'), answer('password', 3), answer('#secret', 5)],
      [null, false, false, null],
    );
    assert.deepEqual([answer('name', 'ann'), answer('name', 'bob')], [true, false]);
    const asked = { recording: run.file, file: join(run.folder, 'none'), cwd: run.folder, limits: { rows: 10, megabytes: 256 } };
    const prolog = (value: string) =>
      ownQuery({ ...asked, text: `?- wasFieldAssigned('User', password, ${value}, Row), member(answer = A, Row).` });
    const told = async (value: string) => (await prolog(value)).rows[0]?.at(-1);
    assert.deepEqual([await told('"hunter2secretpw"'), await told('3')], [null, false]);
  });

  it('belongs to a field that is known', async () => {
    const stop = { kind: 'line', file: 'main.cjs', line: 3, column: null, hit: 1, when: null } as const;
    const asked = { recording: run.file, cwd: run.folder, stop, ...readQuestions(['lastChange(user.#secret)'], []) };
    assert.deepEqual(
      (await whyRecorded(asked)).points.map(({ status, position }) => [status, position?.line, position?.column]),
      [
        ['located', 3, 1],
        ['located', 1, 14],
      ],
    );
  });
});

describe('a recording without values', () => {
  const text = `function f(a, b) { try { if (a > b) throw new Error('big'); return a; } finally { b = 0; } }
f(1, 2);
try { f(3, 1); } catch (e) { }
function* g() { const sent = yield 'told'; return sent; }
const [first] = g();
async function h(x) { const y = await f(x, 4); return y; }
h(2).then((v) => v);
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text }, { values: 'none' })));
  after(() => run.dispose());

  it('has neither arguments nor results, and says so', () => {
    for (const question of [
      'argumentHistory(method: "f")',
      'returnValueHistory(method: "f")',
      'returnValueHistory(method: "h")',
      'callTree()',
    ]) {
      const { rows, complete, missing } = run.ask(question);
      assert.deepEqual([complete, missing], [false, [{ reason: 'values', file: 'main.cjs' }]], question);
      for (const row of rows.filter((one) => one['function'] !== '' && one['outcome'] !== 'throw'))
        assert.deepEqual([row['arguments'], row['callArguments'], row['result']], [undefined, undefined, undefined], question);
    }
    assert.deepEqual(run.rows('returnValueHistory(method: "f")', 'outcome', 'line', 'column'), [
      ['return', 1, 68],
      ['throw', 1, 43],
      ['return', 1, 68],
    ]);
    assert.deepEqual(run.rows('returnValueHistory(method: "g")', 'outcome')[0], ['yield']);
    assert.ok(!readFileSync(run.file).includes('told'));
  });

  it('knows nothing of variables, and who is called', () => {
    assert.equal(run.ask('localVariableHistory(function: "", variable: "first")').complete, false);
    assert.deepEqual(run.rows('wasMethodCalled(method: "f")', 'answer', 'count'), [[true, 3]]);
    assert.equal(run.ask('wasMethodCalled(method: "f")').complete, true);
  });
});

describe('what a setter gets', () => {
  const text = `class T { set limit(v) { this._l = v; } }
class S extends T { limit = 7; }
class G { static set mode(v) { G._m = v; } }
const t = new T();
t.limit = 3;
const s = new S();
s.limit = 8;
G.mode = 'x';
const late = new T();
late.limit = 1;
Object.defineProperty(late, 'limit', { value: 9, writable: true });
late.limit = 10;
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text })));
  after(() => run.dispose());

  it('is no place of the object, whoever is asked', async () => {
    const state = (name: string) => pairs(run, `objectState(object: "main.cjs:${name} @ end", event: "end")`, 'name', 'value');
    assert.deepEqual([state('t'), state('G')], [[['_l', 3]], [['_m', 'x']]]);
    const seen = run.rows('localsAfter(event: "end")', 'name', 'value').find(([name]) => name === 't')?.[1];
    assert.match(JSON.stringify(seen), /"\{_l: 3\}"/);
    const asked = { recording: run.file, file: join(run.folder, 'none'), cwd: run.folder, limits: { rows: 50, megabytes: 256 } };
    const sql = await ownQuery({ ...asked, text: `SELECT class, previous IS NULL FROM change WHERE name = 'limit' ORDER BY event` });
    assert.deepEqual(
      sql.rows.map((row) => Object.values(row)),
      [
        ['S', 1],
        ['S', 0],
        ['T', 1],
        ['T', 0],
      ],
    );
    const prolog = await ownQuery({ ...asked, text: `?- event(_, _, setfield(_, o('T', _), limit, 3)).` });
    assert.deepEqual(prolog.rows, [[false]]);
  });

  it('is one where the object has a property of its own', () => {
    const state = (name: string) => pairs(run, `objectState(object: "main.cjs:${name} @ end", event: "end")`, 'name', 'value');
    assert.deepEqual(state('s'), [['limit', 8]]);
    assert.deepEqual(new Map(state('late') as [string, unknown][]).get('limit'), 10);
  });
});

describe('a variable of which each iteration has its own', () => {
  it('held before a change what its own iteration gave it', async () => {
    const text = `const fns = [];
for (let i = 0; i < 3; i++) fns.push(() => { i += 10; return i; });
for (const f of fns) f();
for (const f of fns) f();
`;
    const run = await recorded({ 'main.cjs': text });
    try {
      const rows = run.rows('localVariableHistory(function: "", variable: "i")', 'before', 'after');
      const expected = [
        [undefined, 0],
        [0, 1],
        [1, 2],
        [2, 3],
        [0, 10],
        [1, 11],
        [2, 12],
        [10, 20],
        [11, 21],
        [12, 22],
      ];
      assert.deepEqual(rows, expected);
      const asked = { recording: run.file, file: join(run.folder, 'none'), cwd: run.folder, limits: { rows: 50, megabytes: 256 } };
      const sql = `SELECT b.number, h.number FROM local h LEFT JOIN local b ON b.event = h.previous WHERE h.name = 'i' ORDER BY h.event`;
      const told = await ownQuery({ ...asked, text: sql });
      assert.deepEqual(
        told.rows.map((row) => Object.values(row)),
        expected.map(([before, after]) => [before ?? null, after]),
      );
    } finally {
      run.dispose();
    }
  });
});

describe('an object whose constructor runs', () => {
  it('is there from its first sight on', async () => {
    const text = `class Engine { constructor() { this.hp = 1; check(); } }
const made = [];
function check() { made.push('checked'); }
new Engine();
`;
    const run = await recorded({ 'main.cjs': text });
    try {
      const at = run.event('argumentHistory(method: "check")', {});
      assert.deepEqual(run.rows(`allInstances(class: "Engine", event: ${at})`, 'line', 'state'), [[4, { hp: 1 }]]);
      assert.deepEqual(run.rows(`isThereAnInstance(class: "Engine", to: ${at})`, 'answer'), [[true]]);
      const [created] = run.rows('allInstances(class: "Engine")', 'created')[0] ?? [];
      assert.ok(Number(created) < at);
    } finally {
      run.dispose();
    }
  });
});

describe('generators that are ended where they wait, and nothing of them runs', () => {
  const text = `function* plain(k) { function half() { return k / 2; } yield half(); k = 0; }
function* over(k) { yield* plain(k); }
function* twice(k) { var f = k; function f() {} yield k; }
function* fails(k) { yield k; JSON.parse('{'); }
async function* later(k) { yield k; }
async function* closing(k) { try { yield k; } finally { await null; } }
async function* wider(k) { try { yield k; } finally { try { await null; throw k; } catch {} } }
const at = (f, k) => { const it = f(k); it.next(); return it; };
const tried = (call) => { try { call(); } catch {} };
at(plain, 'returned').return(7);
tried(() => at(plain, 'thrown').throw(8));
for (const x of plain('left')) if (x !== 5) break;
const [one] = plain('taken');
at(over, 'over').return(9);
tried(() => at(over, 'through').throw(10));
at(twice, 'names').return(11);
at(plain, 'open');
tried(() => { const it = at(fails, 'failed'); it.next(); });
async function main() {
  const first = async (f, k) => { const it = f(k); await it.next(); return it; };
  await (await first(later, 'a returned')).return(1);
  for await (const x of later('a left')) break;
  for await (const x of closing('a closed')) break;
  for await (const x of wider('a caught')) break;
  await (await first(later, 'a thrown')).throw(2).catch(() => 0);
  await (await first(closing, 'a thrown late')).throw(3).catch(() => 0);
  await (await first(later, 'a rejected')).return(Promise.reject(4)).catch(() => 0);
}
main();
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text })));
  after(() => run.dispose());

  it('have ended as they were asked to', () => {
    const ends = ['plain', 'over', 'twice', 'fails', 'later', 'closing', 'wider'].flatMap((name) =>
      run
        .rows('callTree()', 'function', 'arguments', 'outcome', 'result')
        .filter(([called]) => called === name)
        .map(([, given, outcome = null, result = null]) => [
          (given as readonly unknown[])[0],
          outcome,
          typeof result === 'object' ? null : result,
        ]),
    );
    assert.deepEqual(ends, [
      ['returned', 'return', 7],
      ['thrown', 'throw', 8],
      ['left', 'return', null],
      ['taken', 'return', null],
      ['over', 'return', 9],
      ['through', 'throw', 10],
      ['open', null, null],
      ['over', 'return', 9],
      ['through', 'throw', 10],
      ['names', null, null],
      ['failed', 'throw', null],
      ['a returned', 'return', null],
      ['a left', 'return', null],
      ['a thrown', 'throw', 2],
      ['a rejected', null, null],
      ['a closed', 'return', null],
      ['a thrown late', 'throw', 3],
      ['a caught', null, null],
    ]);
  });
});

describe('generators that are ended, and what is thrown into them', () => {
  const text = `function* counting() { try { yield 1; yield 2; } finally { note('f'); } }
function* taking() { try { yield 1; } catch (e) { yield 'got ' + e.message; } }
function note(x) { return x; }
for (const v of counting()) if (v) break;
const ended = counting();
ended.next();
ended.return('val');
const taken = taking();
taken.next();
taken.throw(new RangeError('injected'));
const through = counting();
through.next();
try { through.throw(new TypeError('passed on')); } catch (e) { note(e); }
async function main() { try { await Promise.reject(new SyntaxError('rejected')); } catch (e) { note(e); } }
main();
try { JSON.parse('{'); } catch (e) { note(e); }
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text })));
  after(() => run.dispose());
  const sql = async (query: string) => {
    const asked = { recording: run.file, file: join(run.folder, 'none'), cwd: run.folder, limits: { rows: 50, megabytes: 256 } };
    return (await ownQuery({ ...asked, text: query })).rows.map((row) => Object.values(row));
  };

  it('return in SQL as in the questions', async () => {
    assert.deepEqual(
      run.rows('returnValueHistory(method: "counting")', 'outcome').filter(([outcome]) => outcome !== 'yield'),
      [['return'], ['return'], ['throw']],
    );
    assert.deepEqual(
      await sql('SELECT x.outcome, x.type FROM "exit" x JOIN call c ON c.event = x.call WHERE c.method = \'counting\' ORDER BY x.event'),
      [
        ['return', 'undefined'],
        ['return', 'string'],
        ['throw', 'object'],
      ],
    );
  });

  it('have exceptions that no code throws there', async () => {
    const history = run
      .rows('exceptionHistory()', 'exception', 'line')
      .map(([exception, line]) => [(exception as { class: string }).class, line]);
    assert.deepEqual(history, [
      ['RangeError', 2],
      ['TypeError', 13],
      ['SyntaxError', 16],
      ['SyntaxError', 14],
    ]);
    assert.deepEqual(
      (await sql('SELECT class FROM exception ORDER BY event')).flat(),
      history.map(([name]) => name),
    );
    for (const name of ['RangeError', 'TypeError']) {
      assert.deepEqual(run.rows(`wasExceptionCaught(class: "${name}")`, 'answer'), [[true]]);
      assert.equal(run.ask(`exceptionHistory(class: "${name}")`).total, 1);
    }
  });
});

describe('what nobody saw being written', () => {
  const keys = `const keyed = { toString() { return 'key'; } };
const plain = {};
plain[null] = 'n'; plain[undefined] = 'u'; plain[true] = 't'; plain[10n] = 'i'; plain[/re/g] = 'rx'; plain[{}] = 'obj'; plain[new String('boxed')] = 'b';
delete plain[true];
const unknown = { key: 1 };
unknown[keyed] = 8;
const other = { key: 1 };
module.exports = { plain, unknown, other };
`;
  const texts = `let seen = 1, untouched = 1;
const o = { k: 1, other: 1 };
function f(code) { let local = 'a'; eval(code); return local; }
f('local = "b"'); f('o.k = 2'); f('seen = 5');
module.exports = { o };
`;
  let byKeys: RecordedProgram;
  let byTexts: RecordedProgram;
  before(async () => {
    byKeys = await recorded({ 'keys.js': keys });
    byTexts = await recorded({ 'texts.js': texts });
  });
  after(() => {
    byKeys.dispose();
    byTexts.dispose();
  });

  it('has what is stored under a key that the language makes a text of', () => {
    const answer = byKeys.ask('objectState(object: "plain @ end", event: "end")');
    assert.deepEqual(
      answer.rows.map(({ name, value }) => [name, value]),
      [
        ['10', 'i'],
        ['null', 'n'],
        ['undefined', 'u'],
        ['/re/g', 'rx'],
        ['[object Object]', 'obj'],
        ['boxed', 'b'],
      ],
    );
    assert.equal(answer.complete, true);
  });

  it('knows no value behind a store under a key that code of the program tells', () => {
    const { rows, missing } = byKeys.ask('objectState(object: "unknown @ end", event: "end")');
    assert.deepEqual(
      rows.map(({ name, value }) => [name, value]),
      [['key', undefined]],
    );
    assert.deepEqual(missing, [{ reason: 'unseen', file: 'keys.js', line: 6 }]);
    assert.equal(byKeys.ask('objectState(object: "other @ end", event: "end")').complete, true);
  });

  it('knows no value that code made of a text may have written', () => {
    const locals = byTexts.ask('localsAfter(event: "end")');
    const value = (name: string): unknown => locals.rows.find((row) => row['name'] === name)?.['value'];
    assert.deepEqual([value('seen'), value('untouched')], [undefined, 1]);
    const state = byTexts.ask('objectState(object: "o @ end", event: "end")');
    assert.deepEqual(
      state.rows.map(({ name, value: held }) => [name, held]),
      [
        ['k', undefined],
        ['other', 1],
      ],
    );
    const missing = [{ reason: 'unseen', file: 'texts.js', line: 3 }];
    for (const question of [
      'localVariableHistory(function: "f", variable: "local")',
      'instanceFieldHistory(object: "o @ end", field: "k")',
    ])
      assert.deepEqual(byTexts.ask(question).missing, missing);
    assert.equal(byTexts.ask('localVariableHistory(function: "", variable: "untouched")').complete, true);
    assert.deepEqual(byTexts.rows('wasFieldAssigned(class: "Object", field: "k", value: 2)', 'answer'), [[null]]);
  });
});

describe('exceptions that no probe sees', () => {
  const later = `async function waits() { await null; null.x; }
async function handed(u) { const d = await u; return d.name.first; }
async function parses() { return JSON.parse('{bad'); }
async function closes() { try { await null; null.y; } finally { await 0; } }
async function main() {
  try { await waits(); } catch (e) { e.message; }
  await handed({}).catch((e) => e.message);
  try { await parses(); } catch (e) { e.message; }
  await closes().catch(function told(e) { return e.message; });
}
main();
`;
  const passing = `function inner(x) { return x.y.z; }
function between(x) { return inner(x); }
function middle(x) { try { return between(x); } finally { x.seen = true; } }
try { middle({}); } catch (e) { e.message; }
setTimeout(() => { try { inner({}); } finally { later = 1; } }, 1);
var later;
`;
  let rejecting: RecordedProgram;
  let finishing: RecordedProgram;
  before(async () => {
    rejecting = await recorded({ 'later.js': later });
    finishing = await recorded({ 'passing.js': passing });
  });
  after(() => {
    rejecting.dispose();
    finishing.dispose();
  });

  const text = (value: unknown): unknown => (value as { readonly preview?: string } | undefined)?.preview;

  it('are told where an async function was when they rejected its promise', () => {
    const { rows } = rejecting.ask('exceptionHistory()');
    const message = (row: (typeof rows)[number]): unknown => (row['exception'] as { readonly message: string }).message;
    assert.deepEqual(
      rows.map((row) => [row['function'], row['line'], message(row)]),
      [
        ['waits', 1, "Cannot read properties of null (reading 'x')"],
        ['handed', 2, "Cannot read properties of undefined (reading 'first')"],
        ['parses', 3, "Expected property name or '}' in JSON at position 1"],
        ['closes', 4, "Cannot read properties of null (reading 'y')"],
      ],
    );
    for (const name of ['waits', 'handed', 'parses', 'closes'])
      assert.deepEqual(
        rejecting
          .rows(`returnValueHistory(method: "${name}")`, 'outcome', 'result')
          .map(([outcome, result]) => [outcome, result !== undefined]),
        [['throw', true]],
        name,
      );
  });

  it('are how a function ended, though a finally block came before they were told', () => {
    const thrown = "TypeError: Cannot read properties of undefined (reading 'z')";
    for (const [name, count] of [
      ['inner', 2],
      ['between', 1],
      ['middle', 1],
    ] as const)
      assert.deepEqual(
        finishing.rows(`returnValueHistory(method: "${name}")`, 'outcome', 'result').map(([outcome, result]) => [outcome, text(result)]),
        Array.from({ length: count }, () => ['throw', thrown]),
        name,
      );
  });
});

describe('a symbol as a key', () => {
  it('is told apart from a text that is the same', async () => {
    const run = await recorded({ 'keys.js': `const q = { sy: 1, [Symbol('sy')]: 2 };\n` });
    try {
      assert.deepEqual(run.rows('objectState(object: "q @ end", event: "end")', 'name', 'kind', 'value'), [
        ['sy', 'field', 1],
        ['sy', 'symbol', 2],
      ]);
    } finally {
      run.dispose();
    }
  });
});

describe('rows that refer to each other', () => {
  const text = `process.on('uncaughtException', () => {});
function inner() { null.x; }
function outer() { inner(); }
function* g(n) { yield n; yield n + 1; }
async function waits() { await null; for (const v of g(1)) v; return 1; }
waits();
setTimeout(outer, 1);
setTimeout(function late() { new Promise(() => { inner(); }).catch(() => {}); [1].map(() => 1); }, 5);
setTimeout(function fine() { return 1; }, 10);
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.cjs': text })));
  after(() => run.dispose());
  const sql = async (query: string) => {
    const asked = { recording: run.file, file: join(run.folder, 'none'), cwd: run.folder, limits: { rows: 50, megabytes: 256 } };
    return (await ownQuery({ ...asked, text: query })).rows.map((row) => Object.values(row));
  };

  it('name the same call where it goes on', async () => {
    const resumed = "SELECT count(*) FROM switch s JOIN event e ON e.id = s.event WHERE s.kind = 'resume' AND e.call";
    assert.deepEqual(await sql(`${resumed} = s.call`), [[3]]);
    assert.deepEqual(await sql(`${resumed} IS NOT s.call`), [[0]]);
    const [[event]] = (await sql("SELECT s.event FROM switch s WHERE s.kind = 'resume' AND s.way = 'await'")) as [[number]];
    assert.deepEqual(run.rows(`where(event: ${event})`, 'function'), [['waits']]);
  });

  it('have ends that are events', async () => {
    assert.deepEqual(await sql('SELECT count(*) FROM "exit" x WHERE x.event NOT IN (SELECT id FROM event)'), [[0]]);
    assert.deepEqual(await sql('SELECT count(*) FROM call c WHERE c.last NOT IN (SELECT id FROM event)'), [[0]]);
    assert.deepEqual(await sql('SELECT DISTINCT x.outcome FROM "exit" x JOIN call c ON c.event = x.call WHERE c.method = \'outer\''), [
      ['throw'],
    ]);
  });
});

describe('names that mean nothing', () => {
  let run: RecordedProgram;
  before(
    async () =>
      (run = await recorded({
        'main.cjs': 'class Order { total = 1; }\nfunction collect(order) { return order; }\ncollect(new Order());\n',
      })),
  );
  after(() => run.dispose());

  it('are refused, and like ones offered', () => {
    const refused = (question: string, said: string) => assert.throws(() => run.ask(question), new RegExp(said));
    refused('allInstances(class: "Ordr")', 'names a class "Ordr", and no object is of one. There is Order.$');
    refused('wasExceptionCaught(class: "TypeErrr")', 'names a class "TypeErrr"');
    refused('argumentHistory(method: "colect")', 'has a function "colect". There is collect.$');
    refused('localVariableHistory(function: "collect", variable: "ordr")', 'declares no variable ordr. There is order.$');
    refused('objectState(object: "other.ts:a @ end", event: "end")', 'is of a file other.ts');
  });

  it('are none that the language or a text has', () => {
    assert.deepEqual(run.rows('wasExceptionCaught(class: "RangeError")', 'answer'), [[false]]);
    assert.deepEqual(run.rows('isThereAnInstance(class: "Order")', 'answer'), [[true]]);
  });
});

describe('the history of a queue', () => {
  const text = `const queue = [];
for (let i = 0; i < 20; i++) queue.push(i);
for (let i = 20; i < 120; i++) { queue.push(i); queue.shift(); }
`;

  it('looks at each change once, however long it is', async () => {
    const run = await recorded({ 'main.cjs': text });
    const open = openRecording(run.file, (path) => path);
    try {
      const { store } = open.reader;
      const valueOf = store.valueOf.bind(store);
      let count = 0;
      store.valueOf = (row) => (count++, valueOf(row));
      const { rows } = answerQuestion(open.reader, 'dataStructureHistory(object: "main.cjs:queue @ end")');
      assert.deepEqual(
        rows.slice(-2).map(({ operation, length }) => [operation, length]),
        [
          ['push', 21],
          ['shift', 20],
        ],
      );
      assert.deepEqual((rows.at(-1)?.['contents'] as readonly unknown[])[0], 100);
      // A shift writes every element.
      const changes = 120 * 21;
      assert.ok(count < 5 * changes, `${count} values of ${changes} changes`);
    } finally {
      open.close();
      run.dispose();
    }
  });
});

describe('returnValueHistory', () => {
  const text = `function* count(to) { for (let n = 0; n < to; n++) { inner(n); yield n; } return 'done'; }
function inner(n) { if (n > 1) throw new Error('late'); return n; }
const held = [];
try { for (const n of count(3)) held.push(n); } catch (error) { held.push(error); }
`;

  it('has what is given in an interval, also where the call began before', async () => {
    const run = await recorded({ 'main.cjs': text });
    const given = run.rows('returnValueHistory(method: "count")', 'event', 'outcome');
    assert.deepEqual(
      given.map(([, outcome]) => outcome),
      ['yield', 'yield', 'throw'],
    );
    const [, second] = given;
    const at = Number(second?.[0]);
    assert.deepEqual(run.rows(`returnValueHistory(method: "count", from: ${at})`, 'event', 'outcome'), given.slice(1));
    assert.deepEqual(run.rows(`returnValueHistory(method: "count", from: ${at}, to: ${at})`, 'event', 'outcome'), [second]);
    const { rows, total } = run.ask('returnValueHistory(method: "inner", thread: "main")', 1);
    assert.deepEqual([rows.length, total, rows[0]?.['result']], [1, 3, 0]);
    run.dispose();
  });

  it('shows no more values than rows are given', async () => {
    const run = await recorded({ 'main.cjs': 'function same(list) { return list; }\nfor (let i = 0; i < 300; i++) same([i]);\n' });
    const open = openRecording(run.file, (path) => path);
    try {
      const { reader } = open;
      const json = reader.json.bind(reader);
      let shown = 0;
      reader.json = (...given) => (shown++, json(...given));
      const { rows, total } = answerQuestion(reader, 'returnValueHistory(method: "same")', 2);
      assert.deepEqual([rows.length, total], [2, 300]);
      assert.ok(shown < 20, `${shown} values`);
    } finally {
      open.close();
      run.dispose();
    }
  });
});

describe('the elements of what is no array', () => {
  const text = `function given(a, b) { arguments.length = 1; return arguments; }
const kept = given('x', 'y');
const like = { 0: 'a', 1: 'b', length: 2 };
like.length = 0;
const list = ['a', 'b'];
list.length = 1;
`;

  it('stay when its length becomes shorter', async () => {
    const run = await recorded({ 'main.cjs': text });
    const held = (name: string): readonly unknown[] =>
      run
        .ask(`objectState(object: "main.cjs:${name} @ end", event: "end")`)
        .rows.filter(({ name: place }) => /^\d$/.test(String(place)))
        .map(({ value }) => value);
    assert.deepEqual([held('kept'), held('like'), held('list')], [['x', 'y'], ['a', 'b'], ['a']]);
    run.dispose();
  });
});
