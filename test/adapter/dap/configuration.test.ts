import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { requests, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged } from '../../support/debugging.js';
import { root } from '../../tidy/files.js';

const echo =
  'console.log(JSON.stringify({ args: process.argv.slice(2), env: [process.env.A, process.env.B, process.env.C], cwd: process.cwd(), exec: process.execArgv }));';

describe('a launch configuration', () => {
  it('gives the program its arguments, folder, environment and options of Node', () =>
    debugging({ 'program.js': echo, 'values.env': 'A=file\nB="two words"\n# no\n', 'sub/x': '' }, async (debugged) => {
      await debugged.launch({
        args: ['one', 'two words'],
        cwd: debugged.path('sub'),
        env: { A: 'own', C: null },
        envFile: debugged.path('values.env'),
        runtimeArgs: ['--stack-size=2000'],
      });
      const printed = JSON.parse(await debugged.finish()) as { args: string[]; env: string[]; cwd: string; exec: string[] };
      assert.deepEqual(printed, {
        args: ['one', 'two words'],
        env: ['own', 'two words', null],
        cwd: debugged.path('sub'),
        exec: ['--stack-size=2000'],
      });
    }));

  it('runs other commands, which start Node', () =>
    debugging({ 'program.js': "console.log('started'); //here", 'start.sh': '#!/bin/sh\nexec node "$1"\n' }, async (debugged) => {
      await debugged.launch({ runtimeExecutable: '/bin/sh', runtimeArgs: [debugged.path('start.sh')] }, () => debugged.breakAt(['//here']));
      assert.match(await debugged.finish(await debugged.stopped()), /started/);
    }));

  it('shows all that is written to both outputs, when they are captured', () =>
    debugging("process.stdout.write('out\\n'); console.error('err');", async (debugged) => {
      await debugged.launch({ outputCapture: 'std' });
      await debugged.finish();
      assert.deepEqual([debugged.output('stdout'), debugged.output('stderr')], ['out\n', 'err\n']);
    }));

  it('runs without debugging', () =>
    debugging("debugger; console.log('free', process.env.NODE_OPTIONS);", async (debugged) => {
      await debugged.launch({ noDebug: true });
      assert.match(await debugged.finish(), /^free undefined$/m);
    }));

  for (const [what, attributes, sentence] of [
    ['no program', { program: undefined }, /names no program/],
    ['a missing program', { program: '/nowhere/main.js' }, /program \/nowhere\/main\.js does not exist/],
    ['a missing command', { runtimeExecutable: 'no-such-node' }, /command no-such-node was not found/],
    ['a missing folder', { cwd: '/nowhere' }, /folder \/nowhere does not exist/],
    ['a missing file of variables', { envFile: '/nowhere.env' }, /\/nowhere\.env cannot be read/],
    ['a wrong value', { console: 'window' }, /“console” .* must be one of internalConsole, integratedTerminal, externalTerminal/],
  ] as const) {
    it(`with ${what} is refused in one sentence`, () =>
      debugging('1', async (debugged) => {
        await assert.rejects(debugged.launch(attributes), sentence);
      }));
  }

  it('with an unknown attribute says so, and goes on', () =>
    debugging("console.log('ran');", async (debugged) => {
      await debugged.launch({ progam: 'x' });
      assert.match(await debugged.finish(), /unknown attribute “progam”; it is ignored\. Did you mean “program”\?\n[^]*ran/);
    }));

  it('whose program does not start shows what Node says', () =>
    debugging('syntax error here', async (debugged) => {
      await debugged.launch();
      assert.match(await debugged.finish(), /SyntaxError: Unexpected identifier/);
      await debugged.client.event('exited', ({ exitCode }: { exitCode: number }) => exitCode === 1);
    }));

  it('of type attach says when nothing listens', () =>
    debugging('1', async (debugged) => {
      await assert.rejects(debugged.start('attach', { port: 1, timeout: 0 }), /No Node program listens at 127\.0\.0\.1:1/);
    }));

  it('works for tsx, whose own process starts another', () =>
    debugging({ 'program.ts': 'const n: number = 1;\nconsole.log(n as number); //here' }, async (debugged) => {
      await debugged.launch({ runtimeExecutable: join(root, 'node_modules/.bin/tsx') }, () => debugged.breakAt(['//here']));
      const stopped = await debugged.stopped();
      assert.deepEqual([stopped.line, (await debugged.evaluate('n', 'hover', stopped)).result], [2, '1']);
      await debugged.finish(stopped);
    }));

  it('of a TypeScript program loads the tsx of its project, where Node cannot run it by itself', () =>
    debugging({ 'source/program.ts': typed }, async (debugged) => {
      symlinkSync(join(root, 'node_modules'), debugged.path('node_modules'), 'junction');
      await debugged.launch({ program: debugged.path('source/program.ts') }, () => debugged.breakAt(['//here'], {}, 'source/program.ts'));
      await changedAtFirst(debugged);
    }));

  it('for tsx: a question does not end the program, whose parent listens to it at a socket of its own', () =>
    debugging({ 'program.ts': typed }, async (debugged) => {
      await debugged.launch({ runtimeExecutable: join(root, 'node_modules/.bin/tsx') }, () => debugged.breakAt(['//here']));
      await changedAtFirst(debugged);
    }));
});

const typed = `const box: { n: number } = { n: 1 };
box.n = 2; //write
console.log(box.n as number); //here`;

async function changedAtFirst(debugged: Debugged): Promise<void> {
  const stopped = await debugged.stopped();
  const asked = { kind: 'lastChange', frameId: stopped.frame.id, expression: 'box.n' };
  const { points } = await debugged.client.request<Chain>(requests.ask, asked);
  assert.deepEqual([points[1]?.status, points[1]?.place?.line, points[1]?.before], ['located', 2, '1']);
  assert.equal((await debugged.evaluate('box.n', 'hover', stopped)).result, '2');
  assert.match(await debugged.finish(stopped), /2/);
}
