import assert from 'node:assert/strict';
import { findBugs } from '../../support/bugs.js';

/** What is found of the sixty bugs, at the origin and with the right cause; more is better. */
const leastFound = 55;

/** Findings beside the bugs, each of which is true. */
const trueOnes: ReadonlySet<string> = new Set([
  // NaN >= 0 is false.
  'account.ts: Account.withdraw fails if Number.isNaN(amount): @always after >= 0 is violated (line 10).',
]);

describe('sixty realistic bugs', () => {
  it('are found where they are decided, with their cause, and nothing else is reported', function () {
    const { bugs, others } = findBugs();
    assert.equal(bugs.length, 60);
    const count = (kind: string): number => bugs.filter(({ bug }) => bug.kind === kind).length;
    assert.deepEqual([count('files'), count('async'), count('requests')], [15, 15, 8]);
    const missed = bugs.filter(({ finding }) => finding === null).map(({ bug }) => `${bug.file}:${bug.line}`);
    assert.ok(bugs.length - missed.length >= leastFound, `missed: ${missed.join(', ')}`);
    const wrong = others.map(({ file, message }) => `${file}: ${message}`).filter((each) => !trueOnes.has(each));
    assert.deepEqual(wrong, []);
  });
});
