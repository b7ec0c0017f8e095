import { graph } from './lowering.js';

describe('lowering of what only TypeScript has', () => {
  it('makes an object of an enum', () =>
    graph(
      `enum E { A, B = 5, S = "s" }`,
      `
        n0 -> n1 E := object @0
        n1 -> n2 E.A ::= 0
        n2 -> n3 E[0] ::= "A"
        n3 -> n4 E.B ::= 5
        n4 -> n5 E[5] ::= "B"
        n5 -> n6 E.S ::= "s"
        n6 -> n7 %result := undefined
      `,
      { name: '<module>' },
    ));

  it('makes constants of a const enum', () =>
    graph(
      `const enum C { D = 1 << 2, E } function f() { return C.E; }`,
      `
        n0 -> n1 %result := 5
      `,
    ));

  it('runs a namespace in place', () =>
    graph(
      `namespace N { export const v = 1; const w = v; }`,
      `
        n0 -> n1 N := object @0
        n1 -> n2 enter v
        n2 -> n3 v := 1
        n3 -> n4 N.v ::= v
        n4 -> n5 w := v
        n5 -> n6
        n6 -> n7 %result := undefined
      `,
      { name: '<module>' },
    ));

  it('erases types', () =>
    graph(
      `type T = number; interface I { a: T } declare const d: T; function f(this: I, a: T): a is T; function f(a) { return (a as T)! satisfies T; }`,
      `
        n0 -> n1 %result := a
      `,
    ));
});
