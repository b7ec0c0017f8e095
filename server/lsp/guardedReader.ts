import type { Readable } from 'node:stream';
import { AbstractMessageReader, ErrorCodes, type DataCallback, type Disposable, type Message } from 'vscode-languageserver/node.js';
import { areParamsOf } from './messageShapes.js';

/** A longer message cannot be taken for one: documents are far shorter. */
const maxMessageBytes = 256_000_000;
const maxHeaderBytes = 8_192;

/** The functions that the reader needs of its surroundings. */
export interface GuardedReaderHost {
  /** Sends an answer of our own, between those of the server. */
  answer(message: Message): void;
  /** One sentence for whoever looks for the reason. */
  complain(sentence: string): void;
  /** Ends the server; nothing that comes after can be understood, or nothing comes any more. */
  end(code: number): void;
}

/**
 * Reads messages of the language server protocol from somebody who may send anything. What is no message, or one that its handler could
 * not bear, is answered with an error and not handed on; where it cannot be known where the next one begins, the server ends.
 */
export class GuardedReader extends AbstractMessageReader {
  private pending: Buffer[] = [];
  private size = 0;
  /** Of the message whose header was read; null: a header comes next. */
  private length: number | null = null;
  /** Requests that wait for their answers: another one with the same id would take the place of the first. */
  private readonly underWay = new Set<unknown>();
  private state: 'new' | 'initialised' | 'shut down' | 'ended' = 'new';

  constructor(
    private readonly input: Readable,
    private readonly host: GuardedReaderHost,
  ) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    const read = (data: Buffer): void => this.take(data, callback);
    const end = (): void => this.inputEnded();
    this.input.on('data', read).on('end', end).on('close', end).on('error', end);
    return { dispose: () => void this.input.off('data', read).off('end', end).off('close', end).off('error', end) };
  }

  /** To be called with each message that the server sends. */
  sent(message: Message): void {
    if ('id' in message && !('method' in message)) this.underWay.delete(message.id);
  }

  private inputEnded(): void {
    if (this.state === 'ended') return;
    const isRegular = this.state === 'shut down';
    if (!isRegular && this.size > 0) this.host.complain('The input ended in the middle of a message.');
    this.end(isRegular ? 0 : 1);
  }

  private end(code: number): void {
    this.state = 'ended';
    this.host.end(code);
  }

  private take(data: Buffer, callback: DataCallback): void {
    if (this.state === 'ended') return;
    this.pending.push(data);
    this.size += data.length;
    for (let body = this.next(); body !== null; body = this.next()) this.receive(body, callback);
  }

  /** The next whole body; null: there is none yet, or never again. */
  private next(): Buffer | null {
    if (this.isOver) return null;
    if (this.length === null && !this.readHeader()) return null;
    const length = this.length ?? 0;
    if (this.size < length) return null;
    const all = this.joined();
    this.pending = [all.subarray(length)];
    this.size -= length;
    this.length = null;
    return all.subarray(0, length);
  }

  private get isOver(): boolean {
    return this.state === 'ended';
  }

  private readHeader(): boolean {
    const all = this.joined();
    const end = all.subarray(0, maxHeaderBytes).indexOf('\r\n\r\n');
    if (end < 0) {
      if (all.length >= maxHeaderBytes) this.fail('A message has no header.');
      return false;
    }
    const header = all.toString('latin1', 0, end);
    const digits = /^content-length[ \t]*:[ \t]*(\d+)[ \t]*$/im.exec(header)?.[1];
    if (digits === undefined) return this.fail('The header of a message has no Content-Length that is a number.');
    if (Number(digits) > maxMessageBytes) return this.fail(`A message is said to be longer than ${maxMessageBytes / 1_000_000} MB.`);
    this.length = Number(digits);
    this.pending = [all.subarray(end + 4)];
    this.size -= end + 4;
    return true;
  }

  private joined(): Buffer {
    const all = this.pending.length === 1 && this.pending[0] !== undefined ? this.pending[0] : Buffer.concat(this.pending);
    this.pending = [all];
    return all;
  }

  private fail(sentence: string): false {
    this.host.complain(`${sentence} Where the next one begins is not known: the language server ends.`);
    this.refuse(null, ErrorCodes.ParseError, sentence);
    this.end(1);
    return false;
  }

  private receive(body: Buffer, callback: DataCallback): void {
    let message: unknown;
    try {
      message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    } catch {
      this.refuse(null, ErrorCodes.ParseError, 'A message is no JSON in UTF-8.');
      return;
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      this.refuse(null, ErrorCodes.InvalidRequest, 'A message must be a JSON object.');
      return;
    }
    const given: Readonly<Record<string, unknown>> = { ...message };
    if ('method' in given) this.receiveCall(given, () => callback(message as Message));
    else if (isResponse(given)) callback(message as Message);
    else this.refuse(idOf(given), ErrorCodes.InvalidRequest, 'A message needs a method, or a result or an error with an id.');
  }

  /** A request or a notification. */
  private receiveCall({ id, method, params }: Readonly<Record<string, unknown>>, handOn: () => void): void {
    const isRequest = id !== undefined;
    const refuse = (code: number, sentence: string): void => {
      if (isRequest) this.refuse(typeof id === 'string' || typeof id === 'number' ? id : null, code, sentence);
      else this.host.complain(sentence);
    };
    if (typeof method !== 'string' || (isRequest && typeof id !== 'string' && typeof id !== 'number')) {
      refuse(ErrorCodes.InvalidRequest, 'The method of a message must be a text, the id of a request a text or a number.');
    } else if (method === 'exit') {
      handOn();
    } else if (!areParamsOf(method, params) || !isParams(params)) {
      refuse(ErrorCodes.InvalidParams, `The parameters of ${method.slice(0, 100)} are not what they must be.`);
    } else if (this.state === 'new' && method !== 'initialize') {
      // Notifications that come too early are to be dropped.
      if (isRequest) refuse(ErrorCodes.ServerNotInitialized, 'The first request must be initialize.');
    } else if (this.state === 'shut down') {
      if (isRequest) refuse(ErrorCodes.InvalidRequest, 'The language server is shut down.');
    } else if (this.state === 'initialised' && method === 'initialize') {
      refuse(ErrorCodes.InvalidRequest, 'The language server is initialised already.');
    } else if (isRequest && this.underWay.has(id)) {
      refuse(ErrorCodes.InvalidRequest, 'Another request with the same id is not answered yet.');
    } else {
      if (isRequest) this.underWay.add(id);
      if (method === 'initialize' && isRequest) this.state = 'initialised';
      if (method === 'shutdown' && isRequest) this.state = 'shut down';
      handOn();
    }
  }

  private refuse(id: string | number | null, code: number, message: string): void {
    const answer: Message & { readonly id: string | number | null; readonly error: object } = {
      jsonrpc: '2.0',
      id,
      error: { code, message },
    };
    this.host.answer(answer);
  }
}

function isParams(params: unknown): boolean {
  return params === undefined || typeof params === 'object';
}

function isResponse({ id, result, error }: Readonly<Record<string, unknown>>): boolean {
  if (typeof id !== 'string' && typeof id !== 'number') return false;
  if (error === undefined || error === null) return result !== undefined;
  return (
    typeof error === 'object' &&
    'code' in error &&
    typeof error.code === 'number' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

function idOf({ id }: Readonly<Record<string, unknown>>): string | number | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
