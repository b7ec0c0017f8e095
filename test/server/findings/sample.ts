import { all, compare, literal, named, not } from '../../../server/findings/conditionTree.js';
import type { CheckResult, Finding, FunctionReport, ReportSpan } from '../../../server/findings/result.js';

/** A made-up result of checking this text as `src/table.ts`. */
export const sampleText = `const table = new Array(101).fill(0);
function at(i: number) { if (i < 1) throw new RangeError('no entry'); return table[i]; }
export function main(n: number) {
\tfor (let i = 0; i <= n; i++) at(i);
}
`;

export function span(line: number, column: number, length: number): ReportSpan {
  return { line, column, endLine: line, endColumn: column + length };
}

export const hint: Finding = {
  code: 'uncaught-exception',
  within: 'main',
  severity: 'hint',
  file: 'src/table.ts',
  span: span(3, 17, 4),
  condition: not(compare(named('n'), '>=', literal(0))),
  message: 'fails if n >= 0',
  because: [{ file: 'src/table.ts', span: span(2, 37, 32), message: "throws RangeError: 'no entry'" }],
  alternatives: [],
  assumes: [{ kind: 'declared-type', file: 'src/table.ts', span: span(3, 25, 6) }],
};

export const violated: Finding = {
  code: 'assertion-violated',
  within: '',
  severity: 'error',
  file: 'src/a b.ts',
  span: { line: 1, column: 1, endLine: 2, endColumn: 4 },
  condition: null,
  message: 'i < 3 is false on every execution',
  because: [],
  alternatives: [],
  assumes: [],
};

export const at: FunctionReport = {
  name: 'at',
  file: 'src/table.ts',
  span: span(2, 10, 2),
  root: false,
  requires: null,
  inBounds: all(compare(named('i'), '>=', literal(0)), compare(named('i'), '<=', literal(100))),
  assumes: [],
  accesses: { total: 1, proven: 0 },
  complete: true,
};

export const main: FunctionReport = {
  ...at,
  name: 'main',
  span: span(3, 17, 4),
  root: true,
  requires: not(compare(named('n'), '>=', literal(0))),
  inBounds: null,
  accesses: { total: 0, proven: 0 },
};

export function resultOf(parts: Partial<CheckResult>): CheckResult {
  return {
    schema: 'whence.check/1',
    assumptions: { integers: false, termination: true, arrayIndex: 'hint', unknownCalls: 'return-or-throw' },
    findings: [],
    functions: [],
    states: [],
    errors: [],
    statistics: { controlPoints: 20, unfoldedControlPoints: 30, equationEvaluations: 90, milliseconds: 1234, peakMegabytes: 80 },
    ...parts,
  };
}
