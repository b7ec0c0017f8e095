import { spawn, type ChildProcess } from 'node:child_process';
import { mergedEnvironment, signalGroup } from './program.js';
import { guard } from './watchdog.js';

/** A command that has a program which waits do again what led to the stop. */
export interface ReproduceCommand {
  /** A text is for the shell; a list is a command and its arguments. `${port}` is the port at which the program listens. */
  readonly command: string | readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | null>>;
}

/** Called when a program waits, with the port at which it listens if it does; what it returns ends what was begun. */
export type WhenWaiting = (port: number | null) => () => void;

/** Runs the command once; `print` gets what it prints, and one line about it where it went wrong. */
export function reproduce({ command, cwd, environment }: ReproduceCommand, port: number | null, print: (text: string) => void): () => void {
  const put = (word: string) => word.replaceAll('${port}', String(port ?? ''));
  const [file = '', ...args] = typeof command === 'string' ? [put(command)] : command.map(put);
  const child = spawn(file, args, {
    cwd,
    env: mergedEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: typeof command === 'string',
    detached: process.platform !== 'win32',
  });
  if (child.pid !== undefined) child.on('exit', guard(child.pid));
  let isEnded = false;
  child.on('error', (error) => print(`“reproduce” could not be started: ${error.message}\n`));
  child.on('exit', (code, signal) => {
    if (!isEnded && code !== 0) print(`“reproduce” ended with ${signal === null ? `exit code ${code ?? 'unknown'}` : signal}.\n`);
  });
  child.stdout.setEncoding('utf8').on('data', print);
  child.stderr.setEncoding('utf8').on('data', print);
  return () => {
    isEnded = true;
    endGroup(child);
  };
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) signalGroup(pid, 'SIGKILL');
}
