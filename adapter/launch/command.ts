import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { descendantsOf } from './descendants.js';
import type { ProgramInput } from './input.js';
import { descriptorsOf, tellOutput, type OutputTarget } from './outputTarget.js';
import { interruptGroup, mergedEnvironment, signalGroup } from './program.js';
import { guard } from './watchdog.js';

/** A command of the user's, whose Node processes come to us by themselves. */
export interface CommandStart {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | null>>;
  readonly output: OutputTarget;
  readonly input: ProgramInput;
}

export interface StartedCommand {
  readonly pid: number;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Sends it what Ctrl+C sends. */
  interrupt(): void;
  /** Ends it and whatever it has started. */
  end(): void;
}

/** Starts a command in a group of its own. Whoever does has waited for `watch`. */
export function startCommand({ words, cwd, environment, output, input }: CommandStart): Promise<StartedCommand> {
  const [out, err] = descriptorsOf(output);
  const [file = '', ...args] = words;
  const child = spawn(file, args, {
    cwd,
    env: mergedEnvironment(environment),
    stdio: ['pipe', out, err],
    detached: process.platform !== 'win32',
  });
  tellOutput(child, output);
  const { pid = 0 } = child;
  if (pid > 0) child.on('exit', guard(pid));
  child.stdin?.on('error', () => {}); // a program that reads no input
  const feeding = child.stdin === null ? null : input.feed(child.stdin);
  const ended = new Promise<Awaited<StartedCommand['ended']>>((done) => child.on('exit', (code, signal) => done({ code, signal })));
  const end = (): void => {
    feeding?.stop();
    const others = child.exitCode === null && child.signalCode === null ? descendantsOf(pid) : [];
    for (const other of [pid, ...others]) signalGroup(other, 'SIGKILL');
  };
  return new Promise((started, failed) => {
    child.on('error', (error) => failed(new Error(`${file} cannot be started: ${error.message}`)));
    child.on('spawn', () => started({ pid, ended, interrupt: () => interruptGroup(pid), end }));
  });
}

/** Whether a word names a command: a file that can be run, by its path or in one of the folders of PATH. */
export function isCommand(word: string, cwd: string): boolean {
  const folders = /[\\/]/.test(word) ? [cwd] : (process.env['PATH'] ?? '').split(delimiter);
  return word !== '' && folders.some((folder) => isExecutable(/[\\/]/.test(word) ? resolve(folder, word) : join(folder, word)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
