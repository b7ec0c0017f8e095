import assert from 'node:assert/strict';
import fc from 'fast-check';
import { IndexedChunk, type Order } from '../../../adapter/trace/store/chunkIndex.js';
import { ChunkSummary } from '../../../adapter/trace/store/chunkSummary.js';
import { Kind } from '../../../adapter/trace/store/rowMeaning.js';

const orders: readonly Order[] = ['byPlace', 'bySubject', 'byKey', 'bySite', 'byActivation', 'begun', 'made', 'entered'];

const number = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
const row = fc.record({
  kind: fc.constantFrom(...Object.values(Kind)),
  site: fc.nat(2 ** 20),
  subject: number,
  key: number,
  activation: number,
});

type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

const chunkOf = (rows: readonly Row[]) => ({
  first: 0,
  count: rows.length,
  thread: 0,
  kinds: Uint8Array.from(rows, ({ kind }) => kind),
  sites: Int32Array.from(rows, ({ site }) => site),
  subjects: Int32Array.from(rows, ({ subject }) => subject),
  keys: Int32Array.from(rows, ({ key }) => key),
  tags: new Uint8Array(rows.length),
  payloads: new Float64Array(rows.length),
  activations: Int32Array.from(rows, ({ activation }) => activation),
});

/** Values of the rows, and some that they may not have. */
const soughtIn = (order: Order, { site, subject, key, activation }: Row): readonly number[] =>
  order === 'byPlace'
    ? [subject, key]
    : order === 'byKey'
      ? [key]
      : order === 'bySite'
        ? [site]
        : order === 'byActivation'
          ? [activation]
          : [subject];

describe('what is kept of a part of a recording', () => {
  it('passes over no part that has what is looked for, in any order', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.array(row, { maxLength: 10 }), (rows, others) => {
        const chunk = chunkOf(rows);
        const [indexed, summary] = [new IndexedChunk(chunk), new ChunkSummary(chunk)];
        for (const order of orders)
          for (const one of [...rows, ...others]) {
            const sought = soughtIn(order, one);
            const [from, to] = indexed[order].range(sought);
            if (to > from) assert.equal(summary.mayHold(order, sought), true, `${order} of ${String(sought)}`);
          }
        for (const { kind } of others) assert.equal(summary.hasKindOf([kind]), chunk.kinds.includes(kind));
      }),
    );
  });

  it('passes over parts whose numbers are all older or younger', () => {
    const summary = new ChunkSummary(chunkOf([{ kind: Kind.call, site: 3, subject: 70_000, key: 0, activation: 69_999 }]));
    for (const other of [69_999, 70_001, 70_000 - 2 ** 15, 70_000 + 2 ** 15]) assert.equal(summary.mayHold('begun', [other]), false);
    assert.equal(summary.mayHold('made', [70_000]), false, 'it made nothing');
  });
});
