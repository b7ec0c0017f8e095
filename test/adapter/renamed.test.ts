import { buildSync, transformSync } from 'esbuild';
import assert from 'node:assert/strict';
import ts from 'typescript';
import { check, why } from '../support/querying.js';

const source = `class Box {
  value: number;
  constructor(start: number) {
    this.value = start;
  }
}
const first: Box = new Box(1);
let amount = 3;
const second: Box = new Box(2);
for (const box of [first, second]) {
  amount += box.value;
  box.value = amount * 10;
}
console.log(first.value, second.value, amount);
`;

describe('a program that was made small', () => {
  it('is asked about by the names of its source', async () => {
    const { outputFiles } = buildSync({
      stdin: { contents: source, sourcefile: 'source.ts', loader: 'ts' },
      minify: true,
      bundle: true,
      platform: 'node',
      sourcemap: 'inline',
      write: false,
      outfile: 'program.js',
    });
    const files = { 'program.js': outputFiles[0]?.text ?? '', 'source.ts': source };
    await check(
      '',
      ['lastChange(second.value)', 'lastChange(P1:amount)', 'lastChange(P1:first.value)'],
      {
        P2: { file: 'source.ts', line: 12, column: 3, hit: 2, after: 60 },
        P3: { file: 'source.ts', line: 11, after: 6 },
        P4: { file: 'source.ts', line: 12, hit: 1, after: 40 },
      },
      { files, stop: 'source.ts:14' },
    );
  });

  it('is asked about the inner one of two variables that have one name in the source', async () => {
    const contents = `let n = 3;
function pick(n) {
  const label = 'item ' + n;
  return label;
}
console.log(pick(n * 2), n);
`;
    const built = buildSync({
      stdin: { contents, sourcefile: 'source.js' },
      minify: true,
      bundle: true,
      sourcemap: 'inline',
      write: false,
      outfile: 'program.js',
    });
    const files = { 'program.js': built.outputFiles[0]?.text ?? '', 'source.js': contents };
    await check('', ['lastChange(n)'], { P2: { file: 'source.js', line: 2, after: 6 } }, { files, stop: 'source.js:4' });
  });

  it('has private names, and objects that are asked about by names, as its source has them', async () => {
    const contents = `class Counter {
  #count = 0;
  #step = 2;
  bump() {
    this.#count += this.#step;
    return this.#count > 2;
  }
  made() { return { counter: this }; }
}
const counter = new Counter();
let holder = {};
holder = counter.made();
while (!counter.bump());
console.log(holder);
`;
    const { code } = transformSync(contents, { minify: true, format: 'cjs', sourcemap: 'inline', sourcefile: 'source.js' });
    await check(
      '',
      ['lastChange(P1:this.#count)', 'created(P1(1):holder)'],
      { P2: { file: 'source.js', line: 5, before: 2, after: 4, hit: 2 }, P3: { file: 'source.js', line: 8 } },
      { files: { 'program.js': code, 'source.js': contents }, stop: 'source.js:6', hit: 2 },
    );
  });

  it('has variables by the names of its source, also where the small name is the key of another', async () => {
    const contents = `let total = 1;
function add(a, b) {
  ({ a: total } = { a: a + b });
  console.log(a);
}
add(2, 3);
add(4, 5);
`;
    // As compilers print a target that is named like its key.
    const { code } = transformSync(contents, { minifyWhitespace: true, format: 'cjs', sourcemap: 'inline', sourcefile: 'source.js' });
    const small = code
      .replace('total=1', 'a    =1')
      .replace('add(a,b){({a:total}={a:a+b});console.log(a)}', 'add(t,b){({a      }={a:t+b});console.log(t)}');
    await check(
      '',
      ['lastChange(P1:a)', 'lastChange(P1:total)'],
      { P2: { file: 'source.js', line: 2, after: 4 }, P3: { file: 'source.js', line: 3, after: 9, before: 5 } },
      { files: { 'program.js': small, 'source.js': contents }, stop: 'source.js:4', hit: 2 },
    );
  });

  it('has the variables that a pattern declares, also where the small name is the key', async () => {
    const contents = `const first = { n: 7, y: 8 };
{
  const { n: taken, y: other } = first;
  console.log(taken, other);
}
`;
    const options = { minifyWhitespace: true, minifyIdentifiers: true, sourcemap: 'inline', sourcefile: 'source.js' } as const;
    const { code } = transformSync(contents, { ...options, format: 'cjs' });
    assert.match(code, /const\{n,/);
    await check(
      '',
      ['lastChange(P1:taken)', 'origin(P1:taken)', 'origin(P1:other)'],
      {
        P2: { file: 'source.js', line: 3, after: 7 },
        P3: { file: 'source.js', line: 1, after: 7 },
        P4: { file: 'source.js', line: 1, after: 8 },
      },
      { files: { 'program.js': code, 'source.js': contents }, stop: 'source.js:4' },
    );
  });

  it('is shown as its map has its source, whatever is on disk meanwhile', async () => {
    const contents = `let n = 1;\nn += 2;\nconsole.log(n);\n`;
    const { code } = transformSync(contents, { format: 'cjs', sourcemap: 'inline', sourcefile: 'source.js' });
    const { points } = await why({
      files: { 'program.js': code, 'source.js': `// changed\n${contents}` },
      stop: 'source.js:3',
      ask: ['lastChange(n)'],
    });
    assert.deepEqual(
      points.map(({ line, text }) => [line, text]),
      [
        [3, 'console.log(n);'],
        [2, 'n += 2;'],
      ],
    );
  });

  it('is where its source is, also where the small text begins with a sign that no map knows', async () => {
    const contents = `let seen = 0;
function see(value) {
  seen = value;
}
switch (1) {
  case 1:
    ({ f: see }).f?.(see(1));
}
`;
    const { code } = transformSync(contents, { minify: true, format: 'cjs', sourcemap: 'inline', sourcefile: 'source.js' });
    await check(
      '',
      ['lastCondition(P1)'],
      { P2: { file: 'source.js', line: 7, taken: 'right' } },
      { files: { 'program.js': code, 'source.js': contents }, stop: 'source.js:3' },
    );
  });
});

describe('a program that was made for an older language', () => {
  it('changes its fields where its source does, not in what the compiler has added', async () => {
    const contents = `class Box {
  value = 1;
  other = 2;
}
const box = new Box();
console.log(box.value);
`;
    const { code } = transformSync(contents, { target: 'es2018', format: 'cjs', sourcemap: 'inline', sourcefile: 'source.js' });
    await check(
      '',
      ['lastChange(box.value)'],
      { P2: { file: 'source.js', line: 2, after: 1, function: 'Box' } },
      { files: { 'program.js': code, 'source.js': contents }, stop: 'source.js:6' },
    );
  });

  it('has private fields that a compiler keeps in WeakMaps by the names of the source', async () => {
    const contents = `class Money { #n = 1; bump() { this.#n++; } }
class Account {
  #n = 0;
  #log = [];
  add(by) {
    this.#n += by;
    this.#log.push({ by });
    return this;
  }
  show() {
    return [1].map(() => {
      return this;
    });
  }
}
const m = new Money();
m.bump();
const a = new Account();
a.add(3).add(4).show();
console.log(a, m);
`;
    const ofTypeScript = ts.transpileModule(contents, {
      fileName: 'source.js',
      compilerOptions: { target: ts.ScriptTarget.ES2017, module: ts.ModuleKind.CommonJS, inlineSourceMap: true },
    });
    const options = { target: 'es2020', format: 'cjs', sourcemap: 'inline', sourcefile: 'source.js' } as const;
    for (const code of [ofTypeScript.outputText, transformSync(contents, options).code]) {
      const files = { 'program.js': code, 'source.js': contents };
      await check(
        '',
        ['lastChange(P1:this.#n)', 'lastChange(P1:this.#log[1].by)', 'created(P1:this.#log)'],
        { P2: { line: 6, before: 3, after: 7 }, P3: { line: 7, after: 4 }, P4: { line: 4 } },
        { files, stop: 'source.js:12' },
      );
      await check(
        '',
        ['lastChange(P1:a.#n)', 'lastChange(P1:m.#n)', 'origin(P1:a.#n)'],
        { P2: { line: 6, before: 3, after: 7 }, P3: { line: 1, before: 1, after: 2 }, P4: { line: 6, after: 7 } },
        { files, stop: 'source.js:20' },
      );
    }
  });
});
