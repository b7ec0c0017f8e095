import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { debugging, type Debugged } from '../../support/debugging.js';

const loop = `
for (let i = 0; i < 10; i++) {
  work(i); //body
}
function work(n) {
  return n * 2; //work
}
console.log('done');
`;

describe('breakpoints', () => {
  it('stop where a condition holds', () =>
    debugging(loop, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//body'], { condition: 'i === 7' }));
      const stopped = await debugged.stopped();
      assert.equal((await debugged.evaluate('i', 'watch', stopped)).result, '7');
      assert.match(await debugged.finish(stopped), /done/);
    }));

  it('stop where a condition in parentheses holds, and where it notes down what it sees', () =>
    debugging(loop, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//body'], { condition: '(globalThis.last = i, i > 6 && (i === 7))' }));
      const stopped = await debugged.stopped();
      assert.equal((await debugged.evaluate('globalThis.last', 'watch', stopped)).result, '7');
      const { breakpoints } = await debugged.breakAt(['//body'], { condition: '(i === 8))' });
      assert.match(breakpoints[0]?.message ?? '', /is no JavaScript expression/);
      assert.match(await debugged.finish(stopped), /done/);
    }));

  it('count hits: exactly, from, every', () =>
    debugging(loop, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//body'], { hitCondition: '4' }));
      const fourth = await debugged.stopped();
      assert.equal((await debugged.evaluate('i', 'watch', fourth)).result, '3');
      await debugged.breakAt(['//body'], { hitCondition: '%3' });
      const third = await debugged.go('continue', fourth);
      assert.equal((await debugged.evaluate('i', 'watch', third)).result, '6');
      await debugged.breakAt(['//body'], { hitCondition: '>= 2', condition: 'i !== 8' });
      const later = await debugged.go('continue', third);
      assert.equal((await debugged.evaluate('i', 'watch', later)).result, '9');
      await debugged.finish(later);
    }));

  it('print messages without stopping, with objects that can be opened', () =>
    debugging(loop, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//body'], { logMessage: 'i is {i}, {{ a: i }} of 100%', condition: 'i < 2' }));
      const output = await debugged.finish();
      assert.match(output, /^i is 0, \{a: 0\} of 100%\ni is 1, \{a: 1\} of 100%\ndone$/m);
      const event = debugged.client.events.find(
        ({ event, body }) => event === 'output' && /i is 0/.test((body as { output: string }).output),
      );
      assert.equal((event?.body as DebugProtocol.OutputEvent['body']).line, debugged.line('//body'));
    }));

  it('say what is wrong with a condition, a count, or a line without code', () =>
    debugging(`${loop}\n\n// nothing`, async (debugged) => {
      await debugged.launch({ stopOnEntry: true });
      const stopped = await debugged.stopped();
      const answers = await Promise.all([debugged.breakAt(['//body'], { condition: 'i ===' })]);
      const counted = await debugged.breakAt(['//work'], { hitCondition: 'often' });
      assert.deepEqual(
        [answers[0]?.breakpoints[0], counted.breakpoints[0]].map((one) => [
          one?.verified,
          /no JavaScript expression|write 5/.test(one?.message ?? ''),
        ]),
        [
          [false, true],
          [false, true],
        ],
      );
      await debugged.finish(stopped);
    }));

  it('slide to the next statement, tell where they can be, and stop at a column', () =>
    debugging(`\nlet a = 1;\n\n\nlet b = 2; let c = 3; //two\nconsole.log(a, b, c);\n`, async (debugged) => {
      await debugged.launch({ stopOnEntry: true });
      const entry = await debugged.stopped();
      const source = { path: debugged.path('program.js') };
      const locations = await debugged.client.request<DebugProtocol.BreakpointLocationsResponse['body']>('breakpointLocations', {
        source,
        line: 5,
      });
      assert.deepEqual(
        locations.breakpoints.map(({ line, column }) => [line, column]),
        [
          [5, 9],
          [5, 20],
        ],
      );
      const { breakpoints } = await debugged.client.request<DebugProtocol.SetBreakpointsResponse['body']>('setBreakpoints', {
        source,
        breakpoints: [{ line: 3 }, { line: 5, column: 20 }],
      });
      assert.deepEqual(
        breakpoints.map(({ verified, line, column }) => [verified, line, column]),
        [
          [true, 5, undefined],
          [true, 5, 20],
        ],
      );
      const first = await debugged.go('continue', entry);
      assert.deepEqual([first.line, first.frame.column, first.hitBreakpointIds], [5, 9, [breakpoints[0]?.id]]);
      const second = await debugged.go('continue', first);
      assert.deepEqual([second.line, second.frame.column, second.hitBreakpointIds], [5, 20, [breakpoints[1]?.id]]);
      await debugged.finish(second);
    }));

  it('are pending until their file is loaded, and then verified', () =>
    debugging({ 'program.js': "require('./later.js');", 'later.js': '\nexports.x = 1; //here\n' }, async (debugged) => {
      let set: DebugProtocol.Breakpoint | undefined;
      await debugged.launch({}, async () => {
        [set] = (await debugged.breakAt(['//here'], {}, 'later.js')).breakpoints;
      });
      assert.deepEqual([set?.verified, set?.reason], [false, 'pending']);
      const stopped = await debugged.stopped();
      const changed = (await debugged.client.event('breakpoint')).body as DebugProtocol.BreakpointEvent['body'];
      assert.deepEqual(
        [changed.reason, changed.breakpoint.id, changed.breakpoint.verified, changed.breakpoint.line],
        ['changed', set?.id, true, 2],
      );
      assert.deepEqual(stopped.hitBreakpointIds, [set?.id]);
      await debugged.finish(stopped);
    }));

  it('stop at a statement debugger, and at a pause that is asked for', () =>
    debugging(
      "debugger; //here\nsetInterval(() => { globalThis.n = (globalThis.n ?? 0) + 1; }, 1);\nconsole.log('waits');",
      async (debugged) => {
        await debugged.launch();
        const stopped = await debugged.stopped();
        assert.deepEqual([stopped.line, stopped.description], [1, 'Paused on debugger statement']);
        const waits = debugged.client.event('output');
        await debugged.client.request('continue', { threadId: stopped.threadId });
        await waits;
        await debugged.client.request('pause', { threadId: stopped.threadId });
        const paused = await debugged.stopped();
        assert.equal(paused.reason, 'pause');
        await debugged.client.request('continue', { threadId: stopped.threadId });
        const kept = await debugged.evaluate('const kept = await Promise.resolve(6); kept', 'repl');
        assert.deepEqual([kept.result, (await debugged.evaluate('kept + 1', 'repl')).result], ['6', '7']);
      },
    ));

  if (process.platform !== 'win32')
    it('stop at a pause that is asked for in the program, not in what a look at it runs there', () =>
      debugging(
        `
globalThis.box = { n: 0 };
process.on('SIGUSR2', () => { box.n++; });
setInterval(() => {}, 1e6);
setImmediate(() => console.log(Array.from({ length: 300 }, (_, index) => ({ index }))));
`,
        async (debugged) => {
          await debugged.launch();
          const printed = await debugged.client.event('output', ({ variablesReference }: { variablesReference?: number }) =>
            Boolean(variablesReference),
          );
          const [array] = Object.values(await debugged.children(printed.body as { variablesReference: number }));
          const { variablesReference } = array ?? assert.fail('no row is below what was printed');
          await debugged.evaluate('await new Promise((resolve) => setTimeout(resolve, 100))', 'repl'); // little of it runs any more
          const { result: pid } = await debugged.evaluate('process.pid', 'repl');
          let stops = 0;
          const pauseAndLook = async () => {
            await debugged.client.request('pause', { threadId: await threadOf(debugged) });
            const { targets } = await debugged.client.request<DebugProtocol.CompletionsResponse['body']>('completions', {
              text: 'box.',
              column: 5,
            });
            assert.ok(targets.some(({ label }) => label === 'n'));
            const [first] = Object.values(await debugged.children({ variablesReference }, { filter: 'indexed', start: 0, count: 10 }));
            assert.equal(first?.value, '{index: 0}');
            return debugged.client.events.filter(({ event }) => event === 'stopped').length > stops;
          };
          // Node's own code after the timer may still be running, and then it is that code that stops: the program goes on, and is asked again.
          while (await pauseAndLook()) {
            const { frames, threadId } = await debugged.stopped();
            assert.match(frames[0]?.source?.path ?? '', /^node:|<node_internals>/, JSON.stringify(frames));
            stops++;
            await debugged.client.request('continue', { threadId });
          }
          process.kill(Number(pid), 'SIGUSR2');
          const stopped = await debugged.stopped();
          assert.equal(stopped.reason, 'pause');
          // The program's own folder has the name, too.
          assert.doesNotMatch(JSON.stringify(stopped.frames).replaceAll(/whence-dap-\w+/g, ''), /whence/);
        },
      ));

  it('stop at a pause that V8 hears of together with a look at the program, which must not stop', () =>
    debugging(
      'globalThis.n = 0;\nconst sleeper = new Int32Array(new SharedArrayBuffer(4));\nfor (;;) if (n++ % 2) Atomics.wait(sleeper, 0, 0, 100);',
      async (debugged) => {
        await debugged.launch();
        await debugged.client.event('thread');
        while (!(Number((await debugged.evaluate('globalThis.n', 'watch')).result) > 2));
        const threadId = await threadOf(debugged);
        for (let round = 0; round < 3; round++) {
          const stopped = debugged.stopped();
          const look = { text: 'process.', column: 9 };
          await Promise.all([debugged.client.request('pause', { threadId }), debugged.client.request('completions', look)]);
          const { reason, line } = await stopped;
          assert.deepEqual([reason, line], ['pause', 3]);
          await debugged.client.request('continue', { threadId });
        }
      },
    ));

  it('stop at a pause that is asked for while a step runs', () =>
    debugging(
      "debugger;\nspin();\nfunction spin() {\n  console.log('spinning');\n  for (let i = 0; ; i++) Math.sin(i);\n}",
      async (debugged) => {
        await debugged.launch();
        const statement = await debugged.stopped();
        const call = await debugged.go('next', statement);
        const spinning = debugged.client.event('output', ({ output }: DebugProtocol.OutputEvent['body']) => output === 'spinning\n');
        await debugged.client.request('next', { threadId: call.threadId });
        await spinning;
        await debugged.client.request('pause', { threadId: call.threadId });
        const paused = await debugged.stopped();
        assert.deepEqual([call.line, paused.reason], [2, 'pause']);
        // Control may still be in what prints.
        assert.ok(paused.frames.some(({ name }) => name === 'spin'));
        assert.equal((await debugged.go('next', paused)).reason, 'step');
      },
    ));

  it('pay no attention to a pause that is asked for where the program waits', () =>
    debugging(loop, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//body'], { condition: 'i === 7' }));
      const stopped = await debugged.stopped();
      await debugged.client.request('pause', { threadId: stopped.threadId });
      assert.match(await debugged.finish(stopped), /done/);
      assert.equal(debugged.client.events.filter(({ event }) => event === 'stopped').length, 1);
    }));

  it('stop where a function begins that is named', () =>
    debugging(loop, async (debugged) => {
      await debugged.launch({ stopOnEntry: true });
      const entry = await debugged.stopped();
      const { breakpoints } = await debugged.client.request<DebugProtocol.SetFunctionBreakpointsResponse['body']>(
        'setFunctionBreakpoints',
        {
          breakpoints: [{ name: 'work', condition: 'n === 4' }, { name: 'nobody' }],
        },
      );
      assert.deepEqual(
        breakpoints.map(({ verified }) => verified),
        [true, false],
      );
      const stopped = await debugged.go('continue', entry);
      assert.deepEqual(
        [stopped.reason, stopped.line, stopped.hitBreakpointIds],
        ['function breakpoint', debugged.line('//work'), [breakpoints[0]?.id]],
      );
      assert.equal((await debugged.variables(stopped))['n']?.value, '4');
      await debugged.finish(stopped);
    }));
});

async function threadOf(debugged: Debugged): Promise<number | undefined> {
  const { threads } = await debugged.client.request<DebugProtocol.ThreadsResponse['body']>('threads', {});
  return threads[0]?.id;
}
