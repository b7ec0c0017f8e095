const { Cart, parse, events, later } = require('./cart');

describe('cart', () => {
  let cart;
  beforeEach(() => {
    cart = new Cart();
  });
  test('adds', () => {
    expect(cart.add('pen', 2, 3).total).toBe(6);
  });
  test('fails with a difference of objects', () => {
    expect(cart.add('pen', 2).items).toEqual([{ name: 'pen', price: 3, count: 1 }]);
  });
  test('throws what it should', () => {
    cart.close();
    expect(() => cart.add('ink', 1)).toThrow('cart is closed: ink');
  });
  test('fails by an error of the program', () => {
    const closed = cart.close(); cart.add(closed.items.length === 0 ? 'ink' : 'pen', 1);
  });
  test.skip('is left out', () => {});
  test.todo('is to be done');
  test.each([
    ['a=1', { a: '1' }],
    ['a=1 b=', { a: '1', b: '' }],
    ['a=', { a: 'no' }],
  ])('parses %s', (text, expected) => {
    expect(parse(text)).toStrictEqual(expected);
  });
});

describe('asynchronous', () => {
  test('resolves', async () => {
    await expect(later(5)).resolves.toMatchObject({ done: true, value: 5 });
  });
  test('fails by a rejection', async () => {
    await later(new RangeError('too late'));
  });
  test('fake timers', () => {
    jest.useFakeTimers();
    const done = jest.fn();
    later(1, 10_000).then(done);
    jest.advanceTimersByTime(10_000);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
  test('with a callback', (done) => {
    setTimeout(() => done(), 1);
  });
});

describe('environment', () => {
  test('has the same globals', () => {
    const names = Reflect.ownKeys(globalThis).map(String).sort();
    expect(names.filter((name) => /__w|whence/i.test(name))).toEqual([]);
    expect(names).toMatchSnapshot();
  });
  test('is walked through', () => {
    const seen = new Set();
    const walk = (value, depth) => {
      if (Object(value) !== value || seen.has(value) || depth > 4) return;
      seen.add(value);
      for (const key of Reflect.ownKeys(value)) {
        const { value: inner } = Reflect.getOwnPropertyDescriptor(value, key) ?? {};
        walk(inner, depth + 1);
      }
    };
    walk(globalThis, 0);
    expect(seen.size).toBeGreaterThan(100);
  });
  test('stack traces are its own', () => {
    const error = events.emit('x', 1);
    expect(error.stack.split('\n').slice(0, 2).join('\n').replaceAll(__dirname, '')).toMatchInlineSnapshot(`
"Error: emitted x
    at Object.emit (/cart.js:34:10)"
`);
  });
  test('runs code in another context', () => {
    const vm = require('vm');
    expect(vm.runInNewContext('const o = { a: 1 }; o.a++; Reflect.ownKeys(globalThis).length > 50 && o.a')).toBe(2);
  });
});
