import assert from 'node:assert/strict';
import { attachAttributes, launchAttributes } from '../../adapter/dap/attributes.js';
import { expectedLaunch } from '../../adapter/dap/expectedLaunch.js';
import { completed, debugType, expectedWords, terminalConfiguration, withRule } from '../../extension/debugConfiguration.js';
import { read } from '../tidy/files.js';

interface Debugger {
  readonly type: string;
  readonly program: string;
  readonly runtime: string;
  readonly configurationAttributes: Readonly<
    Record<string, { readonly properties: Readonly<Record<string, { readonly markdownDescription?: string }>> }>
  >;
  readonly configurationSnippets: readonly { readonly body: Readonly<Record<string, unknown>> }[];
}

const manifest = JSON.parse(read('package.json')) as { readonly contributes: { readonly debuggers: readonly Debugger[] } };
const own = manifest.contributes.debuggers[0] ?? assert.fail('the manifest has no debugger');

describe('debug configurations', () => {
  it('may hold what the adapter reads, and the editor describes each attribute', () => {
    for (const [request, known] of [
      ['launch', launchAttributes],
      ['attach', attachAttributes],
    ] as const) {
      const properties = own.configurationAttributes[request]?.properties ?? {};
      assert.deepEqual(Object.keys(properties).sort(), [...known].sort());
      for (const [name, { markdownDescription }] of Object.entries(properties)) assert.ok(markdownDescription, `${name} is not described`);
    }
    assert.deepEqual([own.type, own.program, own.runtime], [debugType, './dist/adapter.cjs', 'node']);
    for (const { body } of own.configurationSnippets) {
      const known = body['request'] === 'attach' ? attachAttributes : launchAttributes;
      assert.deepEqual(
        Object.keys(body).filter((name) => !['type', 'request', 'name', ...known].includes(name)),
        [],
      );
    }
  });

  it('tell the adapter of rules before the launch', () => {
    const rules = { rules: ['a b.rules.ts'], cwd: '/a', program: '/a/b.js' };
    assert.deepEqual(expectedLaunch(['node', 'adapter.cjs', ...expectedWords({ ...rules, type: debugType })]), rules);
    assert.deepEqual(expectedWords({ type: debugType, program: '/a/b.js' }), []);
    assert.deepEqual(expectedLaunch(['node', 'adapter.cjs']), {});
  });

  it('name the one rule that is run, and keep what else was launched', () => {
    const launched = {
      type: 'node',
      request: 'launch',
      name: 'Pay',
      program: '/a.js',
      __settings: {},
      __workspaceFolder: '/',
      record: true,
    };
    const launch = withRule(launched, '/x.rules.ts', 'held');
    assert.deepEqual(launch, {
      type: debugType,
      request: 'launch',
      name: 'held in Pay',
      program: '/a.js',
      __workspaceFolder: '/',
      rules: ['/x.rules.ts'],
      __onlyRule: 'held',
    });
    assert.equal(expectedLaunch(['node', 'adapter.cjs', ...expectedWords(launch)])['__onlyRule'], 'held');
  });

  it('run the file that is edited when there is no launch.json', () => {
    const configuration = completed({}, '/a/b.ts');
    assert.deepEqual([configuration?.['type'], configuration?.['request'], configuration?.['program']], ['whence', 'launch', '/a/b.ts']);
    assert.equal(completed({}, null), null);
  });

  it('say how a program in a terminal was started', () => {
    const program = {
      pid: 4,
      execPath: '/bin/node',
      execArgv: ['--test'],
      words: ['no such file', 'b'],
      cwd: '/',
      environment: { PATH: '/bin', MINE: '1' },
    };
    const {
      name,
      runtimeExecutable,
      runtimeArgs,
      program: file,
      args,
      cwd,
      env,
    } = terminalConfiguration(program, { PATH: '/', OURS: '2' });
    assert.deepEqual(
      [name, runtimeExecutable, runtimeArgs, file, args, cwd],
      ['--test no such file b', '/bin/node', ['--test'], undefined, ['no such file', 'b'], '/'],
    );
    assert.deepEqual(env, { OURS: null, PATH: '/bin', MINE: '1' });
    const own = terminalConfiguration({ ...program, execArgv: [], words: [process.execPath, 'x'.repeat(80)] }, {});
    assert.deepEqual([own['program'], own['args'], String(own['name']).length], [process.execPath, ['x'.repeat(80)], 60]);
  });

  it('keep what is written in launch.json', () => {
    const given = { type: 'whence', request: 'launch', name: 'x', program: 'y', skipFiles: [] };
    assert.deepEqual(completed(given, '/a/b.ts'), { ...given, __workspaceFolder: '${workspaceFolder}' });
  });
});
