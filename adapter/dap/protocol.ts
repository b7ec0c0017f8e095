import { Event } from '@vscode/debugadapter';
import { ProtocolServer } from '@vscode/debugadapter/lib/protocol.js';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { DapError } from './errors.js';

/** What a request is answered with: the body of its response. */
export type Handler = (args: never, cancelled: AbortSignal) => Promise<object | undefined> | object | undefined;

/** The wire of the debug adapter protocol: requests go to handlers, what they throw becomes one clear sentence. */
export class DapServer extends ProtocolServer {
  private readonly running = new Map<number, AbortController>();

  constructor(private readonly handlerOf: (command: string) => Handler | undefined) {
    super();
  }

  /** Cancels a request that has not been answered. */
  cancel(requestId: number): void {
    this.running.get(requestId)?.abort();
  }

  event(name: string, body: object = {}): void {
    this.sendEvent(new Event(name, body));
  }

  /** Asks the client. */
  ask<T>(command: string, args: object, timeoutMs: number): Promise<T> {
    return new Promise((resolve, reject) => {
      this.sendRequest(command, args, timeoutMs, (response) => {
        if (response.success) resolve(response.body as T);
        else reject(new Error(response.message ?? 'The client refused.'));
      });
    });
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    void this.answer(request);
  }

  private async answer({ seq, command, arguments: args }: DebugProtocol.Request): Promise<void> {
    const response: DebugProtocol.Response = { seq: 0, type: 'response', request_seq: seq, command, success: true };
    const cancelling = new AbortController();
    this.running.set(seq, cancelling);
    try {
      const handler = this.handlerOf(command);
      if (handler === undefined) throw new DapError(2001, `Whence's debugger has no request “${command}”.`, false);
      const body = await handler((args ?? {}) as never, cancelling.signal);
      if (body !== undefined) response.body = body;
    } catch (error) {
      response.success = false;
      response.message = error instanceof Error ? error.message : String(error);
      if (cancelling.signal.aborted) response.message = 'cancelled';
      else if (error instanceof DapError) response.body = { error: error.asMessage() };
    } finally {
      this.running.delete(seq);
    }
    this.sendResponse(response);
  }
}
