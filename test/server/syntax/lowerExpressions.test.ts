import { graph } from './lowering.js';

describe('lowering of expressions', () => {
  it('spends one edge on a declaration, two where it can throw', () =>
    graph(
      `function f(a) { const x = a + 1; return x; }`,
      `
        n0 -> n1 x := a + 1
        n0 -!> n3 x := a + 1
        n1 -> n2 %result := x
      `,
      { withThrows: true },
    ));

  it('needs no exception edge for arithmetic on numbers by construction', () =>
    graph(
      `function f() { let i = 0; i += 2; return i * 3 < 9; }`,
      `
        n0 -> n1 i := 0
        n1 -> n2 i := i + 2
        n2 -> n3 %result := (i * 3) < 9
      `,
      { withThrows: true },
    ));

  it('evaluates operands in their order', () =>
    graph(
      `function f(i) { return i + i++; }`,
      `
        n0 -> n1 %1 := i
        n1 -> n2 %2 := toNumeric i
        n2 -> n3 [(typeof %2) === "bigint"]
        n2 -> n4 [not ((typeof %2) === "bigint")]
        n3 -> n5 %3 := %2 + 1n
        n4 -> n5 %3 := %2 + 1
        n5 -> n6 i := %3
        n6 -> n7 %result := %1 + %2
      `,
    ));

  it('copies a captured variable before a call that may change it', () =>
    graph(
      `let x = 0; function f() { return x + g(); } function g() { x = 1; return 2; }`,
      `
        n0 -> n1 %1 := x
        n1 -> n2 %2 := g() @2
        n2 -> n3 %result := %1 + %2
      `,
    ));

  it('leaves a variable that nothing changes in place', () =>
    graph(
      `function f(n) { return n * f(n - 1); }`,
      `
        n0 -> n1 %1 := n - 1
        n1 -> n2 %2 := f(%1) @1
        n2 -> n3 %result := n * %2
      `,
    ));

  it('counts up numbers and bigints', () =>
    graph(
      `function f(n) { n++; return n; }`,
      `
        n0 -> n1 [(typeof n) === "bigint"]
        n0 -> n2 [not ((typeof n) === "bigint")]
        n1 -> n3 n := n + 1n
        n2 -> n3 n := (toNumeric n) + 1
        n3 -> n4 %result := n
      `,
    ));

  it('reads, computes and writes a member once', () =>
    graph(
      `function f(a, i) { a[i] += 2; a.b ??= 1; }`,
      `
        n0 -> n1 %1 := a[i]  #0
        n1 -> n2 a[i] := %1 + 2  #0
        n2 -> n3 %2 := a.b
        n3 -> n4 [%2 == null]
        n3 -> n5 [not (%2 == null)]
        n4 -> n5 a.b := 1
        n5 -> n6 %result := undefined
      `,
    ));

  it('makes a chain of text', () =>
    graph(
      'function f(a) { return `<${a}>`; }',
      `
        n0 -> n1 %result := ("<" + (toString a)) + ">"
      `,
    ));

  it('knows that typeof of an undeclared name does not throw', () =>
    graph(
      `function f() { return typeof nowhere; }`,
      `
        n0 -> n1 %result := typeof ?
      `,
      { withThrows: true },
    ));

  it('knows nothing of an undeclared name', () =>
    graph(
      `function f() { return nowhere; }`,
      `
        n0 -> n1 %1 := havoc() "nowhere is not declared here"
        n0 -!> n3 %1 := havoc() "nowhere is not declared here"
        n1 -> n2 %result := %1
      `,
      { withThrows: true },
    ));

  it('evaluates pure built-in functions within expressions', () =>
    graph(
      `function f(l, r) { return Math.floor((l + r) / 2); }`,
      `
        n0 -> n1 %result := Math.floor((l + r) / 2)
      `,
    ));

  it('calls built-in functions that the module tampers with', () =>
    graph(
      `Math.floor = () => 7; function f(x) { return Math.floor(x); }`,
      `
        n0 -> n1 %1 := Math.floor
        n1 -> n2 %result := %1(x) on Math @2
      `,
    ));

  it('defines the properties of an object literal', () =>
    graph(
      `function f(a) { return { a, ["k" + a]: 2, ...a, get g() { return 1; } }; }`,
      `
        n0 -> n1 %1 := object @1
        n1 -> n2 %1.a ::= a
        n2 -> n3 %2 := toPropertyKey ("k" + a)
        n3 -> n4 %1[%2] ::= 2
        n4 -> n5 %1 ::= ...a
        n5 -> n6 %3 := closure f2 @2
        n6 -> n7 %1.g ::= get %3
        n7 -> n8 %result := %1
      `,
    ));

  it('spreads and omits elements', () =>
    graph(
      `function f(a) { return [1, , ...a]; }`,
      `
        n0 -> n1 %result := array @1 [1, , ...a]
      `,
    ));

  it('ends a generator through the blocks around a yield, or leaves it there for ever', () =>
    graph(
      `function* f() { try { yield 1; } finally { g(); } } function g() {}`,
      `
        n0 -> n1 %1 := yield 1
        n0 -> n7 %1 := yield 1
        n0 -> n11 %1 := yield 1
        n1 -> n2 %4 := g() @2
        n2 -> n3
        n3 -> n12 %result := undefined
        n4 -> n5 %5 := %exception
        n5 -> n6 %6 := g() @2
        n7 -> n8 %2 := %1
        n8 -> n9 %3 := g() @2
        n9 -> n12 %result := %2
        n11 -> n12 %result := %1
      `,
    ));

  it('marks a call whose result is awaited', () =>
    graph(
      `async function f(p) { const x = await f(p); return x; }`,
      `
        n0 -> n1 %1 := f(p) @1 awaited
        n1 -> n2 x := await %1
        n2 -> n3 %result := x
      `,
    ));

  it('calls a template function with strings that are not known', () =>
    graph(
      'function f(t) { return t`a${1}`; }',
      `
        n0 -> n1 %result := t(?, 1) @1
      `,
    ));

  it('throws where a constant is assigned', () =>
    graph(
      `function f() { const c = 1; c = 2; return c; }`,
      `
        n0 -> n1 c := 1
        n1 -> n2 %1 := new TypeError("Assignment to constant variable.") @1
        n1 -!> n3 %1 := new TypeError("Assignment to constant variable.") @1
        n2 -!> n3 throw %1
      `,
      { withThrows: true },
    ));
});
