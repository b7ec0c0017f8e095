const vm = require("node:vm");
const file = require("node:path").join(__dirname, "flow.cjs"); // not loaded here
const script = new vm.Script('1 + 1', file);
console.log(script.constructor === vm.Script, script instanceof vm.Script, script.runInThisContext());
console.log(vm.Script.name, vm.Script.length, Object.getOwnPropertyNames(vm.Script), Object.getOwnPropertyNames(vm.Script.prototype));
console.log(Object.getOwnPropertyDescriptor(vm.Script.prototype, 'constructor').enumerable, Object.keys(vm));
for (const known of [vm.Script, vm.runInThisContext, vm.runInContext, vm.compileFunction, vm.Script.prototype.runInContext])
  console.log(known.name, String(known));
class Doubled extends vm.Script {
  run() {
    return this.runInThisContext() * 2;
  }
}
console.log(new Doubled('21').run(), new Doubled('1') instanceof vm.Script, new Doubled('1'));
const refused = [
  () => vm.Script('1'),
  () => new vm.Script('let let', file),
  () => new vm.Script(1),
  () => new vm.Script(),
  () => vm.runInContext('1', {}),
  () => vm.runInNewContext('x.y', { x: null }),
  () => vm.compileFunction('return a', 5),
  () => vm.compileFunction('return a', [], file),
  () => vm.compileFunction('return a', [], null),
  () => vm.compileFunction('return a;', [], { filename: file, parsingContext: {} }),
  () => vm.runInThisContext('throw new Error("no")', file),
];
for (const refuse of refused) {
  try {
    console.log(refuse());
  } catch ({ name, message }) {
    console.log(name, message);
  }
}
const context = vm.createContext({ console });
console.log(vm.runInContext('(class { a = [1, 2].map((x) => x * 2) })', context, file).toString());
console.log(Object.getOwnPropertyNames(vm.runInContext('globalThis', context)).length, vm.runInContext('Object.keys(globalThis)', context));
console.log(vm.compileFunction('return [a, typeof this]', ['a'], { filename: file })(3), vm.isContext(context));
const expressions = [
  '(class { a = [1, 2].map((x) => x * 2) })',
  '(function (e) { let x = 1; x++; return x; })',
  '(1, 2)',
  '({ a: [1].map((x) => x) })',
  '(() => [1].map((x) => x))()',
  '"use strict"; (function () { return this; })()',
  '(7); let counted = 3; counted++',
  '(function () { return this === globalThis; })();',
  '(async () => 5) // the end',
];
for (const text of expressions) {
  for (const run of [vm.runInThisContext, (...given) => vm.runInContext(given[0], context, given[1]), (...given) => new vm.Script(...given).runInNewContext()])
    console.log(text, run(text, file));
  if (text.startsWith('(7)')) console.log(vm.runInThisContext('counted'));
}
// The same of a file that Node has loaded: its stack traces stay.
console.log(vm.runInThisContext('(function () { return [1].map((x) => x); })', __filename)(), new Error('here').stack.split('\n')[1]);
