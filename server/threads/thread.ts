import { Worker } from 'node:worker_threads';
import type { CheckRequest } from '../check/check.js';
import { prepareEngine } from './engine.js';
import { FileClock, maxFileMs } from './fileClock.js';
import { reportPath } from '../findings/reportPath.js';
import type { CheckResult, ErrorReport } from '../findings/result.js';

/** The tasks of the thread, with their answers. */
export interface Tasks {
  readonly check: { readonly request: CheckRequest; readonly answer: CheckResult };
  readonly cfg: { readonly request: { readonly file: string; readonly cwd: string }; readonly answer: string };
}

export type TaskKind = keyof Tasks;

/** The thread's `workerData`. */
export type Task = { readonly [Kind in TaskKind]: { readonly kind: Kind; readonly request: Tasks[Kind]['request'] } }[TaskKind];

export interface Progress {
  readonly file: string;
  readonly done: number;
  readonly total: number;
}

export interface ThreadOptions {
  /** The thread's program; beside this file when left out. */
  readonly worker?: URL | string | undefined;
  /** Ends the thread. */
  readonly signal?: AbortSignal | undefined;
  /** Is told what each file has given when it is done, before the whole answer. */
  readonly onChecked?: ((result: CheckResult) => void) | undefined;
}

/** A message from the thread: progress, and at last an answer or the reason why there is none. */
export type Message =
  | { readonly kind: 'progress'; readonly progress: Progress }
  /** The findings and conditions of one file. */
  | { readonly kind: 'checked'; readonly result: CheckResult }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly message: string };

/**
 * Checks in a thread. When the analysis of one file kills it, that file becomes an entry of `errors` and the others are
 * checked again without it, so that nothing else is lost. Rejects with the signal's reason when it is aborted.
 */
export async function checkInThread(
  request: CheckRequest,
  onProgress: (progress: Progress) => void,
  { worker, signal, onChecked }: ThreadOptions = {},
): Promise<CheckResult> {
  const started = performance.now();
  const errors: ErrorReport[] = [];
  let files = request.files;
  for (;;) {
    try {
      const at = request.at.filter(({ file }) => files.includes(file));
      const result = await runInThread('check', { ...request, files, at, tellsFiles: onChecked !== undefined }, onProgress, {
        worker,
        signal,
        onChecked,
      });
      const measured = { milliseconds: Math.round(performance.now() - started), peakMegabytes: peakMegabytes() };
      return { ...result, errors: [...errors, ...result.errors], statistics: { ...result.statistics, ...measured } };
    } catch (error) {
      if (!(error instanceof ThreadFailure) || error.file === null) throw error;
      const { file, message } = error;
      errors.push({ file: reportPath(request.cwd, file), message });
      files = files.filter((other) => other !== file);
    }
  }
}

function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

/** The control-flow graphs of a file's functions, as text. Rejects with one sentence for the user. */
export function printGraph(file: string, cwd: string, options: ThreadOptions = {}): Promise<string> {
  return runInThread('cfg', { file, cwd }, () => {}, options);
}

/** The thread could not answer. `file` is the one it was working on. */
class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';

  constructor(
    message: string,
    readonly file: string | null,
  ) {
    super(message);
  }
}

/**
 * Programs nest deeply and recursive descent follows them: 5,000 levels need more than the main thread's stack. States are made and dropped
 * all the time: with twice V8's room for what is new, less of it is copied before it is dropped, which saves a twelfth of the time.
 */
const resourceLimits = { stackSizeMb: 256, maxOldGenerationSizeMb: 6000, maxYoungGenerationSizeMb: 96 };

/** Runs one task in a thread of its own. Rejects with a `ThreadFailure` when the thread dies or refuses. */
function runInThread<Kind extends TaskKind>(
  kind: Kind,
  request: Tasks[Kind]['request'],
  onProgress: (progress: Progress) => void,
  { worker: program = new URL('./worker.js', import.meta.url), signal, onChecked }: ThreadOptions,
): Promise<Tasks[Kind]['answer']> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let file: string | null = null;
    prepareEngine();
    const worker = new Worker(program, { workerData: { kind, request }, resourceLimits });
    const clock = new FileClock(maxFileMs, (late) => {
      reject(new ThreadFailure(late, file));
      void worker.terminate();
    });
    const cancel = () => {
      reject(signal?.reason as Error);
      void worker.terminate();
    };
    signal?.addEventListener('abort', cancel);
    clock.begin();
    worker.on('message', (message: Message) => {
      switch (message.kind) {
        case 'progress':
          clock.begin();
          file = message.progress.file;
          onProgress(message.progress);
          break;
        case 'checked':
          onChecked?.(message.result);
          break;
        case 'answer':
          resolve(message.answer as Tasks[Kind]['answer']);
          break;
        case 'failure':
          reject(new ThreadFailure(message.message, file));
          break;
      }
    });
    worker.on('error', (error) => reject(new ThreadFailure(deathText(error), file)));
    // After an answer this changes nothing: a promise is settled once.
    worker.on('exit', (code) => {
      clock.end();
      signal?.removeEventListener('abort', cancel);
      reject(new ThreadFailure(`The analysis ended unexpectedly (code ${code}).`, file));
    });
  });
}

function deathText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'The analysis needs more memory than it may use.';
  if (error instanceof RangeError && error.message.includes('call stack')) return 'The program is nested too deeply to be analysed.';
  return `The analysis failed: ${error instanceof Error ? error.message : String(error)}`;
}
