import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { root } from '../../tidy/files.js';

/** Paper 4, section 5: `item.setValue(k)` is missing behind line 17. */
const example = `class Item {
  value = 0;
  setValue(v: number): void { this.value = v; }
  getValue(): number { return this.value; }
}
class Main {
  items: (Item | null)[] = [];
  first = 0; last = 0;
  /** @pre n > 0 */
  setup(n: number, d: number): void {
    let i = 0;
    let k = 1;
    this.items = new Array<Item | null>(n).fill(null);
    while (i < this.items.length) {
      const item = new Item();
      this.items[i] = item;
      k *= d;
      i++;
    }
    this.first = this.items[0]!.getValue();
    this.last = this.items[n - 1]!.getValue();
  }
}
export { Item, Main };
`;

const withProtocol = `/** @protocol new -setValue-> set -setValue-> set -getValue-> set */ ${example}`;

function diagnosed(program: string, tests: readonly (readonly [number, number])[]): DiagnosisResult {
  const folder = mkdtempSync(join(tmpdir(), 'whence-paper-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'item.ts'), program);
    const written = tests.map(
      ([n, d]) =>
        `test('${n} ${d}', () => {\n  const main = new Main();\n  main.setup(${n}, ${d});\n  assert.deepEqual([main.first, main.last, main.items.length], [${d}, ${d ** n}, ${n}]);\n});\n`,
    );
    writeFileSync(
      join(folder, 'item.test.ts'),
      `import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { Main } from './item.ts';\n${written.join('')}`,
    );
    const words = [join(root, 'dist/whence.js'), 'diagnose', '--json', '--timeout', '120', '--tests', 'item.test.ts'];
    return JSON.parse(spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 }).stdout) as DiagnosisResult;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is inserted, behind which line, in the order of the diagnoses. */
const inserted = ({ diagnoses }: DiagnosisResult): readonly string[] =>
  diagnoses.flatMap(({ components: [component], repairs }) =>
    component?.kind === 'missing'
      ? repairs.map(({ edits: [edit] }) => `${edit?.text.trim()} ${(edit?.span.column ?? 0) > 7 ? 'behind' : 'before'} ${edit?.span.line}`)
      : [],
  );

const linesOf = (result: DiagnosisResult, of: 'consistent' | 'refuted'): readonly number[] =>
  (of === 'refuted'
    ? result.refuted.map(({ component }) => component.span.line)
    : result.diagnoses.flatMap(({ components: [component], status }) => (status === 'consistent' ? [component?.span.line ?? 0] : []))
  ).toSorted((a, b) => a - b);

const suggestions = ['item.setValue(k); before 18', 'this.items[i]!.setValue(k); before 18', 'item.setValue(k); behind 18'];

describe('section 5 of the paper', function () {
  this.timeout(300_000);

  const paper = [
    [2, 2],
    [3, 2],
    [5, 2],
    [4, 3],
  ] as const;

  it('gives the three suggestions first, without the protocol', () => {
    const result = diagnosed(example, paper);
    assert.deepEqual(inserted(result).slice(0, 3).toSorted(), suggestions.toSorted());
    // An item may begin with another value, or give another one.
    assert.deepEqual(linesOf(result, 'consistent'), [2, 4]);
    assert.ok(linesOf(result, 'refuted').includes(12));
  });

  it('gives them with it, and no single fault', () => {
    const result = diagnosed(withProtocol, paper);
    assert.equal(result.tests.failing[0]?.assertion?.tag, 'protocol');
    assert.deepEqual(inserted(result).slice(0, 3).toSorted(), suggestions.toSorted());
    assert.deepEqual(linesOf(result, 'consistent'), []);
    for (const line of [2, 12]) assert.ok(linesOf(result, 'refuted').includes(line), `line ${line}`);
  });

  for (const [n, d] of paper)
    it(`gives them for the test (${n}, ${d}) alone`, () => {
      const found = inserted(diagnosed(withProtocol, [[n, d]]));
      for (const suggestion of suggestions) assert.ok(found.includes(suggestion), `${suggestion} is not in ${found.join('\n')}`);
    });

  for (const [n, d] of [
    [3, 1],
    [1, 4],
  ] as const)
    it(`says that the test (${n}, ${d}) is too weak`, () => {
      const { tests } = diagnosed(withProtocol, [[n, d]]);
      assert.deepEqual(
        tests.weak.map(({ name }) => name),
        [`${n} ${d}`],
      );
    });
});
