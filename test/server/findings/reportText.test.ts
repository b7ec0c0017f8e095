import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { never } from '../../../server/findings/conditionTree.js';
import { reportText } from '../../../server/findings/reportText.js';
import type { CheckResult } from '../../../server/findings/result.js';
import { at, hint, main, resultOf, sampleText, span, violated } from './sample.js';

describe('the text report', () => {
  it('shows a finding at its origin, the source below it, and why', () =>
    says({ findings: [hint] }, [
      'src/table.ts:3:17 ● hint fails if n >= 0 [uncaught-exception]',
      '    3 | export function main(n: number) {',
      '      |                 ^^^^',
      "  because src/table.ts:2:37 throws RangeError: 'no entry'",
      "    2 | function at(i: number) { if (i < 1) throw new RangeError('no entry'); return table[i]; }",
      '      |                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
      '',
      '1 file checked in 1.2 s (numbers are doubles, unknown code returns or throws): 0 errors, 0 warnings, 1 hint.',
    ]));

  it('shows the calls that lead from the origin to the occurrence', () => {
    const calls = [{ file: 'src/table.ts', span: span(4, 31, 5), message: 'main calls at here' }];
    says({ findings: [{ ...hint, because: hint.because.map((reason) => ({ ...reason, calls })) }] }, [
      'src/table.ts:3:17 ● hint fails if n >= 0 [uncaught-exception]',
      '    3 | export function main(n: number) {',
      '      |                 ^^^^',
      '  through src/table.ts:4:31 main calls at here',
      "  because src/table.ts:2:37 throws RangeError: 'no entry'",
      "    2 | function at(i: number) { if (i < 1) throw new RangeError('no entry'); return table[i]; }",
      '      |                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
      '',
      '1 file checked in 1.2 s (numbers are doubles, unknown code returns or throws): 0 errors, 0 warnings, 1 hint.',
    ]);
  });

  it('goes without a code frame when the source is gone', () =>
    says({ findings: [violated] }, [
      'src/a b.ts:1:1 ✖ error i < 3 is false on every execution [assertion-violated]',
      '',
      '1 file checked in 1.2 s (numbers are doubles, unknown code returns or throws): 1 error, 0 warnings, 0 hints.',
    ]));

  it('keeps tabs, so that carets stand below what they mark', () =>
    says({ findings: [{ ...hint, span: span(4, 18, 6), because: [] }] }, [
      'src/table.ts:4:18 ● hint fails if n >= 0 [uncaught-exception]',
      '    4 | \tfor (let i = 0; i <= n; i++) at(i);',
      '      | \t                ^^^^^^',
      '',
      '1 file checked in 1.2 s (numbers are doubles, unknown code returns or throws): 0 errors, 0 warnings, 1 hint.',
    ]));

  it('counts functions that were not analysed, beyond the first of a file', () => {
    const unknown = { ...main, requires: null, inBounds: null, accesses: { total: 0, proven: 0 }, complete: false };
    const some = (many: number) => Array.from({ length: many }, (_, n) => ({ ...unknown, name: `f${n}` }));
    const told = (many: number): readonly string[] =>
      report(resultOf({ functions: some(many) }), false)
        .split('\n')
        .filter((line) => line.startsWith('  '));
    assert.equal(told(5).length, 5);
    assert.deepEqual(told(1305).slice(4), ['  f4:3  not analysed completely', '  and 1,300 more not analysed completely']);
  });

  it('lists five reasons and counts the others', () => {
    const reason = { file: 'elsewhere.ts', span: span(1, 1, 1), message: 'throws' };
    says({ findings: [{ ...violated, because: Array(7).fill(reason) as (typeof reason)[] }] }, [
      'src/a b.ts:1:1 ✖ error i < 3 is false on every execution [assertion-violated]',
      ...(Array(5).fill('  because elsewhere.ts:1:1 throws') as string[]),
      '  and 2 more places',
      '',
      '1 file checked in 1.2 s (numbers are doubles, unknown code returns or throws): 1 error, 0 warnings, 0 hints.',
    ]);
  });

  it('says what each function needs, and which accesses are proven', () =>
    says({ functions: [at, main, { ...main, name: 'fail', requires: never, complete: false }] }, [
      'src/table.ts',
      '  at:2  0/1 accesses proven; in bounds only if i >= 0 && i <= 100',
      '  main:3  requires !(n >= 0)',
      '  fail:3  requires false (no input succeeds); not analysed completely',
      '',
      '1 file checked in 1.2 s (numbers are doubles, unknown code returns or throws): 0 errors, 0 warnings, 0 hints; 0 of 1 element access proven in bounds.',
    ]));

  it('shows the states that were asked for: the reachable values, and the good ones where they differ', () => {
    const i = { show: '0..100', min: 0, max: 100, integer: true, nan: false };
    const total = { ...i, show: 'any number' };
    const place = { file: 'src/table.ts', line: 4, column: 2 };
    says({ states: [{ ...place, reachable: { i, total }, good: { i: { ...i, show: '0..99' }, total } }] }, [
      'src/table.ts:4:2',
      '  i      0..100  good: 0..99',
      '  total  any number',
      '',
      '1 file checked in 1.2 s (numbers are doubles, unknown code returns or throws): 0 errors, 0 warnings, 0 hints.',
    ]);
    says(
      {
        states: [
          { ...place, reachable: { i }, good: null },
          { ...place, reachable: null, good: null },
        ],
      },
      [
        'src/table.ts:4:2',
        '  i  0..100',
        '  no state is good here',
        '',
        'src/table.ts:4:2',
        '  no state is reachable here',
        '',
        '1 file checked in 1.2 s (numbers are doubles, unknown code returns or throws): 0 errors, 0 warnings, 0 hints.',
      ],
    );
  });

  it('names what it assumed', () =>
    says({ assumptions: { integers: true, termination: false, arrayIndex: 'error', unknownCalls: 'may-exit' } }, [
      '1 file checked in 1.2 s (numbers are integers, runs need not end, an index outside an array is a failure, unknown code may end the process): 0 errors, 0 warnings, 0 hints.',
    ]));

  it('says the same without colours', () => {
    const result = resultOf({ findings: [hint, violated], functions: [at, main] });
    const colored = report(result, true);
    assert.notEqual(colored, report(result, false));
    assert.equal(stripVTControlCharacters(colored), report(result, false));
  });

  it('cuts long lines around the span, and lets no control character of the source through', () => {
    const text = `${'a'.repeat(5000)}\u001b[31mX${'b'.repeat(5000)}`;
    const result = resultOf({ findings: [{ ...hint, span: span(1, 5006, 1), because: [] }] });
    const [, line = '', carets = ''] = reportText(result, { least: 'hint', fileCount: 1, sourceOf: () => text, color: false }).split('\n');
    assert.equal(line.length < 150, true);
    assert.equal(line.includes('\u001b'), false);
    assert.equal(line[carets.indexOf('^')], 'X');
  });
});

function says(parts: Partial<CheckResult>, lines: readonly string[]): void {
  assert.deepEqual(report(resultOf(parts), false).split('\n'), [...lines, '']);
}

function report(result: CheckResult, color: boolean): string {
  return reportText(result, { least: 'hint', fileCount: 1, sourceOf: (file) => (file === 'src/table.ts' ? sampleText : undefined), color });
}
