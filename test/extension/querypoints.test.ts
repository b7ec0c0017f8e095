import assert from 'node:assert/strict';
import { arrowsOf, chainText, lineAfter, neighbourOf, noteOf, pointBefore, summaryOf } from '../../extension/querypoints/model.js';
import { chain, place, point } from '../support/chains.js';

const answered = chain(
  point('P1', { event: 100 }),
  point('P2', { event: 60, before: '1', after: '2', place: place(20), hit: 2 }),
  point('P3', { kind: 'lastCondition', of: 'P2', event: 50, taken: 'then', values: [{ name: 'n', value: '2' }], place: place(19) }),
  point('P4', { of: 'P1', event: null, status: 'initial', reason: 'No write precedes.', place: null }),
);

describe('the model of querypoints', () => {
  it('joins located points by arrows', () => {
    assert.deepEqual(arrowsOf(answered), [
      { from: 'P1', to: 'P2' },
      { from: 'P2', to: 'P3' },
    ]);
  });

  it('says what changed, which way was taken, what was thrown, or why there is no point', () => {
    const [, change, condition, none] = answered.points;
    assert.equal(change && summaryOf(change), 'shop.ts:20 in add (2nd time): 1 → 2');
    assert.equal(condition && noteOf(condition), 'took: then, n is 2');
    assert.equal(none && summaryOf({ ...none, functionName: null, hit: null }), 'No write precedes.');
    assert.equal(noteOf(point('P2', { before: 'absent', after: '7' })), '7', 'it came into being with it');
    assert.equal(noteOf(point('P2', { before: '7', after: 'absent' })), '7 → removed');
    const thrown = point('P2', { exception: { className: 'TypeError', message: 'x is undefined', isCaught: true } });
    assert.equal(noteOf(thrown), 'TypeError: x is undefined (caught)');
  });

  it('goes back to the located point that happened last before, or first of all', () => {
    assert.equal(pointBefore(answered, 'P1')?.id, 'P2');
    assert.equal(pointBefore(answered, 'P1', true)?.id, 'P3');
    assert.equal(pointBefore(answered, 'P3'), null);
  });

  it('asks for the neighbours of a change by their index', () => {
    const change = point('P2', { index: -2 });
    assert.deepEqual(neighbourOf(change, -1), { of: 'P1', index: -3 });
    assert.deepEqual(neighbourOf(change, 1), { of: 'P1', index: -1 });
    assert.equal(neighbourOf(point('P2'), 1), null, 'nothing is after the last');
    assert.equal(neighbourOf(point('P2', { kind: 'created' }), -1), null);
  });

  it('knows where a line is after an edit, and whether it was edited itself', () => {
    const change = (start: number, end: number, text: string) => ({ range: { start: { line: start }, end: { line: end } }, text });
    assert.equal(lineAfter(5, [change(2, 2, 'a\nb\n')]), 7);
    assert.equal(lineAfter(5, [change(1, 3, '')]), 3);
    assert.equal(lineAfter(5, [change(6, 9, '')]), 5);
    assert.equal(lineAfter(5, [change(4, 5, 'x')]), null);
  });

  it('is copied as text', () => {
    const text = chainText({ ...answered, notes: ['The program has started a worker thread.'] });
    assert.match(text, /^P1 stopped here\n {4}shop\.ts:10 in add\n/);
    assert.match(text, /\nP2 last change of this\.total from P1\n {4}shop\.ts:20 in add \(2nd time\): 1 → 2\n {4}this\.total = n;\n/);
    assert.match(text, /\nThe program has started a worker thread\.\n$/);
  });
});
