import assert from 'node:assert/strict';
import { requests, type LiveArguments, type LiveResult } from '../../../adapter/dap/querypoints/protocol.js';
import { best } from '../../../server/findings/liveValues.js';
import type { Standing } from '../../../server/findings/liveValues.js';
import { DocumentSession } from '../../../server/check/session.js';
import { EditorSource } from '../../../server/syntax/editor/editorSource.js';
import { statementAt } from '../../../server/syntax/editor/statements.js';
import { LineMap } from '../../../server/base/span.js';
import { testSettings } from '../../support/checking.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';

const live = (debugged: Debugged, { frame }: Stopped, ...names: readonly string[]): Promise<LiveResult> =>
  debugged.client.request(requests.live, { frameId: frame.id, names } satisfies LiveArguments);

describe('values of a stop', () => {
  it('are told exactly, with the statement that the program waits before', () =>
    debugging(
      `function show(given) {
  const whole = -0, half = 0.5, big = 12n, text = "it's", none = null, yes = true;
  const long = 'x'.repeat(20000);
  for (let i = 0; i < 1; i++) given(i + //stop
    whole);
  let later = 1;
  return [half, big, text, none, yes, long, later];
}
show(() => {});
`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//stop']));
        const stopped = await debugged.stopped();
        const names = ['whole', 'half', 'big', 'text', 'none', 'yes', 'given', 'long', 'later', 'nowhere'];
        const { place, isBefore, values } = await live(debugged, stopped, ...names);
        assert.deepEqual({ place, isBefore }, { place: { file: debugged.path('program.js'), line: 4, column: 3 }, isBefore: true });
        const { long, given, ...others } = values;
        assert.deepEqual({ long: long?.exact, given: given?.kind }, { long: null, given: 'object' });
        assert.deepEqual(others, {
          whole: { text: '-0', kind: 'number', exact: '-0' },
          half: { text: '0.5', kind: 'number', exact: '0.5' },
          big: { text: '12n', kind: 'bigint', exact: '12' },
          text: { text: '"it\'s"', kind: 'string', exact: "it's" },
          none: { text: 'null', kind: 'null', exact: 'null' },
          yes: { text: 'true', kind: 'boolean', exact: 'true' },
          // V8 says so of what is not initialised yet.
          later: { text: 'undefined', kind: 'undefined', exact: 'undefined' },
        });
        const [, caller] = stopped.frames;
        assert.ok(caller);
        const outer = await live(debugged, { ...stopped, frame: caller });
        assert.equal(outer.isBefore, false, 'the call of the frame around is not over');
        assert.equal(outer.place?.line, 9);
      },
    ));
});

/** A module, and what a program does with it: the lines whose states its values are not in at the first passage. */
const modules: readonly { readonly name: string; readonly module: string; readonly program: string; readonly failsFrom: number | null }[] =
  [
    {
      name: 'a parameter that good runs do not have',
      module: `export function pay(n) {
  let paid = 0;
  while (paid < n) {
    if (paid >= 5) throw new Error('too much');
    paid++;
  }
  return paid;
}`,
      program: `import { pay } from './module.mjs'; try { pay(Number('7')); } catch { }`,
      failsFrom: 2,
    },
    {
      name: 'a good run',
      module: `export function pay(n) {
  let paid = 0;
  while (paid < n) {
    if (paid >= 5) throw new Error('too much');
    paid++;
  }
  return paid;
}`,
      program: `import { pay } from './module.mjs'; pay(Number('3'));`,
      failsFrom: null,
    },
    {
      name: 'a value that is computed on the way',
      module: `const limit = 5;
function level(points) {
  const found = points > 3 ? 2 : points;
  if (found > 1) throw new Error('no such level');
  return found;
}
export function play(rounds) {
  let points = 0;
  for (let i = 0; i < rounds; i++) {
    points += 1;
  }
  return level(points) + limit;
}`,
      program: `import { play } from './module.mjs'; try { play(Number('4')); } catch { }`,
      failsFrom: 10,
    },
    {
      name: 'what a caller catches',
      module: `function parse(text) {
  if (text.length > 3) throw new Error('too long');
  return text;
}
export function read(text) {
  try {
    return parse(text);
  } catch {
    return '';
  }
}`,
      program: `import { read } from './module.mjs'; read(String(12345));`,
      failsFrom: null,
    },
  ];

describe('live beside abstract', () => {
  for (const { name, module, program, failsFrom } of modules) {
    it(`says that a run certainly fails from where its values are not good: ${name}`, () =>
      debugging({ 'program.mjs': `${program}\n`, 'module.mjs': module }, async (debugged) => {
        const states = new DocumentSession('module.mjs');
        states.check(module, testSettings, { cancelled: () => false });
        const source = new EditorSource(module, 'module.mjs');
        const first = module.split('\n').findIndex((line) => line.startsWith('export function')) + 2;
        await debugged.launch({}, () =>
          debugged.client.request('setBreakpoints', { source: { path: debugged.path('module.mjs') }, breakpoints: [{ line: first }] }),
        );
        let stopped = await debugged.stopped();
        const said: { readonly line: number; readonly standing: Standing }[] = [];
        for (let step = 0; step < 400 && stopped.frame.source?.path === debugged.path('module.mjs'); step++) {
          const standing = await standingAt(debugged, stopped, states, source, module);
          if (standing !== null) said.push({ line: stopped.line, standing });
          stopped = await debugged.go('stepIn', stopped);
        }
        assert.ok(said.length > 2);
        assert.deepEqual(
          said.filter(({ standing }) => standing === 'outside'),
          [],
        );
        assert.equal(said.find(({ standing }) => standing === 'failing')?.line ?? null, failsFrom);
        if (failsFrom !== null) assert.equal(said.at(-1)?.standing, 'failing', 'whatever has begun to fail fails to the end');
      }));
  }
});

/** Null in the middle of a statement. */
async function standingAt(
  debugged: Debugged,
  stopped: Stopped,
  states: DocumentSession,
  source: EditorSource,
  text: string,
): Promise<Standing | null> {
  const names = [...new Set(text.match(/\b[a-z]\w*/g))].filter(
    (name) => !/^(export|function|let|const|while|if|throw|new|return|for|try|catch)$/.test(name),
  );
  const { place, isBefore, values } = await live(debugged, stopped, ...names);
  if (place === null || !isBefore) return null;
  const offset = new LineMap(text).offsetOf(place);
  const statement = statementAt(source, offset);
  if (statement === null || statement.side !== 'before' || statement.span.start !== offset) return null;
  const found = states.statementStatesAt(statement, { cancelled: () => false }, values);
  return found?.complete === true ? best(found.unfoldings.flatMap((copy) => copy.live?.standing ?? [])) : null;
}
