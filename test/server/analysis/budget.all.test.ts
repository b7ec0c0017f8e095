import assert from 'node:assert/strict';
import { ModuleAnalysis } from '../../../server/analysis/analyse.js';
import { defaultSettings, type AnalysisSettings } from '../../../server/analysis/settings.js';
import { checkText } from '../../../server/check/checkFile.js';
import { withPrelude } from '../../../server/check/linkPrelude.js';
import { printCondition } from '../../../server/findings/printCondition.js';
import { requiresOf } from '../../../server/findings/requires.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';
import { testSettings } from '../../support/checking.js';

const count = 10;

/** Functions that call each other in a circle, with a condition each. */
const circle = Array.from({ length: count }, (_, index) => {
  const next = `f${(index + 1) % count}(n - 1)`;
  return `export function f${index}(n: number): number { if (n > 99) throw new Error(); return n > 0 ? ${next} : 0; }\n`;
}).join('');

function analysed(budgets: Partial<AnalysisSettings>, text = circle) {
  const lowered = lowerModule(text, { file: 'a.ts', assertions: true });
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

const lines = (many: number, line: (index: number) => string): string => Array.from({ length: many }, (_, index) => line(index)).join('\n');

/** Texts of many small parts. */
const families: readonly (readonly [name: string, text: (many: number) => string])[] = [
  ['functions by themselves', (many) => lines(many, (n) => `export function f${n}(n) { if (n > ${n}) throw new Error(); return n; }`)],
  [
    'callers of one function',
    (many) => `function g(n) { return n + 1; }\n${lines(many, (n) => `export function f${n}(n) { return g(n); }`)}`,
  ],
  [
    'functions that call each other in a circle',
    (many) => lines(many, (n) => `export function f${n}(n) { return n > 0 ? f${(n + 1) % many}(n - 1) : 0; }`),
  ],
  [
    'functions in a circle that nobody else calls',
    (many) => lines(many, (n) => `function f${n}(n) { if (n > ${n}) throw new Error(); return f${(n + 1) % many}(n - 1); }`),
  ],
  [
    'functions that are handed to each other',
    (many) => lines(many, (n) => `export function f${n}(g) { return typeof g === "function" ? g(f${(n * 7) % many}) : ${n}; }`),
  ],
  ['nested arrow functions', (many) => `export const f = ${'() => '.repeat(many)}1;`],
  ['objects of a table', (many) => `export const table = [${lines(many, (n) => `{ a: ${n} },`)}];`],
  ['methods of one class', (many) => `export class C {\n${lines(many, (n) => `m${n}(n) { return this.m${(n + 1) % many}(n); }`)}\n}`],
  [
    'functions that write module variables',
    (many) => lines(many, (n) => `let v${n} = 0; export function f${n}(n) { v${n} = n; return g(n); }`),
  ],
  ['statements that call unknown code', (many) => `let x = 0;\n${lines(many, (n) => `x += g(${n});`)}`],
];

describe('the budget of a file', () => {
  for (const [name, text] of families) {
    it(`grows with the number of parts and no faster: ${name}`, () => {
      const effort = (many: number): number => {
        const { analysis } = analysed({ maxModuleEffort: Infinity, maxSettlingEffort: Infinity, maxPoints: 60 }, text(many));
        return analysis.spent;
      };
      const [few, many] = [effort(40), effort(80)];
      assert.ok(many <= 2.5 * few, `${few} for 40 and ${many} for 80`);
    });
  }

  it('counts the visits of large states, which the same number of evaluations takes longer over', () => {
    const work = (properties: number): number => {
      const object = `export const o = { ${lines(properties, (n) => `p${n}: [${n}],`)} };`;
      const { analysis, statistics } = analysed({}, `${object}\n${lines(20, (n) => `g(${n});`)}`);
      return analysis.spent / statistics.evaluations;
    };
    const [small, large] = [work(2), work(200)];
    assert.ok(large > 1.15 * small, `an evaluation costs ${small} with few objects, and ${large} with many`);
  });

  it('is not touched by a file that is not large', () => {
    const { analysis, known } = analysed({});
    assert.deepEqual([analysis.isSpent, analysis.isTooLarge, analysis.usedUp, known], [false, false, false, count + 1]);
  });

  it('takes functions by themselves where their copies are too many', () => {
    const { analysis, known, conditions } = analysed({ maxSettlingEffort: 300 });
    assert.deepEqual([analysis.isSpent, analysis.isTooLarge, analysis.usedUp, known], [false, false, true, count + 1]);
    assert.deepEqual(new Set(conditions), new Set(['typeof n !== "number" || !(n > 99)']));
  });

  it('ends with a note where that is too much, and nothing is claimed of any function', () => {
    const { analysis, known, statistics } = analysed({ maxSettlingEffort: 100, maxFrugalEffort: 30 });
    assert.deepEqual([analysis.isSpent, analysis.isTooLarge, known], [true, true, 0]);
    assert.ok(statistics.evaluations < 1_000);
  });

  it('claims nothing of the functions that come after it is spent', () => {
    const whole = analysed({});
    const limit = Math.floor(whole.analysis.spent / 2);
    const { analysis, known } = analysed({ maxModuleEffort: limit });
    assert.ok(analysis.isSpent && known > 0 && known < count, String(known));
    assert.equal(analysed({ maxModuleEffort: limit }).known, known, 'it is the same each time');
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
