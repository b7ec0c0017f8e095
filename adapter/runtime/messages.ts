import type { Plan, TextPlace } from '../instrument/plan.js';
import type { Site, SiteKind } from '../instrument/site.js';

/** What the debuggee tells the adapter, one JSON text a line. It waits for an answer after `hello`, `paused` and answers. */
export type FromDebuggee =
  | { readonly kind: 'hello'; readonly node: string }
  /** A text was instrumented: its probes are numbered from `firstSite`. `source`: the text itself, when the file holds another. */
  | {
      readonly kind: 'text';
      readonly path: string;
      readonly firstSite: number;
      readonly sites: readonly Site[];
      readonly source: string | null;
    }
  /** A text whose types the adapter must erase, because this Node cannot. The answer is JavaScript. */
  | { readonly kind: 'erase'; readonly path: string; readonly text: string; readonly format: 'module' | 'commonjs' }
  | Paused
  | { readonly kind: 'answer'; readonly value: unknown }
  | Uncaught
  | { readonly kind: 'ended'; readonly code: number }
  | ProgramTells;

/** A throw, as it is the same in every run, whatever is probed, which may change columns: the how-many-th on a line of the program, from 1. */
export interface ThrowPlace {
  readonly path: string;
  readonly line: number;
  readonly number: number;
}

/** An exception that ends the program. */
export interface Uncaught {
  readonly kind: 'uncaught';
  /** Where it was thrown; null where V8 has told of no throw. */
  readonly thrown: ThrowPlace | null;
  readonly value: ValueReport;
  /** Whether the stack overflowed, at which V8 never stops. */
  readonly isOverflow: boolean;
  /** Where the program was then; null where that is not known, or only as source maps say it. */
  readonly overflow: Pick<FrameReport, 'path' | 'line' | 'column'> | null;
  /** How often what is counted was passed. */
  readonly passages: number;
}

/** What a process of the program tells by itself; nobody answers. */
export type ProgramTells =
  /** It has taken a part of its standard input (base64; null: its end). */
  | { readonly kind: 'input'; readonly data: string | null; readonly isTerminal: boolean }
  /** It waits for somebody: at a port, or nobody knows for what. */
  | { readonly kind: 'waits'; readonly port: number | null };

export interface Paused {
  readonly kind: 'paused';
  readonly why: 'stop' | 'event' | 'exception';
  /** How many events were recorded before. */
  readonly time: number;
  readonly site: number;
  /** How many texts of the program were loaded until then. */
  readonly loadedTexts: number;
  /** Of these, how many may change what is asked about under a name that they do not hold, and are not seen to. */
  readonly leftOutTexts: number;
  /** How many threads the program has started until then. */
  readonly threads: number;
  /** How often control passed the site, this time included; where natives write, how many events there were. */
  readonly occurrence: number;
  /** Where natives write, of which one call may be many events: how many calls have written there, this one included. */
  readonly passage: number | null;
  readonly frames: readonly FrameReport[];
  /** The exception that is thrown, and whether V8 sees a handler. */
  readonly exception: { readonly value: ValueReport; readonly isCaught: boolean } | null;
  /** Of the event: what changed, and to what. */
  readonly owner: ValueReport | null;
  readonly value: ValueReport | null;
  /** What the place holds, when it is a property. */
  readonly before: ValueReport | null;
  /** Of a native, which has written already: what it found there. */
  readonly earlier: ValueReport | null;
}

/** Before instrumentation, from 1. */
export type TextPosition = Pick<FrameReport, 'path' | 'line' | 'column'>;

/** Where a function is written; of one that `bind` has made, the one that it calls. */
export interface FunctionPosition extends TextPosition {
  /** How many arguments `bind` was given; null: it was not made so. */
  readonly bound: number | null;
}

/** One JavaScript frame; its position is in the text before instrumentation, from 1. */
export interface FrameReport {
  readonly functionName: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly isAsync: boolean;
}

/** A value as it crosses the channel. Objects are told by their number. */
export type ValueReport =
  | {
      readonly kind: 'primitive';
      readonly type: 'undefined' | 'null' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol';
      readonly text: string;
      /** Of a text that is not known: all that was kept of it. */
      readonly length?: number;
      /** Of a symbol: which one it is, in this run. */
      readonly symbol?: number;
    }
  | {
      readonly kind: 'object';
      readonly id: number;
      readonly className: string;
      readonly preview: string;
      readonly type: ObjectType;
      /** Of a Proxy: the object that holds its places, where it is known. */
      readonly holder?: number;
    }
  | { readonly kind: 'absent' };

export type ObjectType = 'object' | 'module' | 'arguments' | 'function' | 'array' | 'map' | 'set' | 'error' | 'proxy';

/** What the adapter asks of a debuggee that waits. */
export type ToDebuggee =
  | {
      readonly kind: 'begin';
      readonly plan: Plan;
      readonly looks: readonly Look[];
      readonly exceptions: ExceptionLook;
      /** When pinned clocks begin, in milliseconds since 1970; null: nothing is pinned. */ readonly pinned: number | null;
    }
  | { readonly kind: 'evaluate'; readonly frame: number; readonly expression: string }
  /** Where the text of a function or class is that an expression evaluates to, as `FunctionPosition`; null when it has none. */
  | { readonly kind: 'functionPlace'; readonly frame: number; readonly expression: string }
  /** The private fields of the object that an expression evaluates to, as `PrivateFields`; null when that is no object. */
  | { readonly kind: 'privateFields'; readonly frame: number; readonly expression: string }
  /** Of a property of the object that an expression evaluates to, as `PropertyReport`; null when that is no object. */
  | { readonly kind: 'property'; readonly frame: number; readonly expression: string; readonly name: string }
  | { readonly kind: 'select'; readonly request: Selection }
  /** Every event of some keys before a time, oldest first; the answer is `HistoryRow[]`, or null when there are too many. */
  | { readonly kind: 'history'; readonly keys: readonly KeyReport[]; readonly hasElements: boolean; readonly before: number }
  /** The number of the object that one was a part of when native code made both; null when it was none. */
  | { readonly kind: 'wholeOf'; readonly object: number }
  /** The newest write between two times to the memory of an element, through something else than its owner, as `OtherWrite`; null when there is none. */
  | { readonly kind: 'memory'; readonly owner: number; readonly index: number; readonly after: number; readonly before: number }
  /** What may have been written to an object (null: to any) between two times, as `UncertainWrite`; null when nothing may. */
  | { readonly kind: 'uncertain'; readonly owner: number | null; readonly after: number; readonly before: number }
  /** The activation whose `arguments` has this number; null when it is none. */
  | { readonly kind: 'activationOf'; readonly object: number }
  /** The newest events before one that have the same value, as `SelectedEvent[]`, newest first; `most` at most, none of a value that is everywhere. */
  | { readonly kind: 'alike'; readonly ordinal: number; readonly most: number }
  /** One event, as `SelectedEvent`. */
  | { readonly kind: 'event'; readonly ordinal: number }
  /** What code the program has made of texts, as `GeneratedCode[]`. */
  | { readonly kind: 'code' }
  /** How often each of these sites was passed, as `PassagesOfRun`. */
  | { readonly kind: 'passages'; readonly sites: readonly number[] }
  /** What the recorded events were, as `Digest`. */
  | { readonly kind: 'digest' }
  /** The program waits at an event: from now on a property of its object is looked at around calls. The answer: whether the object was certainly made by the call that has returned it. */
  | { readonly kind: 'guard'; readonly name: string }
  | { readonly kind: 'exceptions'; readonly isWatched: boolean }
  | { readonly kind: 'text'; readonly path: string }
  | { readonly kind: 'erased'; readonly text: string }
  | { readonly kind: 'continue' };

/** A text that the program has made code of by `eval`, `Function` or `node:vm`; it has no probes. */
export interface GeneratedCode {
  /** null: not known. */
  readonly text: string | null;
  /** Where it was made the last time. */
  readonly site: number;
  /** How many events were recorded before the first time and the last. */
  readonly first: number;
  readonly last: number;
  /** Whether it may have been given to `eval` by this name: only such code sees variables and private names around it. */
  readonly isDirect: boolean;
}

/** Of sites whose activations keep what was last. */
export interface PassagesOfRun {
  /** Whether passages are only counted: before, each is an event. */
  readonly isLong: boolean;
  /** null when there were too many to count. */
  readonly counts: readonly number[] | null;
  /** How many scopes have begun that are told by the first of these sites. */
  readonly scopes: number;
}

/** A write to memory that several views show. */
export interface OtherWrite {
  readonly event: SelectedEvent;
  /** Whether the element was certainly written. */
  readonly isExact: boolean;
}

/** A write to a property of which it is not known whether it took place, or under which key. */
export interface UncertainWrite {
  readonly site: number;
  readonly why: 'thrown' | 'key' | 'unseen';
}

/** The private fields of an object, seen from outside of its class. */
export interface PrivateFields {
  /** Where the object's class and those that it extends are written, the nearest first. */
  readonly classes: readonly TextPosition[];
  /** A name is there twice when two of the classes declare it. */
  readonly fields: readonly { readonly name: string; readonly value: ValueReport }[];
}

/** A property that is an accessor or inherited. */
export interface PropertyReport {
  readonly isAccessor: boolean;
  /** Where its getter is written; null when it has none, or one of the language or of Node. */
  readonly getter: TextPosition | null;
  /** Whose it is, when it is inherited. */
  readonly holder: ValueReport | null;
  /** Whether the object has a class that is none of the program's nor of the language. */
  readonly isForeign: boolean;
}

/** An event at which the debuggee waits: the how-many-th at a site, or every one. */
export interface Look extends TextPlace {
  readonly end: number;
  readonly siteKind: SiteKind;
  readonly occurrence: number | null;
}

/** Which exceptions the debuggee waits at. */
export interface ExceptionLook {
  /** Only numbers them, to say at the end which one was not caught. */
  readonly isNumbered: boolean;
  /** The throw at which the user stopped. */
  readonly stop: ThrowPlace | null;
  /** At every one. */
  readonly isWatched: boolean;
  /** Whether traces say where V8 was, whatever source maps make of them: what the program prints changes. */
  readonly isTraceRaw?: boolean;
}

/** Chooses one of the recorded events. Those of the event type are candidates; each constraint that one fails is counted. */
export interface Selection {
  /** The event type: sites, or a key of whatever object, or a variable. */
  readonly sites: readonly number[] | null;
  readonly key: KeyReport | null;
  /** The constraints. */
  readonly owner: number | null;
  readonly activation: number | null;
  /** Whether what objects came into being with, by a call of the language's own or the rest of a pattern, counts as written there. */
  readonly hasResults?: boolean;
  /** Of an await: an activation that began while what is awaited was evaluated. */
  readonly awaited?: number;
  /** Events before this time, which is a count of events. */
  readonly before: number;
  /** Events after this time. */
  readonly after?: number;
  /** From the end when negative. */
  readonly index: number;
  /** How many candidates are listed, the newest; none when left out. */
  readonly listed?: number;
}

/** By site: how many events it had, and a hash of their values, null when they are not all known. Objects count as any object. */
export type Digest = Readonly<Record<number, readonly [number, number | null]>>;

export interface HistoryRow {
  readonly ordinal: number;
  readonly owner: number;
  /** A property's name; other keys as the runtime's texts have them. */
  readonly key: string;
  readonly value: ValueReport;
}

export type KeyReport =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'symbol'; readonly number: number }
  | { readonly kind: 'variable'; readonly path: string; readonly declaration: number }
  /** `#name` of the class that is declared there: classes that extend each other may have the same name on one object. */
  | { readonly kind: 'private'; readonly path: string; readonly declaration: number; readonly name: string }
  | { readonly kind: 'entry'; readonly type: string; readonly text: string };

export interface SelectionResult {
  readonly total: number;
  readonly rejected: { readonly before: number; readonly sameness: number; readonly mayAffect: number; readonly index: number };
  /** Candidates so old that only their number is known. */
  readonly forgotten: number;
  readonly event: SelectedEvent | null;
  /** Null when none were asked for. */
  readonly list: CandidateList | null;
}

/** Candidates, oldest first, as columns: `failed` is 0 before, 1 sameness, 2 mayAffect, 3 not the chosen one, -1 the chosen one. */
export interface CandidateList {
  readonly events: readonly number[];
  readonly sites: readonly number[];
  readonly failed: readonly number[];
}

export interface SelectedEvent {
  readonly ordinal: number;
  readonly site: number;
  readonly occurrence: number;
  /** The object or scope instance whose place changed; of a fork, the activation. */
  readonly subject: number;
  /** null when it was not told. */
  readonly value: ValueReport | null;
  /** Of the same place, before the event; absent when no event gave it one, null when it was not told. */
  readonly before: ValueReport | null;
}
