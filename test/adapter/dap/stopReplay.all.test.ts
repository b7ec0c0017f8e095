import assert from 'node:assert/strict';
import { requests, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';

/** Everything that happens is noted in `log`: two moments are the same when it is. */
const program = `const log = [];
const note = (x) => { log.push(x); return x; };
const put = (x) => {
  log.push('p');
  return x;
};
const o = { m(x) { log.push('m'); return o; } };
function dive(n) {
  log.push(n);
  if (n > 0) dive(n - 1);
  let i = 0;
  while (i < 2) {
    i++;
    note(put(i));
  }
  log.push('end')
}
put(note(1)); //first
o.m(note(2)).m(put(3));
true && put(4);
const { z = note(5) } = put({});
o.m(put(6));
dive(1); //dive
put(7);
`;

/** What a run that was brought to the same moment has noted; null when it is said that the moment is not known. */
async function notedAgain(debugged: Debugged, { frame }: Stopped): Promise<string | null> {
  const args = { kind: 'lastCondition', frameId: frame.id, show: ['log.join()'] };
  const chain = await debugged.client.request<Chain>(requests.ask, args).catch((error: Error) => error.message);
  if (typeof chain !== 'string') return chain.points[0]?.values[0]?.value ?? '';
  assert.match(chain, /middle of a statement/);
  return null;
}

/** Walks through a program; gives of how many stops the moment was known. */
async function walk(debugged: Debugged, how: 'stepIn' | 'continue', most: number): Promise<number> {
  let known = 0;
  let stopped = await debugged.stopped();
  for (let count = 0; count < most; count++) {
    const noted = (await debugged.evaluate('log.join()', 'clipboard', stopped)).result;
    const again = await notedAgain(debugged, stopped);
    if (again !== null) known++;
    assert.ok(again === null || again === JSON.stringify(noted), `line ${stopped.line}:${stopped.frame.column}: ${noted}, again: ${again}`);
    stopped = await debugged.go(how, stopped);
  }
  return known;
}

describe('the moment of a stop', () => {
  it('is the same in another run at each step, or is said not to be known', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({ skipFiles: ['<node_internals>/**'] }, () => debugged.breakAt(['//dive']));
      assert.ok((await walk(debugged, 'stepIn', 14)) >= 11);
    }));

  it('is the same at breakpoints wherever they are in a line', () =>
    debugging(program, async (debugged) => {
      const lines = program
        .split('\n')
        .flatMap((text, index) => (index >= debugged.line('//first') - 1 ? [[index + 1, text.length] as const] : []));
      const breakpoints = lines.flatMap(([line, length]) => Array.from({ length }, (_, column) => ({ line, column: column + 1 })));
      const set = { source: { path: debugged.path('program.js') }, breakpoints };
      await debugged.launch({}, () => debugged.client.request('setBreakpoints', set));
      assert.ok((await walk(debugged, 'continue', 14)) >= 5);
    }));
});
