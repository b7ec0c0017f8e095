import assert from 'node:assert/strict';
import { alikeStop } from '../../../../adapter/dap/querypoints/alikeStop.js';
import { parseSource } from '../../../../adapter/instrument/parse.js';

/** Whether a stop at `^` in a statement may be told by what is seen there. */
function isTold(marked: string): boolean {
  const offset = marked.indexOf('^');
  const [node] = parseSource(marked.replace('^', ''), 'commonjs').body;
  if (node === undefined) return assert.fail('no statement');
  const place = { path: 'program.cjs', line: 1, column: 1, moment: 'before', node, offset } as const;
  return alikeStop(place, { variables: new Map(), frames: [] }) !== null;
}

describe('a stop that is told by what is seen there', () => {
  for (const marked of ['^o.value + n;', 'const n = ^f(1);', 'const n = 1, m = ^o.value;', 'return_ = ^n + 1;'])
    it(`is the start of its statement, if that has run nothing: ${marked}`, () => assert.equal(isTold(marked), true));
  for (const marked of [
    'o.value + ^f(1);',
    'o.inner.^f(1);',
    'const n = f(1) + ^f(2);',
    '`${o}` + ^f(1);',
    '`${o}${^f(1)}`;',
    'const n = a * b, m = ^f(n);',
  ])
    it(`is not, where the statement may have called something: ${marked}`, () => assert.equal(isTold(marked), false));
});
