import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { keepCode, requireKept } from '../files/keptCode.js';
import { prepareEngine } from './engine.js';

export { importFile } from '../files/importFile.js';
export { keepCode, requireKept } from '../files/keptCode.js';

/** The programs of `programs.cjs`, by name. */
type Programs = Readonly<Record<string, (() => Promise<unknown>) | undefined>>;

/** The program that runs in this thread. */
export let program = '';

/** V8 drops the code of functions that have not been called for some time: what is kept later lacks that of the beginning. */
const keepsAfterMs = 3_000;

/**
 * Begins one of our programs. All are in one file, with V8's code for it from an earlier start: to compile what is loaded and called took
 * more of the processor than most questions. The file gets from here what it must share with this one. A thread may be ended before
 * its end: it calls `keepCode` itself.
 */
export async function start(name: string): Promise<void> {
  program = name;
  prepareEngine(); // code that was kept with other flags is none for V8
  if (isMainThread) {
    process.once('exit', keepCode);
    setTimeout(keepCode, keepsAfterMs).unref();
  }
  const { programs } = requireKept(join(__dirname, 'programs.cjs'), name) as { readonly programs: Programs };
  await programs[name]?.();
}
