import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ClientCapabilities, InitializeResult, PublishDiagnosticsParams } from 'vscode-languageserver';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter, type MessageConnection } from 'vscode-languageserver/node.js';
import type { InitializationOptions, Position, Range, StatusParams } from '../../server/lsp/protocol.js';

/** The built server, as editors start it: `npm test` bundles it before the tests run, `npm run build` otherwise. */
const program = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

export interface ClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: InitializationOptions;
  /** Files of a fresh folder, by path in it. */
  readonly files?: Readonly<Record<string, string>>;
  /** Names of folders in it that are open as workspace folders; the folder itself by default. */
  readonly workspaceFolders?: readonly string[];
  /** Answers `workspace/configuration`; without it the client has none. */
  readonly settings?: () => Readonly<Record<string, unknown>>;
}

interface Message {
  readonly method: string;
  readonly params: unknown;
}

/** A client of the language server over stdio, and a folder with files of its own. */
export class LanguageClient {
  /** Everything that the server said unasked, in order. */
  readonly heard: Message[] = [];
  readonly asked: Message[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly versions = new Map<string, number>();

  private constructor(
    readonly folder: string,
    private readonly child: ChildProcess,
    readonly connection: MessageConnection,
    private readonly options: ClientOptions,
  ) {
    const hear = (method: string, params: unknown): void => {
      this.heard.push({ method, params });
      for (const listener of this.listeners) listener();
    };
    connection.onNotification(hear);
    connection.onUnhandledProgress((params) => hear('$/progress', params));
    connection.onRequest((method, params) => {
      this.asked.push({ method, params });
      const { items = [] } = (params ?? {}) as { readonly items?: readonly unknown[] };
      return method === 'workspace/configuration' ? items.map(() => options.settings?.() ?? null) : null;
    });
    connection.listen();
  }

  /** Of the server's process. */
  get pid(): number {
    return this.child.pid ?? NaN;
  }

  static async start(options: ClientOptions = {}): Promise<LanguageClient> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'whence-lsp-')));
    const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    const client = new LanguageClient(folder, child, connection, options);
    for (const [name, text] of Object.entries(options.files ?? {})) client.write(name, text);
    return client;
  }

  async initialize(): Promise<InitializeResult> {
    const { capabilities = {}, initializationOptions, settings, workspaceFolders = [''] } = this.options;
    const configuration = settings === undefined ? {} : { configuration: true };
    const result = await this.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: workspaceFolders.map((name) => ({ uri: this.uri(name), name })),
      capabilities: { ...capabilities, workspace: { ...capabilities.workspace, ...configuration } },
      ...(initializationOptions === undefined ? {} : { initializationOptions }),
    });
    await this.notify('initialized', {});
    return result;
  }

  /** Ends the server as an editor does; one that does not end is killed. Resolves with the process's exit code. */
  async stop(): Promise<number | null> {
    const exit = once(this.child, 'exit') as Promise<[number | null]>;
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    if (this.child.exitCode === null) {
      await Promise.race([this.connection.sendRequest('shutdown'), exit]);
      if (this.child.exitCode === null) await this.notify('exit');
      await exit;
    }
    clearTimeout(timer);
    this.connection.dispose();
    rmSync(this.folder, { recursive: true, force: true });
    return this.child.exitCode;
  }

  uri(name: string): string {
    return name.includes(':') ? name : pathToFileURL(join(this.folder, name)).href;
  }

  write(name: string, text: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  notify(method: string, params?: object): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  ask<T>(method: string, name: string, params: object = {}): Promise<T> {
    return this.connection.sendRequest<T>(method, { textDocument: { uri: this.uri(name) }, ...params });
  }

  async open(name: string, text: string, languageId = 'typescript'): Promise<void> {
    const uri = this.uri(name);
    this.versions.set(uri, 1);
    await this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  }

  /** Replaces a range, or the whole text; answers the new version. */
  async change(name: string, text: string, range?: Range): Promise<number> {
    const uri = this.uri(name);
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    const contentChanges = [range === undefined ? { text } : { range, text }];
    await this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    return version;
  }

  close(name: string): Promise<void> {
    return this.notify('textDocument/didClose', { textDocument: { uri: this.uri(name) } });
  }

  /** The newest pushed diagnostics of a version, or of any when none is named; waits for them. */
  async diagnostics(name: string, version?: number): Promise<PublishDiagnosticsParams> {
    return this.until(() => this.diagnosticsSoFar(name).findLast((params) => version === undefined || params.version === version) ?? null);
  }

  /** All diagnostics that were pushed for a document, in order. */
  diagnosticsSoFar(name: string): readonly PublishDiagnosticsParams[] {
    const uri = this.uri(name);
    return this.said<PublishDiagnosticsParams>('textDocument/publishDiagnostics').filter((params) => params.uri === uri);
  }

  /** The parameters of all notifications of a method so far. */
  said<T>(method: string): readonly T[] {
    return this.heard.filter((message) => message.method === method).map(({ params }) => params as T);
  }

  /** Messages that interrupt the user. */
  messages(): readonly string[] {
    return this.said<{ readonly message: string }>('window/showMessage').map(({ message }) => message);
  }

  status(): readonly StatusParams[] {
    return this.said<StatusParams>('whence/status');
  }

  /** Waits until something that the server says makes the condition give a value. */
  until<T>(condition: () => T | null): Promise<T> {
    return new Promise((resolve) => {
      const check = (): void => {
        const value = condition();
        if (value === null) return;
        this.listeners.delete(check);
        resolve(value);
      };
      this.listeners.add(check);
      check();
    });
  }
}

/** The place of a `|` in a piece of a text: `place(text, 'n |<= 99')`. */
export function place(text: string, marked: string): Position {
  const shift = marked.indexOf('|');
  const start = text.indexOf(marked.replace('|', ''));
  if (shift < 0 || start < 0) throw new Error(`the text has no ${marked}`);
  return positionAt(text, start + shift);
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
