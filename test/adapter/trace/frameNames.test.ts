import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { LineMap } from '../../../server/base/span.js';
import { parseSource } from '../../../adapter/instrument/parse.js';
import { pathTo } from '../../../adapter/instrument/tree.js';
import { frameName } from '../../../adapter/querypoints/text/frameName.js';

/** Every function stops the program once, wherever it was put. */
const program = `const o = {}, k = 'kk'; let a, b;
const go = (f) => f();
go(o.a = () => { debugger; });
o.b = { c: () => { debugger; } }; o.b.c();
o.d = { e: { f: function () { debugger; } } }; o.d.e.f();
o['x y'] = () => { debugger; }; o['x y']();
o[3] = () => { debugger; }; o[3]();
o[k] = () => { debugger; }; o[k]();
a = () => { debugger; }; a();
a = b = () => { debugger; }; a();
exports.p = o.q = () => { debugger; }; o.q();
module.exports = function () { debugger; }; module.exports();
go(() => { debugger; });
const m = go(() => { debugger; });
o.z = go(() => { debugger; });
const arr = [() => { debugger; }]; arr[0]();
o.arr = [() => { debugger; }]; o.arr[0]();
o.cond = true ? () => { debugger; } : null; o.cond();
const cond = true ? () => { debugger; } : null; cond();
o.or = null || (() => { debugger; }); o.or();
const par = (() => { debugger; }); par();
function Foo() { this.m = () => { debugger; }; const i = () => { debugger; }; i(); go(() => { debugger; });
  this.n = { o: () => { debugger; } }; this.r = function () { return () => { debugger; }; }; o.inFoo = () => { debugger; }; }
const foo = new Foo(); foo.m(); foo.n.o(); foo.r()(); o.inFoo();
function low() { this.m = () => { debugger; }; } new low().m();
Foo.prototype.q = function () { debugger; }; foo.q();
Foo.stat = function () { debugger; }; Foo.stat();
class C { constructor() { this.h = () => { debugger; }; } m() { this.g = () => { debugger; }; } f = () => { debugger; };
  static s() { debugger; } #p() { debugger; } run() { this.#p(); } get g2() { debugger; return 1; } set g2(v) { debugger; }
  'quoted name'() { debugger; } 12() { debugger; } *[Symbol.iterator]() { debugger; } }
const c = new C(); c.m(); c.h(); c.g(); c.f(); C.s(); c.run(); c.g2 = c.g2; c['quoted name'](); c[12](); [...c];
const K = class { constructor() { debugger; } }; new K();
o.K = class { constructor() { debugger; } }; new o.K();
function dflt(f = () => { debugger; }) { f(); } dflt();
const { d2 = () => { debugger; } } = {}; d2();
o.w ??= () => { debugger; }; o.w();
const g = () => () => { debugger; }; g()();
(function () { debugger; })(); (function named() { debugger; })();
const i2 = (() => { debugger; return 1; })();
o.i3 = (() => { debugger; return 1; })();
o.a.b = o.b.c = function () { debugger; }; o.a.b();
(0, o).x1 = () => { debugger; }; o.x1();
`;

const listening = `const { Session } = require('node:inspector'); const s = new Session(); s.connect(); s.post('Debugger.enable'); const seen = [];
s.on('Debugger.paused', ({ params: { callFrames: [{ functionName, location }] } }) =>
  seen.push([functionName, location.lineNumber + 1, location.columnNumber + 1]));
process.on('exit', () => console.log(JSON.stringify(seen)));
require('node:vm').runInThisContext('(function (exports, module) {' + process.argv[1] + '})')({}, { exports: {} });`;

describe('names of frames', () => {
  it('are those that V8 gives', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', listening, program], { encoding: 'utf8' });
    assert.equal(stderr, '');
    const seen = JSON.parse(stdout) as [string, number, number][];
    const text = `(function (exports, module) {${program}})`;
    const [tree, lines] = [parseSource(text, 'commonjs'), new LineMap(text)];
    const shown = (name: string, line: number): string => `${line}: ${name}`;
    assert.ok(seen.length > 45);
    assert.deepEqual(
      seen.map(([, line, column]) => shown(frameName(pathTo(tree, lines.offsetOf({ line, column }))), line)),
      seen.map(([name, line]) => shown(name, line)),
    );
  });
});
