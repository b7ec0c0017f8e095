import type { AdversaryProgram } from './subject.js';

/** Whether the body throws. */
const throws = 'const throws = (body: () => unknown): boolean => { try { body(); return false; } catch { return true; } };';

/** Private names may only be used on objects that have them: ECMA-262 7.3.28 to 7.3.34, 15.7.14. */
export const privates: readonly AdversaryProgram[] = [
  {
    what: 'fields are read and written where they are',
    text: `${throws}
class C { #p = 1; static read(o: any) { return o.#p; } static write(o: any) { o.#p = 2; } }
same(throws(() => C.read({})), true); same(throws(() => C.write({})), true); same(throws(() => C.write([])), true);
same(throws(() => C.read(5)), true); same(throws(() => C.read('s')), true); same(throws(() => C.read(() => 1)), true);
same(throws(() => C.read(new C())), false); same(throws(() => C.write(new C())), false);`,
  },
  {
    what: 'prototypes hand none on',
    text: `${throws}
class C { #p = 1; #m() { return 2; } get #g() { return 3; } static read(o: any) { return o.#p; } static call(o: any) { return o.#m(); } static get(o: any) { return o.#g; } }
const child = Object.create(new C());
same(throws(() => C.read(child)), true); same(throws(() => C.call(child)), true); same(throws(() => C.get(child)), true);
same(throws(() => C.call(C.prototype)), true); same(throws(() => C.get(Object.create(C.prototype))), true); same(C.call(new C()) + C.get(new C()), 5);`,
  },
  {
    what: 'static ones are those of the class alone',
    text: `${throws}
class C { static #s = 1; static #m() { return 2; } static read(o: any) { return o.#s; } static call(o: any) { return o.#m(); } static own() { return this.#s + this.#m(); } }
class D extends C {}
same(throws(() => C.read(D)), true); same(throws(() => C.call(D)), true); same(throws(() => D.own()), true); same(C.own(), 3);`,
  },
  {
    what: 'what super() calls finds none yet',
    text: `
class A { seen = 'none'; constructor() { try { this.seen = this.v + this.w(); } catch { this.seen = 'caught'; } } get v(): number { return 1; } w(): number { return 1; } }
class B extends A { #p = 3; get v(): number { return this.#p; } }
class C extends A { #m() { return 3; } w(): number { return this.#m(); } }
same(new A().seen, 2); same(new B().seen, 'caught'); same(new C().seen, 'caught'); same(new C().w(), 3); same(new B().v, 3);`,
  },
  {
    what: 'a brand is asked for by catching',
    text: `
class C { #p; constructor(p: number) { this.#p = p; } static is(o: any) { try { o.#p; return true; } catch { return false; } } }
class D { #p = 1; }
same(C.is(new C(1)), true); same(C.is({}), false); same(C.is(new D()), false); same(C.is(null), false); same(C.is({ '#p': 1 }), false);`,
  },
  {
    what: 'methods are there before the fields',
    text: `class C { a = this.#m(); #m() { return 4; } get #g() { return 5; } b = this.#g; } class D extends C { #m() { return 6; } c = this.#m(); } same(new C().a + new C().b, 9); same(new D().c + new D().a, 10);`,
  },
  {
    what: 'none are keys',
    text: `class C { a = 1; #p = 2; #m() { return 3; } call() { return this.#m() + this.#p; } } const c = new C(); same(Object.keys(c).length, 1); same(JSON.stringify(c), '{"a":1}'); same(Object.keys({ ...c }).length, 1); same(c.call(), 5); let names = ''; for (const k in c) names += k; same(names, 'a');`,
  },
  {
    what: 'properties that are called so are others',
    text: `class C { #p = 1; '#q' = 2; #q = 3; f() { return (this as any)['#p']; } g() { return (this as any)['#q'] + this.#q; } } same(new C().f(), undefined); same(new C().g(), 5);`,
  },
  {
    what: 'copies have none',
    text: `${throws}
class C { #p = 2; #m() { return 3; } static read(o: any) { return o.#p; } static call(o: any) { return o.#m(); } }
const copy = Object.assign({}, new C()); same(throws(() => C.read(copy)), true); same(throws(() => C.call({ ...new C() })), true);`,
  },
  {
    what: 'private names in optional chains',
    text: `export class A { #v = 1; #f() { return this.#v; } static g(o: any) { const r = [o?.#f() ?? 5, o?.#v ?? 0, (o?.#f)?.()]; return r; } static h(o: any) { const r = [o?.#v.x?.y, this?.name]; return r; } k(o: any) { o?.#f; const r = [(o?.#f as any)(), this?.#f!()]; return r; } }
export function main() { same(A.g(new A()).join(), '1,1,1'); same(A.g(null).join(), '5,0,'); same(A.h(null).join(), ',A'); same(new A().k(new A()).join(), '1,1'); }`,
    calls: ['main()'],
  },
  {
    what: 'each evaluation of a class has names of its own',
    text: `${throws}
const make = () => class { #p = 1; read() { return this.#p; } write() { this.#p = 2; } #m() { return 3; } call() { return this.#m(); } get #g() { return 4; } get() { return this.#g; } static has(o: any) { return #p in o; } };
const A: any = make(), B: any = make(), b = new B();
same(throws(() => A.prototype.read.call(b)), true); same(throws(() => A.prototype.write.call(b)), true); same(throws(() => A.prototype.call.call(b)), true);
same(throws(() => A.prototype.get.call(b)), true); same(A.has(b), false); same(B.has(b), true); same(b.read() + b.call() + b.get(), 8);`,
  },
  {
    what: 'a method that was handed on is of the class that made it',
    text: `
const make = () => class { #p = 1; own() { return this.#p; } }; const A: any = make(), B: any = make(), b = new B();
b.own = A.prototype.own; let caught = 0; try { b.own(); } catch { caught = 1; } same(caught, 1); delete b.own; same(b.own(), 1);`,
  },
  {
    what: 'each round of a loop makes another class',
    text: `
const all: any[] = []; for (let i = 0; i < 2; i++) all.push(class { #p = i; read() { return this.#p; } });
const [A, B] = all; same(new A().read(), 0); same(new B().read(), 1); let caught = 0; try { A.prototype.read.call(new B()); } catch { caught = 1; } same(caught, 1);`,
  },
  {
    what: 'mixins that are applied twice give two of them',
    text: `
const mix = (Base: any): any => class extends Base { #k = 1; k() { return this.#k; } }; const A = mix(Object), B = mix(A), b = new B();
same(b.k(), 1); same(A.prototype.k.call(b), 1); let caught = 0; try { B.prototype.k.call(new A()); } catch { caught = 1; } same(caught, 1);`,
  },
  {
    what: 'two classes of one text may put theirs on one object, one of them once',
    text: `
class Given { constructor(o: any) { return o; } } const make = (): any => class extends Given { #v = 1; static v(o: any) { return o.#v; } };
const S = make(), T = make(), o = {}; new S(o); new T(o); same(S.v(o) + T.v(o), 2); let caught = 0; try { new S(o); } catch { caught = 1; } same(caught, 1);`,
  },
];
