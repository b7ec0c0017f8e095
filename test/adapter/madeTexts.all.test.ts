import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { whence, inFolder } from '../support/command.js';
import { testedNodes } from '../support/nodes.js';

const esbuild = createRequire(import.meta.url).resolve('esbuild');

/** Has what is done with the texts of modules named `made.js` go through a function `made`. */
const reader = (made: string, load = "require('./made.js');"): string => `
const { transformSync } = require(${JSON.stringify(esbuild)});
const Module = require('node:module');
const own = Module._extensions['.js'];
Module._extensions['.js'] = (module, path) => {
  const compile = module._compile;
  module._compile = function (text, name) {
    return compile.call(this, path.endsWith('made.js') ? (${made})(text, path) : text, name);
  };
  return own(module, path);
};
${load}
`;

const plain = 'const box = { n: 1 };\nbox.n = 2;\nconsole.log(box.n);\n';

const compiled = "(text, path) => transformSync(text, { loader: 'jsx', sourcemap: 'inline', sourcefile: path }).code";

const jsx = `// A long comment of which nothing is left.
const React = { createElement: (name, given) => given };
const box = { n: 1 };
const view = <div n={box.n} />;
box.n = 2;
console.log(box.n, view.n);
`;

interface Loader {
  readonly what: string;
  /** What is required before the main file. */
  readonly before?: string;
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
  { what: 'a reader that compiles a text, with a source map', main: reader(compiled), text: jsx, line: 6 },
  { what: 'such a reader, for an import', main: reader(compiled, "import('./made.js');"), text: jsx, line: 6 },
  {
    what: 'such a reader, which is required before the program',
    before: reader(compiled, ''),
    main: "require('./made.js');",
    text: jsx,
    line: 6,
  },
  {
    what: 'a reader that reads files itself',
    main: `
const { transformSync } = require(${JSON.stringify(esbuild)});
const { readFileSync } = require('node:fs');
require.extensions['.js'] = (module, path) => module._compile((${compiled})(readFileSync(path, 'utf8'), path), path);
require('./made.js');
`,
    text: jsx,
    line: 6,
  },
];

const hook = `
const { transformSync } = require(${JSON.stringify(esbuild)});
require('node:module').registerHooks({
  load(url, context, next) {
    const result = next(url, context);
    return url.endsWith('made.js') ? { ...result, source: (${compiled})(String(result.source), url) } : result;
  },
});
`;

/** Not on Node 20, which has none of these hooks. */
const hookLoaders: readonly Loader[] = [
  { what: 'a hook that compiles a text', main: `${hook}require('./made.js');`, text: jsx, line: 6 },
  { what: 'such a hook, for an import', main: `${hook}import('./made.js');`, text: jsx, line: 6 },
  { what: 'such a hook, which is registered before the program', before: hook, main: "require('./made.js');", text: jsx, line: 6 },
];

for (const { name, path } of testedNodes) {
  // Both take the texts in the same way: one release is enough for the recording.
  const isRecorded = name !== 'Node 20' && name !== 'Node 24';
  describe(`${name}: texts that the program makes of its files before they run`, () => {
    for (const { what, before = '', main, text, line } of name === 'Node 20' ? loaders : [...loaders, ...hookLoaders]) {
      it(`are those of their files for ${what}, in a run${isRecorded ? ' and in a recording' : ''}`, () => {
        inFolder({ 'before.cjs': before, 'main.cjs': main, 'made.js': text }, (folder) => {
          const program = ['--', path(), '--require', './before.cjs', 'main.cjs'];
          if (isRecorded) {
            const { code, err } = whence(folder, 'record', '--out', 'run.trace', ...program);
            assert.equal(code, 0, err);
          }
          for (const source of isRecorded ? [program, ['--recording', 'run.trace']] : [program]) {
            const asked = ['why', '--json', '--stop', `made.js:${line}`, '--ask', 'lastChange(box.n)', ...source];
            const { out, err: said } = whence(folder, ...asked);
            assert.notEqual(out, '', said);
            const { points } = JSON.parse(out) as {
              readonly points: readonly { readonly line: number | null; readonly text: string | null }[];
            };
            assert.deepEqual(
              points.map((point) => [point.line, point.text?.replace(/^.*\*\/ /, '')]),
              [
                [line, text.split('\n')[line - 1]],
                [line - 1, 'box.n = 2;'],
              ],
              said,
            );
          }
        });
      });
    }
  });
}
