import assert from 'node:assert/strict';
import { marksOf, rowOfCall } from '../../extension/fromHere/callRows.js';
import type { FromHereTold } from '../../adapter/dap/querypoints/protocol.js';
import { place } from '../support/chains.js';

const told: FromHereTold = { functionName: 'sum', hit: 2, event: 40, place: place(9), failure: null, reason: null };
const failure = {
  message: 'From here it certainly fails at line 6: it throws.',
  steps: [
    { message: 'it throws', place: place(6) },
    { message: 'sum calls total here', place: place(11) },
  ],
};

describe('calls that were followed', () => {
  it('are rows that say in words what becomes of them, and lead to where they fail', () => {
    const row = rowOfCall({ ...told, failure });
    assert.deepEqual(
      [row.label, row.description, row.icon, row.place?.line],
      ['From sum, call 2', 'shop.ts:9  certainly fails', 'error', 9],
    );
    assert.deepEqual(
      row.children.map(({ label, description, place: leadsTo }) => [label, description, leadsTo?.line]),
      [
        ['it throws', 'shop.ts:6', 6],
        ['sum calls total here', 'shop.ts:11', 11],
      ],
    );
    assert.equal(rowOfCall(told).description, 'shop.ts:9  returns');
    assert.equal(rowOfCall({ ...told, reason: 'fetch' }).description, 'shop.ts:9  nothing certain (fetch)');
  });

  it('are rows of no chain: none of its menus is theirs', () => {
    const row = rowOfCall({ ...told, failure });
    for (const { context } of [row, ...row.children]) assert.doesNotMatch(context, / (?:point|chain|located|kept|recorded) /);
  });

  it('are marked where they begin and where they fail, and nowhere if they may succeed', () => {
    assert.deepEqual(marksOf(told), []);
    assert.deepEqual(
      marksOf({ ...told, failure }).map(({ line, text }) => [line, text]),
      [
        [9, 'call 2: from here it certainly fails at line 6'],
        [6, 'sum, call 2: it throws'],
      ],
    );
  });
});
