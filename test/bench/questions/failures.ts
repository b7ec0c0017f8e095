import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installRunners } from '../../soundness/packages/runners.js';
import { median } from '../median.js';
import { growingTable } from '../speed/table.js';

const whence = fileURLToPath(new URL('../../../dist/whence.js', import.meta.url));

/** The command that a user gives, and how the test of this runner begins. */
const runners: readonly { readonly name: string; readonly command: readonly string[]; readonly head: string; readonly check: string }[] = [
  { name: 'node:test', command: ['node', '--test'], ...asserting("const test = require('node:test');") },
  { name: 'mocha', command: ['npx', 'mocha'], ...asserting('const test = it;') },
  { name: 'jest', command: ['npx', 'jest', '-i'], head: '', check: 'expect(cart.sum).toBe(11);' },
  { name: 'vitest', command: ['npx', 'vitest', 'run', '--globals'], head: '', check: 'expect(cart.sum).toBe(11);' },
];

function asserting(head: string) {
  return { head: `const assert = require('node:assert/strict');\n${head}\n`, check: 'assert.equal(cart.sum, 11);' };
}

const cart = `class Cart {
  sum = 0;
  add(price, count) {
    this.sum += price; // the fault
    return this;
  }
}
module.exports = { Cart };
`;

const testOf = (head: string, check: string): string => `const { Cart } = require('./cart.js');
${head}test('adds', () => {
  const cart = new Cart();
  cart.add(2, 3).add(5, 1);
  ${check}
});
`;

/** So often each runner runs alone and under a question, in turn. */
const turns = 5;

/** Where the value of a failed assertion comes from, beside the runner alone on that test. */
export function printFailures(print: (text: string) => void): void {
  const folder = installRunners();
  print(`\n\`why --stop failure --ask lastChange\` of one failing test, milliseconds on the clock, medians of ${turns}.\n\n`);
  const header = ['runner', 'alone', 'question', '2,000 + 3 alone', 'of that', 'right'];
  const row = growingTable(
    header,
    runners.map(({ name }) => name),
    print,
  );
  for (const { name, command, head, check } of runners) {
    const place = join(folder, `failing-${name.replace(':', '-')}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'cart.js'), cart);
    writeFileSync(join(place, 'cart.test.js'), testOf(head, check));
    writeFileSync(join(place, 'package.json'), '{}');
    const words = [...command, 'cart.test.js'];
    const asking = ['node', whence, 'why', '--json', '--stop', 'failure', '--ask', 'lastChange(cart.sum)', '--', ...words];
    const [alone, asked]: [number[], number[]] = [[], []];
    let right = 0;
    for (let turn = 0; turn <= turns; turn++) {
      const [plain, question] = [timed(words, place), timed(asking, place)];
      if (turn === 0) continue; // texts are kept from the first on
      alone.push(plain.milliseconds);
      asked.push(question.milliseconds);
      if (isRight(question.out)) right++;
    }
    const limit = 2000 + 3 * median(alone);
    const share = (median(asked) / limit).toFixed(2);
    row([name, median(alone).toFixed(0), median(asked).toFixed(0), limit.toFixed(0), share, `${right} of ${turns}`]);
  }
}

function timed([program = '', ...args]: readonly string[], cwd: string): { readonly milliseconds: number; readonly out: string } {
  const started = performance.now();
  const { stdout } = spawnSync(program, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  return { milliseconds: performance.now() - started, out: stdout };
}

function isRight(out: string): boolean {
  const { points } = JSON.parse(out) as { readonly points: readonly { readonly line: number | null }[] };
  return cart.split('\n')[(points[1]?.line ?? 0) - 1]?.endsWith('// the fault') === true;
}
