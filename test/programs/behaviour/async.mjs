#!/usr/bin/env node
'use strict';
// Suspension: generators, async functions, interleaved activations, top-level await, module scope.
import fs, { readFileSync as read } from 'node:fs';
import { value, increment, default as fallback } from './imported/exported.mjs';
export let exported = 1; export const { pattern } = { pattern: 2 }; export default class { f = 1; }
export { exported as renamed };
console.log(value, typeof fs, typeof read, fallback.name); increment(); console.log(value);
const log = [];
async function worker(name, n) { let total = 0; for (let i = 0; i < n; i++) { total += await i; log.push(name + i); await null; } return total; }
console.log(await Promise.all([worker('a', 3), worker('b', 2)]), log.join());
function* gen(a, b = a) { const got = yield a; try { b = yield got ?? b; } finally { log.push('closed'); } return b; }
const it = gen(1); console.log(it.next(), it.next('x'), it.return(7), log.at(-1)); console.log([...gen(2)]);
async function* stream() { for (const x of [1, 2]) { yield x; await null; } }
for await (const x of stream()) console.log(x); let o = {}; for await (o.f of stream()); console.log(o);
o.f = await 3; o[await 'g'] = await 4; o.f += await 5; console.log(o);
const lazy = async (x = o.f) => { x.y ??= await 1; return x }; console.log(await lazy({}));
try { await (async () => { throw new TypeError('rejected'); })(); } catch (e) { console.log(e.message); }
class Counter { static #made = 0; #n = 0; static create() { Counter.#made++; return new Counter(); } get n() { return this.#n; } bump() { return this.#n++ + ++this.#n; } static get made() { return this.#made; } has(o) { return #n in o; } set(o) { [o.#n] = [41]; ({ a: o.#n = 1 } = { a: 42 }); return o.#n; } }
const c = Counter.create(); console.log(c.bump(), c.n, Counter.made, c.has(c), c.has({}), c.set(c));
class Base { constructor() { this.kind = new.target.name; } say() { return 'base'; } } class Derived extends Base { x = (this.y = 1, 2); constructor() { super(); super.z = 3; super.z++; } say() { return super.say() + super['say'](); } static { this.made = 1; } }
const d = new Derived(); console.log(d, d.say(), Derived.made);
console.log((await import('./imported/exported.mjs')).value, Object.keys(await import('./imported/exported.mjs')));
setTimeout(() => console.log('timeout', exported), 1); queueMicrotask(() => { exported++; }); process.nextTick(() => console.log('tick'));
console.log(import.meta.url.endsWith('async.mjs'), typeof require, this);
const closures = []; for (let i = 0; i < 3; i++) { closures.push(() => i++); } console.log(closures.map((f) => (f(), f())));
{ let x = 1; { let x = 2; x++; } x++; console.log(x); } label: for (const { a, b: [z] } of [{ a: 1, b: [2] }]) { console.log(a, z); continue label; }
let m = 0, [p, q = m++, ...r] = [m, undefined, 3, 4], { s = m, ...t } = { u: m }; [m, p] = [p, m]; console.log(m, p, q, r, s, t);
try { tdz; let tdz = 1; } catch (e) { console.log(e.message); } try { const fixed = 1; fixed = 2; } catch (e) { console.log(e.message); } try { fallback(); } catch (e) { console.log(e.message); }
