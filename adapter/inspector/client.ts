import type { Commands, Events } from './commands.js';
import type { Transport } from './socket.js';

/** The inspector refused a command, or is gone. */
class InspectorError extends Error {
  constructor(
    readonly method: string,
    message: string,
  ) {
    super(message);
  }
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: unknown;
}

/** The conversation with the inspector of one V8 isolate: a process's main thread, or a worker. */
export class InspectorClient {
  private readonly pending = new Map<number, (answer: Answer) => void>();
  private readonly listeners = new Map<string, ((params: never) => void)[]>();
  private readonly whenClosed: (() => void)[] = [];
  private lastId = 0;
  /** Called when code of ours has run; its answer waits for it. */
  whenCodeHasRun: (() => Promise<void>) | null = null;
  private isClosed = false;

  constructor(private readonly transport: Transport) {
    transport.onMessage((text) => {
      const answer = answerIn(text);
      // What is no inspector is not spoken with.
      if (answer === null) this.close();
      else this.receive(answer);
    });
    transport.onClose(() => this.closed());
  }

  /** Asks; rejects with an `InspectorError` when it is refused, or when the isolate is gone before it has answered. */
  send<M extends keyof Commands>(method: M, params: Commands[M][0]): Promise<Commands[M][1]> {
    if (this.isClosed) return Promise.reject(new InspectorError(method, 'The program has ended.'));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, ({ result, error }) => {
        if (error !== undefined) reject(new InspectorError(method, error.message));
        else if (runsCode(method) && this.whenCodeHasRun !== null) void this.whenCodeHasRun().then(() => resolve(result as Commands[M][1]));
        else resolve(result as Commands[M][1]);
      });
      this.transport.send(JSON.stringify({ id, method, params }));
    });
  }

  on<E extends keyof Events>(event: E, listener: (params: Events[E]) => void): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener as (params: never) => void]);
  }

  onClose(listener: () => void): void {
    if (this.isClosed) listener();
    else this.whenClosed.push(listener);
  }

  close(): void {
    this.transport.close();
    this.closed();
  }

  private receive(answer: Answer): void {
    if (answer.id !== undefined) {
      const resolve = this.pending.get(answer.id);
      this.pending.delete(answer.id);
      resolve?.(answer);
    } else if (answer.method !== undefined) {
      for (const listener of this.listeners.get(answer.method) ?? []) listener(answer.params as never);
    }
  }

  private closed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const [id, resolve] of this.pending) resolve({ id, error: { message: 'The program has ended.' } });
    this.pending.clear();
    for (const listener of this.whenClosed) listener();
  }
}

function runsCode(method: keyof Commands): boolean {
  return method === 'Runtime.evaluate' || method === 'Runtime.callFunctionOn';
}

function answerIn(text: string): Answer | null {
  try {
    const answer = JSON.parse(text) as Answer | null;
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null;
  }
}
