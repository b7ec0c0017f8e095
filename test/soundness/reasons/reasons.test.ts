import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { checkText } from '../../support/checking.js';
import { countOf, sampled, seedOf } from '../../support/counts.js';
import { harnessSubject } from '../harnessRun.js';
import { examineReasons } from './examineReasons.js';
import { buggyPrograms } from './programs.js';

describe('why a run fails is what is said', () => {
  for (const [what, text] of sampled(Object.entries(buggyPrograms), 6)) {
    it(`of ${what}`, async () => {
      const { faults, compared } = await examineReasons({ file: 'program.ts', text, integers: false, seed: 3 });
      assert.deepEqual(faults, [], text);
      // Of a program whose only condition is an unlikely bound no finding says why.
      assert.equal(compared > 0, checkText(text).findings.length > 0, `${compared} reasons were compared`);
    });
  }

  it('of random programs', async () => {
    let compared = 0;
    for (let index = 40; index < 40 + countOf('reasons'); index++) {
      const subject = harnessSubject(seedOf(7), index, false);
      const examination = await examineReasons(subject);
      assert.deepEqual(examination.faults, [], subject.text);
      compared += examination.compared;
    }
    assert.notEqual(compared, 0, 'nothing was compared');
  });

  it('and the harness finds reasons that are wrong', async () => {
    const text = `export function main(n: number) {\n  if (n > 3) throw new RangeError('n');\n}`;
    const lying = checkText(text, { gate: true }).findings.map((finding) => ({
      ...finding,
      message: finding.message.replace('RangeError', 'TypeError'),
    }));
    const { faults } = await examineReasons({ file: 'program.ts', text, integers: false, seed: 3 }, () => ({
      ...checkText(text),
      findings: lying,
    }));
    assert.notEqual(faults.length, 0);
  });
});
