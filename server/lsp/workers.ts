import type { DocumentText } from './documentText.js';
import { JobQueue, urgency } from './jobQueue.js';
import { SessionThread, type Buffers, type ThreadListener } from './sessionThread.js';

/** Documents that are longer, in UTF-16 units, must not keep the others waiting: about 20,000 lines. */
const largeLength = 800_000;

/** The background thread is ended when it had nothing to do for so long: what it holds is worth less than the memory. */
const restAfterMs = 5_000;

/**
 * The three threads: one analyses the documents that are open; one, in the background, whole workspaces and very large documents; one
 * knows texts only and is never busy for long.
 */
export class Workers {
  readonly names: JobQueue;
  readonly background: JobQueue;
  private readonly foreground: JobQueue;
  private readonly threads: { readonly names: SessionThread; readonly background: SessionThread; readonly foreground: SessionThread };
  private readonly busy = new Set<JobQueue>();
  private resting: NodeJS.Timeout | null = null;

  constructor(
    buffers: Buffers,
    /** Called when analysis begins or ends. */
    private readonly onBusy: (isBusy: boolean) => void,
    listener: ThreadListener,
  ) {
    this.threads = {
      names: new SessionThread(buffers, listener),
      background: new SessionThread(buffers, listener),
      foreground: new SessionThread(buffers, listener),
    };
    this.names = new JobQueue(this.threads.names, () => {});
    this.foreground = new JobQueue(this.threads.foreground, (isBusy) => this.setBusy(this.foreground, isBusy));
    this.background = new JobQueue(this.threads.background, (isBusy) => {
      this.setBusy(this.background, isBusy);
      this.rest(isBusy);
    });
  }

  /** Where a document with this text is analysed. */
  analysisOf({ text }: DocumentText): JobQueue {
    return text.length > largeLength ? this.background : this.foreground;
  }

  /** The file's buffer is another one, or none. */
  changed(file: string): void {
    for (const thread of Object.values(this.threads)) thread.changed(file);
  }

  /** Lets the threads that analyse find out what became stale; a check of the changed document itself would do that too. */
  async update(): Promise<void> {
    const { foreground, background } = this.threads;
    const queues = [foreground.isAlive ? this.foreground : null, background.isAlive ? this.background : null];
    const options = { urgency: () => urgency.question, isWanted: () => true };
    await Promise.all(queues.map((queue) => queue?.add('update', () => null, options)));
  }

  /** Something that is being worked on may not be wanted any more. */
  review(): void {
    this.foreground.review();
    this.background.review();
  }

  async close(): Promise<void> {
    if (this.resting !== null) clearTimeout(this.resting);
    await Promise.all(Object.values(this.threads).map((thread) => thread.close()));
  }

  private setBusy(queue: JobQueue, isBusy: boolean): void {
    if (isBusy) this.busy.add(queue);
    else this.busy.delete(queue);
    this.onBusy(this.busy.size > 0);
  }

  private rest(isBusy: boolean): void {
    if (this.resting !== null) clearTimeout(this.resting);
    this.resting = isBusy ? null : setTimeout(() => this.threads.background.rest(), restAfterMs);
  }
}
