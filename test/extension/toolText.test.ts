import assert from 'node:assert/strict';
import { requiresText, shortened, statesText, stopText } from '../../extension/languageModelTools/toolText.js';
import type { ConditionsResult, StateAtResult, UnfoldingState } from '../../server/lsp/protocol.js';

const at = { line: 2, character: 0 };
const row = { name: 'n', reachable: '0..500', good: '0..5', changed: false, after: null, standing: null };
const copy = (id: string): UnfoldingState => ({
  ...{ id, label: `from line ${id}`, calls: [], rows: [row], reachable: true, good: true, completes: true, standing: null },
});
const answer: StateAtResult = {
  ...{ version: 1, span: { start: at, end: at }, side: 'before', functionName: 'use', text: 'log.push(n);' },
  ...{ unfoldings: [copy('1')], standing: null, failingRoots: [] },
};

describe('what language models are told', () => {
  it('is the state of each copy of a function, five at most', () => {
    assert.equal(
      statesText('file:///shop/a.ts', answer, false, null),
      'a.ts:3, in use: before log.push(n);\n  n: 0..500, in good runs 0..5\n',
    );
    const many = { ...answer, unfoldings: ['1', '2', '3', '4', '5', '6', '7'].map(copy) };
    const told = statesText('file:///shop/a.ts', many, true, null);
    assert.match(told, /^The text has changed since/);
    assert.equal(told.match(/before log/g)?.length, 5);
    assert.match(told, /2 more copies of the function\.\n$/);
  });

  it('is what a function requires, if that is known', () => {
    const known = { functionName: 'use', requires: 'n <= 5', complete: true } as ConditionsResult;
    assert.equal(requiresText(known), 'use requires n <= 5\n');
    assert.equal(requiresText({ ...known, requires: 'false' }), 'use: no input succeeds\n');
    for (const unknown of [null, { ...known, requires: null }, { ...known, complete: false }]) assert.equal(requiresText(unknown), '');
  });

  it('is a stop with its stack, its values and what can be asked, in bounds', () => {
    const live = { values: { n: '7' }, standing: null, failingRoots: [], reservation: null };
    const states = statesText('file:///shop/a.ts', answer, false, live);
    const told = stopText(
      'Run a.ts',
      [
        { name: 'use', file: 'a.ts', line: 3 },
        { name: 'run', file: null, line: 0 },
      ],
      states,
    );
    assert.match(told, /^Paused: Run a\.ts\nStack, innermost first:\n {2}use a\.ts:3\n {2}run\n/);
    assert.match(told, /n: is 7; 0\.\.500, in good runs 0\.\.5/);
    assert.match(told, /lastChange\(PLACE\): last change of PLACE/);
    assert.match(stopText('Run', [], ''), /Nothing is known of the values here/);
    assert.ok(shortened('x'.repeat(100_000)).length < 8_100);
  });
});
