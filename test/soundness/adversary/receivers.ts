import type { AdversaryProgram } from './subject.js';

const object = `const o = { name: 'o', f() { return this.name; }, g(...rest: any[]) { return [this && this.name, ...rest].join(); } };`;

/** What \`this\` is in a call: ECMA-262 13.3.6 (a call keeps the reference through parentheses), 13.3.9 (chains), 13.3.11 (tags). */
export const receivers: readonly AdversaryProgram[] = [
  { what: 'parentheses', text: `${object} same((o.f)(), 'o'); same(((o.f))(), 'o'); same((o['f'])(), 'o');` },
  {
    what: 'parentheses around a chain',
    text: `export function main(x: any) { same((x?.f)(), 'o'); same((x?.f)?.(), 'o'); same(x?.f?.(), 'o'); same((x?.['f'])(), 'o'); }`,
    calls: [`main({ name: 'o', f() { return this.name; } })`],
  },
  {
    what: 'a cast around a chain',
    text: `export class Log { name = 'l'; log(): string { return this.name; } }
export function main(x?: Log) { return (x?.log as () => string)(); }
export function other(x: Log) { same((x.log as () => string)(), 'l'); same((<any>x.log)(), 'l'); same((x.log satisfies () => string)(), 'l'); same(x.log!(), 'l'); same((x!.log!)!(), 'l'); }`,
    calls: ['main(new Log())', 'other(new Log())'],
  },
  {
    what: 'a cast within casts and parentheses',
    text: `${object} const m: any = o; same(((m?.f as any) as () => string)(), 'o'); same((((m?.f) as any)!)(), 'o'); same(((m.f)!)(), 'o'); same((m?.f)!(), 'o'); same((<any>(m?.f))(), 'o');`,
  },
  {
    what: '! between links',
    text: `${object} const m: any = o; same(m!.f(), 'o'); same(m?.f!(), 'o'); same(m!?.f!(), 'o'); same((m!.f)(), 'o');`,
  },
  {
    what: 'a comma takes the receiver away',
    text: `const o = { name: 'o', f(this: any) { return this === undefined; } }; same((0, o.f)(), true); same((0, o?.f)(), true); same((o.f || o.f)(), true); same((n ? o.f : o.f)(), true); same((o.f ?? o.f)(), true); let h; same((h = o.f)(), true);`,
  },
  {
    what: 'a comma takes the receiver away in sloppy code: the global object',
    file: 'program.cjs',
    text: `const o = { f() { return this === globalThis; }, g() { return typeof this; } };
exports.main = function main(n) { same((0, o.f)(), true); same((0, o.g)(), 'object'); const f = o.f; same(f(), true); same((o.f)(), false); same((o?.f)(), false); };`,
  },
  {
    what: 'tagged templates keep the receiver',
    text: "const o = { name: 'o', f(s: any, ...v: any[]) { return this.name + s.raw.length + v.join(); } }; same(o.f`x`, 'o1'); same((o.f)`x${1}y`, 'o21'); same((o.f as any)`x`, 'o1'); same(o['f']`x`, 'o1'); same(o.f!`x`, 'o1'); same((o['f'])`x`, 'o1'); same(((o).f)`x`, 'o1');",
  },
  {
    what: 'a tag after a parenthesised chain keeps the receiver',
    text: "export function main(o: any) { same((o?.f)`x`, 'o'); same(((o?.f) as any)`x`, 'o'); }",
    calls: [`main({ name: 'o', f() { return this.name; } })`],
  },
  {
    what: 'super in tags and parentheses',
    text: "class A { name = 'a'; f(): string { return this.name; } t(s: any): string { return this.name + s[0]; } }\nclass B extends A { name = 'b'; f(): string { return (super.f)() + (super.f as any)() + super['f']() + super.f!() + super.f?.() + (super.f)?.(); } t(s: any): string { return super.t`x` + (super.t)`y` + super['t']`z`; } }\nexport function main(n: number) { same(new B().f(), 'bbbbbb'); same(new B().t`x`, 'bxbybz'); }",
  },
  {
    what: 'super in object literals',
    text: `const base = { name: 'base', f() { return this.name; } }; const o: any = { __proto__: base, name: 'o', f() { return super.f() + (super.f)() + super.f?.(); } }; same(o.f(), 'ooo');`,
  },
  {
    what: 'delete of a parenthesised chain',
    text: `export function main(o: any) { delete (o?.x); same(o?.x, undefined); delete o?.x; delete (o)?.['x']; same(delete (o?.x.y), true); }`,
    calls: ['main(undefined)', 'main(null)'],
  },
  {
    what: 'delete of parenthesised and cast places deletes',
    text: `const o: any = { a: 1, b: 2, c: 3, d: 4 }; delete (o.a); delete (o.b as any); delete (o.c!); delete (o?.d); same(Object.keys(o).length, 0);`,
  },
  {
    what: 'new of a parenthesised member',
    text: `const o = { C: class { v = 1; } }; same(new (o.C)().v, 1); same(new o.C().v, 1); same(new (o?.C)().v, 1); same(new (o.C as any)().v, 1); same((new o.C).v, 1);`,
  },
  {
    what: 'new target of a function taken from an object has no receiver',
    text: `const o: any = { F: function (this: any) { this.v = 2; } }; same(new o.F().v, 2); same(new (o.F)().v, 2); same(o.v, undefined);`,
  },
  {
    what: 'a chain over calls',
    text: `const o: any = { name: 'o', self() { return this; }, f() { return this.name; }, none: null, a: [function (this: any) { return this.length; }] }; same(o?.self().f(), 'o'); same(o?.self()?.f?.(), 'o'); same((o?.self()).f(), 'o'); same(o.none?.f(), undefined); same(o.none?.f.g.h(), undefined); same(o?.a[0](), 1); same((o?.a[0])(), 1); same((o.a?.[0])?.(), 1); same(o.missing?.(), undefined); same((o.missing)?.(), undefined);`,
  },
  {
    what: 'a chain that is short takes arguments with it',
    text: `let count = 0; const o: any = null; o?.f(count++); o?.[count++]; o?.f[count++](count++); (o?.f)?.(count++); same(count, 0);`,
  },
  {
    what: 'a parenthesised chain ends the short circuit',
    text: `export function main(o: any) { try { (o?.a).b; return 1; } catch { return 2; } }\nexport function other(o: any) { return o?.a.b; }`,
    calls: ['same(main(null), 2)', 'same(main({ a: { } }), 1)', 'same(other(null), undefined)'],
  },
  {
    what: 'this of an arrow is its surroundings',
    text: `class C { v = 3; f = () => this.v; g() { return (() => (this as any).v)(); } h() { return [1].map(() => this.v)[0]; } } const c = new C(); const { f } = c; same(f(), 3); same((0, c.f)(), 3); same(c.g(), 3); same(c.h(), 3);`,
  },
  {
    what: 'call, apply, bind through parentheses',
    text: `const f = function (this: any) { return this.v; }; same((f.call)({ v: 1 }), 1); same((f.apply as any)({ v: 1 }), 1); same((f.bind)({ v: 1 })(), 1); same(f?.call({ v: 2 }), 2); same((f?.call)({ v: 2 }), 2); const o = { v: 3, f }; same((o.f).call({ v: 4 }), 4); same((o?.f)?.call({ v: 4 }), 4); same(Reflect.apply((o.f), { v: 5 }, []), 5);`,
  },
  {
    what: 'sloppy functions box primitives, strict ones do not',
    file: 'program.cjs',
    text: `function sloppy() { return typeof this; } function strict() { 'use strict'; return typeof this; }
exports.main = function main(n) { same(sloppy.call(1), 'object'); same(strict.call(1), 'number'); same(sloppy.call(null), 'object'); same(strict.call(null), 'object'); same(strict.call(undefined), 'undefined'); same(sloppy.call(undefined), 'object'); same(sloppy(), 'object'); same(strict(), 'undefined'); Number.prototype.kind = sloppy; same((5).kind(), 'object'); delete Number.prototype.kind; };`,
  },
  {
    what: 'with-less eval of optional method on primitives',
    text: `const s: any = 'abc'; same((s.at)(0), 'a'); same((s?.at)(0), 'a'); same((s?.toUpperCase as any)(), 'ABC'); same((s.split)('').length, 3); const a: any = [3, 1, 2]; same((a.sort)()[0], 1); same((a?.map as any)((x: number) => x)[0], 1); same((a.push)(4), 4); same((a?.push)!(4), 5);`,
  },
  {
    what: 'built-ins through parentheses and chains',
    text: `same((Math.max)(1, 2), 2); same((Math?.max)(1, 2), 2); same((Math.max as any)(1, 2), 2); same((JSON.stringify)?.({}), '{}'); same((0, Math.max)(1, 2), 2); same((Object.keys!)({ a: 1 }).length, 1); same((Array.isArray)([]), true); same((console?.log as any)?.name, 'log'); const m = new Map([[1, 2]]); same((m.get)(1), 2); same((m?.get as any)(1), 2); same((m?.has)!(1), true);`,
  },
  {
    what: 'private methods',
    text: `class P { #v = 1; #m() { return this.#v; } f(o: any) { return (this.#m)() + (o.#m)() + (o.#m as any)() + this.#m!(); } } const p = new P(); same(p.f(p), 4);`,
  },
  {
    what: 'a getter of the callee runs with its receiver',
    text: `const o: any = { name: 'o', get f() { return () => this.name; }, get g() { return function (this: any) { return this.name; }; } }; same((o.f)(), 'o'); same((0, o.f)(), 'o'); same((o.g)(), 'o'); same((o?.g as any)(), 'o');`,
  },
  {
    what: 'await and yield take the receiver away',
    text: `export async function main(n: number) { const o = { f(this: any) { return this === undefined; } }; same((await o.f)(), true); }`,
  },
  {
    what: 'assignment through parentheses and casts writes',
    text: `const o: any = { a: 1 }; (o.a) = 2; (o.b as any) = 3; (o!.c) = 4; ((o.d as any)!) = 5; (<any>o.e) = 6; same(o.a + o.b + o.c + o.d + o.e, 20); (o.a)++; ((o.b as number))--; same(o.a, 3); same(o.b, 2); let v = 1; (v) = 2; (v as any) = 3; same(v, 3); [(o.a), (o.b as any)] = [7, 8]; same(o.a + o.b, 15); ({ x: (o.a), y: (v as any) } = { x: 1, y: 9 } as any); same(o.a, 1); same(v, 9); (o.z as any) ??= 4; same(o.z, 4);`,
  },
  {
    what: 'typeof of a parenthesised undeclared name',
    text: `same(typeof (undeclared as any), 'undefined'); same(typeof (undeclared), 'undefined');`,
  },
  {
    what: 'a class static called through parentheses',
    text: `class A { static v = 1; static f() { return this.v; } static g = () => this.v; } class B extends A { static v = 2; static f() { return (super.f)() + super.f?.(); } } same((A.f)(), 1); same((A?.f as any)(), 1); same((B.f)(), 4); same((B?.f)(), 4); same((0, A.g)(), 1);`,
  },
  {
    what: 'an import-like default: a function in an array or map gets the container',
    text: `const a: any[] = [function (this: any) { return this === a; }]; same(a[0](), true); same((a[0])(), true); same((0, a[0])(), false); const [h] = a; same(h(), false); for (const each of a) same(each(), false);`,
  },
  {
    what: 'getters, setters of super through receivers',
    text: `class A { get v(): any { return (this as any).w; } set v(x) { (this as any).w = x; } } class B extends A { w = 1; f() { super.v = 5; return super.v + this.w; } g() { (super.v) = 6; return (super.v) + (super['v'] as any); } } same(new B().f(), 10); same(new B().g(), 12);`,
  },
  {
    what: 'super property written on the receiver',
    text: `class A { m() { return 1; } } class B extends A { f() { super.x = 3; return (this as any).x; } } same(new (B as any)().f(), 3);`,
  },
  {
    what: 'optional call with spread and short circuit value',
    text: `const o: any = { f(...a: any[]) { return a.length + this.k; }, k: 1 }; same(o.f?.(...[1, 2]), 3); same((o?.f)(...[1, 2, 3]), 4); same((o.f)(...'ab'), 3); same(o?.['f']?.(...new Set([1])), 2);`,
  },
  {
    what: 'optional call of casted member in template',
    text: `export function main(x: any) { same((x?.f as any)?.() ?? 0, 0); }`,
    calls: ['main(undefined)', 'main({ v: 0, f() { return this.v; } })'],
  },
  {
    what: 'non-null and satisfies on index',
    text: `class A { n = 3; get(k: number) { return this.n + k; } } const a: any = new A(); const key = 'get' as const; same((a[key])(1), 4); same((a[key]!)(1), 4); same(((a as A)[key] satisfies any)(1), 4); same((a?.[key])?.(1), 4); same(a[('get')](1), 4);`,
  },
  {
    what: 'super through arrow, cast',
    text: `class A { v = 1; f() { return this.v; } static s() { return this.name; } } class B extends A { override v = 2; g() { return (() => (super.f as any)())() + (super.f)!(); } static t() { return (super.s as any)() + (super['s'])(); } } same(new B().g(), 4); same((B.t as any)(), 'BB');`,
  },
  {
    what: 'private methods through parentheses',
    text: `export class A { #v = 1; #f() { return this.#v; } g(o: any) { return (this.#f)() + (this.#f as any)() + (o?.g2)?.(this) + this.#f!(); } static h(a: A) { return (a.#f)(); } }
export function main() { same(new A().g({ g2(x: any) { return A.h(x); } }), 4); }`,
    calls: ['main()'],
  },
  {
    what: 'getter that returns a function keeps receiver',
    text: `const o = { v: 4, get f() { const self = this; return function (this: any) { return (this === self ? this.v : -1); }; } }; same(o.f(), 4); same((o.f)(), 4); same((o?.f as any)(), 4); same((0, o.f)(), -1);`,
  },
  {
    what: 'sort and map with thisArg',
    text: `const ctx = { k: 2 }; same([1,2].map(function (this: any, x) { return x * this.k; }, ctx)[1], 4); [1].forEach(function (this: any) { same(this, undefined); }); same([1,2,3].find(function (this: any, x) { return x === this.k; }, ctx), 2); same(Array.from([1], function (this: any, x) { return x + this.k; }, ctx)[0], 3); same([3].every(function (this: any) { return this.k === 2; }, ctx), true); new Map([[1, 2]]).forEach(function (this: any) { same(this.k, 2); }, ctx); new Set([1]).forEach(function (this: any) { same(this.k, 2); }, ctx);`,
  },
  {
    what: 'this of a destructured and rebound method',
    text: `class P { x = 1; m = () => this.x; n() { return this; } } const { m, n: nn } = new P(); same(m(), 1); same(nn.call({ x: 2 } as any) !== undefined, true); const b = nn.bind(7 as any); same(typeof b(), 'number'); const bb = b.bind(8 as any); same(Number(bb()), 7);`,
  },
  {
    what: 'class fields and static blocks have this',
    text: `class C { static a = 1; static b = this.a + 1; static { this.b += (this.a as any); } c = this?.constructor === C; ['d' + 1] = (this as any).c; } same(C.b, 3); same(new C().c, true); same((new C() as any).d1, true);`,
  },
  {
    what: 'with sloppy this is global or boxed',
    file: 'program.cjs',
    text: `exports.main = function (n) { function f() { return this; } same(f() === globalThis, true); same(typeof f.call(1), 'object'); same(f.call('ab').length, 2); same(f.call(null) === globalThis, true); same([1].map(function () { return this === globalThis; })[0], true); same((function () { 'use strict'; return this; })(), undefined); String.prototype.__me = function () { return typeof this; }; same('a'.__me(), 'object'); delete String.prototype.__me; };`,
  },
  {
    what: 'optional chain ends before parentheses',
    text: `export function main(o: any) { let hit = 0; try { (o?.a).b; } catch { hit++; } same(o?.a.b.c.d, undefined); same(o?.a[hit++].b(), undefined); same(hit <= 1, true); same(delete o?.a.b, true); }`,
    calls: ['main(null)', 'main(undefined)'],
  },
];
