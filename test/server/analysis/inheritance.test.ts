import assert from 'node:assert/strict';
import { claims } from './running.js';

describe('a derived class', () => {
  it('asks what the constructor of its superclass asks', async () => {
    const result = await claims(
      `class A { x: number; constructor(x: number) { if (x < 0) throw new RangeError('x'); this.x = x; } }
       class B extends A { y: number; constructor(n: number) { super(n); this.y = n; } }
       export function main(n: number) { const b = new B(n); if (b.x + b.y > 20) throw new Error('sum'); }`,
      { refuses: [-1, -7.5, 100, 1000] },
    );
    assert.ok(result.functions.every(({ complete }) => complete));
  });

  it('of two objects, one written: the other keeps its value', () =>
    claims(
      `class Box { constructor(public value: number) {} }
       class Named extends Box { constructor(value: number, readonly name: string) { super(value); } }
       export function main(n: number) {
         const a = new Named(1, 'a'), b = new Named(2, 'b');
         a.value = n;
         if (b.value !== 2) throw new Error('b');
         if (a.value > 10) throw new Error('a');
       }`,
      { refuses: [11, 1000] },
    ));

  it('initialises fields of the superclass, then what its constructor does, then its own', () =>
    claims(
      `const log: string[] = [];
       class A { a = log.push('a'); constructor() { log.push('A'); } }
       class B extends A { b = log.push('b'); constructor(n: number) { log.push('before'); super(); if (this.a !== 2 || this.b !== 4) throw new Error('order'); if (n > 3) throw new Error('n'); } }
       export function main(n: number) { log.length = 0; new B(n); }`,
    ));

  it('fails before super() where it uses this, and without it at the end', () =>
    Promise.all([
      claims(
        `class A {}
         class B extends A { y: number; constructor(n: number) { if (n > 3) { this.y = n; } super(); this.y = 0; } }
         export function main(n: number) { new B(n); }`,
        { refuses: [4, 5] },
      ),
      claims(
        `class A {}
         class B extends A { constructor(n: number) { if (n <= 3) super(); } }
         export function main(n: number) { new B(n); }`,
        { file: 'program.js', refuses: [4, 5] },
      ),
      claims(
        `class A {}
         class B extends A { constructor(n: number) { if (n <= 3) super(); } }
         export function main(n: number) { try { new B(n); } catch { return 1; } if (n > 2) throw new Error('n'); }`,
        { file: 'program.js' },
      ),
    ]));

  it('may call super() once', () =>
    claims(
      `class A { constructor(readonly log: { count: number }) { log.count++; } }
       class B extends A { constructor(n: number, log: { count: number }) { super(log); if (n > 3) super(log); } }
       export function main(n: number) {
         const log = { count: 0 };
         try { new B(n, log); } catch { if (log.count !== 2) throw new Error('count'); if (n > 50) throw new Error('n'); return; }
         if (n > 3) throw new Error('never');
       }`,
      { file: 'program.ts' },
    ));

  it('returns another object, or a primitive in vain', () =>
    Promise.all([
      claims(
        `class A {}
         class B extends A { constructor(n) { super(); if (n > 3) return { v: n }; this.v = 0; } }
         /** @param {number} n */ export function main(n) { if (new B(n).v > 10) throw new Error('v'); }`,
        { file: 'program.js', refuses: [11, 1000] },
      ),
      claims(
        `class A {}
         class B extends A { constructor(n) { super(); if (n > 3) return n; } }
         /** @param {number} n */ export function main(n) { new B(n); }`,
        { file: 'program.js', refuses: [4, 1000] },
      ),
      claims(
        `class A { constructor(n) { return n > 3 ? { v: n } : n; } }
         class B extends A { own = 1; constructor(n) { super(n); if (this.own !== 1) throw new Error('own'); } }
         /** @param {number} n */ export function main(n) { if (new B(n).v > 10) throw new Error('v'); }`,
        { file: 'program.js' },
      ),
    ]));

  it('knows what was called with new', () =>
    claims(
      `class Shape { constructor() { if (new.target === Shape) throw new TypeError('abstract'); } }
       class Circle extends Shape { constructor() { super(); } }
       class Disc extends Circle {}
       export function main(n: number) { new Disc(); if (n > 3) new Shape(); else new Circle(); }`,
      { refuses: [4, 1000] },
    ));

  it('makes what it makes while it makes another', () =>
    claims(
      `class Base { left: Base | null = null; constructor(readonly depth: number) {} }
       class Tree extends Base {
         constructor(depth: number, n: number) {
           super(depth > 0 ? new Tree(depth - 1, n).depth + 1 : 0);
           if (depth > 0) this.left = new Tree(depth - 1, n);
           if (this.depth !== depth) throw new Error('depth');
         }
       }
       export function main(n: number) { const tree = new Tree(2, n); if (tree.left === null) throw new Error('left'); if (n > 5) throw new Error('n'); }`,
    ));

  it('finds inherited methods, and those of the superclass behind its own', () =>
    Promise.all([
      claims(
        `class A { constructor(readonly x: number) {} check() { if (this.x > 5) throw new Error('x'); } }
         class B extends A { constructor(n: number) { super(n + 1); } }
         class C extends B { constructor(n: number) { super(n); } }
         export function main(n: number) { new C(n).check(); }`,
        { refuses: [5, 6, 1000] },
      ),
      claims(
        `class A { limit: number; constructor(limit: number) { this.limit = limit; } check(n: number) { if (n > this.limit) throw new Error('n'); } }
         class B extends A { constructor() { super(10); } override check(n: number) { super.check(n); if (n < 0) throw new Error('sign'); } }
         export function main(n: number) { new B().check(n); }`,
        { refuses: [-1, -7.5, 11, 100] },
      ),
      claims(
        `class A { static limit(n: number) { if (n > 3) throw new Error('A'); return n; } }
         class B extends A { static override limit(n: number) { return super.limit(n) + 1; } }
         export function main(n: number) { B.limit(n); }`,
        { refuses: [4, 1000] },
      ),
    ]));

  it('reads properties of the superclass on behalf of its own object', () =>
    Promise.all([
      claims(
        `class A { constructor(protected side: number) {} get area() { if (this.side < 0) throw new Error('side'); return this.side * 2; } }
         class B extends A { override get area() { return super.area + 1; } }
         export function main(n: number) { if (new B(n).area > 21) throw new Error('area'); }`,
        { refuses: [-1, 1000] },
      ),
      claims(
        `class A { m(n) { if (n > 3) throw new Error('n'); } }
         class B extends A { call(n) { const { length } = 'ab'; super['m'](n); super.missing?.(n); if (super.other !== undefined || length !== 2) throw new Error('never'); } }
         /** @param {number} n */
         export function main(n) { new B().call(n); }`,
        { file: 'program.js', refuses: [4, 1000] },
      ),
      claims(
        `class A { static get limit() { return this.own; } }
         class B extends A { static own = 3; static check(n: number) { if (n > super.limit) throw new Error('n'); } }
         export function main(n: number) { B.check(n); }`,
        { file: 'program.js' },
      ),
    ]));

  it('hands arguments on where its constructor is not written', () =>
    Promise.all([
      claims(
        `class A { constructor(readonly x: number, readonly y = 7) { if (x < 0) throw new RangeError('x'); } }
         class B extends A { z = this.x + this.y; }
         class C extends B {}
         export function main(n: number) { if (new C(n).z > 17) throw new Error('z'); if (new C(n, 1).y !== 1) throw new Error('y'); }`,
        { refuses: [-1, 11, 1000] },
      ),
      claims(
        `class A { items; constructor(...items) { this.items = items; if (items.length > 2) throw new Error('many'); } }
         class B extends A {}
         /** @param {number} n */
         export function main(n) { const b = n > 3 ? new B(1, 2, 3) : new B(n); if (b.items.length !== 1) throw new Error('length'); }`,
        { file: 'program.js' },
      ),
      claims(
        `class A { count; constructor(a, b) { this.count = arguments.length; } }
         class B extends A {}
         /** @param {number} n */
         export function main(n) { if (new B(n).count !== 1 || new B(n, n, n).count !== 3) throw new Error('count'); }`,
        { file: 'program.js' },
      ),
    ]));

  it('extends a function', () =>
    claims(
      `function Old(n) { if (n > 3) throw new Error('n'); this.n = n; }
       class New extends Old { constructor(n) { super(n); } }
       /** @param {number} n */ export function main(n) { if (new New(n).n !== n && n === n) throw new Error('lost'); }`,
      { file: 'program.js', refuses: [4, 1000] },
    ));

  it('calls super() in an arrow function', () =>
    claims(
      `class A { constructor(n) { if (n > 3) throw new Error('n'); this.n = n; } }
       class B extends A { constructor(n) { const init = () => super(n); init(); if (this.n < 0) throw new Error('sign'); } }
       /** @param {number} n */ export function main(n) { new B(n); }`,
      { file: 'program.js' },
    ));

  it('has its fields by a super() in an arrow function, whatever their initial values do', async () => {
    const result = await claims(
      `const log = [];
       let count = 0;
       class A { constructor(n) { this.n = n; } }
       class B extends A {
         f = log.push(1);
         g = () => { count++; };
         h = count++;
         #k = this.n + 1;
         constructor(n) { const make = () => super(n); make(); if (log.length === 0 || count === 0) throw new Error('none'); }
         get k() { return this.#k; }
       }
       /** @param {number} n */ export function main(n) {
         const b = new B(n);
         if (log.length === 0 || count === 0) throw new Error('left out');
         const before = count;
         b.g();
         if (count === before) throw new Error('not counted');
         if (n === 2 && b.k !== 3) throw new Error('private');
       }`,
      { file: 'program.js' },
    );
    assert.deepEqual(
      result.findings.map(({ message }) => message),
      [],
    );
  });

  it('lets the object out in the constructor of the superclass', () =>
    claims(
      `const all: { v: number }[] = [];
       class A { v = 1; constructor() { all.push(this); } }
       class B extends A { constructor(n: number) { super(); const last = all[all.length - 1]; if (last !== undefined) last.v = n; if (this.v > 3) throw new Error('v'); } }
       export function main(n: number) { new B(n); }`,
    ));
});
