// Assignments to patterns, whose variables are told one by one.
let a = 0, b = 0, c, d, o = { x: 1 };
const src = { a: 1, get b() { if (a !== 1) throw new Error('order'); return undefined; }, 'c-d': 4, 7: 7, [Symbol.iterator]: null };
({ a, b = 9, 'c-d': c, 7: d } = src); console.log(a, b, c, d);
({ a, ['b' + '']: b, c = function () {}, d = class {} } = { a: 2, b: 3 }); console.log(a, b, c.name, d.name);
({ a, b, ...c } = { a: 2, b: 3, d: 4, e: 5 }); console.log(a, b, c);
({ a /*k*/, /*l*/ b /*m*/, c } = { a: 2, b: 3 }); console.log(a, b, c);
({ a: [a, { b, c: c }], d = a } = { a: new Set([1, { b: 2, c: 3 }]) }); console.log(a, b, c, d);
for (const f of [() => { ({ a, b } = null); }, () => { ({ a: { b, c } } = {}); }, () => { ({ a = 1, b } = undefined); }, () => { [{ a, b }] = [null]; }])
  try { f(); } catch (e) { console.log(e.message); }
(function () { ({ a: arguments[0], b } = { a: 3, b: 4 }); console.log(arguments[0], b); })(1);
(function* () { ({ a, b = yield 1 } = { a: 3 }); console.log(a, b); })().next();
({ async: a, await: b, get: c } = { async: 1, await: 2, get: 3 }); console.log(a, b, c);
try { ({ a, d: q, b } = { a: 6, d: 5 }); let q; } catch (e) { console.log(e.message, a); }
console.log((({ a, b } = { a: 1, b: 2, z: 1 })).z);
