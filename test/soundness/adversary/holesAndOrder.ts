import type { AdversaryProgram } from './subject.js';

/** Holes, order and equality in collections, and what callbacks do meanwhile: ECMA-262 7.2.11, 23.1, 24.1, 24.2. */
export const holesAndOrder: readonly AdversaryProgram[] = [
  {
    what: 'holes: callbacks skip them, find and keys do not',
    text: `const a: any[] = [, 1, , 3]; let seen = ''; a.forEach((x, i) => { seen += i; }); same(seen, '13'); same(a.map(() => 7).length, 4); same(0 in a.map(() => 7), false); same(a.filter(() => true).length, 2); same(a.some((x) => x === undefined), false); same(a.every((x) => x !== undefined), true); same(a.find(() => true), undefined); same(a.findIndex((x) => x === undefined), 0); same(a.findLast((x) => x === undefined), undefined); same(a.findLastIndex((x) => x === undefined), 2); same([...a.keys()].length, 4); same(a.reduce((s, x) => s + x), 4); same(a.reduceRight((s, x) => s + '' + x), '31'); same(a.indexOf(undefined), -1); same(a.includes(undefined), true); same(a.lastIndexOf(undefined), -1);`,
  },
  {
    what: 'holes: which methods keep and which fill them',
    text: `const a: any[] = [, 1, ,]; same(a.length, 3); same(0 in a.slice(), false); same(0 in [...a], true); same(0 in a.concat(), false); same(2 in a.concat([5]), false); same(0 in Array.from(a), true); same(0 in a.toSorted(), true); same(0 in a.toReversed(), true); same(0 in a.with(1, 2), true); same(0 in a.toSpliced(0, 0), true); same([[, 1]].flat().length, 1); same(a.flatMap((x) => [x]).length, 1); same([, 1].fill(0).length, 2); same(a.join('-'), '-1-'); same(Object.keys(a).length, 1); const b: any[] = [3, , 1]; b.sort(); same(b.join(), '1,3,'); same(2 in b, false); b.reverse(); same(0 in b, false); same(b.at(0), undefined); same(JSON.stringify(b), '[null,3,1]'); const [x = 'd'] = [,]; same(x, 'd');`,
  },
  {
    what: 'holes: pop, shift, unshift, splice, copyWithin move them',
    text: `const a: any[] = [1, , 3]; same(a.shift(), 1); same(0 in a, false); same(a.length, 2); a.unshift(0); same(1 in a, false); same(a.splice(1, 1).length, 1); same(a.join(), '0,3'); const b: any[] = [1, 2, , 4]; b.copyWithin(0, 2); same(0 in b, false); same(b[1], 4); same(b.length, 4); const c: any[] = [,]; same(c.pop(), undefined); same(c.length, 0); const d = new Array(3); same(d.length, 3); same(d.map(() => 1).join(), ',,'); same(Array.apply(null, d as any).map(() => 1).join(), '1,1,1'); delete a[0]; same(a.length, 2); same(a.findIndex((v) => v === 3), 1);`,
  },
  {
    what: 'a hole shows what the prototype has',
    text: `const p: any = Object.create(Array.prototype, { 1: { value: 'p' } }); const a: any = [0, , 2]; Object.setPrototypeOf(a, p); same(a[1], 'p'); same(a.join(), '0,p,2'); same(1 in a, true); same(Object.hasOwn(a, 1), false); let s = ''; for (const x of a) s += x; same(s, '0p2'); let k = 0; a.forEach(() => { k++; }); same(k, 3); same(Array.prototype.indexOf.call(a, 'p'), 1);`,
  },
  {
    what: 'sort: undefined last, holes after, the comparator is not asked about them, results are numbers',
    text: `let asked = 0; const a: any[] = [3, undefined, 1, , 2]; a.sort((x, y) => { asked += x === undefined || y === undefined ? 1 : 0; return x - y; }); same(asked, 0); same(a.length, 5); same(a[3], undefined); same(3 in a, true); same(4 in a, false); same(a.slice(0, 3).join(), '1,2,3'); same([10, 9, 1].sort().join(), '1,10,9'); same([2, 1].sort((() => '-1') as any).length, 2); same([3, 2, 1].sort(() => NaN).join(), '3,2,1'); same([true, false].sort().join(), 'false,true'); let t = 0; try { [1, 2].sort(null as any); } catch { t++; } try { [].sort(5 as any); } catch { t++; } [].sort(undefined); same(t, 2);`,
  },
  {
    what: 'sort is stable, and side effects of comparators are seen',
    text: `const a = [{ k: 1, i: 0 }, { k: 0, i: 1 }, { k: 1, i: 2 }, { k: 0, i: 3 }]; a.sort((x, y) => x.k - y.k); same(a.map((x) => x.i).join(), '1,3,0,2'); let n2 = 0; [3, 1, 2].sort((x, y) => { n2++; return x - y; }); same(n2 > 1, true); const b = [2, 1]; b.sort((x, y) => { b.length = 0; return x - y; }); same(b.join(), '1,2'); const c = [3, 2, 1]; let e = 0; try { c.sort(() => { throw 1; }); } catch { e++; } same(e, 1); same(c.length, 3); let once = 0; [5].sort(() => { once++; return 0; }); same(once, 0);`,
  },
  {
    what: 'zero and NaN: which equality each built-in uses',
    text: `same([NaN].indexOf(NaN), -1); same([NaN].includes(NaN), true); same([-0].includes(0), true); same([-0].indexOf(0), 0); const m = new Map<any, any>([[-0, 'z'], [NaN, 'n']]); same(m.get(0), 'z'); same(m.get(NaN), 'n'); same(Object.is([...m.keys()][0], 0), true); same(Object.is([...new Set([-0])][0], -0), false); same(new Set([0, -0, NaN, NaN]).size, 2); same(Object.is(-0, 0), false); same(1 / [-0][0]!, -Infinity); same(1 / Math.max(-0, 0), Infinity); same(1 / Math.min(0, -0), -Infinity); same(String(-0), '0'); same(JSON.stringify([-0, NaN, Infinity]), '[0,null,null]'); same(\`\${-0}\`, '0'); same((-0).toFixed(1), '0.0'); same(1 / Number('-0'), -Infinity); same(1 / Math.round(-0.4), -Infinity); same(1 / (-1 % 1), -Infinity); same(1 / parseInt('-0'), -Infinity); same(1 / JSON.parse('-0'), -Infinity); same(1 / (0 * -1), -Infinity); same(1 / (-0 + 0), Infinity); same(1 / (-0 - 0), -Infinity); same(1 / -0 | 0, 0);`,
    file: 'program.ts',
  },
  {
    what: 'Map and Set: deletions and insertions while they are gone through',
    text: `const s = new Set<any>([1, 2, 3]); let r = ''; for (const x of s) { r += x; if (x === 1) { s.delete(2); s.add(4); } if (x === 3) { s.delete(1); s.add(1); } } same(r, '1341'); const m = new Map<any, any>([['a', 1]]); let c = 0; m.forEach((v, k) => { if (c++ < 3) { m.delete(k); m.set(k, v); } }); same(c, 4); const it = s.values(); s.clear(); s.add(9); same(it.next().value, 9); same(it.next().done, true); s.add(10); same(it.next().done, true); same([...m.entries()].join(), 'a,1'); same(m.set('b', 2), m); same(m.delete('x'), false); same(s.add(9), s); same(m.size, 2);`,
  },
  {
    what: 'callbacks that change the array they are called for',
    text: `const a = [1, 2, 3]; const seen: any[] = []; a.forEach((x) => { seen.push(x); if (x === 1) a.pop(); if (x === 2) a.push(9, 9); }); same(seen.join(), '1,2,9'); const b = [1, 2, 3]; same(b.map((x, i) => { if (i === 0) b[1] = 7; return x; }).join(), '1,7,3'); const c = [1, 2, 3]; let s = ''; for (const x of c) { s += x; if (c.length < 6) c.push(x * 10); } same(s, '123102030'); same(c.length, 6); const d = [1, 2, 3, 4]; same(d.filter((x) => { d.shift(); return true; }).join(), '1,3'); same([1, 2, 3].reduce((p, x, i, arr) => { arr.length = 1; return p + x; }), 3); let t = 0; try { ([] as any[]).reduce((p) => p); } catch { t++; } try { [, ,].reduce((p) => p); } catch { t++; } same(t, 2);`,
  },
  {
    what: 'length of arrays: writes, conversions, limits',
    text: `const a: any = [1, 2, 3]; a.length = '2'; same(a.length, 2); a.length = { valueOf: () => 1 }; same(a.join(), '1'); let e = 0; for (const bad of [-1, 1.5, 'x', NaN, 2 ** 32]) try { a.length = bad; } catch (x) { e += +(x instanceof RangeError); } same(e, 5); a[4294967294] = 1; same(a.length, 4294967295); e = 0; try { a.push(1); } catch { e = 1; } same(e, 1); a[4294967295] = 2; same(a.length, 4294967295); a.length = 0; same(a[4294967295], 2); a['01'] = 1; same(a.length, 0); a['1'] = 1; same(a.length, 2); a[-1] = 5; same(a.length, 2); same(a.at(-1), 1); a[1.5] = 1; same(a.length, 2); same(Object.keys(a).length, 5); const o: any = { length: -5 }; same(Array.prototype.push.call(o, 'x'), 1); same(o[0], 'x'); same(Array.from({ length: 2.9 } as any).length, 2); same(Array.prototype.slice.call({ length: '2', 0: 'a', 5: 'b' } as any).length, 2);`,
  },
  {
    what: 'defineProperty and delete on arrays, functions and globals',
    text: `const a: any = [1, 2, 3]; Object.defineProperty(a, 1, { get: () => 'g' }); same(a.join(), '1,g,3'); Object.defineProperty(a, 5, { value: 6, enumerable: true }); same(a.length, 6); same(a.indexOf(6), 5); let e = 0; try { delete a[1]; } catch { e++; } try { a.length = 0; } catch { e++; } same(e, 1); same(a.length, 6); function f() { } Object.defineProperty(f, 'name', { value: 'z' }); same(f.name, 'z'); same(delete (f as any).name, true); same(f.name, ''); Object.defineProperty(f, 'length', { value: 9 }); same(f.length, 9); (globalThis as any).ggg = 1; same(delete (globalThis as any).ggg, true); same('ggg' in globalThis, false); const o: any = { get x() { return 1; } }; Object.defineProperty(o, 'x', { value: 2 }); same(o.x, 2); same(Object.getOwnPropertyDescriptor(o, 'x')!.writable, false); e = 0; try { o.x = 3; } catch { e++; } same(e, 1);`,
  },
  {
    what: 'getters on prototypes and where writes go',
    text: `let calls = 0; const proto = { get v() { calls++; return (this as any).w ?? 'none'; }, set s(x: any) { (this as any)._s = x; }, plain: 1, list: [] as any[] }; const o: any = Object.create(proto); same(o.v, 'none'); o.w = 5; same(o.v, 5); same(calls, 2); o.s = 3; same(Object.hasOwn(o, 's'), false); same(o._s, 3); o.plain++; same(proto.plain, 1); same(o.plain, 2); o.list.push(1); same(proto.list.length, 1); o.list = []; same(proto.list.length, 1); delete o.plain; same(o.plain, 1); const { v, ...rest } = o; same(v, 5); same(Object.keys(rest).join(), 'w,_s,list'); Object.setPrototypeOf(o, null); same(o.v, undefined); same({ ...Object.create({ z: 1 }) }.z, undefined);`,
  },
  {
    what: 'getters and defaults in patterns: order and count',
    text: `let log = ''; const src = { get a() { log += 'a'; return undefined; }, get b() { log += 'b'; return null; }, get c() { log += 'c'; return 0; } }; const { a = (log += 'A', 1), b = (log += 'B', 2) as any, c = (log += 'C', 3) } = src; same(log, 'aAbc'); same(a, 1); same(b, null); same(c, 0); log = ''; const t: any = { set x(v: any) { log += 'x' + v; } }; ({ c: t.x, a: t.x = (log += 'd', 9) } = src); same(log, 'cx0adx9'); const { [(log = 'k', 'q')]: q = log, ...r } = { q: undefined, z: 1 } as any; same(q, 'k'); same(Object.keys(r).join(), 'z'); const [x, [y] = [4], ...[z, { length }]] = [1, undefined, 3, 'abc'] as any; same(x + y + z + length, 11); const { length: len, 0: first, [2]: third = 't' } = 'ab' as any; same(len + first + third, '2at'); let e = 0; try { const { } = null as any; } catch { e++; } try { const [] = {} as any; } catch { e++; } const { } = 5 as any; same(e, 2); const f = ({ p = 1, q = p } = {} as any, [g = q] = []) => p + q + g; same(f(), 3); same(f({ p: 2 }), 6);`,
  },
  {
    what: 'property order of objects, JSON, assign and spread with symbols and integers',
    text: `const o: any = { b: 1, 2: 1, a: 1, 1: 1, [Symbol.iterator]: 0, '-1': 1, '01': 1 }; same(Object.keys(o).join(), '1,2,b,a,-1,01'); same(Reflect.ownKeys(o).length, 7); delete o.b; o.b = 2; same(Object.keys(o).join(), '1,2,a,-1,01,b'); same(JSON.stringify({ ...o, 0: 5 }), '{"0":5,"1":1,"2":1,"a":1,"-1":1,"01":1,"b":2}'); class P { z = 1; y = 2; } class Q extends P { x = 3; z = 4; } same(Object.keys(new Q()).join(), 'z,y,x'); same(JSON.stringify(new Q()), '{"z":4,"y":2,"x":3}'); let s = ''; for (const k in Object.create({ i: 1, j: 1 }, { j: { value: 1 }, k: { value: 1, enumerable: true } })) s += k; same(s, 'ki');`,
  },
];
