import { transformSync } from 'esbuild';
import assert from 'node:assert/strict';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { requests, type Chain, type RulesTold } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged } from '../../support/debugging.js';

/** Each line has code of several kinds that probes are put around. */
const text = `class Node {
  constructor(name) { this.name = name; this.parent = null; this.children = set(); }
  add(child) { this.children.add(child); child.parent = this; }
  get up() { return this.parent; }
}
const a = new Node('a'), b = new Node('b'); a.add(b); b.parent = a; //made
function g(x) { if (x) { x.parent = null; } else return; for (const k of [new Node('k')]) { a.children.add(k); k.parent = 2; a[k.name] = 3; } }
const f = (n) => f2(n).parent; const h = n => { n.count++; delete n.count; return n; };
function f2(n) { return n; }
function set() { return new Set(); }
g(a); g(f2(b)); [1, 2].forEach((q) => a.children.delete(q)); //called
const z = f(a) ?? f2(f2(a)); while (a.parent) a.parent = null;
async function w() { await f2(1); a.parent = await f2(b); return h(a); }
w().then((r) => { r.parent = 1; debugger; });
try { z.x.y = 1; } catch (e) { f2(e); } finally { f2(1); }
switch (a.name) { case 'a': a.parent = 5; break; default: f2(a); }
const o = { m() { return a.parent; }, p: f2(a), parent: a }; o.m();
class Sub extends Node { #q = f2(1); static s = f2(2); constructor() { super('s'); this.#q = 2; } }
console.log(new Sub().up);
`;

const rules = (file: string): string => `import { extent, report, rule } from 'whence/rules';
import { Node } from './${file}';
export const strange = rule({
  foreach: { n: extent(Node), m: extent(Node) },
  where: ({ n, m }) => n.children.has(m) && m.parent === 2,
  found: ({ m }) => report(m.name, 'has a strange parent'),
});
`;

/** The same session twice: with rules, whose probes are in the texts then, and without. */
async function both<T>(
  files: Readonly<Record<string, string>>,
  session: (debugged: Debugged, start: (configure?: () => Promise<unknown>) => Promise<void>) => Promise<T>,
): Promise<{ readonly ruled: T; readonly plain: T }> {
  const run = (attributes: object): Promise<T> => {
    let got: { readonly result: T } | null = null;
    return debugging({ ...files, 'a.rules.ts': rules(Object.keys(files).findLast((file) => /js$/.test(file)) ?? '') }, async (debugged) => {
      const start = (configure?: () => Promise<unknown>) => debugged.launch(attributes as never, configure);
      got = { result: await session(debugged, start) };
    }).then(() => got?.result ?? assert.fail('the session has no result'));
  };
  return { ruled: await run({ rules: ['a.rules.ts'] }), plain: await run({}) };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

const shown = ({ line, column }: { readonly line?: number | undefined; readonly column?: number | undefined }): string =>
  `${line}:${column}`;

async function possible(debugged: Debugged, file: string): Promise<readonly Place[]> {
  const { breakpoints }: DebugProtocol.BreakpointLocationsResponse['body'] = await debugged.client.request('breakpointLocations', {
    source: { path: debugged.path(file) },
    line: 1,
    endLine: text.split('\n').length,
  });
  return breakpoints.map(({ line, column }) => ({ line, column: column ?? 0 }));
}

type Stop = Awaited<ReturnType<Debugged['stopped']>>;

/** The frames of a stop in a file, innermost first. */
function framesIn(debugged: Debugged, file: string, { frames }: Stop): string {
  const own = frames.filter(({ source }) => source?.path === debugged.path(file));
  return own.map(({ name, line, column }) => `${name.split('.').at(-1)}@${line}:${column}`).join(' < ');
}

async function stopsOf(debugged: Debugged, file: string, by: 'next' | 'stepIn' | 'continue', most: number): Promise<readonly string[]> {
  let stop = await debugged.stopped();
  const seen = [framesIn(debugged, file, stop)];
  while (seen.length < most) {
    stop = await debugged.go(by, stop);
    seen.push(framesIn(debugged, file, stop));
  }
  await debugged.client.request('disconnect', {});
  return seen;
}

/** V8 has the end of a method at its last `return`; with probes, at its end. */
const differing = { ruled: ['4:34'], plain: ['4:33'] };

/** The same text in each form in which Node loads it. */
const forms = {
  'a CommonJS module': { 'main.js': text },
  'an ES module': { 'main.mjs': `${text}export { Node };\n` },
  'a module that is loaded later': { 'start.js': `setTimeout(() => require('./main.js'), 20);\n`, 'main.js': text },
};

/** As compilers do: the columns of the source are others than those of the text that runs, in which others are again. */
function compiled(source: string): Readonly<Record<string, string>> {
  const { code } = transformSync(source, {
    loader: 'ts',
    format: 'cjs',
    sourcemap: 'inline',
    sourcefile: 'main.ts',
    minifyWhitespace: true,
  });
  return { 'main.js': code, 'main.ts': source };
}

describe('columns in a session with rules', () => {
  for (const [form, files] of Object.entries(forms)) {
    const file = Object.keys(files).at(-1) ?? '';

    it(`are the program's own where breakpoints can be, in ${form}`, async () => {
      const { ruled, plain } = await both(files, async (debugged, start) => {
        await start();
        await debugged.stopped();
        const found = await possible(debugged, file);
        await debugged.client.request('disconnect', {});
        return found.map(shown);
      });
      const rest = (all: readonly string[], left: readonly string[]) => all.filter((place) => !left.includes(place));
      assert.deepEqual(rest(ruled, differing.ruled), rest(plain, differing.plain));
      assert.equal(ruled.length, plain.length);
    });

    it(`are the program's own of breakpoints at columns, in ${form}`, async () => {
      const columns = [...text.split('\n')].flatMap((_, at) => (at < 5 ? [] : [1, 20, 35, 46].map((column) => ({ line: at + 1, column }))));
      const { ruled, plain } = await both(files, async (debugged, start) => {
        await start(() => debugged.client.request('setBreakpoints', { source: { path: debugged.path(file) }, breakpoints: columns }));
        const told = (): readonly string[] =>
          debugged.client.events
            .filter(({ event }) => event === 'breakpoint')
            .map(({ body }) => shown((body as DebugProtocol.BreakpointEvent['body']).breakpoint));
        const stops = await stopsOf(debugged, file, 'continue', 22);
        return { stops, told: [...new Set(told())].sort() };
      });
      assert.deepEqual(ruled.stops, plain.stops);
    });

    it(`are the program's own while one steps, in ${form}`, async () => {
      for (const by of ['next', 'stepIn'] as const) {
        const { ruled, plain } = await both(files, async (debugged, start) => {
          await start(() => debugged.breakAt(['//made'], {}, file));
          return stopsOf(debugged, file, by, 18);
        });
        assert.deepEqual(ruled, plain);
      }
    });
  }

  it('are those of a source that was compiled, at breakpoints and in frames', async () => {
    const source = text.replace('constructor(name)', 'constructor(public name: string)');
    const { ruled, plain } = await both(compiled(source), async (debugged, start) => {
      const breakpoints = [{ line: 3, column: 42 }, { line: 7, column: 112 }, { line: 11 }, { line: 13, column: 40 }];
      await start(() => debugged.client.request('setBreakpoints', { source: { path: debugged.path('main.ts') }, breakpoints }));
      return stopsOf(debugged, 'main.ts', 'continue', 6);
    });
    assert.deepEqual(ruled, plain);
    assert.equal(ruled[0], 'add@3:42 < <anonymous>@6:47');
  });

  it('are those of the source of log points, and of what the program prints', async () => {
    const { ruled, plain } = await both({ 'main.js': text }, async (debugged, start) => {
      const points = [
        { line: 3, column: 42, logMessage: 'child {child.name}' },
        { line: 9, logMessage: 'f2' },
        { line: 7, column: 103, logMessage: 'k' },
      ];
      await start(() => debugged.client.request('setBreakpoints', { source: { path: debugged.path('main.js') }, breakpoints: points }));
      await debugged.finish(await debugged.stopped());
      const printed = debugged.client.events
        .filter(({ event }) => event === 'output')
        .map(({ body }) => body as DebugProtocol.OutputEvent['body']);
      return printed.filter(({ category }) => category === 'stdout').map((output) => `${output.output.trim()} @ ${shown(output)}`);
    });
    assert.deepEqual(ruled, plain);
    assert.ok(ruled.includes('child b @ 3:42'), ruled.join());
  });

  it('are those of the source at an exception, and in a function that has a breakpoint by its name', async () => {
    const { ruled, plain } = await both({ 'main.js': text }, async (debugged, start) => {
      await start(async () => {
        await debugged.client.request('setExceptionBreakpoints', { filters: ['all'] });
        await debugged.breakAt(['//called']);
      });
      const called = await debugged.stopped();
      await debugged.client.request('setFunctionBreakpoints', { breakpoints: [{ name: 'g' }, { name: 'a.add' }] });
      const seen = [framesIn(debugged, 'main.js', await debugged.go('continue', called))];
      await debugged.client.request('setFunctionBreakpoints', { breakpoints: [] });
      await debugged.breakAt([]);
      const thrown = debugged.stopped();
      await debugged.client.request('continue', { threadId: called.threadId });
      seen.push(framesIn(debugged, 'main.js', await thrown));
      await debugged.client.request('disconnect', {});
      return seen;
    });
    assert.deepEqual(ruled, plain);
  });

  it('are those of the source where a rule stops, and of what is asked there', () =>
    debugging({ 'main.js': text, 'a.rules.ts': rules('main.js') }, async (debugged) => {
      await debugged.launch({ rules: ['a.rules.ts'] }, () =>
        debugged.client.request('setExceptionBreakpoints', { filters: ['rule:strange'] }),
      );
      const stopped = await debugged.stopped();
      assert.equal(framesIn(debugged, 'main.js', stopped), 'g@7:112 < <anonymous>@11:1');
      const { findings, waiting }: RulesTold = await debugged.client.request(requests.rules, {});
      assert.deepEqual(
        findings.map(({ place }) => shown(place ?? {})),
        ['7:112'],
      );
      const ask = (asked: object): Promise<Chain> => debugged.client.request(requests.ask, { kind: 'lastChange', ...asked });
      const ofFinding = await ask({ finding: waiting, expression: 'm.parent' });
      const ofFrame = await ask({ frameId: stopped.frame.id, expression: 'k.parent' });
      for (const { points } of [ofFinding, ofFrame])
        assert.deepEqual(
          points.map(({ place }) => shown(place ?? {})),
          ['7:114', '7:112'],
        );
      await debugged.client.request('disconnect', {});
    }));
});
