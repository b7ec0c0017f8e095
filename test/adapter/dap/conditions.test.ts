import type { DebugProtocol } from '@vscode/debugprotocol';
import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { requests, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';
import { main, on, pick } from './conditionsProgram.js';

async function told(debugged: Debugged, { threadId }: Stopped): Promise<DebugProtocol.ExceptionInfoResponse['body']> {
  return debugged.client.request('exceptionInfo', { threadId });
}

/** The two files, compiled into the first. */
async function compile(debugged: Debugged, options: Parameters<typeof build>[0]): Promise<void> {
  const { outputFiles = [] } = await build({
    entryPoints: [debugged.path('main.ts')],
    platform: 'node',
    write: false,
    ...options,
    outfile: debugged.path('main.cjs'),
  });
  for (const { path, text } of outputFiles) writeFileSync(path, text);
}

describe('pausing where a necessary condition breaks', () => {
  for (const [kind, minify] of [
    ['bundled', false],
    ['bundled and minified', true],
  ] as const)
    it(`stops at the entry of a function that certainly fails, before it does; ${kind} TypeScript`, () =>
      debugging({ 'main.cjs': '', 'main.ts': main, 'pick.ts': pick }, async (debugged) => {
        await compile(debugged, { bundle: true, minify, sourcemap: true, format: 'cjs' });
        await debugged.launch({}, () => on(debugged));
        const stopped = await debugged.stopped();
        const message = "pick fails if n > 99: it throws new RangeError('too big') (line 3).";
        assert.deepEqual([stopped.reason, stopped.description, stopped.text], ['exception', 'A necessary condition broke', message]);
        assert.deepEqual([stopped.frame.source?.name, stopped.line], ['pick.ts', debugged.line('//entry', 'pick.ts')]);
        const info = await told(debugged, stopped);
        assert.deepEqual([info.exceptionId, info.description], ['A necessary condition broke', message]);
        assert.match(info.details?.stackTrace ?? '', /this is thrown and not caught \(.*pick\.ts:3:15\)/);
        await debugged.finish(stopped);
      }));

  const program = `
const account = { balance: 8 + process.argv.length };
function spend(amount) {
  account.balance -= amount; //spend
  // @always account.balance >= 0
  return account.balance; //return
}
for (const amount of [3, 4, 5, 1]) spend(amount); //loop
console.log(account.balance); //end
`;

  it('stops where an assertion is violated, each time, and answers questions there', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => on(debugged));
      const stopped = await debugged.stopped();
      assert.deepEqual([stopped.line, stopped.text], [debugged.line('//return'), '@always account.balance >= 0 is violated.']);
      const ask = { kind: 'lastChange', frameId: stopped.frame.id, expression: 'account.balance' };
      const { points } = await debugged.client.request<Chain>(requests.ask, ask);
      assert.deepEqual([points[1]?.place?.line, points[1]?.before, points[1]?.after], [debugged.line('//spend'), '3', '-2']);
      const again = await debugged.go('continue', stopped);
      assert.deepEqual([again.line, (await debugged.evaluate('amount', 'hover', again)).result], [debugged.line('//return'), '1']);
      assert.match(await debugged.finish(again), /^-3$/m);
    }));

  it('is turned on and off while the program waits; breakpoints of the user at the same place stay', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//return'], { condition: 'amount === 3 || amount === 5' }));
      const stopped = await debugged.stopped();
      await on(debugged);
      const broken = await debugged.go('continue', stopped);
      assert.deepEqual([broken.reason, broken.line, broken.hitBreakpointIds?.length], ['exception', debugged.line('//return'), 1]);
      assert.equal((await debugged.evaluate('amount', 'hover', broken)).result, '5');
      await debugged.client.request('setExceptionBreakpoints', { filters: [] });
      assert.match(await debugged.finish(broken), /^-3$/m);
    }));

  it('of a function that a file calls itself, and whose exception it catches, nothing is said', () =>
    debugging(
      `exports.half = half;
function half(n) {
  if (n % 2 === 1) throw new Error('odd');
  return n / 2;
}
try {
  half(process.argv.length + 5);
} catch (error) {
  console.log('caught', error.message);
}
`,
      async (debugged) => {
        await debugged.launch({}, () => on(debugged));
        await debugged.client.event('terminated');
        assert.match(debugged.output(), /^caught odd$/m);
        assert.equal(debugged.client.events.filter(({ event }) => event === 'stopped').length, 0);
      },
    ));

  it('of what may run code of the program nothing is asked, and what V8 cannot see breaks nothing', () =>
    debugging(
      `
const log = [];
class Box {
  get size() { log.push('asked'); return process.argv.length - 2; }
}
function outer(hidden) {
  return function inner() {
    // @always hidden > 5
    return 1;
  };
}
function use(box) {
  // @always box.size > 5
  return box;
}
globalThis.hidden = 1;
use(new Box());
outer(9)();
console.log('asked', log.length);
`,
      async (debugged) => {
        await debugged.launch({}, () => on(debugged));
        await debugged.client.event('terminated');
        assert.match(debugged.output(), /^asked \d$/m);
        assert.equal(debugged.client.events.filter(({ event }) => event === 'stopped').length, 0);
      },
    ));

  it('stops in ES modules and before the first statement of a module that always fails', () =>
    debugging(
      {
        'main.mjs': "import { half } from './half.mjs';\nconst given = 7;\nconsole.log(half(given)); //call\n",
        'half.mjs': "export function half(n) {\n  if (n % 2 === 1) throw new Error('odd'); //throw\n  return n / 2;\n}\n",
      },
      async (debugged) => {
        await debugged.launch({}, () => on(debugged));
        const stopped = await debugged.stopped();
        assert.deepEqual([stopped.frame.source?.name, stopped.text?.startsWith('Running this module always fails')], ['main.mjs', true]);
        await debugged.client.request('disconnect', {});
      },
    ));
});
