import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, projectFolder, whenceWith } from '../support/command.js';

const program = 'const o = { f: 1 };\no.f = 2;\nconsole.log(o.f);\n';
const command = join(projectFolder, 'dist/whence.js');
const words = ['why', '--stop', 'a.js:3', '--ask', 'lastChange(o.f)', '--', 'a.js'];

/** The exit code, and what was said on standard error. */
function ask(folder: string, variables: Readonly<Record<string, string | undefined>> = {}): readonly [number | null, string] {
  const { code, out, err } = whenceWith(variables as Readonly<Record<string, string>>, folder, ...words);
  if (code === 0) assert.match(out, /a\.js:2/);
  return [code, err];
}

describe('whence why, where something is missing or in the way', () => {
  it('answers without a temporary directory, with one that cannot be written, and without a home', () =>
    inFolder({ 'a.js': program }, (folder) => {
      const none = join(folder, 'none');
      assert.deepEqual(ask(folder, { TMPDIR: none }), [0, '']);
      assert.equal(existsSync(none), false);
      const closed = join(folder, 'closed');
      mkdirSync(closed);
      chmodSync(closed, 0o500);
      assert.deepEqual(ask(folder, { TMPDIR: closed }), [0, '']);
      const file = join(folder, 'file');
      writeFileSync(file, '');
      assert.deepEqual(ask(folder, { TMPDIR: file }), [0, '']);
      assert.deepEqual(ask(folder, { HOME: undefined, TMPDIR: undefined }), [0, '']);
    }));

  it('answers with a cache that cannot be written', () =>
    inFolder({ 'a.js': program }, (folder) => {
      const kept = join(folder, 'tmp', `whence-texts-${process.getuid?.() ?? 'user'}`);
      mkdirSync(kept, { recursive: true, mode: 0o700 });
      chmodSync(kept, 0o500);
      assert.deepEqual(ask(folder, { TMPDIR: join(folder, 'tmp') }), [0, '']);
    }));

  it('answers without a PATH, and without anything else in the environment', () =>
    inFolder({ 'a.js': program }, (folder) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], { cwd: folder, env: {}, encoding: 'utf8' });
      assert.deepEqual([status, stderr, /a\.js:2/.test(stdout)], [0, '', true]);
    }));

  if (process.platform !== 'win32')
    it('ends when nobody reads what it prints, or what it says', () =>
      inFolder({ 'a.js': `${program}// ${'x'.repeat(100)}\n` }, (folder) => {
        const shell = (line: string) => spawnSync('/bin/sh', ['-c', line], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
        const quoted = `"${process.execPath}" "${command}" ${words.map((word) => `'${word}'`).join(' ')}`;
        assert.deepEqual([shell(`${quoted} | head -n 1`).status, shell(`${quoted} 2>&1 | :`).status], [0, 0]);
        const { stderr } = shell(`{ ${quoted}; echo $? > code; } 2>&1 >/dev/null | :`);
        assert.deepEqual([stderr, readFileSync(join(folder, 'code'), 'utf8')], ['', '0\n']);
        assert.equal(shell(`${quoted} <&- >/dev/null`).status, 0);
      }));

  const disturbed = (deed: string) =>
    `const fs = require('node:fs');\nconst o = { f: 1 };\n${deed}\nsetTimeout(() => {\n  o.f = 2;\n  console.log(o.f);\n}, 3000);\n`;
  const deeds = {
    'is written to': [
      "fs.writeSync(3, 'hello\\n');",
      /^whence: The program has written to descriptor 3, by which Whence speaks with it\.\n$/,
    ],
    'is written to without an end': ["fs.writeSync(3, '{');", /^whence: The program has (written to|closed) descriptor 3/],
    'is closed': ['fs.closeSync(3);', /^whence: The program has closed descriptor 3, by which Whence speaks with it\.\n$/],
  } as const;
  for (const [name, [deed, sentence]] of Object.entries(deeds))
    it(`says so when the descriptor of the conversation ${name}`, () =>
      inFolder({ 'a.js': disturbed(deed) }, (folder) => {
        const { status, stderr } = spawnSync(
          process.execPath,
          [command, 'why', '--stop', 'a.js:6', '--ask', 'lastChange(o.f)', '--', 'a.js'],
          {
            cwd: folder,
            encoding: 'utf8',
          },
        );
        assert.match(stderr, sentence);
        assert.equal(status, 2);
      }));

  it('writes nothing into a file that the program has opened in place of the conversation', () =>
    inFolder(
      {
        'a.js': disturbed(
          "fs.closeSync(3);\nconst mine = fs.openSync(__dirname + '/mine', 'w');\nif (mine !== 3) throw new Error(String(mine));",
        ),
      },
      (folder) => {
        spawnSync(process.execPath, [command, 'why', '--stop', 'a.js:8', '--ask', 'lastChange(o.f)', '--', 'a.js'], { cwd: folder });
        assert.equal(readFileSync(join(folder, 'mine'), 'utf8'), '');
      },
    ));
});
