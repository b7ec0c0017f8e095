import type { ControlPoint, ScriptPlace } from './controlPoint.js';
import type { SiteKind } from '../instrument/site.js';

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
  /** How many frames of an assertion library are left out, which are inside of the first. */
  readonly framesLeftOut?: number;
  /** The exception that is thrown. */
  readonly exception: ThrownReport | null;
  /** Of the event: what changed, and to what. */
  readonly owner: ValueReport | null;
  readonly value: ValueReport | null;
  /** What the place holds, when it is a property. */
  readonly before: ValueReport | null;
  /** Of a native, which has written already: what it found there. */
  readonly earlier: ValueReport | null;
}

/** An exception that is thrown. */
export interface ThrownReport {
  readonly value: ValueReport;
  /** Whether code catches it; null where a promise is rejected with it, which somebody may handle later. */
  readonly isCaught: boolean | null;
  /** The place that throws, where it is in no file: the frames begin with the file's code that called it. */
  readonly script?: ScriptPlace;
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
  /** Whether it is known to be in a function without a name; else it is at the top level, where it has none. */
  readonly isAnonymous?: boolean;
}

/** A value as it crosses the channel. Objects are given by their number. */
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
  /** Whether it runs later than where it was made: a script, or a compiled function. Recordings that are older do not say it. */
  readonly isLater?: boolean;
}

/** Of sites whose activations keep what was last. */
export interface PassagesOfRun {
  /** Whether passages are only counted: before, each is an event. */
  readonly isLong: boolean;
  /** null when there were too many to count. */
  readonly counts: readonly number[] | null;
  /** How many scopes have begun that are given by the first of these sites. */
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
  /** `unwatched`: of a recording, in which it was not looked for any more. */
  readonly why: 'thrown' | 'key' | 'unseen' | 'unwatched';
}

/** The private fields of an object, seen from outside of its class. */
export interface PrivateFields {
  /** Where the object's class and those that it extends are written, the nearest first. */
  readonly classes: readonly TextPosition[];
  /** A name is there twice when two of the classes declare it. `value`: null where a recording has none. */
  readonly fields: readonly { readonly name: string; readonly value: ValueReport | null }[];
}

/** A property that is an accessor or inherited. */
export interface PropertyReport {
  readonly isAccessor: boolean;
  /** Where its getter is written; null when it has none, or one of the language or of Node. */
  readonly getter: TextPosition | null;
  /** Whose it is, when it is inherited. */
  readonly holder: ValueReport | null;
  /** Whether what it inherits refuses every store to the object: sloppy code goes on as if nothing were. */
  readonly isReadOnly: boolean;
  /** Whether the object has a class that is none of the program's nor of the language. */
  readonly isForeign: boolean;
  /** Whether the object is memory, or a view of it, that has the length that it was made with. */
  readonly isFixedMemory: boolean;
}

/** An event at which the debuggee waits: the how-many-th at a site, or every one. */
export interface Look extends ControlPoint {
  readonly siteKind: SiteKind;
  readonly occurrence: number | null;
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
  /** Whether it is asked since which event the place has held the chosen one's value. */
  readonly asksSince?: boolean;
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

/** A change of an entry of a Map or Set, whichever it is. */
export interface EntryRow {
  readonly ordinal: number;
  readonly site: number;
  readonly key: string;
  /** What a Set holds is true, and false when it is gone. */
  readonly value: ValueReport | null;
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
  /**
   * Where the chosen event only stored what its place held: the oldest accepted event from which on all stored this value. Null where it
   * stored another value, or that is not known; left out when it was not asked for.
   */
  readonly since?: SelectedEvent | null;
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

export type Evaluated = { readonly value: ValueReport } | { readonly error: string };

/** An event with the key of its place, as a text: so kept, events can be looked through when their run is gone. */
export interface KeptRow extends Omit<SelectedEvent, 'before'> {
  /** As `keyText` names it; null: the event is none of a place. */
  readonly key: string | null;
  /** Whether it only says what an object came into being with. */
  readonly isResult: boolean;
}

/** All that a run knows of its events. */
export interface KeptEvents {
  readonly rows: readonly KeptRow[];
  /** Instances of scopes that loops have made anew of others (`from`), and the time until which changes of those are theirs. */
  readonly copies: readonly { readonly scope: number; readonly from: number; readonly at: number }[];
  /** Objects that were made as parts of others, with these. */
  readonly wholes: readonly (readonly [number, number])[];
  /** `arguments`, with their activations. */
  readonly lists: readonly (readonly [number, number])[];
  /** What may have been written to objects (0: to any), the first time and the last. */
  readonly uncertain: readonly (UncertainWrite & { readonly owner: number; readonly first: number; readonly last: number })[];
}

/** Getters and setters that classes of Node give to the objects of a class. */
export interface ClassAccessors {
  readonly className: string;
  readonly names: readonly string[];
}

/** A call by which code of Node may have stored what an object (0: any) holds already, without anybody seeing it. */
export interface StoredAgain {
  readonly owner: number;
  readonly site: number;
  /** The properties that it may have stored; none: any. */
  readonly names: readonly string[];
  /** The events before which the call ran for the first time and the last. */
  readonly first: number;
  readonly last: number;
}

/** A prototype that had no number when it was met. `inherits`: as `Inherits` has it. */
export interface SeenPrototype {
  readonly id: number;
  /** The number of the object that it has become; 0: none. */
  readonly object: number;
  readonly className: string;
  readonly inherits: number;
  /** How many events there were when it was met. */
  readonly first: number;
}

/**
 * From an event on an object inherits from another one than at its first sight; of a function, which says nothing at first sight, from the beginning.
 * The object 0 stands for all: what came later was too much.
 */
export interface StoredPrototype {
  readonly object: number;
  readonly inherits: number;
  readonly first: number;
}

/** A Proxy with the object that it shows, as far as Proxies lead. */
export interface ProxyTarget {
  readonly proxy: number;
  readonly target: number;
  /** Whether nothing on the way had a trap that sees what is read, when the Proxy was first seen. */
  readonly isReadThrough: boolean;
}
