import assert from 'node:assert/strict';
import { ModuleAnalysis } from '../../../server/analysis/analyse.js';
import { defaultSettings, type AnalysisSettings } from '../../../server/analysis/settings.js';
import { checkText } from '../../../server/checkFile.js';
import { withPrelude } from '../../../server/prelude.js';
import { printCondition } from '../../../server/findings/printCondition.js';
import { requiresOf } from '../../../server/findings/requires.js';
import { lowerModule } from '../../../server/syntax/lower.js';
import { testSettings } from '../../support/checking.js';

const count = 10;

/** Functions that call each other in a circle, with a condition each. */
const circle = Array.from({ length: count }, (_, index) => {
  const next = `f${(index + 1) % count}(n - 1)`;
  return `export function f${index}(n: number): number { if (n > 99) throw new Error(); return n > 0 ? ${next} : 0; }\n`;
}).join('');

function analysed(budgets: Partial<AnalysisSettings>) {
  const lowered = lowerModule(circle, { file: 'a.ts', assertions: true });
  assert.ok(lowered.kind === 'module');
  const analysis = new ModuleAnalysis(withPrelude(lowered.module), { ...defaultSettings, ...budgets });
  const conditions: (string | null)[] = [];
  const known: boolean[] = [];
  const { statistics } = analysis.solveRoots(false, {
    report: (solution) => {
      known.push(solution.complete);
      const { condition } = requiresOf(solution);
      if (solution.complete && solution.reason !== 'module') conditions.push(condition === null ? null : printCondition(condition));
    },
    move: () => undefined,
    accept: () => true,
  });
  return { analysis, statistics, conditions, known: known.filter((isKnown) => isKnown).length };
}

describe('the budget of a file', () => {
  it('is not touched by a file that is not large', () => {
    const { analysis, known } = analysed({});
    assert.deepEqual([analysis.isSpent, analysis.isTooLarge, analysis.usedUp, known], [false, false, false, count + 1]);
  });

  it('takes functions by themselves where their copies are too many', () => {
    const { analysis, known, conditions } = analysed({ maxSettlingEvaluations: 300 });
    assert.deepEqual([analysis.isSpent, analysis.isTooLarge, analysis.usedUp, known], [false, false, true, count + 1]);
    assert.deepEqual(new Set(conditions), new Set(['typeof n !== "number" || !(n > 99)']));
  });

  it('ends with a note where that is too much, and nothing is claimed of any function', () => {
    const { analysis, known, statistics } = analysed({ maxSettlingEvaluations: 100, maxFrugalEvaluations: 30 });
    assert.deepEqual([analysis.isSpent, analysis.isTooLarge, known], [true, true, 0]);
    assert.ok(statistics.evaluations < 1_000);
  });

  it('claims nothing of the functions that come after it is spent', () => {
    const whole = analysed({});
    const limit = Math.floor(whole.statistics.evaluations / 2);
    const { analysis, known } = analysed({ maxModuleEvaluations: limit });
    assert.ok(analysis.isSpent && known > 0 && known < count, String(known));
    assert.equal(analysed({ maxModuleEvaluations: limit }).known, known, 'it is the same each time');
  });

  it('counts syntax nodes before anything else', () => {
    const result = checkText(`export const a = [${'-1,'.repeat(1_000_050)}];\nexport function f() { throw 1; }\n`, 'a.ts', testSettings);
    assert.deepEqual(
      result.findings.map(({ code, severity }) => [code, severity]),
      [['incomplete', 'hint']],
    );
    assert.match(result.findings[0]?.message ?? '', /^The file is too large: it has 2,000,\d+ syntax nodes, and up to 2,000,000 are/);
    assert.deepEqual([result.errors, result.functions], [[], []]);
  });
});
