import { readSync, writeSync } from 'node:fs';
import { inodeOf } from './inode.js';
import type { FromDebuggee, ToDebuggee } from './messages.js';

/** The descriptor that the adapter opened for us. */
let descriptor = 3;

/** The file that it leads to. A program may close it and open a file of its own, which then has its number. */
let socket: bigint | undefined;

/** Whether we end when the adapter is gone: nobody else would end this process. */
let isVital = true;

/** Another descriptor leads to the adapter, of a process that goes on when the adapter is gone. */
export function speakOver(opened: number): void {
  descriptor = opened;
  isVital = false;
}

/** Whether this is the process that the adapter has started itself, in which every thread has the descriptor. */
export function isFirstProcess(): boolean {
  return isVital;
}

/** One line of JSON to the adapter. */
export function tell(message: FromDebuggee): void {
  const bytes = Buffer.from(JSON.stringify(message) + '\n');
  let done = 0;
  while (done < bytes.length) {
    const written = attempt(() => writeSync(ours(), bytes, done));
    if (written === undefined) {
      if (!isVital) return;
      process.kill(process.pid, 'SIGKILL');
    }
    done += written ?? 0;
  }
}

let unread = Buffer.alloc(0);
const block = Buffer.alloc(1 << 16);

/** Nobody answers any more. */
export class AdapterGone extends Error {}

/** Waits for the adapter's next line. Without one there is nothing to go on with. */
export function listen(): ToDebuggee {
  for (;;) {
    const end = unread.indexOf(10);
    if (end >= 0) {
      const line = unread.toString('utf8', 0, end);
      unread = unread.subarray(end + 1);
      return JSON.parse(line) as ToDebuggee;
    }
    const count = attempt(() => readSync(ours(), block));
    if (count === undefined || count === 0) {
      if (!isVital) throw new AdapterGone();
      process.kill(process.pid, 'SIGKILL');
    }
    unread = Buffer.concat([unread, block.subarray(0, count)]);
  }
}

/** The descriptor; throws when it leads to something else now. */
function ours(): number {
  const ino = inodeOf(descriptor);
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
