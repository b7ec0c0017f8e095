// What V8 says of what cannot be called: it shows the text of it.
const o = { foo: () => ({ n: 1 }), list: [], n: null, get: () => 5 };
function bar() { return 5; }
const tries = [
  () => o.foo().missing(), () => bar()(), () => bar().x.y(), () => o.foo().n.z(), () => new (bar())(), () => o.foo(1, 'a)b').missing.call(),
  () => { for (const x of bar()); },
  () => o.get()
    .missing(),
  () => this.nope().x(), () => new Set(bar()), () => bar()`x`, () => o['a' + 1](), () => (() => 1)()(), () => o.n(), () => new o.n(),
  () => o?.foo().nope(), () => o.foo?.().nope(), () => bar().x(),
];
for (const attempt of tries) try { attempt(); } catch (error) { console.log(error.message, error.stack.split('\n')[0], /:\d+:\d+/.exec(error.stack)[0]); }
for (const attempt of tries) try { attempt(); } catch ({ stack, message }) { console.log(stack.split('\n')[0], message); }
Promise.resolve().then(() => o.foo().missing()).catch((error) => console.log(error.stack.split('\n')[0], error.message));
