import { Worker } from 'node:worker_threads';
import vm from 'node:vm';
import test from 'ava';
import { Cart, parse, events, later } from './cart.js';

test.beforeEach((t) => {
  t.context.cart = new Cart();
});
test.serial('adds', (t) => {
  t.is(t.context.cart.add('pen', 2, 3).total, 6);
});
test.serial('fails with a difference of objects', (t) => {
  t.deepEqual(t.context.cart.add('pen', 2).items, [{ name: 'pen', price: 3, count: 1 }]);
});
test.serial('throws what it should', (t) => {
  t.context.cart.close();
  t.throws(() => t.context.cart.add('ink', 1), { message: 'cart is closed: ink' });
});
test.serial('fails by an error of the program', (t) => {
  const closed = t.context.cart.close(); t.context.cart.add(closed.items.length === 0 ? 'ink' : 'pen', 1);
});
test.serial('fails by what is false', (t) => {
  const { cart } = t.context; t.assert(cart.items.length > 0 && cart.total > 1);
});
test.skip('is left out', (t) => t.fail());
test.todo('is to be done');
for (const [text, expected] of [['a=1', { a: '1' }], ['a=1 b=', { a: '1', b: '' }], ['a=', { a: 'no' }]])
  test.serial(`parses ${text}`, (t) => t.deepEqual(parse(text), expected));
test.serial('resolves', async (t) => {
  t.like(await later(5), { done: true, value: 5 });
});
test.serial('fails by a rejection', async () => {
  await later(new RangeError('too late'));
});
test.serial('rejects what it should', async (t) => {
  await t.throwsAsync(later(new RangeError('too late')), { instanceOf: RangeError });
});
test.serial('plans', (t) => {
  t.plan(2);
  t.pass();
});
test.serial.failing('is known to fail', (t) => {
  t.is(1, 2);
});
test.serial('logs globals', (t) => {
  const names = Reflect.ownKeys(globalThis).map(String);
  t.log(`${names.length} ${names.join()}`);
  t.pass();
});
test.serial('stack traces are its own', (t) => {
  t.log(events.emit('x', 1).stack.split('\n').slice(0, 2).join(' ').replaceAll(import.meta.dirname, ''));
  t.pass();
});
test.serial('runs code in another context', (t) => {
  t.is(vm.runInNewContext('const o = { a: 1 }; o.a++; o.a'), 2);
});
test.serial('a worker', async (t) => {
  const worker = new Worker('const o = { n: 1 }; o.n++; require("node:worker_threads").parentPort.postMessage(o.n)', { eval: true });
  t.is(await new Promise((resolve) => worker.on('message', resolve)), 2);
});
test.serial('a snapshot', (t) => {
  t.snapshot(new Cart().add('pen', 1).items);
});
