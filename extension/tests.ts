import { Uri, commands, debug, window, workspace } from 'vscode';
import type { DebugAdapterTracker, DebugConfiguration, DebugSession, Disposable, ExtensionContext } from 'vscode';
import { dirname } from 'node:path';
import { commands as serverCommands, label, requests } from '../server/lsp/protocol.js';
import type { AssertedResult, PlaceParams, Position } from '../server/lsp/protocol.js';
import { debugType } from './debugConfiguration.js';
import type { Server } from './languageServer.js';
import type { Questions } from './querypoints/questions.js';
import { withRunner } from './tests/chosenRunner.js';
import { askedTest } from './tests/testAtCursor.js';
import { assertedObstacle } from './tests/askedTest.js';
import { testConfiguration } from './tests/testConfiguration.js';
import { launchOf } from './tests/testsProcess.js';

/** The name under which a configuration says that its first stop is to be asked about. */
const isAskedKey = '__whyTest';

/** Tests under the debugger, each alone: it stops where an assertion fails, and may ask there where the value came from. */
export class Tests implements Disposable {
  private readonly disposables: readonly Disposable[] = [
    commands.registerCommand(serverCommands.debugTest, (context?: unknown, position?: Position) =>
      reporting(() => this.start(context, position, false)),
    ),
    commands.registerCommand(serverCommands.whyTest, (context?: unknown, position?: Position) =>
      reporting(() => this.start(context, position, true)),
    ),
    debug.registerDebugAdapterTrackerFactory(debugType, {
      createDebugAdapterTracker: (session) => (session.configuration['stopOnFailure'] === true ? this.track(session) : undefined),
    }),
  ];

  constructor(
    private readonly extension: ExtensionContext,
    private readonly server: Server,
    private readonly questions: Questions,
  ) {}

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  private async start(context: unknown, position: Position | undefined, isAsked: boolean): Promise<void> {
    if (!workspace.isTrusted) throw new Error('Whence runs tests only in workspaces that you trust.');
    const { file, line, name } = askedTest(context, position);
    const folder = workspace.getWorkspaceFolder(Uri.file(file));
    await workspace.saveAll(false);
    const spot = { cwd: folder?.uri.fsPath ?? dirname(file), file, line, name };
    const program = this.extension.asAbsolutePath('dist/testsProcess.js');
    const launch = await withRunner((runner) => launchOf(runner === null ? spot : { ...spot, runner }, program));
    const configuration = { ...testConfiguration(launch), [isAskedKey]: isAsked };
    await debug.startDebugging(folder, configuration as unknown as DebugConfiguration);
  }

  private track(session: DebugSession): DebugAdapterTracker {
    let isStopped = false;
    return {
      onDidSendMessage: ({ event, body }: { readonly event?: string; readonly body?: StopBody }) => {
        if (event === 'stopped' && body?.threadId !== undefined && !isStopped) {
          isStopped = true;
          if (session.configuration[isAskedKey] === true && body.reason === 'exception')
            void reporting(() => this.askAt(session, body.threadId ?? 0));
        }
        if (event === 'terminated' && !isStopped) void window.showInformationMessage('The test has ended, and no assertion failed in it.');
      },
    };
  }

  /** Asks where the value came from of which the assertion in the innermost frame of the user speaks. */
  private async askAt(session: DebugSession, threadId: number): Promise<void> {
    const { stackFrames } = (await session.customRequest('stackTrace', { threadId, startFrame: 0, levels: 40 })) as {
      readonly stackFrames: readonly Frame[];
    };
    const frame = stackFrames.find(
      ({ presentationHint, source }) =>
        presentationHint !== 'subtle' && source?.path !== undefined && source.presentationHint !== 'deemphasize',
    );
    if (frame?.source?.path === undefined) throw new Error('The assertion failed in no frame of your own code.');
    const document = await workspace.openTextDocument(fileUri(frame.source.path));
    const place: PlaceParams = {
      textDocument: { uri: document.uri.toString() },
      position: { line: frame.line - 1, character: frame.column - 1 },
    };
    const asserted = await this.server.request<AssertedResult>(requests.asserted, place);
    const obstacle = assertedObstacle(asserted);
    if (asserted === null || obstacle !== null) throw new Error(obstacle ?? '');
    await this.questions.put(session, { kind: 'origin', frameId: frame.id, expression: asserted.expression });
  }
}

/** VS Code tells of a file on another machine than the window's by its address there. */
function fileUri(path: string): Uri {
  return Uri.file(/^[a-z][\w+.-]+:\/\//.test(path) ? Uri.parse(path).path : path);
}

interface StopBody {
  readonly reason?: string;
  readonly threadId?: number;
}

/** A frame, as far as we read it. */
interface Frame {
  readonly id: number;
  readonly line: number;
  readonly column: number;
  readonly presentationHint?: string;
  readonly source?: { readonly path?: string; readonly presentationHint?: string };
}

/** What cannot be done is said; what was cancelled is not. */
async function reporting(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    if (!/^cancell?ed\.?$/i.test(sentence)) void window.showErrorMessage(label(sentence));
  }
}
