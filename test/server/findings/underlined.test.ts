import assert from 'node:assert/strict';
import { underlinedAfter, underlinedBefore } from '../../../server/findings/underlined.js';
import { shownSpan } from '../../../server/findings/result.js';
import { checkText as checkFile } from '../../../server/check/checkFile.js';
import { testSettings } from '../../support/checking.js';

/** The underlined text of a statement, which stands between two bars. */
function shown(marked: string, underline: typeof underlinedBefore): string {
  const start = marked.indexOf('|');
  const end = marked.indexOf('|', start + 1) - 1;
  const text = marked.replaceAll('|', '');
  const { start: from, end: to } = underline(text, { start, end });
  return text.slice(from, to);
}

describe('what is underlined', () => {
  it('is the keyword, the call or the name that a statement begins with', () => {
    const before = (marked: string): string => shown(marked, underlinedBefore);
    assert.equal(before('|return n / 2;|'), 'return');
    assert.equal(before('|if (n > 3) {\n  f();\n}|'), 'if');
    assert.equal(before('|rows.map((row) => row.x);|'), 'rows.map((row) => row.x)');
    assert.equal(before('|rows.map((row) => {\n  row.x;\n});|'), 'rows.map');
    assert.equal(before('|o!.p?.#q = 1;|'), 'o!.p?.#q');
    assert.equal(before('|\n  // why\n  /* and how */ returned = 1;|'), 'returned');
  });

  it('is the word that a block belongs to, never the block', () => {
    const before = (marked: string): string => shown(marked, underlinedBefore);
    assert.equal(before('if ((a, b) && c) |{\n  f();\n}|'), 'if');
    assert.equal(before('} else |{\n  f();\n}|'), 'else');
    assert.equal(before('function main() |{\n  f();\n}|'), 'main');
  });

  it('is what a statement declares, assigns or calls, where it decides once it is past', () => {
    const after = (marked: string): string => shown(marked, underlinedAfter);
    assert.equal(after('|const n = read();|'), 'n');
    assert.equal(after('|const { a } = read();|'), 'const');
    assert.equal(after('|await load(1);|'), 'load(1)');
    assert.equal(after('|this.n += 1;|'), 'this.n');
  });

  it('is, of a module that always fails, the call or the expression of its top level at which it does', () => {
    const fails = (program: string): string => {
      const text = `export const limits = { max: 3 };\n${program}`;
      const { findings } = checkFile(text, 'program.ts', { ...testSettings, unknownCalls: 'return-or-throw' });
      const finding = findings.find(({ within }) => within === '');
      assert.ok(finding, program);
      assert.equal(finding.span.line, 1, 'the place that decides it is the start');
      const { line, column, endColumn } = shownSpan(finding);
      return (text.split('\n')[line - 1] ?? '').slice(column - 1, endColumn - 1);
    };
    const check = `function check(n: number): void { if (n > limits.max) throw new RangeError('too many'); }\n`;
    assert.equal(fails(`${check}function run(n: number): void { check(n + 1); }\nrun(1);\nrun(9);\nrun(2);`), 'run(9)');
    assert.equal(fails(`${check}[1, 2, 9].forEach((n) => {\n  check(n);\n});`), '[1, 2, 9].forEach');
    assert.equal(fails(`${check}class Box { constructor(n: number) { check(n); } }\nconst box = new Box(9);`), 'new Box(9)');
    assert.equal(fails(`${check}class Box { static first = check(9); }`), 'check(9)');
    assert.equal(fails(`const o: { p?: { q: number } } = {};\nconsole.log('p', o.p!.q);`), 'o.p!.q');
    assert.equal(fails(`if (limits.max === 3) {\n  JSON.parse('{');\n}`), `JSON.parse('{')`);
    assert.equal(fails(`function down(n: number): void { while (n !== 0) n -= 2; }\nlimits.max++;\ndown(3);`), 'down(3)');
    assert.equal(fails(`// @always limits.max < 3\nconsole.log(limits);`), 'limits.max < 3');
  });

  it('is no punctuation in any finding, and begins with no white space', () => {
    const text = `
export const one = (n: number) => { if (n > 3) throw new Error('x'); };
export const two = { three(n: number) { if (n > 3) throw new Error('x'); } };
export class Four { constructor(n: number) { if (n > 3) throw new Error('x'); } }
export function five(read: () => number | string) {
  const n = read();
  // @always typeof n === 'string'
  const o: { s: string } | null = null;
  if (n === 3) {
    return o!.s;
  } else {
    return 1;
  }
}
`;
    const { findings } = checkFile(text, 'program.ts', { ...testSettings, unknownCalls: 'return-or-throw' });
    const lines = text.split('\n');
    assert.ok(findings.length >= 3);
    for (const finding of findings) {
      const span = shownSpan(finding);
      assert.equal(span.line, span.endLine);
      const underlined = (lines[span.line - 1] ?? '').slice(span.column - 1, span.endColumn - 1);
      assert.match(underlined, /^[\w$(].*/, underlined);
    }
  });
});
