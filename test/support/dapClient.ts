import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Readable, Writable } from 'node:stream';

/** A request was answered with an error. */
export class Refused extends Error {}

type Message = DebugProtocol.Event | DebugProtocol.Response | DebugProtocol.Request;

/** A small client of the debug adapter protocol. Waiting is for events, never for time. */
export class DapClient {
  /** Every event that has come, in order. */
  readonly events: DebugProtocol.Event[] = [];
  /** Answers requests of the adapter, such as `runInTerminal`. */
  onRequest: (request: DebugProtocol.Request) => Promise<object> = () => Promise.reject(new Error('nobody answers'));
  /** Hears of every response. */
  onResponse: (response: DebugProtocol.Response) => void = () => {};
  private readonly messages: Message[] = [];
  private readonly pending = new Map<number, (response: DebugProtocol.Response) => void>();
  private readonly waiting: {
    readonly name: string;
    readonly isWanted: (body: never) => boolean;
    resolve(event: DebugProtocol.Event): void;
  }[] = [];
  private readonly taken = new Set<DebugProtocol.Event>();
  private unread = Buffer.alloc(0);
  private lastSeq = 0;

  constructor(
    from: Readable,
    private readonly to: Writable,
  ) {
    from.on('data', (data: Buffer) => this.read(data));
  }

  /** The body of the response; throws `Refused` with the adapter's sentence. */
  async request<T>(command: string, args: object): Promise<T> {
    const seq = ++this.lastSeq;
    const response = await new Promise<DebugProtocol.Response>((resolve) => {
      this.pending.set(seq, resolve);
      this.write({ seq, type: 'request', command, arguments: args } as DebugProtocol.Request);
    });
    if (response.success) return response.body as T;
    const { error } = (response.body ?? {}) as { error?: DebugProtocol.Message };
    throw new Refused(error?.format ?? response.message);
  }

  /** The next event of this name that nobody has waited for yet, past ones included. */
  event(name: string, isWanted: (body: never) => boolean = () => true): Promise<DebugProtocol.Event> {
    const known = this.events.find((event) => event.event === name && !this.taken.has(event) && isWanted(event.body as never));
    if (known !== undefined) {
      this.taken.add(known);
      return Promise.resolve(known);
    }
    return new Promise((resolve) => this.waiting.push({ name, isWanted, resolve }));
  }

  /** What was said, the last part of it, for a test that fails. */
  transcript(): string {
    return this.messages
      .filter((message) => message.type !== 'event' || (message as DebugProtocol.Event).event !== 'loadedSource')
      .slice(-30)
      .map((message) => JSON.stringify(message).slice(0, 400))
      .join('\n');
  }

  /** All that was said. */
  get everything(): string {
    return JSON.stringify(this.messages);
  }

  private read(data: Buffer): void {
    this.unread = Buffer.concat([this.unread, data]);
    for (;;) {
      const head = this.unread.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.unread.toString('utf8', 0, head))?.[1]);
      if (this.unread.length < head + 4 + length) return;
      const text = this.unread.toString('utf8', head + 4, head + 4 + length);
      this.unread = this.unread.subarray(head + 4 + length);
      this.receive(JSON.parse(text) as Message);
    }
  }

  private receive(message: Message): void {
    this.messages.push(message);
    if (message.type === 'response') {
      const response = message as DebugProtocol.Response;
      this.onResponse(response);
      this.pending.get(response.request_seq)?.(response);
      this.pending.delete(response.request_seq);
    } else if (message.type === 'event') {
      const event = message as DebugProtocol.Event;
      this.events.push(event);
      const index = this.waiting.findIndex(({ name, isWanted }) => name === event.event && isWanted(event.body as never));
      if (index < 0) return;
      this.taken.add(event);
      this.waiting.splice(index, 1)[0]?.resolve(event);
    } else void this.answer(message as DebugProtocol.Request);
  }

  private async answer(request: DebugProtocol.Request): Promise<void> {
    const response = { seq: ++this.lastSeq, type: 'response', request_seq: request.seq, command: request.command };
    try {
      this.write({ ...response, success: true, body: await this.onRequest(request) } as DebugProtocol.Response);
    } catch (error) {
      this.write({
        ...response,
        success: false,
        message: error instanceof Error ? error.message : String(error),
      } as DebugProtocol.Response);
    }
  }

  private write(message: Message): void {
    const text = JSON.stringify(message);
    this.messages.push(message);
    this.to.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
}
