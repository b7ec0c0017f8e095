import { DebugStackFrame, DebugThread, LanguageModelTextPart, LanguageModelToolResult, debug, lm, window, workspace } from 'vscode';
import type { DebugSession, Disposable } from 'vscode';
import { requests, type ConditionsResult } from '../server/lsp/protocol.js';
import { StateReader } from './abstractState/reader.js';
import { Stop } from './abstractState/stop.js';
import { debugType } from './debugConfiguration.js';
import { requiresText, shortened, statesText, stopText, type ShownFrame } from './languageModelTools/toolText.js';
import type { Server } from './languageServer.js';
import { isAnalysed } from './languages.js';
import { placeOfCursor } from './reveal.js';

const mostFrames = 20;

/**
 * Tools for language models in VS Code, for what only the window knows: the abstract state at the cursor, and the session that is paused.
 * Nothing is run by them. What `whence mcp` has is not offered twice. There are none in a workspace that is not trusted.
 */
export class LanguageModelTools implements Disposable {
  private readonly reader: StateReader;
  private readonly stop: Stop;
  private registered: readonly Disposable[] = [];
  private readonly trusted = workspace.onDidGrantWorkspaceTrust(() => this.register());

  constructor(private readonly server: Server) {
    this.reader = new StateReader(server);
    this.stop = new Stop(this.reader);
    if (workspace.isTrusted) this.register();
  }

  dispose(): void {
    for (const disposable of [this.trusted, this.stop, this.reader, ...this.registered]) disposable.dispose();
  }

  private register(): void {
    this.registered = [
      lm.registerTool('whence_here', { invoke: async () => resultOf(await this.here()) }),
      lm.registerTool('whence_stop', { invoke: async () => resultOf(await this.atStop()) }),
    ];
  }

  private async here(): Promise<string> {
    const editor = window.activeTextEditor;
    if (editor === undefined || !isAnalysed(editor.document)) return 'No TypeScript or JavaScript file is in front: open one.';
    const place = placeOfCursor(editor);
    const reading = await this.reader.read('here', editor.document.uri, place.position);
    if (reading === 'unreadable') return 'The text has a syntax error: nothing is known of it.';
    if (reading === null || reading === 'withdrawn') return 'Nothing is known of the statement at the cursor.';
    const conditions = await this.server.request<ConditionsResult>(requests.conditions, place);
    return statesText(editor.document.uri.toString(), reading.answer, reading.isOutdated, null) + requiresText(conditions);
  }

  private async atStop(): Promise<string> {
    const item = debug.activeStackItem;
    if (item === undefined || item.session.type !== debugType) return 'No program waits in a debug session of Whence.';
    const reading = await this.stop.read('stop');
    const states =
      reading === null || reading === 'withdrawn'
        ? ''
        : statesText(reading.uri, reading.reading.answer, reading.reading.isOutdated, reading.live);
    const threadId = item instanceof DebugStackFrame || item instanceof DebugThread ? item.threadId : 1;
    return stopText(item.session.name, await framesOf(item.session, threadId), states);
  }
}

async function framesOf(session: DebugSession, threadId: number): Promise<readonly ShownFrame[]> {
  const { stackFrames } = (await session.customRequest('stackTrace', { threadId, startFrame: 0, levels: mostFrames })) as {
    readonly stackFrames: readonly { readonly name: string; readonly line: number; readonly source?: { readonly path?: string } }[];
  };
  return stackFrames.map(({ name, line, source }) => ({
    name,
    line,
    file: source?.path === undefined ? null : workspace.asRelativePath(source.path),
  }));
}

function resultOf(text: string): LanguageModelToolResult {
  return new LanguageModelToolResult([new LanguageModelTextPart(shortened(text))]);
}
