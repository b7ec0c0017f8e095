import { EventEmitter, Uri, workspace } from 'vscode';
import type { Disposable, TextDocumentContentProvider } from 'vscode';
import type { Place, RecordingTold } from '../../adapter/dap/querypoints/protocol.js';
import { requests } from '../../adapter/dap/querypoints/protocol.js';
import { AdapterConnection } from './adapterConnection.js';

/** The scheme of texts as they were recorded. */
const scheme = 'whence-recorded';

/** A recording that somebody looks at. */
export interface OpenRecording {
  readonly uri: Uri;
  readonly told: RecordingTold;
  readonly connection: AdapterConnection;
}

/** The recordings that are open in editors; the newest is the one that the views show. */
export class OpenRecordings implements TextDocumentContentProvider, Disposable {
  private readonly opened = new Map<string, Promise<OpenRecording>>();
  private shownRecording: OpenRecording | null = null;
  private readonly changed = new EventEmitter<OpenRecording | null>();
  private readonly disposables: readonly Disposable[] = [this.changed, workspace.registerTextDocumentContentProvider(scheme, this)];

  /** Another recording is shown, or none. */
  readonly onDidShow = this.changed.event;

  constructor(private readonly adapter: string) {}

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
    for (const one of this.opened.values()) void one.then(({ connection }) => connection.dispose()).catch(() => {});
  }

  get shown(): OpenRecording | null {
    return this.shownRecording;
  }

  /** Opens a recording, or gives the one that is open; rejects with one sentence. */
  open(uri: Uri): Promise<OpenRecording> {
    const known = this.opened.get(uri.toString());
    if (known !== undefined) return known;
    const opening = this.connect(uri);
    this.opened.set(uri.toString(), opening);
    opening.catch(() => this.opened.delete(uri.toString()));
    return opening;
  }

  show(recording: OpenRecording): void {
    if (this.shownRecording === recording) return;
    this.shownRecording = recording;
    this.changed.fire(recording);
  }

  async close(uri: Uri): Promise<void> {
    const opening = this.opened.get(uri.toString());
    this.opened.delete(uri.toString());
    const recording = await opening?.catch(() => undefined);
    recording?.connection.dispose();
    if (recording === undefined || this.shownRecording !== recording) return;
    this.shownRecording = null;
    this.changed.fire(null);
  }

  /** Where a place of a recording is shown: in the file, where that is what was recorded; else in the recorded text. */
  uriOf({ uri }: OpenRecording, { file, reference }: Place): Uri {
    if (reference === undefined) return Uri.file(file);
    return Uri.from({ scheme, path: Uri.file(file).path, query: JSON.stringify({ recording: uri.toString(), reference }) });
  }

  async provideTextDocumentContent({ query }: Uri): Promise<string> {
    const { recording, reference } = JSON.parse(query) as { readonly recording: string; readonly reference: number };
    const { connection } = await this.open(Uri.parse(recording));
    const { content } = await connection.request<{ readonly content: string }>('source', { sourceReference: reference });
    return content;
  }

  private async connect(uri: Uri): Promise<OpenRecording> {
    const folder = workspace.getWorkspaceFolder(uri) ?? workspace.workspaceFolders?.[0];
    const connection = await AdapterConnection.open(this.adapter, uri.fsPath, folder?.uri.fsPath ?? null);
    return { uri, connection, told: await connection.request<RecordingTold>(requests.recording, {}) };
  }
}
