import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from '../soundness/packages/install.js';
import { whence } from '../support/command.js';
import { root } from '../tidy/files.js';

const grade = `export function grade(points) {
  if (points > 50) return 'pass';
  return 'fail';
}
`;

const cart = `export class Cart {
  sum = 0;
  add(price, count) {
    this.sum += price;
    return this;
  }
  total() {
    return this.sum;
  }
}
`;

const body = (head: string, expects: readonly [string, string]): string => `${head}
import { grade } from './grade.js';
import { Cart } from './cart.js';
test('passes', () => {});
test('grade', async () => {
  ${expects[0]}
});
test('cart', () => {
  ${expects[1]}
});
`;

/** Test files of ES modules, and how they are run. */
const runners: Readonly<Record<string, readonly [text: string, command: readonly string[]]>> = {
  vitest: [
    body("import { test, expect } from 'vitest';", [
      "expect(grade(50)).toBe('pass');",
      'const cart = new Cart().add(2, 3).add(5, 1);\n  expect(cart.total()).toBe(11);',
    ]),
    ['npx', 'vitest', 'run', '--no-file-parallelism'],
  ],
  mocha: [
    body("import assert from 'node:assert/strict';\nconst test = it;", [
      "assert.equal(grade(50), 'pass');",
      'const cart = new Cart().add(2, 3).add(5, 1);\n  assert.equal(cart.total(), 11);',
    ]),
    [process.execPath, join(root, 'node_modules/mocha/bin/mocha.js')],
  ],
};

/** The actual value of an assertion is what a call of an imported function gave: from the red test to the line that made it. */
describe('failed assertions under runners', function () {
  this.timeout(600_000);
  let cwd = '';

  before(() => {
    const packages = join(root, '.cache/diagnosisRunners');
    install(packages, 'diagnosis-runners', { vitest: '4.1.12', jest: '30.5.2' }, '');
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'whence-expected-')));
    symlinkSync(join(packages, 'node_modules'), join(cwd, 'node_modules'), 'junction');
    writeFileSync(join(cwd, 'package.json'), '{"type":"module"}');
    writeFileSync(join(cwd, 'grade.js'), grade);
    writeFileSync(join(cwd, 'cart.js'), cart);
  });

  after(() => rmSync(cwd, { recursive: true }));

  for (const [name, [text, command]] of Object.entries(runners))
    it(`${name}: leads to the return that gave the value, and to the write that did`, () => {
      writeFileSync(join(cwd, 'a.test.js'), text);
      const answered = (hit: string, expression: string) => {
        const words = ['--json', '--stop', 'failure', '--hit', hit, '--ask', `origin(${expression})`, '--', ...command, 'a.test.js'];
        const { out } = whence(cwd, 'why', ...words);
        const { points } = JSON.parse(out.slice(out.indexOf('{"schema"'))) as {
          readonly points: readonly { readonly file: string; readonly line: number; readonly status: string; readonly reason: string }[];
        };
        return points.map(({ file, line, reason }) => [file, line, reason]);
      };
      const failed = (word: string) => text.slice(0, text.indexOf(word)).split('\n').length;
      assert.deepEqual(answered('1', 'grade(50)'), [
        ['a.test.js', failed('grade(50)'), null],
        ['grade.js', 3, null],
      ]);
      assert.deepEqual(answered('2', 'cart.total()'), [
        ['a.test.js', failed('cart.total()'), null],
        ['cart.js', 4, null],
      ]);
    });
});
