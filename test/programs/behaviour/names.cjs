// Inferred names, `this`, toString, lengths: what functions say about themselves.
let f = () => {}, g = function () {}, h = class {}, i = class { static name = 'own'; }, j = async () => {}, k = function* () {};
f = function () {}; g ||= () => {}; const { l = () => {}, m: n = class {} } = {}; let [o = function () {}] = [];
var p = (function () {}), q = (0, function () {}), r = ((() => {}));
const obj = { f: () => {}, g() {}, get x() { return 1; }, ['comp' + 1]: function () {}, async h() {}, *i() {}, __proto__: null, k: class {} };
obj.assigned = function () {}; obj.f = () => {};
console.log([f, g, h, j, k, l, n, o, p, q, r, obj.f, obj.g, obj.comp1, obj.h, obj.i, obj.k, obj.assigned].map((x) => x.name), typeof i.name);
class C {
  f = () => {}; #p = function () {}; static s = class {}; 'quoted' = () => {}; [1 + 1] = () => {}; empty; static { this.t = () => {}; this.u = 1; }
  name() { return [this.f.name, this.#p.name, C.s.name, this.quoted.name, this[2].name, C.t.name]; }
  static x = this.s; y = this.f; static async *z() {}
}
console.log(new C().name(), Object.keys(new C()), C.x === C.s);
function withDefaults(a, b = () => {}, { c = function () {} } = {}, ...rest) { b = a; return [b, c.name, rest.length, arguments.length, withDefaults.length]; }
console.log(withDefaults(1), withDefaults(1, 2, {}, 4, 5));
console.log(withDefaults.toString() === Function.prototype.toString.call(withDefaults), String(C).length, withDefaults + '');
console.log(Function.prototype.toString.name, Function.prototype.toString.length, Function.prototype.toString.toString(), 'prototype' in Function.prototype.toString);
console.log(Object.assign.toString(), [].push.name, Array.prototype.push.length, Map.prototype.set + '', Object.getOwnPropertyNames(Map.prototype.set));
try { new Array.prototype.push(); } catch (e) { console.log(e.constructor.name); }
try { Map.prototype.set.call({}, 1, 2); } catch (e) { console.log(e.message); }
console.log(Object.keys(globalThis).filter((name) => name.startsWith('__w')), JSON.stringify(process.execArgv), process.env.WHENCE_DEBUGGEE);
console.log(Object.getOwnPropertyNames(new C()), Reflect.ownKeys(Object.freeze({ f: 1 })), JSON.stringify({ ...new C() }));
var self = function inner(n) { inner = 5; return n ? inner(0) : typeof inner; }; console.log(self(1));
(function () { console.log(typeof this, this === globalThis); })(); (function () { 'use strict'; console.log(this); })();
const arrowThis = () => this === module.exports; console.log(arrowThis());
function newTarget() { return new.target === newTarget; } console.log(new newTarget() instanceof newTarget);
var { length } = function (a, b) {}; console.log(length);
function hoisted() { return typeof later; var later = 1; } console.log(hoisted());
{ function inBlock() { return 1; } inBlock = () => 2; console.log(inBlock()); } console.log(inBlock());
{ let x, y, z; (x) = () => {}; (y) ||= function () {}; [(z) = class {}] = []; console.log([x, y, z].map((one) => one.name)); }
