import assert from 'node:assert/strict';
import { ending, failing } from './loadedPrograms.js';
import { checkFiles, type Files } from './projects.js';

const said = (files: Files, targets: readonly string[]): readonly string[] =>
  checkFiles(files, targets).result.findings.map(({ severity, span, file, message }) => `${severity} ${file} ${span.line}: ${message}`);

const first = (files: Files): string => Object.keys(files)[0] ?? '';

describe('a module whose loading fails', () => {
  it('is told in the statement that loads it', () => {
    for (const [files, words] of failing) assert.deepEqual(said(files, [first(files)]), [`error ${first(files)} ${words}`]);
  });

  it('is not told where its importer may run to its end', () => {
    for (const files of ending) assert.deepEqual(said(files, [first(files)]), [], JSON.stringify(files));
  });

  it('is an error once: of those that load it there are hints', () => {
    const files = {
      'main.mjs': `import './middle.mjs';`,
      'middle.mjs': `import './bad.mjs';`,
      'bad.mjs': 'const rows = [];\nconsole.log(rows[0].n);\n',
    };
    const places = (): readonly string[] => said(files, Object.keys(files)).map((line) => line.split(':')[0] ?? '');
    assert.deepEqual(places(), ['error bad.mjs 1', 'hint main.mjs 1', 'hint middle.mjs 1']);
    const meant = { ...files, 'bad.mjs': `throw new Error('not for use');` };
    assert.deepEqual(
      said(meant, Object.keys(meant)).map((line) => line.split(':')[0]),
      ['error middle.mjs 1', 'hint main.mjs 1'],
    );
  });

  it('is not told where a compiler drops the import: what is a type, or is not used', () => {
    const loaded = { 'bad.ts': `export interface Row { n: number }\nexport const rows: Row[] = [];\nconsole.log(rows[0]!.n);` };
    const errors = (text: string): number => said({ 'main.ts': text, ...loaded }, ['main.ts']).length;
    assert.equal(errors(`import type { Row } from './bad';\nexport const row: Row = { n: 1 };`), 0);
    assert.equal(errors(`import { Row } from './bad';\nexport const row: Row = { n: 1 };`), 0);
    assert.equal(errors(`import { type Row } from './bad';\nexport const row: Row = { n: 1 };`), 0);
    assert.equal(errors(`import { rows } from './bad';\nexport const n = 1;`), 0);
    assert.equal(errors(`import { rows } from './bad';\nexport const n = rows.length;`), 1);
    assert.equal(errors(`import './bad';`), 1);
  });

  it('can be ignored', () => {
    const text = `// whence-ignore-next-line uncaught-exception: for now\nimport './bad.mjs';`;
    assert.deepEqual(said({ 'main.mjs': text, 'bad.mjs': `throw new Error('no');` }, ['main.mjs']), []);
  });
});
