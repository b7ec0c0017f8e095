import { EventEmitter, window, workspace } from 'vscode';
import type { CancellationToken, Event, OutputChannel } from 'vscode';
import { CloseAction, ErrorAction, RevealOutputChannelOn, TransportKind, WorkDoneProgress } from 'vscode-languageclient/node.js';
import type {
  Disposable,
  ErrorHandler,
  LanguageClientOptions,
  WorkDoneProgressBegin,
  WorkDoneProgressReport,
} from 'vscode-languageclient/node.js';
import { commands, notifications, settingsSection } from '../server/lsp/protocol.js';
import type { InitializationOptions, StatusParams } from '../server/lsp/protocol.js';
import { QuietClient } from './languageClient.js';
import { documentSelector } from './languages.js';
import { RestartPolicy } from './restartPolicy.js';
import type { FindingRuns } from './findingRuns.js';
import type { ServerStatus } from './statusText.js';

/** The report of a task on its way. */
export type Progress = WorkDoneProgressBegin | WorkDoneProgressReport;

/**
 * Our language server, kept running: started with the extension, started again with growing pauses when it ends by itself, and given
 * up with one question when it keeps ending.
 */
export class Server {
  private readonly client: QuietClient;
  private readonly policy = new RestartPolicy();
  private readonly statusChanged = new EventEmitter<ServerStatus>();
  private current: ServerStatus = { state: 'starting' };
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** True while someone ends the server on purpose. */
  private isEnding = false;

  constructor(
    module: string,
    private readonly output: OutputChannel,
    runs: FindingRuns,
  ) {
    const options: LanguageClientOptions = {
      documentSelector: [...documentSelector],
      synchronize: { configurationSection: settingsSection },
      initializationOptions: { commands: true } satisfies InitializationOptions,
      diagnosticCollectionName: 'whence',
      outputChannel: output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: this.errorHandler(),
      initializationFailedHandler: () => false,
      middleware: {
        sendNotification: (type, next, params) => this.unlessBroken(next(type, params)),
        provideDiagnostics: async (document, previous, token, next) =>
          runs.completed('uri' in document ? document.uri : document, await next(document, previous, token)),
        // Nothing is run in a workspace that is not trusted.
        provideCodeLenses: async (document, token, next) =>
          (await next(document, token))?.filter(({ command }) => workspace.isTrusted || command?.command !== commands.runWithRule),
      },
    };
    const run = { module, transport: TransportKind.stdio };
    const debug = { ...run, options: { execArgv: ['--nolazy', '--inspect=6019'] } };
    this.client = new QuietClient('whence', 'Whence', { run, debug }, options);
    workspace.onDidGrantWorkspaceTrust(() => this.client.showLensesAnew());
    this.client.onNotification(notifications.status, (status: StatusParams) => this.setStatus(status));
    runs.onDidChange(() => this.client.askForDiagnostics());
  }

  get status(): ServerStatus {
    return this.current;
  }

  get onDidChangeStatus(): Event<ServerStatus> {
    return this.statusChanged.event;
  }

  /** Whether requests are answered. */
  get isRunning(): boolean {
    return this.client.isRunning();
  }

  /** Resolves when the start that is under way has ended, well or not. */
  get started(): Promise<void> {
    return this.starting;
  }

  private starting: Promise<void> = Promise.resolve();

  start(): Promise<void> {
    this.starting = this.begin();
    return this.starting;
  }

  private async begin(): Promise<void> {
    this.setStatus({ state: this.current.state === 'restarting' ? 'restarting' : 'starting' });
    try {
      await this.client.start();
    } catch {
      // The reason is in the output.
    }
    // The client also calls itself started when the server has ended at once.
    if (!this.isRunning) this.ended();
    else if (this.current.state === 'starting' || this.current.state === 'restarting') this.setStatus({ state: 'idle' });
  }

  /** Asked for by a person: earlier faults no longer count. */
  async restart(): Promise<void> {
    this.policy.reset();
    await this.stop();
    this.setStatus({ state: 'starting' });
    await this.start();
  }

  async stop(): Promise<void> {
    this.cancelTimer();
    this.isEnding = true;
    try {
      if (this.client.needsStop()) await this.client.stop();
    } catch {
      // It did not answer in time and was ended: that is what was wanted.
    } finally {
      this.isEnding = false;
    }
    this.setStatus({ state: 'stopped' });
  }

  /** Null when the server does not run, was too busy or has no answer; the reason is in the output. */
  async request<Result>(method: string, params: object, token?: CancellationToken): Promise<Result | null> {
    if (!this.isRunning) return null;
    try {
      return await this.client.sendRequest<Result | null>(method, params, token);
    } catch (error) {
      if (token?.isCancellationRequested !== true)
        this.output.appendLine(`${method}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  onProgress(token: string, handler: (progress: Progress) => void): Disposable {
    return this.client.onProgress(WorkDoneProgress.type, token, (value) => {
      if (value.kind !== 'end') handler(value);
    });
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.statusChanged.dispose();
  }

  /** What is sent to a server that has just ended is lost, and not missed: the next one is given everything anew. */
  private async unlessBroken(sent: Promise<void>): Promise<void> {
    try {
      await sent;
    } catch (error) {
      this.output.appendLine(`Not sent: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private errorHandler(): ErrorHandler {
    return {
      // A broken pipe: the end of the server follows, and is what counts.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        this.client.connectionEnded();
        this.ended();
        // Not left to the client, which would start it at once and without end.
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  /** The server has ended, or could not be started. */
  private ended(): void {
    if (this.isEnding || this.timer !== null || this.current.state === 'stopped') return;
    const delayMs = this.policy.delayAfterEnd(Date.now());
    if (delayMs === null) {
      this.setStatus({ state: 'stopped' });
      void this.askForRestart();
      return;
    }
    this.output.appendLine(`The language server has ended. It is started again in ${delayMs / 1000} s.`);
    this.setStatus({ state: 'restarting' });
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.start();
    }, delayMs);
  }

  private async askForRestart(): Promise<void> {
    const restart = 'Restart';
    const showOutput = 'Show Output';
    const message = 'The language server of Whence keeps ending and was stopped. Its output may say why.';
    const choice = await window.showErrorMessage(message, restart, showOutput);
    if (choice === restart) await this.restart();
    if (choice === showOutput) this.output.show();
  }

  private cancelTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private setStatus(status: ServerStatus): void {
    this.current = status;
    this.statusChanged.fire(status);
  }
}
