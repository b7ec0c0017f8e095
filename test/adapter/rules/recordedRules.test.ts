import assert from 'node:assert/strict';
import type { WatchFinding } from '../../../adapter/rules/watchFinding.js';
import { countOf, seedOf } from '../../support/counts.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';
import { overRecording, watched } from '../../support/watching.js';
import { recordedDifferences } from './ruledRun.js';

const together = 2;

const program = `const { Node: Far } = require('./far.js');
class Node { #p = 1; kids = []; constructor(size) { this.size = size; this.seen = new Set(); }
  grow() { this.#p = 7; this.kids.push(this); this.size = 0; this.seen.add(this); } }
class Sub extends Node { constructor() { super(3); } }
const node = new Node(1);
node.size = 9;
const far = new Far(9);
const sub = Reflect.construct(Sub, []);
sub.grow();
sub.kids.splice(0, 1, 'x', 'y');
sub.kids.length = 1;
const plain = { size: 4 };
plain.size = 44;
try { (() => { node.size = 6; throw new Error('thrown'); })(); } catch { node.size = 60; }
setTimeout(() => { Object.assign(node, { size: 600 }); }, 1);
`;

const rules = `import { call, extent, field, report, rule, site, stop } from 'whence/rules';
import { Node, Sub } from './prog.js';
export const big = rule({ check: 'change', foreach: { n: extent(Node) }, where: ({ n }) => n.size > 5, found: ({ n }) => report('size', n.size) });
export const hidden = rule({ foreach: { n: extent(Node) }, where: ({ n }) => field(n, '#p') === 7, found: ({ n }) => report(n) });
export const own = rule({ check: 'change', foreach: { n: extent(Node) }, where: ({ n }) => n.kids.includes(n) && !n.seen.has(n) });
export const text = rule({ check: 'change', foreach: { n: extent(Sub), k: ({ n }) => n.kids }, where: ({ k }) => k === 'x', found: ({ n }) => report(n.kids.length) });
export const made = rule({ foreach: { p: extent(site('prog.js:12')) }, where: ({ p }) => p.size === 44 });
export const called = rule({ at: [call((x: Node) => x.grow(), { before: ({ x }) => report(x) })] });
`;

describe('rules over a recording', function () {
  this.timeout(1_800_000);
  let recording: RecordedProgram;

  before(async () => {
    const far = 'class Node { constructor(size) { this.size = size; } }\nmodule.exports = { Node };\n';
    recording = await recorded({ 'prog.js': program, 'far.js': far, 'r.rules.ts': rules });
  });

  after(() => recording.dispose());

  it('find the writes that break them, with their events and places', async () => {
    const { findings, complete, exit } = await overRecording(recording);
    assert.deepEqual(
      findings.map(
        ({ rule, message, position, hit }) => `${rule}: ${message.replace(/#\d+/, '#')} @ ${position?.line ?? '?'} #${hit ?? '?'}`,
      ),
      ['big: size 9 @ 6 #1', 'own: n = Sub# @ 3 #1', 'hidden: Sub# @ 3 #1', 'text: 2 @ 10 #1', 'made: p = Object# @ 13 #1'],
    );
    assert.deepEqual([complete, exit], [true, { code: 0, signal: null }]);
    const [first] = findings;
    // Its objects and events are those of questions.
    const { id } = (first?.tuple['n'] ?? {}) as { readonly id?: number };
    assert.equal(recording.ask(`instanceFieldHistory(object: "Node#${id ?? 0}", field: "size")`).rows[1]?.['event'], first?.event);
    assert.deepEqual([first?.confirmed, first?.noticed?.line, first?.functionName], [false, 6, '']);
    const hidden = findings.find(({ rule }) => rule === 'hidden');
    assert.deepEqual([hidden?.functionName, hidden?.noticed?.line], ['grow', 9]);
  });

  it('say what a recording does not tell', async () => {
    const { rules: watched, notes } = await overRecording(recording);
    assert.match(watched.find(({ name }) => name === 'called')?.fault ?? '', /^its "at" is about code that runs/);
    assert.deepEqual(
      watched.filter(({ fault }) => fault !== null).map(({ name }) => name),
      ['called'],
    );
    assert.ok(
      notes.some((note) => note.includes('no finding is confirmed')),
      notes.join('\n'),
    );
  });

  it('neither fire nor hold by what is redacted or cut: the notes name it', async () => {
    const secret = await recorded(
      {
        'prog.js': `class Parser { token = null; last = null; #secret = 0; names = []; text = ''; map = new Map(); n = 0;
  next(token) { this.last = token; this.token = token; this.#secret = 9; this.names.push('short', token.repeat(50)); }
}
class Other { #secret = 0; token = null; }
class Plain { n = 1; }
globalThis.plain = new Plain();
const p = (globalThis.p = new Parser()), other = (globalThis.other = new Other());
p.next('a'); p.next('b');
p.text = 'x'.repeat(100);
p.map.set('token', 'c');
p.n = 7;
`,
        'r.rules.ts': `import { extent, field, report, rule } from 'whence/rules';
import { Parser, Other, Plain } from './prog.js';
export const differ = rule({ foreach: { p: extent(Parser) }, where: ({ p }) => p.token !== p.last });
export const isB = rule({ foreach: { p: extent(Parser) }, where: ({ p }) => p.token === 'b' });
export const joined = rule({ foreach: { p: extent(Parser), q: extent(Parser) }, where: ({ p, q }) => q.n === 7 && p.token === q.last });
export const hidden = rule({ foreach: { p: extent(Parser) }, where: ({ p }) => field(p, '#secret') < 5 });
export const lacks = rule({ foreach: { p: extent(Parser) }, where: ({ p }) => p.names.length > 1 && !p.names.includes('b') });
export const long = rule({ foreach: { p: extent(Parser) }, where: ({ p }) => p.text.length < 50 && p.n === 7 });
export const under = rule({ foreach: { p: extent(Parser) }, where: ({ p }) => p.n === 7 && p.map.get('token') !== 'c' });
export const some = rule({ foreach: { p: extent(Parser) }, where: ({ p }) => p.names.some((name) => name === 'short') });
export const other = rule({ foreach: { o: extent(Other) }, where: ({ o }) => o.token !== null || field(o, '#secret') === 9 });
export const seven = rule({ foreach: { p: extent(Parser) }, where: ({ p }) => p.n === 7, found: ({ p }) => report(\`seven \${p.token}\`) });
export const broken = rule({ foreach: { o: extent(Plain) }, where: ({ o }) => o.n === 1, found: ({ o }) => report(o.none.of) });
export const told = rule({ foreach: { p: extent(Parser) }, where: ({ p }) => p.names.includes('short'), found: ({ p }) => report('with', p.token) });
`,
      },
      { strings: 40 },
    );
    try {
      const { findings, complete, rules: watched, notes } = await overRecording(secret);
      assert.deepEqual(
        findings.map(({ rule, message }) => `${rule}: ${message.replace(/#\d+/, '#')}`),
        ['some: p = Parser#', 'told: with (not recorded)', 'seven: p = Parser#'],
      );
      assert.equal(complete, false);
      assert.deepEqual(
        watched.flatMap(({ name, fault }) => (fault === null ? [] : [name])),
        ['broken'],
      );
      assert.deepEqual(
        watched.flatMap(({ name, complete: isKnown }) => (isKnown ? [name] : [])),
        ['seven', 'broken'],
      );
      assert.ok(
        notes.some((note) =>
          /^What "token" of Parser got at prog\.js:2:\d+ is not in the recording \(redacted, cut, or an accessor\): what the rules differ, isB, joined say/.test(
            note,
          ),
        ),
        notes.join('\n'),
      );
    } finally {
      secret.dispose();
    }
  });

  it('do not say of an accessor that it was redacted', async () => {
    const run = await recorded({
      'prog.js': `class P { w = 1; }
const p = (globalThis.p = new P());
Object.defineProperty(p, 'w', { get() { return 9; }, configurable: true });
exports.P = P;
`,
      'r.rules.ts': `import { extent, rule } from 'whence/rules';
import { P } from './prog.js';
export const heavy = rule({ check: 'change', foreach: { p: extent(P) }, where: ({ p }) => p.w > 5 });
`,
    });
    try {
      const { complete, notes } = await overRecording(run);
      assert.equal(complete, false);
      assert.ok(
        notes.some((note) => /^What "w" of P got at prog\.js:3:8 is not in the recording \(redacted, cut, or an accessor\)/.test(note)),
        notes.join('\n'),
      );
    } finally {
      run.dispose();
    }
  });

  it('count as methods what a run counts', async () => {
    const dip = '{ this.n = -1; this.n = 0; }';
    const text = `class C { n = 0; arrow = () => ${dip}; field = function () ${dip}; static of = (c) => { c.n = -1; c.n = 0; }; }
C.prototype.a = function () ${dip};
C.prototype.b = function named() ${dip};
Object.assign(C.prototype, { mixed() ${dip}, get got() ${dip} });
Object.defineProperty(C.prototype, 'defined', { value() ${dip} });
Object.defineProperties(C.prototype, { both: { value: function () ${dip} } });
function D() { this.n = -1; this.n = 0; }
D.prototype.a = function () ${dip};
D.prototype = { constructor: D, z() ${dip} };
const c = (globalThis.c = new C()), d = (globalThis.d = new D());
c.a(); c.b(); c.mixed(); c.defined(); c.both(); c.arrow(); c.field(); c.got; C.of(c); d.z();
const other = { dip() ${dip} };
other.dip.call(c); other.dip.call(d);
`;
    const methods = `import { extent, report, rule } from 'whence/rules';
import { C, D } from './prog.js';
export const ofC = rule({ foreach: { c: extent(C) }, where: ({ c }) => c.n < 0, found: () => report('C') });
export const ofD = rule({ foreach: { d: extent(D) }, where: ({ d }) => d.n < 0, found: () => report('D') });
`;
    const expected = ['ofC: C @ 12', 'ofD: D @ 12'];
    const told = ({ rule, message, position }: WatchFinding): string => `${rule}: ${message} @ ${position?.line ?? '?'}`;
    assert.deepEqual((await watched(text, methods)).findings.map(told), expected);
    const dips = await recorded({ 'prog.js': text, 'r.rules.ts': methods });
    try {
      assert.deepEqual((await overRecording(dips)).findings.map(told), expected);
    } finally {
      dips.dispose();
    }
  });

  it('name functions and places as a run does', async () => {
    const text = `class Box { n = 0; set c(v) { this.n = v; } [Symbol.iterator]() { this.n = 2; } static of(b) { b.n = 3; } arrow = () => { this.n = 4; }; }
Box.prototype.put = function () { this.n = 5; };
const ns = { a: {} };
ns.a.fn = (b) => { b.n = 6; };
const b = (globalThis.b = new Box());
b.c = 1; b.n = 0;
b[Symbol.iterator](); b.n = 0;
Box.of(b); b.n = 0;
b.arrow(); b.n = 0;
b.put(); b.n = 0;
ns.a.fn(b); b.n = 0;
new (class { constructor() { b.n = 7; } })();
const made = (globalThis.made = Object.create(Box.prototype));
`;
    const named = `import { extent, report, rule } from 'whence/rules';
import { Box } from './prog.js';
export const some = rule({ check: 'change', foreach: { b: extent(Box) }, where: ({ b }) => b.n !== 0, found: () => report('some') });
`;
    const told = ({ position, functionName, stack }: WatchFinding): unknown => [
      position?.line,
      position?.column,
      functionName,
      stack?.map(({ functionName: name, line, column }) => [name, line, column]),
    ];
    const live = (await watched(text, named)).findings.map(told);
    assert.deepEqual(
      live.map((one) => (one as readonly unknown[])[2]),
      ['set c', '[Symbol.iterator]', 'of', 'arrow', 'Box.put', 'ns.a.fn', '', ''],
    );
    const names = await recorded({ 'prog.js': text, 'r.rules.ts': named });
    try {
      assert.deepEqual((await overRecording(names)).findings.map(told), live);
    } finally {
      names.dispose();
    }
  });

  it('know what classes extend that functions make', async () => {
    const text = `class Base { v = 0; constructor() { this.made = 1; } dip() { this.v = -1; this.v = 0; } }
class Other { v = 0; }
const Mix = (Base) => class extends Base { m = [1].map((x) => new Set([x])); lower() { this.v = -1; this.v = 0; } };
const Named = (B) => class Named extends B { constructor(...given) { super(...given); this.n = 1; } };
class One extends Mix(Base) { w = 0; }
class Two extends Mix(Other) {}
class Three extends Named(Mix(Other)) { constructor() { super(); } }
class Four extends Named(Base) { inner = new Other(); }
class Odd extends Mix(Base) { constructor() { super(); return globalThis.odd; } }
globalThis.odd = new Other();
const all = (globalThis.all = [new One(), new Two(), new Three(), new Four(), Reflect.construct(Four, []), new Two(), new Odd()]);
for (const one of all) { one.dip?.(); one.lower?.(); one.v = 9; }
`;
    const mixed = `import { extent, report, rule } from 'whence/rules';
import { Base, Other } from './prog.js';
export const ofBase = rule({ foreach: { b: extent(Base) }, where: ({ b }) => b.v > 5 || b.v < 0, found: ({ b }) => report(b.v) });
export const ofOther = rule({ foreach: { o: extent(Other) }, where: ({ o }) => o.v > 5 || o.v < 0, found: ({ o }) => report(o.v) });
`;
    const told = ({ rule, message, position, hit }: WatchFinding): string => `${rule}: ${message} @ ${position?.line ?? '?'} #${hit ?? 0}`;
    const live = (await watched(text, mixed)).findings.map(told);
    assert.deepEqual(live, [
      'ofBase: 9 @ 12 #1',
      'ofOther: 9 @ 12 #2',
      'ofOther: 9 @ 12 #3',
      'ofBase: 9 @ 12 #4',
      'ofBase: 9 @ 12 #5',
      'ofOther: 9 @ 12 #6',
      'ofOther: 9 @ 12 #7',
    ]);
    const mixins = await recorded({ 'prog.js': text, 'r.rules.ts': mixed });
    try {
      assert.deepEqual((await overRecording(mixins)).findings.map(told), live);
    } finally {
      mixins.dispose();
    }
  });

  it('end at the first finding where that is asked', async () => {
    const { findings, complete, exit } = await overRecording(recording, { isFirst: true });
    assert.deepEqual([findings.length, complete, exit], [1, false, null]);
  });

  it('find in random programs what they find while these run', async () => {
    const first = seedOf(5101);
    const end = first + countOf('recordedRules');
    for (let from = first; from < end; from += together) {
      const seeds = Array.from({ length: Math.min(together, end - from) }, (_, at) => from + at);
      assert.deepEqual(await recordedDifferences(seeds), []);
    }
  });
});
