export function createStore(reducer, initial) {
  if (typeof reducer !== 'function') throw new TypeError('a reducer is a function');
  let state = reducer(initial, { type: 'init' });
  return { get: () => state, send: (action) => void (state = reducer(state, action)) };
}
