import assert from 'node:assert/strict';
import { requests, type MomentTold } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';

const program = `const rows = [1, 2, 3].map((id) => ({ id, open: true }));
let total = 0;
function add(row) {
  const n = row.id; //begin
  total += n; //added
}
for (const row of rows) {
  add(row); //loop
  if (total > 100) throw new Error('too much');
}
if (total === 6) throw new RangeError('six'); //thrown
`;

/** Brings a session to a stop, and gives where a recording of another run is shown from there, and what is said. */
async function shownFrom(stop: (live: Debugged) => Promise<Stopped>): Promise<{ at: Stopped; from: Stopped; names: object; said: string }> {
  let result: Awaited<ReturnType<typeof shownFrom>> | null = null;
  await debugging(program, async (live) => {
    const from = await stop(live);
    const moment = await live.client.request<MomentTold>(requests.moment, { threadId: from.threadId });
    await debugging(program, async (debugged) => {
      const before = process.env['XDG_DATA_HOME'];
      process.env['XDG_DATA_HOME'] = debugged.path('data');
      const initialized = debugged.client.event('initialized');
      const [file, folder] = [live.path('program.js'), live.folder];
      await debugged.client.request('launch', { program: file, cwd: folder, __workspaceFolder: folder, record: true, __moment: moment });
      await initialized;
      if (before === undefined) delete process.env['XDG_DATA_HOME'];
      else process.env['XDG_DATA_HOME'] = before;
      const stopped = debugged.stopped();
      await debugged.client.request('configurationDone', {});
      const at = await stopped;
      const names = Object.fromEntries(Object.entries(await debugged.variables(at)).map(([name, { value }]) => [name, value]));
      result = { at, from, names, said: debugged.output('important') };
    });
  });
  return result ?? assert.fail('nothing was shown');
}

async function atBreakpoint(live: Debugged, mark: string, hits: number, options: object = {}): Promise<Stopped> {
  const first = live.stopped();
  await live.launch({}, () => live.breakAt([mark], options));
  let at = await first;
  for (let hit = 1; hit < hits; hit++) at = await live.go('continue', at);
  return at;
}

describe('a recording from now on', () => {
  it('is shown from where a breakpoint was passed for the second time, and says that the program ran once more', async () => {
    const { at, from, said } = await shownFrom((live) => atBreakpoint(live, '//loop', 2));
    assert.deepEqual([at.line, at.frames.length], [from.line, 1]);
    assert.match(
      said,
      /was run once more and recorded from its start\. It is shown from where the other session waited, which is ended\.\n$/,
    );
  });

  it('is shown from where steps have led', async () => {
    const { at, from, names } = await shownFrom(async (live) => {
      const loop = await atBreakpoint(live, '//loop', 3);
      return live.go('next', await live.go('stepIn', loop));
    });
    assert.deepEqual([at.line, from.line, at.frames.length], [from.line, 5, 2]);
    assert.deepEqual(
      Object.entries(names).filter(([name]) => name === 'n'),
      [['n', '3']],
    );
  });

  it('is shown from its own end where the way to the stop is not known, and says why', async () => {
    const { at, said } = await shownFrom(async (live) => {
      const first = await atBreakpoint(live, '//loop', 1);
      await live.breakAt(['//added'], { condition: 'n === 2' });
      return live.go('continue', first);
    });
    assert.equal(at.reason, 'exception');
    assert.match(said, /Where the other session waits is not found in it: .*\.\n$/);
  });
});
