import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkFiles, type Files } from './projects.js';

/** Programs of several files that run to their ends. */
const programs: readonly { readonly what: string; readonly files: Files }[] = [
  {
    what: 'bindings of imports are live',
    files: {
      'main.mjs': `
import { a, getA, setA } from './a.mjs';
if (a !== 1) throw new Error();
setA(5);
if (a !== 5) throw new Error('live binding');
const before = a;
await setA(7);
if (before === a) throw new Error();
if (getA() !== a) throw new Error();
`,
      'a.mjs': `
export let a = 1;
export function setA(v) { a = v; }
export const getA = () => a;
`,
    },
  },
  {
    what: 'a default export is a copy of an expression, and a live binding of a function',
    files: {
      'main.mjs': `
import counter, { increment } from './counter.mjs';
import live, { bump } from './live.mjs';
increment(); increment();
if (counter !== 0) throw new Error('export default expression is a copy');
bump();
if (live() !== 'second') throw new Error('default function binding is live');
`,
      'counter.mjs': `
let counter = 0;
export function increment() { counter++; return counter; }
export default counter;
`,
      'live.mjs': `
export default function live() { return 'first'; }
export function bump() { live = () => 'second'; }
`,
    },
  },
  {
    what: 'a namespace is sealed, has no prototype and leaves out nothing that is exported again',
    files: {
      'main.mjs': `
import * as ns from './index.mjs';
import { alias, Shape, default as again } from './index.mjs';
if (ns.alias !== alias || ns.default !== again) throw new Error();
if (Object.keys(ns).join() !== 'Shape,alias,default,value') throw new Error(Object.keys(ns).join());
if (Object.isFrozen(ns)) throw new Error('not frozen: writable');
let threw = 0;
try { ns.value = 2; } catch { threw++; }
if (threw !== 1) throw new Error();
if (Reflect.set(ns, 'value', 9)) throw new Error();
if (ns[Symbol.toStringTag] !== 'Module') throw new Error();
if (Object.getPrototypeOf(ns) !== null) throw new Error();
if (new Shape().sides !== 0) throw new Error();
if (ns.missing !== undefined) throw new Error();
if ('toString' in ns) throw new Error();
`,
      'impl.mjs': `
export let value = 1;
export class Shape { sides = 0; }
export default Shape;
`,
      'index.mjs': `
export * from './impl.mjs';
export { value as alias, default } from './impl.mjs';
`,
    },
  },
  {
    what: 'modules of CommonJS that load each other see what the other has exported so far',
    files: {
      'main.cjs': `
const a = require('./a.cjs');
if (a.done !== true || a.partial !== undefined) throw new Error();
if (require('./b.cjs').sawDone !== false) throw new Error('b saw the unfinished exports');
if (require('./a.cjs') !== a) throw new Error('cached');
`,
      'a.cjs': `
exports.done = false;
const b = require('./b.cjs');
exports.fromB = b.early;
exports.done = true;
`,
      'b.cjs': `
const a = require('./a.cjs');
exports.sawDone = a.done;
exports.early = () => a.done;
`,
    },
  },
  {
    what: 'modules that wait for each other at their top level',
    files: {
      'main.mjs': `
import { ready, value } from './a.mjs';
if (ready !== true) throw new Error();
if (value() !== 'b sees a') throw new Error(value());
`,
      'a.mjs': `
import { fromB } from './b.mjs';
export let ready = false;
await new Promise((r) => setTimeout(r, 1));
ready = true;
export function value() { return fromB; }
export function name() { return 'a'; }
`,
      'b.mjs': `
import { name, ready } from './a.mjs';
let early;
try { early = ready; } catch (e) { early = e.name; }
if (early !== 'ReferenceError') throw new Error('TDZ');
export const fromB = 'b sees ' + name();
`,
    },
  },
  {
    what: 'a variable of a circle is written before its declaration is evaluated',
    files: {
      'main.mjs': `
import { start, log } from './a.mjs';
start();
if (log.join() !== 'b-init,a-init,b-run') throw new Error(log.join());
`,
      'a.mjs': `
import { run } from './b.mjs';
export var log;
log ??= [];
log.push('a-init');
export function start() { run(); }
export function record(s) { (log ??= []).push(s); }
`,
      'b.mjs': `
import { record } from './a.mjs';
record('b-init');
export function run() { record('b-run'); }
`,
    },
  },
  {
    what: 'a default export that reads what others write',
    files: {
      'main.mjs': `
import def, { current, swap, reset as again } from './state.mjs';
if (def() !== 1 || current !== 1) throw new Error();
swap(2);
if (current !== 2) throw new Error('live');
if (def() !== 2) throw new Error('closure');
again();
if (current !== undefined) throw new Error('undefined ' + current);
const copy = current;
swap('x');
if (copy !== undefined || current.length !== 1) throw new Error();
`,
      'state.mjs': `
let value = 1;
export { value as current };
export default () => value;
export const swap = (v) => { value = v; };
export function reset() { value = undefined; }
`,
    },
  },
  {
    what: 'an export by two names is live under both',
    files: {
      'main.mjs': `
import thing from './def.mjs';
import { thing as named, change } from './def.mjs';
if (thing !== 'one') throw new Error();
change();
if (thing !== 'two' || named !== 'two') throw new Error('export { x as default } is live');
`,
      'def.mjs': `
let thing = 'one';
export { thing as default, thing };
export function change() { thing = 'two'; }
`,
    },
  },
  {
    what: 'exports are an object that others change',
    files: {
      'main.cjs': `
const { get } = require('./config.cjs');
if (get('a') !== 1) throw new Error();
const config = require('./config.cjs');
config.values.a = 2;
if (get('a') !== 2) throw new Error('shared');
config.get = () => 'patched';
if (require('./config.cjs').get('a') !== 'patched') throw new Error();
if (get('a') !== 2) throw new Error('destructured before');
if (config.viaExports('a') !== 'patched') throw new Error('looks at exports');
if (config.viaLocal('a') !== 2) throw new Error('local');
`,
      'config.cjs': `
const values = { a: 1 };
function get(k) { return values[k]; }
exports.values = values;
exports.get = get;
exports.viaExports = (k) => exports.get(k);
exports.viaLocal = (k) => get(k);
`,
    },
  },
  {
    what: 'a constant of a circle is in its dead zone, for typeof, too',
    files: {
      'main.mjs': `
import { a } from './a.mjs';
if (a.value !== 'late') throw new Error(a.value);
`,
      'a.mjs': `
import { fill } from './b.mjs';
export const a = { value: 'early' };
fill();
`,
      'b.mjs': `
import { a } from './a.mjs';
export function fill() { a.value = 'late'; }
let message = 'none';
try { a.value; } catch (e) { message = e.name; }
if (message !== 'ReferenceError') throw new Error(message);
if (typeof fill !== 'function') throw new Error();
let t = 'none';
try { typeof a; } catch (e) { t = e.name; }
if (t !== 'ReferenceError') throw new Error('typeof throws in the dead zone');
`,
    },
  },
  {
    what: 'functions of another module have the members that it gives them',
    files: {
      'main.mjs': `
import { F } from './lib.mjs';
export const first = new F([1]);
if (first.size !== 1) throw new Error('size');
import { G, A, B, H, C, D, arrow, later, table } from './lib.mjs';
{ const f = new F([1]); if (f.size !== 1) throw new Error('size'); }
{ if (F.defaults.depth !== 1) throw new Error('depth'); }
{ const f = F.make([1, 2]); if (f.size !== 2) throw new Error('size'); }
{ const g = new G([1]); if (g.twice() !== 2) throw new Error('twice'); }
{ const a = new A(2); if (a.double() !== 4) throw new Error('double'); }
{ const a = new A(2); if (a.triple() !== 6) throw new Error('triple'); }
{ if (A.count !== 5) throw new Error('count'); if (!('count' in A)) throw new Error('in'); }
{ if (!arrow.config.on) throw new Error('on'); }
{ const b = new B(); if (b.y !== 4) throw new Error('y'); }
{ if (H.name !== 'Other') throw new Error('name'); }
{ if (H.inherited.n !== 1) throw new Error('inherited'); }
{ let s = 0; for (const n of new H()) s += n; if (s !== 1) throw new Error('iterate'); }
{ if (later.retries.max !== 3) throw new Error('max'); }
{ if (table.run() !== 1) throw new Error('run'); }
{ if (C.extra.n !== 1) throw new Error('extra'); if (C.items.length !== 0) throw new Error('items'); }
{ if (D.extra.n !== 2) throw new Error('extra'); new D().m(); }
{ if (Object.keys(F).length !== 2) throw new Error('keys'); if (!F.hasOwnProperty('defaults')) throw new Error('own'); }
{ class X extends F { constructor() { super([1, 2, 3]); } } if (new X().size !== 3) throw new Error('size'); }
{ if (!(new G([1]) instanceof F)) throw new Error('instanceof'); }
{ if (typeof F.prototype.init !== 'function') throw new Error('proto'); F.prototype.init.call({}, 1); }
{ const o = Reflect.construct(F, [[1]]); if (o.size !== 1) throw new Error('size'); }
{ const bound = F.bind(null, [1]); if (new bound().size !== 1) throw new Error('size'); }
{ const { defaults: { depth } } = F; if (depth !== 1) throw new Error('depth'); }
{ function main(n) { const f = new F([n]); if (f.size !== 1) throw new Error('size'); return F.defaults.depth; } main(2); }
{ const made = Object.create(F.prototype); made.init([1]); if (made.size !== 1) throw new Error('size'); }
{ if (A.prototype.constructor !== A) throw new Error('c'); if (F.prototype.constructor === F) throw new Error('c'); }
`,
      'lib.mjs': `
export function F(a) { this.init(a); }
F.prototype = { init(a) { this.a = a; }, get size() { return this.a.length; } };
F.defaults = { depth: 1 };
F.make = (a) => new F(a);
export function G(a) { F.call(this, a); }
G.prototype = Object.create(F.prototype);
G.prototype.twice = function () { return this.size * 2; };
export class A { constructor(x) { this.x = x; } }
A.prototype.double = function () { return this.x * 2; };
Object.assign(A.prototype, { triple() { return this.x * 3; } });
A.count = 5;
export const arrow = (x) => x;
arrow.config = { on: true };
export class B extends A { constructor() { super(2); this.y = this.double(); } }
export function H() {}
Object.defineProperty(H, 'name', { value: 'Other' });
Object.setPrototypeOf(H, { inherited: { n: 1 } });
H.prototype[Symbol.iterator] = function* () { yield 1; };
export async function later() {}
later.retries = { max: 3 };
export const table = { run() { return this.extra.n; } };
table.extra = { n: 1 };
export class C { static items = []; static { C.extra = { n: 1 }; } }
export let D = class { m() { return 1; } };
D = Object.assign(D, { extra: { n: 2 } });
`,
    },
  },
  {
    what: 'a constructor of another module has the prototype that it gives it',
    files: {
      'main.mjs': `
import { Bounds } from './bounds.mjs';
export const world = { bounds: new Bounds([-180, -90], [180, 90]) };
`,
      'bounds.mjs': `
export function Bounds(a, b) {
  for (const corner of [a, b]) this.extend(corner);
}
Bounds.prototype = { extend(corner) { this.last = corner; return this; } };
`,
    },
  },
  {
    what: 'a large class has its methods',
    files: {
      'main.mjs': `
import { Observable } from './observable.mjs';
const seen = [];
const o = new Observable((s) => { s.next(1); s.next(2); s.complete(); s.next(3); return () => seen.push('cleanup'); });
o.map((x) => x * 10).filter((x) => x > 10).subscribe({ next: (x) => seen.push(x), complete: () => seen.push('done') });
if (seen.join() !== '20,done') throw new Error(seen.join());
const sub = new Observable((s) => { s.next('a'); return () => seen.push('cleanup'); }).subscribe((x) => seen.push(x));
sub(); sub();
if (seen.join() !== '20,done,a,cleanup') throw new Error(seen.join());
`,
      'observable.mjs': `
export class Observable {
  #start;
  constructor(start) { this.#start = start; }
  subscribe(observer) {
    const target = typeof observer === 'function' ? { next: observer } : observer;
    let closed = false, stop;
    const end = () => { if (closed) return; closed = true; stop?.(); };
    stop = this.#start({ next: (v) => { if (!closed) target.next?.(v); }, complete: () => { if (!closed) { end(); target.complete?.(); } } });
    return end;
  }
  map(f) { return new Observable((s) => this.subscribe({ ...s, next: (v) => s.next(f(v)) })); }
  filter(f) { return new Observable((s) => this.subscribe({ ...s, next: (v) => f(v) && s.next(v) })); }
}
`,
    },
  },
  {
    what: 'a frozen value with private names, conversions and a secret',
    files: {
      'main.mjs': `
import { Money } from './money.mjs';
const m = Money.of(5).plus(Money.of('3'));
if (m.amount !== 8) throw new Error(String(m.amount));
if (m.equals({ amount: 8 })) throw new Error('brand');
if (\`\${m}\` !== '8.00' || m > Money.of(9)) throw new Error();
if (JSON.stringify([m]) !== '["8.00"]') throw new Error();
let name;
try { Money.of('x'); } catch (e) { name = e.name; }
if (name !== 'MoneyError') throw new Error(name);
try { new Money(1); } catch (e) { name = e.message; }
if (name !== 'use Money.of') throw new Error(name);
`,
      'money.mjs': `
const token = Symbol('token');
class MoneyError extends RangeError { name = 'MoneyError'; }
export class Money {
  #amount;
  constructor(amount, t) { if (t !== token) throw new TypeError('use Money.of'); this.#amount = amount; Object.freeze(this); }
  static of(v) { const n = Number(v); if (!Number.isFinite(n)) throw new MoneyError(\`bad \${v}\`); return new Money(n, token); }
  get amount() { return this.#amount; }
  plus(o) { return new Money(this.#amount + o.#amount, token); }
  equals(o) { return #amount in o && o.#amount === this.#amount; }
  toString() { return this.#amount.toFixed(2); }
  valueOf() { return this.#amount; }
  toJSON() { return this.toString(); }
}
`,
    },
  },
];

describe('programs of several files that run to their ends: nothing is said to fail', () => {
  const parent = mkdtempSync(join(tmpdir(), 'whence-programs-'));
  after(() => rmSync(parent, { recursive: true }));

  programs.forEach(({ what, files }, index) => {
    it(what, async () => {
      const names = Object.keys(files);
      const folder = join(parent, String(index));
      mkdirSync(folder);
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      // It throws where the program does.
      await promisify(execFile)(process.execPath, [join(folder, names[0] ?? '')]);
      for (const gate of [true, false]) {
        const { result } = checkFiles(files, names, { gate });
        assert.deepEqual(result.errors, []);
        assert.deepEqual(
          result.findings.filter(({ severity }) => severity !== 'hint').map(({ file, message }) => `${file}: ${message}`),
          [],
        );
      }
    });
  });
});
