import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { whence } from './checker.js';
import { emptySummary, examineHarness, harnessSubject } from './harnessRun.js';
import { importer } from './importer.js';
import { programSeed } from './random.js';
import { measureReference } from './referenceRun.js';
import type { Fault } from './verdict.js';

/** A fixed seed, so that a failure is found again; `run.ts` tries others. */
const seed = 2;

/** Module instances that each program is tried in; `run.ts` tries more. */
const sessions = 30;

const report = (faults: readonly Fault[], text: string, command: string): string =>
  `${faults.map(({ kind, message }) => `${kind}: ${message}`).join('\n')}\n${text}\nshrink it: node --import tsx test/soundness/run.ts --seed ${seed} ${command} --shrink`;

describe('what whence check claims holds in every run', () => {
  const batch = 25;
  for (let start = 0; start < 500; start += batch) {
    it(`of random programs ${start} to ${start + batch - 1}`, async () => {
      for (let index = start; index < start + batch; index++) {
        const integers = index % 2 === 1;
        const subject = { ...harnessSubject(seed, index, integers), count: sessions };
        const { faults } = await examineHarness(subject, index, whence, emptySummary());
        const command = `--distribution harness --only ${index}${integers ? ' --integers' : ''}`;
        assert.equal(faults.length, 0, report(faults, subject.text, command));
      }
    });
  }

  for (let start = 0; start < 100; start += 10) {
    it(`of programs about objects ${start} to ${start + 9}`, async () => {
      for (let index = start; index < start + 10; index++) {
        const integers = index % 2 === 1;
        const subject = { ...harnessSubject(seed, index, integers, false, 'objects'), count: sessions };
        const { faults } = await examineHarness(subject, index, whence, emptySummary());
        const command = `--distribution objects --only ${index}${integers ? ' --integers' : ''}`;
        assert.equal(faults.length, 0, report(faults, subject.text, command));
      }
    });
  }

  for (let start = 0; start < 40; start += 10) {
    it(`of programs about indices ${start} to ${start + 9}`, async () => {
      for (let index = start; index < start + 10; index++) {
        const integers = index % 2 === 1;
        const subject = { ...harnessSubject(seed, index, integers, false, 'indexing'), count: sessions };
        const { faults } = await examineHarness(subject, index, whence, emptySummary());
        const command = `--distribution indexing --only ${index}${integers ? ' --integers' : ''}`;
        assert.equal(faults.length, 0, report(faults, subject.text, command));
      }
    });
  }

  for (let start = 0; start < 40; start += 10) {
    it(`of programs about what the language consults ${start} to ${start + 9}`, async () => {
      for (let index = start; index < start + 10; index++) {
        const integers = index % 2 === 1;
        const subject = { ...harnessSubject(seed, index, integers, false, 'language'), count: sessions };
        const { faults } = await examineHarness(subject, index, whence, emptySummary());
        const command = `--distribution language --only ${index}${integers ? ' --integers' : ''}`;
        assert.equal(faults.length, 0, report(faults, subject.text, command));
      }
    });
  }

  for (let start = 0; start < 100; start += batch) {
    it(`of programs ${start} to ${start + batch - 1} that another file imports`, async () => {
      for (let index = start; index < start + batch; index++) {
        const distribution = index % 3 === 0 ? 'objects' : 'harness';
        const subject = { ...harnessSubject(seed, index, index % 2 === 1, false, distribution), count: sessions };
        const { faults } = await examineHarness(subject, index, importer, emptySummary());
        // Methods are no functions of the file that imports.
        const wrong = faults.filter(({ kind }) => kind !== 'missing-root');
        assert.equal(wrong.length, 0, report(wrong, subject.text, `--distribution ${distribution} --only ${index}`));
      }
    });
  }

  for (let start = 0; start < 100; start += batch) {
    it(`of programs ${start} to ${start + batch - 1} of the reference distribution`, async () => {
      for (let index = start; index < start + batch; index++) {
        const integers = index % 2 === 1;
        const { faults, text } = await measureReference(programSeed(seed, index), integers, whence);
        assert.equal(faults.length, 0, report(faults, text, `--distribution reference --only ${index}${integers ? ' --integers' : ''}`));
      }
    });
  }
});
