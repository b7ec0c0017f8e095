import { Event } from '@vscode/debugadapter';
import { ProtocolServer } from '@vscode/debugadapter/lib/protocol.js';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { DapError, noRequest } from './errors.js';
import { FrameReader } from './framing.js';
import { requestShapes } from './requestShapes.js';
import { checked } from './shapes.js';

/** A handler of a request: it returns the body of the response. */
export type Handler = (args: never, cancelled: AbortSignal) => Promise<object | undefined> | object | undefined;

/** How much of a name or text that was sent is said again. */
const mostRepeated = 60;

/**
 * The wire of the debug adapter protocol: requests go to handlers, what they throw becomes one clear sentence. What is no message is reported,
 * and passed over; `lost` is called where that is not possible.
 */
export class DapServer extends ProtocolServer {
  private readonly asked = new Map<number, (response: DebugProtocol.Response) => void>();
  private readonly running = new Map<number, AbortController>();
  private readonly reader = new FrameReader({
    message: (text) => this.receive(text),
    skipped: (what) => this.complain(`it begins with ${JSON.stringify(what)}`),
    lost: (sentence) => this.lost(sentence),
  });

  constructor(
    private readonly handlerOf: (command: string) => Handler | undefined,
    private readonly lost: (sentence: string) => void = () => {},
  ) {
    super();
  }

  override start(from: Readable, to: Writable): void {
    super.start(new PassThrough(), to); // the library ends the process where something is no message
    from.on('data', (data: Buffer) => this.reader.read(data));
    from.on('error', () => {}); // it is closed then
    from.resume();
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
      const timer = setTimeout(() => reject(new Error('timeout')), timeoutMs);
      // The library would keep a timer of its own for as long, answered or not.
      let seq = 0;
      const hearing = this.onDidSendMessage((message) => (seq = (message as DebugProtocol.Request).seq));
      this.sendRequest(command, args, 0, undefined as never);
      hearing.dispose();
      this.asked.set(seq, (response) => {
        clearTimeout(timer);
        if (response.success) resolve(response.body as T);
        else reject(new Error(response.message ?? 'The client refused.'));
      });
    });
  }

  private receive(text: string): void {
    let message: Partial<DebugProtocol.Request & DebugProtocol.Response> | null;
    try {
      message = JSON.parse(text) as typeof message;
    } catch {
      return this.complain(`it is no JSON: ${JSON.stringify(text.slice(0, mostRepeated))}`);
    }
    if (message?.type === 'request') void this.answer(message);
    else if (message?.type === 'response') this.answered(message);
    else this.complain(`it is neither a request nor a response: ${JSON.stringify(text.slice(0, mostRepeated))}`);
  }

  private answered(response: Partial<DebugProtocol.Response>): void {
    const { request_seq: seq } = response;
    if (typeof seq !== 'number') return;
    this.asked.get(seq)?.(response as DebugProtocol.Response);
    this.asked.delete(seq);
  }

  private complain(why: string): void {
    const output = `Whence's debugger was sent something that is no message of its protocol, and passed over it: ${why}\n`;
    this.event('output', { category: 'console', output });
  }

  private async answer(request: Partial<DebugProtocol.Request>): Promise<void> {
    const seq = Number.isSafeInteger(request.seq) ? (request.seq ?? 0) : 0;
    const command = typeof request.command === 'string' ? request.command : '';
    const response: DebugProtocol.Response = { seq: 0, type: 'response', request_seq: seq, command, success: true };
    const cancelling = new AbortController();
    this.running.set(seq, cancelling);
    try {
      const handler = this.handlerOf(command);
      if (handler === undefined) throw noRequest(command.slice(0, mostRepeated));
      const body = await handler(checked(command, request.arguments, requestShapes[command] ?? {}) as never, cancelling.signal);
      if (body !== undefined) response.body = body;
    } catch (error) {
      response.success = false;
      response.message = error instanceof Error ? error.message : String(error);
      if (cancelling.signal.aborted) response.message = 'cancelled';
      else if (error instanceof DapError) response.body = { error: error.asMessage() };
    } finally {
      if (this.running.get(seq) === cancelling) this.running.delete(seq);
    }
    this.sendResponse(response);
  }
}
