// Stack traces: the lines stay, and so does what is printed of an error that nobody catches.
function thrower(o) { o.f = 1; o.g.h = 2; }
class Deep { run(n) { return n === 0 ? thrower({}) : this.run(n - 1); } get boom() { return [1].map(() => { throw new RangeError('boom'); }); } }
for (const action of [() => new Deep().run(2), () => new Deep().boom, () => JSON.parse('{'), () => null.f, () => [].reduce((a) => a), () => Object.defineProperty(1, 'f', {}), () => new Map().set.call(1), () => Reflect.ownKeys(1)]) {
  try { action(); } catch (e) { console.log(e.name, e.message, e.stack.split('\n').slice(1, 5).map((line) => line.replace(/:\d+\)?$/, '').replace(/\(.*\//, '(').replace(/at \/.*\//, 'at '))); }
}
const holder = {}; Error.captureStackTrace(holder); console.log(holder.stack.split('\n').length > 1, Error.stackTraceLimit, typeof Error.prepareStackTrace);
process.on('exit', (code) => { console.log('exit', code); });
new Deep().run(1);
