import { build, transformSync } from 'esbuild';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProgram } from '../../../adapter/dap/builtProgram.js';
import { Links } from '../../../adapter/dap/links.js';
import { Refused } from '../../support/dapClient.js';
import { debugging, type Debugged } from '../../support/debugging.js';
import { root } from '../../tidy/files.js';

const helper = `export interface Item { readonly price: number }

export function total(items: readonly Item[]): number {
  let sum = 0; //sum
  for (const item of items) sum += item.price; //loop
  report(sum); //report
  report(sum + 1); //second
  return sum; //return
}

function report(value: number): void {
  console.log('is', value); //print
}
`;
const main = `import { total } from './helper.js';

const items = [{ price: 1 }, { price: 2 }]; //items
console.log('total', total(items)); //call
`;
const sources = { 'src/main.ts': main, 'src/helper.ts': helper };

/** Stops at the lines and steps along them, by the user's sources. */
async function walk(debugged: Debugged, attributes: Readonly<Record<string, unknown>>): Promise<void> {
  await debugged.launch(attributes, async () => {
    await debugged.breakAt(['//sum'], {}, 'src/helper.ts');
    await debugged.breakAt(['//call'], {}, 'src/main.ts');
  });
  const call = await debugged.stopped();
  assert.deepEqual([call.frame.source?.path, call.line], [debugged.path('src/main.ts'), debugged.line('//call', 'src/main.ts')]);
  const sum = await debugged.go('continue', call);
  assert.deepEqual([sum.frame.source?.path, sum.line, sum.frames[1]?.line], [debugged.path('src/helper.ts'), 4, 4]);
  await debugged.client.request('setBreakpoints', { source: { path: debugged.path('src/helper.ts') }, breakpoints: [{ line: 6 }] });
  const lines = [];
  let at = await debugged.go('continue', sum);
  for (; at.frames[0]?.source?.path === debugged.path('src/helper.ts') && lines.length < 10; at = await debugged.go('next', at))
    lines.push(at.line);
  assert.deepEqual([...new Set(lines)].slice(0, 3), [6, 7, 8]);
  const output = await debugged.finish(at);
  assert.match(output, /is 3\nis 4\ntotal 3/);
}

const awaiting = `async function twice(n: number): Promise<number> {
  const sum = n + n; //sum
  const half = n / 2; //half
  return sum + half - half; //return
}
void twice(2).then((sum) => console.log(sum)); //call
`;

const esbuildOptions = { bundle: true, platform: 'node', format: 'cjs', sourcemap: true, logLevel: 'silent' } as const;

describe('source maps', () => {
  it('lead from a bundle to its sources', () =>
    debugging({ 'dist/main.js': '', ...sources }, async (debugged) => {
      await build({ ...esbuildOptions, entryPoints: [debugged.path('src/main.ts')], outfile: debugged.path('dist/main.js') });
      await walk(debugged, { outFiles: [`${debugged.folder}/dist/**/*.js`] });
    }));

  it('lead from a minified bundle, statement by statement', () =>
    debugging({ 'dist/main.js': '', ...sources }, async (debugged) => {
      await build({ ...esbuildOptions, minify: true, entryPoints: [debugged.path('src/main.ts')], outfile: debugged.path('dist/main.js') });
      await walk(debugged, {});
    }));

  it('lead from single files that are ES modules, with the sources in the map alone', () =>
    debugging({ 'dist/main.mjs': '' }, async (debugged) => {
      const { code, map } = transformSync('let a: number = 1;\ndebugger;\nconsole.log(a);', {
        loader: 'ts',
        sourcemap: true,
        sourcefile: '../gone/main.ts',
      });
      writeFileSync(debugged.path('dist/main.mjs'), `${code}//# sourceMappingURL=main.mjs.map\n`);
      writeFileSync(debugged.path('dist/main.mjs.map'), map);
      await debugged.launch();
      const stopped = await debugged.stopped();
      const { source } = stopped.frame;
      assert.deepEqual([source?.name, stopped.line, (source?.sourceReference ?? 0) > 0], ['main.ts', 2, true]);
      const text = await debugged.client.request<{ content: string }>('source', { source, sourceReference: source?.sourceReference });
      assert.match(text.content, /let a: number/);
      await assert.rejects(debugged.client.request('source', { sourceReference: 999 }), Refused);
      await debugged.finish(stopped);
    }));

  it('of tsc: steps keep to the sources, over helpers that no source has', () =>
    debugging({ 'dist/main.js': '', 'src/main.ts': awaiting }, async (debugged) => {
      const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
      const options = ['--target', 'es2015', '--module', 'commonjs', '--sourceMap', '--outDir', 'dist', '--rootDir', 'src'];
      spawnSync(process.execPath, [tsc, ...options, 'src/main.ts'], { cwd: debugged.folder });
      const attributes = { outFiles: [`${debugged.folder}/dist/**/*.js`], skipFiles: ['<node_internals>/**'] };
      await debugged.launch(attributes, () => debugged.breakAt(['//call'], {}, 'src/main.ts'));
      let stopped = await debugged.stopped();
      const places = [];
      for (let step = 0; step < 6; step++) {
        stopped = await debugged.go('stepIn', stopped);
        places.push(`${stopped.frame.source?.name}:${stopped.line}`);
      }
      assert.deepEqual([...new Set(places)].slice(0, 3), ['main.ts:2', 'main.ts:3', 'main.ts:4']);
      await debugged.finish(stopped);
    }));

  it('of tsx lead to the file itself', () =>
    debugging(sources, async (debugged) => {
      await walk(debugged, { runtimeExecutable: join(root, 'node_modules/.bin/tsx') });
    }));

  it('are left alone when it is said so', () =>
    debugging({ 'dist/main.js': '', ...sources }, async (debugged) => {
      await build({ ...esbuildOptions, entryPoints: [debugged.path('src/main.ts')], outfile: debugged.path('dist/main.js') });
      await debugged.launch({ sourceMaps: false, stopOnEntry: true });
      const stopped = await debugged.stopped();
      assert.equal(stopped.frame.source?.path, debugged.path('dist/main.js'));
      await debugged.finish(stopped);
    }));

  it('say what is to be run when the program is a source', () =>
    debugging({ 'src/main.ts': main, 'src/helper.ts': helper, 'dist/main.js': '' }, async (debugged) => {
      await build({ ...esbuildOptions, entryPoints: [debugged.path('src/main.ts')], outfile: debugged.path('dist/main.js') });
      await walk(debugged, { outFiles: [`${debugged.folder}/dist/**/*.js`] });
    }));

  it('say it without `outFiles`, too, where what was built is as new as the source', () =>
    debugging({ 'src/main.ts': main, 'src/helper.ts': helper, 'dist/main.js': '', 'node_modules/p/main.js': '' }, async (debugged) => {
      const [source, built] = [debugged.path('src/main.ts'), debugged.path('dist/main.js')];
      await build({ ...esbuildOptions, entryPoints: [source], outfile: built });
      await build({ ...esbuildOptions, entryPoints: [source], outfile: debugged.path('node_modules/p/main.js') });
      const settings = { overrides: {}, workspace: debugged.folder, links: new Links() };
      const found = () => builtProgram(source, [], settings);
      assert.equal(found(), built);
      await walk(debugged, { __workspaceFolder: debugged.folder });
      assert.equal(builtProgram(debugged.path('src/helper.ts'), [], settings), null, 'the bundle begins elsewhere');
      utimesSync(source, new Date(), new Date(Date.now() + 10_000));
      assert.equal(found(), null, 'the source was edited since');
    }));

  it('that are missing are told of, where Node cannot run the source', () =>
    debugging({ 'main.mts': 'const n: number = 1;\nconsole.log(n as number);' }, async (debugged) => {
      await debugged.launch();
      const output = await debugged.finish();
      assert.match(
        output,
        Number(process.versions.node.split('.')[0]) < 22 ? /is TypeScript, which this Node does not run by itself/ : /1/,
      );
    }));
});
