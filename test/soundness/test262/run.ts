import { build } from 'esbuild';
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { FromChild, ToChild } from './child.js';
import { testsBelow } from './suite.js';

/**
 * Whether the tests of the language's own suite that Node passes are passed with every probe too:
 * `npm run test262 -- CHECKOUT [--only PART] [--jobs N]`. The checkout is the user's; nothing is fetched.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, jobs: { type: 'string', default: '2' }, every: { type: 'string', default: '1' } },
});
const suite = resolve(positionals[0] ?? '');
const language = join(suite, 'test/language');
if (positionals.length !== 1 || !existsSync(language)) {
  console.error('Name a checkout of https://github.com/tc39/test262: npm run test262 -- CHECKOUT');
  process.exit(2);
}

/** A test that is not answered in this time, in milliseconds, has ended its process. */
const patience = 60_000;
/** Realms are not given back: a process is not used for more tests than these. */
const testsPerProcess = 1500;

const folder = mkdtempSync(join(tmpdir(), 'whence-test262-'));
const bundlePath = join(folder, 'insideRealm.cjs');
await build({
  entryPoints: [join(import.meta.dirname, 'insideRealm.ts')],
  bundle: true,
  platform: 'node',
  format: 'cjs',
  outfile: bundlePath,
  logLevel: 'warning',
});

const known = JSON.parse(readFileSync(join(import.meta.dirname, 'differences.json'), 'utf8')) as readonly Difference[];
const causes = new Map(known.flatMap(({ cause, tests }) => tests.map((test) => [test, cause] as const)));

const queue = testsBelow(language)
  .filter((path) => path.includes(values.only))
  .filter((_, index) => index % Number(values.every) === 0);
const total = queue.length;
let [passed, unchanged] = [0, 0];
const changed = new Map<string, string>();

try {
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const share = ((100 * unchanged) / passed).toFixed(3);
console.log(`${total} tests; Node ${process.version} passes ${passed} variants, of which ${unchanged} (${share} %) also with every probe.`);
process.exitCode = [...changed.keys()].every((name) => causes.has(name)) && unchanged >= 0.997 * passed ? 0 : 1;

interface Difference {
  readonly cause: string;
  /** Below `test/language`, with how they are run. */
  readonly tests: readonly string[];
}

async function work(): Promise<void> {
  while (queue.length > 0) {
    const child = startChild();
    // Where it cannot start, nothing is tested.
    if (!(await isReady(child))) throw new Error('The process that runs tests did not start.');
    for (let count = 0; count < testsPerProcess && child.connected; count++) {
      const path = queue.shift();
      if (path === undefined) break;
      await runTest(child, path);
    }
    child.kill('SIGKILL');
  }
}

/** Told at once: all of it takes a quarter of an hour. */
function change(name: string, failure: string): void {
  changed.set(name, failure);
  console.log(`${name}: ${failure}\n    ${causes.get(name) ?? 'NOT LISTED'}`);
}

function startChild(): ChildProcess {
  return fork(join(import.meta.dirname, 'child.ts'), [suite, bundlePath], {
    execArgv: ['--import=tsx', '--experimental-vm-modules', '--no-warnings', '--stack-size=900'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function isReady(child: ChildProcess): Promise<boolean> {
  return new Promise((settle) => {
    child.once('message', () => settle(true));
    child.once('exit', () => settle(false));
  });
}

/** A test that ends its process is changed if it does so with probes. */
function runTest(child: ChildProcess, path: string): Promise<void> {
  return new Promise((settle) => {
    let probing: string | null = null;
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    const end = () => {
      clearTimeout(timer);
      child.off('message', hear);
      child.off('exit', lost);
      settle();
    };
    const lost = () => {
      if (probing !== null) change(probing, 'ends its process');
      end();
    };
    const hear = (message: unknown) => {
      const { variant, isProbed, failure, isLast } = message as FromChild;
      const name = `${relative(language, path)} ${variant}`;
      if (isProbed) {
        probing = null;
        if (failure === null) unchanged++;
        else change(name, failure);
      } else if (failure === null) {
        passed++;
        probing = name;
      }
      if (isLast) end();
    };
    child.on('message', hear);
    child.on('exit', lost);
    child.send({ path } satisfies ToChild);
  });
}
