import { Worker } from 'node:worker_threads';
import vm from 'node:vm';
import t from 'tap';
import { Cart, parse, events, later } from './cart.js';

t.test('cart', async (t) => {
  let cart;
  t.beforeEach(() => {
    cart = new Cart();
  });
  t.test('adds', async (t) => {
    t.equal(cart.add('pen', 2, 3).total, 6);
  });
  t.test('fails with a difference of objects', async (t) => {
    t.same(cart.add('pen', 2).items, [{ name: 'pen', price: 3, count: 1 }]);
  });
  t.test('throws what it should', async (t) => {
    cart.close();
    t.throws(() => cart.add('ink', 1), { message: 'cart is closed: ink' });
  });
  t.test('fails by an error of the program', async () => {
    const closed = cart.close(); cart.add(closed.items.length === 0 ? 'ink' : 'pen', 1);
  });
  t.test('fails by what is false', async (t) => {
    t.ok(cart.items.length > 0 && cart.total > 1); t.equal(cart.total, 1, 'twice on a line');
  });
  t.test('is left out', { skip: true }, async (t) => t.fail());
  t.test('is to be done', { todo: true }, async (t) => t.fail());
  for (const [text, expected] of [['a=1', { a: '1' }], ['a=1 b=', { a: '1', b: '' }], ['a=', { a: 'no' }]])
    t.test(`parses ${text}`, async (t) => t.same(parse(text), expected));
});
t.test('asynchronous', async (t) => {
  t.test('resolves', async (t) => {
    t.match(await later(5), { done: true, value: 5 });
  });
  t.test('fails by a rejection', async () => {
    await later(new RangeError('too late'));
  });
  t.test('rejects what it should', (t) => t.rejects(later(new RangeError('too late')), RangeError));
  t.test('with a callback', (t) => {
    setTimeout(() => t.end(), 1);
  });
});
t.test('environment', async (t) => {
  t.test('has the same globals', async (t) => {
    const names = Reflect.ownKeys(globalThis).map((key) => String(key).replace(/[0-9a-f]{16}/, 'random'));
    t.comment(`${names.length} ${names.join()}`);
  });
  t.test('stack traces are its own', async (t) => {
    t.comment(events.emit('x', 1).stack.split('\n').slice(0, 2).join(' ').replaceAll(import.meta.dirname, ''));
  });
  t.test('runs code in another context', async (t) => {
    t.equal(vm.runInNewContext('const o = { a: 1 }; o.a++; o.a'), 2);
  });
  t.test('a worker', async (t) => {
    const worker = new Worker('const o = { n: 1 }; o.n++; require("node:worker_threads").parentPort.postMessage(o.n)', { eval: true });
    t.equal(await new Promise((resolve) => worker.on('message', resolve)), 2);
  });
  t.test('an intercepted method', async (t) => {
    const cart = new Cart();
    const calls = t.capture(cart, 'add', () => 'captured');
    t.equal(cart.add('pen', 1), 'captured');
    t.match(calls(), [{ args: ['pen', 2] }]);
  });
});
