jest.mock('./rates', () => ({ rate: jest.fn(() => 2) }));
const { rate } = require('./rates');
const { Cart } = require('./cart');

test('a module is mocked', () => {
  expect(new Cart().add('pen', 2).close()).toMatchSnapshot();
  expect(rate).toHaveBeenCalledWith('usual');
});
test('a spy that was not called as expected', () => {
  const spy = jest.spyOn(console, 'log').mockImplementation(() => {});
  console.log('hidden', { a: 1 });
  expect(spy).toHaveBeenCalledWith('hidden', { a: 2 });
});
test('prints', () => {
  jest.restoreAllMocks();
  console.warn('a warning of the test');
});
