import type { AdversaryProgram } from './subject.js';

/** What stands in classes, and when it is evaluated: ECMA-262 13.10, 13.3.7, 15.7. */
export const classElements: readonly AdversaryProgram[] = [
  {
    what: 'static blocks run in order, with this and their own scope',
    text: `const log: any[] = []; class A { static a = log.push('a'); static { log.push(this === A, this.a); var x = 5; let y = x; log.push(y); this.c = 9; } static b = log.push('b'); static c: number; static #p = 3; static { log.push(A.#p, await0()); } } function await0() { return 'w'; } same(log.join(), 'a,true,1,5,b,3,w'); same(A.c, undefined as any); same(typeof (A as any).x, 'undefined');`,
    file: 'program.ts',
  },
  {
    what: 'static blocks hand out access to private fields',
    text: `let read: any, has: any; class A { #v; constructor(v: any) { this.#v = v; } static { read = (o: any) => o.#v; has = (o: any) => #v in o; } } same(read(new A(4)), 4); same(has(new A(1)), true); same(has({}), false); let c = 0; try { has(1); } catch { c++; } try { read({}); } catch { c++; } try { read(null); } catch { c++; } same(c, 3);`,
  },
  {
    what: '#x in o of methods, accessors, statics and of classes evaluated twice',
    text: `const make = () => class { #m() { return 1; } get #g() { return 2; } static #s = 3; static is(o: any) { return #m in o && #g in o; } static st(o: any) { return #s in o; } call() { return this.#m() + this.#g; } }; const A = make(), B = make(); same(A.is(new A()), true); same(A.is(new B()), false); same(A.st(A), true); same(A.st(B), false); same(A.st(class extends A { }), false); same(new A().call(), 3); same(A.is(new (class extends A { })()), true);`,
  },
  {
    what: 'private fields put on what the base constructor returns',
    text: `class Stamp { constructor(o: any) { return o; } } class P extends Stamp { #x = 1; static get(o: any) { return o.#x; } static set(o: any, v: any) { o.#x = v; } static has(o: any) { return #x in o; } } const f = Object.freeze({}); const q: any = {}; new P(q); same(P.get(q), 1); P.set(q, 2); same(P.get(q), 2); same(Object.keys(q).length, 0); let twice = 0; try { new P(q); } catch { twice++; } same(twice, 1); same(P.has(f), false); const px = new Proxy(q, {}); same(P.has(px), false);`,
  },
  {
    what: 'private accessors with one half, private methods are not writable',
    text: `class A { get #r() { return 1; } set #w(v: any) { this.seen = v; } #m() { return 2; } seen: any; go() { let c = 0; try { (this as any).#r = 1; } catch { c++; } try { void (this as any).#w; } catch { c++; } try { (this as any).#m = 1; } catch { c++; } this.#w = 5; return [c, this.seen, this.#r, this.#m()].join(); } } same(new A().go(), '3,5,1,2');`,
    file: 'program.ts',
  },
  {
    what: 'computed keys are evaluated once, before any field, in order',
    text: `let log = ''; const k = (s: string) => { log += s; return s; }; class A { static [k('a')] = (log += 'A', 1); [k('b')] = (log += 'B', 2); static [k('c')]() { return 3; } get [k('d')]() { return 4; } static { log += 'S'; } } same(log, 'abcdAS'); const a: any = new A(); new A(); same(log, 'abcdASBB'); same(a.b + a.d + (A as any).a + (A as any).c(), 10);`,
  },
  {
    what: 'keys are converted to property keys once',
    text: `let c = 0; const key: any = { toString() { c++; return 'k' + c; } }; class A { [key] = 1; } same(c, 1); new A(); same(Object.keys(new A())[0], 'k1'); const o: any = { [key]: 5 }; same(o.k2, 5); same(o[key], undefined); same(c, 3); const { [key]: z = 7 } = o; same(z, 7); same(c, 4); same(key in o, false); same(c, 5); same(delete o[key], true); same(c, 6);`,
  },
  {
    what: 'fields see this, arguments of the constructor do not reach them, arrows in them keep this',
    text: `const x = 'outer'; class A { y = x; f = () => this.y; g = typeof this; constructor(x: any) { this.h = x; } h: any = 0; static self = this; static n = this.name; } const a = new A('inner'); same(a.y, 'outer'); same(a.f.call({ y: 1 }), 'outer'); same(a.g, 'object'); same(a.h, 'inner'); same(A.self, A); same(A.n, 'A');`,
  },
  {
    what: 'derived constructors: super twice, this before super, return of values',
    text: `class B { } let c = ''; class A extends B { constructor(k: number) { if (k === 0) { try { void (this as any).x; } catch (e) { c += (e as any).constructor.name; } super(); } else if (k === 1) { super(); try { super(); } catch (e) { c += ',' + (e as any).constructor.name; } } else if (k === 2) { return { two: 2 } as any; } else { super(); return undefined as any; } } } new A(0); new A(1); same(c, 'ReferenceError,ReferenceError'); same((new A(2) as any).two, 2); same(new A(2) instanceof A, false); same(new A(3) instanceof A, true); class D extends B { constructor() { super(); return 1 as any; } } let t = 0; try { new D(); } catch (e) { t = +(e instanceof TypeError); } same(t, 1); class E { constructor() { return 1 as any; } } same(new E() instanceof E, true);`,
    file: 'program.ts',
  },
  {
    what: 'super() in an arrow and in a default of a parameter',
    text: `class B { v; constructor(v: any) { this.v = v; } } class A extends B { constructor() { const s = () => super(4); s(); this.v++; } } same(new A().v, 5); class D extends B { constructor(x = super(6)) { same((x as any).v, 6); } } same(new D().v, 6);`,
    file: 'program.mjs',
  },
  {
    what: 'new.target, and Reflect.construct with another prototype',
    text: `let seen: any; class B { constructor() { seen = new.target; } } class A extends B { } new A(); same(seen, A); new B(); same(seen, B); const o = Reflect.construct(B, [], Array); same(seen, Array); same(o instanceof B, false); same(o instanceof Array, true); same(Array.isArray(o), false); function F() { return new.target; } same(F(), undefined); same(new F(), F); const arr = Reflect.construct(Array, [3], B); same(Array.isArray(arr), true); same(arr.length, 3); same(arr instanceof B, true);`,
    file: 'program.mjs',
  },
  {
    what: 'extends of an expression, of a function, of null and of a bound function',
    text: `let k = 0; class A extends (k++, class { m() { return 1; } }) { m() { return super.m() + 1; } } same(new A().m(), 2); same(k, 1); function F() { this.f = 1; } F.prototype = { p: 2 }; class B extends F { } same(new B().f + new B().p, 3); let e = 0; try { class C extends (() => 0) { } } catch { e++; } try { class C extends 5 { } } catch { e++; } const G = F.bind(); G.prototype = {}; class H extends G { } same(new H().f, 1); same(e, 2);`,
    file: 'program.mjs',
  },
  {
    what: 'names of classes: inner binding is constant, outer is not',
    text: `let A: any = class K { static who() { return K; } static set() { try { K = 1; } catch (e) { return e instanceof TypeError; } } }; const first = A; A = null; same(first.who(), first); same(first.set(), true); same(first.name, 'K'); class L { static get() { return L; } } const M = L; L = 5; same(M.get(), M); same(L, 5); const o = { f() { }, g: () => 1, ['h' + 1]: class { }, i: class { static name = 'own'; } }; same(o.f.name + o.g.name + o.h1.name + o.i.name, 'fgh1own');`,
    file: 'program.mjs',
  },
  {
    what: 'class declarations are in the temporal dead zone, also of their own heritage and keys',
    text: `let c = 0; try { new X(); } catch (e) { c += e instanceof ReferenceError; } class X { } try { class Y extends Y { } } catch (e) { c += e instanceof ReferenceError; } try { class Z { [Z.name] = 1; } } catch (e) { c += e instanceof ReferenceError; } class W { static w = W.name; } same(W.w, 'W'); same(c, 3);`,
    file: 'program.mjs',
  },
  {
    what: 'accessors and methods of one name: the later one wins, halves are joined',
    text: `class A { x() { return 1; } get x() { return 2; } } same(new A().x, 2); class B { get x() { return 1; } x() { return 3; } } same(new B().x(), 3); class C { get x() { return 1; } set x(v) { this.y = v; } static get x() { return 9; } } const c = new C(); c.x = 4; same(c.y, 4); same(c.x, 1); same(C.x, 9); const o = { get a() { return 1; }, a: 2, get b() { return 1; }, set b(v) { this.c = v; }, __proto__: { z: 1 }, ['__proto__']: 7 }; same(o.a, 2); o.b = 3; same(o.c, 3); same(o.z, 1); same(Object.keys(o).includes('__proto__'), true);`,
    file: 'program.mjs',
  },
  {
    what: 'super properties read from the home object, write to this, and are deleted never',
    text: `const base = { get v() { return this.w; }, m() { return 'b' + this.w; } }; const o = { __proto__: base, w: 1, m() { return super.m() + 'o'; }, v2() { return super.v; }, set() { super.q = 5; return Object.hasOwn(this, 'q'); }, del() { try { delete super.m; } catch (e) { return e instanceof ReferenceError; } } }; same(o.m(), 'b1o'); same(o.v2(), 1); same(o.set(), true); same(o.q, 5); same(o.del(), true); const f = o.m; same(f.call({ w: 7 }), 'b7o'); Object.setPrototypeOf(o, { m() { return 'x'; } }); same(o.m(), 'xo');`,
    file: 'program.mjs',
  },
];
