import type { AdversaryProgram } from './subject.js';

/** Methods of the program's own that built-ins and the language itself call: ECMA-262's abstract operations, one after the other. */
export const overridden: readonly AdversaryProgram[] = [
  {
    what: 'new Set calls add',
    text: `class S extends Set<any> { add(x: any): this { return super.add(x * 2); } } const s = new S([1, 2]); same(s.has(4), true); same(s.has(1), false); same([...s].join(), '2,4');`,
  },
  {
    what: 'new Set with an add that drops all',
    text: `class S extends Set<any> { add(x: any): this { return this; } } const s = new S([1, 2]); same(s.size, 0); if (s.has(1)) throw new Error();`,
  },
  {
    what: 'new Map calls set',
    text: `class M extends Map<any, any> { set(k: any, v: any): this { return super.set(k, v + 1); } } const m = new M([['a', 1]]); same(m.get('a'), 2); same(m.size, 1);`,
  },
  {
    what: 'a set that counts in a static field',
    text: `class M extends Map<any, any> { static sets = 0; set(k: any, v: any): this { M.sets++; return super.set(k, v); } } new M([[1, 1], [2, 2]]); same(M.sets, 2);`,
  },
  {
    what: 'add runs before fields are there',
    text: `class S extends Set<any> { seen = 'field'; add(x: any): this { same(this.seen, undefined); return super.add(x); } } new S([1]);`,
  },
  {
    what: 'a patched add on Set.prototype',
    text: `let calls = 0; const add = Set.prototype.add; Set.prototype.add = function (x: any) { calls++; return add.call(this, x); }; try { new Set([1, 2, 3]); } finally { Set.prototype.add = add; } same(calls, 3);`,
  },
  {
    what: 'WeakMap and WeakSet call set and add',
    text: `let calls = 0; class W extends WeakSet<any> { add(x: any): this { calls++; return super.add(x); } } class V extends WeakMap<any, any> { set(k: any, v: any): this { calls++; return super.set(k, v); } } new W([{}]); new V([[{}, 1]]); same(calls, 2);`,
  },
  {
    what: 'a get that is overridden is what is called',
    text: `class M extends Map<string, number> { get(k: string): number { return super.get(k) ?? 7; } } const m = new M(); same(m.get('x'), 7); m.set('x', 1); same(m.get('x'), 1);`,
  },
  {
    what: 'a subclass of Array with its own iterator',
    text: `class A extends Array<number> { *[Symbol.iterator](): any { yield 9; } } const a = new A(); a.push(1, 2); same([...a].join(), '9'); const [x] = a; same(x, 9); same(Math.max(...a), 9); same(new Set(a).size, 1); same(Array.from(a).length, 1); for (const e of a) same(e, 9);`,
  },
  {
    what: 'an iterator put on an array',
    text: `const a: any = [1, 2]; a[Symbol.iterator] = function* () { yield 5; }; same([...a].length, 1); const [x, y] = a; same(x, 5); same(y, undefined); same(Array.from(a)[0], 5); const f = (...r: any[]) => r.length; same(f(...a), 1); same(new Map([a] as any).get(5), undefined);`,
  },
  {
    what: 'an iterator of Map and Set overridden',
    text: `class M extends Map<any, any> { [Symbol.iterator](): any { return [['z', 26]][Symbol.iterator](); } } const m = new M([['a', 1]]); same([...m][0][0], 'z'); same(Object.fromEntries(m).z, 26); same(new Map(m).get('z'), 26); same(m.get('a'), 1); class S extends Set<any> { *[Symbol.iterator](): any {} } same([...new S([1, 2])].length, 0); same(Array.from(new S([1])).length, 0);`,
  },
  {
    what: 'next of array iterators patched',
    text: `const proto = Object.getPrototypeOf([][Symbol.iterator]()); const next = proto.next; proto.next = () => ({ done: true, value: undefined }); let count = 0; try { for (const e of [1, 2]) count++; } finally { proto.next = next; } same(count, 0);`,
  },
  {
    what: 'then of a subclass of Promise',
    text: `export async function main(n: number) { class P<T> extends Promise<T> { then(a: any, b?: any): any { return super.then((v: any) => a(v + 1), b); } } same(await new P<number>((r) => r(1)), 2); }`,
  },
  {
    what: 'a thenable is awaited',
    text: `export async function main(n: any) { const t = { then(resolve: any) { resolve(5); } }; same(await t, 5); same(await Promise.resolve(t), 5); same((await Promise.all([t, 1])).join(), '5,1'); async function f() { return t; } same(await f(), 5); }`,
  },
  {
    what: 'a thenable that rejects is caught',
    text: `export async function main(n: any) { const t: any = { then(resolve: any, reject: any) { reject('no'); } }; let seen; try { await t; } catch (e) { seen = e; } same(seen, 'no'); let other; try { await ({ get then(): any { throw 'get'; } } as any); } catch (e) { other = e; } same(other, 'get'); }`,
  },
  {
    what: 'a class with then is unwrapped on return',
    text: `class Q { where(): this { return this; } then(ok: any) { ok([1, 2]); } } export async function find() { return new Q().where(); } export async function main(n: any) { const rows: any = await find(); same(rows.length, 2); same(rows.where, undefined); }`,
    calls: ['main(1)', 'find()'],
  },
  {
    what: 'a then that is no function is a value',
    text: `export async function main(n: any) { const t = { then: 3 }; same(await t, t); same((await t).then, 3); }`,
  },
  {
    what: 'species of map and filter',
    text: `class A extends Array<any> { static get [Symbol.species](): any { return Array; } only() { return 1; } } const a = A.from([1, 2]); same(a instanceof A, true); same(a.map((x) => x) instanceof A, false); class B extends Array<any> { only() { return 1; } } const b: any = B.from([1, 2]); same(b.map((x: any) => x).only(), 1); same(b.filter(Boolean).only(), 1); same(b.slice().only(), 1); same(b.concat([3]).only(), 1); same(b.splice(0, 1).only(), 1); same(b.flat().only(), 1); same(b.flatMap((x: any) => x).only(), 1);`,
  },
  {
    what: 'species that is a class of its own',
    text: `class A extends Array<any> { static get [Symbol.species](): any { return function () { return { length: 0 }; }; } } const a: any = A.from([1, 2]); const r = a.map((x: any) => x * 2); same(Array.isArray(r), false); same(r[1], 4); same(r.length, 0);`,
  },
  {
    what: 'constructor of an array replaced',
    text: `const a: any = [1, 2]; a.constructor = { [Symbol.species]: function () { return { found: true }; } }; same(a.map((x: any) => x).found, true); const b: any = [1]; b.constructor = undefined; same(b.map((x: any) => x).length, 1); const c: any = [1]; c.constructor = { [Symbol.species]: null }; same(c.filter(() => true).length, 1);`,
  },
  {
    what: 'species of promises',
    text: `export async function main(n: any) { class P<T> extends Promise<T> { tag = 'p'; static get [Symbol.species]() { return Promise; } } const p: any = P.resolve(1); same(p.tag, 'p'); same(p.then(() => 1).tag, undefined); class Q<T> extends Promise<T> { tag = 'q'; } same((Q.resolve(1).then(() => 1) as any).tag, 'q'); }`,
  },
  {
    what: 'an overridden push is called',
    text: `class L extends Array<any> { push(...x: any[]) { return super.push(...x.map((e) => e + 1)); } } const l = new L(); l.push(1); same(l[0], 2); same(l.length, 1);`,
  },
  {
    what: 'an overridden concat, join and toString',
    text: `class L extends Array<any> { join() { return 'J'; } } const l = new L(); l.push(1, 2); same(String(l), 'J'); same(l + '', 'J'); same(\`\${l}\`, 'J'); same([l].join(), 'J'); class M extends Array<any> { toString() { return 'M'; } } same(\`\${new M()}\`, 'M'); same([new M()] + '', 'M');`,
  },
  { what: 'an array whose join is no function', text: `const a: any = [1, 2]; a.join = 3; same(String(a), '[object Array]');` },
  {
    what: 'toString and valueOf',
    text: `const o: any = { valueOf() { return 4; }, toString() { return 's'; } }; same(o + 1, 5); same(\`\${o}\`, 's'); same(o * 2, 8); same(o > 3, true); same(o == 4, true); same([o].join(), 's'); same(({ s: 1 } as any)[o], 1); same(Math.max(o, 1), 4); same(Number(o), 4); same(String(o), 's'); same(parseInt(o) !== parseInt(o), true); same('abc'.at(({ valueOf() { return 1; } }) as any), 'b');`,
  },
  {
    what: 'valueOf that gives an object falls back',
    text: `const o: any = { valueOf() { return {}; }, toString() { return '7'; } }; same(o * 1, 7); const p: any = { toString: null, valueOf() { return 3; } }; same(\`\${p}\`, '3'); same(String(p), '3');`,
  },
  {
    what: 'toJSON',
    text: `class D { constructor(public v: number) {} toJSON(key: string) { return key + this.v; } } same(JSON.stringify({ a: new D(1) }), '{"a":"a1"}'); same(JSON.stringify(new D(2)), '"2"'); same(JSON.stringify([new D(3)]), '["03"]'); same(JSON.stringify({ toJSON() { return undefined; } }), undefined); same(JSON.stringify({ a: { toJSON: 4 } }), '{"a":{"toJSON":4}}');`,
  },
  {
    what: 'toJSON of a Date and of a bigint',
    text: `class D extends Date { toJSON() { return 'd'; } } same(JSON.stringify(new D(0)), '"d"'); (BigInt.prototype as any).toJSON = function () { return 'big'; }; try { same(JSON.stringify(1n), '"big"'); } finally { delete (BigInt.prototype as any).toJSON; }`,
  },
  {
    what: 'next and return in for-of',
    text: `const log: string[] = []; const it: any = { [Symbol.iterator]() { return this; }, next() { log.push('n'); return { value: 1, done: false }; }, return() { log.push('r'); return {}; } }; for (const x of it) break; same(log.join(''), 'nr'); const [a] = it; same(log.join(''), 'nrnr'); const [b, ...c] = [1]; try { for (const x of it) throw 1; } catch {} same(log.length, 6); (() => { for (const x of it) return; })(); same(log.length, 8);`,
  },
  {
    what: 'destructuring to the end does not call return',
    text: `let r = 0; const it: any = { [Symbol.iterator]() { let i = 0; return { next() { return { value: i, done: i++ > 1 }; }, return() { r++; return {}; } }; } }; const [a, b, c] = it; same(r, 0); same(c, undefined); const [...all] = it; same(all.length, 2); same(r, 0); const [] = it; same(r, 1);`,
  },
  {
    what: 'what a loop throws is thrown on, whatever return of the iterator does',
    text: `let m = ''; const of = (iterator: any): any => ({ [Symbol.iterator]: () => iterator }); const next = () => ({ done: false, value: 1 }); try { for (const x of of({ next, return() { throw new Error('r'); } })) throw new Error('body'); } catch (e: any) { m += e.message; } try { for (const x of of({ next, return: () => 3 })) throw new Error('body'); } catch (e: any) { m += e.message; } same(m, 'bodybody'); let closed = 0; try { const [a] = of({ next() { throw new Error('n'); }, return() { closed++; return {}; } }); } catch (e: any) { m = e.message; } same(m, 'n'); same(closed, 0);`,
  },
  {
    what: 'next of an iterator is read once',
    text: `const it: any = { n: 0, next() { return { done: this.n++ > 2, value: this.n }; }, [Symbol.iterator]() { return this; } }; let sum = 0; for (const x of it) { it.next = () => { throw new Error('no'); }; sum += x; } same(sum, 6);`,
  },
  {
    what: 'finally blocks of generators, return, and what is sent',
    text: `const log: any[] = []; function* g() { try { yield 1; yield 2; } finally { log.push('f'); } } for (const x of g()) break; same(log.length, 1); function* back() { try { yield 1; } finally { return 5; } } const b = back(); b.next(); same(b.return(9 as never).value, 5); function* more() { try { yield 1; } finally { yield 2; } } const it: any = more(); it.next(); same(it.return(9).value, 2); same(it.next().value, 9); function* sent(): any { const a: any = yield 1; const c: any = yield a + 1; return a + c; } const s: any = sent(); s.next(100); same(s.next(5).value, 6); same(s.next(4).value, 9);`,
  },
  {
    what: 'a pattern ends a generator, yield* gives what was returned, and parameters come first',
    text: `function* three() { yield 1; yield 2; yield 3; } const it = three(); const [a] = it; same([...it].length, 0); function* inner() { yield 1; return 7; } let got = 0; function* outer(): any { got = yield* inner(); } same([...outer()].length, 1); same(got, 7); let made = 0; function* late(x = made++) { yield x; } late(); same(made, 1); let self: any; let m = ''; function* again() { try { self.next(); } catch (e: any) { m = e.name; } yield 1; } self = again(); self.next(); same(m, 'TypeError');`,
  },
  {
    what: 'done of an iterator is converted, value is optional',
    text: `const it: any = { [Symbol.iterator]() { let i = 0; return { next() { return i++ < 2 ? {} : { done: 'yes' }; } }; } }; let count = 0; for (const x of it) { same(x, undefined); count++; } same(count, 2); same([...it].length, 2);`,
  },
  {
    what: 'return of an iterator may be missing or null',
    text: `const it: any = { [Symbol.iterator]() { return { next() { return { done: false }; }, return: null }; } }; for (const x of it) break; const [a] = it; same(a, undefined);`,
  },
  {
    what: 'yield* hands on to next, return and throw',
    text: `const log: string[] = []; const inner: any = { [Symbol.iterator]() { return this; }, next(v: any) { log.push('n' + v); return { value: 1, done: v === 'end' }; }, return(v: any) { log.push('r' + v); return { value: v, done: true }; }, throw(v: any) { log.push('t' + v); return { value: 2, done: false }; } }; function* g(): any { const r = yield* inner; return r; } const it = g(); it.next(); it.next('a'); same(it.throw('x').value, 2); same(it.return('q').value, 'q'); same(log.join(), 'nundefined,na,tx,rq');`,
  },
  {
    what: 'yield* of an array subclass',
    text: `class A extends Array<any> { *[Symbol.iterator](): any { yield 'own'; } } function* g() { yield* new A(); } same([...g()].join(), 'own');`,
  },
  {
    what: 'a getter overrides a field of the base: the field wins',
    text: `class A { x = 1; } class B extends A { get x(): any { return 2; } set x(v) {} } same((new B() as any).x, 1);`.replaceAll(
      'class B extends A',
      'class B extends (A as any)',
    ),
  },
  {
    what: 'a field hides an inherited accessor',
    text: `class A { get x(): any { return 1; } set x(v) { throw new Error(); } } class B extends (A as any) { x = 5; } same((new B() as any).x, 5);`,
  },
  {
    what: 'a constructor that assigns calls the subclass setter',
    text: `class A { constructor() { (this as any).x = 1; } } class B extends A { get x() { return 'get'; } set x(v: any) { (this as any).y = v; } } const b: any = new B(); same(b.x, 'get'); same(b.y, 1);`,
  },
  {
    what: 'the base constructor calls overridden methods before fields',
    text: `class A { v: any; constructor() { this.v = this.make(); } make(): any { return 1; } } class B extends A { k = 'k'; make(): any { return typeof this.k; } } same(new B().v, 'undefined'); same(new A().v, 1);`,
  },
  {
    what: 'Error subclasses with overridden toString, name and message',
    text: `class E extends Error { get message() { return 'own'; } get name() { return 'N'; } toString() { return 'T'; } } const e = new E('given'); same(String(e), 'T'); same(Error.prototype.toString.call(e), 'N: given'.replace('given', Object.hasOwn(e, 'message') ? 'given' : 'own'));`,
  },
  {
    what: 'hasOwnProperty of its own',
    text: `const o: any = { hasOwnProperty() { return true; }, toString() { return 'o'; }, isPrototypeOf: 1 }; same(o.hasOwnProperty('x'), true); same(o.toString(), 'o'); same(Object.hasOwn(o, 'x'), false); same(o.isPrototypeOf, 1);`,
  },
  {
    what: 'a static method that hides one of Function',
    text: `class A { static call() { return 'c'; } static bind() { return 'b'; } static apply = 5; static toString() { return 's'; } } same((A as any).call(), 'c'); same((A as any).bind(), 'b'); same(A.apply, 5); same(\`\${A}\`, 's');`,
  },
  {
    what: 'from and of of a subclass construct the subclass',
    text: `let made = 0; class A extends Array<any> { constructor(...a: any[]) { super(...a); made++; } } A.from([1]); A.of(1, 2); same(made, 2); class C { set length(v: any) { (this as any).l = v; } } const c: any = Array.from.call(C as any, [1, 2]); same(c.l, 2); same(c[1], 2); const d: any = Array.of.call(C as any, 5); same(d.l, 1);`,
  },
  {
    what: 'Promise.all calls resolve and then of the class',
    text: `export async function main(n: any) { let calls = 0; class P<T> extends Promise<T> { static resolve(v?: any): any { calls++; return super.resolve(v); } } await P.all([1, 2]); same(calls, 2); }`,
  },
  {
    what: 'RegExp exec overridden',
    text: `class R extends RegExp { exec(s: string): any { return Object.assign(['own'], { index: 0, input: s }); } } same(new R('x').test('abc'), true); same('abc'.match(new R('x'))![0], 'own'); class T extends RegExp { exec(): any { return null; } } same(new T('a').test('a'), false); same('a'.replace(new T('a'), 'b'), 'a');`,
  },
  {
    what: 'a Proxy as what a built-in reads',
    text: `const p: any = new Proxy([], { get(t, k) { return k === 'length' ? 3 : k === Symbol.iterator ? function* () { yield 1; } : 7; }, has() { return true; } }); same([...p].length, 1); same(Array.prototype.lastIndexOf.call(p, 7), 2); same('anything' in p, true); same(p.foo, 7);`,
  },
  {
    what: 'array-likes with getters',
    text: `const o: any = { get length() { return 2; }, get 0() { return 'a'; }, 1: 'b' }; same(Array.from(o).join(), 'a,b'); same(Array.prototype.join.call(o, ''), 'ab'); same(Math.max.apply(null, { length: 1, 0: 4 } as any), 4); same(Array.prototype.includes.call(o, 'b'), true);`,
  },
  {
    what: 'sort with comparators of the class',
    text: `class A extends Array<any> { sort(): this { return this; } } const a = A.from([3, 1]) as A; a.sort(); same(a[0], 3); same([...a].sort()[0], 1);`,
  },
  {
    what: 'Set methods called on a subclass with has overridden',
    text: `class S extends Set<any> { has() { return true; } delete() { return true; } get size() { return 99; } forEach() {} } const s = new S([1]); same(s.has(), true); same(s.size, 99); let c = 0; s.forEach(); same(c, 0); same(s.delete(), true); same(Set.prototype.has.call(s, 5), false);`,
  },
  {
    what: 'a subclass of Map whose constructor gives another object',
    text: `class M extends Map<any, any> { constructor() { super(); return { size: 'none' } as any; } } same((new M() as any).size, 'none'); class F { constructor() { return [1, 2] as any; } } same((new F() as any).length, 2); class G extends (F as any) { x = 1; } const g: any = new G(); same(g.length, 2); same(g.x, 1);`,
  },
  {
    what: 'async iterators',
    text: `export async function main(n: any) { const log: string[] = []; const it: any = { [Symbol.asyncIterator]() { return this; }, next() { log.push('n'); return { value: 1, done: false }; }, return() { log.push('r'); return {}; } }; for await (const x of it) break; same(log.join(''), 'nr'); let sum = 0; for await (const x of [Promise.resolve(1), 2, { then(r: any) { r(3); } }]) sum += x as number; same(sum, 6); }`,
  },
  {
    what: 'methods of a class that built-ins take as callbacks lose this',
    text: `class C { v = 1; m(x: any) { return this === undefined ? 'lost' : 'kept'; } } const c = new C(); same([1].map(c.m)[0], 'lost'); same([1].map(c.m, c)[0], 'kept'); same(Array.from([1], c.m, c)[0], 'kept'); new Map([[1, 1]]).forEach(function (this: any) { same(this, c); }, c); [1].forEach(function (this: any) { same(this, undefined); });`,
  },
  {
    what: 'callbacks change the array',
    text: `const a = [1, 2, 3]; let seen = 0; a.forEach(() => { seen++; a.length = 1; }); same(seen, 1); const b = [1, 2]; same(b.map((x) => { if (b.length < 4) b.push(9); return x; }).length, 2); const c: any[] = [1, 2, 3]; c.reduce((x, y) => { c.pop(); return x; }); same(c.length, 1 + 0 + 0 === 1 ? c.length : 0);`,
  },
  {
    what: 'the constructor of a subclass makes what slice and map give',
    text: `let k = 0; class B extends Array<any> {} class S extends B { constructor(...q: any[]) { super(...q); k++; } } const s: any = new S(); s.slice(); same(k, 2); s.map((e: any) => e); same(k, 3);`,
  },
  {
    what: 'methods of a subclass that its own callers run',
    text: `let k = 0; class S extends Set<any> { add(x: any): any { k++; return super.add(x); } } const s: any = new S(); s.add(1); same(k, 1); class D extends Date { toJSON() { k++; return 'x'; } } JSON.stringify({ d: new D() }); same(k, 2);`,
  },
  {
    what: 'Map with overridden get, set, forEach, size',
    text: `class M extends Map<any, any> { override get(k: any) { return super.get(k) ?? 'none'; } override get size() { return 99; } override has() { return true; } } const m: any = new M([[1, 2]]); same(m.get(5), 'none'); same(m.size, 99); same(m.has('x'), true); if (m.has('q') && m.get('q').length !== 4) throw new Error(); same([...m].length, 1);`,
  },
  {
    what: 'Array with overridden push, length in concat',
    text: `class L extends Array<any> { override push(...x: any[]) { return super.push(...x, 0); } override includes() { return true; } } const l = new L(); l.push(1); same(l.length, 2); same(l.map((x) => x) instanceof L, true); same(l.includes(99), true); same(l.concat([1]).length, 3); const e = L.from([1]); e.push(2); same(e.length, 3); same(L.of(1, 2).filter(Boolean).length, 2);`,
  },
  {
    what: 'Promise with an overridden then',
    text: `class P<T> extends Promise<T> { override then(a: any, b: any): any { return super.then((x: any) => a?.(x), b); } } const p = P.resolve(1); same(p instanceof P, true); return p.then((x: any) => same(x, 1)).catch(() => 1).finally(() => 2);`,
  },
  {
    what: 'Error with overridden toString and message accessor',
    text: `class E extends Error {  override toString() { return 'E!'; } override get name() { return 'N'; } } const e = new E('x'); same(String(e), 'E!'); same(e.message === 'got' || e.message === 'x', true); same(\`\${e}\`, 'E!'); try { throw e; } catch (x: any) { same(x + '', 'E!'); }`,
  },
  {
    what: 'RegExp with an overridden exec',
    text: `class R extends RegExp { override exec(s: string): any { const m: any = super.exec(s); if (m) m[0] = 'z'; return m; } } const r = new R('a', 'g'); same(r.test('a'), true); same('a'.replace(new R('a'), '[$&]'), '[z]'); same('b'.match(new R('a')), null); const never = new R('a'); never.exec = () => null; same(never.test('a'), false);`,
  },
  {
    what: 'valueOf, toString and toJSON own',
    text: `class V { constructor(public n: any) {} valueOf() { return this.n; } toString() { return 'v'; } toJSON() { return undefined; } } const v: any = new V(3); same(v + 1, 4); same(\`\${v}\`, 'v'); same(v > 2, true); same(JSON.stringify(v), undefined); same([v].join(), 'v'); same(JSON.stringify([v]), '[null]'); same(Math.max(v, 1), 3); same(v == 3, true); same(isNaN(v), false); same(({ v: 1 } as any)[v], 1);`,
  },
  {
    what: 'iterator with return and overridden next',
    text: `let closed = 0; class It { i = 0; [Symbol.iterator]() { return this; } next() { return { value: this.i++, done: this.i > 3 }; } return() { closed++; return {}; } } for (const x of new It() as any) { if (x === 1) break; } const [a] = new It() as any; same(closed, 2); same([...(new It() as any)].length, 3); same(a, 0); same(Math.max(...(new It() as any)), 2); same(new Set(new It() as any).size, 3); same(Array.from(new It() as any).length, 3); same(closed, 2);`,
  },
  {
    what: 'Function with overridden call and apply',
    text: `const f: any = (x: any) => x; f.call = () => 'c'; f.apply = () => 'a'; f.bind = () => () => 'b'; same(f.call(null, 1), 'c'); same(f.apply(null, [1]), 'a'); same(f.bind(null)(), 'b'); same(f(2), 2); same(Reflect.apply(f, null, [3]), 3); f.toString = () => 't'; same(f + '', 't');`,
  },
  {
    what: 'Date and Number with overridden conversions',
    text: `class D extends Date { override getTime() { return 5; } override valueOf() { return 6; } } const d: any = new D(0); same(d.getTime(), 5); same(d - 0, 6); same(d < 7, true); same(d.toISOString().length, 24); class N extends Number { override toString() { return 'n'; } override valueOf() { return 9; } } const k: any = new N(1); same(k * 1, 9); same(String(k), 'n'); same([k].toString(), 'n');`,
  },
  {
    what: 'Set methods through an overridden has, add and delete',
    text: `class S extends Set<any> { override add(x: any) { return super.add(String(x)); } override delete() { return false; } } const s = new S([1, '1', 2]); same(s.size, 2); same(s.has(1), false); same(s.delete('1'), false); same(s.size, 2); for (const x of s) if (typeof x !== 'string') throw new TypeError('x'); s.clear(); same(s.size, 0);`,
  },
  {
    what: 'subclass constructor returns another object',
    text: `class A { constructor() { return { z: 1 } as any; } } class B extends A { q = 2; } const b: any = new B(); same(b instanceof B, false); same(b.q, 2); same(b.z, 1); class S extends Set { constructor(x: any) { super(x); return new Set() as any; } } same(new S([1]).size, 0); function F(this: any) { this.a = 1; return [] as any; } same(new (F as any)().length, 0);`,
  },
  {
    what: 'classes that extend null, or what has no prototype',
    text: `class N extends null { constructor() { return Object.create(N.prototype) as any; } m() { return 1; } } const made: any = new N(); same(made.m(), 1); same('toString' in made, false); same(Object.getPrototypeOf(N.prototype), null); function F() { } F.prototype = null; class G extends (F as any) { } same('hasOwnProperty' in new G(), false); same(new G() instanceof G, true); const B: any = (class { }).bind(null); B.prototype = { b: 1 }; class H extends B { } same((new H() as any).b, 1);`,
  },
];
