import { DebugStackFrame, EventEmitter, Uri, debug, workspace } from 'vscode';
import type { DebugAdapterTracker, DebugSession, Disposable } from 'vscode';
import { requests, type LiveArguments, type LiveResult } from '../../adapter/dap/querypoints/protocol.js';
import { debugType } from '../debugConfiguration.js';
import { isAnalysed } from '../languages.js';
import type { Live } from './stateMessages.js';
import type { Reading, StateReader } from './reader.js';

/** The statement that a program waits at, and what its variables hold there. */
export interface StopReading {
  readonly uri: string;
  readonly reading: Reading;
  readonly live: Live;
}

const midway = 'The program is in the middle of this statement: what variables may be is said of the moment before it.';
const edited = 'The text was changed after the program was started: nothing is concluded from its values.';

/** The frame that is selected in a session of ours, while its program waits. */
export class Stop implements Disposable {
  private readonly moved = new EventEmitter<void>();
  /** The program waits elsewhere, or no more; or another frame was selected. */
  readonly onDidChange = this.moved.event;
  /** When each text was changed last, and each session started. */
  private readonly edits = new Map<string, number>();
  private readonly starts = new Map<string, number>();
  private readonly disposables = [
    this.moved,
    debug.onDidChangeActiveStackItem(() => this.moved.fire()),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.edits.set(document.uri.toString(), Date.now());
    }),
    debug.registerDebugAdapterTrackerFactory(debugType, { createDebugAdapterTracker: (session) => this.track(session) }),
    debug.onDidTerminateDebugSession(({ id }) => this.starts.delete(id)),
  ];

  constructor(private readonly reader: StateReader) {}

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Null where none of our programs waits, or where nothing is known of the place; `withdrawn` when it has moved on in the meantime. */
  async read(about: string): Promise<StopReading | null | 'withdrawn'> {
    this.reader.withdraw(about);
    const frame = debug.activeStackItem;
    if (!(frame instanceof DebugStackFrame) || frame.session.type !== debugType) return null;
    try {
      return await this.readFrame(about, frame);
    } catch {
      return null; // the program has gone on
    }
  }

  private async readFrame(about: string, { session, frameId }: DebugStackFrame): Promise<StopReading | null | 'withdrawn'> {
    const ask = (names: readonly string[]): Promise<LiveResult> =>
      Promise.resolve(session.customRequest(requests.live, { frameId, names } satisfies LiveArguments) as Thenable<LiveResult>);
    const { place, isBefore } = await ask([]);
    if (place === null) return null;
    const uri = Uri.file(place.file);
    const document = await workspace.openTextDocument(uri);
    if (!isAnalysed(document)) return null;
    const position = { line: place.line - 1, character: place.column - 1 };
    const states = await this.reader.read(about, uri, position);
    if (states === null || states === 'unreadable') return null;
    if (states === 'withdrawn') return states;
    const names = new Set(states.answer.unfoldings.flatMap(({ rows }) => rows.map(({ name }) => name)));
    const { values } = await ask([...names]);
    const texts = Object.fromEntries(Object.entries(values).map(([name, { text }]) => [name, text]));
    const isEdited = document.isDirty || (this.edits.get(uri.toString()) ?? 0) > (this.starts.get(session.id) ?? Infinity);
    const reservation = isEdited ? edited : isBefore ? null : midway;
    if (reservation !== null)
      return { uri: uri.toString(), reading: states, live: { values: texts, standing: null, failingRoots: [], reservation } };
    const live = Object.fromEntries(Object.entries(values).map(([name, { kind, exact }]) => [name, { kind, exact }]));
    const held = await this.reader.read(about, uri, position, { live });
    if (held === 'withdrawn') return held;
    if (held === null || held === 'unreadable') return null;
    const { standing, failingRoots } = held.isOutdated ? { standing: null, failingRoots: [] } : held.answer;
    return { uri: uri.toString(), reading: held, live: { values: texts, standing, failingRoots, reservation } };
  }

  /** A restarted program has loaded its texts anew. */
  private track({ id }: DebugSession): DebugAdapterTracker {
    this.starts.set(id, Date.now());
    return {
      onWillReceiveMessage: ({ command }: { readonly command?: string }) => {
        if (command === 'restart') this.starts.set(id, Date.now());
      },
    };
  }
}
