import assert from 'node:assert/strict';
import { watched } from '../../support/watching.js';

const words = `import { rule, extent, tracked, state, perCall, call, match, of, here, report, stop } from 'whence/rules';\n`;

const ftp = `class Ftp {
  constructor(host) { this.host = host; }
  cwd(dir) { return new Promise((done) => setTimeout(done, 5, dir)); }
  async list() { await null; return ['a']; }
}
class Other { cwd() {} list() {} }
`;

/** Figure 3: no \`list\` while \`cwd\` to the same host is outstanding. */
const outstanding = `${words}import { Ftp } from './prog.js';
const commands = tracked<{ cmd: string; host: string }>();
const started = perCall<any>(null);
const begin = (cmd: string) => ({ x }: { x: Ftp }) => { const c = { cmd, host: x.host }; started.set(c); commands.add(c); };
const end = () => { commands.delete(started.get()); };
export const noListBeforeCwd = rule({
  foreach: { c1: commands, c2: commands },
  where: ({ c1, c2 }) => c1.cmd === 'ls' && c2.cmd === 'cwd' && c1.host === c2.host,
  found: ({ c1 }) => report('ls and cwd at the same time on', c1.host),
  at: [
    call((x: Ftp, dir: string) => x.cwd(dir), { before: begin('cwd'), settled: end }),
    call((x: Ftp) => x.list(), { before: begin('ls'), settled: end }),
  ],
});
`;

describe('patterns of rules', () => {
  it('know what is outstanding (Figure 3)', async () => {
    const { told, fault } = await watched(
      `${ftp}async function right(ftp) { await ftp.cwd('a'); await ftp.list(); }
async function wrong(ftp) { const c = ftp.cwd('b'); await ftp.list(); await c; }
const other = new Other();
(async () => {
  const one = new Ftp('h1'), two = new Ftp('h2');
  await right(one);
  await Promise.all([two.cwd('x'), right(new Ftp('h3'))]);
  other.cwd('y'); other.list();
  await wrong(one);
})();
`,
      outstanding,
    );
    assert.equal(fault, null);
    assert.deepEqual(told, ['noListBeforeCwd: ls and cwd at the same time on h1 @ prog.js:8 #1']);
  });

  it('match by type, place and form, before and after', async () => {
    const { told } = await watched(
      `${ftp}Ftp.prototype.quit = function (n) { return n; };
const x = new Ftp('h');
function inside() { return x.quit(1); }
inside();
x.quit('text');
x?.quit(2);
Ftp.prototype.quit.call(x, 3);
new Other().quit?.(9);
class Sub extends Ftp { quit(n) { return super.quit(n + 1); } }
new Sub('s').quit(4);
`,
      `${words}import { Ftp } from './prog.js';
export const inFunction = rule({ at: [call((f: Ftp, n: number) => f.quit(n), { in: { function: 'inside' }, before: ({ n }) => report('in', n, here) })] });
export const numbers = rule({ at: [call((f: Ftp, n: number) => f.quit(n), { after: ({ n }) => report(n) })] });
export const lines = rule({ at: [call((f: Ftp, n: any) => f.quit(n), { in: ({ line }) => line === 11, before: ({ n }) => report(n) })] });
`,
    );
    const of = (rule: string): readonly string[] =>
      told.filter((one) => one.startsWith(`${rule}:`)).map((one) => one.slice(rule.length + 2));
    assert.deepEqual(of('inFunction'), ['in 1 prog.js:9 @ prog.js:9 #1']);
    assert.deepEqual(of('lines'), ['text @ prog.js:11 #1']);
    assert.deepEqual(of('numbers'), [
      '1 @ prog.js:9 #1',
      '2 @ prog.js:12 #1',
      '3 @ prog.js:13 #1',
      '5 @ prog.js:15 #1',
      '4 @ prog.js:16 #1',
    ]);
  });

  it('do something instead, once for an expression', async () => {
    const program = `const list = [1, 2, 3];
const read = (i) => {
  return list[i];
};
globalThis.results = [read(0), read(7)];
if (results[1] !== 'none') throw new Error('not replaced');
`;
    const one = `export const bounds = rule({
  metavariables: { L: of<unknown[]>(), R: of<number>() },
  at: [match(({ L, R }) => L[R], { in: { file: 'prog.js', line: 3 }, instead: (proceed, { L, R }) => {
    const value = proceed();
    if (R < L.length) return value;
    report('index', R, 'of', L.length);
    return 'none';
  } })],
});
`;
    const { told, exit } = await watched(program, words + one);
    assert.deepEqual(told, ['bounds: index 7 of 3 @ prog.js:3 #2']);
    assert.deepEqual(exit, { code: 0, signal: null });
    const both = await watched(program, words + one + one.replace('bounds', 'again'));
    assert.equal(both.rules[0]?.fault, null);
    assert.match(both.rules[1]?.fault ?? '', /Two rules say what is done instead/);
  });

  it('leave exceptions of the program as they are', async () => {
    const { exit, told } = await watched(
      `const o = { f() { throw new RangeError('mine'); } };
try { o.f(); } catch (error) { globalThis.caught = error.message; }
try { o.missing(); } catch (error) { globalThis.kind = error.constructor.name; }
if (caught !== 'mine' || kind !== 'TypeError') process.exitCode = 3;
`,
      `${words}
export const calls = rule({ at: [
  call((o: any) => o.f(), { before: () => report('f'), after: () => report('never') }),
  call((o: any) => o.missing(), { before: () => report('missing') }),
] });
`,
    );
    assert.deepEqual(exit, { code: 0, signal: null });
    assert.deepEqual(told, ['calls: f @ prog.js:2 #1', 'calls: missing @ prog.js:3 #1']);
  });

  it('settle calls that throw, which have no result', async () => {
    const { exit, told, fault } = await watched(
      `class Ftp {
  constructor(ends) { if (ends) throw ends; }
  go(error) { throw error; }
  deep(n) { if (n === 0) throw new Error('deep'); this.deep(n - 1); }
  async later() { throw new Error('later'); }
}
const x = new Ftp();
const pending = new Promise(() => {});
const caught = [];
for (const error of [undefined, 'text', pending]) try { x.go(error); } catch (thrown) { caught.push(thrown === error); }
try { x.deep(2); } catch (error) { caught.push(error.message === 'deep'); }
try { new Ftp('no'); } catch (error) { caught.push(error === 'no'); }
x.later().catch((error) => caught.push(error.message === 'later')).then(() => {
  if (caught.length !== 6 || caught.includes(false)) process.exitCode = 3;
});
`,
      `${words}import { Ftp } from './prog.js';
const mine = perCall<string>('none');
const begin = (what: string) => () => { mine.set(what); report('before', what); };
const after = () => report('after', mine.get());
const settled = () => report('settled', mine.get());
export const calls = rule({ at: [
  call((f: Ftp, e: any) => f.go(e), { before: begin('go'), after, settled }),
  call((f: Ftp, n: number) => f.deep(n), { before: ({ n }) => begin('deep ' + n)(), after, settled }),
  call((e: any) => new Ftp(e), { before: begin('new'), after, settled }),
  call((f: Ftp) => f.later(), { before: begin('later'), after, settled }),
] });
`,
    );
    assert.equal(fault, null);
    assert.deepEqual(exit, { code: 0, signal: null });
    const ends = (what: string): readonly string[] => [`before ${what}`, `settled ${what}`];
    assert.deepEqual(
      told.map((one) => /^calls: (.*) @/.exec(one)?.[1]),
      [
        ...[...ends('go'), ...ends('go'), ...ends('go')],
        ...['before deep 2', 'before deep 1', 'before deep 0', 'settled deep 0', 'settled deep 1', 'settled deep 2'],
        ...ends('new'),
        ...['before later', 'after later', 'settled later'],
      ],
    );
  });

  it('settle what is done instead, when that throws what the program has thrown', async () => {
    const { exit, told, fault } = await watched(
      `const o = { f() { throw 1; } };
try { o.f(); process.exitCode = 3; } catch (error) { if (error !== 1) process.exitCode = 4; }
`,
      `${words}
export const calls = rule({ at: [call((o: any) => o.f(), { instead: (proceed) => proceed(), settled: () => report('settled') })] });
`,
    );
    assert.equal(fault, null);
    assert.deepEqual(exit, { code: 0, signal: null });
    assert.deepEqual(told, ['calls: settled @ prog.js:2 #1']);
  });

  it('take what has thrown for no longer outstanding (Figure 3)', async () => {
    const { told, fault } = await watched(
      `class Ftp { constructor() { this.host = 'h'; } cwd(dir) { throw new Error(dir); } async list() {} }
const ftp = new Ftp();
try { ftp.cwd('gone'); } catch {}
ftp.list();
`,
      `${outstanding.replace(words, `${words}import { notWhile } from 'whence/rules/library';\n`)}
export const library = notWhile((x: Ftp) => x.list(), (x: Ftp, dir: string) => x.cwd(dir));
`,
    );
    assert.equal(fault, null);
    assert.deepEqual(told, []);
  });

  it('match assignments, operators and new; states are kept by object', async () => {
    const { told } = await watched(
      `class Door { constructor() { this.state = 'shut'; } }
const door = globalThis.door = new Door();
door.state = 'open';
door.state = 'locked';
globalThis.ratio = 4 / 0;
`,
      `${words}import { Door } from './prog.js';
const last = state<Door, string>(Door, 'shut');
export const transitions = rule({
  foreach: { d: extent(Door) },
  where: ({ d }) => last.get(d) === 'open' && d.state === 'locked',
  check: 'change',
  found: ({ d }) => report('locked while open', last.get(d)),
  at: [
    match((d: Door, s: string) => (d.state = s), { before: ({ d }) => last.set(d, d.state) }),
    match((a: number, b: number) => a / b, { before: ({ b }) => { if (b === 0) report('division by zero'); } }),
    call(() => new Door(), { after: () => report('made') }),
  ],
});
`,
    );
    assert.deepEqual(told, [
      'transitions: made @ prog.js:2 #1',
      'transitions: locked while open open @ prog.js:4 #1',
      'transitions: division by zero @ prog.js:5 #1',
    ]);
  });

  it('run before and after operators of every kind, chains and super', async () => {
    const { told, fault } = await watched(
      `const n = 3; let c = 0;
const o = { m(x) { return x; }, p: 1 };
class A { constructor(x) { this.x = x; } }
class B extends A { constructor() { super(7); } get p() { return super.x; } }
globalThis.all = [!n, n && 2, n || 1, null ?? n, ++c, c--, typeof c, o?.m?.(1), new B().p, delete o.p];
`,
      `${words}
const told = (name: string) => ({ before: () => report('before', name), after: () => report('after', name) });
export const all = rule({ at: [
  match((a) => !a, told('!')), match((a, b) => a && b, told('&&')), match((a, b) => a || b, told('||')), match((a, b) => a ?? b, told('??')),
  match((a) => ++a, told('++')), match((a) => a--, told('--')), match((a) => typeof a, told('typeof')), match((a) => delete a.p, told('delete')),
  match((a, x) => a.m(x), told('m')), match((f, x: number) => f(x), { in: { line: 4 }, ...{} , before: ({ x }) => report('before super', x), after: ({ x }) => report('after super', x) }), match((a) => a.x, { in: { line: 4 }, before: () => report('before x') }),
] });
`.replace(', ...{} ', ''),
    );
    assert.equal(fault, null);
    const messages = told.map((one) => one.replace(/^all: | @.*$/g, ''));
    for (const name of ['!', '&&', '||', '??', '++', '--', 'typeof', 'delete', 'm'])
      assert.deepEqual(
        messages.filter((one) => one.endsWith(` ${name}`)),
        [`before ${name}`, `after ${name}`],
      );
    assert.deepEqual(
      messages.filter((one) => / super | x$/.test(one)),
      ['before super 7', 'after super 7', 'before x'],
    );
  });

  it('are refused where they would match nothing, or never be told', async () => {
    for (const [entry, sentence] of [
      ['match(() => k, {})', /k alone is no pattern/],
      ['match((x) => x, {})', /x alone is no pattern/],
      ['changes((x) => x.p, {})', /must be a metavariable/],
      ['call((x) => x.m(), { beforee: () => report(1) })', /has no "beforee"/],
      ['call((x) => x.m(), { in: { lines: 3 } })', /"in" has no "lines"/],
      ['call((x) => x.m(), { after: async () => report(1) })', /after is async/],
    ] as const) {
      const { fault, exit } = await watched(
        'const k = 7; console.log(k);',
        `${words.replace('match,', 'match, changes,')}export const r = rule({ at: ${entry} });`,
      );
      assert.match(fault ?? '', sentence);
      assert.deepEqual(exit, { code: 0, signal: null });
    }
    const late = await watched(
      'export class P { v = 1; } new P();',
      `${words}import { P } from './prog.js';\nexport const r = rule({ foreach: { p: extent(P) }, found: async () => { await null; report(1); } });`,
    );
    assert.match(late.fault ?? '', /found is async/);
  });
});
