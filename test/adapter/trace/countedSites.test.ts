import assert from 'node:assert/strict';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const program = `function mark() {}
function fill(list, most) {
  for (let i = 0; i < most; i++) { list.push(i); list.top = i; }
  return list;
}
function tick(clock, n) { clock.now = clock.now + 1; }
const hot = { count: 0 };
const cold = { count: 1 };
let sum = 0;
for (let i = 0; i < 20; i++) { sum = sum + i; hot.count = i; }
const list = fill([], 20);
mark('filled', 1);
list.top = 'set';
cold.name = 'c';
const clock = { now: 0 };
for (let n = 0; n < 20; n++) tick(clock, n);
clock.now = 'stopped';
mark('stopped', 2);
`;

describe('what a budget leaves out', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.js': program }, { budget: 10 })));
  after(() => run.dispose());

  const eventOf = (text: string): number => run.event('argumentHistory(method: "mark")', { line: text === 'filled' ? 12 : 18 });
  const local = (name: string, text: string): unknown =>
    run.ask(`localsBefore(event: ${eventOf(text)})`).rows.find((row) => row['name'] === name)?.['value'];
  const place = (object: string, name: string, text: string): unknown =>
    run.ask(`objectState(object: "${object} @ ${eventOf(text)}", event: ${eventOf(text)})`).rows.find((row) => row['name'] === name)?.[
      'value'
    ];

  it('is no value: a variable and fields that later passages may have written', () => {
    assert.equal(local('sum', 'filled'), undefined);
    assert.equal(place('hot', 'count', 'filled'), undefined);
    assert.equal(run.ask('localVariableHistory(function: "", variable: "sum")').complete, false);
  });

  it('leaves known what nothing counted writes', () => {
    assert.deepEqual(place('cold', 'name', 'stopped'), 'c');
    assert.match(JSON.stringify(local('cold', 'stopped')), /"object":"Object#\d+"/);
  });

  it('ends with the functions that were passed so often: when the last call ended of which nothing stays is known', () => {
    assert.equal(place('list', 'top', 'filled'), undefined);
    assert.equal(place('list', 'top', 'stopped'), 'set');
    assert.equal(place('clock', 'now', 'stopped'), 'stopped');
  });

  it('is no argument: what was given to later calls is not known', () => {
    const rows = run.rows('argumentHistory(method: "tick")', 'arguments');
    assert.equal(rows.length, 10);
    assert.equal(JSON.stringify(rows[3]).includes('Object#'), true);
    assert.deepEqual(rows[9], [undefined]);
    assert.equal(run.ask('argumentHistory(method: "tick")').complete, false);
    assert.deepEqual(run.rows('argumentHistory(method: "mark")', 'arguments'), [[['filled', 1]], [['stopped', 2]]]);
  });

  it('is named with its line, once', () => {
    const { missing } = run.ask('callTree()');
    assert.deepEqual(
      missing.map(({ reason, line }) => [reason, line]),
      [3, 6, 10, 16].map((line) => ['budget', line]),
    );
  });

  it('is said of a value before a change, too', () => {
    const [last] = run.ask(`instanceFieldHistory(object: "clock @ ${eventOf('stopped')}", field: "now")`).rows.slice(-1);
    assert.equal(last?.['after'], 'stopped');
    assert.equal('before' in (last ?? {}), false);
  });
});

const quiet = `function leaf() {}
function inner() { leaf(); }
function outer() { inner(); }
function rare(n) { return n; }
function often(n) { if (n === 15) rare(n); }
function middle(n) { often(n); }
const end = Date.now() + 800;
while (Date.now() < end) outer();
for (let n = 0; n < 20; n++) middle(n);
`;

describe('calls beyond the budget of their function', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.js': quiet }, { budget: 10 })));
  after(() => run.dispose());

  it('are not kept where nothing happens in them, however long they follow each other', () => {
    for (const name of ['outer', 'inner', 'leaf']) assert.equal(run.rows(`argumentHistory(method: "${name}")`, 'arguments').length, 10);
  });

  it('are kept where something does', () => {
    const event = run.event('argumentHistory(method: "rare")', { line: 5 });
    assert.deepEqual(
      run.ask(`callChain(event: ${event + 1})`).rows.map((row) => row['function']),
      ['rare', 'often', 'middle', ''],
    );
    assert.equal(run.rows('argumentHistory(method: "often")', 'arguments').length, 11);
  });
});
