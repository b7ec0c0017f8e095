import type { MemorySpan } from '../../events/memorySpan.js';
import type {
  ClassAccessors,
  GeneratedCode,
  KeptEvents,
  ProxyTarget,
  SeenPrototype,
  StoredAgain,
  StoredPrototype,
  ValueReport,
} from '../../events/rows.js';
import type { Site } from '../../instrument/site.js';

/** What was recorded: the content of the first frame. */
export interface TraceHead {
  readonly program: string;
  readonly args: readonly string[];
  /** The version of Node, such as `v20.19.0`. */
  readonly node: string;
  readonly pid: number;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  readonly labels: Readonly<Record<string, string>>;
  /** The Git revision of the folder that the program is in; absent where there is none. */
  readonly revision?: string;
  readonly settings: RecordSettings;
}

/** How much is recorded. */
export interface RecordSettings {
  /** Globs of files whose code is recorded in full; none: all but `node_modules`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly values: 'all' | 'user' | 'none';
  /** After so many events a site only counts its passages; null: never. */
  readonly budget: number | null;
  /** Longer texts are cut, in UTF-16 units. */
  readonly strings: number;
  /** Whether values under names like `password` are kept as type and length. */
  readonly redaction: boolean;
}

/** A text that ran, as V8 got it before insertions. */
export interface TraceText {
  readonly path: string;
  readonly source: string;
  /** Whether it is what the file held, so that no tool has made it of another. */
  readonly isFile: boolean;
  /** What the file held, where a tool has made the text of it. */
  readonly file?: string;
  /** The text of its source map with the user's sources, where the text itself does not hold all of that. */
  readonly map?: string;
  /** Whether calls and tests alone are recorded of it, and no writes. */
  readonly byCalls?: boolean;
}

/** The sites of one text, numbered from `first`. */
export interface TraceSites {
  readonly path: string;
  readonly first: number;
  readonly sites: readonly Site[];
}

/** Numbered texts from `first` on: names of keys, strings that are values, names of classes. */
export interface TraceStrings {
  readonly first: number;
  readonly texts: readonly TraceString[];
}

/** A text; of one that was cut its beginning, its length in UTF-16 units and the SHA-256 of all of it in hexadecimal; of one that was redacted its length. */
export type TraceString = string | { readonly start: string; readonly length: number; readonly hash: string | null };

/** An object at its first sight. */
export interface TraceObject {
  readonly number: number;
  /** The number of the text that is the name of its class. */
  readonly className: number;
  readonly type: TraceObjectType;
  /** The number of the text that is the name of a function; null: it is none. */
  readonly name: number | null;
  /** What it inherits from, as `Inherits` has it; a function or a Proxy does not tell it here. */
  readonly inherits: number;
  /** How many rows were recorded before. */
  readonly event: number;
}

/** `native`: a function that has no text, as those of the language and what `bind` makes. In the order of their numbers in the file. */
export const objectTypes = [
  'object',
  'function',
  'array',
  'map',
  'set',
  'error',
  'arguments',
  'module',
  'proxy',
  'class',
  'global',
  'native',
] as const;

export type TraceObjectType = (typeof objectTypes)[number];

/** Whether objects of a type have the name of a function instead of what they inherit from: a Proxy may be of one. */
export function hasName(type: TraceObjectType): boolean {
  return type === 'function' || type === 'class' || type === 'native' || type === 'proxy';
}

/** What is known of the rows of an events frame without reading them. */
export interface TracePart {
  readonly thread: number;
  /** How many rows there are. */
  readonly rows: number;
  /** The event number of the first row. */
  readonly first: number;
  /** The activations that are on the stack before the first row, outermost first; of a deep stack the innermost alone. */
  readonly stack: readonly number[];
  /** How many there are. */
  readonly depth: number;
}

/** Rows of one thread: `words` has site times 16 plus tag, subject, and two that are the payload of each; `payloads` is the same memory as numbers. */
export interface TraceEvents {
  readonly words: Int32Array;
  readonly payloads: Float64Array;
}

/** When events happened: pairs of an event and milliseconds since the beginning. */
export type TraceMarks = readonly (readonly [event: number, milliseconds: number])[];

/** Sites that have used their budget. */
export type TraceCounts = readonly TraceCount[];

export interface TraceCount {
  readonly site: number;
  /** From which passage on it was only counted, and how many there were in all until now. */
  readonly from: number;
  readonly total: number;
  /** Of calls: all that are not in the file ended before this event. */
  readonly until?: number;
}

/** What belongs to events, as far as it has become known since the last such frame. */
export interface TraceRelations extends Omit<KeptEvents, 'rows'> {
  readonly code: readonly GeneratedCode[];
  /** The memory of typed arrays, DataViews and ArrayBuffers that were written, or came into being in sight. */
  readonly spans?: readonly (MemorySpan & { readonly view: number })[];
  readonly accessors?: readonly ClassAccessors[];
  readonly again?: readonly StoredAgain[];
  readonly proxies?: readonly ProxyTarget[];
  readonly seen?: readonly SeenPrototype[];
  readonly stored?: readonly StoredPrototype[];
}

export interface TraceThread {
  readonly number: number;
  /** `main`, or `worker 1` in the order of their start. */
  readonly name: string;
  readonly parent: number | null;
  readonly started: number;
  readonly ended: number | null;
  readonly status: 'running' | 'exited' | 'failed' | 'unknown';
  /** Of another thread than the main one: the exception that ended it. */
  readonly uncaught?: TraceEnd['uncaught'];
}

/** How the program ended. Without such a frame the file was cut, or is still being written. */
export interface TraceEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly events: number;
  /** How many threads and child processes the program has started, of which nothing is in the file; absent: that is not known. */
  readonly unrecorded?: { readonly threads: number; readonly children: number };
  /** The exception that ended it, and how many rows were recorded before Node saw it. */
  readonly uncaught: { readonly value: ValueReport; readonly time: number } | null;
  /** Whether nothing was left out but for the settings. */
  readonly complete: boolean;
}
