import { expect, test, vi } from 'vitest';
import { Cart } from './cart.js';

vi.mock('./rates.js', () => ({ rate: vi.fn(() => 2) }));

test('a module is mocked', () => {
  expect(new Cart().add('pen', 2).close()).toMatchObject({ total: 4 });
});
test('a spy that was not called as expected', () => {
  const spy = vi.spyOn(console, 'log').mockImplementation(() => {});
  console.log('hidden', { a: 1 });
  expect(spy).toHaveBeenCalledWith('hidden', { a: 2 });
});
test('a spy that is put back', () => {
  vi.restoreAllMocks();
  expect(vi.isMockFunction(console.log)).toBe(false);
});
