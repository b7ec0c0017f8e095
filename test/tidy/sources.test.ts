import assert from 'node:assert/strict';
import { codeFiles, read, textFiles } from './files.js';

// Put together from parts, so that this file is not a find of its own.
const machineFolders = ['work', 'farm', 'root', 'home/[a-z]+', 'Users/[A-Za-z]+', 'tmp/[a-z_]+jobs'].map((folder) => `/${folder}/`);

describe('sources', () => {
  it('name no path of a machine', () => {
    assert.deepEqual(finds(textFiles, new RegExp(`(?<![\\w.:*-])(${machineFolders.join('|')})`)), []);
  });

  it('hold no rest of a merge', () => {
    assert.deepEqual(finds(textFiles, /^(<{7}|>{7}|\|{7}) /m), []);
  });

  it('tell each change once', () => {
    const changes = read('CHANGELOG.md')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    assert.deepEqual(
      changes.filter((line, index) => changes.indexOf(line) !== index),
      [],
    );
  });

  it('run every test', () => {
    const tests = codeFiles.filter((file) => file.endsWith('.test.ts'));
    assert.deepEqual(finds(tests, /\b(describe|context|it|specify)\.(only|skip)\(|\bx(describe|it)\(/), []);
  });

  it('silence no checker', () => {
    const silenced = new RegExp(['ignore', 'nocheck', 'expect-error'].map((name) => `@ts-${name}`).join('|'));
    assert.deepEqual(finds(codeFiles, silenced), []);
  });

  it('say why wherever the linter is silenced', () => {
    const reasonless = new RegExp(`${'eslint'}-disable(?!.* -- \\S)`);
    assert.deepEqual(finds(codeFiles, reasonless), []);
  });
});

/** `file: line` of each file in which something matches. */
function finds(files: readonly string[], pattern: RegExp): readonly string[] {
  return files.flatMap((file) => {
    const text = read(file);
    const match = pattern.exec(text);
    return match === null ? [] : [`${file}:${text.slice(0, match.index).split('\n').length}: ${match[0]}`];
  });
}
