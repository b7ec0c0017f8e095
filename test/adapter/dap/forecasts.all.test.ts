import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalysisThread } from '../../../adapter/operations/analysisThread.js';
import { forecaster } from '../../../adapter/dap/querypoints/forecasts.js';
import { requests, type Chain, type Point } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged } from '../../support/debugging.js';
import { recorded } from '../../support/recorded.js';
import { root } from '../../tidy/files.js';

const program = `function pay(n) {
  let k = n;
  if (k > 5) throw new Error('too much');
  return k;
}
let limit = Number(process.argv[2] ?? 7);
pay(limit); //pay
`;

/** The chain as it is told again once its points are forecast. */
async function forecastChain({ client }: Debugged): Promise<readonly Point[]> {
  for (;;) {
    const { body } = await client.event('whence/chain');
    const { points } = body as Chain;
    if (points.some(({ forecast }) => forecast !== undefined)) return points;
  }
}

describe('what the analysis says of the points of a chain', () => {
  const thread = new AnalysisThread(join(root, 'dist/conditionsWorker.js'));
  const forecast = forecaster(thread);
  after(() => thread.end());

  const texts = { 'limit.cjs': program };
  const predictions = (points: readonly Point[]) =>
    points.map(({ forecast: told }) => [
      told?.predictedBy?.place.line,
      told?.predictedBy?.held.map(({ name, value }) => `${name} = ${value}`),
    ]);

  it('is added behind the answer: the finding that predicted it, and what values may be', () =>
    debugging(
      texts,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//pay']));
        const { frame } = await debugged.stopped();
        const told = forecastChain(debugged);
        const ask = { kind: 'lastChange', frameId: frame.id, expression: 'limit', show: ['limit'] };
        const chain: Chain = await debugged.client.request(requests.ask, ask);
        assert.ok(
          chain.points.every((point) => point.forecast === undefined),
          'the answer does not wait',
        );
        const points = await told;
        assert.deepEqual(predictions(points)[1], [6, ['limit = 7']]);
        assert.deepEqual(points[1]?.forecast?.predictedBy?.place.file, debugged.path('limit.cjs'));
        const [value] = points[0]?.forecast?.values ?? [];
        assert.equal(value?.name, 'limit');
        assert.equal(value.standing, 'outside-good');
        assert.match(value.good ?? '', /5/);
      },
      {},
      forecast,
    ));

  it('is asked of the program that waits, where the chain does not know a value', () =>
    debugging(
      {
        'high.mjs': "import { level } from './levels.mjs';\nlevel(120);\n",
        'levels.mjs': "export function level(n) {\n  const k = n + 1;\n  if (k > 100) throw new RangeError('n');\n  return k;\n}\n",
      },
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['const k'], {}, 'levels.mjs'));
        const { frame } = await debugged.stopped();
        const told = forecastChain(debugged);
        await debugged.client.request(requests.ask, { kind: 'lastCondition', frameId: frame.id });
        const points = await told;
        assert.deepEqual(predictions(points)[0], [1, ['n = 120']]);
        assert.equal(points[0]?.forecast?.predictedBy?.place.file, debugged.path('levels.mjs'));
      },
      {},
      forecast,
    ));

  /** A recording as a session that stands at its failure. */
  async function ofRecording(change: (file: string) => void, use: (debugged: Debugged) => Promise<void>): Promise<void> {
    const recording = await recorded({ 'limit.cjs': program });
    change(join(recording.folder, 'limit.cjs'));
    try {
      await debugging(
        texts,
        async (debugged) => {
          await debugged.start('attach', { recording: recording.file, __workspaceFolder: recording.folder });
          const { frames } = await debugged.stopped();
          await debugged.client.request(requests.ask, { kind: 'lastChange', frameId: frames[1]?.id, expression: 'limit' });
          await use(debugged);
        },
        {},
        (...asked) => (found = forecast(...asked)),
      );
    } finally {
      recording.dispose();
    }
  }
  let found: ReturnType<typeof forecast> = Promise.resolve(new Map());

  it('is the same of a recording', () =>
    ofRecording(
      () => {},
      async (debugged) => assert.deepEqual(predictions(await forecastChain(debugged))[1], [6, ['limit = 7']]),
    ));

  it('is nothing of a text that is no longer what ran', () =>
    ofRecording(
      (file) => writeFileSync(file, `\n${program}`),
      async () => assert.deepEqual([...(await found)], []),
    ));
});
