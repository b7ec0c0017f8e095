import type {
  Digest,
  EntryRow,
  GeneratedCode,
  HistoryRow,
  KeptEvents,
  KeyReport,
  OtherWrite,
  PassagesOfRun,
  SelectedEvent,
  Selection,
  SelectionResult,
  UncertainWrite,
} from './rows.js';

/**
 * The events of one run, whoever recorded them: a program that still waits, or rows that were kept. An event's time is its ordinal: how
 * many events were recorded before it.
 */
export interface EventSource {
  /** Whether the moment of what one of the language's own functions wrote is behind its whole call: a program that waits tells it at its end. */
  readonly areCallsWhole: boolean;
  /** Whether another run can look at properties around calls. */
  readonly canLookAround: boolean;
  /** Chooses among the events of a type, by constraints. */
  select(request: Selection): Promise<SelectionResult>;
  /** One event; null when it is not kept. */
  event(ordinal: number): Promise<SelectedEvent | null>;
  /** Every event of some keys before a time, oldest first; null when there are too many. */
  history(request: HistoryRequest): Promise<readonly HistoryRow[] | null>;
  /** Every change of the entries of a Map or Set before a time, oldest first, also what it came into being with; null when there are too many. */
  entriesOf(owner: number, before: number): Promise<readonly EntryRow[] | null>;
  /** The newest events before one that have the same value, newest first, `most` at most; none of a value that is everywhere. */
  alike(ordinal: number, most: number): Promise<readonly SelectedEvent[]>;
  /** The newest write between two times to the memory of an element, through something else than its owner. */
  memory(request: MemoryRequest): Promise<OtherWrite | null>;
  /** What may have been written to an object (null: to any) between two times. */
  uncertain(request: TimeSpan & { readonly owner: number | null }): Promise<UncertainWrite | null>;
  /** The number of the object that one was a part of when native code made both; null when it was none. */
  wholeOf(object: number): Promise<number | null>;
  /** The activation whose `arguments` has this number; null when it is none. */
  activationOf(object: number): Promise<number | null>;
  /** What code the program has made of texts. */
  code(): Promise<readonly GeneratedCode[]>;
  /** How often each of some sites was passed, where passages are counted and no events. */
  passages(sites: readonly number[]): Promise<PassagesOfRun>;
  /** By site: how many events it had, and a hash of their values. */
  digest(): Promise<Digest>;
  /** All events with what belongs to them, for whoever keeps the run; null when there are too many. */
  all(): Promise<KeptEvents | null>;
}

/** Both are exclusive. */
export interface TimeSpan {
  readonly after: number;
  readonly before: number;
}

export interface HistoryRequest {
  readonly keys: readonly KeyReport[];
  readonly hasElements: boolean;
  readonly before: number;
}

export interface MemoryRequest extends TimeSpan {
  readonly owner: number;
  readonly index: number;
}
