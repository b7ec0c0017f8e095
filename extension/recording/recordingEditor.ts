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

/** The editor of a recording: what it is of, and a debug session on it. In a folder that nobody trusts no session is started. */
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
    try {
      const recording = await this.recordings.open(uri);
      panel.webview.html = recordingPage({ title, cspSource, style, told: recording.told, links });
      const show = () => {
        if (panel.active) this.recordings.show(recording);
      };
      panel.onDidChangeViewState(show);
      this.recordings.show(recording);
      if (!panel.active || !workspace.isTrusted) return;
      // Else the file in which the session stops takes the place of the page.
      await commands.executeCommand('workbench.action.keepEditor');
      await debugRecording(uri);
    } catch (error) {
      panel.webview.html = recordingPage({ title, cspSource, style, told: error instanceof Error ? error.message : String(error), links });
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
