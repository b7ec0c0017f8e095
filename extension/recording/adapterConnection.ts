import { spawn, type ChildProcess } from 'node:child_process';

/** What is spoken with a debug adapter, as far as we read it. */
interface Message {
  readonly type?: string;
  readonly request_seq?: number;
  readonly success?: boolean;
  readonly message?: string;
  readonly body?: unknown;
}

interface Waiting {
  resolve(body: unknown): void;
  reject(error: Error): void;
}

const separator = Buffer.from('\r\n\r\n');

/**
 * A debug adapter of our own beside the sessions of VS Code, which has a recording open. It runs nothing, so that it may be started in folders
 * that nobody trusts.
 */
export class AdapterConnection {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private lastSeq = 0;
  private unread = Buffer.alloc(0);

  private constructor(adapter: string) {
    this.child = spawn(process.execPath, [adapter], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    this.child.stdout?.on('data', (bytes: Buffer) => this.read(bytes));
    this.child.stdin?.on('error', () => {});
    this.child.on('error', (error) => this.ended(error.message));
    this.child.on('exit', () => this.ended('The recording was closed.'));
  }

  /** Opens a recording; rejects with one sentence where it is none. `folder`: the workspace's, whose files may be shown. */
  static async open(adapter: string, recording: string, folder: string | null): Promise<AdapterConnection> {
    const connection = new AdapterConnection(adapter);
    try {
      await connection.request('initialize', { adapterID: 'whence', linesStartAt1: true, columnsStartAt1: true });
      await connection.request('attach', { recording, ...(folder === null ? {} : { __workspaceFolder: folder }) });
      return connection;
    } catch (error) {
      connection.dispose();
      throw error;
    }
  }

  request<T>(command: string, args: object): Promise<T> {
    const seq = ++this.lastSeq;
    const text = JSON.stringify({ seq, type: 'request', command, arguments: args });
    return new Promise((resolve, reject) => {
      if (this.child.exitCode !== null) return reject(new Error('The recording was closed.'));
      this.waiting.set(seq, { resolve: (body) => resolve(body as T), reject });
      this.child.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    });
  }

  dispose(): void {
    this.child.stdin?.end();
    this.child.kill();
  }

  private read(bytes: Buffer): void {
    this.unread = Buffer.concat([this.unread, bytes]);
    for (;;) {
      const end = this.unread.indexOf(separator);
      const length = end < 0 ? NaN : Number(/Content-Length: (\d+)/.exec(this.unread.toString('latin1', 0, end))?.[1]);
      const from = end + separator.length;
      if (!(this.unread.length >= from + length)) return;
      const text = this.unread.toString('utf8', from, from + length);
      this.unread = this.unread.subarray(from + length);
      this.take(JSON.parse(text) as Message);
    }
  }

  private take({ type, request_seq: seq = 0, success, message, body }: Message): void {
    const waiting = type === 'response' ? this.waiting.get(seq) : undefined;
    this.waiting.delete(seq);
    if (success === true) waiting?.resolve(body);
    else waiting?.reject(new Error(message ?? 'The recording cannot be asked.'));
  }

  private ended(sentence: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(sentence));
    this.waiting.clear();
  }
}
