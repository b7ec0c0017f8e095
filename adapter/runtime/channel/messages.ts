import type { Paused, FrameReport, ValueReport, Look, Selection, KeyReport, TextPosition } from '../../events/rows.js';
import type { RuleFinding, RulesToRun, RuleTotals } from '../../events/rulesOfRun.js';
import type { Plan } from '../../instrument/plan.js';
import type { Site } from '../../instrument/site.js';
import type { ConnectionTold } from './connectionTold.js';

/** A message from the debuggee to the adapter, one JSON text a line. It waits for an answer after `hello`, `paused` and answers. */
export type FromDebuggee =
  | { readonly kind: 'hello'; readonly node: string; readonly about?: ThreadAbout }
  /** A text was instrumented: its probes are numbered from `firstSite`. `source`: the text itself, when the file holds another. */
  | {
      readonly kind: 'text';
      readonly path: string;
      readonly firstSite: number;
      readonly sites: readonly Site[];
      readonly source: string | null;
      /** More sites of a text that was told before. */
      readonly isMore?: true;
    }
  /** A text whose types the adapter must erase, because this Node cannot. The answer is JavaScript. */
  | { readonly kind: 'erase'; readonly path: string; readonly text: string; readonly format: 'module' | 'commonjs' }
  | Paused
  | { readonly kind: 'answer'; readonly value: unknown }
  | Uncaught
  /** Throws that are numbered from a text on have numbers now. */
  | { readonly kind: 'numbered' }
  | FoundThrow
  /** One of the plan's conditions is broken for the so-many-th time; the program waits to be ended. */
  | BrokenCondition
  /** `hasStarted`: whether it has started threads or processes. */
  | { readonly kind: 'ended'; readonly code: number; readonly hasStarted: boolean }
  /** A process that the program has started has ended. */
  | { readonly kind: 'childEnded'; readonly pid: number; readonly code: number | null; readonly signal: string | null }
  | ProgramTells
  | RuleFinding
  | RuleTotals
  /** A rule has fired where the program may stop; it waits for an answer. `isAsked`: the rule itself stops it. */
  | { readonly kind: 'ruleStop'; readonly isAsked: boolean };

/** A thread that nobody has started by hand: a process that a recorded program has started, or a thread of one. */
export interface ThreadAbout {
  readonly pid: number;
  readonly parentPid: number;
  /** 0: the main thread. */
  readonly thread: number;
  /** The thread that started it. */
  readonly parent: number;
  readonly program: string;
  readonly args: readonly string[];
}

/** A throw, as it is the same in every run, whatever is probed, which may change columns: the how-many-th on a line of the program, from 1. */
export interface ThrowPlace {
  readonly path: string;
  readonly line: number;
  readonly number: number;
}

/** A condition that a run was found to break. */
export interface BrokenCondition {
  readonly kind: 'broken';
  /** Which one of the plan's. */
  readonly condition: number;
  /** How often it was broken until then, this time and the times that do not count included. */
  readonly passage: number;
}

/** A throw that is looked for: the how-many-th, from 1, that the program catches, or that an assertion makes. */
export interface WantedThrow {
  readonly kind: 'caught' | 'failure';
  readonly hit: number;
}

/** The throw that was looked for. */
export interface FoundThrow {
  readonly kind: 'found';
  readonly thrown: ThrowPlace;
  /** Where the test is that waited for a failed assertion when that was thrown, in the text that V8 has; else null. */
  readonly awaiting: (TextPosition & { readonly text: string }) | null;
  /** How often what is counted was passed. */
  readonly passages: number;
  /** The exception, where a test waited for it; else null. */
  readonly value: ValueReport | null;
}

/** An exception that ends the program. */
export interface Uncaught {
  readonly kind: 'uncaught';
  /** Where it was thrown; null where V8 has reported no throw. */
  readonly thrown: ThrowPlace | null;
  readonly value: ValueReport;
  /** Whether the stack overflowed, at which V8 never stops. */
  readonly isOverflow: boolean;
  /** Where the program was then; null where that is not known, or only as source maps say it. */
  readonly overflow: Pick<FrameReport, 'path' | 'line' | 'column'> | null;
  /** How often what is counted was passed. */
  readonly passages: number;
}

/** A message that a process of the program sends by itself; nobody answers. */
export type ProgramTells =
  /** It has taken a part of its standard input (base64; null: its end). */
  | { readonly kind: 'input'; readonly data: string | null; readonly isTerminal: boolean }
  /** So long, in milliseconds, it has had nothing to do since it took a part. */
  | { readonly kind: 'idle'; readonly ms: number }
  /** It waits for somebody: at a port, or nobody knows for what. */
  | { readonly kind: 'waits'; readonly port: number | null }
  /** Something has come to one of its servers. */
  | { readonly kind: 'connection'; readonly told: ConnectionTold };

/** A request of the adapter to a debuggee that waits. */
export type ToDebuggee =
  | {
      readonly kind: 'begin';
      readonly plan: Plan;
      readonly looks: readonly Look[];
      readonly exceptions: ExceptionLook;
      /** When pinned clocks begin, in milliseconds since 1970; null: nothing is pinned. */ readonly pinned: number | null;
      /** Where other threads of a recorded program are recorded; none: nowhere. */
      readonly lanes?: Lanes;
      /** Rules over the program's live objects; none: there are none. */
      readonly rules?: RulesToRun;
    }
  | { readonly kind: 'evaluate'; readonly frame: number; readonly expression: string }
  /** Where the text of a function or class is that an expression evaluates to, as `FunctionPosition`; null when it has none. */
  | { readonly kind: 'functionPlace'; readonly frame: number; readonly expression: string }
  /** The private fields of the object that an expression evaluates to, as `PrivateFields`; null when that is no object. */
  | { readonly kind: 'privateFields'; readonly frame: number; readonly expression: string }
  /** A property of the object that an expression evaluates to, as `PropertyReport`; null when that is no object. */
  | { readonly kind: 'property'; readonly frame: number; readonly expression: string; readonly name: string }
  | { readonly kind: 'select'; readonly request: Selection }
  /** Every event of some keys before a time, oldest first; the answer is `HistoryRow[]`, or null when there are too many. */
  | { readonly kind: 'entriesOf'; readonly owner: number; readonly before: number }
  | { readonly kind: 'history'; readonly keys: readonly KeyReport[]; readonly hasElements: boolean; readonly before: number }
  /** The number of the object that one was a part of when native code made both; null when it was none. */
  | { readonly kind: 'wholeOf'; readonly object: number }
  /** The newest write between two times to the memory of an element, through something else than its owner, as `OtherWrite`; null when there is none. */
  | { readonly kind: 'memory'; readonly owner: number; readonly index: number; readonly after: number; readonly before: number }
  /** A write that may have happened to an object (null: to any) between two times, as `UncertainWrite`; null when none may. */
  | { readonly kind: 'uncertain'; readonly owner: number | null; readonly after: number; readonly before: number }
  /** The activation whose `arguments` has this number; null when it is none. */
  | { readonly kind: 'activationOf'; readonly object: number }
  /** The newest events before one that have the same value, as `SelectedEvent[]`, newest first; `most` at most, none of a value that is everywhere. */
  | { readonly kind: 'alike'; readonly ordinal: number; readonly most: number }
  /** One event, as `SelectedEvent`. */
  | { readonly kind: 'event'; readonly ordinal: number }
  /** The code that the program has made from texts, as `GeneratedCode[]`. */
  | { readonly kind: 'code' }
  /** How often each of these sites was passed, as `PassagesOfRun`. */
  | { readonly kind: 'passages'; readonly sites: readonly number[] }
  /** The digest of the recorded events, as `Digest`. */
  | { readonly kind: 'digest' }
  /** All events, as `KeptEvents`; null when there are too many. */
  | { readonly kind: 'all' }
  /** The program waits at an event: from now on a property of its object is looked at around calls. The answer: whether the object was certainly made by the call that has returned it. */
  | { readonly kind: 'guard'; readonly name: string }
  | { readonly kind: 'exceptions'; readonly isWatched: boolean }
  | { readonly kind: 'text'; readonly path: string }
  | { readonly kind: 'erased'; readonly text: string }
  /** `isTrapped`: it stops first, in a script that a debugger knows. */
  | { readonly kind: 'continue'; readonly isTrapped?: boolean };

/** Which exceptions the debuggee waits at. */
export interface ExceptionLook {
  /** Only numbers them, to say at the end which one was not caught. */
  readonly isNumbered: boolean;
  /** The throw at which the user stopped. */
  readonly stop: ThrowPlace | null;
  /** The throw, among those that are numbered, that is to be reported. */
  readonly wanted?: WantedThrow;
  /** Whether throws are numbered from the first text on that belongs to no package, and not from the start of the program. */
  readonly isFromOwnText?: boolean;
  /** At every one. */
  readonly isWatched: boolean;
  /** Whether the stop is at a failed assertion: how often one has failed there is counted in its test. */
  readonly isFailure?: boolean;
  /** Whether traces say where V8 was, whatever source maps make of them: what the program prints changes. */
  readonly isTraceRaw?: boolean;
}

/** Where the threads and processes that a recorded program starts are recorded. */
export interface Lanes {
  readonly socket: string;
  /** The `NODE_OPTIONS` of processes that are started; null: they are only counted. */
  readonly option: string | null;
}
