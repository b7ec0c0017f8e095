import { check } from '../support/querying.js';

/** Before Node 22, V8 shows what a static block sees once: the second time it takes the global object for `this`, or ends the process. */
describe('questions in static blocks', () => {
  it('are answered beside arrow functions, in a function', () =>
    check(
      `
function make() {
  let outer = 1; //P4
  class A {
    f = (a, b = 1) => a;
    static {
      this.n = 1; //P2
      let k = 1;
      k++; //P3
      const g = () => outer;
      this.m = g() + k; //stop
    }
    h() { return outer; }
  }
  return A;
}
make();
`,
      ['lastChange(this.n)', 'lastChange(P1: k)', 'lastChange(P1: outer)', 'lastCondition(P1)'],
      { P5: { status: 'initial' } },
    ));

  it('are answered where the block throws', () =>
    check(
      `
class A {
  static g = () => 1;
  #p = () => this.#p;
  static {
    let k = 1;
    k++; //P2
    const f = () => k;
    if (f() > 1) throw new Error('k' + k); //P3
  }
}
`,
      ['lastChange(k)', 'lastCondition(P1)'],
      {},
      { stop: 'uncaught' },
    ));
});
