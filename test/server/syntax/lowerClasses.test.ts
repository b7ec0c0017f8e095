import assert from 'node:assert/strict';
import { graph, lowered } from './lowering.js';

describe('lowering of classes', () => {
  it('initialises parameter properties and fields before the body', () =>
    graph(
      `class A { x = 1; constructor(private y) { this.z = y; } }`,
      `
        n0 -> n1 this.y ::= undefined
        n1 -> n2 this.x ::= 1
        n2 -> n3 this.y ::= y
        n3 -> n4 this.z := y
        n4 -> n5 %result := undefined
      `,
      { name: 'A.constructor' },
    ));

  it('initialises the fields of a derived class after super()', () =>
    graph(
      `class A {} class B extends A { w = 2; }`,
      `
        n0 -> n1 enter this
        n1 -> n2 %1 := super %super(...%args) @2
        n2 -> n3 this.w ::= 2
        n3 -> n4 %result := undefined
      `,
      { name: 'B.constructor' },
    ));

  it('checks this before super() has returned', () =>
    graph(
      `class A {} class B extends A { constructor() { if (this) super(); } }`,
      `
        n0 -> n1 enter this
        n1 -> n2 check this
        n2 -> n3 [this]
        n2 -> n5 [not this]
        n3 -> n4 %1 := super %super() @2
        n4 -> n5
        n5 -> n6 %result := undefined
      `,
      { name: 'B.constructor' },
    ));

  it('calls methods of the superclass on this', () =>
    graph(
      `class A {} class B extends A { m() { return super.m(1); } }`,
      `
        n0 -> n1 %1 := %super.prototype
        n1 -> n2 %2 := %1.m of this
        n2 -> n3 %result := %2(1) on this @5
      `,
      { name: 'B.m' },
    ));

  it('evaluates static elements after the methods', () =>
    graph(
      `class A { static n = 0; static { this.n = 1; } get p() { return 1; } static s() {} }`,
      `
        n0 -> n1 %1 := class f1 @0
        n1 -> n2 %2 := %1.prototype
        n2 -> n3 %3 := closure f2 @1
        n3 -> n4 %2.p ::= get %3
        n4 -> n5 %4 := closure f3 @2
        n5 -> n6 %1.s ::= %4
        n6 -> n7 A := %1
        n7 -> n8 %1.n ::= 0
        n8 -> n9 this := %1
        n9 -> n10 this.n := 1
        n10 -> n11
        n11 -> n12 %result := undefined
      `,
      { name: '<module>' },
    ));

  it('tells equal private names of different classes apart', () =>
    graph(
      `class A { #x = 1; } class B extends A { #x = 2; has(o) { return #x in o; } }`,
      `
        n0 -> n1 %result := "#x@2" in o
      `,
      { name: 'B.has' },
    ));

  it('knows nothing of a decorated class', () =>
    graph(
      `function d(c) {} @d class A {}`,
      `
        n0 -> n1 d := closure f1 @0
        n1 -> n2 %1 := class f2 @1
        n2 -> n3 A := %1
        n3 -> n4 %2 := d
        n4 -> n5 %3 := havoc(%1, %2) "decorators"
        n5 -> n6 A := %3
        n6 -> n7 %result := undefined
      `,
      { name: '<module>' },
    ));

  it('names members as they are written, under a computed key too', () => {
    const { functions } = lowered(
      `const mark = Symbol(); const o = { k: mark }; class A { [Symbol.iterator]() {} static [mark]() {} ['text']() {} [o.k]() {} [1 + 1]() {} }`,
    );
    assert.deepEqual(
      functions.map(({ name }) => name).filter((name) => name.startsWith('A.') && name !== 'A.constructor'),
      ['A.[Symbol.iterator]', 'A.[mark]', 'A.text', 'A.[o.k]', 'A.<computed>'],
    );
  });
});
