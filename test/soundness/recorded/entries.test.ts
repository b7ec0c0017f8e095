import assert from 'node:assert/strict';
import { recorded } from '../../support/recorded.js';
import { examineEntries, type EntriesHeld } from './examineEntries.js';

/** The calls of a program that is recorded, held against what is said of them from their states. */
async function examined(text: string, others: Readonly<Record<string, string>> = {}): Promise<EntriesHeld> {
  const run = await recorded({ 'a.mjs': text, ...others });
  try {
    return examineEntries(run.file, run.folder);
  } finally {
    run.dispose();
  }
}

describe('calls from observed states', function () {
  this.timeout(600_000);

  it('fail where they are said to, whatever the run has changed before', async () => {
    const held = await examined(`
import { readFileSync } from 'node:fs';
class Item {
  static rate = 1;
  static of(price) { return new Item(price); }
  #secret = 1;
  constructor(price) { this.price = price; }
  get gross() { return this.price.amount * Item.rate; }
  secret() { return this.#secret; }
  label(prefix = 'n') { return prefix + this.name.trim(); }
}
let count = 0;
let handler = (x) => x.a.b;
const add = (a, b) => a + b;
const literal = { get late() { return { value: 1 }; }, plain: 1 };
const table = new Map([['a', { n: 1 }], ['b', null]]);
const names = new Set(['x']);
function total(items) { let sum = 0; for (const item of items) sum = add(sum, item.gross); return sum; }
function nth(list, i) { return list[i].toFixed(2); }
function viaCount(list) { return list[count].n; }
function callsHandler(x) { return handler(x); }
function readsGetter() { return literal.late.value + literal.missing.value; }
function readsStatic() { if (Item.rate === 2) throw new Error('two'); return Item.rate; }
function lookUp(key) { return table.get(key).n; }
function early() { return later.n; }
function known(name) { if (!names.has(name)) throw new RangeError(name); return name; }
function counter(start) { let n = start; return () => { n--; if (n < 0) throw new Error('below'); return n; }; }
function random() { return Math.random() < 2 ? null.x : 1; }
function reads() { return readFileSync('nothing.txt', 'utf8'); }
function recurse(n) { return n === 0 ? [].at(0).x : recurse(n - 1); }
function many(...all) { return all[2].length; }
function given() { return arguments[1].length; }
async function later2(x) { return x.y.z; }
function spread({ a, ...rest }) { return rest.b.c + a; }
function caught(x) { try { return x.y.z; } catch { return 0; } }
const attempt = (f, ...args) => { try { return f(...args); } catch { return 'failed'; } };
attempt(early);
const later = { n: 1 };
const parsed = JSON.parse('[{"amount":3},null]');
attempt(total, parsed.map((amount) => new Item(amount)));
attempt(total, [Item.of(parsed[0])]);
attempt(nth, [1, , 3], 1); attempt(nth, [1, 2], 1);
attempt(viaCount, [{ n: 1 }]); count = 3; attempt(viaCount, [{ n: 1 }]);
attempt(callsHandler, {}); handler = () => 1; attempt(callsHandler, {});
attempt(readsGetter); attempt(readsStatic); Item.rate = 2; attempt(readsStatic);
attempt(lookUp, 'a'); attempt(lookUp, 'b'); table.set('b', { n: 2 }); attempt(lookUp, 'b'); attempt(lookUp, 'c');
attempt(early); attempt(known, 'x'); attempt(known, 'y'); names.delete('x'); attempt(known, 'x');
const next = counter(1); attempt(next); attempt(next);
attempt(random); attempt(reads); attempt(recurse, 3); attempt(many, 1, 2); attempt(given, 1); attempt(given, 1, 'x');
await later2({}).catch(() => 0); await later2({ y: { z: 1 } });
attempt(spread, { a: 1 }); attempt(spread, { a: 1, b: { c: 1 } }); attempt(caught, {});
const taken = ({ code }) => code.length;
const defaulted = (n = count++) => { if (n !== count - 1) throw new Error('n'); return n; };
function passed({ code }, n = count++) { if (n === 99 || count > 90) throw new Error('n'); return code; }
attempt(taken, { code: 'x' }); attempt(taken, {}); attempt(defaulted); attempt(defaulted, 1);
count = 90; attempt(passed, { code: 1 }); attempt(passed, { code: 1 }, 99); count = 3;
const item = new Item(1); attempt(() => item.secret()); attempt(() => item.label()); item.name = ' a'; attempt(() => item.label());
`);
    assert.deepEqual(held.wrong, []);
    assert.ok(held.fail >= 16, `${held.fail} calls are said to fail`);
    assert.ok(held.return >= 12, `${held.return} calls are said to return`);
  });

  it('go on in superclasses and in what is imported', async () => {
    const held = await examined(
      `
import Tax, { Basket, format as shown, rate, raise, state } from './money.mjs';
class Gift extends Basket {
  add(price) { return super.add(price); }
  first() { return super.first().amount + state.count; }
  static of(price) { return new Gift().add(price); }
}
class Shape { constructor(size) { this.size = size; this.begin(); } begin() { return this.size.x.y; } }
class Round extends Shape { begin() { return 1; } }
class Square extends Shape { begin() { return this.corner.x; } }
function widest() { return new Round({}).begin() + new Square({ x: {} }).size.x.y; }
let wrapped = null;
function show(price) { return '[' + shown(price) + ']' + rate; }
function first(gift) { return gift.first(); }
function taxed(price) { return new Tax(price).total(); }
function counted() { if (raise() > 1) throw new Error('count'); return 1; }
function wrap(gift) { wrapped = gift; return wrapped.lines[0].currency.code; }
const attempt = (f, ...args) => { try { return f(...args); } catch { return 'failed'; } };
const made = (Class, size) => new Class(size);
attempt(made, Shape, { x: {} }); attempt(made, Shape, {}); attempt(made, Round, {}); attempt(made, Square, { x: {} }); attempt(widest);
attempt(show, { amount: 1, currency: { code: 'EUR' } }); attempt(show, { amount: 2 });
attempt(first, new Gift()); attempt(first, Gift.of({ amount: 3 }));
attempt(taxed, { amount: 1 }); attempt(taxed, null);
attempt(counted); attempt(counted); state.count = 2; attempt(first, Gift.of({ amount: 3 }));
attempt(wrap, Gift.of({ currency: { code: 'E' } })); attempt(wrap, Gift.of({}));
`,
      {
        'money.mjs': `
export const rate = 1.19;
export const state = { count: 0 };
let raised = 0;
export function raise() { return ++raised; }
const both = (price) => price.amount.toFixed(2) + price.currency.code;
export function format(price) { return both(price); }
export class Basket {
  lines = [];
  add(price) { this.lines.push(price); return this; }
  first() { return this.lines.at(0); }
}
export default class { constructor(price) { this.price = price; } total() { return this.price.amount * rate; } }
`,
      },
    );
    assert.deepEqual(held.wrong, []);
    assert.ok(held.fail >= 11, `${held.fail} calls are said to fail`);
    assert.ok(held.return >= 12, `${held.return} calls are said to return`);
  });

  it('are left open where objects are not what they look like', async () => {
    const frozen = await examined(`
'use strict';
const settings = Object.freeze({ on: false });
function set(o) { try { o.on = true; } catch { } if (!o.on) return 1; throw new Error('on'); }
set(settings);
`);
    assert.deepEqual(frozen.wrong, []);
    const patched = await examined(`
class Shape { area() { return this.sides.length; } }
function area(shape) { return shape.area() + shape.extra(); }
const shape = new Shape();
Shape.prototype.extra = function () { return 1; };
Shape.prototype.area = function () { return 2; };
area(shape);
`);
    assert.deepEqual(patched.wrong, []);
    const replaced = await examined(
      `
import './patch.mjs';
function first(list) { return list.at(0).name.trim().length; }
try { first([{ name: ' x ' }]); } catch { }
try { first([]); } catch { }
`,
      { 'patch.mjs': "Array.prototype.at = function (i) { return this[i] ?? { name: '' }; };\nString.prototype.trim = () => undefined;\n" },
    );
    assert.deepEqual(replaced.wrong, []);
  });
});
