import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const throws = "export function f(n: number) { if (n > 9) throw new Error('x'); }";

function of(text: string, name = 'program.ts') {
  const { findings, suppressed = [] } = checkText(text, {}, [], name);
  return {
    findings: findings.map(({ code, span, message }) => `${span.line}:${span.column} ${code} ${message}`),
    suppressed: suppressed.map(({ finding, by, reason }) => [finding.code, by, reason]),
  };
}

describe('// whence-ignore-next-line', () => {
  it('takes the findings of a code on the next line out, and keeps why', () => {
    assert.deepEqual(of(`// whence-ignore-next-line uncaught-exception: callers check n\n${throws}`), {
      findings: [],
      suppressed: [['uncaught-exception', 'comment', 'callers check n']],
    });
    assert.deepEqual(of(`/* whence-ignore-next-line uncaught-exception */\r\n${throws}`).suppressed, [
      ['uncaught-exception', 'comment', null],
    ]);
  });

  it('leaves what the function requires', () =>
    assert.equal(checkText(`// whence-ignore-next-line uncaught-exception: x\n${throws}`).functions[0]?.requires, '!(n > 9)'));

  it('takes nothing else out', () => {
    for (const text of [
      `// whence-ignore-next-line uncaught-exception: x\n\n${throws}`,
      `const s = '// whence-ignore-next-line uncaught-exception: x';\n${throws}`,
      `// about whence-ignore-next-line uncaught-exception\n${throws}`,
    ])
      assert.ok(
        of(text).findings.some((each) => each.includes('f fails if n > 9')),
        text,
      );
  });

  it('may name several codes, or stand below another one', () => {
    const one = 'export function g() { const o: { s: string } | null = null; return o!.s; }';
    assert.deepEqual(of(`// whence-ignore-next-line not-terminating, null-access: x\n${one}`).findings, [
      '1:28 ignore-unused There is no finding not-terminating on the next line: this comment can go.',
    ]);
    assert.deepEqual(
      of(`// whence-ignore-next-line null-access: x\n// whence-ignore-next-line uncaught-exception: y\n${one} ${throws}`).findings,
      [],
    );
  });

  it('is reported where it is of no use, or names no code that there is', () =>
    assert.deepEqual(
      of('// whence-ignore-next-line null-access: x\n// whence-ignore-next-line\n// whence-ignore-next-line null: y\n').findings,
      [
        '1:28 ignore-unused There is no finding null-access on the next line: this comment can go.',
        '2:1 ignore-invalid It names no code: write the code of the finding, a colon, and why.',
        '3:28 ignore-invalid There is no code null.',
      ],
    ));

  it('is found among elements', () =>
    assert.deepEqual(
      of(
        `export const F = (p: { o: { s: string } | null }) => (
  <div>
    {/* whence-ignore-next-line null-access: x */}
    {p.o!.s}
  </div>
);`,
        'program.tsx',
      ).findings.filter((each) => each.includes('ignore-invalid')),
      [],
    ));
});
