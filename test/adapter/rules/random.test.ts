import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { watched } from '../../support/watching.js';
import { ruledProgram } from './randomRules.js';

describe('random programs under random rules', function () {
  this.timeout(600_000);

  it('fire as a checker that recomputes everything after each operation', async () => {
    const first = seedOf(2101);
    for (let at = 0; at < countOf('rules'); at++) {
      const seed = first + at;
      const { program, rules, expected } = ruledProgram(seed);
      const { findings, rules: totals, exit } = await watched(program, rules, { options: { sweepAllowanceMs: 60_000 } });
      const told = findings.map(({ rule, message, position }) => `${rule}: ${message} @ ${position?.line ?? '?'}`);
      assert.deepEqual(
        totals.map(({ fault }) => fault),
        totals.map(() => null),
        `seed ${seed}`,
      );
      assert.deepEqual(exit, { code: 0, signal: null });
      assert.deepEqual([...told].sort(), [...expected].sort(), `seed ${seed}`);
    }
  });
});
