import assert from 'node:assert/strict';
import { checkFiles, claims, findingsIn, requiresOfMain, type Files } from './projects.js';

const bounded = 'export function bounded(n: number) { if (n > 99) throw new Error(); }';
const main = "import { bounded } from './b';\nexport function main(n: number) { bounded(n); }";

describe('an import stays unknown code', () => {
  it('when its file is missing', () => {
    assert.deepEqual(findingsIn({ 'main.ts': main }), []);
  });

  it('when its file has a syntax error, which is reported where that file is checked', () => {
    const files: Files = { 'b.ts': `${bounded}\nfunction (`, 'main.ts': main };
    assert.deepEqual(findingsIn(files), []);
    const { result } = checkFiles(files, ['main.ts', 'b.ts']);
    assert.deepEqual(
      result.errors.map(({ file }) => file),
      ['b.ts'],
    );
  });

  it('when it is a package, a declaration file or no source', () => {
    const files: Files = {
      'node_modules/b/index.ts': bounded,
      'node_modules/b/package.json': '{"main":"index.ts"}',
      'c.d.ts': 'export declare function bounded(n: number): void;',
      'd.json': '{"bounded":1}',
    };
    for (const specifier of ['b', './node_modules/b/index', './c', './c.d', './d.json', 'node:fs']) {
      const text = `import { bounded } from '${specifier}';\nexport function main(n: number) { bounded(n); }`;
      assert.equal(requiresOfMain({ ...files, 'main.ts': text }), null, specifier);
    }
    const { read } = checkFiles({ ...files, 'main.ts': "import 'b';\nimport { bounded } from 'b/c';\nbounded(1);" }, ['main.ts']);
    assert.deepEqual(
      read.filter((file) => file.includes('node_modules')),
      [],
    );
  });

  it('when it is loaded while the program runs', () => {
    const text = "export async function main(n: number) { const { bounded } = await import('./b'); bounded(n); }";
    assert.equal(requiresOfMain({ 'b.ts': bounded, 'main.ts': text }), null);
  });

  it('when the name is a type, or is not exported, or is exported twice', () => {
    const types = 'export interface bounded { (n: number): void }';
    assert.equal(requiresOfMain({ 'b.ts': types, 'main.ts': main }), null);
    assert.equal(requiresOfMain({ 'b.ts': 'function bounded(n: number) { throw n; }', 'main.ts': main }), null);
    const twice = { 'b.ts': "export * from './c';\nexport * from './d';", 'c.ts': bounded, 'd.ts': bounded };
    assert.equal(requiresOfMain({ ...twice, 'main.ts': main }), null);
  });

  it('when it is reassigned', async () => {
    const b = 'export let bounded = (n: number) => { if (n > 99) throw new Error(); };\nbounded = () => {};';
    await claims({ 'b.ts': b, 'main.ts': main });
    const c = 'export function bounded(n: number) { if (n > 99) throw new Error(); }\nbounded = () => {};';
    await claims({ 'b.ts': c, 'main.ts': main });
  });

  it('when it runs only for its side effects', () => {
    assert.deepEqual(
      findingsIn({
        'b.ts': 'if (Math.random() < 0.5) throw new Error();',
        'main.ts': "import './b';\nexport function main(n: number) { return n; }",
      }),
      [],
    );
  });

  it('when there is more of it than the analysis follows', () => {
    const statements = Array.from({ length: 6_000 }, (_, index) => `  sum += n * ${index};`).join('\n');
    const b = `export function bounded(n: number) {\n  if (n > 99) throw new Error();\n  let sum = 0;\n${statements}\n  return sum;\n}`;
    assert.equal(requiresOfMain({ 'b.ts': `${b}\n${b.replace('bounded', 'other')}`, 'main.ts': main }), null);
  });
});

describe('where imports lead', () => {
  it('is said by the nearest tsconfig', () => {
    const files: Files = {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      'src/b.ts': bounded,
      'src/deep/main.ts': "import { bounded } from '@/b';\nexport function main(n: number) { bounded(n); }",
    };
    const { result } = checkFiles(files, ['src/deep/main.ts']);
    assert.deepEqual(
      result.functions.map(({ requires }) => requires),
      ['!(n > 99)'],
    );
  });

  it('may be inherited from another tsconfig', () => {
    const files: Files = {
      'base.json': '{ "compilerOptions": { "baseUrl": "./src", "ignoreDeprecations": "6.0" } }',
      'tsconfig.json': '{ "extends": "./base.json" }',
      'src/lib/b.ts': bounded,
      'main.ts': "import { bounded } from 'lib/b';\nexport function main(n: number) { bounded(n); }",
    };
    assert.equal(requiresOfMain(files), '!(n > 99)');
  });

  it('may be said by the package itself', () => {
    const files: Files = {
      'package.json': '{ "imports": { "#b": "./src/b.ts" } }',
      'src/b.ts': bounded,
      'main.ts': "import { bounded } from '#b';\nexport function main(n: number) { bounded(n); }",
    };
    assert.equal(requiresOfMain(files), '!(n > 99)');
  });

  it('may be JavaScript', () => {
    const b = 'export function bounded(n) { if (n > 99) throw new Error(); }';
    assert.equal(requiresOfMain({ 'b.js': b, 'main.ts': main }), '!(n > 99)');
    assert.equal(requiresOfMain({ 'b.mjs': b, 'main.ts': main.replace('./b', './b.mjs') }), '!(n > 99)');
  });
});

describe('files that import each other', () => {
  it('are read once, however many import them', () => {
    const files: Record<string, string> = { 'b.ts': bounded };
    for (let index = 0; index < 20; index++) files[`m${index}.ts`] = main;
    const { read } = checkFiles(files, Object.keys(files));
    // Once as a file to be checked, once as one that is imported.
    assert.ok(read.filter((file) => file === 'b.ts').length <= 2);
  });
});
