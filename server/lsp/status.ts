import type { Connection } from 'vscode-languageserver';
import { notifications, type StatusParams } from './protocol.js';

/** Shorter work is not worth a sign. */
const quietMs = 100;

/** Why a file is not analysed as it should be. */
export interface Limit {
  readonly reason: 'syntax' | 'failure';
  readonly message: string;
}

/** Tells the client what the server is doing, whenever that changes. */
export class Status {
  private shown: StatusParams = { state: 'idle' };
  private busy: NodeJS.Timeout | 'shown' | null = null;
  /** Files whose analysis was given up, and why; the newest last. */
  private readonly limits = new Map<string, Limit>();

  constructor(private readonly connection: Connection) {}

  setBusy(isBusy: boolean): void {
    if (isBusy) {
      this.busy ??= setTimeout(() => {
        this.busy = 'shown';
        this.show();
      }, quietMs);
      return;
    }
    if (this.busy !== null && this.busy !== 'shown') clearTimeout(this.busy);
    this.busy = null;
    this.show();
  }

  /** Null: the file is analysed as it should be, or not open any more. */
  setLimit(uri: string, limit: Limit | null): void {
    this.limits.delete(uri);
    if (limit !== null) this.limits.set(uri, limit);
  }

  /** Tells what has changed; when work ends, that is told anyway. */
  show(): void {
    const next = this.current();
    if (JSON.stringify(next) === JSON.stringify(this.shown)) return;
    this.shown = next;
    void this.connection.sendNotification(notifications.status, next);
  }

  private current(): StatusParams {
    if (this.busy === 'shown') return { state: 'busy' };
    const limits = [...this.limits];
    // A text that is being written has syntax errors all the time.
    const limit = limits.findLast(([, { reason }]) => reason === 'failure') ?? limits.at(-1);
    return limit === undefined ? { state: 'idle' } : { state: 'limited', file: limit[0], ...limit[1] };
  }
}
