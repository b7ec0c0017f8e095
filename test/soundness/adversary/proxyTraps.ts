import type { AdversaryProgram } from './subject.js';

/** Which internal method each form calls, through proxies, and what `Reflect` answers: ECMA-262 10.5, 28.1. */
export const proxyTraps: readonly AdversaryProgram[] = [
  {
    what: 'each form calls its trap',
    text: `let log = ''; const names = ['get', 'set', 'has', 'deleteProperty', 'ownKeys', 'getOwnPropertyDescriptor', 'defineProperty', 'getPrototypeOf', 'setPrototypeOf', 'isExtensible', 'preventExtensions']; const handler: any = {}; for (const name of names) handler[name] = (...args: any[]) => { log += name + ' '; return (Reflect as any)[name](...args); }; const p: any = new Proxy({ a: 1 }, handler); const did = (f: any, expected: any) => { log = ''; f(); same(log.trim(), expected); };
  did(() => p.a, 'get'); did(() => 'a' in p, 'has'); did(() => { p.b = 1; }, 'set getOwnPropertyDescriptor defineProperty'); did(() => delete p.b, 'deleteProperty'); did(() => Object.keys(p), 'ownKeys getOwnPropertyDescriptor'); did(() => ({ ...p }), 'ownKeys getOwnPropertyDescriptor get'); did(() => p instanceof Array, 'getPrototypeOf'); did(() => Object.hasOwn(p, 'a'), 'getOwnPropertyDescriptor'); did(() => { p.a ||= 2; }, 'get'); did(() => { p.a++; }, 'get set getOwnPropertyDescriptor defineProperty'); did(() => JSON.stringify(p), 'get ownKeys getOwnPropertyDescriptor get'); did(() => Object.isFrozen(p), 'isExtensible'); did(() => { const { a, ...r } = p; return [a, r]; }, 'get ownKeys'); did(() => Object.getPrototypeOf(p), 'getPrototypeOf');`,
  },
  {
    what: 'traps see receivers, and objects that inherit from a proxy ask it',
    text: `let seen: any[] = []; const p: any = new Proxy({} as any, { get(_t, k, r) { seen.push(r); return k === 'x' ? 5 : undefined; }, set(t, k, v, r) { seen.push(r); return Reflect.set(t, k, v, r); }, has: (_t, k) => k === 'h' }); const o: any = Object.create(p); same(o.x, 5); same(seen[0], o); o.own = 1; same(Object.hasOwn(o, 'own'), true); seen = []; same(o.own, 1); same(seen.length, 0); same('h' in o, true); same('z' in o, false); class A { m() { return 1; } } Object.setPrototypeOf(A.prototype, p); same((new A() as any).x, 5); same(new A().m(), 1);`,
  },
  {
    what: 'traps that answer falsely: refused writes, hidden keys, invented ones',
    text: `const p: any = new Proxy({ a: 1 }, { set: () => false, deleteProperty: () => false, defineProperty: () => false, has: () => false, ownKeys: () => ['x', 'a'], getOwnPropertyDescriptor: (t: any, k) => ({ value: k, enumerable: true, configurable: true }) }); let e = 0; for (const f of [() => { p.a = 2; }, () => { delete p.a; }, () => Object.defineProperty(p, 'q', { value: 1 }), () => { p.a++; }]) try { f(); } catch (x) { e += +(x instanceof TypeError); } same(e, 4); same(Reflect.set(p, 'a', 2), false); same(Reflect.deleteProperty(p, 'a'), false); same(p.a, 1); same('a' in p, false); same(Object.keys(p).join(), 'x,a'); let s = ''; for (const k in p) s += k; same(s, 'xa'); same(p.x, undefined);`,
  },
  {
    what: 'invariants that proxies must keep throw',
    text: `const t: any = Object.freeze({ a: 1 }); let e = 0; const p: any = new Proxy(t, { get: () => 2, has: () => false, ownKeys: () => [], getPrototypeOf: () => null, set: () => true, deleteProperty: () => true, getOwnPropertyDescriptor: () => undefined, isExtensible: () => true }); for (const f of [() => p.a, () => 'a' in p, () => Object.keys(p), () => Object.getPrototypeOf(p), () => { p.a = 5; }, () => { delete p.a; }, () => Object.hasOwn(p, 'a'), () => Object.isExtensible(p)]) try { f(); } catch (x) { e += +(x instanceof TypeError); } same(e, 8); same(p.b, 2);`,
  },
  {
    what: 'functions behind proxies: apply, construct, typeof, bind',
    text: `const f: any = new Proxy(function (this: any, a: any) { return a; }, { apply: (t, self, args) => [self, ...args], construct: (t, args, nt) => ({ made: args[0], nt }) }); same(f(1)[1], 1); same(f.call(5, 2)[0], 5); same(typeof f, 'function'); same(new f(3).made, 3); same(new f(3).nt, f); class A extends f { } same((new A(4) as any).made, 4); same((new A(4) as any).nt, A); same(f.bind(7)(8)[0], 7); same(Reflect.apply(f, 1, [2]).length, 2); same([3].map(f)[0][1], 3); same(f.length, 1); let e = 0; try { new (new Proxy(() => 1, {}) as any)(); } catch { e++; } try { (new Proxy({}, { apply: () => 1 }) as any)(); } catch { e++; } try { new (new Proxy(function () { }, { construct: () => 1 as any }) as any)(); } catch { e++; } same(e, 3);`,
  },
  {
    what: 'proxies of arrays: isArray, length, concat, iteration, JSON',
    text: `const t: any[] = [1, 2]; const writes: any[] = []; const p: any = new Proxy(t, { set(o, k, v, r) { writes.push(k); return Reflect.set(o, k, v, r); } }); same(Array.isArray(p), true); p.push(3); same(writes.join(), '2,length'); same(t.length, 3); same([0].concat(p).length, 4); same(JSON.stringify(p), '[1,2,3]'); same([...p].length, 3); p.length = 1; same(t.length, 1); same(Object.prototype.toString.call(p), '[object Array]'); const neg: any = new Proxy([1, 2, 3], { get: (o: any, k, r) => (typeof k === 'string' && +k < 0 ? o[o.length + +k] : Reflect.get(o, k, r)) }); same(neg[-1], 3); same(neg.at(-1), 3); const [a, b] = neg; same(a + b, 3);`,
  },
  {
    what: 'built-ins with internal slots do not see through proxies',
    text: `let e = 0; for (const [o, f] of [[new Map(), (x: any) => x.size], [new Set(), (x: any) => x.has(1)], [new Date(), (x: any) => x.getTime()], [new Uint8Array(2), (x: any) => x.fill(1)], [Promise.resolve(), (x: any) => x.then(() => 0)], [/a/, (x: any) => x.exec('a')], [new (class { #p = 1; get() { return this.#p; } })(), (x: any) => x.get()]] as any) try { f(new Proxy(o, {})); } catch (x) { e += +(x instanceof TypeError); } same(e, 7); const m: any = new Proxy(new Map([[1, 2]]), { get(t: any, k) { const v = t[k]; return typeof v === 'function' ? v.bind(t) : v; } }); same(m.get(1), 2); same(m.size, 1); same(new Proxy(new Error('x'), {}).message, 'x'); same(new Proxy([], {}).length, 0); same(Object.prototype.toString.call(new Proxy(new Date(), {})), '[object Object]');`,
  },
  {
    what: 'a revoked proxy that a caller gives refuses to say what it is',
    text: `export function list(a: any) { let refused = false; try { Array.isArray(a); } catch { refused = true; } if (!refused) throw new Error('l'); }
export function instance(a: any) { let refused = false; try { a instanceof Map; } catch { refused = true; } if (!refused) throw new Error('i'); }
const isList = (a: any) => Array.isArray(a);
export function called(a: any) { try { isList(a); } catch { return; } throw new Error('c'); }
export const revoked = () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; };`,
    calls: ['list(revoked())', 'instance(revoked())', 'called(revoked())'],
  },
  {
    what: 'revoked proxies, and proxies of proxies',
    text: `const { proxy, revoke } = Proxy.revocable({ a: 1 } as any, {}); const outer: any = new Proxy(proxy, {}); same(outer.a, 1); revoke(); revoke(); let e = 0; for (const f of [() => proxy.a, () => outer.a, () => Array.isArray(proxy), () => Object.keys(outer), () => 'x' in outer, () => { proxy.a = 1; }, () => proxy + '']) try { f(); } catch (x) { e += +(x instanceof TypeError); } same(e, 7); same(typeof proxy, 'object'); same(proxy === proxy, true); same(new Set([proxy]).has(proxy), true);`,
  },
  {
    what: 'Reflect: get and set with receivers, ownKeys, results instead of exceptions',
    text: `const o: any = { get x() { return (this as any).y; }, set x(v) { (this as any).z = v; } }; const r: any = { y: 4 }; same(Reflect.get(o, 'x', r), 4); same(Reflect.set(o, 'x', 5, r), true); same(r.z, 5); same(Reflect.set({ a: 1 }, 'a', 2, r), true); same(r.a, 2); same(Reflect.set({}, 'q', 1, 5 as any), false); same(Reflect.set(Object.freeze({ a: 1 }), 'a', 2), false); same(Reflect.defineProperty(Object.freeze({}), 'a', { value: 1 }), false); same(Reflect.has({ a: 1 }, 'a'), true); let e = 0; for (const f of [() => Reflect.get(1 as any, 'a'), () => Reflect.has(null as any, 'a'), () => Reflect.apply(1 as any, null, []), () => Reflect.apply(Math.max, null, null as any), () => Reflect.construct(Math.max as any, []), () => Reflect.ownKeys('a' as any), () => Reflect.setPrototypeOf({}, 1 as any)]) try { f(); } catch (x) { e += +(x instanceof TypeError); } same(e, 7); same(Reflect.setPrototypeOf(Object.freeze({}), {}), false); same(Reflect.ownKeys([1]).join(), '0,length'); const chain: any = Object.create({ set v(x: any) { (this as any).got = x; } }); same(Reflect.set(chain, 'v', 3), true); same(chain.got, 3);`,
  },
  {
    what: 'species and constructors of what built-ins make',
    text: `class L extends Array { static get [Symbol.species]() { return Array; } } const l = L.from([1, 2]); same(l instanceof L, true); same(l.map((x) => x) instanceof L, false); same(l.filter(() => true).constructor, Array); same(L.of(1).concat([2]) instanceof L, false); class M extends Array { constructor(n: any) { super(); (this as any).n = n; } } const m = new M(5); m.push(1, 2); same((m.slice(0, 1) as any).n, 1); same((m.map((x) => x) as any).n, 2); class P extends Promise<any> { static get [Symbol.species]() { return Promise; } } same(P.resolve(1) instanceof P, true); same(P.resolve(1).then(() => 1) instanceof P, false); same(Promise.resolve(P.resolve(1)) instanceof P, false); same(P.resolve(P.resolve(1)) instanceof P, true); const a: any = [1, 2]; a.constructor = { [Symbol.species]: function (n: any) { return { length: 0, n }; } as any }; same(a.map((x: any) => x).n, 2); same(a.map((x: any) => x)[1], 2); a.constructor = undefined; same(a.slice().length, 2); a.constructor = { [Symbol.species]: null }; same(Array.isArray(a.slice()), true); let e = 0; a.constructor = 1; try { a.slice(); } catch { e++; } a.constructor = { [Symbol.species]: 1 }; try { a.map((x: any) => x); } catch { e++; } same(e, 2);`,
  },
];
