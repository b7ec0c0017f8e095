import { check } from '../support/querying.js';

/** Each iteration of a `for (let …)` has variables of its own, which begin with the values of the one before. */
describe('lastChange of the variables of loops that functions keep', () => {
  it('is that of the iteration in which the function was made', () =>
    check(
      `
const kept = [];
for (let i = 0, j = 10; i < 3; i++, j--) kept.push((f) => f()), kept.push(() => {
  console.log(i, j); //stop
});
kept[3]();
`,
      ['lastChange(i)', 'lastChange(P1:j)', 'lastChange(P1:i)[-2]', 'lastChange(P1:i)[-3]'],
      {
        P2: { line: 3, column: 32, before: 0, after: 1 },
        P3: { line: 3, column: 37, before: 10, after: 9 },
        P4: { line: 3, column: 10, after: 0 },
        P5: { status: 'initial' },
      },
    ));

  it('counts what functions have written later, of their own iteration alone', () =>
    check(
      `
const kept = [];
for (let i = 0; i < 3; i++) {
  kept.push({
    add() { i += 10; }, //P2
    show() {
      console.log(i); //stop
    },
  });
  if (i === 5) i++;
}
kept[1].add();
kept[2].add();
kept[0].add();
kept[1].show();
`,
      ['lastChange(i)', 'lastChange(P1:i)[-2]'],
      { P2: { before: 1, after: 11, hit: 1 }, P3: { line: 3, after: 1 } },
    ));

  it('knows heads without a test or what is done after each iteration', () =>
    check(
      `
const kept = [];
for (let i = 0; ; ) {
  kept.push(() => {
    console.log(i); //stop
  });
  i++; //P2
  if (i > 3) break;
}
kept[1]();
`,
      ['lastChange(i)'],
      { P2: { before: 1, after: 2 } },
    ));

  it('knows functions that are made in the head, before the first iteration', () =>
    check(
      `
let get;
for (let i = 0, inHead = () => { //P2
    console.log(i); //stop
  }; i < 2; i++) {
  get = inHead;
  i = 0 + i;
}
get();
`,
      ['lastChange(i)'],
      { P2: { after: 0 } },
    ));
});
