// Names, places and numbers of frames, as text and as V8 tells them to who asks.
const path = require('path');
const short = (text) => text.replaceAll(__dirname, '').split('\n').slice(0, 4).join('\n');
const lib = { emit() { this.count = 1; return new Error('emit'); } }; lib.on = function () { lib.heard = [1]; return new Error('on'); };
lib.nested = { deep: () => { lib.heard.push(2); return new Error('deep'); } }; lib.a = lib.b = function () { return lib.emit(); };
class Thing { #n = 0; count = 1; static make() { const made = new Thing(); made.count++; return made; } get value() { this.#n++; return new Error('get'); } set value(v) { this.count = v; throw new RangeError('set'); } arrow = () => { this.#n += 1; return new Error('arrow'); }; async later() { this.count = 2; await null; this.count++; throw new Error('later'); } }
Thing.prototype.added = function () { this.count = 5; return new Error('added'); };
const thing = Thing.make(); let other = { n: 0 }; other.n++; const made = [1].map(() => { other.n += 1; return new Error('mapped'); })[0];
for (const error of [lib.emit(), lib.on(), lib.nested.deep(), lib.a(), thing.value, thing.arrow(), thing.added(), made]) console.log(short(error.stack));
try { other.n = 1; thing.value = 3; } catch (error) { console.log(short(error.stack), error instanceof RangeError); }
try { const missing = other.missing; missing.x = other.n++; } catch (error) { console.log(short(error.stack)); }
console.log(short(eval('let inner = { p: 1 }; inner.p = 2; new Error("eval").stack')));
thing.later().catch((error) => console.log(short(error.stack)));
Error.stackTraceLimit = 2; function recur(n) { const o = {}; o.n = n; return n ? recur(o.n - 1) : new Error('limit'); } console.log(short(recur(4).stack)); Error.stackTraceLimit = 10;
const holder = {}; (function cut() { holder.cut = 1; Error.captureStackTrace(holder, cut); })(); console.log(short(holder.stack));
const usual = Error.prepareStackTrace; console.log(typeof usual, usual?.name, usual?.length, String(usual).length > 20);
const told = (error, sites) => sites.slice(0, 2).map((site) => [site.getTypeName(), site.getFunctionName(), site.getMethodName(), path.basename(site.getFileName() ?? ''), site.getLineNumber(), site.getColumnNumber(), site.getEnclosingLineNumber?.(), site.getEnclosingColumnNumber?.(), site.getPosition?.(), site.isToplevel(), site.isConstructor(), site.isEval(), site.isAsync?.(), Object.prototype.toString.call(site), site.constructor.name, String(site).replaceAll(__dirname, '')].join()).join('\n');
Error.prepareStackTrace = told; other.n = 1; console.log(Error.prepareStackTrace === told, lib.emit().stack); console.log(lib.on().stack, thing.added().stack);
Error.prepareStackTrace = undefined; other.n = 2; console.log(Error.prepareStackTrace, short(lib.on().stack)); Error.prepareStackTrace = usual; other.n = 3; console.log(Error.prepareStackTrace === usual, short(lib.on().stack));
console.log(require('util').inspect(lib.emit()).replaceAll(__dirname, '').split('\n')[1], require('util').inspect(new Error('cause', { cause: thing.added() })).replaceAll(__dirname, '').split('\n').filter((line) => line.includes('traces.cjs')).join('\n'));
function make(body) { return new Function('a', 'b', `a.p = 1; ${body}`); }
const AsyncFunction = (async () => {}).constructor; const indirect = eval;
console.log(short(make('return new Error("Function")')({}).stack)); other.n = 4; console.log(short(Function('return [1].map(() => new Error("inner").stack)[0]')()));
console.log(short(indirect('let w = { p: 1 }; w.p++; new Error("indirect").stack')), short(Reflect.construct(Function, ['a', 'return new Error(a).stack'])('é€')));
AsyncFunction('other', 'await null; other.p = 1; return new Error("async").stack')({}).then((text) => console.log(short(text)));
try { make('return ]'); } catch (error) { console.log(short(error.stack)); }
