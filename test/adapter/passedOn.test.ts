import { check } from '../support/querying.js';

/** What questions have natives stand-ins for, and each of them throws once. */
const throwing = `
const list = Object.freeze([3, 1, 2]);
const map = new Map();
const counter = { n: Symbol('n') };
const failing = [
  () => { list.push(4); },
  () => { [2, 1].sort(() => { throw new Error('in a comparison'); }); },
  () => { list.sort((a, b) => a - b); },
  () => { map.set.call(1, 2); },
  () => { counter.n++; },
  () => { Object.defineProperty(list, '0', { value: 5 }); },
  () => { new Proxy(1, 2); },
  () => { new Function('('); },
  () => { new BigInt64Array(1)[0] = 1; },
];
`;

const asked = ['lastChange(list[0])', 'lastChange(map.get(1))', 'lastChange(counter.n)', 'lastChange(list.length)'];

describe('an exception that a function of the language throws', () => {
  for (let index = 0; index < 9; index++)
    it(`is the program's, whatever stands in for it (${index + 1} of 9)`, () => {
      const marked = throwing.split('\n').map((line, at) => (at === index + 5 ? `${line} //P6` : line));
      return check(
        `${marked.join('\n')}\ntry {\n  failing[${index}]();\n} catch {\n  list.length; //stop\n}\n`,
        [...asked, 'lastCondition(P1)'],
        { P6: { taken: 'caught', hit: 1 } },
      );
    });

  it('is one before the exception that ends the program, however many of them are passed on', () =>
    check(
      `${throwing}for (const fail of failing) try { fail(); } catch {}\nlist.push(5); //P1\n`,
      asked,
      { P1: { exception: { class: 'TypeError', message: 'Cannot add property 3, object is not extensible', caught: false }, hit: 1 } },
      { stop: 'uncaught' },
    ));

  it('is told among those after a point', () =>
    check(
      `${throwing}
const state = { value: 0 };
function change() {
  state.value = 1; //P2
  try {
    list.push(1); //P3
  } catch {}
}
change();
state.value; //stop
`,
      ['lastChange(state.value)', 'exceptionAfter(P2)', ...asked],
    ));
});
