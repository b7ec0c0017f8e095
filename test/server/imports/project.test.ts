import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { validateModule } from '../../../server/ir/validate.js';
import { ImportGraph } from '../../../server/check/importGraph.js';
import { Project } from '../../../server/check/project.js';
import { TextCache } from '../../../server/check/textCache.js';
import { ownFunctions } from '../../../server/ir/linked.js';
import type { ModuleIr } from '../../../server/ir/program.js';
import { checkFiles, type Files } from './projects.js';

const cwd = '/project';
const at = (file: string): string => `${cwd}/${file}`;
const names = (files: Iterable<string> | undefined): readonly string[] =>
  [...(files ?? [])].map((file) => posix.relative(cwd, file)).sort();

function projectOf(files: Record<string, string>): Project {
  return new Project({ readIfPresent: (path) => files[posix.relative(cwd, path)] }, cwd);
}

function link(project: Project, files: Files, file: string): ModuleIr {
  const lowered = project.file(at(file)).lower(files[file] ?? '');
  assert.ok(lowered.kind === 'module');
  return project.file(at(file)).link(lowered.module);
}

const files: Files = {
  'far.ts': 'export const far = 1;',
  'c.ts': "import './far';\nexport function c(n: number) { if (n > 9) throw new Error(); return n; }\nexport function other() {}",
  'b.ts': `import { c } from './c';
let calls = 0;
const cache: number[] = [];
export function b(n: number) {
  calls = calls + 1;
  cache[0] = calls;
  // @always n < 100
  return [n].map((each) => c(each));
}
export function unused(n: number) { return c(n); }`,
  'main.ts': "import { b } from './b';\nexport function main(n: number) { return b(n); }",
};

describe('a linked module', () => {
  const main = link(projectOf(files), files, 'main.ts');

  it('is valid', () => assert.deepEqual(validateModule(main), []));

  it('keeps its own functions first', () =>
    assert.deepEqual(
      ownFunctions(main).map(({ name }) => name),
      ['<module>', 'main'],
    ));

  it('has the functions that it can reach, and no others', () =>
    assert.deepEqual(
      main.functions.slice(2).map(({ name, file }) => `${file} ${name}`),
      ['b.ts b', 'b.ts <anonymous>', 'c.ts c'],
    ));

  it('has their assertions, owned by the copies', () =>
    assert.deepEqual(
      main.assertions.map(({ text, owner }) => [text, main.functions[owner]?.name]),
      [['n < 100', 'b']],
    ));

  it('knows the texts of the files that they are from', () =>
    assert.deepEqual([...(main.linked?.texts.keys() ?? [])].sort(), ['b.ts', 'c.ts']));

  it('is the module itself when nothing is imported', () => {
    const project = projectOf(files);
    const lowered = project.file(at('far.ts')).lower(files['far.ts'] ?? '');
    assert.ok(lowered.kind === 'module');
    assert.equal(project.file(at('far.ts')).link(lowered.module), lowered.module);
  });
});

describe('what a check has read', () => {
  it('are the files that were linked, and those that say which imports which', () => {
    const project = projectOf(files);
    link(project, files, 'main.ts');
    const read = project.dependenciesOf(at('main.ts'));
    assert.deepEqual(names(read?.texts), ['b.ts', 'c.ts']);
    assert.deepEqual(names(read?.outlines), ['b.ts', 'c.ts', 'far.ts', 'main.ts']);
  });

  it('is read again when it has changed', () => {
    const changing: Record<string, string> = { ...files };
    const project = projectOf(changing);
    link(project, changing, 'main.ts');
    assert.equal(project.changed(at('c.ts')), false, 'nothing was written');
    changing['c.ts'] = changing['c.ts']?.replace('9', '10') ?? '';
    assert.equal(project.changed(at('c.ts')), false, 'its imports and exports are the same');
    assert.match(link(project, changing, 'main.ts').linked?.texts.get('c.ts') ?? '', /10/);
    changing['c.ts'] = 'export const c = 1;';
    assert.equal(project.changed(at('c.ts')), true);
    delete changing['c.ts'];
    assert.equal(project.changed(at('c.ts')), true);
    assert.deepEqual([...(link(project, changing, 'main.ts').linked?.texts.keys() ?? [])], ['b.ts']);
  });

  it('sees the text of the file itself, as it is checked', () => {
    const cyclic: Files = {
      'b.ts': "import { help } from './main';\nexport function b(n: number) { return help(n); }",
      'main.ts': 'saved',
    };
    const project = projectOf({ ...cyclic });
    const text =
      "import { b } from './b';\nexport function help(n: number) { return n; }\nexport function main(n: number) { return b(n); }";
    const main = link(project, { ...cyclic, 'main.ts': text }, 'main.ts');
    assert.deepEqual(validateModule(main), []);
    assert.deepEqual(
      main.functions.map(({ name }) => name),
      ['<module>', 'help', 'main', 'b'],
    );
  });
});

describe('the certain-failure gate', () => {
  it('runs imported functions, and does not contradict what is true of them', () => {
    const bounded: Files = {
      'b.ts': 'const limit = 9;\nexport function bounded(n: number) { if (n > limit) throw new Error(); return n; }',
      'main.ts': "import { bounded } from './b';\nexport function main(n: number) { return bounded(n); }",
    };
    const { result } = checkFiles(bounded, ['main.ts'], { gate: true });
    assert.equal(result.functions.find(({ name }) => name === 'main')?.requires, '!(n > 9)');
  });
});

describe('files that import each other', () => {
  const imports: Readonly<Record<string, readonly string[]>> = { a: ['b'], b: ['c', 'd'], c: ['b'], d: ['e'], e: [] };
  const graph = (maxFiles: number): ImportGraph => new ImportGraph((file) => imports[file] ?? [], maxFiles);

  it('are evaluated before those that import them, unless these lead back', () => {
    const all = graph(100);
    const before = Object.keys(imports).flatMap((file) =>
      [...all.closureOf(file)].filter((other) => all.isBefore(other, file)).map((other) => other + file),
    );
    assert.deepEqual(before.sort(), ['ba', 'ca', 'da', 'db', 'dc', 'ea', 'eb', 'ec', 'ed']);
  });

  it('are not told apart where there are too many', () => {
    assert.equal(graph(3).isBefore('b', 'a'), false);
    assert.equal(graph(3).isBefore('e', 'd'), true);
  });
});

describe('a cache of what texts are turned into', () => {
  it('computes once for each text, and forgets what was used longest ago', () => {
    const computed: string[] = [];
    const cache = new TextCache<string>(10);
    const ask = (file: string, text: string): string =>
      cache.of(file, text, () => {
        computed.push(file);
        return text.toUpperCase();
      });
    assert.equal(ask('a', 'xxxx'), 'XXXX');
    ask('b', 'yyyy');
    ask('a', 'xxxx');
    ask('c', 'zzzz');
    assert.deepEqual(computed, ['a', 'b', 'c']);
    ask('a', 'xxxx');
    ask('b', 'yyyy');
    assert.equal(ask('a', 'other'), 'OTHER');
    assert.deepEqual(computed, ['a', 'b', 'c', 'b', 'a']);
  });
});
