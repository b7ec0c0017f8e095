const vm = require("node:vm");
const file = require("node:path").join(__dirname, "flow.cjs"); // not loaded here
/** Scripts that declare names, each with its value. */
const scripts = [
  'var total = 0; for (var i = 0; i < 3; i++) total += i;',
  'var box = { n: 1 }; box.n++',
  'var count = 1; count++',
  'let a = 1, b; const { c = a + 1, ...rest } = { d: 3 }; [a, b, c, rest]',
  'class A { x = 1; ["y" + 1] = 2; static z = [1].map((n) => n); static { this.w = this.z.length; } } new A()',
  'function f(n) { return n < 2 ? 1 : n * f(n - 1); } f(5)',
  '5; var x = 1; function g() {}',
  '5; if (false) 6',
  '5; if (true) { 6; var y = 2 }',
  '5; for (const n of [1, 2]) { if (n === 2) continue; n; }',
  '5; switch (1) { case 1: 7; break; default: 8 }',
  '5; try { 6; throw new Error("no") } catch (e) {}',
  '5; try { 6 } finally { 7 }',
  '5; {}',
  '5; { 6; let q = 1; }',
  'out: for (let i = 0; i < 3; i++) { for (;;) { i; continue out; } }',
  '1; do { 2; break; } while (false)',
  '"use strict"; var strict = (function () { return this; })(); strict',
  '"a directive"',
  'var z = [3, 1, 2]; z.sort((p, q) => p - q); var [first, ...others] = z; others.length = 1; ({ first, others })',
  'var k = 0; const list = [k++, k++], table = { [k++]: k++ }; k++; table',
  'const named = class { [1 + 1] = 3 }, arrow = () => 1; [named.name, arrow.name]',
  'this.own = 1; delete this.own; var own2 = typeof own; own2',
  'for (var [p, r] = [1, 2], m = 0; m < 2; m++) { p += r; } p',
  'for (var key in { a: 1, b: 2 }) { var last = key } last',
  'var made = (function () { return new Error("here").stack.split("\\n").slice(0, 2).map((line) => line.replace(/\\(.*[\\\\/]/, "(")); })(); made',
  'label: { 4; break label; }',
  'var get = () => total2; var total2 = 7; get()',
  'with ({ w: 1 }) { w = 2; w }',
  'if (1) function inIf() {} \n typeof inIf',
  'var tagged = ((s, ...v) => s.raw.join("|") + v)`a${1}b`; tagged\n(1)',
  'null.x',
  'let twice = 1; twice',
  'let twice = 1; twice',
  'eval("var viaEval = 1; let hidden = 2"); typeof viaEval + typeof hidden',
  'let o = { n: 1 }; let old = o.n++; old += o?.n; old',
];
const where = ({ stack }) => String(stack).split('\n').slice(0, 3).map((line) => line.replace(/\(?[^ (]*[\\/]/, '('));
const show = (run) => {
  try {
    return run();
  } catch (error) {
    return [error.name, error.message, where(error)];
  }
};
const names = (object) => Reflect.ownKeys(object).map((key) => [key, JSON.stringify(Reflect.getOwnPropertyDescriptor(object, key), ['writable', 'enumerable', 'configurable'])]);
const context = vm.createContext({ console });
for (const text of scripts) {
  console.log(text, show(() => vm.runInContext(text, context, file)), names(context).length);
  console.log(show(() => new vm.Script(text, { filename: file }).runInNewContext()));
}
console.log(names(context), vm.runInContext('Object.getOwnPropertyNames(globalThis)', context).length);
const before = Reflect.ownKeys(globalThis);
for (const text of scripts) console.log(show(() => vm.runInThisContext(text, file)));
console.log(Reflect.ownKeys(globalThis).filter((key) => !before.includes(key)));
// Twice, in two contexts, and one in another.
const again = new vm.Script('var runs = (typeof runs === "number" ? runs : 0) + 1; [runs, typeof inner === "function" && runs < 3 ? inner() : null]', file);
console.log(again.runInContext(context), again.runInContext(context), again.runInNewContext());
context.inner = () => again.runInContext(context);
context.runs = 0;
console.log(again.runInContext(context), context.runs);
console.log(vm.runInContext('(function () { return runs; })', context, file).toString(), vm.runInContext('String(f)', context, file));
