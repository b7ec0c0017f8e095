import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { countOf, seedOf } from '../support/counts.js';
import { whence } from './checker.js';
import { emptySummary, examineHarness, harnessSubject } from './harnessRun.js';
import { importer } from './importer.js';
import { programSeed } from './random.js';
import { measureReference } from './referenceRun.js';
import type { Fault } from './verdict.js';

/** A fixed seed, so that a failure is found again; `run.ts` tries others. */
const seed = seedOf(2);

/** Module instances that each program is tried in; `run.ts` tries more. */
const sessions = 30;

const report = (faults: readonly Fault[], text: string, command: string): string =>
  `${faults.map(({ kind, message }) => `${kind}: ${message}`).join('\n')}\n${text}\nshrink it: node --import tsx test/soundness/run.ts --seed ${seed} ${command} --shrink`;

/** One test for each batch of the programs of a suite. */
function batches(count: number, size: number, title: (range: string) => string, examine: (index: number) => Promise<void>): void {
  for (let start = 0; start < count; start += size) {
    const end = Math.min(start + size, count);
    it(title(`${start} to ${end - 1}`), async () => {
      for (let index = start; index < end; index++) await examine(index);
    });
  }
}

describe('what whence check claims holds in every run', () => {
  const distributions = [
    ['harness', 25, (range: string) => `of random programs ${range}`],
    ['objects', 10, (range: string) => `of programs about objects ${range}`],
    ['indexing', 10, (range: string) => `of programs about indices ${range}`],
    ['language', 10, (range: string) => `of programs about what the language consults ${range}`],
  ] as const;
  for (const [distribution, size, title] of distributions) {
    batches(countOf(distribution), size, title, async (index) => {
      const integers = index % 2 === 1;
      const subject = { ...harnessSubject(seed, index, integers, false, distribution), count: sessions };
      const { faults } = await examineHarness(subject, index, whence, emptySummary());
      const command = `--distribution ${distribution} --only ${index}${integers ? ' --integers' : ''}`;
      assert.equal(faults.length, 0, report(faults, subject.text, command));
    });
  }

  batches(
    countOf('imported'),
    25,
    (range) => `of programs ${range} that another file imports`,
    async (index) => {
      const distribution = index % 3 === 0 ? 'objects' : 'harness';
      const subject = { ...harnessSubject(seed, index, index % 2 === 1, false, distribution), count: sessions };
      const { faults } = await examineHarness(subject, index, importer, emptySummary());
      // Methods are no functions of the file that imports.
      const wrong = faults.filter(({ kind }) => kind !== 'missing-root');
      assert.equal(wrong.length, 0, report(wrong, subject.text, `--distribution ${distribution} --only ${index}`));
    },
  );

  batches(
    countOf('reference'),
    25,
    (range) => `of programs ${range} of the reference distribution`,
    async (index) => {
      const integers = index % 2 === 1;
      const { faults, text } = await measureReference(programSeed(seed, index), integers, whence);
      assert.equal(faults.length, 0, report(faults, text, `--distribution reference --only ${index}${integers ? ' --integers' : ''}`));
    },
  );
});
