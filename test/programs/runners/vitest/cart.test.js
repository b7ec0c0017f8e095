import vm from 'node:vm';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { Cart, parse, events, later } from './cart.js';

describe('cart', () => {
  let cart;
  beforeEach(() => {
    cart = new Cart();
  });
  it('adds', () => {
    expect(cart.add('pen', 2, 3).total).toBe(6);
  });
  it('fails with a difference of objects', () => {
    expect(cart.add('pen', 2).items).toEqual([{ name: 'pen', price: 3, count: 1 }]);
  });
  it('throws what it should', () => {
    cart.close();
    expect(() => cart.add('ink', 1)).toThrow('cart is closed: ink');
  });
  it('fails by an error of the program', () => {
    const closed = cart.close(); cart.add(closed.items.length === 0 ? 'ink' : 'pen', 1);
  });
  it.skip('is left out', () => {});
  it.todo('is to be done');
  it.each([
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
  test('fake timers', async () => {
    vi.useFakeTimers();
    const done = vi.fn();
    later(1, 10_000).then(done);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(done).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
  test('takes too long', { timeout: 20 }, () => new Promise(() => {}));
});

describe('environment', () => {
  test('has the same globals', () => {
    const names = Reflect.ownKeys(globalThis).map(String);
    expect(`${names.length} ${names.join()}`).toBe('what is shown of a difference');
  });
  test('stack traces are its own', () => {
    expect(events.emit('x', 1).stack.split('\n').slice(0, 2).join('\n').replaceAll(import.meta.dirname, '')).toBe('shown');
  });
  test('runs code in another context', () => {
    expect(vm.runInNewContext('const o = { a: 1 }; o.a++; o.a')).toBe(2);
  });
  test('a snapshot', () => {
    expect(new Cart().add('pen', 1).items).toMatchInlineSnapshot(`
      [
        {
          "count": 1,
          "name": "pen",
          "price": 1,
        },
      ]
    `);
  });
});
