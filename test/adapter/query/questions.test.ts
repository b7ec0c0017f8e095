import assert from 'node:assert/strict';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const program = `class Item {
  static made = 0;
  #price = 0;
  open = true;
  constructor(name, price) {
    this.name = name;
    this.#price = price;
    Item.made++;
  }
  settle(rate) {
    if (!this.open) throw new RangeError('settled: ' + this.name);
    this.open = false;
    return this.#price * rate;
  }
}
class Gift extends Item {
  settle() { return 0; }
}
function total(items, rate) {
  let sum = 0;
  for (const item of items) sum += item.settle(rate);
  return sum;
}
function attempt(items) {
  try {
    return total(items, 2);
  } catch (error) {
    return error.message;
  }
}
const items = [new Item('pen', 3), new Gift('box', 9)];
const seen = new Map();
seen.set('first', items[0]);
seen.set('second', 7);
seen.delete('first');
const first = attempt(items);
items.push(5);
items.splice(1, 2, 'x');
const second = attempt(items);
function* count(to) { for (let n = 0; n < to; n++) yield n; return 'done'; }
const [zero, one] = count(3);
async function later(n) { await null; return n + 1; }
later(1).then(() => {});
if (first === 'never') attempt([]);
`;

describe('named questions about a recording', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'shop.js': program })));
  after(() => run.dispose());

  const write = (field: string, line: number, which = 0) =>
    run.event(`classFieldHistory(class: "Item", field: "${field}")`, { line }, which);
  const settleCalls = () => run.ask('argumentHistory(method: "settle")').rows;

  it('callChain: innermost first, the top level last', () => {
    const [call] = settleCalls();
    const event = (call?.['event'] as number) + 3;
    assert.deepEqual(run.rows(`callChain(event: ${event})`, 'depth', 'function', 'line'), [
      [0, 'Item.settle', 21],
      [1, 'total', 26],
      [2, 'attempt', 36],
      [3, '', 1],
    ]);
    const rows = run.ask(`callChain(event: ${event})`).rows;
    assert.equal(rows[0]?.['event'], call?.['event']);
    assert.equal(rows[0]?.['call'], rows[1]?.['event']);
    assert.equal(rows[2]?.['call'], null);
  });

  it('callChain of a call begins at its caller', () => {
    const [call] = settleCalls();
    assert.deepEqual(run.rows(`callChain(event: ${String(call?.['event'])})`, 'function'), [['total'], ['attempt'], ['']]);
  });

  it('fullDetailCallChain and where: receivers and arguments', () => {
    const [call] = settleCalls();
    const event = (call?.['event'] as number) + 3;
    const [row, outer] = run.ask(`fullDetailCallChain(event: ${event})`).rows;
    assert.match(JSON.stringify(row?.['receiver']), /"object":"Item#\d+"/);
    assert.deepEqual(row?.['arguments'], [2]);
    assert.equal((outer?.['arguments'] as readonly unknown[])[1], 2);
    assert.deepEqual(run.ask(`where(event: ${event})`).rows, [row]);
  });

  it('argumentHistory: an override is another method, a bare name means all', () => {
    assert.deepEqual(run.rows('argumentHistory(method: "settle")', 'function', 'arguments'), [
      ['Item.settle', [2]],
      ['Gift.settle', [2]],
      ['Item.settle', [2]],
    ]);
    assert.deepEqual(run.rows('argumentHistory(method: "Gift.settle")', 'line'), [[21]]);
    assert.equal(run.ask('argumentHistory(method: "Item.constructor")').total, 2);
    assert.equal(run.ask('argumentHistory(method: "shop.js:10")').total, 2);
    assert.throws(() => run.ask('argumentHistory(method: "Item.settel")'), /no text of the recording has a function "Item.settel"/i);
  });

  it('returnValueHistory: returns, yields, and what an async function ends with', () => {
    const [returned, thrown] = run.rows('returnValueHistory(method: "total")', 'outcome', 'result', 'line');
    assert.deepEqual(returned, ['return', 6, 22]);
    assert.match(JSON.stringify(thrown), /^\["throw",{"object":"RangeError#\d+","preview":"RangeError: settled: pen"},21\]$/);
    assert.deepEqual(run.rows('returnValueHistory(method: "count")', 'outcome', 'result', 'callArguments'), [
      ['yield', 0, [3]],
      ['yield', 1, [3]],
      // The pattern wants no more.
      ['return', { undefined: true }, [3]],
    ]);
    assert.deepEqual(run.rows('returnValueHistory(method: "later")', 'outcome', 'result', 'line'), [['return', 2, 42]]);
    assert.deepEqual(run.rows('returnValueHistory(method: "attempt")', 'result'), [[6], ['settled: pen']]);
  });

  it('exceptionHistory: the throw, and where it was caught', () => {
    const [row, another] = run.ask('exceptionHistory()').rows;
    assert.equal(another, undefined);
    assert.deepEqual(
      [row?.['line'], row?.['function'], row?.['exception']],
      [11, 'Item.settle', { class: 'RangeError', message: 'settled: pen', caught: true }],
    );
    assert.equal(typeof row?.['caughtAt'], 'number');
    assert.equal(run.ask('exceptionHistory(class: "Error")').total, 1);
    assert.equal(run.ask('exceptionHistory(class: "Error", subclasses: false)').total, 0);
    assert.equal(run.ask('exceptionHistory(class: "TypeError")').total, 0);
  });

  it('instanceFieldHistory: initialisers and creation with a value are changes', () => {
    const [pen] = run.ask('allInstances(class: "Item", subclasses: false)').rows;
    const object = (pen?.['object'] as { readonly object: string }).object;
    assert.deepEqual(run.rows(`instanceFieldHistory(object: "${object}", field: "open")`, 'line', 'before', 'after', 'function'), [
      [4, undefined, true, ''],
      [12, true, false, 'Item.settle'],
    ]);
    assert.deepEqual(run.rows(`instanceFieldHistory(object: "${object}", field: "#price")`, 'line', 'before', 'after'), [
      [3, undefined, 0],
      [7, 0, 3],
    ]);
  });

  it('classFieldHistory: static fields', () => {
    assert.deepEqual(run.rows('classFieldHistory(class: "Item", field: "made")', 'line', 'before', 'after'), [
      [2, undefined, 0],
      [8, 0, 1],
      [8, 1, 2],
    ]);
  });

  it('objectState: own places in the order of the object, then static ones', () => {
    const [pen] = run.ask('allInstances(class: "Item", subclasses: false)').rows;
    const object = (pen?.['object'] as { readonly object: string }).object;
    const made = write('made', 8);
    assert.deepEqual(run.rows(`objectState(object: "${object}", event: ${made})`, 'name', 'kind', 'value'), [
      ['#price', 'private', 3],
      ['open', 'field', true],
      ['name', 'field', 'pen'],
      ['made', 'static', 1],
    ]);
    assert.deepEqual(run.rows(`objectState(object: "${object}", event: "end")`, 'name', 'value'), [
      ['#price', 3],
      ['open', false],
      ['name', 'pen'],
      ['made', 2],
    ]);
  });

  it('objects may be named by a place at an event', () => {
    assert.deepEqual(run.rows('objectState(object: "shop.js:seen @ end", event: "end")', 'name', 'kind', 'value'), [
      ['second', 'entry', 7],
    ]);
    const [sum] = run.ask('localVariableHistory(function: "total", variable: "sum")').rows;
    const rows = run.rows(`objectState(object: "items @ ${String(sum?.['event'])}", event: "end")`, 'name', 'kind');
    assert.deepEqual(rows, [
      ['0', 'element'],
      ['1', 'element'],
      ['length', 'field'],
    ]);
    assert.throws(() => run.ask('objectState(object: "Item#1", event: 3)'), /Object 1 is|no object/);
    assert.throws(() => run.ask(`objectState(object: "rate @ ${String(sum?.['event'])}", event: 3)`), /rate is no object/);
  });

  it('dataStructureHistory: one row for each change of the text', () => {
    const rows = run.ask('dataStructureHistory(object: "shop.js:items @ end")').rows;
    assert.deepEqual(
      rows.map(({ operation, key, length, line }) => [operation, key, length, line]),
      [
        ['create', undefined, 2, 31],
        ['push', 2, 3, 37],
        ['splice', undefined, 2, 38],
      ],
    );
    assert.deepEqual((rows[2]?.['contents'] as readonly unknown[])[1], 'x');
    assert.deepEqual(run.rows('dataStructureHistory(object: "shop.js:seen @ end")', 'operation', 'key', 'length'), [
      ['set', 'first', 1],
      ['set', 'second', 2],
      ['delete', 'first', 1],
    ]);
    const [, , deleted] = run.ask('dataStructureHistory(object: "shop.js:seen @ end")').rows;
    assert.match(JSON.stringify([deleted?.['before'], deleted?.['after']]), /^\[\{"object":"Item#\d+",.*\},null\]$/);
    const contents = run.rows('dataStructureHistory(object: "shop.js:seen @ end")', 'contents');
    assert.deepEqual(contents[2], [[['second', 7]]]);
  });

  it('localVariableHistory: one binding for each entry of the scope', () => {
    const rows = run.ask('localVariableHistory(function: "total", variable: "sum")').rows;
    assert.deepEqual(
      rows.map(({ before, after, line }) => [before, after, line]),
      [
        [undefined, 0, 20],
        [0, 6, 21],
        [6, 6, 21],
        [undefined, 0, 20],
      ],
    );
    assert.equal(new Set(rows.map(({ binding }) => binding)).size, 2);
    const [call] = run.ask('argumentHistory(method: "total")').rows;
    assert.equal(run.ask(`localVariableHistory(function: "total", variable: "sum", call: ${String(call?.['event'])})`).total, 3);
    assert.throws(() => run.ask('localVariableHistory(function: "total", variable: "none")'), /declares no variable none/);
  });

  it('preEventCalledMethods and postEventCalledMethods: direct calls of the same activation', () => {
    const [, , second] = settleCalls();
    const attempts = run.ask('argumentHistory(method: "attempt")').rows;
    const between = (attempts[1]?.['event'] as number) - 1;
    const pre = run.rows(`preEventCalledMethods(event: ${between})`, 'function', 'outcome', 'result');
    assert.deepEqual(
      pre.map(([name]) => name),
      ['Item.constructor', 'Gift.constructor', 'attempt'],
    );
    assert.deepEqual(pre[2], ['attempt', 'return', 6]);
    assert.deepEqual(
      run.rows(`postEventCalledMethods(event: ${between})`, 'function').map(([name]) => name),
      ['attempt', 'count', 'later'],
    );
    assert.deepEqual(run.rows(`preEventCalledMethods(event: ${String(second?.['event'])})`, 'function'), []);
  });

  it('enclosingArguments and enclosingReturnValue', () => {
    const [call] = settleCalls();
    const event = call?.['event'] as number;
    const rows = run.rows(`enclosingArguments(event: ${event})`, 'name', 'value');
    assert.deepEqual(rows[1], ['rate', 2]);
    assert.equal(rows[0]?.[0], 'items');
    assert.deepEqual(run.rows(`enclosingReturnValue(event: ${event})`, 'function', 'outcome', 'result'), [['total', 'return', 6]]);
    const thrown = run.event('exceptionHistory()', { line: 11 });
    const [ending] = run.rows(`enclosingReturnValue(event: ${thrown})`, 'outcome', 'result');
    assert.match(JSON.stringify(ending), /^\["throw",{"object":"RangeError#\d+",/);
  });

  it('callTree: in the order of beginnings, of one call or of all', () => {
    const [call] = run.ask('argumentHistory(method: "attempt")').rows;
    assert.deepEqual(run.rows(`callTree(event: ${String(call?.['event'])})`, 'depth', 'function', 'outcome', 'result'), [
      [0, 'attempt', 'return', 6],
      [1, 'total', 'return', 6],
      [2, 'Item.settle', 'return', 6],
      [2, 'Gift.settle', 'return', 0],
    ]);
    const all = run.ask('callTree()');
    assert.deepEqual([all.rows[0]?.['function'], all.rows[0]?.['depth'], all.rows[0]?.['parent']], ['', 0, null]);
    // One of them is the constructor of Gift, which nobody has written.
    assert.equal(all.total, 1 + 2 + 1 + 4 + 3 + 1 + 1 + 1);
  });

  it('allInstances: by creation, with what each held', () => {
    const rows = run.ask('allInstances(class: "Item")').rows;
    assert.deepEqual(
      rows.map((row) => [row['class'], row['line'], (row['state'] as Record<string, unknown>)['name']]),
      [
        ['Item', 31, 'pen'],
        ['Gift', 31, 'box'],
      ],
    );
    assert.equal(run.ask('allInstances(class: "Map")').total, 0);
    assert.equal(run.ask('allInstances(class: "Map", system: true)').total, 1);
    assert.equal(run.ask('allInstances(class: "Item", event: 1)').total, 0);
  });

  it('is answered yes or no, with the first time and how often', () => {
    const first = (question: string) => {
      const [row] = run.ask(question).rows;
      return [row?.['answer'], row?.['count'], row?.['line']];
    };
    assert.deepEqual(first('wasStatementExecuted(location: "shop.js:12")'), [true, 1, 12]);
    assert.deepEqual(first('wasStatementExecuted(location: "shop.js:28")'), [true, 1, 28]);
    assert.deepEqual(first('wasStatementExecuted(location: "shop.js:22")'), [true, 1, 22]);
    assert.deepEqual(first('wasStatementExecuted(location: "shop.js:44:26")'), [false, 0, undefined]);
    assert.deepEqual(first('wasMethodCalled(method: "Gift.settle")'), [true, 1, 21]);
    assert.deepEqual(first('wasFieldAssigned(class: "Item", field: "open", value: false)'), [true, 1, 12]);
    assert.deepEqual(first('wasFieldAssigned(class: "Item", field: "open", value: 0)'), [false, 0, undefined]);
    assert.deepEqual(first('isThereAnInstance(class: "Gift")'), [true, 1, 31]);
    assert.deepEqual(first('isThereAnInstance(class: "WeakRef")'), [false, 0, undefined]);
    assert.deepEqual(first('wasExceptionCaught(class: "RangeError")').slice(0, 2), [true, 1]);
    assert.deepEqual(first('wasExceptionCaught(class: "TypeError")').slice(0, 2), [false, 0]);
    assert.deepEqual(first('isThreadRunning(thread: "main")').slice(0, 1), [false]);
    assert.deepEqual(first('hasThreadExited(thread: "main")').slice(0, 1), [true]);
    const [exited] = run.ask('hasThreadExited(thread: "main")').rows;
    const [status] = run.ask('threadStatus()').rows;
    assert.deepEqual([exited?.['event'], exited?.['thread']], [status?.['ended'], 'main']);
    assert.deepEqual(run.ask('postEventCalledMethods(event: 0)').rows, [], 'what Node calls is called by nobody');
    assert.throws(() => run.ask('wasStatementExecuted(location: "shop.js:900")'), /No statement/);
  });

  it('may be asked of an interval, and of so many rows', () => {
    const all = run.ask('argumentHistory(method: "settle")');
    const second = all.rows[1]?.['event'] as number;
    assert.equal(run.ask(`argumentHistory(method: "settle", from: ${second})`).total, 2);
    assert.equal(run.ask(`argumentHistory(method: "settle", to: ${second})`).total, 2);
    assert.equal(run.ask(`argumentHistory(method: "settle", thread: "main")`).total, 3);
    const [limited] = [run.ask('argumentHistory(method: "settle")', 1)];
    assert.deepEqual([limited.rows.length, limited.total, limited.complete], [1, 3, true]);
    assert.throws(() => run.ask('callChain(event: 1000000)'), /There is no event 1000000/);
    assert.throws(() => run.ask('callTree(thread: "worker 7")'), /There is no thread worker 7/);
  });

  it('threadStatus: main has exited', () => {
    assert.deepEqual(run.rows('threadStatus()', 'thread', 'status', 'parent'), [['main', 'exited', null]]);
    assert.deepEqual(run.rows('threadStatus(event: 3)', 'status'), [['running']]);
  });
});

describe('the exception that ended a recorded program', () => {
  const thrownOf = async (text: string): Promise<readonly unknown[]> => {
    const run = await recorded({ 'main.js': text });
    try {
      return run.rows('whereExceptionIsThrown()', 'function', 'arguments', 'exception');
    } finally {
      run.dispose();
    }
  };

  it('is found where it was thrown, also if it was caught and thrown again', async () => {
    const text = `function check(n) { if (n > 1) throw new RangeError('no ' + n); return n; }
function twice(n) { try { return check(n); } catch (error) { throw error; } }
try { check(2); } catch {}
twice(1); twice(3);`;
    assert.deepEqual(await thrownOf(text), [['twice', [3], { class: 'RangeError', message: 'no 3', caught: false }]]);
  });

  it('is the reason of a rejection that nobody handles', async () => {
    const text = `async function load(id) { await null; throw new Error('gone ' + id); }
async function other() { throw new Error('handled'); }
load(7); other().catch(() => {});`;
    assert.deepEqual(await thrownOf(text), [['load', [7], { class: 'Error', message: 'gone 7', caught: false }]]);
  });

  it('is none of a program that handles all', async () => {
    assert.deepEqual(await thrownOf(`try { null.f; } catch {}\nprocess.exitCode = 1;`), []);
  });
});

describe('calls of a recording', () => {
  const callsOf = async (text: string, ...columns: readonly string[]): Promise<readonly unknown[]> => {
    const run = await recorded({ 'main.js': text });
    try {
      return run.rows('callTree()', ...columns).slice(1);
    } finally {
      run.dispose();
    }
  };

  it('tell null, undefined, symbols and the odd numbers apart', async () => {
    const text = `function g(x) { return x; }
g(null); g(undefined); g(-0); g(NaN); g(1n); g(Symbol('q')); g();`;
    assert.deepEqual(await callsOf(text, 'arguments', 'result'), [
      [[null], null],
      [[{ undefined: true }], { undefined: true }],
      [[{ number: '-0' }], { number: '-0' }],
      [[{ number: 'NaN' }], { number: 'NaN' }],
      [[{ bigint: '1' }], { bigint: '1' }],
      [[{ symbol: 'q' }], { symbol: 'q' }],
      [[], { undefined: true }],
    ]);
  });

  it('begin with the defaults of their parameters, and what these call lies in them', async () => {
    const text = `function g(x) { return x; }
function f(a, b = g(a), { c = 3 } = {}) { return a + b + c; }
function h() { return f(1); }
h(); h();
async function later({ [g('k')]: k } = {}, n = g(4)) { await null; return k; }
later();
function fails(n = g(null).x) { return n; }
try { fails(); } catch {}
function plain(a, b = null, ...c) { return g(b); }
plain(1);`;
    assert.deepEqual(await callsOf(text, 'function', 'depth', 'line', 'column', 'outcome'), [
      ['h', 1, 4, 1, 'return'],
      ['f', 2, 3, 23, 'return'],
      ['g', 3, 2, 19, 'return'],
      ['h', 1, 4, 6, 'return'],
      ['f', 2, 3, 23, 'return'],
      ['g', 3, 2, 19, 'return'],
      ['later', 1, 6, 1, 'return'],
      ['g', 2, 5, 25, 'return'],
      ['g', 2, 5, 48, 'return'],
      ['fails', 1, 8, 7, 'throw'],
      ['g', 2, 7, 20, 'return'],
      ['plain', 1, 10, 1, 'return'],
      ['g', 2, 9, 44, 'return'],
    ]);
  });

  it('are called by what calls them, whatever fields and defaults of arrow functions and generators call before', async () => {
    const text = `const g = (x) => x;
class Item { id = g(1); parts = new Map(); constructor() { g(2); } }
class Big extends Item { size = g(3); }
new Item();
new Big();
const arrow = (x = g(4)) => g(x);
arrow();
function* pages(n = g(5)) { yield n; }
pages().next();`;
    assert.deepEqual(await callsOf(text, 'function', 'depth', 'line', 'column'), [
      ['g', 1, 2, 19],
      ['Item.constructor', 1, 4, 1],
      ['g', 2, 2, 60],
      ['Big.constructor', 1, 5, 1],
      ['g', 2, 2, 19],
      ['Item.constructor', 2, 2, 55],
      ['g', 3, 2, 60],
      ['g', 2, 3, 33],
      ['g', 1, 6, 20],
      ['arrow', 1, 7, 1],
      ['g', 2, 6, 29],
      ['g', 1, 8, 21],
      ['pages', 1, 9, 9],
    ]);
  });
});
