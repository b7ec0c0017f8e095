import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { debugging, type Debugged } from '../../support/debugging.js';

const program = `
class Refused extends Error {}
function ask(n) {
  if (n === 1) throw new TypeError('one'); //caught
  if (n === 2) throw new Refused('two', { cause: new Error('why') }); //also
  return n;
}
for (const n of [0, 1, 2]) try { ask(n); } catch {}
setTimeout(() => ask(1)); //uncaught
`;

const filters = (debugged: Debugged, filterOptions: readonly object[]) => () =>
  debugged.client.request('setExceptionBreakpoints', { filters: [], filterOptions });

describe('exceptions', () => {
  it('stop the program where they are thrown, caught or not', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, filters(debugged, [{ filterId: 'all' }]));
      const first = await debugged.stopped();
      assert.deepEqual([first.reason, first.line], ['exception', debugged.line('//caught')]);
      assert.equal((await debugged.variables(first, 'Exception'))['exception']?.value, 'TypeError: one');
      const second = await debugged.go('continue', first);
      const info = await debugged.client.request<DebugProtocol.ExceptionInfoResponse['body']>('exceptionInfo', {
        threadId: second.threadId,
      });
      assert.deepEqual(
        [info.exceptionId, info.description, info.breakMode, info.details?.innerException?.[0]?.message],
        ['Refused', 'Error: two', 'always', 'Error: why'],
      );
      await debugged.finish(await debugged.go('continue', second));
    }));

  it('stop only where nobody catches them', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, filters(debugged, [{ filterId: 'uncaught' }]));
      const stopped = await debugged.stopped();
      assert.equal(stopped.frames[1]?.line, debugged.line('//uncaught'));
      const info = await debugged.client.request<DebugProtocol.ExceptionInfoResponse['body']>('exceptionInfo', {
        threadId: stopped.threadId,
      });
      assert.equal(info.breakMode, 'unhandled');
      const output = await debugged.finish(stopped);
      assert.match(output, /Uncaught TypeError: one\n {4}at ask/);
      assert.deepEqual(debugged.client.events.find(({ event }) => event === 'exited')?.body, { exitCode: 1 });
    }));

  it('stop only where a condition on the error, and on what is in scope, holds', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, filters(debugged, [{ filterId: 'all', condition: "error.message === 'two' && n === 2" }]));
      const stopped = await debugged.stopped();
      assert.equal(stopped.line, debugged.line('//also'));
      await debugged.finish(stopped);
    }));

  for (const [how, attributes, filterOptions] of [
    ['where that filter is on', {}, [{ filterId: 'failure' }]],
    ['where the configuration says so', { stopOnFailure: true }, []],
  ] as const)
    it(`stop at failed assertions that are caught, and at no other throw, ${how}`, () =>
      debugging(
        `
const assert = require('node:assert/strict');
try { null.f(); } catch {}
const check = (sum) => {
  assert.equal(sum, 8); //stop
};
try { check(7); } catch {}
`,
        async (debugged) => {
          await debugged.launch({ skipFiles: ['<node_internals>/**'], ...attributes }, filters(debugged, filterOptions));
          const stopped = await debugged.stopped();
          const own = stopped.frames.find(({ presentationHint }) => presentationHint !== 'subtle');
          assert.deepEqual([stopped.reason, own?.name, own?.line], ['exception', 'check', debugged.line('//stop')]);
          await debugged.finish(stopped);
        },
      ));

  it('refuse a condition that is none', () =>
    debugging('1', async (debugged) => {
      await debugged.launch({ stopOnEntry: true });
      const answer = await debugged.client.request<DebugProtocol.SetExceptionBreakpointsResponse['body']>('setExceptionBreakpoints', {
        filters: [],
        filterOptions: [{ filterId: 'all', condition: 'error.' }],
      });
      assert.deepEqual(answer?.breakpoints?.[0]?.verified, false);
    }));

  it('that end the program are told with what stops at them, and their message once', () =>
    debugging("throw new TypeError('first\\nsecond'); //here", async (debugged) => {
      await debugged.launch();
      await debugged.finish();
      assert.match(debugged.output('console'), /switch on “Uncaught Exceptions” under Breakpoints/);
      await debugging("throw new TypeError('first\\nsecond'); //here", async (again) => {
        await again.launch({}, filters(again, [{ filterId: 'uncaught' }]));
        const stopped = await again.stopped();
        const { threadId } = stopped;
        const told = await again.client.request<DebugProtocol.ExceptionInfoResponse['body']>('exceptionInfo', { threadId });
        assert.equal(told.description, 'TypeError: first\nsecond');
        assert.match(told.details?.stackTrace ?? '', /^\s+at .*program\.js:1:7/);
        await again.finish(stopped);
        assert.equal(again.output('console').includes('Uncaught Exceptions'), false, 'it has stopped there');
      });
    }));
});
