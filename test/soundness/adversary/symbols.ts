import type { AdversaryProgram } from './subject.js';

/** Well-known symbols (ECMA-262 6.1.5.1) on plain objects, classes, arrays: where operators and built-ins consult them. */
export const symbols: readonly AdversaryProgram[] = [
  {
    what: 'isConcatSpreadable spreads an array-like',
    text: `const o: any = { length: 2, 0: 'a', 1: 'b', [Symbol.isConcatSpreadable]: true }; same([1].concat(o).length, 3); same([].concat(o)[1], 'b'); same(([] as any[]).concat(o, o).length, 4);`,
  },
  {
    what: 'isConcatSpreadable keeps an array whole',
    text: `const a: any = [1, 2]; a[Symbol.isConcatSpreadable] = false; same([0].concat(a).length, 2); same(([0] as any[]).concat(a)[1], a); class K extends Array<any> { get [Symbol.isConcatSpreadable]() { return false; } } same(([] as any[]).concat(new K(1, 2, 3)).length, 1);`,
  },
  {
    what: 'isConcatSpreadable of the receiver',
    text: `const a: any = [1, 2]; a[Symbol.isConcatSpreadable] = false; const r = a.concat([3]); same(r.length, 2); same(r[0], a);`,
  },
  {
    what: 'isConcatSpreadable inherited from Array.prototype',
    text: `(Array.prototype as any)[Symbol.isConcatSpreadable] = false; try { same([1].concat([2] as any).length, 2); same(typeof ([1] as any[]).concat([2])[1], 'object'); } finally { delete (Array.prototype as any)[Symbol.isConcatSpreadable]; }`,
  },
  {
    what: 'toPrimitive decides conversions',
    text: `const o: any = { [Symbol.toPrimitive](hint: string) { return hint === 'number' ? 1 : hint; } }; same(+o, 1); same(\`\${o}\`, 'string'); same(o + '', 'default'); same(o * 5, 5); same(o == 'default', true); same(String(o), 'string'); same(Number(o), 1); same(({ string: 9 } as any)[o], 9); same(o > 0, true); same(new Date(o).getTime() !== new Date(o).getTime(), true); same([o].join(), 'string');`,
  },
  {
    what: 'toPrimitive null or undefined falls back',
    text: `const o: any = { [Symbol.toPrimitive]: undefined, valueOf() { return 3; } }; same(o * 2, 6); const p: any = { [Symbol.toPrimitive]: null, toString() { return 'p'; } }; same(\`\${p}\`, 'p');`,
  },
  {
    what: 'toPrimitive in a class, inherited',
    text: `class Money { constructor(readonly cents: number) {} [Symbol.toPrimitive](hint: string) { return hint === 'string' ? '$' + this.cents : this.cents; } } class Euro extends Money {} same(new Euro(5) as any - 1, 4); same(\`\${new Euro(5)}\`, '$5'); same((new Euro(5) as any) < (new Money(6) as any), true);`,
  },
  {
    what: 'toPrimitive of a Date',
    text: `class D extends Date { [Symbol.toPrimitive](hint: string): any { return hint; } } const d: any = new D(0); same(d + '', 'default'); same(+(new Date(5)), 5); const e: any = new Date(0); Object.defineProperty(e, Symbol.toPrimitive, { value: () => 7 }); same(e - 1, 6); same(\`\${e}\`, '7');`,
  },
  {
    what: 'a symbol or bigint out of toPrimitive',
    text: `const s = Symbol('s'); const o: any = { [Symbol.toPrimitive]() { return s; } }; const t: any = { [s]: 3 }; same(t[o], 3); same(o == s, true); const b: any = { [Symbol.toPrimitive]() { return 2n; } }; same(b + 1n, 3n); same(b * 2n, 4n);`,
  },
  {
    what: 'hasInstance on a plain object',
    text: `const Even: any = { [Symbol.hasInstance](n: any) { return n % 2 === 0; } }; same((2 as any) instanceof Even, true); same((1 as any) instanceof Even, false);`,
  },
  {
    what: 'hasInstance of a class',
    text: `class A { static [Symbol.hasInstance](x: any) { return 'a' in Object(x); } } same(({ a: 1 } as any) instanceof A, true); same(new A() instanceof A, false); class B extends A {} same(new B() instanceof B, false); function F() {} Object.defineProperty(F, Symbol.hasInstance, { value: () => true }); same((1 as any) instanceof (F as any), true);`,
  },
  {
    what: 'hasInstance gives something truthy',
    text: `const T: any = { [Symbol.hasInstance]() { return 'yes'; } }; same((null as any) instanceof T, true); const N: any = { [Symbol.hasInstance]() {} }; same(({} as any) instanceof N, false); class U { static [Symbol.hasInstance] = undefined; } same(new (U as any)() instanceof (U as any), true);`,
  },
  {
    what: 'a prototype replaced changes instanceof',
    text: `function F(this: any) {} const f = new (F as any)(); same(f instanceof (F as any), true); F.prototype = {}; same(f instanceof (F as any), false); const o = Object.create(F.prototype); same(o instanceof (F as any), true); class C {} same(Object.setPrototypeOf(new C(), null) instanceof C, false); same(Object.create(C.prototype) instanceof C, true); const bound: any = C.bind(null); same(new C() instanceof bound, true);`,
  },
  {
    what: 'toStringTag',
    text: `const o: any = { [Symbol.toStringTag]: 'Own' }; same(String(o), '[object Own]'); same(Object.prototype.toString.call(o), '[object Own]'); class C { get [Symbol.toStringTag]() { return 'C'; } } same(\`\${new C()}\`, '[object C]'); const a: any = [1]; a[Symbol.toStringTag] = 'A'; same(Object.prototype.toString.call(a), '[object A]'); same(Object.prototype.toString.call(new Map()), '[object Map]'); same(Object.prototype.toString.call(function* () {}), '[object GeneratorFunction]'); const m: any = new Map(); Object.defineProperty(m, Symbol.toStringTag, { value: 3 }); same(String(m), '[object Object]');`,
  },
  {
    what: 'toStringTag of built-ins',
    text: `same(Object.prototype.toString.call(null), '[object Null]'); same(Object.prototype.toString.call(Promise.resolve()), '[object Promise]'); same(Math.toString(), '[object Math]'); same(String(JSON), '[object JSON]'); same(Object.prototype.toString.call(Symbol()), '[object Symbol]'); same(Object.prototype.toString.call(1n), '[object BigInt]'); same(Object.prototype.toString.call(new Error()), '[object Error]'); same(Object.prototype.toString.call([]), '[object Array]'); same((new Uint8Array() as any)[Symbol.toStringTag], 'Uint8Array');`,
  },
  {
    what: 'unscopables hide names from with',
    file: 'program.cjs',
    text: `exports.main = function main(n) { const x = 1; const o = { x: 2, y: 3, [Symbol.unscopables]: { x: true } }; with (o) { same(x, 1); same(y, 3); } const keys = 'outer'; with ([]) { same(keys, 'outer'); } };`,
  },
  {
    what: 'with reads and writes the object',
    file: 'program.cjs',
    text: `exports.main = function main(n) { let x = 1; const o = { x: 2, f() { return this.x; } }; with (o) { x = 5; same(f(), 5); var z = 4; } same(x, 1); same(o.x, 5); same(z, 4); };`,
  },
  {
    what: 'iterator on a plain object',
    text: `const o: any = { *[Symbol.iterator]() { yield 1; yield 2; } }; same([...o].length, 2); same(Math.max(...o), 2); const [a, b, c] = o; same(b, 2); same(c, undefined); same(new Set(o).size, 2); same(Array.from(o)[1], 2);`,
  },
  {
    what: 'iterator put on a prototype',
    text: `(Number.prototype as any)[Symbol.iterator] = function* (this: number) { for (let i = 0; i < this; i++) yield i; }; try { same([...(3 as any)].length, 3); const [a] = 2 as any; same(a, 0); let count = 0; for (const x of 4 as any) count++; same(count, 4); } finally { delete (Number.prototype as any)[Symbol.iterator]; }`,
  },
  {
    what: 'an iterator by a computed name',
    text: `const key: any = Symbol.iterator; const o: any = {}; o[key] = function () { return [7][key](); }; same([...o][0], 7); class C { [key]() { return [8][key](); } } same([...(new C() as any)][0], 8);`,
  },
  {
    what: 'iterator deleted or undefined',
    text: `const a: any = [1, 2]; a[Symbol.iterator] = undefined; same(Array.from(a).length, 2); let thrown = false; try { [...a]; } catch { thrown = true; } same(thrown, true);`,
  },
  {
    what: 'asyncIterator before iterator',
    text: `export async function main(n: any) { const o: any = { async *[Symbol.asyncIterator]() { yield 'async'; }, *[Symbol.iterator]() { yield 'sync'; } }; for await (const x of o) same(x, 'async'); for (const x of o) same(x, 'sync'); const p: any = { [Symbol.asyncIterator]: null, *[Symbol.iterator]() { yield 'sync'; } }; for await (const x of p) same(x, 'sync'); }`,
  },
  {
    what: 'match, replace, search and split on plain objects',
    text: `const m: any = { [Symbol.match]() { return 'm'; }, [Symbol.replace](s: string, r: string) { return s + r; }, [Symbol.search]() { return 42; }, [Symbol.split]() { return ['x', 'y', 'z']; }, [Symbol.matchAll]() { return [1]; } }; m.flags = 'g'; same('abc'.match(m) as any, 'm'); same('abc'.replace(m, '!'), 'abc!'); same('abc'.search(m), 42); same('abc'.split(m).length, 3); same([...('abc'.matchAll(m) as any)].length, 1);`,
  },
  {
    what: 'match false lets startsWith take a regular expression',
    text: `const r: any = /a/; r[Symbol.match] = false; same('/a/'.startsWith(r), true); same('x/a/'.includes(r), true); same('x/a/'.endsWith(r), true); let thrown = 0; try { 'a'.includes(/a/ as any); } catch { thrown++; } const o: any = { [Symbol.match]: true, toString() { return 'a'; } }; try { 'a'.includes(o); } catch { thrown++; } same(thrown, 2);`,
  },
  {
    what: 'species of typed arrays, array buffers, promises',
    text: `class T extends Uint8Array { static get [Symbol.species]() { return Uint16Array as any; } } same((new T([1, 2]).map((x) => x) as any) instanceof Uint16Array, true); same((new T([1]).slice() as any).BYTES_PER_ELEMENT, 2); same((Array as any)[Symbol.species], Array); same((Map as any)[Symbol.species], Map); same((RegExp as any)[Symbol.species], RegExp);`,
  },
  {
    what: 'symbols as keys are left out where strings are meant',
    text: `const s = Symbol('s'); const o: any = { [s]: 1, a: 2 }; same(Object.keys(o).length, 1); let count = 0; for (const k in o) count++; same(count, 1); same(JSON.stringify(o), '{"a":2}'); same({ ...o }[s], 1); same(Object.assign({}, o)[s], 1); same(Object.getOwnPropertySymbols(o).length, 1); same(Reflect.ownKeys(o).length, 2); same(s in o, true); same(Object.entries(o).length, 1); const { a, ...rest } = o; same(rest[s], 1); same(Object.hasOwn(o, s), true);`,
  },
  {
    what: 'Symbol.for, description, toString',
    text: `same(Symbol.for('k'), Symbol.for('k')); same(Symbol('k').description, 'k'); same(String(Symbol('k')), 'Symbol(k)'); same(Symbol.keyFor(Symbol.for('k')), 'k'); same(typeof Object(Symbol()), 'object'); same(Symbol().description, undefined); same(Object(Symbol.iterator) == (Symbol.iterator as any), true); same(!Symbol(), false); same([Symbol('a')].length, 1); same(Symbol.iterator.toString(), 'Symbol(Symbol.iterator)');`,
  },
  {
    what: 'names of functions keyed by symbols',
    text: `const s = Symbol('desc'); const o: any = { [s]() {}, [Symbol.iterator]: () => 1, get [s + '' ? 'x' : 'y']() { return 1; } }; same(o[s].name, '[desc]'); same(o[Symbol.iterator].name, '[Symbol.iterator]');`.replace(
      ", get [s + '' ? 'x' : 'y']() { return 1; }",
      '',
    ),
  },
  {
    what: 'a symbol-keyed method by another name',
    text: `const key = Symbol.toPrimitive; class C {} (C.prototype as any)[key] = () => 3; same((new C() as any) + 1, 4); const o: any = Object.create({ [key]: () => 4 }); same(o * 2, 8); Reflect.set(o, key, () => 5); same(o * 2, 8 + 2); Object.assign(o, { [key]: () => 6 }); same(o * 2, 12); Object.defineProperty(o, key, { value: () => 7 }); same(o * 2, 14);`,
  },
  {
    what: 'toPrimitive set by unknown code',
    text: `export function main(o: any, set: any) { set(o); return o + 1; }\nexport function plain(f: any) { const o: any = { a: 1 }; f(o); same(o - 1, 1); same(o instanceof Object, true); }`,
    calls: ['same(main({}, (o) => { o[Symbol.toPrimitive] = () => 1; }), 2)', 'plain((o) => { o.valueOf = () => 2; })'],
  },
  {
    what: 'instanceof of an unknown right side',
    text: `export function main(x: any, C: any) { if (x instanceof C) return x; throw new Error(); }`,
    calls: ['main(null, { [Symbol.hasInstance]: () => true })', 'main(5, { [Symbol.hasInstance]: () => true })'],
  },
  {
    what: 'for-of and spread of what is unknown',
    text: `export function main(x: any) { let c = 0; for (const e of x) c++; const [a] = x; same([...x].length, c); }`,
    calls: [`main('ab')`, `main(new Map())`, `main({ *[Symbol.iterator]() {} })`, 'main((function* () {})())'],
  },
  {
    what: 'a string object and iterators of strings',
    text: `const s: any = new String('ab'); same([...s].length, 2); s[Symbol.iterator] = function* () { yield 'own'; }; same([...s][0], 'own'); same([...'😀'].length, 1); const [h, t] = 'x'; same(t, undefined);`,
  },
  {
    what: 'Array.from with an iterator or a mapping',
    text: `same(Array.from({ length: 2, [Symbol.iterator]: undefined } as any).length, 2); same(Array.from({ length: 2, *[Symbol.iterator]() { yield 1; } } as any).length, 1); same(Array.from(new Map([[1, 2]]) as any, (e: any) => e[1])[0], 2); same(Array.from(5 as any).length, 0); same(Array.from({} as any).length, 0); same(Array.from('ab', (c, i) => c + i)[1], 'b1');`,
  },
  {
    what: 'hasInstance through a getter that throws nothing',
    text: `let asked = 0; const C: any = { get [Symbol.hasInstance]() { asked++; return (x: any) => typeof x === 'string'; } }; same(('s' as any) instanceof C, true); same(asked, 1);`,
  },
  {
    what: 'toPrimitive decides by hint',
    text: `const o: any = { [Symbol.toPrimitive](hint: string) { return hint === 'number' ? 1 : hint === 'string' ? 's' : 'd'; } }; same(+o, 1); same(\`\${o}\`, 's'); same(o + '', 'd'); same(o == 'd', true); same(o * 2, 2); same(({ s: 3 } as any)[o], 3); same(o < 2, true); same(new Date(o) instanceof Date, true); same([o].join(), 's'); same(Math.abs(o), 1);`,
  },
  {
    what: 'toPrimitive null or undefined falls back',
    text: `const o: any = { [Symbol.toPrimitive]: undefined, valueOf: () => 4 }; same(o + 1, 5); const p: any = { [Symbol.toPrimitive]: null, toString: () => 'p' }; same(\`\${p}\`, 'p'); const d: any = Object.assign(Object.create(null), { [Symbol.toPrimitive]: () => 2 }); same(d - 1, 1); const q: any = { valueOf: () => ({}), toString: () => '7' }; same(q * 1, 7);`,
  },
  {
    what: 'hasInstance on objects and functions',
    text: `class Even { static [Symbol.hasInstance](x: any) { return x % 2 === 0; } } same((2 as any) instanceof Even, true); same((3 as any) instanceof Even, false); const o: any = { [Symbol.hasInstance]: () => 'yes' }; same((1 as any) instanceof o, true); same((null as any) instanceof o, true); function f(x: any) { if (!(x instanceof Even)) throw new TypeError('odd'); return x; } f(4);`,
  },
  {
    what: 'isConcatSpreadable on lists, arrays and proxies',
    text: `const l: any = { length: 2, 0: 'a', 1: 'b', [Symbol.isConcatSpreadable]: true }; same([1].concat(l).length, 3); const a: any = [1, 2]; a[Symbol.isConcatSpreadable] = false; same([].concat(a).length, 1); same(a.concat(1).length, 2); same([].concat(new Proxy([1, 2], {}) as any).length, 2); const e: any = { [Symbol.isConcatSpreadable]: 1 }; same([0].concat(e).length, 1);`,
  },
  {
    what: 'species of arrays, null and other',
    text: `class A extends Array<any> { static get [Symbol.species]() { return Array; } } same(new A(1, 2).map((x) => x) instanceof A, false); class B extends Array<any> { static get [Symbol.species]() { return undefined as any; } } same(new B(1, 2).filter(() => true) instanceof B, false); const c: any = [1, 2]; c.constructor = { [Symbol.species]: function (this: any) { this.length = 0; this.mine = true; } }; same(c.map((x: any) => x).mine, true); const d: any = [1]; d.constructor = undefined; same(d.slice().length, 1);`,
  },
  {
    what: 'toStringTag, description and registry',
    text: `class T { get [Symbol.toStringTag]() { return 'T'; } } same(String(new T()), '[object T]'); same(Object.prototype.toString.call(null), '[object Null]'); const o: any = { [Symbol.toStringTag]: 5 }; same(o + '', '[object Object]'); same(Symbol('a').toString(), 'Symbol(a)'); same(Symbol.for('a') === Symbol.for('a'), true); same(Symbol.keyFor(Symbol('x')), undefined); same(Symbol().description, undefined); same(Object(Symbol.iterator) == Symbol.iterator, true); same(typeof Object(Symbol()), 'object');`,
  },
  {
    what: 'iterator of strings and arrays replaced',
    text: `const a: any = [1, 2, 3]; a[Symbol.iterator] = function* () { yield 'x'; }; same([...a].length, 1); const [p, q] = a; same(p, 'x'); same(q, undefined); same(Math.min(...[...a].map(() => 4)), 4); same(a.length, 3); same(Array.from(a).length, 1); same(new Set(a).size, 1); for (const x of a) if (x !== 'x') throw new Error('no'); a[Symbol.iterator] = undefined; same(Array.from(a).length, 3);`,
  },
  {
    what: 'unscopables with',
    file: 'program.cjs',
    text: `exports.main = function (n) { const o = { a: 1, b: 2, [Symbol.unscopables]: { a: true } }; let a = 5; with (o) { same(a, 5); same(b, 2); a = 6; b = 7; } same(a, 6); same(o.a, 1); same(o.b, 7); with ([1, 2]) { same(length, 2); same(typeof values, 'undefined'); } };`,
  },
  {
    what: 'asyncIterator and awaited values',
    text: `export async function main() { const o: any = { async *[Symbol.asyncIterator]() { yield 1; yield 2; } }; let sum = 0; for await (const x of o) sum += x; same(sum, 3); for await (const x of [Promise.resolve(4), 5]) sum += x; same(sum, 12); const t: any = { then(r: any) { r(8); } }; same(await t, 8); const g = o[Symbol.asyncIterator](); await g.return(); same((await g.next()).done, true); }`,
    calls: ['main()'],
  },
  {
    what: 'match, replace, search and split of plain objects',
    text: `const o: any = { [Symbol.match]: () => 'm', [Symbol.replace]: (s: string, r: string) => s + r, [Symbol.search]: () => -5, [Symbol.split]: () => 'sp' }; same('abc'.match(o) as any, 'm'); same('abc'.replace(o, 'X'), 'abcX'); same('abc'.search(o), -5); same('abc'.split(o) as any, 'sp'); const r: any = /a/; r[Symbol.match] = false; same('x/a/'.includes(r), true); same('/a/x'.startsWith(r), true); const g: any = { [Symbol.matchAll]: () => [1][Symbol.iterator](), flags: 'g' }; same([...'a'.matchAll(g)].length, 1);`,
  },
];
