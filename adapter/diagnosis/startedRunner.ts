import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
import { signalGroup } from '../launch/program.js';
import { guard, watch } from '../launch/watchdog.js';
import type { RunnerName } from './request.js';
import { commandOf, type TestCommand } from './testCommand.js';

/** What a Node process of a command says of itself where it is a runner of tests. */
interface Started {
  readonly runner: RunnerName;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface StartOptions {
  readonly cwd: string;
  /** A folder of our own. */
  readonly folder: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a command until one of its Node processes is a runner of tests, which ends there, before it does anything. What the command does
 * before is done. Null where no process was one.
 */
export async function startedRunner(words: readonly string[], options: StartOptions): Promise<TestCommand | null> {
  const { cwd, folder, timeoutMs, signal } = options;
  const [hook, report] = [join(folder, 'started.cjs'), join(folder, 'started.json')];
  writeFileSync(hook, hookText(hook, report));
  const [command = '', ...rest] = words;
  await watch();
  await new Promise<void>((resolve) => {
    const child = spawn(command, rest, {
      cwd,
      env: { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --require="${hook.replaceAll('\\', '\\\\')}"`.trim() },
      stdio: 'ignore',
      detached: true,
      shell: process.platform === 'win32',
    });
    const unguard = child.pid === undefined ? () => {} : guard(child.pid);
    const end = (): void => {
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    };
    const timers = [setTimeout(end, timeoutMs), setInterval(() => existsSync(report) && end(), 50)];
    signal.addEventListener('abort', end);
    const settle = (): void => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', end);
      end();
      unguard();
      resolve();
    };
    child.on('error', settle);
    child.on('exit', settle);
  });
  const text = readIfThere(report);
  return text === undefined ? null : commandOfStarted(JSON.parse(text) as Started);
}

/** Set by whatever starts programs, and no setting of tests. */
const ofStarting =
  /^(?:npm_|NODE_OPTIONS$|NODE$|PATH$|Path$|INIT_CWD$|PWD$|OLDPWD$|_$|SHLVL$|COLOR$|EDITOR$|VITEST|JEST_WORKER_ID$|NODE_TEST_CONTEXT$)/;

function commandOfStarted({ runner, words, cwd, environment: all }: Started): TestCommand {
  const environment = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !ofStarting.test(name) && process.env[name] !== value),
  );
  return { ...commandOf(runner, words, cwd), environment };
}

/** What each Node process of the command does first. It hands itself on where a process sets other options for its children. */
const hookText = (hook: string, report: string): string => `'use strict';
(() => {
  const { isMainThread } = require('node:worker_threads');
  if (!isMainThread) return;
  const { realpathSync, writeFileSync, renameSync } = require('node:fs');
  const { ChildProcess } = require('node:child_process');
  const hook = ${JSON.stringify(hook)};
  const report = ${JSON.stringify(report)};
  let main = process.argv[1] ?? '';
  try { main = realpathSync(main); } catch {}
  const [, name] = /[\\\\/]node_modules[\\\\/](vitest|jest|jest-cli|mocha)[\\\\/](?!.*[\\\\/]node_modules[\\\\/])/.exec(main) ?? [];
  const isNodes = process.execArgv.includes('--test');
  if (name === undefined && !isNodes) {
    const { spawn } = ChildProcess.prototype;
    ChildProcess.prototype.spawn = function (options) {
      const pairs = options?.envPairs;
      if (Array.isArray(pairs))
        options.envPairs = pairs.map((pair) =>
          /^NODE_OPTIONS=/.test(pair) && !pair.includes(hook) ? pair + ' --require="' + hook.replaceAll('\\\\', '\\\\\\\\') + '"' : pair);
      return spawn.call(this, options);
    };
    return;
  }
  const runner = isNodes && name === undefined ? 'node' : name === 'jest-cli' ? 'jest' : name;
  const words = runner === 'node' ? process.argv.slice(1) : process.argv.slice(2);
  const environment = { ...process.env };
  writeFileSync(report + process.pid, JSON.stringify({ runner, words, cwd: process.cwd(), environment }));
  renameSync(report + process.pid, report);
  process.exit(0);
})();
`;
