// Parameters with code of their own: order, names, `arguments`, closures, generators, what is thrown on the way.
const log = (...values) => { console.log(...values); return values[0]; };
function f(a, b = log(a + 1, 'b'), { c = log(b, 'c'), ['k' + log(a, 'key')]: d = 4, ...e } = {}, [g = (a = 9)] = []) { log(a, b, c, d, e, g, arguments.length); }
f(1); f(1, 2, { k1: 5, z: 6 }, [7]); console.log(f.length, String(f).slice(0, 40));
function named(h = function () {}, i = class {}, j = () => {}, k = class { static x = log(this.name, 'static'); }) { return [h.name, i.name, j.name, k.name]; } console.log(named(), named.length);
function late(a, set = (v) => (a = v), read = function () { return a; }) { var a; a = 2; set(5); return [a, read(), arguments.length]; } console.log(late(1));
const arrow = (a, b = (a = a * 2), c = () => a) => { a++; return [a, b, c()]; }; console.log(arrow(3), arrow.length);
function recursive(n, rest = n > 0 ? recursive(n - 1) : []) { return [n, ...rest, arguments[0]]; } console.log(recursive(2));
function* generated(a, b = log(a, 'at the call')) { yield a + b; } const it = generated(3); log('later'); console.log([...it]);
function thrown(a, b = (() => { throw new Error(`no ${a}`); })()) { return a + b; } for (const x of [1, 2]) try { thrown(x); } catch (error) { console.log(error.message); } console.log(thrown(1, 2));
class K { constructor(a, b = new.target.name, c = (this.a = a)) { log(a, b, c, this.a); } static #p = 3; m(x = K.#p, y = super.toString === this.toString) { return [x, y]; } } console.log(new K(1).m());
const o = { get [log('g', 'computed')]() { return 1; }, set s(v = log('never', 'setter')) { log(v); }, async a(x, y = log(x, 'async')) { await null; return x + y; } }; o.s = undefined; o.a(2).then(log);
function shadowed(arguments, b = log(arguments, 'is a parameter')) { return b; } console.log(shadowed(8)); function own(a = log(arguments.length, 'count')) { var arguments = 3; return [a, arguments]; } console.log(own());
function given(a = (arguments = [log('nothing yet')], 1), b = log(a, 'b')) { return [a, b, arguments.length]; } console.log(given(undefined, undefined, 3));
async function declared(p = eval("var arguments = 'of a text'"), q = log(p, 'q')) { return [p, q, typeof arguments]; } declared().then(console.log);
