import { fork } from 'node:child_process';
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import type { FileResult, WorkerMessage, WorkerRequest } from './corpusMessages.js';

export interface Limits {
  /** A file that takes longer is given up. */
  readonly fileMs: number;
  readonly heapMegabytes: number;
}

const worker = fileURLToPath(new URL('../../.cache/corpusWorker.mjs', import.meta.url));

/** Bundles the worker as the product is bundled: what tsx adds to every closure to keep its name would be measured too. */
export async function buildWorker(): Promise<void> {
  const source = fileURLToPath(new URL('corpusWorker.ts', import.meta.url));
  await build({
    entryPoints: [source],
    outfile: worker,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'silent',
  });
}

/**
 * Checks the files in a process of their own, one after the other. A process that dies, or that is ended because a file takes
 * too long, costs that file: a new one goes on with the next.
 */
export async function checkFiles(request: WorkerRequest, limits: Limits, done: (result: FileResult) => void): Promise<void> {
  let files = request.files;
  while (files.length > 0) {
    const finished = await checkInOneProcess({ ...request, files }, limits, done);
    // At least one file is settled by each process, so this ends.
    files = files.slice(Math.max(1, finished));
  }
}

/** The number of files that have a result when the process is over; rejects when it does not even come to the first one. */
function checkInOneProcess(request: WorkerRequest, limits: Limits, done: (result: FileResult) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(worker, [], {
      execArgv: ['--enable-source-maps', `--max-old-space-size=${limits.heapMegabytes}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let finished = 0;
    let current: { readonly path: string; readonly since: number } | null = null;
    let begun = false;
    let timedOut = false;
    let complaints = '';
    let timer: NodeJS.Timeout | undefined;
    child.stderr?.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-2000)));
    child.on('message', (message: WorkerMessage) => {
      clearTimeout(timer);
      if (message.kind === 'begun') {
        begun = true;
        current = { path: message.path, since: performance.now() };
        timer = setTimeout(() => {
          timedOut = true;
          child.kill('SIGKILL');
        }, limits.fileMs);
      } else {
        current = null;
        finished++;
        done(message.result);
      }
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      if (!begun) {
        reject(new Error(`the check does not start: ${lastLines(complaints)}`));
        return;
      }
      if (current !== null) {
        finished++;
        const milliseconds = performance.now() - current.since;
        const message = timedOut
          ? `no result after ${limits.fileMs / 1000} s`
          : `the process ended with ${code ?? 'a signal'}: ${lastLines(complaints)}`;
        done({ kind: timedOut ? 'timeout' : 'crashed', path: current.path, milliseconds, message });
      }
      resolve(finished);
    });
    child.send(request);
  });
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-12).join('\n');
}
