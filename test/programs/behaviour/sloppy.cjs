// Sloppy mode: globals that nobody declared, `arguments` that are parameters, `with`, duplicate names, html comments, octals.
undeclared = 1; undeclared += 1; undeclared++; console.log(undeclared, delete globalThis.undeclared);
function mapped(a, b) { arguments[0] = 'changed'; b = 'also'; return [a, arguments[1], arguments.length]; } console.log(mapped(1, 2));
function twice(a, a) { a++; return a; } console.log(twice(1, 5));
with ({ inside: 1, f: 2 }) { inside = 2; f++; console.log(inside, f); var leaked = inside; } console.log(leaked, typeof inside);
console.log(010, "\101"); var let_ = 1, async = 2, of = 3, get = 4; async = async + of; get++; console.log(async, get);
var fn = function () { return this === globalThis; }; console.log(fn(), (() => typeof this)());
if (true) function conditional() { return 1; } console.log(typeof conditional);
for (var i = 0, n = (1, 2); i < n; i++) setTimeout(((j) => () => console.log('timer', j, i))(i));
var x = 1; { var x = 2; } console.log(x); switch (1) { case 0: let y = 1; console.log(y); default: try { y = 2; } catch (error) { console.log(error.message); } }
try { throw 1; } catch (x) { var x = 3; x++; } console.log(x);
function f() { return f.count = (f.count || 0) + 1; } f(); console.log(f());
label: { const a = { set b(v) { this.c = v; } }; a.b = 1; console.log(a.c); break label; }
console.log(typeof arguments, arguments.length, __filename.endsWith('sloppy.cjs'), require.main === module, exports === this);
var o = { f: 1 }; o.f = o.f++ + ++o.f; o.g = o.f = o; console.log(o.g === o); var e = { f: { g: [] } }; e.f.g[e.f.g.length] = e.f.g.length; console.log(e.f.g);
function F() { if (!(this instanceof F)) return new F(); this.f = 1; } F.prototype.f = 0; F.prototype['m'] = function () { return ++this.f; }; console.log(F().m(), new F().f, delete F.prototype.f);
console.log([3, 1, 2].sort((a, b) => a - b), [1, 2, 3].splice(1, 1), [].concat([1]).fill(0), Array.from({ length: 2 }, (_, i) => i * 2), [1, [2]].flat(), new Array(3).length, Array.prototype.push.call({ length: 1 }, 5));
class A { constructor() { return { f: 1 }; } } class B extends A { #x = 1; f = 2; static has(o) { return #x in o; } } console.log(new B(), B.has(new B()));
Object.defineProperty(o, 'fixed', { value: 1 }); o.fixed = 2; console.log(o.fixed, delete o.fixed); var weird = { 'a b': 1, 1: 2, [Symbol.iterator]: 3 }; weird['a b']++; weird[1]--; console.log(weird);
console.log(Object.entries(new (class { a = 1; 'b' = 2; 3 = 3; static c = 4; ['d'] = 5; })()), (class { static #p = 1; static q() { return this.#p++ + this.#p; } }).q());
var ty = new Uint8Array(2); ty[0] = 300; ty[5] = 1; ty.f = 1; console.log(ty, ty.f); var str = 'abc'; str[0] = 'z'; str.length = 1; console.log(str);
async function await() { return [typeof yield, let]; } function* words() { yield [typeof await, let]; } function yield() { return (() => { 'use strict'; return typeof await; })(); } var let = 1, static = () => { 'use strict'; return typeof await; };
console.log(await instanceof Function, words().next().value, yield(), static(), new (class { a = typeof words; })()); await().then(console.log);
