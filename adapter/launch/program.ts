import { spawn, type ChildProcess } from 'node:child_process';
import type { Feeding, ProgramInput } from './input.js';
import { guard, watch } from './watchdog.js';

/** A program that is debugged, as a process that we started. */
export interface StartedProgram {
  readonly pid: number;
  /** Settles when the process has ended and its output has been read. */
  readonly ended: Promise<number | null>;
  /** Its standard input; null where it has none. */
  readonly feeding: Feeding | null;
}

export interface ProgramOutput {
  out(text: string): void;
  err(text: string): void;
}

/**
 * Starts a command in a process group of its own, which does not outlive us; rejects with the system's reason when it cannot be started.
 */
export async function startProgram(
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string | null>>,
  output: ProgramOutput,
  input: ProgramInput | null = null,
): Promise<StartedProgram> {
  const [file = '', ...args] = command;
  await watch();
  const child = spawn(file, args, {
    cwd,
    env: mergedEnvironment(environment),
    stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // a group of its own: what it starts can be ended with it
    shell: /\.(cmd|bat)$/i.test(file),
  });
  if (child.pid !== undefined) child.on('exit', guard(child.pid));
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
    // What it started may hold the pipes open.
    child.on('exit', (code) => setTimeout(() => resolve(code), 500).unref());
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output.out(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => output.err(text));
  child.stdin?.on('error', () => {}); // a program that reads no input
  const feeding = child.stdin === null ? null : (input?.feed(child.stdin) ?? null);
  return started(child, ended, feeding);
}

function started(child: ChildProcess, ended: Promise<number | null>, feeding: Feeding | null): Promise<StartedProgram> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('spawn', () => resolve({ pid: child.pid ?? 0, ended, feeding }));
  });
}

/** Ours, with changes; null takes a variable away. */
export function mergedEnvironment(changes: Readonly<Record<string, string | null>>): NodeJS.ProcessEnv {
  const merged: NodeJS.ProcessEnv = { ...process.env };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) Reflect.deleteProperty(merged, name);
    else merged[name] = value;
  }
  return merged;
}

/** Sends what Ctrl+C sends to the group that a process leads. On Windows the terminal has sent it to all of its processes. */
export function interruptGroup(pid: number): void {
  if (process.platform === 'win32' || !Number.isSafeInteger(pid) || pid <= 1) return;
  try {
    process.kill(-pid, 'SIGINT');
  } catch {
    // It is gone.
  }
}

/** Sends a signal to a process and, where it leads one, its group; nothing when it is gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  // To 1 and below would be sent what is meant for one process.
  if (!Number.isSafeInteger(pid) || pid <= 1) return;
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, signal);
    } catch {
      // It is gone, or leads no group.
    }
  }
}
