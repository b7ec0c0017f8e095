import { graph } from './lowering.js';

describe('lowering of conditions', () => {
  it('makes branches of && and || and !, and leaves comparisons whole', () =>
    graph(
      `function f(a, b) { if (a + 1 < b && !(b < 0 || a === b)) return 1; else return 2; }`,
      `
        n0 -> n1 [(a + 1) < b]
        n0 -> n4 [not ((a + 1) < b)]
        n1 -> n4 [b < 0]
        n1 -> n2 [not (b < 0)]
        n2 -> n4 [a === b]
        n2 -> n3 [not (a === b)]
        n3 -> n5 %result := 1
        n4 -> n5 %result := 2
      `,
    ));

  it('keeps the value that decides where it is wanted', () =>
    graph(
      `function f(a, b) { const x = a && b; return a ?? x; }`,
      `
        n0 -> n1 [a]
        n0 -> n2 [not a]
        n1 -> n3 x := b
        n2 -> n3 x := a
        n3 -> n4 [a == null]
        n3 -> n5 [not (a == null)]
        n4 -> n6 %result := x
        n5 -> n6 %result := a
      `,
    ));

  it('knows the value of a comparison that decides', () =>
    graph(
      `function f(a, b) { return a > 0 || b; }`,
      `
        n0 -> n1 %1 := a > 0
        n1 -> n2 [%1]
        n1 -> n3 [not %1]
        n2 -> n4 %result := true
        n3 -> n4 %result := b
      `,
    ));

  it('gives constants one way only', () =>
    graph(
      `function f(a) { if (true) a = 1; while (false) a = 2; return a; }`,
      `
        n0 -> n1
        n1 -> n2 a := 1
        n2 -> n3
        n3 -> n4
        n4 -> n5 %result := a
      `,
    ));

  it('leaves a whole optional chain at once', () =>
    graph(
      `function f(a) { return a?.b.c(1)?.[0]; }`,
      `
        n0 -> n5 [a == null]
        n0 -> n1 [not (a == null)]
        n1 -> n2 %1 := a.b
        n2 -> n3 %2 := %1.c
        n3 -> n4 %3 := %2(1) on %1 @1
        n4 -> n5 [%3 == null]
        n4 -> n6 [not (%3 == null)]
        n5 -> n7 %result := undefined
        n6 -> n7 %result := %3[0]  #0
      `,
    ));

  it('takes a missing link of a chain for false', () =>
    graph(
      `function f(a) { if (a?.b) return 1; }`,
      `
        n0 -> n4 [a == null]
        n0 -> n1 [not (a == null)]
        n1 -> n2 %1 := a.b
        n2 -> n3 [%1]
        n2 -> n4 [not %1]
        n3 -> n5 %result := 1
        n4 -> n5 %result := undefined
      `,
    ));

  it('tests the clauses of a switch in order; bodies fall through', () =>
    graph(
      `function f(a) { let x = 0; switch (a) { case 1: x = 1; case 2: x = 2; break; default: x = 3; case 4: x = 4; } return x; }`,
      `
        n0 -> n1 x := 0
        n1 -> n2 [a === 1]
        n1 -> n4 [not (a === 1)]
        n2 -> n3 x := 1
        n3 -> n5
        n4 -> n5 [a === 2]
        n4 -> n7 [not (a === 2)]
        n5 -> n6 x := 2
        n6 -> n13
        n7 -> n11 [a === 4]
        n7 -> n8 [not (a === 4)]
        n8 -> n9
        n9 -> n10 x := 3
        n10 -> n11
        n11 -> n12 x := 4
        n12 -> n13
        n13 -> n14 %result := x
      `,
    ));

  it('takes the clauses of switch (true) for conditions', () =>
    graph(
      `function f(a) { switch (true) { case a > 1 && a < 5: return 1; default: return 2; } }`,
      `
        n0 -> n1 [a > 1]
        n0 -> n3 [not (a > 1)]
        n1 -> n2 [a < 5]
        n1 -> n3 [not (a < 5)]
        n2 -> n5 %result := 1
        n3 -> n4
        n4 -> n5 %result := 2
      `,
    ));
});
