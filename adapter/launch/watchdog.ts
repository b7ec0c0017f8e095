import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { watchdogScript } from './watchdogScript.js';

/** A shell that outlives us, and then ends what we have started. */
interface Watchdog {
  readonly input: Writable;
  /** Settles when what is started from now on carries its sign. */
  readonly ready: Promise<void>;
}

let watchdog: Watchdog | null | undefined;

/**
 * Has nothing that we start from now on outlive us, even if we are killed: programs that never turn their event loop would not notice by
 * themselves. Whoever starts something waits for this before; where it cannot be waited for, only what gets away from its group in the first
 * moment could be missed.
 */
export function watch(): Promise<void> {
  return (watchdog === undefined ? (watchdog = start()) : watchdog)?.ready ?? Promise.resolve();
}

/** Guards a process, and the group that it leads: it does not outlive us. The returned function ends the guard. */
export function guard(pid: number): () => void {
  // To 1 and below would be sent what is meant for one process.
  if (!Number.isSafeInteger(pid) || pid <= 1) return () => {};
  tell(`+ ${pid}`);
  return () => tell(`- ${pid}`);
}

/** Guards all that carries the name of a session's folder, and the folder itself. It may be called before there is one. */
export function guardSession(folder: string): () => void {
  if (folder.includes('\n')) return () => {};
  tell(`f ${folder}`);
  return () => tell(`F ${folder}`);
}

/** A terminal of somebody else is asked to start a program: nobody knows when it does. */
export function expectTerminal(): void {
  tell('t');
}

/** Ends what a session has started that is in no group of ours any more. */
export function endSession(folder: string): void {
  if (!folder.includes('\n')) tell(`x ${folder}`);
}

/** A program has ended, or was let go: what it has started and is not guarded may live on. */
export function standDown(): void {
  if (watchdog) tell('q');
}

function tell(line: string): void {
  void watch();
  watchdog?.input.write(`${line}\n`);
}

/** Null where there is no shell: on Windows, where the system ends what a process has started with it. */
function start(): Watchdog | null {
  if (process.platform === 'win32') return null;
  // In a group of its own, so that Ctrl+C does not end it before us.
  const shell = spawn('/bin/sh', ['-c', watchdogScript, 'sh', mark(), String(process.pid)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/bin:/bin` },
  });
  // It closes its output when it is ready, as it does when it cannot be started.
  const ready = new Promise<void>((resolve) => shell.stdout.on('close', resolve).resume());
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as Writable & { unref(): void }).unref();
  return { input: shell.stdin, ready };
}

/** A number that no other process has as its limit; nothing where the system shows none. */
function mark(): string {
  try {
    const [, limit = ''] = /^Max file locks +\S+ +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return String(randomInt(2 ** 32, limit === 'unlimited' ? 2 ** 47 : Math.min(2 ** 47, Number(limit))));
  } catch {
    return '';
  }
}
