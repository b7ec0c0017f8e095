import assert from 'node:assert/strict';
import { requests, type Chain } from '../../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../../support/debugging.js';
import { kindsOfStop } from './kinds.js';

/** The innermost frame of the program: above it may be Node's own. */
function programFrame(debugged: Debugged, { frames, frame }: Stopped) {
  return frames.find(({ source }) => source?.path?.startsWith(debugged.folder) === true) ?? frame;
}

describe('the question for the last change, asked at', () => {
  for (const { kind, files, launch, configure, reach, refusal, alike } of kindsOfStop)
    it(`${kind}, ${refusal === undefined ? 'is answered' : 'is refused in a sentence'}`, () =>
      debugging(files, async (debugged) => {
        const common = { skipFiles: ['<node_internals>/**'], ...launch };
        await debugged.launch(common, () => configure?.(debugged) ?? debugged.breakAt(['//stop']));
        const first = await debugged.stopped();
        const stopped = (await reach?.(debugged, first)) ?? first;
        const frame = programFrame(debugged, stopped);
        const args = { kind: 'lastChange', expression: 'box.value', frameId: frame.id };
        if (refusal !== undefined) return assert.rejects(debugged.client.request<Chain>(requests.ask, args), refusal);
        const { result } = await debugged.evaluate('box.value', 'watch', { ...stopped, frame });
        const { points, notes } = await debugged.client.request<Chain>(requests.ask, args);
        const [, point] = points;
        const file = Object.keys(files).find((name) => files[name]?.includes('//last'));
        assert.deepEqual(
          [point?.status, point?.after, point?.place?.line],
          ['located', result, debugged.line('//last', file)],
          notes.join(),
        );
        if (alike === undefined) assert.deepEqual(notes, []);
        else assert.match(notes.join(), alike);
      }));
});
