import type { AdversaryProgram } from './subject.js';

const sloppy = (what: string, text: string): AdversaryProgram => ({
  what: `${what}, in sloppy code`,
  file: 'program.cjs',
  text: `exports.main = function main(n) { ${text} };`,
});

/** Attributes of properties (ECMA-262 6.1.7.1), and what writes do where they forbid them. */
export const attributes: readonly AdversaryProgram[] = [
  {
    what: 'read-only members of the language where the object perhaps has its own',
    text: `const names: any[] = [[/b/, 'global'], [/b/, 'flags'], [new Map(), 'size'], [new Set(), 'size']]; for (const [r, name] of names) { r[Symbol.match] = false; let threw = false; try { r[name] = () => { r.length = 0; }; } catch (error) { threw = error instanceof TypeError; } same(threw, true); } const r: any = /b/; r[Symbol.match] = false; let caught = false; try { r.flags = () => { r.length = 0; return 2; }; } catch { caught = true; } same(caught, true); const m: any = new Map(); m[Symbol.match] = 1; let refusals = 0; for (let i = 0; i < 3; i++) { const s: any = i > 0 ? m : new Map(); try { s.size = () => s.get(1); } catch { refusals++; } } same(refusals, 3); const own: any = new Map(); Object.defineProperty(own, 'size', { value: 7, writable: true, configurable: true }); own.size = 8; same(own.size, 8);`,
  },
  sloppy(
    'an inherited read-only property',
    `const base = Object.defineProperty({}, 'x', { value: 1 }); const o = Object.create(base); o.x = 2; same(o.x, 1); same(Object.hasOwn(o, 'x'), false); class C { get v() { return 1; } } const c = new C(); c.v = 3; same(c.v, 1);`,
  ),
  sloppy(
    'a frozen object',
    `const o = Object.freeze({ a: 1 }); o.a = 2; o.b = 3; delete o.a; same(o.a, 1); same(o.b, undefined); same('b' in o, false); same(delete o.a, false); const p = Object.create(o); p.a = 5; same(p.a, 1); const a = Object.freeze([1]); a[0] = 2; a[1] = 3; a.length = 0; same(a[0], 1); same(a.length, 1);`,
  ),
  sloppy(
    'a sealed object',
    `const o = Object.seal({ a: 1 }); o.a = 2; o.b = 3; same(o.a, 2); same(o.b, undefined); same(delete o.a, false); same(o.a, 2); const p = Object.preventExtensions({ a: 1 }); p.b = 1; same(p.b, undefined); same(delete p.a, true); p.a = 3; same(p.a, undefined);`,
  ),
  sloppy(
    'names and lengths of functions',
    `function f(a, b) {} f.name = 'g'; f.length = 9; same(f.name, 'f'); same(f.length, 2); class A { static m() {} } A.name = 'B'; same(A.name, 'A'); Object.defineProperty(f, 'name', { value: 'h' }); same(f.name, 'h'); delete f.length; same(f.length, 0);`,
  ),
  sloppy(
    'a class has a prototype that cannot be replaced',
    `class A {} const before = A.prototype; A.prototype = {}; same(A.prototype, before); function F() {} F.prototype = { k: 1 }; same(new F().k, 1);`,
  ),
  sloppy(
    'undefined, NaN and Infinity',
    `NaN = 1; Infinity = 2; undefined = 3; same(undefined, void 0); same(NaN !== NaN, true); globalThis.undefined = 4; Math.PI = 3; same(Math.PI > 3.1, true); Number.MAX_SAFE_INTEGER = 1; same(Number.MAX_SAFE_INTEGER > 1, true);`,
  ),
  sloppy(
    'properties of primitives',
    `const s = 'abc'; s.x = 1; same(s.x, undefined); s.length = 0; same(s.length, 3); s[0] = 'z'; same(s[0], 'a'); const k = 5; k.y = 2; same(k.y, undefined); const b = true; b.z = 1; same(b.z, undefined); Symbol().q = 1; same(delete s.length, false); const w = new String('ab'); w[0] = 'q'; same(w[0], 'a'); w.length = 9; same(w.length, 2); same(delete w[0], false);`,
  ),
  sloppy('the name of a function expression', `const f = function g() { g = 1; return typeof g; }; same(f(), 'function');`),
  sloppy(
    'accessors without a setter',
    `const o = { get x() { return 1; } }; o.x = 2; same(o.x, 1); o.x++; same(o.x, 1); o.x += 5; same(o.x, 1); const p = { set y(v) {} }; p.y = 3; same(p.y, undefined); class C { static get s() { return 1; } } C.s = 4; same(C.s, 1); [o.x] = [9]; same(o.x, 1); ({ a: o.x } = { a: 9 }); same(o.x, 1); for (o.x of [3]); same(o.x, 1); o.x ??= 4; o.x &&= 4; same(o.x, 1);`,
  ),
  sloppy(
    'delete',
    `const o = {}; Object.defineProperty(o, 'x', { value: 1 }); same(delete o.x, false); same(o.x, 1); var v = 1; same(delete v, false); same(delete [].length, false); same(delete (function () {}).prototype, false); same(delete Math.PI, false); same(delete o.missing, true); globalThis.tempGlobal = 1; same(delete globalThis.tempGlobal, true); same(typeof tempGlobal, 'undefined'); same(delete 5, true);`,
  ),
  sloppy(
    'an undeclared variable becomes a global',
    `freshGlobal = 4; same(freshGlobal, 4); same(globalThis.freshGlobal, 4); delete globalThis.freshGlobal; same(typeof freshGlobal, 'undefined');`,
  ),
  sloppy(
    'arguments are tied to parameters',
    `function f(a) { a = 2; return arguments[0]; } same(f(1), 2); function g(a) { arguments[0] = 5; return a; } same(g(1), 5); function h(a) { 'use strict'; a = 2; return arguments[0]; } same(h(1), 1); function i(a, b = 1) { a = 2; return arguments[0]; } same(i(1), 1); function j(a) { a = 2; return arguments.length; } same(j(), 0); function k(a) { a = 3; return arguments[0]; } same(k(), undefined);`,
  ),
  sloppy('arguments.callee and function caller', `function f() { return arguments.callee === f; } same(f(), true);`),
  sloppy(
    'functions in blocks (Annex B)',
    `same(typeof inner, 'undefined'); { function inner() { return 1; } } same(inner(), 1); if (n) { function other() { return 2; } } same(typeof other, 'function'); same(before, undefined); switch (1) { case 1: function before() {} }`,
  ),
  sloppy(
    'a global this',
    `same(this === undefined, false); function f() { return this === globalThis; } same(f(), true); same((() => typeof this)(), 'object');`,
  ),
  sloppy(
    'this of a getter on a primitive',
    `Object.defineProperty(String.prototype, 'selfKind', { get() { return typeof this; }, configurable: true }); same('a'.selfKind, 'object'); delete String.prototype.selfKind;`,
  ),
  sloppy(
    'duplicate parameters and octals',
    `function f(a, a) { return a; } same(f(1, 2), 2); same(010, 8); same('\\\\101', 'A');`.replace('\\\\101', '\\101'),
  ),
  {
    what: 'an inherited read-only property in strict code throws',
    text: `const base = Object.defineProperty({}, 'x', { value: 1 }); const o: any = Object.create(base); let thrown = false; try { o.x = 2; } catch (e) { thrown = e instanceof TypeError; } same(thrown, true); same(o.x, 1); Object.defineProperty(o, 'x', { value: 3 }); same(o.x, 3);`,
  },
  {
    what: 'strict writes that throw leave the value',
    text: `const count = (f: () => void) => { try { f(); return 0; } catch (e) { same(e instanceof TypeError, true); return 1; } }; const o: any = Object.freeze({ a: 1 }); same(count(() => { o.a = 2; }), 1); same(count(() => { o.b = 2; }), 1); same(count(() => { delete o.a; }), 1); same(o.a, 1); const g: any = { get x() { return 1; } }; same(count(() => { g.x = 1; }), 1); const f: any = function named() {}; same(count(() => { f.name = 'x'; }), 1); same(count(() => { f.length = 1; }), 1); same(count(() => { ('abc' as any).x = 1; }), 1); same(count(() => { ('abc' as any).length = 1; }), 1); same(count(() => { (5 as any).x = 1; }), 1);`,
  },
  {
    what: 'array length that is not writable',
    text: `const a: any = [1, 2]; Object.defineProperty(a, 'length', { writable: false }); let thrown = 0; try { a.push(3); } catch { thrown++; } try { a.pop(); } catch { thrown++; } try { a[2] = 3; } catch { thrown++; } try { a.length = 0; } catch { thrown++; } same(thrown, 4); a[0] = 9; same(a[0], 9);`,
  },
  {
    what: 'array length and elements that cannot be deleted',
    text: `const a: any = [1, 2, 3]; Object.defineProperty(a, 1, { configurable: false }); let thrown = false; try { a.length = 0; } catch { thrown = true; } same(thrown, true); same(a.length, 2); same(a[1], 2);`,
  },
  {
    what: 'defaults of defineProperty',
    text: `const o: any = {}; Object.defineProperty(o, 'x', { value: 1 }); same(Object.keys(o).length, 0); same('x' in o, true); same(JSON.stringify(o), '{}'); same({ ...o }.x, undefined); for (const k in o) throw new Error(); const d = Object.getOwnPropertyDescriptor(o, 'x')!; same(d.writable, false); same(d.enumerable, false); same(d.configurable, false); Object.defineProperty(o, 'y', {}); same(o.y, undefined); same('y' in o, true); const p: any = { z: 1 }; Object.defineProperty(p, 'z', { value: 2 }); same(Object.keys(p).length, 1); p.z = 3; same(p.z, 3);`,
  },
  {
    what: 'defineProperties, Reflect.defineProperty',
    text: `const o: any = Object.defineProperties({}, { a: { value: 1, enumerable: true }, b: { get() { return 2; } } }); same(Object.keys(o).join(), 'a'); same(o.b, 2); same(Reflect.defineProperty(o, 'a', { value: 2 }), false); same(Reflect.set(o, 'a', 5), false); same(Reflect.deleteProperty(o, 'a'), false); same(Reflect.set(Object.freeze({}), 'x', 1), false); const c = Object.create({}, { k: { value: 1 } }); same(Object.keys(c).length, 0); same(c.k, 1);`,
  },
  {
    what: 'cause of an Error is not enumerable',
    text: `const e: any = new Error('m', { cause: 1 }); same(Object.keys(e).length, 0); same(JSON.stringify(e), '{}'); same({ ...e }.cause, undefined); same({ ...e }.message, undefined); same(e.cause, 1); same('cause' in e, true); same('cause' in new Error('m'), false); same('cause' in new Error('m', {}), false); same(Object.hasOwn(new Error('m', { cause: undefined }), 'cause'), true); same(Object.hasOwn(new Error(), 'message'), false); same(new Error(undefined).message, ''); for (const k in e) throw new Error(k); same(Object.assign({}, e).cause, undefined); same(Object.values(e).length, 0); same(Object.entries(new TypeError('x')).length, 0);`,
  },
  {
    what: 'errors of AggregateError, stack, own fields of error classes',
    text: `const a = new AggregateError([1], 'm'); same(Object.keys(a).length, 0); same(a.errors.length, 1); same('stack' in new Error(), true); class E extends Error { code = 5; } same(Object.keys(new E()).join(), 'code'); same(JSON.stringify(new E('x')), '{"code":5}'); same(new E().name, 'Error'); class F extends Error { constructor(m: string) { super(m); this.name = 'F'; } } same(Object.keys(new F('x')).join(), 'name'); same(String(new F('x')), 'F: x');`,
  },
  {
    what: "'prototype' in functions",
    text: `same('prototype' in (() => 1), false); same('prototype' in function () {}, true); same('prototype' in class {}, true); same('prototype' in async function () {}, false); same('prototype' in function* () {}, true); same('prototype' in { m() {} }.m, false); same('prototype' in Math.max, false); same('prototype' in (function () {}).bind(null), false); same((() => 1 as any as { prototype: any }).prototype, undefined); same('prototype' in async function* () {}, true); class K { m() {} static s() {} get g() { return 1; } } same('prototype' in new K().m, false); same('prototype' in K.s, false); same('caller' in (() => 1), true); same('name' in (() => 1), true); same(Object.hasOwn(() => 1, 'prototype'), false);`,
  },
  {
    what: 'class methods are not enumerable',
    text: `class C { a = 1; m() {} get g() { return 1; } static s() {} static f = 1; } const c = new C(); same(Object.keys(c).join(), 'a'); same(Object.keys(C.prototype).length, 0); same(Object.keys(C).join(), 'f'); const seen: string[] = []; for (const k in c) seen.push(k); same(seen.join(), 'a'); same(JSON.stringify(c), '{"a":1}'); same(({ ...c } as any).m, undefined); same((Object.assign({}, c) as any).g, undefined); const o = { m() {}, get g() { return 1; } }; same(Object.keys(o).length, 2); same(Object.getOwnPropertyNames(C.prototype).length, 3); const { ...r } = c as any; same(r.m, undefined); same(JSON.stringify(new (class { get x() { return 1; } })()), '{}');`,
  },
  {
    what: 'methods on prototypes of functions are enumerable, their constructor is not',
    text: `function F(this: any) { this.a = 1; } F.prototype.m = function () {}; const seen: string[] = []; for (const k in new (F as any)()) seen.push(k); same(seen.join(), 'a,m'); same(Object.keys(F.prototype).join(), 'm'); same(F.prototype.constructor, F); same(Object.keys(new (F as any)()).join(), 'a');`,
  },
  {
    what: 'for-in over shadowed, inherited and deleted',
    text: `const base = { a: 1, b: 2 }; const o: any = Object.create(base); Object.defineProperty(o, 'a', { value: 3, enumerable: false }); const seen: string[] = []; for (const k in o) seen.push(k); same(seen.join(), 'b'); const p: any = { x: 1, y: 2 }; let count = 0; for (const k in p) { count++; delete p.x; delete p.y; } same(count, 1); for (const k in null as any) throw 1; for (const k in undefined as any) throw 1; let q = 0; for (const k in 'ab' as any) q++; same(q, 2); for (const k in 5 as any) throw 1;`,
  },
  {
    what: 'enumerability in spread, assign, rest, entries, JSON',
    text: `const o: any = { a: 1 }; Object.defineProperty(o, 'h', { value: 2, enumerable: false, writable: true, configurable: true }); same({ ...o }.h, undefined); same(Object.assign({}, o).h, undefined); const { a, ...rest } = o; same(rest.h, undefined); same(Object.values(o).length, 1); same(JSON.stringify(o), '{"a":1}'); o.h = 3; same(Object.keys(o).length, 1); same(o.h, 3); same(o.propertyIsEnumerable('h'), false); same(structuredClone(o).h, undefined); delete o.h; o.h = 4; same(Object.keys(o).length, 2);`,
  },
  {
    what: 'Object.assign and spread call getters and setters',
    text: `let sets = 0; const t: any = { set x(v: any) { sets++; } }; Object.assign(t, { x: 1 }); same(sets, 1); const s: any = { ...{ get y() { return 5; } } }; same(s.y, 5); s.y = 6; same(s.y, 6); const u: any = { ...t, x: 7 }; same(u.x, 7); same(sets, 1); const v: any = { ...{ set z(q: any) {} } }; same('z' in v, true); same(v.z, undefined);`,
  },
  {
    what: 'frozen arrays and objects that are read',
    text: `const a: any = Object.freeze([3, 1, 2]); same(a.map((x: number) => x).length, 3); same([...a].sort()[0], 1); same(a.concat(4).length, 4); same(Object.isFrozen(a), true); same(Object.isFrozen('x'), true); same(Object.freeze(5 as any), 5); let thrown = 0; for (const f of [() => a.push(1), () => a.sort(), () => a.reverse(), () => a.pop(), () => a.fill(0), () => a.splice(0, 1), () => { a[0] = 1; }, () => { a.length = 0; }]) try { f(); } catch { thrown++; } same(thrown, 8); const m = Object.freeze(new Map()); m.set(1, 2); same(m.size, 1); const s = Object.freeze(new Set()); s.add(1); same(s.size, 1); const d = Object.freeze(new Date(0)); d.setTime(5); same(d.getTime(), 5);`,
  },
  {
    what: 'a frozen object whose parts are not',
    text: `const o = Object.freeze({ in: { v: 1 }, l: [1] }); (o as any).in.v = 2; o.l.push(2); same(o.in.v, 2); same(o.l.length, 2); class C { #p = 1; inc() { return ++this.#p; } } const c = Object.freeze(new C()); same(c.inc(), 2);`,
  },
  {
    what: 'own accessors with and without parts',
    text: `const o: any = { set x(v: any) { this.y = v; } }; o.x = 1; same(o.x, undefined); same(o.y, 1); const d = Object.getOwnPropertyDescriptor(o, 'x')!; same(d.get, undefined); same(typeof d.set, 'function'); const p: any = { get x() { return 1; }, set x(v) {} }; p.x = 5; same(p.x, 1); const q: any = { x: 0, get x() { return 2; } }; same(q.x, 2); const r: any = { get x() { return 2; }, x: 3 }; same(r.x, 3); r.x = 4; same(r.x, 4);`,
  },
  {
    what: 'class accessors split over a hierarchy',
    text: `class A { get x(): any { return 1; } set x(v: any) { (this as any).w = v; } } class B extends A { get x(): any { return 2; } } const b: any = new B(); let thrown = false; try { b.x = 3; } catch { thrown = true; } same(thrown, true); same(b.x, 2); class C extends A { set x(v: any) {} } same((new C() as any).x, undefined);`,
  },
  {
    what: 'fields define, they do not assign',
    text: `class A { set x(v: any) { throw new Error(); } } class B extends (A as any) { x = 1; } same((new B() as any).x, 1); class C { name = 'n'; static length = 5; static ['name'] = 'x'; } same(C.length, 5); same(C.name, 'x'); class D { constructor = 1 as any; } `.replace(
      ' class D { constructor = 1 as any; } ',
      '',
    ),
  },
  {
    what: 'object literals define, __proto__ sets',
    text: `const o: any = { __proto__: { k: 1 } }; same(o.k, 1); same(Object.hasOwn(o, '__proto__'), false); const p: any = { ['__proto__']: 5 }; same(Object.hasOwn(p, '__proto__'), true); same(p.__proto__, 5); const __proto__ = 3; const q: any = { __proto__ }; same(Object.hasOwn(q, '__proto__'), true); const r: any = { __proto__: 5 }; same(Object.getPrototypeOf(r), Object.prototype); const s: any = { __proto__: null }; same('toString' in s, false); const t: any = {}; t.__proto__ = { z: 1 }; same(t.z, 1); same(JSON.parse('{"__proto__": 1}').__proto__, 1); const u: any = { __proto__() { return 1; } }; same(u.__proto__(), 1);`,
  },
  {
    what: 'Object.create(null) has nothing',
    text: `const o: any = Object.create(null); same(o.toString, undefined); same('constructor' in o, false); same(o.__proto__, undefined); o.__proto__ = 5; same(Object.keys(o).length, 1); let thrown = false; try { \`\${o}\`; } catch { thrown = true; } same(thrown, true); same(JSON.stringify(Object.create(null)), '{}'); o.hasOwnProperty ??= () => 'own'; same(o.hasOwnProperty(), 'own');`,
  },
  {
    what: 'names of accessors and bound functions, lengths',
    text: `same((function (a, b = 1, c) {} as any).length, 1); same(((...r: any[]) => 1).length, 0); same((function f() {}).bind(null).name, 'bound f'); same(Object.getOwnPropertyDescriptor({ get x() { return 1; } }, 'x')!.get!.name, 'get x'); same((class {}).name, ''); same((() => {}).name, ''); const g = () => {}; same(g.name, 'g'); same(new Function('a', 'b', '').length, 2); same(new Function().name, 'anonymous'); same({ 'a b'() {} }['a b'].name, 'a b'); const { h = () => {} } = {} as any; same(h.name, 'h'); same((class { static x = 1; } as any).length, 0);`.replace(
      '(a, b = 1, c)',
      '(a: any, b = 1, c: any)',
    ),
  },
  {
    what: 'in and hasOwn over kinds of objects',
    text: `same(0 in [1], true); same(0 in [,], false); same('length' in [], true); same('length' in (new String('a') as any), true); same(0 in (new String('a') as any), true); same('size' in new Map(), true); same(Object.hasOwn(new Map(), 'size'), false); same('x' in Object.create({ x: 1 }), true); same(Object.hasOwn([1], 'length'), true); same('toString' in {}, true); same('then' in Promise.resolve(), true); same('lastIndex' in /a/, true); same(Object.hasOwn(/a/, 'source'), false); same('at' in [], true); same(Object.hasOwn(class { static a() {} }, 'a'), true); same(Object.hasOwn('abc', 1), true);`,
  },
  {
    what: 'holes',
    text: `const a: any = [1, , 3]; same(1 in a, false); same(a.length, 3); same(a.map((x: any) => 1)[1], undefined); same(1 in a.map((x: any) => 1), false); let c = 0; a.forEach(() => c++); same(c, 2); same([...a].length, 3); same(1 in [...a], true); same(Object.keys(a).length, 2); same(a.indexOf(undefined), -1); same(a.includes(undefined), true); same(a.flat().length, 2); same(a.filter(() => true).length, 2); same(a.findIndex((x: any) => x === undefined), 1); same(JSON.stringify(a), '[1,null,3]'); same(a.join('-'), '1--3'); delete a[0]; same(a.length, 3); a.length = 5; same(4 in a, false); same(new Array(3).fill(0).length, 3); same(a.some((x: any) => x === undefined), false); same(a.every((x: any) => x !== undefined), true); same(Array.from(a).every((x: any) => x === undefined), false);`,
  },
  {
    what: 'enumerable order and integer keys',
    text: `const o: any = { b: 1, 2: 1, a: 1, 1: 1 }; same(Object.keys(o).join(), '1,2,b,a'); o['-1'] = 1; o['01'] = 1; same(Object.keys(o).join(), '1,2,b,a,-1,01'); delete o.b; o.b = 2; same(Object.keys(o).join(), '1,2,a,-1,01,b'); same(JSON.stringify({ a: undefined, b: () => 1, c: NaN }), '{"c":null}');`,
  },
  {
    what: 'a getter memoises itself',
    text: `class C { get v() { Object.defineProperty(this, 'v', { value: 5 }); return 4; } } const c = new C(); same(c.v, 4); same(c.v, 5); const o: any = { get x() { delete this.x; return (this.x = 9); } }; same(o.x, 9); same(o.x, 9);`,
  },
  {
    what: 'defineProperty over a method changes calls',
    text: `class C { m() { return 1; } } const c: any = new C(); Object.defineProperty(c, 'm', { get() { return () => 2; } }); same(c.m(), 2); Object.defineProperty(C.prototype, 'm', { value: () => 3 }); same(new C().m(), 3); const o: any = {}; Object.defineProperty(o, 'f', { value: () => 4, writable: false }); same(o.f(), 4); for (const k of ['q']) Object.defineProperty(o, k, { get: () => 5 }); same(o.q, 5);`,
  },
  {
    what: 'const objects frozen by a helper',
    text: `function deep(o: any): any { for (const k of Object.keys(o)) if (typeof o[k] === 'object') deep(o[k]); return Object.freeze(o); } const c = deep({ a: { b: 1 } }); let thrown = 0; try { c.a.b = 2; } catch { thrown++; } try { c.z = 1; } catch { thrown++; } same(thrown, 2); same(c.a.b, 1);`,
  },
  {
    what: 'module-level objects in strict modules',
    text: `const config = Object.freeze({ limit: 3 }); export function main(n: number) { try { (config as any).limit = n; } catch (e) { return 'caught'; } throw new Error('not frozen'); }`,
    calls: [`same(main(1), 'caught')`],
  },
  {
    what: 'what inherits from a frozen object',
    text: `const o = Object.freeze({ a: 1 }); const p: any = Object.create(o); let thrown = 0; try { p.a = 2; } catch { thrown++; } p.b = 3; same(thrown, 1); same(p.b, 3); same(p.a, 1); same(Object.keys(p).join(), 'b');`,
  },
  {
    what: 'setters of frozen objects, their own and inherited ones',
    text: `let hits = 0; const o: any = Object.freeze({ set v(x: number) { hits += x; } }); o.v = 4; const p: any = Object.freeze({ __proto__: { set w(x: number) { hits += x; } }, a: 1 }); p.w = 5; same(hits, 9); let thrown = 0; try { p.a = 2; } catch { thrown++; } try { p.__proto__ = {}; } catch { thrown++; } same(thrown, 2);`,
  },
  {
    what: 'objects of one place of which some are frozen',
    text: `const all: any[] = []; for (let i = 0; i < 4; i++) { const o: any = { i }; if (i < 2) Object.freeze(o); all.push(o); } all[3].i = 9; same(all[3].i, 9); same(all[0].i, 0); let thrown = 0; for (const o of all) try { o.i = 7; } catch { thrown++; } same(thrown, 2); same(all[1].i, 1); same(all[2].i, 7);`,
  },
  {
    what: 'objects that are frozen on one way',
    text: `export function main(c: boolean, ext: any) { const o: any = { a: 1 }; if (c) Object.freeze(o); ext(o); let thrown = 0; try { o.a = 2; } catch { thrown++; } same(thrown, c ? 1 : 0); same(o.a, c ? 1 : 2); }`,
    calls: ['main(true, (o) => { try { o.a = 5; } catch {} })', 'main(false, (o) => { o.a = 5; })'],
  },
  {
    what: 'parts of frozen objects, and objects that are frozen later',
    text: `export const shared: any = Object.freeze({ in: { v: 1 }, n: 1 }); export const later: any = { n: 1 }; export function set() { shared.in.v++; later.n++; } export function stop() { Object.freeze(later); } export function main() { try { shared.n = 5; } catch {} same(shared.n, 1); same(shared.in.v > 1, true); same(later.n, 2); let thrown = 0; try { later.n = 3; } catch { thrown++; } same(thrown, 1); }`,
    calls: ['(set(), stop(), main())'],
  },
  {
    what: 'values that are not known, of two objects and of two patterns',
    text: `const a = { x: Math.random() }; const b = { x: Math.random() }; const p = /a/g; const q = /a/g; export function find() { p.test('aaaa'); p.test('aaaa'); q.test('aaaa'); } export function main() { if (a.x !== b.x && p.lastIndex !== q.lastIndex) return 1; throw new Error('the same'); }`,
    calls: ['(find(), main())'],
  },
  {
    what: 'sloppy writes to read-only do nothing',
    file: 'program.cjs',
    text: `exports.main = function (n) { const o = Object.freeze({ a: 1 }); o.a = 2; o.b = 3; delete o.a; same(o.a, 1); same(o.b, undefined); const s = 'abc'; s.length = 1; s[0] = 'z'; s.foo = 1; same(s.length, 3); undefined = 1; NaN = 2; (function () { arguments = 3; })(); const g = { get x() { return 1; } }; g.x = 5; same(g.x, 1); (function f() { f = 1; same(typeof f, 'function'); })(); Math.PI = 3; same(Math.PI > 3.1, true); };`,
  },
  {
    what: 'strict writes that succeed',
    text: `const a: any = []; a.length = 3; a[5] = 1; same(a.length, 6); a.length = '2'; same(a.length, 2); const f: any = function () {}; f.prototype = 5; same(f.prototype, 5); const c: any = class { static x = 1; }; c.x = 2; delete c.x; same(c.x, undefined); const e: any = new Error('m', { cause: 1 }); e.cause = 2; e.message = 3; e.stack = 4; same(e.stack, 4); delete e.message; same(e.message, ''); same(Object.keys(e).length, 0);`,
  },
  {
    what: 'in and hasOwn of function things',
    text: `same('prototype' in (() => 1), false); same('prototype' in function () {}, true); same('prototype' in class {}, true); same('prototype' in async function () {}, false); same('prototype' in function* () {}, true); same('prototype' in { m() {} }.m, false); same(Object.hasOwn(() => 1, 'name'), true); same(Object.hasOwn(class { static name = 5 }, 'name'), true); same('caller' in (() => 1), true); same((class {}).name, ''); same(((a: any, b = 1, ...c: any[]) => 1).length, 1);`,
  },
  {
    what: 'enumerability',
    text: `class K { a = 1; m() {} get g() { return 1; } static s = 1; } same(Object.keys(new K()).join(), 'a'); same(JSON.stringify(new K()), '{"a":1}'); same(Object.keys(K).join(), 's'); let n2 = 0; for (const k in new K()) n2++; same(n2, 1); for (const k in [7, 8]) n2++; same(n2, 3); for (const k in 'ab') n2++; same(n2, 5); const o = Object.create({ i: 1 }, { h: { value: 1 } }); const seen: string[] = []; for (const k in o) seen.push(k); same(seen.join(), 'i'); same(Object.entries(o).length, 0); same({ ...o }.h, undefined);`,
  },
  {
    what: 'accessors without a half',
    text: `const o: any = { set x(v: any) { this._x = v; } }; same(o.x, undefined); o.x = 3; same(o._x, 3); const p: any = Object.create(o); p.x = 4; same(Object.hasOwn(p, '_x'), true); same(Object.hasOwn(p, 'x'), false); Object.defineProperty(p, 'y', { get: undefined, configurable: true }); same(p.y, undefined); Object.defineProperty(p, 'y', { value: 5 }); same(p.y, 5); const q: any = Object.defineProperty({}, 'z', {}); same(q.z, undefined); same('z' in q, true); same(Reflect.set(q, 'z', 1), false); same(Reflect.deleteProperty(q, 'z'), false);`,
  },
  {
    what: 'redefining frozen with the same values',
    text: `const o: any = Object.freeze({ a: 1, n: NaN }); Object.defineProperty(o, 'a', { value: 1 }); Object.defineProperty(o, 'n', { value: NaN, writable: false }); Object.defineProperties(o, { a: { enumerable: true } }); Object.freeze(o); Object.seal(o); same(Reflect.defineProperty(o, 'b', { value: 1 }), false); same(Reflect.setPrototypeOf(o, Object.prototype), true); Object.setPrototypeOf(o, Object.getPrototypeOf(o)); same(Reflect.setPrototypeOf(o, null), false);`,
  },
  {
    what: 'arrays that are frozen, sealed or not extensible',
    text: `const a: any[] = Object.seal([3, 1, 2]); a.sort(); a.reverse(); a.fill(0); a[0] = 9; same(a[0], 9); const e: any = Object.preventExtensions([1, 2]); e.pop(); e.length = 0; same(e.length, 0); const f: any = Object.freeze([1]); same(f.concat(2).length, 2); same(f.slice().push(5), 2); same(f.map((x: any) => x + 1)[0], 2); const z: any = Object.freeze([]); same(z.length, 0); z.forEach(() => { throw new Error(); }); same([...f].push(1), 2); same(f.toString(), '1');`,
  },
  {
    what: 'private and public of one name; delete and in',
    text: `class P { #a = 1; a = 2; static has(o: any) { return #a in o; } read() { return this.#a + this.a; } } same(new P().read(), 3); same(P.has(new P()), true); same(P.has({}), false); same(P.has({ a: 1 }), false); const o: any = new P(); delete o.a; same(Number.isNaN(o.read()), true); same('a' in o, false);`,
  },
  {
    what: 'inherited setters and read-only through Reflect',
    text: `const base: any = Object.defineProperty({}, 'r', { value: 1, writable: false }); const d: any = Object.create(base); same(Reflect.set(d, 'r', 2), false); same(d.r, 1); Object.defineProperty(d, 'r', { value: 3 }); same(d.r, 3); class X { get v() { return 1; } } class Y extends X { v2 = 1; } const y: any = new Y(); same(Reflect.set(y, 'v', 5), false); same(y.v, 1); `,
  },
  {
    what: 'module namespace, arguments and globals',
    file: 'program.cjs',
    text: `exports.main = function (n) { function f(a) { arguments[0] = 9; return a; } same(f(1), 9); function g(a) { 'use strict'; arguments[0] = 9; return a; } same(g(1), 1); function h(a = 0) { arguments[0] = 9; return a; } same(h(1), 1); function k(a) { a = 5; return arguments[0]; } same(k(1), 5); same(k(), undefined); function l() { return arguments.length; } same(l(...[1, , 3]), 3); function m(a, a) { return a; } same(m(1, 2), 2); globalThis.zz = 1; same(zz, 1); delete globalThis.zz; same(typeof zz, 'undefined'); };`,
  },
];
