import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { QueryError } from '../trace/relations/queryError.js';
import { readQuery, type OwnAnswer, type OwnQueryRequest } from './ownQuery.js';
import type { QueryOutcome } from './queryWorker.js';

/** What a query may take beside its rows and its memory, and what ends it before. */
export interface QueryRun {
  /** The built `queryWorker.js`. */
  readonly program: string;
  readonly milliseconds: number;
  readonly signal?: AbortSignal;
}

/** A query that is being answered. */
interface Running {
  readonly outcome: Promise<QueryOutcome>;
  end(): void;
}

/**
 * Answers a query of the user's own in a thread or process of its own, which is ended when its time is over or the signal says so. Rejects with
 * a `QueryError` that has a place, or with one sentence.
 */
export async function runQuery(request: OwnQueryRequest, { program, milliseconds, signal }: QueryRun): Promise<OwnAnswer> {
  const isNative = readQuery(request).engine !== 'sqlite';
  const scratch = isNative ? mkdtempSync(join(tmpdir(), 'whence-query-')) : null;
  const running = isNative ? inProcess(program, { ...request, scratch: scratch ?? '' }) : inThread(program, request);
  let timer: NodeJS.Timeout | undefined;
  let cancel: () => void = () => {};
  // What ends this process ends the other one, too, and its folder goes.
  const clean = (): void => {
    running.end();
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  };
  process.once('exit', clean);
  try {
    const ended = new Promise<QueryOutcome>((resolve) => {
      const seconds = milliseconds / 1000;
      timer = setTimeout(() => resolve(fault(`The query has taken ${seconds} s and was ended: --timeout allows more.`)), milliseconds);
      cancel = () => resolve(fault('The query was cancelled.'));
      signal?.addEventListener('abort', cancel);
    });
    const outcome = await Promise.race([running.outcome, ended]);
    if (outcome.kind === 'fault') throw new QueryError(outcome.message, outcome.place);
    return outcome.answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    process.removeListener('exit', clean);
    clean();
  }
}

function fault(message: string): QueryOutcome {
  return { kind: 'fault', message, place: null };
}

/** SQLite and Prolog are WebAssembly: a thread that runs them can be ended at any time. */
function inThread(program: string, request: OwnQueryRequest): Running {
  const worker = new Worker(program, {
    workerData: request,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: request.limits.megabytes * 2, stackSizeMb: 16 },
  });
  const outcome = new Promise<QueryOutcome>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      resolve(fault(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(request) : error.message)),
    );
    worker.once('exit', () => resolve(fault('The query has ended without an answer.')));
  });
  return { outcome, end: () => void worker.terminate() };
}

/** A native engine ends when its process does. */
function inProcess(program: string, request: OwnQueryRequest): Running {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${request.limits.megabytes * 2}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const outcome = new Promise<QueryOutcome>((resolve) => {
    child.once('message', (message) => resolve(message as QueryOutcome));
    child.once('error', (error) => resolve(fault(error.message)));
    child.once('exit', (_code, signal) =>
      resolve(
        fault(signal === 'SIGABRT' ? tooMuch(request) : `The engine has ended without an answer${signal === null ? '' : ` (${signal})`}.`),
      ),
    );
    child.send(request);
  });
  return { outcome, end: () => void child.kill('SIGKILL') };
}

function tooMuch({ limits }: OwnQueryRequest): string {
  return `The query needs more than ${limits.megabytes} MB.`;
}
