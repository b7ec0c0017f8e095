import { existsSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { forgetOption } from './nodeOptions.js';
import { rendezvousVariable } from './rendezvousSettings.js';
import {
  answerFile,
  putWhole,
  terminalOption,
  terminalVariable,
  waitingFile,
  type WaitingAnswer,
  type WaitingProgram,
} from './waitingProgram.js';

/** How long a program waits for a session: VS Code may have to build something before. */
const longestMs = 30_000;
const lookMs = 20;

/**
 * Loaded (`NODE_OPTIONS`) into every Node process of a debug terminal. The process says by a file that it is there, waits until a session has
 * begun that debugs it, and becomes one of its processes; what it starts belongs to that session. Where nobody answers, it runs as ever.
 */
function wait(folder: string): void {
  Reflect.deleteProperty(process.env, terminalVariable);
  forgetOption(terminalOption(__filename));
  const [, ...words] = process.argv;
  if (!isDebugged(words) || !existsSync(folder)) return;
  const { pid, execPath, execArgv } = process;
  const program: WaitingProgram = {
    pid,
    execPath,
    execArgv,
    words,
    cwd: process.cwd(),
    environment: { ...process.env } as Record<string, string>,
  };
  const environment = ask(folder, program);
  if (environment === null) return;
  for (const [name, value] of Object.entries(environment)) {
    if (value === null) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  createRequire(__filename)(join(__dirname, 'attachHook.cjs'));
}

/** A prompt, and a text on the command line, are nothing that can be looked at in an editor. */
function isDebugged(words: readonly string[]): boolean {
  const hasText = process.execArgv.some((option) => /^(?:-\w*[ep]\w*|--eval|--print|--interactive|-i)$/.test(option));
  return !hasText && (words.length > 0 || process.execArgv.some((option) => /^--(?:test|run|watch)\b/.test(option)));
}

/** What a session gives; null where there is none. */
function ask(folder: string, program: WaitingProgram): WaitingAnswer['environment'] {
  const waiting = { folder, pid: program.pid };
  const [file, answer] = [waitingFile(waiting), answerFile(waiting)];
  try {
    putWhole(file, program);
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (const until = Date.now() + longestMs; Date.now() < until && existsSync(folder); Atomics.wait(clock, 0, 0, lookMs)) {
      if (!existsSync(answer)) continue;
      const { environment } = JSON.parse(readFileSync(answer, 'utf8')) as WaitingAnswer;
      return environment;
    }
    if (existsSync(folder)) writeSync(2, 'Whence did not answer: the program runs without it.\n');
  } catch {
    // The terminal's window has gone: nobody would debug it.
  } finally {
    for (const own of [file, answer]) rmSync(own, { force: true });
  }
  return null;
}

const folder = process.env[terminalVariable];
// What a session debugs already is met by that session.
if (folder !== undefined && isMainThread && process.env[rendezvousVariable] === undefined) wait(folder);
