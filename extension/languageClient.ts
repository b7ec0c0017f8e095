import { window, workspace } from 'vscode';
import { DocumentDiagnosticRequest, ErrorCodes, LanguageClient, ResponseError } from 'vscode-languageclient/node.js';
import type { LanguageClientOptions, Message, MessageTransports, MessageWriter, ServerOptions } from 'vscode-languageclient/node.js';

/**
 * A language client whose server may end at any moment. Its troubles are in the output, never in a message of their own; what is
 * under way when the server ends comes to nothing, quietly: the next server is given everything anew.
 */
export class QuietClient extends LanguageClient {
  private readonly underWay: PendingRequests;

  constructor(id: string, name: string, server: ServerOptions, options: LanguageClientOptions) {
    const underWay = new PendingRequests();
    const { middleware } = options;
    super(id, name, server, {
      ...options,
      middleware: { ...middleware, sendRequest: (type, params, token, next) => underWay.untilEnd(next(type, params, token)) },
    });
    this.underWay = underWay;
  }

  /** To be called when the connection has ended: whoever still waits for an answer is told that there will be none. */
  connectionEnded(): void {
    this.underWay.end();
  }

  /** Asks the server for the diagnostics of open documents once more. */
  askForDiagnostics(): void {
    if (!this.isRunning()) return;
    const feature = this.getFeature(DocumentDiagnosticRequest.method);
    for (const document of workspace.textDocuments) feature?.getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
  }

  /** Has the editors ask for the code lenses again. */
  showLensesAnew(): void {
    for (const { document } of window.visibleTextEditors)
      this.getFeature('textDocument/codeLens').getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  }

  /** The client would also show each of them as a message. */
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  protected override async createMessageTransports(encoding: string): Promise<MessageTransports> {
    const transports = await super.createMessageTransports(encoding);
    return { ...transports, writer: new ResolvingWriter(transports.writer) };
  }
}

/**
 * A writer that tells its listeners of a message that could not be written, and no one else. vscode-jsonrpc (8.2) throws the error of
 * a request's write again where nobody can catch it (an async executor); the end of the connection follows anyway.
 */
class ResolvingWriter implements MessageWriter {
  readonly onError: MessageWriter['onError'];
  readonly onClose: MessageWriter['onClose'];

  constructor(private readonly writer: MessageWriter) {
    this.onError = writer.onError;
    this.onClose = writer.onClose;
  }

  async write(message: Message): Promise<void> {
    try {
      await this.writer.write(message);
    } catch {
      // Told by onError.
    }
  }

  end(): void {
    this.writer.end();
  }

  dispose(): void {
    this.writer.dispose();
  }
}

/** Requests whose answers are awaited. One whose write failed when the connection was already closed would be awaited for ever. */
class PendingRequests {
  private readonly rejections = new Set<(reason: Error) => void>();

  untilEnd<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.rejections.add(reject);
      void answer.then(resolve, reject).finally(() => this.rejections.delete(reject));
    });
  }

  end(): void {
    for (const reject of this.rejections) reject(new ResponseError(ErrorCodes.PendingResponseRejected, 'The language server has ended.'));
  }
}
