import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installRunners } from '../../soundness/packages/runners.js';
import { median } from '../median.js';
import { growingTable } from '../speed/table.js';
import { failingTests, faultMark, type FailingTest } from './failingTests.js';

const whence = fileURLToPath(new URL('../../../dist/whence.js', import.meta.url));

/** The command that a user gives, and how a test of this runner is written. */
interface Runner {
  readonly name: string;
  readonly command: readonly string[];
  readonly isModule: boolean;
  readonly head: string;
  readonly check: (test: FailingTest) => string;
}

const asserted = ({ actual, expected, isDeep }: FailingTest) =>
  `assert.${isDeep === true ? 'deepEqual' : 'equal'}(${actual}, ${expected});`;
const expected = ({ actual, expected: value, isDeep }: FailingTest) =>
  `expect(${actual}).${isDeep === true ? 'toEqual' : 'toBe'}(${value});`;
const assertHead = "import assert from 'node:assert/strict';\n";

const runners: readonly Runner[] = [
  {
    name: 'node:test',
    command: ['node', '--test'],
    isModule: true,
    head: `${assertHead}import { test } from 'node:test';\n`,
    check: asserted,
  },
  { name: 'mocha', command: ['npx', 'mocha'], isModule: true, head: `${assertHead}const test = it;\n`, check: asserted },
  { name: 'jest', command: ['npx', 'jest', '-i'], isModule: false, head: '', check: expected },
  { name: 'vitest', command: ['npx', 'vitest', 'run'], isModule: true, head: "import { expect, test } from 'vitest';\n", check: expected },
];

/** So often each runner runs alone and under a question, in turn, after a first time that fills caches. */
const turns = 3;

const longestOf = (alone: number): number => 2000 + 3 * alone;

/** Where the value of a failed assertion comes from, beside the runner alone on that test. */
export function printFailures(print: (text: string) => void): void {
  const folder = installRunners();
  print(
    `\n\`why --stop failure --ask 'origin(ACTUAL)'\` of one failing test, ms on the clock, medians of ${turns}; limit: 2,000 + 3 alone.\n\n`,
  );
  const names = runners.flatMap(({ name }) => failingTests.map((test) => `${name}: ${test.name}`));
  const row = growingTable(['runner and bug', 'alone', 'question', 'of the limit', 'line'], names, print);
  for (const runner of runners) {
    let right = 0;
    const shares: number[] = [];
    for (const [index, test] of failingTests.entries()) {
      const cost = costOf(runner, test, join(folder, `failing-${runner.name.replace(':', '-')}-${index + 1}`));
      if (cost.isRight) right++;
      const share = cost.asked / longestOf(cost.alone);
      shares.push(share);
      const line = cost.isRight ? 'right' : cost.line;
      row([`${runner.name}: ${test.name}`, cost.alone.toFixed(0), cost.asked.toFixed(0), share.toFixed(2), line]);
    }
    print(
      `\n${runner.name}: ${right} of ${failingTests.length} right, ${median(shares).toFixed(2)} of the limit, at most ${Math.max(...shares).toFixed(2)}.\n\n`,
    );
  }
}

interface Cost {
  readonly alone: number;
  readonly asked: number;
  readonly isRight: boolean;
  /** That the answer names. */
  readonly line: string;
}

function costOf(runner: Runner, test: FailingTest, place: string): Cost {
  write(runner, test, place);
  const words = [...runner.command, 'one.test.js'];
  const asking = ['node', whence, 'why', '--json', '--stop', 'failure', '--ask', `origin(${test.actual})`, '--', ...words];
  const [alone, asked]: [number[], number[]] = [[], []];
  const lines = new Set<string>();
  for (let turn = 0; turn <= turns; turn++) {
    const [plain, question] = [timed(words, place), timed(asking, place)];
    lines.add(lineOf(question.out));
    if (turn === 0) continue;
    alone.push(plain.milliseconds);
    asked.push(question.milliseconds);
  }
  const isRight = [...lines].every((line) => line.endsWith(faultMark));
  return { alone: median(alone), asked: median(asked), isRight, line: [...lines].join(', ') };
}

function write({ isModule, head, check }: Runner, test: FailingTest, place: string): void {
  const names = test.exported.join(', ');
  const written = isModule ? test.source : `${required(test.source)}module.exports = { ${names} };\n`;
  const loads = isModule ? `import { ${names} } from './source.js';\n` : `const { ${names} } = require('./source.js');\n`;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), isModule ? '{ "type": "module" }' : '{}');
  writeFileSync(join(place, 'source.js'), written);
  writeFileSync(join(place, 'one.test.js'), `${loads}${head}test('works', async () => {\n  ${test.setup}\n  ${check(test)}\n});\n`);
}

/** The same module, as CommonJS, but for what it exports. */
function required(source: string): string {
  return source.replace(/^import (.*) from (.*);$/gm, 'const $1 = require($2);').replace(/^export /gm, '');
}

function timed([program = '', ...args]: readonly string[], cwd: string): { readonly milliseconds: number; readonly out: string } {
  const started = performance.now();
  const { stdout } = spawnSync(program, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  return { milliseconds: performance.now() - started, out: stdout };
}

function lineOf(out: string): string {
  if (out === '') return 'no answer';
  const { points } = JSON.parse(out) as { readonly points: readonly { readonly text: string | null; readonly reason: string | null }[] };
  return points[1]?.text ?? points[1]?.reason ?? 'no answer';
}
