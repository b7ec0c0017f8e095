// Assignments to members in every form, and the order in which their parts are evaluated.
const log = [];
const note = (name, value) => (log.push(name), value);
const o = { f: 1, g: { f: 2 }, list: [1, 2, 3] };
note('a', o).f = note('b', 5);
note('c', o)[note('d', 'f')] = note('e', 6);
note('h', o)[note('i', 'f')] += note('j', 1);
o.f **= 2
o.f >>>= 1
o.f++
;[o.f, o.g.f] = [o.g.f, o.f]
++o.g.f
let k = 0
o.list[k++] = k
o.list[k] = k++ + o.list[--k]
console.log(o.list[1]++, ++o.list[1], o.list[1]--, -o.list[1], log.join());
o.maybe ??= note('maybe', 1);
o.maybe ||= note('never', 2);
o.maybe &&= note('and', 3);
console.log(log.slice(-2), JSON.stringify(o));
const key = { toString: () => note('key', 'f') };
o[key] = 1;
o[key] += 1;
o[key]++;
console.log(log.filter((name) => name === 'key').length, o.f);
({ a: o.f, b: [o.g.f = 9], ...o.rest } = { a: 7, b: [], c: 8 });
for (o.f of [1, 2]);
for (o.f in { x: 1 });
for (o['f'] of [3]) console.log(o.f);
for (o.list[o.f - 3] of [4]) { console.log(o.list); }
console.log(delete o.f, 'f' in o, delete o.nothing, delete o.g?.f, delete o.none?.f, o);
try { null.f = note('right', 1); } catch (e) { console.log(e.message, log.at(-1)); }
try { undefined[note('k2', 'f')] = note('r2', 1); } catch (e) { console.log(e.message, log.slice(-2)); }
try { [null.f] = [1]; } catch (e) { console.log(e.message); }
(function () { 'use strict'; try { Object.freeze({ f: 1 }).f = 2; } catch (e) { console.log(e.constructor.name, e.message); } })();
Object.freeze(o.list).f = 3;
'text'.f = 1;
let n = 10n; const big = { f: n }; big.f++; big.f += 2n; console.log(big.f, big.f++, ++big.f);
const chain = {}; chain.f = chain.g = chain.f = 4; console.log(chain);
(o.x) = 1; (o)['x'] += 1; ((o).x)++; console.log(o.x);
if (o.x) o.y = 1; else o.y = 2
while (o.y < 3) o.y++
do o.y--; while (o.y > 0)
label: o.y = 5
switch (o.y) { case 5: o.y = 6 
[o.z] = [1]; break; default: o.y = 7 }
console.log(o.y, o.z);
var a = b => b.f = 1, c = (d) => (d.f = 2), e = async (x) => x.f++;
console.log(a({}), c({}), a.toString(), c.toString(), e.toString());
const acc = { get f() { return note('get', 1); }, set f(v) { note('set' + v); } };
acc.f++; acc.f += 5; acc.f = 1; console.log(log.slice(-5));
const p = new Proxy({}, { set(t, key, v, r) { note('trap ' + String(key)); return Reflect.set(t, key, v, r); }, get(t, key) { note('read ' + String(key)); return t[key]; }, has() { note('has'); return false; }, getOwnPropertyDescriptor(t, key) { note('own ' + String(key)); return Reflect.getOwnPropertyDescriptor(t, key); }, defineProperty(t, key, d) { note('define ' + String(key)); return Reflect.defineProperty(t, key, d); }, deleteProperty(t, key) { note('delete ' + String(key)); return delete t[key]; } });
log.length = 0; p.f = 1; p['f'] += 1; p.f++; delete p.f; ({ f: p.f } = { f: 3 }); console.log(log.join());
log.length = 0; const spread = { ...p, f: 2, ...p }; Object.assign(p, { f: 1 }); console.log(log.join(), spread);
{ const p = {}; const list = ['a', 'b', 'c']; let at = 0; [p[list[at++]], ...p[list[at++]]] = [1, 2, 3]; [...p[list[at]]] = [4]; console.log(p); }
{ const key = () => 'made'; class Made { [key()] = (key(), 1); [key() + 'Of'] = function () {}; [key() + 'Class'] = class {}; static [key()] = (key(), 'static'); 7 = (key(), 7); [key()] = 'again'; [key() + 'Empty']; } console.log(new Made(), Made.made, new Made().madeOf.name, new Made().madeClass.name); }
class Below extends Array { take(v) { [super[note('s', 'f')] = note('t', 2)] = v; ({ v: super.g, ...super.rest } = { v: 1, w: 2 }); for (super.h of v); return this; } }
console.log(new Below().take([]), new Below().take([7]), log.slice(-4));
const moved = /a/gy; moved.lastIndex = 1; console.log('banana'.replace(moved, 'b'), moved.lastIndex, moved.exec('banana'), RegExp.prototype.exec.name, 'banana'.search(/n/g));
try { RegExp.prototype.exec.call({}, 'a'); } catch (e) { console.log(e.message); }
{
  const None = null;
  class Made { constructor(...values) { this.values = values; } }
  const made = [new Made, new (None || Made), new (None || Made)(), new (None || Made)(1), new Made /* ( */, new (class { list = [1]; })];
  made.map((one) => one.list);
  console.log(made.length, made.map((one) => JSON.stringify(one)).join());
}
