import { join } from 'node:path';
import type { ResolvedModule, RunnerSettings, TransformedText } from '../tests/settings.js';
import type { RunnerOfTests } from '../tests/testMessages.js';
import { TestWorker, type WorkerOptions } from '../tests/workerProcess.js';
import { notLoaded } from './request.js';

/** How a runner is asked for help: its settings, where imports lead by them, and what texts become. No test runs there. */
export interface RunnerHelp {
  readonly settings: RunnerSettings;
  resolve(asked: readonly (readonly [specifier: string, from: string])[]): Promise<readonly (ResolvedModule | null)[]>;
  transform(texts: readonly (readonly [path: string, text: string | null])[]): Promise<readonly TransformedText[]>;
}

/** What a runner is asked about. */
export interface HelpRequest {
  readonly runner: RunnerOfTests;
  readonly folder: string;
  readonly words: readonly string[];
  readonly wanted: readonly string[];
}

/** Starts a process in which the runner reads its settings; it runs until `end`. It has what a transformer needs, and no candidate runs in it. */
export class RunnerHelper implements RunnerHelp {
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly worker: TestWorker,
    readonly settings: RunnerSettings,
  ) {}

  /** Throws a `DiagnosisError` where the runner can't read its settings. */
  static async start(request: HelpRequest, options: Omit<WorkerOptions, 'isFree' | 'cwd'>): Promise<RunnerHelper> {
    const worker = new TestWorker({ ...options, isFree: true, cwd: request.folder });
    try {
      worker.begin();
      const cache = join(options.folder, 'settings');
      const { settings } = await worker.settingsAsked({ kind: 'settings', cache, ...request }, 'settings');
      return new RunnerHelper(worker, settings);
    } catch (error) {
      worker.end();
      throw notLoaded(`The settings of ${request.runner.name}`, error);
    }
  }

  async resolve(asked: readonly (readonly [string, string])[]): Promise<readonly (ResolvedModule | null)[]> {
    if (asked.length === 0) return [];
    return (await this.inTurn(() => this.worker.settingsAsked({ kind: 'resolve', asked }, 'resolved'))).modules;
  }

  async transform(texts: readonly (readonly [string, string | null])[]): Promise<readonly TransformedText[]> {
    if (texts.length === 0) return [];
    return (await this.inTurn(() => this.worker.settingsAsked({ kind: 'transform', texts }, 'transformed'))).texts;
  }

  /** The process answers one question after the other. */
  private inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.last.then(ask, ask);
    this.last = answer.catch(() => undefined);
    return answer;
  }

  end(): void {
    this.worker.end();
  }
}
