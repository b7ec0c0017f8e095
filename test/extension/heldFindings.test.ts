import assert from 'node:assert/strict';
import { analysedFiles, heldOf } from '../../extension/recording/heldFindings.js';

const span = { line: 1, column: 22, endLine: 1, endColumn: 28 };

describe('a recording that is held against the analysis', () => {
  it('is held with the program’s own files of the folder that are what was recorded', () => {
    const sources = [
      { path: '/shop/a.ts' },
      { path: '/shop/b.mjs', sourceReference: 3 },
      { path: '/shop/node_modules/x/index.js' },
      { path: '/other/c.js' },
      { path: '/shop/d.json' },
      {},
    ];
    assert.deepEqual(analysedFiles(sources, '/shop'), ['/shop/a.ts']);
  });

  it('says at what was assumed which call did not keep it', () => {
    const point = {
      file: 'calls.mjs',
      span: { line: 2, column: 5, endLine: 2, endColumn: 6 },
      message: 'here it is called with undefined',
    };
    const finding = { code: 'assumption-broken', file: 'total.ts', span, message: 'factor is declared number', because: [point] };
    const printed = JSON.stringify({
      findings: [{ ...finding, code: 'null-access' }, finding],
      against: {
        broken: [{ file: 'total.ts', span, event: 40 }],
        contradictions: [{ file: 'total.ts', line: 3, name: 'sum', value: '-1', reachable: '0..9' }],
      },
    });
    const { broken, contradictions } = heldOf(printed, '/shop');
    assert.deepEqual(broken, [
      {
        file: '/shop/total.ts',
        ...span,
        message: 'factor is declared number',
        point: { file: '/shop/calls.mjs', line: 2, column: 5, message: 'here it is called with undefined' },
        event: 40,
      },
    ]);
    assert.match(contradictions.join(), /^total\.ts:3: sum was -1 in the recording, .* is 0\.\.9\./);
  });

  it('says nothing where it could not be held', () => assert.deepEqual(heldOf('', '/shop'), { broken: [], contradictions: [] }));
});
