import type { DapServer } from '../protocol.js';
import { cancelled } from '../errors.js';

/** Long work that the client shows, and that the user may cancel. */
export class Progresses {
  /** Whether the client shows it. */
  isShown = false;
  private lastId = 0;
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly server: DapServer) {}

  /** Runs `work`, which says how far it is; `signal` is that of the request. Rejects when it is cancelled. */
  async during<T>(
    title: string,
    signal: AbortSignal,
    work: (signal: AbortSignal, tell: (message: string) => void) => Promise<T>,
  ): Promise<T> {
    const progressId = `whence-${++this.lastId}`;
    const own = new AbortController();
    this.running.set(progressId, own);
    const both = AbortSignal.any([signal, own.signal]);
    if (this.isShown) this.server.event('progressStart', { progressId, title, cancellable: true });
    try {
      return await work(both, (message) => {
        if (this.isShown) this.server.event('progressUpdate', { progressId, message });
      });
    } catch (error) {
      throw both.aborted ? cancelled() : error;
    } finally {
      this.running.delete(progressId);
      if (this.isShown) this.server.event('progressEnd', { progressId });
    }
  }

  cancel(progressId: string): void {
    this.running.get(progressId)?.abort();
  }

  cancelAll(): void {
    for (const one of this.running.values()) one.abort();
  }
}
