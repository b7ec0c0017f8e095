import { graph } from './lowering.js';

describe('lowering of patterns', () => {
  it('reads the properties of a parameter', () =>
    graph(
      `function f({ a, b: { c = 1 } }) { return a + c; }`,
      `
        n0 -> n1 a := %p0.a
        n1 -> n2 %1 := %p0.b
        n2 -> n3 %2 := %1.c
        n3 -> n4 [%2 === undefined]
        n3 -> n5 [not (%2 === undefined)]
        n4 -> n5 %2 := 1
        n5 -> n6 c := %2
        n6 -> n7 %result := a + c
      `,
    ));

  it('collects the rest of the properties', () =>
    graph(
      `function f(o) { const { a, ...r } = o; return r; }`,
      `
        n0 -> n1 %1 := o
        n1 -> n2 a := %1.a
        n2 -> n3 %2 := object @1
        n3 -> n4 %2 ::= ...%1 but "a"
        n4 -> n5 r := %2
        n5 -> n6 %result := r
      `,
    ));

  it('takes the elements of an array from its iterator', () =>
    graph(
      `function f(a, b) { [a, b] = [b, a]; return a; }`,
      `
        n0 -> n1 %1 := array @1 [b, a]
        n1 -> n2 %2, %3 := iterate of %1
        n2 -> n4 a := next %2
        n2 -> n3 done %2
        n3 -> n4 a := undefined
        n4 -> n6 b := next %2
        n4 -> n5 done %2
        n5 -> n6 b := undefined
        n6 -> n7 close %2
        n7 -> n8 %result := a
      `,
    ));

  it('closes the iterator when a default throws', () =>
    graph(
      `function f(p) { const [a = f(1)] = p; return a; }`,
      `
        n0 -> n1 %1 := p
        n1 -> n2 %2, %3 := iterate of %1
        n1 -!> n13 %2, %3 := iterate of %1
        n2 -> n4 %4 := next %2
        n2 -!> n13 %4 := next %2
        n2 -> n3 done %2
        n2 -!> n13 done %2
        n3 -> n4 %4 := undefined
        n4 -> n5 [%4 === undefined]
        n4 -> n9 [not (%4 === undefined)]
        n5 -> n9 %4 := f(1) @1
        n5 -!> n6 %4 := f(1) @1
        n6 -> n7 %5 := %exception
        n7 -> n8 close %2
        n7 -!> n8 close %2
        n8 -!> n13 throw %5
        n9 -> n10 a := %4
        n10 -> n11 close %2
        n10 -!> n13 close %2
        n11 -> n12 %result := a
      `,
      { withThrows: true },
    ));

  it('needs no closing after the rest of the elements', () =>
    graph(
      `function f(p) { const [, ...r] = p; return r; }`,
      `
        n0 -> n1 %1 := p
        n1 -> n2 %2, %3 := iterate of %1
        n2 -> n4 %4 := next %2
        n2 -> n3 done %2
        n3 -> n4 %4 := undefined
        n4 -> n5 r := rest %2 @1
        n5 -> n6 %result := r
      `,
    ));

  it('evaluates a member before the value it gets', () =>
    graph(
      `function f(o, p) { ({ x: o.a.b } = p); }`,
      `
        n0 -> n1 %1 := p
        n1 -> n2 %2 := o.a
        n2 -> n3 %3 := %1.x
        n3 -> n4 %2.b := %3
        n4 -> n5 %result := undefined
      `,
    ));
});
