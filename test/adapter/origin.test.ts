import { check } from '../support/querying.js';

describe('origin', () => {
  it('follows copies through fields, parameters and variables to where the value was computed', () =>
    check(
      `
class Store {
  put(value) { this.value = value; }
}
function forward(store, item) {
  const copy = item;
  store.put(copy);
}
const store = new Store();
const seed = 6;
forward(store, seed * 7); //P2
console.log(store.value); //stop
`,
      ['origin(store.value)'],
      {
        P2: {
          column: 16,
          after: 42,
          steps: [
            { expression: 'store.value', file: 'program.js', line: 3, column: 16 },
            { expression: 'value', file: 'program.js', line: 3, column: 7 },
            { expression: 'copy', file: 'program.js', line: 6, column: 9 },
            { expression: 'item', file: 'program.js', line: 5, column: 25 },
          ],
        },
      },
    ));
});
