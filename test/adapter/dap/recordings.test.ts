import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  requests,
  type CallsTold,
  type Chain,
  type HistoryTold,
  type LiveResult,
  type PositionTold,
  type RecordingTold,
} from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const program = `class Row {
  constructor(id) {
    this.id = id;
    this.open = true;
  }
  close(why) {
    this.open = false; //close
    return why.length; //returned
  }
}
const rows = [1, 2, 3].map((id) => new Row(id));
const index = new Map([['first', rows[0]]]);
let total = 0;
for (const row of rows) {
  total += row.id; //loop
  if (row.id === 2) total += row.close('late'); //called
}
function check(row) {
  if (!row.open) throw new Error('row ' + row.id + ' is closed'); //thrown
  return row.id;
}
try {
  check(rows[1]);
} catch (error) {
  total = -1; //caught
}
check(rows[1]); //last
`;

/** Opens the recording of a program as a debug session. */
async function opened(
  use: (debugged: Debugged, recording: RecordedProgram) => Promise<void>,
  attributes: Readonly<Record<string, unknown>> = {},
  change: (recording: RecordedProgram) => void = () => {},
): Promise<void> {
  const recording = await recorded({ 'program.js': program });
  change(recording);
  try {
    await debugging(program, async (debugged) => {
      const given = { recording: recording.file, __workspaceFolder: recording.folder, ...attributes };
      await debugged.start('attach', given);
      await use(debugged, recording);
    });
  } finally {
    recording.dispose();
  }
}

/** A request that goes on, and the stop that follows. */
async function go(debugged: Debugged, command: string, args: object = {}): Promise<Stopped> {
  const stopped = debugged.stopped();
  await debugged.client.request(command, { threadId: 1, ...args });
  return stopped;
}

const setLines = (debugged: Debugged, recording: RecordedProgram, marks: readonly string[], options: object = {}) =>
  debugged.client.request<{ readonly breakpoints: readonly { readonly verified: boolean; readonly message?: string }[] }>(
    'setBreakpoints',
    {
      source: { path: join(recording.folder, 'program.js') },
      breakpoints: marks.map((mark) => ({ line: debugged.line(mark), ...options })),
    },
  );

describe('a recording as a debug session', () => {
  it('begins at the exception that ended the program, with its frames, variables and values', () =>
    opened(async (debugged, recording) => {
      const stop = await debugged.stopped();
      assert.equal(stop.reason, 'exception');
      assert.deepEqual(
        stop.frames.map(({ name, line, source }) => [name, line, source?.path, source?.sourceReference]),
        [
          ['check', debugged.line('//thrown'), join(recording.folder, 'program.js'), undefined],
          ['(top level)', debugged.line('//last'), join(recording.folder, 'program.js'), undefined],
        ],
      );
      const locals = await debugged.variables(stop, 'Local');
      assert.equal(locals['row']?.value, 'Row {id: 2, open: false}');
      const row = await debugged.children(locals['row'] ?? assert.fail());
      assert.deepEqual(
        Object.values(row).map(({ name, value, evaluateName }) => [name, value, evaluateName]),
        [
          ['id', '2', 'row.id'],
          ['open', 'false', 'row.open'],
        ],
      );
      const module = await debugged.variables(stop, 'Module');
      assert.equal(module['total']?.value, '-1');
      const entries = await debugged.children(module['index'] ?? assert.fail());
      assert.equal(Object.values(entries)[0]?.evaluateName, 'index.get("first")');
      const { result } = await debugged.evaluate('row.id + rows.length * 10', 'watch', stop);
      assert.equal(result, '32');
      await assert.rejects(debugged.evaluate('row.close("x")', 'repl', stop), /not recorded/);
      const info = await debugged.client.request<{ readonly description: string }>('exceptionInfo', { threadId: 1 });
      assert.equal(info.description, 'row 2 is closed');
    }));

  it('steps both ways, into calls and out of them', () =>
    opened(
      async (debugged, recording) => {
        const entry = await debugged.stopped();
        assert.deepEqual([entry.reason, entry.line], ['goto', 1]);
        await setLines(debugged, recording, ['//called'], { condition: 'row.id === 2' });
        const called = await go(debugged, 'continue');
        assert.deepEqual([called.reason, called.line], ['breakpoint', debugged.line('//called')]);
        // The call is in a part of the line that is a statement of its own.
        const part = await go(debugged, 'next');
        assert.equal(part.line, debugged.line('//called'));
        assert.equal((await go(debugged, 'stepIn')).line, debugged.line('//close'));
        assert.equal((await go(debugged, 'next')).line, debugged.line('//returned'));
        const out = await go(debugged, 'stepOut');
        assert.deepEqual([out.line, out.frames.length], [debugged.line('//called'), 1]);
        assert.equal((await debugged.evaluate('rows[1].open', 'watch', out)).result, 'false');
        const back = await go(debugged, requests.step, { direction: 'back', kind: 'in' });
        assert.equal(back.line, debugged.line('//returned'));
        assert.equal((await go(debugged, 'stepBack')).line, debugged.line('//close'));
        const before = await go(debugged, 'stepBack');
        assert.deepEqual([before.line, before.frames.length], [debugged.line('//called'), 1]);
        assert.equal((await debugged.evaluate('rows[1].open', 'watch', before)).result, 'true');
        await setLines(debugged, recording, []);
        const begin = await go(debugged, 'reverseContinue');
        assert.deepEqual([begin.description, begin.line], ['The recording begins here', 1]);
        assert.equal((await go(debugged, 'continue')).description, 'The recording ends here');
      },
      { event: 0 },
    ));

  it('stops at breakpoints with conditions, hit counts and messages, the same ones backwards', () =>
    opened(
      async (debugged, recording) => {
        await debugged.stopped();
        await setLines(debugged, recording, ['//loop'], { hitCondition: '>= 2' });
        const forward: string[] = [];
        for (let stop = await go(debugged, 'continue'); stop.reason === 'breakpoint'; stop = await go(debugged, 'continue'))
          forward.push((await debugged.evaluate('row.id', 'watch', stop)).result);
        assert.deepEqual(forward, ['2', '3']);
        const backward: string[] = [];
        for (let stop = await go(debugged, 'reverseContinue'); stop.reason === 'breakpoint'; stop = await go(debugged, 'reverseContinue'))
          backward.push((await debugged.evaluate('row.id', 'watch', stop)).result);
        assert.deepEqual(backward, ['3', '2']);
        await setLines(debugged, recording, ['//loop'], { logMessage: 'row {row.id} of {rows.length}' });
        await go(debugged, 'continue');
        assert.equal(debugged.output('console'), 'row 1 of 3\nrow 2 of 3\nrow 3 of 3\n');
      },
      { event: 0 },
    ));

  it('stops at changes of a place, at calls of a function, and where something is thrown', () =>
    opened(
      async (debugged) => {
        const begin = await debugged.stopped();
        const { variables } = await debugged.client.request<{
          readonly variables: readonly { readonly name: string; readonly variablesReference: number }[];
        }>('variables', { variablesReference: await scopeOf(debugged, begin, 'Module') });
        assert.ok(variables.some(({ name }) => name === 'total'));
        const info = await debugged.client.request<{ readonly dataId: string; readonly accessTypes: readonly string[] }>(
          'dataBreakpointInfo',
          {
            variablesReference: await scopeOf(debugged, begin, 'Module'),
            name: 'total',
          },
        );
        assert.deepEqual(info.accessTypes, ['write']);
        await debugged.client.request('setDataBreakpoints', { breakpoints: [{ dataId: info.dataId, accessType: 'write' }] });
        const texts: (string | undefined)[] = [];
        let stop = await go(debugged, 'continue');
        for (; stop.reason === 'data breakpoint'; stop = await go(debugged, 'continue')) texts.push(stop.text);
        assert.deepEqual(texts, ['0', '0 → 1', '1 → 3', '3 → 7', '7 → 10', '10 → -1']);
        assert.equal((await go(debugged, 'reverseContinue')).text, '10 → -1');
        await debugged.client.request('setDataBreakpoints', { breakpoints: [] });
        await debugged.client.request('setFunctionBreakpoints', { breakpoints: [{ name: 'close' }] });
        const called = await go(debugged, 'reverseContinue');
        assert.deepEqual([called.reason, called.line], ['function breakpoint', debugged.line('//close')]);
        await debugged.client.request('setFunctionBreakpoints', { breakpoints: [] });
        await debugged.client.request('setExceptionBreakpoints', { filters: ['all'] });
        const caught = await go(debugged, 'continue');
        assert.deepEqual([caught.reason, caught.frames[1]?.line], ['exception', debugged.line('check(rows[1]);')]);
        await debugged.client.request('setExceptionBreakpoints', {
          filters: [],
          filterOptions: [{ filterId: 'uncaught', condition: "error.message === 'row 2 is closed'" }],
        });
        const uncaught = await go(debugged, 'continue');
        assert.deepEqual([uncaught.reason, uncaught.frames[1]?.line], ['exception', debugged.line('//last')]);
        assert.equal((await go(debugged, 'continue')).description, 'The recording ends here');
      },
      { event: 0 },
    ));

  it('answers questions at once, and shows the points that they lead to', () =>
    opened(async (debugged) => {
      const stop = await debugged.stopped();
      const chain = await debugged.client.request<Chain>(requests.ask, {
        kind: 'lastChange',
        frameId: stop.frame.id,
        expression: 'row.open',
      });
      const [, point] = chain.points;
      assert.deepEqual(
        [chain.executions, point?.status, point?.place?.line, point?.before, point?.after],
        [0, 'located', debugged.line('//close'), 'true', 'false'],
      );
      const there = debugged.stopped();
      await debugged.client.request(requests.stopAt, { chain: chain.id, point: 'P2' });
      const { line, frames } = await there;
      assert.deepEqual([line, frames.map(({ name }) => name)], [debugged.line('//close'), ['Row.close', '(top level)']]);
      const condition = await debugged.client.request<Chain>(requests.ask, { kind: 'lastCondition', chain: chain.id, of: 'P2', frame: 1 });
      assert.deepEqual([condition.points[2]?.place?.line, condition.points[2]?.taken], [debugged.line('//called'), 'then']);
      const candidates = await debugged.client.request<{ readonly events: readonly number[] }>(requests.candidates, {
        chain: chain.id,
        point: 'P2',
      });
      assert.equal(candidates.events.length, 4);
    }));

  it('shows the recorded text where the file is another one now, or outside of the workspace', () =>
    opened(
      async (debugged, recording) => {
        const stop = await debugged.stopped();
        const reference = stop.frame.source?.sourceReference ?? assert.fail('the file is shown');
        const { content } = await debugged.client.request<{ readonly content: string }>('source', { sourceReference: reference });
        assert.equal(content, program);
        const inFile = await setLines(debugged, recording, ['//loop']);
        assert.match(inFile.breakpoints[0]?.message ?? '', /not what was recorded/);
        const inText = await debugged.client.request<typeof inFile>('setBreakpoints', {
          source: { path: stop.frame.source?.path, sourceReference: reference },
          breakpoints: [{ line: debugged.line('//loop') }],
        });
        assert.equal(inText.breakpoints[0]?.verified, true);
        assert.equal((await go(debugged, 'reverseContinue')).line, debugged.line('//loop'));
      },
      {},
      (recording) => writeFileSync(join(recording.folder, 'program.js'), `// changed\n${program}`),
    ).then(() =>
      opened(async (debugged) => assert.ok((await debugged.stopped()).frame.source?.sourceReference !== undefined), {
        __workspaceFolder: '/nowhere',
      }),
    ));

  it('shows the recorded text from when the file is edited, and the file when that is undone', () =>
    opened(async (debugged, recording) => {
      const file = join(recording.folder, 'program.js');
      assert.equal((await debugged.stopped()).frame.source?.sourceReference, undefined);
      writeFileSync(file, `// edited\n${program}`);
      const { source, line } = (await go(debugged, 'stepBack')).frame;
      const { content } = await debugged.client.request<{ readonly content: string }>('source', {
        sourceReference: source?.sourceReference,
      });
      assert.deepEqual([content, line], [program, debugged.line('check(row) {') + 1]);
      const { breakpoints } = await setLines(debugged, recording, ['//loop']);
      assert.match(breakpoints[0]?.message ?? '', /not what was recorded/);
      writeFileSync(file, program);
      assert.equal((await go(debugged, 'stepBack')).frame.source?.sourceReference, undefined);
    }));

  it('knows declared functions before the first statement, and values from the statement behind them on', () =>
    opened(async (debugged) => {
      await debugged.stopped();
      const shown = async (stop: Stopped): Promise<readonly string[]> => {
        const variablesReference = await scopeOf(debugged, stop, 'Module');
        const { variables } = await debugged.client.request<{
          readonly variables: readonly { readonly name: string; readonly value: string }[];
        }>('variables', { variablesReference });
        return variables.filter(({ name }) => /^(rows|total|check)$/.test(name)).map(({ name, value }) => `${name} ${value}`);
      };
      const first = await go(debugged, requests.goTo, { event: 0 });
      assert.deepEqual(await shown(first), ['rows (no value yet)', 'total (no value yet)', 'check function check']);
      const { event } = await debugged.client.request<PositionTold>(requests.position, {});
      for (let step = 1; step <= 3; step++) await go(debugged, 'next');
      const fourth = await go(debugged, 'next');
      assert.deepEqual(await shown(fourth), ['rows [Row, Row, Row]', 'total 0', 'check function check']);
      const later = await debugged.client.request<PositionTold>(requests.position, {});
      assert.ok(event > 0 && later.event > event);
    }));

  it('lists its calls, a level at a time, those of a name, and the changes of a place', () =>
    opened(async (debugged, recording) => {
      const stop = await debugged.stopped();
      const told = await debugged.client.request<RecordingTold>(requests.recording, {});
      assert.deepEqual(
        [told.outcome, told.files, told.missing],
        ['It ended with exit code 1.', [join(recording.folder, 'program.js')], []],
      );
      const calls = (args: object) => debugged.client.request<CallsTold>(requests.calls, { count: 100, ...args });
      const roots = await calls({});
      assert.deepEqual(
        roots.calls.map(({ name, hasCalls }) => [name, hasCalls]),
        [['(top level)', true]],
      );
      const parent = roots.calls[0]?.event;
      const own = await calls({ parent, count: 4 });
      assert.deepEqual(
        [own.calls[3]?.given, own.calls[3]?.place?.line, own.calls[3]?.hasCalls],
        ["('late') on Row {id: 2, open: true}", debugged.line('//called'), false],
      );
      const rest = await calls({ parent, from: own.next ?? assert.fail(), count: 4 });
      assert.deepEqual(
        rest.calls.map(({ name, ended, isThrown }) => [name, ended, isThrown]),
        // Nothing was recorded behind the exception that ended the program.
        [
          ['check', 'ended by an exception', true],
          ['check', '', false],
        ],
      );
      assert.equal(rest.next, null);
      assert.deepEqual(
        (await calls({ filter: 'CLOSE' })).calls.map(({ name }) => name),
        ['Row.close'],
      );
      const variablesReference = await scopeOf(debugged, stop, 'Module');
      const history = await debugged.client.request<HistoryTold>(requests.history, { variablesReference, name: 'total', count: 2 });
      assert.deepEqual(
        [history.title, history.total, history.changes.map(({ before, after, place }) => [before, after, place?.line])],
        [
          'total',
          6,
          [
            ['7', '10', debugged.line('//loop')],
            ['10', '-1', debugged.line('//caught')],
          ],
        ],
      );
    }));

  it('goes to other times of a line, and to any event', () =>
    opened(
      async (debugged, recording) => {
        const begin = await debugged.stopped();
        const source = { path: join(recording.folder, 'program.js') };
        const targets = async () => {
          const found = await debugged.client.request<{ readonly targets: readonly { readonly id: number; readonly label: string }[] }>(
            'gotoTargets',
            { source, line: debugged.line('//loop') },
          );
          return found.targets;
        };
        const [next] = await targets();
        const first = await go(debugged, 'goto', { targetId: next?.id });
        assert.deepEqual([first.reason, (await debugged.evaluate('row.id', 'hover', first)).result], ['goto', '1']);
        const second = await go(debugged, 'goto', { targetId: (await targets())[0]?.id });
        assert.equal((await debugged.evaluate('row.id', 'hover', second)).result, '2');
        assert.deepEqual(
          (await targets()).map(({ label }) => label),
          ['The next time that control is here', 'The time before'],
        );
        const live = await debugged.client.request<LiveResult>(requests.live, { frameId: second.frame.id, names: ['total', 'row'] });
        assert.deepEqual([live.place?.line, live.isBefore, live.values['total']?.exact], [debugged.line('//loop'), true, '1']);
        assert.equal((await go(debugged, requests.goTo, { event: 0 })).line, begin.line);
        await assert.rejects(debugged.client.request(requests.goTo, { event: 1e9 }), /There is no event 1000000000/);
        const { sources } = await debugged.client.request<{ readonly sources: readonly { readonly path: string }[] }>('loadedSources', {});
        assert.deepEqual(sources, [{ name: 'program.js', path: source.path }]);
        await assert.rejects(debugged.client.request('setVariable', { variablesReference: 1, name: 'a', value: '1' }), /cannot be changed/);
        const names = await debugged.client.request<{ readonly targets: readonly { readonly label: string }[] }>('completions', {
          text: 'row.',
          column: 5,
          frameId: (await go(debugged, requests.goTo, { event: 60 })).frame.id,
        });
        assert.ok(Array.isArray(names.targets));
        const places = await debugged.client.request<{ readonly breakpoints: readonly unknown[] }>('breakpointLocations', {
          source,
          line: debugged.line('//called'),
        });
        assert.equal(places.breakpoints.length, 2);
      },
      { event: 0 },
    ));

  it('records the program of a launch configuration, and opens its recording', () =>
    debugging(`console.log('printed');\n${program}`, async (debugged) => {
      const before = process.env['XDG_DATA_HOME'];
      process.env['XDG_DATA_HOME'] = debugged.path('data');
      const initialized = debugged.client.event('initialized');
      await debugged.client.request('launch', {
        program: debugged.path('program.js'),
        cwd: debugged.folder,
        __workspaceFolder: debugged.folder,
        record: true,
      });
      await initialized;
      if (before === undefined) delete process.env['XDG_DATA_HOME'];
      else process.env['XDG_DATA_HOME'] = before;
      await debugged.client.request('configurationDone', {});
      const stop = await debugged.stopped();
      assert.deepEqual([stop.reason, stop.line], ['exception', debugged.line('//thrown')]);
      assert.equal(debugged.output('stdout'), 'printed\n');
      assert.match(debugged.output('console'), /^Recorded [\d,]+ events: .*program-.*\.trace\n$/);
    }));

  it('says what is wrong with a file in one sentence', () =>
    debugging(program, async (debugged) => {
      await assert.rejects(debugged.start('attach', { recording: debugged.path('program.js') }), /program\.js.*\.$/);
      assert.equal(debugged.client.events.filter(({ event }) => event === 'stopped').length, 0);
    }));
});

async function scopeOf(debugged: Debugged, { frame }: Stopped, name: string): Promise<number> {
  const { scopes } = await debugged.client.request<{
    readonly scopes: readonly { readonly name: string; readonly variablesReference: number }[];
  }>('scopes', { frameId: frame.id });
  return scopes.find((one) => one.name === name)?.variablesReference ?? assert.fail(`no scope ${name}`);
}
