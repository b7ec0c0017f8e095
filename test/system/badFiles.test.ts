import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, parseResult, whence } from '../support/command.js';

const good = 'export function f(n: number) { if (n > 99) throw new Error(); }\n';

/** What `whence check --json` says of bad files, and of the functions of the others. */
function checked(folder: string, ...paths: readonly string[]) {
  const outcome = whence(folder, 'check', '--json', ...paths);
  const { errors, functions, statistics } = parseResult(outcome);
  const sentences = Object.fromEntries(errors.map(({ file, message }) => [file, message]));
  return { code: outcome.code, sentences, files: functions.map(({ file }) => file), megabytes: statistics.peakMegabytes };
}

describe('files that whence check must not read', () => {
  it('are named in a folder: links to themselves and to devices, pipes, broken links, names that are no text; the rest is checked', () =>
    inFolder({ 'a.ts': good, 'deep/b.ts': good, 'z.ts': good }, (folder) => {
      const at = (name: string): string => join(folder, name);
      symlinkSync('loop.ts', at('deep/loop.ts'));
      symlinkSync('pong.ts', at('ping.ts'));
      symlinkSync('ping.ts', at('pong.ts'));
      symlinkSync('/dev/zero', at('zero.ts'));
      symlinkSync('nowhere.ts', at('broken.ts'));
      symlinkSync('somebody@here.1234', at('.#a.ts')); // Emacs
      symlinkSync('..', at('deep/up'));
      mkdirSync(at('folder.ts'));
      execFileSync('mkfifo', [at('pipe.ts')]);
      writeFileSync(Buffer.concat([Buffer.from(at('x')), Buffer.from([0xff]), Buffer.from('.ts')]), good);
      const { code, sentences, files, megabytes } = checked(folder, '.');
      assert.equal(code, 2);
      assert.deepEqual(sentences, {
        'broken.ts': 'It is a link that leads nowhere, or it has vanished.',
        'deep/loop.ts': 'It is a link that leads back to itself.',
        'ping.ts': 'It is a link that leads back to itself.',
        'pipe.ts': 'It is a pipe: only regular files are read.',
        'pong.ts': 'It is a link that leads back to itself.',
        'x\ufffd.ts': 'Its name is no text in UTF-8: it cannot be opened.',
        'zero.ts': 'It is a device: only regular files are read.',
      });
      assert.deepEqual(files, ['a.ts', 'deep/b.ts', 'z.ts']);
      assert.ok(megabytes < 1000);
    }));

  it('are named when they are imported, and as configuration', () => {
    const names = ['zero', 'pipe', 'loop', 'folder'];
    const imports = names.map((name) => `import { ${name} } from './${name}';\n${name}();\n`).join('');
    inFolder({ 'a.ts': imports + good, 'b/b.ts': good }, (folder) => {
      const at = (name: string): string => join(folder, name);
      symlinkSync('/dev/zero', at('zero.ts'));
      symlinkSync('loop.ts', at('loop.ts'));
      execFileSync('mkfifo', [at('pipe.ts')]);
      mkdirSync(at('folder.ts'));
      symlinkSync('/dev/zero', at('b/tsconfig.json'));
      const { code, sentences, files, megabytes } = checked(folder, 'a.ts', 'b/b.ts');
      assert.equal(code, 2);
      assert.deepEqual(sentences, {
        'b/tsconfig.json': 'It is a device: only regular files are read.',
        'loop.ts': 'It is a link that leads back to itself.',
        'pipe.ts': 'It is a pipe: only regular files are read.',
        'zero.ts': 'It is a device: only regular files are read.',
      });
      assert.deepEqual(files, ['a.ts', 'b/b.ts']);
      assert.ok(megabytes < 1000);
    });
  });

  it('are named when a configuration extends them, or a package.json is one', () =>
    inFolder({ 'a.ts': `import { x } from '#x';\nx();\n${good}`, 'tsconfig.json': '{ "extends": "./base.json" }' }, (folder) => {
      symlinkSync('/dev/zero', join(folder, 'base.json'));
      execFileSync('mkfifo', [join(folder, 'package.json')]);
      const { code, sentences, files } = checked(folder, 'a.ts');
      assert.equal(code, 2);
      assert.equal(sentences['base.json'], 'It is a device: only regular files are read.');
      assert.equal(sentences['package.json'], 'It is a pipe: only regular files are read.');
      assert.deepEqual(files, ['a.ts']);
    }));

  it('are those that are too large', () =>
    inFolder({ 'a.ts': good, 'large.ts': '' }, (folder) => {
      truncateSync(join(folder, 'large.ts'), 10_000_000_000);
      const { code, sentences, files } = checked(folder, '.');
      assert.deepEqual({ code, files }, { code: 2, files: ['a.ts'] });
      assert.deepEqual(sentences, { 'large.ts': 'It is larger than 20 MB: no larger file is read.' });
    }));
});

describe('files that other commands must not read', () => {
  const places = {
    'as a recording that is asked': (name: string) => ['query', name, '--ask', 'threadStatus()'],
    'as a recording that is compared': (name: string) => ['query', name, '--against', name],
    'as a recording that answers': (name: string) => ['why', '--recording', name, '--stop', '#1', '--ask', 'lastChange(a)'],
    'as a recording that is exported': (name: string) => ['export', name, '--prolog', 'out'],
    'as a rules file': (name: string) => ['watch', '--rules', name, '--', 'p.js'],
  };
  for (const [place, args] of Object.entries(places))
    it(`are refused at once: devices and pipes ${place}`, () =>
      inFolder({ 'p.js': '1;\n' }, (folder) => {
        symlinkSync('/dev/zero', join(folder, 'zero.ts'));
        execFileSync('mkfifo', [join(folder, 'pipe.ts')]);
        for (const name of ['zero.ts', 'pipe.ts']) {
          const { code, out, err } = whence(folder, ...args(name));
          assert.deepEqual([code, out], [2, ''], err);
          assert.match(err, /^whence: .*(?:zero|pipe)\.ts.*(?:is no file|only regular files are read)\.\n$/);
        }
      }));
});
