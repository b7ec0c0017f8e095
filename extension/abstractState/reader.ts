import { CancellationTokenSource, workspace } from 'vscode';
import type { Disposable, TextDocument, Uri } from 'vscode';
import { requests } from '../../server/lsp/protocol.js';
import type { LiveValue, Position, Side, StateAtParams, StateAtResult, Unreadable } from '../../server/lsp/protocol.js';
import type { Server } from '../languageServer.js';

/** An answer of the server, and whether the text has changed since. */
export interface Reading {
  readonly answer: StateAtResult;
  readonly isOutdated: boolean;
}

/** The parts of a place that are asked for. */
export interface Wanted {
  readonly side?: Side;
  readonly live?: Readonly<Record<string, LiveValue>>;
}

/** Asks for states. A newer question about the same thing withdraws the one before. */
export class StateReader implements Disposable {
  private readonly questions = new Map<string, CancellationTokenSource>();

  constructor(private readonly server: Server) {}

  /** What is known of a place: null when nothing is, `unreadable` in a text with a syntax error, `withdrawn` when nobody waits for the answer any more. */
  async read(about: string, uri: Uri, position: Position, wanted: Wanted = {}): Promise<Reading | null | 'unreadable' | 'withdrawn'> {
    this.withdraw(about);
    const question = new CancellationTokenSource();
    this.questions.set(about, question);
    try {
      // A file that is not on the screen has to be opened before the server speaks about it.
      const document = await openDocument(uri);
      if (question.token.isCancellationRequested) return 'withdrawn';
      if (document === null) return null;
      const params: StateAtParams = { textDocument: { uri: uri.toString() }, position, ...wanted };
      const answer = await this.server.request<StateAtResult | Unreadable>(requests.stateAt, params, question.token);
      if (question.token.isCancellationRequested) return 'withdrawn';
      if (answer !== null && 'syntaxError' in answer) return 'unreadable';
      return answer === null ? null : { answer, isOutdated: answer.version < document.version };
    } finally {
      if (this.questions.get(about) === question) this.questions.delete(about);
      question.dispose();
    }
  }

  withdraw(about: string): void {
    this.questions.get(about)?.cancel();
    this.questions.delete(about);
  }

  dispose(): void {
    for (const about of [...this.questions.keys()]) this.withdraw(about);
  }
}

/** Null when the file is gone. */
async function openDocument(uri: Uri): Promise<TextDocument | null> {
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    return null;
  }
}
