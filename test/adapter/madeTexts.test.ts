import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { whence, inFolder } from '../support/command.js';

const esbuild = createRequire(import.meta.url).resolve('esbuild');

/** Has what is done with the texts of modules named `made.js` go through a function `made`. */
const reader = (made: string): string => `
const Module = require('node:module');
const own = Module._extensions['.js'];
Module._extensions['.js'] = (module, path) => {
  const compile = module._compile;
  module._compile = function (text, name) {
    return compile.call(this, path.endsWith('made.js') ? (${made})(text, path) : text, name);
  };
  return own(module, path);
};
require('./made.js');
`;

const plain = 'const box = { n: 1 };\nbox.n = 2;\nconsole.log(box.n);\n';

const jsx = `// A long comment of which nothing is left.
const React = { createElement: (name, given) => given };
const box = { n: 1 };
const view = <div n={box.n} />;
box.n = 2;
console.log(box.n, view.n);
`;

interface Loader {
  readonly what: string;
  readonly main: string;
  readonly text: string;
  /** Where the text is written that is asked about; the line before it writes. */
  readonly line: number;
}

const loaders: readonly Loader[] = [
  {
    what: 'a method that compiles modules, and hands them to the one before it',
    main: `
const Module = require('node:module');
const compile = Module.prototype._compile;
Module.prototype._compile = function (text, path) { return compile.call(this, text, path); };
require('./made.js');
`,
    text: plain,
    line: 3,
  },
  { what: 'a reader that puts something before a text', main: reader("(text) => '/* before it */ ' + text + '//'"), text: plain, line: 3 },
  {
    what: 'a reader that compiles a text, with a source map',
    main: reader(
      `(text, path) => require(${JSON.stringify(esbuild)}).transformSync(text, { loader: 'jsx', sourcemap: 'inline', sourcefile: path }).code`,
    ),
    text: jsx,
    line: 6,
  },
];

// Since Node 22.15 texts pass a hook before a program that sets readers itself sees them: the last of these cannot be asked about there.
const [major = 0] = process.versions.node.split('.').map(Number);

describe('texts that the program makes of its files before they run', () => {
  for (const { what, main, text, line } of major < 22 ? loaders : loaders.slice(0, 2)) {
    it(`are those of their files for ${what}, in a run and in a recording`, () => {
      inFolder({ 'main.cjs': main, 'made.js': text }, (folder) => {
        const { code, err } = whence(folder, 'record', '--out', 'run.trace', '--', 'main.cjs');
        assert.equal(code, 0, err);
        for (const source of [
          ['--', 'main.cjs'],
          ['--recording', 'run.trace'],
        ]) {
          const asked = ['why', '--json', '--stop', `made.js:${line}`, '--ask', 'lastChange(box.n)', ...source];
          const { out, err: said } = whence(folder, ...asked);
          assert.notEqual(out, '', said);
          const { points, notes } = JSON.parse(out) as {
            readonly points: readonly { readonly line: number | null; readonly text: string | null }[];
            readonly notes?: readonly string[];
          };
          assert.deepEqual(
            points.map((point) => [point.line, point.text?.replace(/^.*\*\/ /, '')]),
            [
              [line, text.split('\n')[line - 1]],
              [line - 1, 'box.n = 2;'],
            ],
            said,
          );
          assert.equal(notes, undefined);
        }
      });
    });
  }
});

describe('modules that a program makes itself', () => {
  it('are compiled under a name that no file can have, and without one', () => {
    const made = `
const Module = require('node:module');
new Module('made')._compile('globalThis.count = 1', '\\0made.js');
new Module('made')._compile('count++', 'made.js');
console.log(count);
`;
    inFolder({ 'main.cjs': made }, (folder) => {
      const { out, err } = whence(folder, 'why', '--json', '--stop', 'main.cjs:5', '--ask', 'lastChange(count)', '--', 'main.cjs');
      const { points } = JSON.parse(out) as { readonly points: readonly { readonly status: string; readonly line: number | null }[] };
      assert.deepEqual([points[0]?.status, points[0]?.line], ['located', 5], err);
      assert.doesNotMatch(err, /TypeError/);
    });
  });
});

describe('a file that begins with the mark of its encoding', () => {
  for (const name of ['marked.cjs', 'marked.mjs', 'marked.ts'])
    it(`is recorded as it runs: ${name}`, () => {
      inFolder({ [name]: `\uFEFF${plain}` }, (folder) => {
        assert.equal(whence(folder, 'record', '--out', 'run.trace', '--', name).code, 0);
        const asked = ['why', '--json', '--recording', 'run.trace', '--stop', `${name}:3`, '--ask', 'lastChange(box.n)'];
        const { out, err } = whence(folder, ...asked);
        const { points, notes } = JSON.parse(out) as {
          readonly points: readonly { readonly line: number | null }[];
          readonly notes?: unknown;
        };
        assert.deepEqual([points.map((point) => point.line), notes], [[3, 2], undefined], err);
        const against = whence(folder, 'check', '--against', 'run.trace', name);
        assert.doesNotMatch(against.err, /no longer what was recorded/);
      });
    });
});

describe('a recording of files that were edited since', () => {
  const typed = plain.replace('box =', 'box: { n: number } =');
  for (const [name, text] of [
    ['main.cjs', plain],
    ['main.ts', typed],
  ] as const)
    it(`answers with what it has, and says which: ${name}`, () => {
      inFolder({ [name]: text }, (folder) => {
        const ask = (...more: readonly string[]): string =>
          whence(folder, 'why', '--recording', 'run.trace', '--stop', `${name}:3`, '--ask', 'lastChange(box.n)', ...more).out;
        assert.equal(whence(folder, 'record', '--out', 'run.trace', '--', name).code, 0);
        assert.doesNotMatch(ask(), /changed since/);
        writeFileSync(join(folder, name), text.replace('= 2', '= 3'));
        const note = `${name} changed since: lines and text are those of the recording.`;
        assert.match(ask(), /box\.n = 2;/);
        assert.ok(ask().endsWith(`\n${note}\n`), ask());
        assert.deepEqual((JSON.parse(ask('--json')) as { readonly notes: unknown }).notes, [note]);
        rmSync(join(folder, name));
        assert.doesNotMatch(ask(), /changed since/);
      });
    });
});
