import assert from 'node:assert/strict';
import { recordedEvents } from '../../../adapter/querypoints/runs/recordedSource.js';
import { openRecording } from '../../../adapter/query/openReader.js';
import { recorded } from '../../support/recorded.js';

/** Many places that are tested by turns, in so many events that they do not fit into the chunks that are kept. */
const program = `
const f = (x) => {
${Array.from({ length: 40 }, (_, index) => `  if (x === ${index}) return ${index};`).join('\n')}
};
for (let i = 0; i < 12_000; i++) f(i % 40);
`;

describe('a recording that does not fit into memory', () => {
  it('is not read again for each place that a question asks about', async () => {
    const run = await recorded({ 'program.js': program });
    const { reader, close } = openRecording(run.file, (path) => path, 2e6);
    try {
      const { store, texts } = reader;
      const { frameCount } = store.source;
      const [first = 0, ...others] = texts.allNumbers(({ kind }) => kind === 'fork');
      assert.ok(frameCount > 2 && others.length >= 39, `${frameCount} chunks, ${others.length} more places`);
      const reads: number[] = [];
      const { source } = store;
      const read = source.chunk.bind(source);
      source.chunk = (index) => {
        reads.push(index);
        return read(index);
      };
      const asked = { key: null, owner: null, activation: null, before: store.end, index: -1 } as const;
      const one = await recordedEvents(store).select({ ...asked, sites: [first] });
      reads.length = 0;
      const all = await recordedEvents(store).select({ ...asked, sites: [first, ...others] });
      assert.ok(one.total > 0 && all.total > one.total);
      // Once more to count how often the place of the chosen event was passed.
      assert.ok(reads.length <= 2 * frameCount + 2, `${reads.length} reads of ${frameCount} chunks`);
    } finally {
      close();
      run.dispose();
    }
  });
});

describe('chunks that are kept', () => {
  it('have every number as it was, and are read once as long as there is room', async () => {
    const run = await recorded({
      'program.js': 'const one = { n: 0 };\nfor (const n of [-0, 0, 7, -1, 40_000, 2 ** 31, 2 ** 53, 0.5, NaN, -Infinity]) one.n = n;\n',
    });
    const { reader, close } = openRecording(run.file, (path) => path);
    try {
      const { source } = reader.store;
      let reads = 0;
      const read = source.chunk.bind(source);
      source.chunk = (index) => {
        reads++;
        return read(index);
      };
      const seen = [...reader.store.rows(), ...reader.store.rows()];
      assert.equal(reads, source.frameCount);
      for (const number of [-0, 40_000, 2 ** 31, 0.5, NaN])
        assert.ok(
          seen.some(({ payload }) => Object.is(payload, number)),
          `${number}`,
        );
    } finally {
      close();
      run.dispose();
    }
  });
});
