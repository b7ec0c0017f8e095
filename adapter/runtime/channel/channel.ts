import { fstatSync, readSync, writeSync } from 'node:fs';
import type { FromDebuggee, ToDebuggee } from './messages.js';

/** The descriptor that the adapter opened for us. */
const descriptor = 3;

/** What it leads to. A program may close it, and open a file of its own, which then has its number. */
let socket: number | undefined;

/** One line of JSON to the adapter. When the adapter is gone, so are we: nobody else would end this process. */
export function tell(message: FromDebuggee): void {
  const bytes = Buffer.from(JSON.stringify(message) + '\n');
  let done = 0;
  while (done < bytes.length) {
    const written = attempt(() => writeSync(ours(), bytes, done));
    if (written === undefined) process.kill(process.pid, 'SIGKILL');
    done += written ?? 0;
  }
}

let unread = Buffer.alloc(0);
const block = Buffer.alloc(1 << 16);

/** Waits for the adapter's next line. */
export function listen(): ToDebuggee {
  for (;;) {
    const end = unread.indexOf(10);
    if (end >= 0) {
      const line = unread.toString('utf8', 0, end);
      unread = unread.subarray(end + 1);
      return JSON.parse(line) as ToDebuggee;
    }
    const count = attempt(() => readSync(ours(), block));
    if (count === undefined || count === 0) process.kill(process.pid, 'SIGKILL');
    unread = Buffer.concat([unread, block.subarray(0, count)]);
  }
}

/** The descriptor; throws when it leads to something else now. */
function ours(): number {
  const { ino } = fstatSync(descriptor);
  socket ??= ino;
  if (ino !== socket) throw new Error('The program has closed the descriptor.');
  return descriptor;
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** A socket may be one that does not wait: it is tried again a millisecond later. */
function attempt(action: () => number): number | undefined {
  for (;;) {
    try {
      return action();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return undefined;
      Atomics.wait(sleeper, 0, 0, 1);
    }
  }
}
