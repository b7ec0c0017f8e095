import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { commandWith, optionsWith, shellTextWith } from '../../adapter/launch/nodeOptions.js';
import { inFolder, whence, whenceWith } from '../support/command.js';

const option = `--require "/it's/ours.cjs"`;
const shown = 'printf "<%s>" "$NODE_OPTIONS"';

/** What a shell makes of the variable. */
function inShell(text: string): string {
  return execFileSync('sh', ['-c', text], { env: { ...process.env, NODE_OPTIONS: 'before' }, encoding: 'utf8' });
}

describe('options of Node of ours', () => {
  it('stand before others, once', () => {
    assert.equal(optionsWith(option, undefined), option);
    assert.equal(optionsWith(option, '--a'), `${option} --a`);
    assert.equal(optionsWith(option, optionsWith(option, '--a')), `${option} --a`);
  });

  for (const [text, made] of [
    [`NODE_OPTIONS=--a; ${shown}`, `<${option} --a>`],
    [`NODE_OPTIONS='--a --b'" --c" ; ${shown}`, `<${option} --a --b --c>`],
    [`FOO=1; export NODE_OPTIONS=--a\\ --b && ${shown}`, `<${option} --a --b>`],
    [`NODE_OPTIONS=; ${shown}`, `<${option} >`],
    [`NODE_OPTIONS=--a sh -c '${shown}'`, `<${option} --a>`],
    [`(NODE_OPTIONS=--a; ${shown}); ${shown}`, `<${option} --a><before>`],
    [
      `echo 'NODE_OPTIONS=--a' "NODE_OPTIONS=--b" x\\NODE_OPTIONS=--c MY_NODE_OPTIONS=--d`,
      'NODE_OPTIONS=--a NODE_OPTIONS=--b xNODE_OPTIONS=--c MY_NODE_OPTIONS=--d\n',
    ],
    [`NODE_OPTIONS="$NODE_OPTIONS --a"; ${shown}`, '<before --a>'],
    [`NODE_OPTIONS="--a \${NODE_OPTIONS}"; ${shown}`, '<--a before>'],
    ['echo NODE_OPTIONS=--a -e NODE_OPTIONS=--b', 'NODE_OPTIONS=--a -e NODE_OPTIONS=--b\n'],
    [`A=1 B='x' NODE_OPTIONS=--a sh -c '${shown}' NODE_OPTIONS=--b`, `<${option} --a>`],
    [shown, '<before>'],
  ] as const)
    it(`are put where a shell sets the variable: ${text}`, () => assert.equal(inShell(shellTextWith(option, text)), made));

  it('are put where the words of a command set the variable', () => {
    assert.deepEqual(commandWith('--x', ['env', 'A=1', 'NODE_OPTIONS=--a', 'node']), ['env', 'A=1', 'NODE_OPTIONS=--x --a', 'node']);
    assert.deepEqual(commandWith('--x', ['/bin/sh', '-ec', 'NODE_OPTIONS=--a node', 'NODE_OPTIONS=b']), [
      '/bin/sh',
      '-ec',
      "NODE_OPTIONS='--x '--a node",
      'NODE_OPTIONS=b',
    ]);
    for (const same of [
      ['node', 'main.js', '-c'],
      ['node', 'main.js', 'NODE_OPTIONS=--a'],
      ['docker', 'run', '-e', 'NODE_OPTIONS=--a', 'node'],
      ['env', 'node', 'main.js', 'NODE_OPTIONS=--a'],
    ])
      assert.deepEqual(commandWith('--x', same), same);
  });
});

describe('processes whose command sets NODE_OPTIONS', () => {
  const files = {
    'main.cjs': 'const box = { n: 1 };\nbox.n = 2;\nconsole.log(box.n, process.env.NODE_OPTIONS, globalThis.seen);\n',
    'seen.cjs': 'globalThis.seen = 1;',
    'package.json': JSON.stringify({ scripts: { test: 'NODE_OPTIONS=--no-warnings node main.cjs' } }),
    'sync.cjs': "require('node:child_process').execSync('NODE_OPTIONS=--no-warnings node main.cjs', { stdio: 'inherit' });",
    'env.cjs': "require('node:child_process').spawnSync('env', ['NODE_OPTIONS=--no-warnings', 'node', 'main.cjs'], { stdio: 'inherit' });",
  };
  for (const command of [
    ['npm', 'test', '--silent'],
    ['env', 'NODE_OPTIONS=--no-warnings', 'node', 'main.cjs'],
    ['node', 'sync.cjs'],
    ['node', 'env.cjs'],
  ])
    it(`are followed: ${command.join(' ')}`, () =>
      inFolder(files, (folder) => {
        const recorded = whence(folder, 'record', '--out', 'runs/', '--', ...command);
        assert.match(recorded.out, /2 --no-warnings undefined/);
        const { out, err } = whence(folder, 'why', '--json', '--stop', 'main.cjs:3', '--ask', 'lastChange(box.n)', '--', ...command);
        const { points } = JSON.parse(out) as { readonly points: readonly { readonly line: number | null }[] };
        assert.deepEqual(
          points.map(({ line }) => line),
          [3, 2],
          err,
        );
      }));

  it('require what the environment names behind us, and see it as it is', () =>
    inFolder(files, (folder) => {
      const environment = { NODE_OPTIONS: '--require ./seen.cjs' };
      for (const start of [['main.cjs'], ['node', 'main.cjs']]) {
        const { out } = whenceWith(environment, folder, 'record', '--force', '--out', 'run.trace', '--', ...start);
        assert.match(out, /2 --require \.\/seen\.cjs 1/);
      }
    }));
});
