/** Runs of one program happen one after the other: they may use the same files and ports. */
export class Queues {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Does the work when what came before under the same name is over, or fails when it is aborted before its turn. */
  async inTurn<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(name) ?? Promise.resolve();
    const turn = before.then(() => {
      signal.throwIfAborted();
      return work();
    });
    const over = turn.catch(() => undefined);
    this.last.set(name, over);
    void over.then(() => {
      if (this.last.get(name) === over) this.last.delete(name);
    });
    return turn;
  }
}
