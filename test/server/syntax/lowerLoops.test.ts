import { graph } from './lowering.js';

describe('lowering of loops', () => {
  it('tests a while loop on entry and again on the back edge', () =>
    graph(
      `function f(n) { let i = 0; while (i < n) { i++; } return i; }`,
      `
        n0 -> n1 i := 0
        n1 -> n2 [i < n]
        n1 -> n5 [not (i < n)]
        n2 -> n3 i := i + 1
        n3 -> n4
        n4 -> n2 [i < n]
        n4 -> n5 [not (i < n)]
        n5 -> n6 %result := i
      `,
    ));

  it('sends continue of a for loop to its step', () =>
    graph(
      `function f(n) { for (let i = 0; i < n; i++) { if (i === 3) continue; if (i === 4) break; } }`,
      `
        n0 -> n1 i := 0
        n1 -> n2 [i < n]
        n1 -> n9 [not (i < n)]
        n2 -> n3 [i === 3]
        n2 -> n4 [not (i === 3)]
        n3 -> n7
        n4 -> n5 [i === 4]
        n4 -> n6 [not (i === 4)]
        n5 -> n9
        n6 -> n7
        n7 -> n8 i := i + 1
        n8 -> n2 [i < n]
        n8 -> n9 [not (i < n)]
        n9 -> n10 %result := undefined
      `,
    ));

  it('tests a do loop at the end only', () =>
    graph(
      `function f(n) { do { n = n - 1; } while (n > 0 && n !== 5); }`,
      `
        n0 -> n1
        n1 -> n2 n := n - 1
        n2 -> n3
        n3 -> n4 [n > 0]
        n3 -> n5 [not (n > 0)]
        n4 -> n1 [n !== 5]
        n4 -> n5 [not (n !== 5)]
        n5 -> n6 %result := undefined
      `,
    ));

  it('copies the captured variable of a for head for each round', () =>
    graph(
      `function f() { for (let i = 0; i < 2; i++) { g(() => i); } } function g(h) {}`,
      `
        n0 -> n1 enter i
        n1 -> n2 i := 0
        n2 -> n3 [i < 2]
        n2 -> n10 [not (i < 2)]
        n3 -> n4 %1 := closure f2 @2
        n4 -> n5 %2 := g(%1) @3
        n5 -> n6
        n6 -> n7 copy i
        n7 -> n8 i := i + 1
        n8 -> n3 [i < 2]
        n8 -> n10 [not (i < 2)]
        n10 -> n11 %result := undefined
      `,
    ));

  it('closes the iterator of for-of when the body leaves the loop', () =>
    graph(
      `function f(xs) { for (const x of xs) { if (x) break; } }`,
      `
        n0 -> n1 %1, %2 := iterate of xs
        n0 -!> n9 %1, %2 := iterate of xs
        n1 -> n2 x := next %1
        n1 -!> n9 x := next %1
        n1 -> n7 done %1
        n1 -!> n9 done %1
        n2 -> n3 [x]
        n2 -> n5 [not x]
        n3 -> n4
        n4 -> n7 close %1
        n4 -!> n9 close %1
        n5 -> n6
        n6 -> n2 x := next %1
        n6 -!> n9 x := next %1
        n6 -> n7 done %1
        n6 -!> n9 done %1
        n7 -> n8 %result := undefined
      `,
      { withThrows: true },
    ));

  it('steps through the keys of for-in', () =>
    graph(
      `function f(o) { for (const k in o) { g(k); } } function g(k) {}`,
      `
        n0 -> n1 %1, %2 := iterate in o
        n1 -> n2 k := next %1
        n1 -> n5 done %1
        n2 -> n3 %3 := g(k) @2
        n3 -> n4
        n4 -> n2 k := next %1
        n4 -> n5 done %1
        n5 -> n6 %result := undefined
      `,
    ));

  it('finds labels through blocks that must run first', () =>
    graph(
      `function f(a) { outer: for (;;) { for (;;) { try { if (a) continue outer; break outer; } finally { g(); } } } } function g() {}`,
      `
        n0 -> n1
        n1 -> n2
        n2 -> n3 [a]
        n2 -> n7 [not a]
        n3 -> n4
        n4 -> n5 %1 := g() @2
        n5 -> n6
        n6 -> n1
        n7 -> n8
        n8 -> n9 %2 := g() @2
        n9 -> n10
        n10 -> n11
        n11 -> n12 %result := undefined
      `,
    ));
});
