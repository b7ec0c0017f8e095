import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tidy/files.js';
import { why } from '../support/querying.js';

/** Mirghasemi, Barton and Petitpierre: Querypoint Debugging (SPLASH 2010). */
describe('the chains of the paper on querypoints', () => {
  it('the introductory example: B, C, D and E of Figure 2', async () => {
    const { points } = await why({
      files: { 'records.cjs': example('records.cjs') },
      stop: `records.cjs:${lineOf('records.cjs', 'report(record, assignee);')}`,
      when: 'assignee === null',
      ask: ['B = lastChange(assignee)', 'C = lastCondition(B)', 'D = lastChange(C:record.open)', 'E = exceptionAfter(D)'],
    });
    assert.deepEqual(
      points.map(({ id, status, text }) => [id, status, text]),
      [
        ['P1', 'located', 'report(record, assignee);'],
        ['B', 'located', 'assignee = people.get(record.region) ?? null;'],
        ['C', 'located', 'if (record.open || isUrgent) {'],
        ['D', 'located', 'record.open = true;'],
        ['E', 'located', 'record.hours = record.tasks.reduce((sum, task) => sum + task.hours, 0);'],
      ],
    );
    const [, , C, D, E] = points;
    assert.deepEqual([C?.['taken'], C?.['values']], ['then', { 'record.open': true, isUrgent: false }]);
    assert.deepEqual([D?.['hit'], D?.['after']], [3, true]);
    assert.deepEqual(E?.['exception'], { class: 'TypeError', message: "Cannot read properties of null (reading 'reduce')", caught: true });
  });

  it('the painting application: P1 to P4 of Figure 6', async () => {
    const { points, result } = await why({
      files: { 'painting.cjs': example('painting.cjs') },
      stop: `painting.cjs:${lineOf('painting.cjs', 'this.lines.push(line);')}`,
      when: "from === '2,2'",
      ask: ['lastChange(this.foregroundColor)', 'lastChange(P2(1):this.color)', 'lastChange(P3(1):this.color)'],
    });
    assert.deepEqual(
      points.map(({ status, stack }) => [status, (stack as { readonly function: string }[]).map((frame) => frame.function).slice(0, 3)]),
      [
        ['located', ['drawLine', 'paint', 'paintComponent']],
        ['located', ['setColor', 'paint', 'paintComponent']],
        ['located', ['setColor', 'mousePressed', '']],
        ['located', ['setColor', 'stateChanged', 'slide']],
      ],
    );
    assert.deepEqual(points[1]?.['candidates'], { total: 6, rejected: { before: 0, sameness: 2, mayAffect: 0, index: 3 } });
    assert.equal(result.isDeterministic, true);
  });
});

function example(name: string): string {
  return readFileSync(join(root, 'examples', name), 'utf8');
}

function lineOf(name: string, text: string): number {
  return example(name).slice(0, example(name).indexOf(text)).split('\n').length;
}
