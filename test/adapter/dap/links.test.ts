import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { debugging, type Debugged } from '../../support/debugging.js';

const main = `const { twice } = require('./helper');
console.log(twice(2)); //main
`;
const helper = `exports.twice = (value) => {
  return value * 2; //helper
};
`;

/** The files again, in a folder of links beside them: the folder itself, or what `of` names. */
function linked(debugged: Debugged, of: string): (path: string) => string {
  mkdirSync(debugged.path('links'));
  symlinkSync(debugged.path(of), debugged.path('links/here'), 'junction');
  return (path) => join(debugged.folder, 'links/here', path);
}

async function breakAt(debugged: Debugged, path: string, line: number): Promise<void> {
  await debugged.client.request('setBreakpoints', { source: { path }, breakpoints: [{ line }] });
}

describe('symbolic links', () => {
  it('on the way to the program: breakpoints stop, and frames keep the user’s paths', () =>
    debugging({ 'src/main.js': main, 'src/helper.js': helper }, async (debugged) => {
      const link = linked(debugged, 'src');
      await debugged.launch({ program: link('main.js'), cwd: link('') }, () => breakAt(debugged, link('helper.js'), 2));
      const stopped = await debugged.stopped();
      assert.deepEqual(
        stopped.frames.slice(0, 2).map(({ source, line }) => [source?.path, line]),
        [
          [link('helper.js'), 2],
          [link('main.js'), 2],
        ],
      );
      await debugged.finish(stopped);
    }));

  it('in a breakpoint alone, set while the program runs', () =>
    debugging({ 'src/main.js': main, 'src/helper.js': helper }, async (debugged) => {
      const link = linked(debugged, 'src');
      await debugged.launch({ stopOnEntry: true });
      const entry = await debugged.stopped();
      await breakAt(debugged, link('helper.js'), 2);
      const stopped = await debugged.go('continue', entry);
      assert.equal(stopped.frame.source?.path, link('helper.js'));
      await debugged.finish(stopped);
    }));

  it('around compiled files, their sources and the globs that name them', () =>
    debugging({ 'code/dist/main.js': '', 'code/src/main.ts': main, 'code/src/helper.ts': helper }, async (debugged) => {
      const link = linked(debugged, 'code');
      await build({
        ...{ bundle: true, platform: 'node', format: 'cjs', sourcemap: true, logLevel: 'silent' },
        entryPoints: [debugged.path('code/src/main.ts')],
        outfile: debugged.path('code/dist/main.js'),
      });
      const attributes = { program: link('dist/main.js'), outFiles: [link('dist/**/*.js')], skipFiles: [link('src/helper.ts')] };
      await debugged.launch(attributes, () => breakAt(debugged, link('src/main.ts'), 2));
      const stopped = await debugged.stopped();
      assert.deepEqual([stopped.frame.source?.path, stopped.line], [link('src/main.ts'), 2]);
      const stepped = await debugged.go('stepIn', stopped);
      assert.notEqual(stepped.frame.source?.path, link('src/helper.ts'));
      await debugged.finish(stepped);
    }));

  it('stay what they are for a Node that preserves them', () =>
    debugging({ 'src/main.js': main, 'src/helper.js': helper }, async (debugged) => {
      const link = linked(debugged, 'src');
      const runtimeArgs = ['--preserve-symlinks', '--preserve-symlinks-main'];
      await debugged.launch({ program: link('main.js'), runtimeArgs }, () => breakAt(debugged, link('helper.js'), 2));
      const stopped = await debugged.stopped();
      assert.equal(stopped.frame.source?.path, link('helper.js'));
      await debugged.finish(stopped);
    }));
});
