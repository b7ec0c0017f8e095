import type { ValueReport } from '../events/rows.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import { shown } from '../trace/moment/preview.js';
import type { Activation } from '../query/reader.js';
import type { OpenedRecording } from './openedRecording.js';

/** One call of a recording, as a row of a tree. */
export interface RecordedCall {
  readonly event: number;
  /** Empty: the program's own top level. */
  readonly name: string;
  readonly receiver: ValueReport | null;
  readonly arguments: readonly (ValueReport | null)[];
  /** How it ended, as far as that has been read. */
  readonly outcome: 'return' | 'throw' | null;
  readonly result: ValueReport | null;
  /** The calling expression; where only Node called, the function. */
  readonly place: { readonly path: string; readonly line: number; readonly column: number } | null;
  readonly hasCalls: boolean;
}

/** A part of a list, and whether something follows it. */
export interface CallPage {
  readonly calls: readonly RecordedCall[];
  /** Where the next part begins; null: this is the last. */
  readonly next: number | null;
}

/** Calls that are looked through for a text in one go. */
const mostSearched = 200_000;
/** The same for what Node itself has called: most programs have few, at their begin. */
const mostRoots = 20_000;

/** The calls of a recording, as far as somebody looks: children of a call, or those whose function has a text in its name. */
export class RecordedCalls {
  constructor(private readonly recording: OpenedRecording) {}

  /** The calls that a call has made itself, from an event on; of none, those that Node made. */
  children(parent: number | null, from: number, count: number): CallPage {
    const { reader } = this.recording.open;
    if (parent === null) return this.page(reader.store.ofKind(Kind.call, from), count, mostRoots, (row) => row.activation === 0);
    const activation = reader.call(parent)?.activation;
    return this.page(activation === undefined ? [] : this.callRows(activation, Math.max(from, parent)), count, Infinity, () => true);
  }

  /** Calls of functions with a text in their name, in the order of the run, from an event on. */
  named(text: string, from: number, count: number): CallPage {
    const wanted = text.toLowerCase();
    const { reader } = this.recording.open;
    return this.page(reader.store.ofKind(Kind.call, from), count, mostSearched, (row) => {
      const call = reader.call(row.event);
      return call !== null && this.nameOf(call).toLowerCase().includes(wanted);
    });
  }

  private page(rows: Iterable<TraceRow>, count: number, most: number, isWanted: (row: TraceRow) => boolean): CallPage {
    const { reader } = this.recording.open;
    const calls: RecordedCall[] = [];
    let searched = 0;
    for (const row of rows) {
      if (calls.length >= count || ++searched > most) return { calls, next: row.event };
      const call = isWanted(row) ? reader.call(row.event) : null;
      if (call !== null) calls.push(this.described(call));
    }
    return { calls, next: null };
  }

  private *callRows(activation: number, from: number): Generator<TraceRow> {
    const { store } = this.recording.open.reader;
    for (const row of store.rowsOf(activation, from)) if (row.kind === Kind.call) yield row;
  }

  private described(call: Activation): RecordedCall {
    const { reader } = this.recording.open;
    const end = reader.store.source.knownEndOf(call.activation);
    const position = (call.callSite === null ? null : reader.positionOf(call.callSite)) ?? reader.positionAt(call.path, call.start);
    const value = (one: ValueReport | null, at: number) => (one === null ? null : shown(reader.store, one, at));
    const isReturn = end?.how === 'exit';
    return {
      event: call.event,
      name: this.nameOf(call),
      receiver: value(call.receiver, call.event),
      arguments: call.arguments.map((one) => value(one, call.event)),
      outcome: end === null || end.how === 'open' ? null : isReturn ? 'return' : 'throw',
      result: end !== null && isReturn ? value(reader.store.valueOf(reader.store.row(end.event) ?? noRow), end.event) : null,
      place: position === null ? null : { path: position.path, line: position.line, column: position.column },
      hasCalls: this.hasCalls(call, end?.event ?? null),
    };
  }

  /** Of a call whose end is not read, it is not looked for: it is long. */
  private hasCalls({ activation, event }: Activation, end: number | null): boolean {
    if (end === null) return true;
    for (const row of this.recording.open.reader.store.rowsOf(activation, event, end)) if (row.kind === Kind.call) return true;
    return false;
  }

  private nameOf(call: Activation): string {
    return this.recording.open.reader.functionName(call);
  }
}

const noRow = { tag: -1, payload: 0 } as TraceRow;

/** What is reported of a recording as a whole. */
export interface RecordingSummary {
  readonly program: readonly string[];
  readonly node: string;
  /** When it began, in milliseconds since 1970; null when the file does not say. */
  readonly began: number | null;
  readonly events: number;
  readonly threads: readonly string[];
  readonly files: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** One sentence. */
  readonly outcome: string;
  /** What the recording may not have, a sentence each. */
  readonly missing: readonly string[];
}

/** Says what a recording is of, how the program ended, and what may be missing. */
export function summaryOf({ open: { reader } }: OpenedRecording, files: readonly string[]): RecordingSummary {
  const { head, ending, counts, isDamaged } = reader.store.source;
  const { threads = 0, children = 0 } = ending?.unrecorded ?? {};
  return {
    program: head === null ? [] : [head.program, ...head.args],
    node: head?.node ?? '',
    began: head?.began ?? null,
    events: reader.store.end,
    threads: [...reader.threadNames.values()],
    files,
    labels: head?.labels ?? {},
    outcome: outcomeOf(ending),
    missing: [
      ...(ending === null ? ['The recording has no end: its last moments may be missing.'] : []),
      ...(counts.size > 0 ? [`${counts.size} places were passed so often that they were only counted from some time on.`] : []),
      ...(isDamaged ? ['A part of the file is damaged.'] : []),
      ...(threads > 0 ? [`Threads that were not recorded: ${threads}.`] : []),
      ...(children > 0 ? [`Child processes that were not recorded: ${children}.`] : []),
    ],
  };
}

function outcomeOf(ending: { readonly code: number | null; readonly signal: string | null } | null): string {
  if (ending === null) return 'How the program ended is not known.';
  if (ending.signal !== null) return `It was ended by ${ending.signal}.`;
  return ending.code === 0 ? 'It ended well.' : `It ended with exit code ${String(ending.code)}.`;
}
