const assert = require('node:assert');
const { Cart, parse, events, later } = require('./cart');

describe('cart', function () {
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
  it('is to be done');
  for (const [text, expected] of [['a=1', { a: '1' }], ['a=1 b=', { a: '1', b: '' }], ['a=', { a: 'no' }]]) {
    it(`parses ${text}`, () => assert.deepStrictEqual(parse(text), expected));
  }
});

describe('asynchronous', () => {
  it('resolves', async () => {
    assert.deepStrictEqual(await later(5), { done: true, value: 5 });
  });
  it('fails by a rejection', async () => {
    await later(new RangeError('too late'));
  });
  it('takes too long', function (done) {
    this.timeout(20);
    setTimeout(() => {}, 1);
  });
  it('fails in a callback', (done) => {
    setTimeout(() => { events.count = 1; throw new Error('in a timer'); }, 1);
  });
  it('with a callback', (done) => {
    setTimeout(() => done(), 1);
  });
});

describe('environment', () => {
  it('has the same globals', () => {
    const names = Reflect.ownKeys(globalThis).map(String);
    console.log(names.length, names.join());
    leaked = 1;
  });
  it('stack traces are its own', () => {
    console.log(events.emit('x', 1).stack.split('\n').slice(0, 2).join('\n').replaceAll(__dirname, ''));
  });
  it('runs code in another context', () => {
    const vm = require('node:vm');
    assert.strictEqual(vm.runInNewContext('const o = { a: 1 }; o.a++; o.a'), 2);
  });
  it('a worker', (done) => {
    const { Worker } = require('node:worker_threads');
    const worker = new Worker('const o = { n: 1 }; o.n++; require("node:worker_threads").parentPort.postMessage(o.n + process.execArgv.length)', { eval: true });
    worker.on('message', (value) => done(value === 2 ? undefined : new Error(`got ${value}`)));
  });
  it('a method is replaced', () => {
    const rates = require('./rates');
    const { rate } = rates;
    rates.rate = () => 3;
    assert.strictEqual(new Cart().add('pen', 1).close().total, 1.5);
    rates.rate = rate;
  });
});
