import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  requests,
  type CallsTold,
  type Chain,
  type FromHereArguments,
  type FromHereTold,
} from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';
import { recorded } from '../../support/recorded.js';

const program = `class Order {
  constructor(price) {
    this.price = price;
  }
  total() {
    return this.price.amount * 2;
  }
}
function sum(orders) {
  let all = 0;
  for (const order of orders) all += order.total();
  return all;
}
const orders = [new Order({ amount: 3 }), new Order(undefined)];
sum([orders[0]]);
sum(orders);
`;

/** Opens the recording of the program, which stands at its failure. */
async function opened(
  use: (debugged: Debugged, stopped: Stopped) => Promise<void>,
  change: (file: string) => void = () => {},
): Promise<void> {
  const recording = await recorded({ 'orders.cjs': program });
  change(join(recording.folder, 'orders.cjs'));
  try {
    await debugging({ 'orders.cjs': program }, async (debugged) => {
      await debugged.start('attach', { recording: recording.file, __workspaceFolder: recording.folder });
      await use(debugged, await debugged.stopped());
    });
  } finally {
    recording.dispose();
  }
}

const fromHere = ({ client }: Debugged, args: FromHereArguments): Promise<FromHereTold> => client.request(requests.fromHere, args);

async function callsOf({ client }: Debugged, filter: string): Promise<CallsTold['calls']> {
  const { calls }: CallsTold = await client.request(requests.calls, { filter, count: 10 });
  return calls;
}

describe('a call of a recording that is followed from its state', () => {
  it('certainly fails, there and for that reason', () =>
    opened(async (debugged) => {
      const [, second] = await callsOf(debugged, 'sum');
      const told = await fromHere(debugged, { event: second?.event ?? -1 });
      assert.deepEqual([told.functionName, told.hit, told.place.line], ['sum', 2, 9]);
      assert.equal(told.failure?.message, 'From here it certainly fails at line 6: this.price.amount is a property of undefined or null.');
      assert.deepEqual(
        told.failure.steps.map(({ place: { line } }) => line),
        [6, 11],
      );
    }));

  it('may succeed, and did', () =>
    opened(async (debugged) => {
      const [first] = await callsOf(debugged, 'sum');
      const { failure, reason } = await fromHere(debugged, { event: first?.event ?? -1 });
      assert.deepEqual({ failure, reason }, { failure: null, reason: null });
    }));

  it('is the one of a frame, and the one that the event of a point happens in', () =>
    opened(async (debugged, { frames }) => {
      const inner = await fromHere(debugged, { frameId: frames[0]?.id ?? 0 });
      assert.deepEqual([inner.functionName, inner.hit, inner.failure?.steps[0]?.place.line], ['Order.total', 3, 6]);
      const ask = { kind: 'lastChange', frameId: frames[1]?.id, expression: 'all' };
      const chain: Chain = await debugged.client.request(requests.ask, ask);
      const ofPoint = await fromHere(debugged, { event: chain.points[1]?.event ?? -1 });
      assert.deepEqual([ofPoint.functionName, ofPoint.hit], ['sum', 2]);
    }));

  it('is refused in a sentence: of the top level, of no event, of a text that was edited', async () => {
    await opened(async (debugged, { frames }) => {
      const top = { frameId: frames.at(-1)?.id ?? 0 };
      await assert.rejects(fromHere(debugged, top), /This is in no call of a function: there is no state to begin with\./);
      await assert.rejects(fromHere(debugged, { event: 1e9 }), /This is in no call of a function/);
    });
    await opened(
      async (debugged, { frame }) => {
        await assert.rejects(fromHere(debugged, { frameId: frame.id }), /in no file that is as it was when it ran/);
      },
      (file) => writeFileSync(file, `\n${program}`),
    );
  });
});
