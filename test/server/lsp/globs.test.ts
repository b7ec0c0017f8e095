import assert from 'node:assert/strict';
import { matchesGlob } from '../../../server/files/globs.js';

const table: readonly (readonly [string, string, boolean])[] = [
  ['**/node_modules/**', 'node_modules/a/index.js', true],
  ['**/node_modules/**', 'packages/a/node_modules/b.js', true],
  ['**/node_modules/**', 'src/node_modules.ts', false],
  ['dist', 'dist/a/b.js', true],
  ['dist', 'src/dist.ts', false],
  ['*.ts', 'a.ts', true],
  ['*.ts', 'src/a.ts', false],
  ['**/*.test.ts', 'src/deep/a.test.ts', true],
  ['**/*.test.ts', 'a.test.ts', true],
  ['src/**/gen/*.{js,ts}', 'src/gen/a.js', true],
  ['src/**/gen/*.{js,ts}', 'src/x/y/gen/a.ts', true],
  ['src/**/gen/*.{js,ts}', 'src/gen/a.jsx', false],
  ['a?c.ts', 'abc.ts', true],
  ['a?c.ts', 'a/c.ts', false],
  ['[a-c]*.ts', 'bx.ts', true],
  ['[!a-c]*.ts', 'bx.ts', false],
  ['a+b(c).ts', 'a+b(c).ts', true],
  ['{broken', '{broken', false],
  ['{a,src/{b,c}}', 'src/c/x.ts', true],
  ['**', '.hidden/a.ts', true],
  ['*', '.hidden/a.ts', true],
  ['./dist/', 'dist/a.js', true],
  ['/dist', 'dist/a.js', true],
  ['!a.ts', 'b.ts', false],
  ['!a.ts', '!a.ts', true],
  ['@(a).ts', '@(a).ts', true],
  ['src/a.b.ts', 'src/axb.ts', false],
  ['**.ts', 'src/deep/a.ts', true],
  ['src**', 'src/deep/a.ts', true],
  ['', 'a.ts', false],
];

describe('globs', () => {
  for (const [glob, path, matches] of table) {
    it(`${glob} ${matches ? 'matches' : 'does not match'} ${path}`, () => assert.equal(matchesGlob(path, [glob]), matches));
  }
});
