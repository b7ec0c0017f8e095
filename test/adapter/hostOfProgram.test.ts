import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, whence } from '../support/command.js';

/** What the program writes into `seen.json` by itself, and then each time that it is recorded or asked about. */
function seen(files: Readonly<Record<string, string>>, args: readonly string[], starts: readonly (readonly string[])[]): readonly string[] {
  const all: string[] = [];
  inFolder(files, (folder) => {
    const take = (): void => void all.push(readFileSync(join(folder, 'seen.json'), 'utf8'));
    assert.equal(spawnSync(process.execPath, args, { cwd: folder }).status, 0);
    take();
    for (const start of starts) {
      const { code, err } = whence(folder, 'record', '--force', '--out', 'run.trace', '--', ...start);
      assert.equal(code, 0, err);
      take();
      whence(folder, 'why', '--stop', 'main.cjs:1', '--ask', 'lastChange(box.n)', '--', ...start);
      take();
    }
  });
  return all;
}

const main = `const box = { n: 1 };
require('./made.cjs');
require('node:fs').writeFileSync('seen.json', JSON.stringify([globalThis.seen, process.execArgv, process._preload_modules]));
`;

describe('what a program finds where it runs', () => {
  it('is every module that is required before it', () => {
    const added = (name: string): string => `(globalThis.seen ??= []).push('${name}');`;
    const files = { 'main.cjs': main, 'made.cjs': added('made'), 'a.cjs': added('a'), 'b.cjs': added('b'), 'c.cjs': added('c') };
    const required = ['a', 'b', 'c'].flatMap((name) => ['--require', `./${name}.cjs`]);
    const args = [...required, 'main.cjs'];
    const [plain = '', ...others] = seen(files, args, [[process.execPath, ...args]]);
    assert.ok(plain.startsWith('[["a","b","c","made"]'), plain);
    assert.deepEqual(others, [plain, plain]);
  });

  it('is calls of its own alone where it puts others in the place of functions that read files', () => {
    const counting = `
const fs = require('node:fs');
globalThis.seen = {};
for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(fs))) {
  if (typeof value !== 'function' || /^[A-Z_]/.test(name)) continue;
  fs[name] = (...given) => {
    if (/made|seen/.test(String(given[0]))) seen[name] = (seen[name] ?? 0) + 1;
    return value(...given);
  };
}
`;
    const files = { 'main.cjs': `${counting}${main}`, 'made.cjs': 'exports.made = { n: 1 };' };
    const [plain = '', ...others] = seen(files, ['main.cjs'], [[process.execPath, 'main.cjs'], ['main.cjs']]);
    assert.match(plain, /readFileSync/);
    assert.deepEqual(others, [plain, plain, plain, plain]);
  });
});
