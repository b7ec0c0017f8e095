import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requests, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';
import { root } from '../../tidy/files.js';

const program = `
const box = { value: 0 };
function dive(n) { //function
  const below = n === 0 ? 0 : dive(n - 1); //below
  box.value += n; //write
  return below + n; //sum
}
for (let i = 1; i < 4; i++) {
  if (i !== 2) dive(i); //if
}
console.log(box.value); //end
`;

async function asked(debugged: Debugged, { frame }: Stopped, args: object): Promise<Chain> {
  return debugged.client.request(requests.ask, { kind: 'lastChange', expression: 'box.value', frameId: frame.id, ...args });
}

describe('going to located points', () => {
  it('the program waits there, and the one before is gone; questions and steps go on from it', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//end']));
      const end = await debugged.stopped();
      const first = await asked(debugged, end, { index: -3 });
      assert.deepEqual([first.points[1]?.before, first.points[1]?.after], ['1', '2']);
      await debugged.client.request(requests.stopAt, { chain: first.id, point: 'P2' });
      const there = await debugged.stopped();
      assert.deepEqual([there.line, there.reason, there.description], [debugged.line('//write'), 'goto', 'Paused at P2']);
      assert.equal((await debugged.evaluate('[box.value, n].join()', 'hover', there)).result, "'1,1'");
      assert.deepEqual(await threads(debugged), [there.threadId], 'the one that waited before is gone');
      const ofThreads = debugged.client.events.filter(({ event }) => event === 'continued' || event === 'thread');
      assert.deepEqual(
        ofThreads.slice(-3).map(({ event, body }) => [event, (body as { threadId: number }).threadId]),
        [
          ['continued', end.threadId],
          ['thread', end.threadId],
          ['thread', there.threadId],
        ],
        'VS Code shows the oldest stop that it has not heard the end of',
      );

      const [chain] = (await debugged.client.request<{ chains: readonly Chain[] }>(requests.chains, {})).chains;
      assert.equal(chain?.current, 'P2');
      const next = await debugged.go('next', there);
      assert.equal((await debugged.evaluate('box.value', 'hover', next)).result, '2');
      const second = await asked(debugged, next, {});
      assert.deepEqual([second.id, second.points[1]?.before, second.points[1]?.after], [2, '1', '2']);
      const again = await debugged.go('continue', next);
      assert.equal(again.line, debugged.line('//end'), 'breakpoints are set again');
      assert.match(await debugged.finish(again), /^7$/m);
    }));

  it('steps back from point to point, and to the first of all', () => {
    const text = readFileSync(join(root, 'examples/painting.cjs'), 'utf8');
    return debugging({ 'painting.cjs': text }, async (debugged) => {
      const line = text.split('\n').findIndex((one) => one.includes('this.lines.push(line);')) + 1;
      const set = { source: { path: debugged.path('painting.cjs') }, breakpoints: [{ line, condition: "from === '2,2'" }] };
      await debugged.launch({}, () => debugged.client.request('setBreakpoints', set));
      const stopped = await debugged.stopped();
      const chain = await asked(debugged, stopped, { expression: 'this.foregroundColor' });
      await debugged.client.request(requests.ask, { kind: 'lastChange', chain: chain.id, of: 'P2', frame: 1, expression: 'this.color' });
      const back = await travel(debugged, 'stepBack', stopped);
      assert.deepEqual([back.frame.name, text.split('\n')[back.line - 1]?.trim()], ['setColor', 'this.foregroundColor = color;']);
      const first = await travel(debugged, 'stepBack', back);
      assert.equal(text.split('\n')[first.line - 1]?.trim(), 'this.color = color;');
      await assert.rejects(debugged.client.request('stepBack', { threadId: first.threadId }), /no earlier located point/);
      await debugged.client.request('setBreakpoints', { ...set, breakpoints: [] });
      assert.match(await debugged.finish(first), /rgb\(0, 0, 0\)/);
    });
  });

  it('goes to a condition, and to where a stop was', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//sum'], { hitCondition: '4' }));
      const stopped = await debugged.stopped();
      const chain = await asked(debugged, stopped, { kind: 'lastCondition', frameId: stopped.frames[2]?.id, expression: undefined });
      const condition = chain.points.at(-1);
      assert.equal(condition?.status, 'located', condition?.reason ?? '');
      const first = await travel(debugged, 'reverseContinue', stopped);
      assert.equal(first.line, condition?.place?.line);
      await debugged.client.request(requests.stopAt, { chain: chain.id, point: 'P1' });
      const there = await debugged.stopped();
      assert.deepEqual([there.line, (await debugged.evaluate('n', 'hover', there)).result], [debugged.line('//sum'), '1']);
      await debugged.breakAt([]);
      await debugged.finish(there);
    }));

  it('a point that is no statement of its function is not stopped at: one sentence', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//sum']));
      const stopped = await debugged.stopped();
      const chain = await asked(debugged, stopped, { expression: 'n' });
      assert.equal(chain.points[1]?.place?.line, debugged.line('//function'));
      await assert.rejects(debugged.client.request(requests.stopAt, { chain: chain.id, point: 'P2' }), /P2 is in no statement/);
      await debugged.breakAt([]);
      await debugged.finish(stopped);
    }));
});

async function travel(debugged: Debugged, command: 'stepBack' | 'reverseContinue', { threadId }: Stopped): Promise<Stopped> {
  await debugged.client.request(command, { threadId });
  return debugged.stopped();
}

async function threads(debugged: Debugged): Promise<readonly number[]> {
  const body = await debugged.client.request<DebugProtocol.ThreadsResponse['body']>('threads', {});
  return body.threads.map(({ id }) => id);
}
