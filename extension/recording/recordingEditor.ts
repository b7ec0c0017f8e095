import { Uri, commands, debug, window, workspace } from 'vscode';
import type { CustomDocument, CustomReadonlyEditorProvider, DebugConfiguration, Disposable, WebviewPanel } from 'vscode';
import { debugType } from '../debugConfiguration.js';
import type { OpenRecordings } from './openRecordings.js';
import { recordingPage, type PageLink } from './recordingPage.js';

const viewType = 'whence.recording';

const links: readonly PageLink[] = [
  { title: 'Debug This Recording', command: 'whence.debugRecording' },
  { title: 'Show the Call Tree', command: 'whence.calls.focus' },
  { title: 'Ask a Question', command: 'whence.askRecording' },
];

/** The editor of a recording: what it is of, and a debug session on it, once it is in front. In a folder that nobody trusts no session is started. */
export class RecordingEditor implements CustomReadonlyEditorProvider, Disposable {
  private readonly registered = window.registerCustomEditorProvider(viewType, this, { supportsMultipleEditorsPerDocument: false });

  constructor(
    private readonly extensionUri: Uri,
    private readonly recordings: OpenRecordings,
  ) {}

  dispose(): void {
    this.registered.dispose();
  }

  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose: () => void this.recordings.close(uri) };
  }

  async resolveCustomEditor({ uri }: CustomDocument, panel: WebviewPanel): Promise<void> {
    const media = Uri.joinPath(this.extensionUri, 'media');
    panel.webview.options = { enableScripts: false, localResourceRoots: [media], enableCommandUris: links.map(({ command }) => command) };
    const title = uri.path.split('/').at(-1) ?? uri.path;
    const { cspSource } = panel.webview;
    const style = panel.webview.asWebviewUri(Uri.joinPath(media, 'recording.css')).toString();
    const fail = (error: unknown): void => {
      panel.webview.html = recordingPage({ title, cspSource, style, told: error instanceof Error ? error.message : String(error), links });
    };
    try {
      const recording = await this.recordings.open(uri);
      panel.webview.html = recordingPage({ title, cspSource, style, told: recording.told, links });
      this.recordings.show(recording);
      let isDebugged = false;
      const show = async (): Promise<void> => {
        if (!panel.active) return;
        this.recordings.show(recording);
        if (isDebugged || !workspace.isTrusted) return;
        isDebugged = true;
        // Else the file in which the session stops takes the place of the page.
        await commands.executeCommand('workbench.action.keepEditor');
        await debugRecording(uri);
      };
      // A busy window may tell later that the page is in front.
      panel.onDidChangeViewState(() => void show().catch(fail));
      await show();
    } catch (error) {
      fail(error);
    }
  }
}

/** Starts a debug session on a recording, when there is none. */
export async function debugRecording(uri: Uri): Promise<void> {
  if (debug.activeDebugSession?.configuration['recording'] === uri.fsPath) return;
  const name = uri.path.split('/').at(-1) ?? uri.path;
  const configuration: DebugConfiguration = { type: debugType, request: 'attach', name, recording: uri.fsPath };
  await debug.startDebugging(workspace.getWorkspaceFolder(uri) ?? workspace.workspaceFolders?.[0], configuration);
}
