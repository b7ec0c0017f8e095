import { build } from 'esbuild';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { licencesOf } from './licences.mjs';
import { ownPrivateNames } from './privateNames.mjs';
import { root } from './process.mjs';

const dist = join(root, 'dist');

/** Bundles every entry point into dist/ and puts our copy of TypeScript beside them; false when a source does not compile. */
export async function bundle() {
  copyTypeScript();
  copyEngines();
  try {
    const results = await Promise.all(
      [starter, programs, testWorker, debuggee, hook, terminalHook, extension, views].map((options) => build({ ...shared, ...options })),
    );
    writeAscii(join(dist, 'programs.cjs'));
    writeStarts();
    removeOld(results.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
    writeFileSync(
      join(dist, 'licences.txt'),
      licencesOf(
        results.map(({ metafile }) => metafile),
        ['node_modules/swipl-wasm'],
      ) + '\n',
    );
    return true;
  } catch {
    return false; // esbuild has printed where and why
  }
}

/** esbuild leaves what regular expressions match as it is written. A text of ASCII alone is read in a third of the time. */
function writeAscii(path) {
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** Each program has a file of a few words, which starts it. */
function writeStarts() {
  for (const [name, { isModule }] of Object.entries(entries)) {
    const lines = isModule
      ? ["import { createRequire } from 'node:module';", `await createRequire(import.meta.url)('./start.cjs').start('${name}');`]
      : [`void require('./start.cjs').start('${name}');`];
    if (name === 'whence') lines.unshift('#!/usr/bin/env node');
    writeFileSync(join(dist, startOf(name)), lines.join('\n') + '\n');
  }
}

const startOf = (name) => `${name}.${entries[name].isModule ? 'js' : 'cjs'}`;

/** What an earlier build has written under a name that is no more. */
function removeOld(outputs) {
  const kept = new Set([...outputs.map((output) => basename(output)), ...Object.keys(entries).map(startOf), ...Object.keys(copied)]);
  for (const name of readdirSync(dist)) if (/\.c?js(\.map)?$/.test(name) && !kept.has(name)) rmSync(join(dist, name));
}

const shared = { absWorkingDir: root, outdir: dist, bundle: true, sourcemap: true, metafile: true, logLevel: 'warning' };

/**
 * TypeScript is not bundled: it finds its lib files beside itself, and must never be the user's. V8's code for it is kept, and it is a
 * default export: of a CommonJS module each file that imports it would get an object of its own with 3,000 getters.
 */
const ourTypeScript = {
  name: 'our-typescript',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^typescript$/ }, () => ({ path: 'typescript', namespace: 'our-typescript' }));
    onLoad({ filter: /^typescript$/, namespace: 'our-typescript' }, () => ({
      contents: `import { program, requireKept } from './start.cjs';
        export default requireKept(require('node:path').join(__dirname, 'typescript/typescript.js'), program);`,
      resolveDir: root,
    }));
  },
};

/** What starts programs keeps their code: it is there once. */
const ourStart = {
  name: 'our-start',
  setup({ onResolve }) {
    onResolve({ filter: /(^\.\/start\.cjs|\/(importFile|keptCode)\.js)$/ }, () => ({ path: './start.cjs', external: true }));
  },
};

/** What Node runs. The debug adapter is CommonJS, as VS Code's own are. */
const entries = {
  whence: { source: 'adapter/cli/whence.ts', isModule: true },
  worker: { source: 'server/threads/worker.ts', isModule: true },
  queryWorker: { source: 'adapter/operations/queryWorker.ts', isModule: true },
  testsProcess: { source: 'adapter/operations/testsProcess.ts', isModule: true },
  server: { source: 'server/lsp/main.ts', isModule: true },
  sessionWorker: { source: 'server/lsp/sessionWorker.ts', isModule: true },
  conditionsWorker: { source: 'server/threads/conditionsWorker.ts', isModule: true },
  namedQuestion: { source: 'adapter/mcp/namedQuestion.ts', isModule: true },
  adapter: { source: 'adapter/dap/main.ts', isModule: false },
};

const forNode = { platform: 'node', target: 'node20.18', format: 'cjs', outExtension: { '.js': '.cjs' } };

const starter = { ...forNode, entryPoints: { start: 'server/threads/startProgram.ts' }, sourcemap: false };

/** All programs in one file: what they share is there once, and a program's part is evaluated when it is started. */
const programs = {
  ...forNode,
  stdin: {
    contents: `export const programs = {${Object.entries(entries)
      .map(([name, { source }]) => `${name}: () => import('./${source}')`)
      .join(', ')}};`,
    resolveDir: root,
    sourcefile: 'programs.js',
  },
  outdir: undefined,
  outfile: join(dist, 'programs.cjs'),
  outExtension: undefined,
  supported: { 'dynamic-import': false }, // V8 has none in code that was kept
  minifyWhitespace: true, // each start reads it
  legalComments: 'none', // licences.txt has them
  define: { 'import.meta.url': '__fileUrl' },
  banner: { js: "const __fileUrl = require('node:url').pathToFileURL(__filename).href;" },
  plugins: [ourTypeScript, ourStart],
};

/** What runs in the processes of test runners. */
const testWorker = {
  entryPoints: { testWorker: 'adapter/tests/worker.ts' },
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  // Packages written as CommonJS call `require` for Node's own modules. What a source imports cannot have the banner's name.
  banner: { js: "import { createRequire as __requireFrom } from 'node:module'; const require = __requireFrom(import.meta.url);" },
};

/**
 * In the program we call Node's functions as they are before it begins: tests put others in the place of those that read files. A name that
 * is imported from one of these modules is a constant; the module itself, imported as a whole, stays what the program has.
 */
const asTheyWere = {
  name: 'as they were',
  setup({ onResolve, onLoad }) {
    const namespace = 'as they were';
    onResolve({ filter: /^node:(?:fs|path|url|v8)$/, namespace: 'file' }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /./, namespace }, ({ path }) => {
      const properties = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(path)));
      const names = properties.filter(([name, { get }]) => /^[a-z]\w*$/.test(name) && get === undefined).map(([name]) => name);
      const text = `import whole from ${JSON.stringify(path)}; export default whole; export const { ${names.join(', ')} } = whole;`;
      return { contents: text };
    });
  },
};

/** What is loaded into programs that are debugged or run again: CommonJS, because `--require` loads nothing else. */
const debuggee = {
  entryPoints: {
    runtime: 'adapter/launch/boot.ts',
    debuggee: 'adapter/launch/debuggee.ts',
    instrumenter: 'adapter/instrument/instrument.ts',
    recordedRules: 'adapter/rules/recorded/recordedRulesThread.ts',
  },
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  plugins: [asTheyWere, ownPrivateNames],
  minify: true, // it is loaded before every run
  sourcemap: false, // who follows source maps in the program must not find ours
};

const hook = {
  ...debuggee,
  entryPoints: { attachHook: 'adapter/launch/attachHook.ts' },
  footer: { js: '//# sourceURL=whence-hook.js' }, // by this name the debugger knows its frames, and shows none of them
};

/** What a debug terminal loads into each Node process that is started in it. */
const terminalHook = { ...debuggee, entryPoints: { terminalHook: 'adapter/launch/terminalHook.ts' } };

/** What VS Code's extension host loads: the oldest that we support knows extensions as CommonJS only. */
const extension = {
  entryPoints: { extension: 'extension/main.ts' },
  platform: 'node',
  target: 'node20.18',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  external: ['vscode'],
};

/** What the pages of our views load. */
const views = {
  entryPoints: { abstractState: 'extension/abstractState/view/main.ts', timeline: 'extension/timeline/view/main.ts' },
  platform: 'browser',
  target: 'es2023',
  format: 'iife',
};

/** What the in-process API needs of the package: the API itself, the lib files, the licences. */
function copyTypeScript() {
  const source = join(root, 'node_modules/typescript');
  const target = join(dist, 'typescript');
  const { version, license } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const manifest = JSON.stringify({ name: 'typescript', version, license, type: 'commonjs', main: 'typescript.js' }, null, 2) + '\n';
  const manifestFile = join(target, 'package.json');
  if (existsSync(manifestFile) && readFileSync(manifestFile, 'utf8') === manifest) return;
  mkdirSync(target, { recursive: true });
  copyFileSync(join(source, 'lib/typescript.js'), join(target, 'typescript.js'));
  for (const name of readdirSync(join(source, 'lib'))) {
    if (/^lib\..*d\.ts$/.test(name)) copyFileSync(join(source, 'lib', name), join(target, name));
  }
  for (const name of ['LICENSE.txt', 'ThirdPartyNoticeText.txt']) copyFileSync(join(source, name), join(target, name));
  writeFileSync(manifestFile, manifest); // last: it says that the copy is complete
}

/** What the engines of queries read when they start. SWI-Prolog's program is not bundled: it finds its files by its own folder. */
function copyEngines() {
  mkdirSync(join(dist, 'queries'), { recursive: true });
  for (const [name, source] of Object.entries(copied)) copyFileSync(join(root, source), join(dist, name));
  // The named questions in SQL, for whoever changes them.
  const questions = join(root, 'adapter/query/named');
  for (const name of readdirSync(questions)) copyFileSync(join(questions, name), join(dist, 'queries', name));
}

const copied = {
  'rules.d.ts': 'docs/rules.d.ts',
  'sqlite3.wasm': 'node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm',
  'swipl-web.cjs': 'node_modules/swipl-wasm/dist/swipl/swipl-web.js',
  'swipl-web.wasm': 'node_modules/swipl-wasm/dist/swipl/swipl-web.wasm',
  'swipl-web.data': 'node_modules/swipl-wasm/dist/swipl/swipl-web.data',
  'bridge.pl': 'adapter/trace/prolog/bridge.pl',
  'javata.pl': 'adapter/trace/prolog/javata.pl',
  'questions.pl': 'adapter/trace/prolog/questions.pl',
};

/** Written when types and bundles are right; bundles alone may come from sources with type errors. */
const stamp = join(dist, '.built');

export function markAsBuilt() {
  writeFileSync(stamp, '');
}

/** Whether the last right build is newer than everything it is made of. */
export function isUpToDate() {
  const inputs = [
    'server',
    'adapter',
    'extension',
    'syntaxes',
    'media',
    'test',
    'examples',
    'scripts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ];
  return newestTime(stamp) > Math.max(...inputs.map((input) => newestTime(join(root, input))));
}

function newestTime(path) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return 0;
  if (!status.isDirectory()) return status.mtimeMs;
  // A folder's own time reports files that were removed.
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newestTime(join(path, name))));
}
