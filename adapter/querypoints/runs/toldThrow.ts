import type { ThrowPlace, Uncaught } from '../../runtime/channel/messages.js';
import type { Stop } from './investigate.js';
import type { RunOutcome } from './oneRun.js';

/**
 * What a run has told of the throw that is looked for. A program may go on for ever behind it, as a server does, or what watches a program
 * (`node --watch`). A run that has told it may therefore take as long again as until then, and two seconds; of what several threads or
 * processes have told by then, that of the one that was met first counts.
 */
export class ToldThrow {
  /** Settles where the run goes on for longer. */
  readonly outcome: Promise<RunOutcome>;
  private resolve: (outcome: RunOutcome) => void = () => {};
  private timer: NodeJS.Timeout | null = null;
  private readonly told = new Map<number, RunOutcome>();
  private readonly started = Date.now();

  constructor(
    private readonly stop: Stop,
    private readonly timeoutMs: number,
  ) {
    this.outcome = new Promise((resolve) => (this.resolve = resolve));
  }

  /** `order`: when the thread or process that tells it was met. */
  tell(outcome: RunOutcome, order: number): void {
    if (!isWanted(outcome, this.stop)) {
      this.told.delete(order);
      return;
    }
    this.told.set(order, outcome);
    const taken = Date.now() - this.started;
    this.timer ??= setTimeout(() => this.decide(), Math.max(0, Math.min(taken + 2000, (this.timeoutMs - taken) / 2)));
  }

  /** The run is over. */
  forget(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private decide(): void {
    this.timer = null;
    const first = this.told.get(Math.min(...this.told.keys()));
    if (first !== undefined) this.resolve(first);
  }
}

/**
 * Whether what was looked for was thrown in this thread or process. Where nobody listens to the errors of a thread, Node throws a copy in
 * the thread that started it: of that nobody knows a place.
 */
export function isWanted({ uncaught, found }: RunOutcome, { kind }: Stop): boolean {
  if (kind === 'uncaught') return uncaught !== null && (uncaught.thrown !== null || uncaught.isOverflow);
  return found !== null && !(kind === 'caught' && isSameThrow(found.thrown, uncaught));
}

/** Whether a throw is the one that ended its thread: to V8 it is caught where Node's own code hands it on. */
export function isSameThrow({ path, line, number }: ThrowPlace, uncaught: Uncaught | null): boolean {
  const last = uncaught?.thrown ?? null;
  return last !== null && last.path === path && last.line === line && last.number === number;
}
