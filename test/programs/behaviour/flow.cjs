'use strict';
// Control flow: what forks do, labels, fall-through, completion, finally.
function forks(x) {
  const out = [];
  if (x > 1) out.push('then'); else if (x === 1) out.push('else if'); else out.push('else')
  for (let i = 0; i < 3; i++) { if (i === x) continue; out.push(() => i); }
  outer: for (const a of [1, 2]) for (const b of [1, 2]) { if (b === x) continue outer; if (a + b === 4) break outer; out.push(a * b) }
  switch (x) { case 0: out.push('zero'); case 1: out.push('one'); break; default: out.push('other'); case 5: let inner = 'five'; out.push(inner) }
  do { x-- } while (x > 0)
  while (x < 2) x++
  for (;;) { if (x++ > 4) break }
  for (const key in { a: 1, b: 2 }) out.push(key)
  for (var v of new Set([7])) out.push(v)
  const y = x > 3 ? x < 9 && 'between' : x || 'zero', z = null ?? 'default', w = out?.length?.toFixed?.(1) ?? 0
  let t; t ||= 'set'; t &&= t + '!'; t ??= 'never'
  try { if (x > 4) throw new Error('x'); } catch ({ message }) { out.push(message) } finally { out.push('finally') }
  try { return [...out.map((o) => typeof o === 'function' ? o() : o), y, z, w, t]; } finally { out.length = 0 }
}
for (const x of [0, 1, 2]) console.log(forks(x));
const defaults = (a = 1, { b = a + 1, c: [d = b] = [] } = {}, e = (() => a)()) => [a, b, d, e];
console.log(defaults(), defaults(5, { b: 1 }), defaults(undefined, { c: [9] }, 0));
function bodyAfterArrow(a) { return a.map(x => x > 1
  ? 'big' : 'small') } console.log(bodyAfterArrow([1, 2]));
const nested = n => m => n && m || { n, m }; console.log(nested(0)(1), nested(1)(2));
const comma = (a, b) => (a++, b += a, b); console.log(comma(1, 2));
l1: { l2: { if (comma) break l1; } console.log('never'); }
if (comma) { } else { } ;;; if (comma) ; else ;
let asi = 1
let asi2 = asi
++asi
console.log(asi, asi2)
var regexp = asi /2/ 1, s = `a${`b${asi ? 'c' : 'd'}`}`, tag = ((parts, ...v) => parts.raw.join('|') + v)`x${1}\n${asi++}`
console.log(regexp, s, tag, typeof undeclared, void 0, !asi, -asi, +'3', ~asi, (asi, 2))
const sparse = [, 1, , 2, ...[3, 4], , ]; console.log(sparse, sparse.length, 1 in sparse, 0 in sparse)
const fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2); console.log(fib(12))
console.log(eval('var ev = 1; ev + 1; if (ev) 7;'), new Function('a', 'a.f = 1; return a.f')({}), (0, eval)('1;2'))
{ const o = { n: 1, f(...x) { return [this === o, x.length, ...x]; }, none: null, deep: { g() { return this === o.deep; } } };
console.log(o?.f(1), o.f?.(), o.f?.(1, 2), o.none?.f(1).x.y, o.none?.[o.f()], o?.['f']?.(...[3, 4]), o.deep?.g?.(), (o?.f)(5), o.missing?.().x, delete o?.n, delete o.none?.n);
for (const turn of [1, 2]) { let i = 0; do { if (i++ > 1) break; } while (turn < 3); console.log(i); }
function same(n) { return { n, ...{ f: n }, ['k' + n]: n, inner: n > 0 ? same(n - 1) : null }; } console.log(JSON.stringify(same(2)));
const u8 = new Uint8Array(3); u8[0] = 257; u8.fill(9, 1); u8.set([7], 2); u8[5] = 1; console.log(u8, u8[5], Object.freeze([1, 2]).length); }
