import { graph } from './lowering.js';

describe('lowering of scripts', () => {
  it('sees the global object in place of no this', () =>
    graph(
      `function f() { return this; }`,
      `
        n0 -> n1 [this == null]
        n0 -> n2 [not (this == null)]
        n1 -> n5 this := globalThis
        n2 -> n5 [(typeof this) === "object"]
        n2 -> n3 [not ((typeof this) === "object")]
        n3 -> n5 [(typeof this) === "function"]
        n3 -> n4 [not ((typeof this) === "function")]
        n4 -> n5 this := ?
        n5 -> n6 %result := this
      `,
      { file: 'a.js' },
    ));

  it('takes arguments for the parameters', () =>
    graph(
      `function f(a) { arguments[0] = 2; return a; }`,
      `
        n0 -> n1 arguments := ?
        n1 -> n2 arguments[0] := 2  #0
        n2 -> n3 %1 := havoc() writes a "a parameter may be written through arguments"
        n3 -> n4 %result := a
      `,
      { file: 'a.cjs' },
    ));

  it('gives block-level functions to the function around', () =>
    graph(
      `function f(c) { if (c) { function g() {} } return g; }`,
      `
        n0 -> n1 enter g#2
        n1 -> n2 [c]
        n1 -> n5 [not c]
        n2 -> n3 g := closure f2 @1
        n3 -> n4 g#2 := g
        n4 -> n5
        n5 -> n6 %result := g#2
      `,
      { file: 'a.js' },
    ));

  it('does not look into functions with direct eval', () =>
    graph(
      `let x = 1; function f(s) { return eval(s) + x; }`,
      `
        n0 -> n1 %result := havoc(x, f) writes x, f "eval or with"
        n0 -!> n2 %result := havoc(x, f) writes x, f "eval or with"
      `,
      { withThrows: true },
    ));

  it('gets the names of the CommonJS wrapper from outside', () =>
    graph(
      `exports.a = require("b");`,
      `
        n0 -> n1 exports := ?
        n1 -> n2 require := ?
        n2 -> n3 %1 := require("b") @0
        n3 -> n4 exports.a := %1
        n4 -> n5 %result := undefined
      `,
      { file: 'a.cjs', name: '<module>' },
    ));
});
