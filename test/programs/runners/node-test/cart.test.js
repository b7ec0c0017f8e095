import assert from 'node:assert';
import { describe, it, test, mock, beforeEach } from 'node:test';
import { Worker } from 'node:worker_threads';
import vm from 'node:vm';
import { Cart, parse, events, later } from './cart.js';

describe('cart', () => {
  let cart;
  beforeEach(() => {
    cart = new Cart();
  });
  it('adds', () => {
    assert.strictEqual(cart.add('pen', 2, 3).total, 6);
  });
  it('fails with a difference of objects', () => {
    assert.deepStrictEqual(cart.add('pen', 2).items, [{ name: 'pen', price: 3, count: 1 }]);
  });
  it('throws what it should', () => {
    cart.close();
    assert.throws(() => cart.add('ink', 1), /cart is closed: ink/);
  });
  it('fails by an error of the program', () => {
    const closed = cart.close(); cart.add(closed.items.length === 0 ? 'ink' : 'pen', 1);
  });
  it('fails by what is false', () => {
    assert.ok(cart.items.length > 0 && cart.total > 1);
  });
  it.skip('is left out', () => {});
  it.todo('is to be done');
  for (const [text, expected] of [['a=1', { a: '1' }], ['a=1 b=', { a: '1', b: '' }], ['a=', { a: 'no' }]]) {
    it(`parses ${text}`, () => assert.deepStrictEqual(parse(text), expected));
  }
});

test('asynchronous', async (t) => {
  await t.test('resolves', async () => {
    assert.deepStrictEqual(await later(5), { done: true, value: 5 });
  });
  await t.test('fails by a rejection', async () => {
    await later(new RangeError('too late'));
  });
  await t.test('fake timers', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const promise = later(1, 10_000);
    t.mock.timers.tick(10_000);
    assert.strictEqual((await promise).value, 1);
  });
  await t.test('with a callback', (t, done) => {
    setTimeout(done, 1);
  });
  await t.test('takes too long', { timeout: 20 }, () => new Promise(() => setTimeout(() => {}, 50)));
});

describe('environment', () => {
  it('has the same globals', (t) => {
    const names = Reflect.ownKeys(globalThis).map(String);
    t.diagnostic(`${names.length} ${names.join()}`);
  });
  it('stack traces are its own', (t) => {
    t.diagnostic(events.emit('x', 1).stack.split('\n').slice(0, 2).join(' ').replaceAll(import.meta.dirname, ''));
  });
  it('runs code in another context', () => {
    assert.strictEqual(vm.runInNewContext('const o = { a: 1 }; o.a++; o.a'), 2);
  });
  it('a worker', async () => {
    const worker = new Worker('const o = { n: 1 }; o.n++; require("node:worker_threads").parentPort.postMessage(o.n)', { eval: true });
    assert.strictEqual(await new Promise((resolve) => worker.on('message', resolve)), 2);
  });
  it('a mocked method', () => {
    const cart = new Cart();
    const add = mock.method(cart, 'add', () => 'mocked');
    assert.strictEqual(cart.add('pen', 1), 'mocked');
    assert.strictEqual(add.mock.callCount(), 2);
  });
});
