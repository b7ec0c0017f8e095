import { graph } from './lowering.js';

describe('lowering of completions', () => {
  it('runs finally on every way out', () =>
    graph(
      `function f(a) { try { if (a) return 1; g(); } catch (e) { return e; } finally { h(); } } function g() {} function h() {}`,
      `
        n0 -> n1 [a]
        n0 -> n2 [not a]
        n1 -> n9 %1 := 1
        n2 -> n3 %3 := g() @4
        n2 -!> n7 %3 := g() @4
        n3 -> n4
        n4 -> n5 %4 := h() @3
        n4 -!> n12 %4 := h() @3
        n5 -> n6
        n6 -> n11 %result := undefined
        n7 -> n8 e := %exception
        n8 -> n9 %1 := e
        n9 -> n10 %2 := h() @3
        n9 -!> n12 %2 := h() @3
        n10 -> n11 %result := %1
      `,
      { withThrows: true },
    ));

  it('lets finally replace the completion', () =>
    graph(
      `function f() { for (;;) { try { return 1; } finally { break; } } return 2; }`,
      `
        n0 -> n1
        n1 -> n2 %1 := 1
        n2 -> n3
        n3 -> n4 %result := 2
      `,
    ));

  it('keeps the value that is returned while finally runs', () =>
    graph(
      `function f() { try { return 1; } finally { l: { try { return 2; } finally { break l; } } } }`,
      `
        n0 -> n1 %1 := 1
        n1 -> n2 %2 := 2
        n2 -> n3
        n3 -> n4 %result := %1
      `,
    ));

  it('throws from a catch clause outwards', () =>
    graph(
      `function f() { try { f(); } catch { throw 1; } }`,
      `
        n0 -> n1 %1 := f() @1
        n0 -!> n4 %1 := f() @1
        n1 -> n2
        n2 -> n3 %result := undefined
        n4 -!> n5 throw 1
      `,
      { withThrows: true },
    ));
});
