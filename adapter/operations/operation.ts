/** What every operation is given beside its request; none of it changes the result. */
export interface OperationContext<Progress> {
  /** Called while the operation is on. */
  onProgress(progress: Progress): void;
  /** Ends the operation, which then rejects. */
  readonly signal: AbortSignal;
}

/** The operation was ended by its signal. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  constructor() {
    super('Cancelled.');
  }
}

/** What `work` gives, where whatever an abort makes it reject with becomes `Cancelled`. */
export async function cancellable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw signal.aborted ? new Cancelled() : error;
  }
}
