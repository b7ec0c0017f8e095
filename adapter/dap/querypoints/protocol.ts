/**
 * What the debug adapter speaks beyond the debug adapter protocol: requests and events about querypoints, recordings and rules. Both ends, and the timeline,
 * build against this file, so it is plain data and imports nothing but the table of kinds. Lines and columns are from 1, columns in UTF-16 units.
 */

import type { QuestionKind } from '../../querypoints/question/kinds.js';

/** The names of our requests. */
export const requests = {
  /** `AskArguments` -> `Chain`: puts a question; the program is run again until one run has decided the whole chain. */
  ask: 'whence/ask',
  /** `{}` -> `ChainsResult`: every chain of the session, oldest first. */
  chains: 'whence/chains',
  /** `PointArguments` -> `Candidates`: what was looked at to find one point. */
  candidates: 'whence/candidates',
  /** `PointArguments` -> nothing: runs the program again, and pauses it at a located point. */
  stopAt: 'whence/stopAt',
  /** `LiveArguments` -> `LiveResult`: where a frame waits, and what variables hold there. */
  live: 'whence/live',
  /** `StepArguments` -> nothing: a step of a recording, also back into a function or out of one. */
  step: 'whence/step',
  /** `GoToArguments` -> nothing: shows the statement of a recording in which an event happens. */
  goTo: 'whence/goTo',
  /** `{}` -> `PositionTold`: where in time a session shows its recording. */
  position: 'whence/position',
  /** `MomentArguments` -> `MomentTold`: how a program came to where it waits, for a recording of another run. */
  moment: 'whence/moment',
  /** `{}` -> `RecordingTold`: what the recording of a session is of. */
  recording: 'whence/recording',
  /** `CallsArguments` -> `CallsTold`: some of its calls. */
  calls: 'whence/calls',
  /** `HistoryArguments` -> `HistoryTold`: every change of a place. */
  history: 'whence/history',
  /** `{}` -> `RulesTold`, the whole: the rules of a session, and what they have found. */
  rules: 'whence/rules',
  /** `AddRulesArguments` -> `RulesAdded`: a rules file is held against the program when it is started again. */
  addRules: 'whence/addRules',
  /** `RerunArguments` -> `RerunTold`: what running the program again means for it, before a question. */
  rerun: 'whence/rerun',
  /** `FromHereArguments` -> `FromHereTold`: what certainly becomes of a call, from the state in which it began. */
  fromHere: 'whence/fromHere',
} as const;

/** The names of our events. */
export const events = {
  /** `Chain`: a chain is new, or has changed. */
  chain: 'whence/chain',
  /** `{ file, isAtMoment }`: the program of the session was recorded, and its recording is shown instead; from where another session waits. */
  recorded: 'whence/recorded',
  /** `RulesTold`: how the rules of a session stand, at most a few times in a second. */
  rules: 'whence/rules',
} as const;

export type { QuestionKind };

/** A question about a place, a value or a point. */
export interface AskArguments {
  readonly kind: QuestionKind;
  /** The chain that it goes on with, and the point of it that it starts from. Without them: the stop. */
  readonly chain?: number;
  readonly of?: string;
  /** Instead of `of` itself: the one of its candidates that has this index in `Candidates`. It becomes a point of the chain. */
  readonly candidate?: number;
  /** Instead of the stop: the finding of a rule, by its number. `expression` is written with the variables of the rule: `n.parent`. */
  readonly finding?: number;
  /** Of the stop: the frame, as the client knows it. Without it, and at other points: `frame`. */
  readonly frameId?: number;
  /** From the innermost; negative from the oldest. */
  readonly frame?: number;
  /** A row of the Variables view: what it is in, and its name. */
  readonly variablesReference?: number;
  readonly name?: string;
  /** The place or value, as an expression in the frame; decides before `variablesReference`. */
  readonly expression?: string;
  /** From the end when negative: -1 is the last before the point, -2 the one before it. */
  readonly index?: number;
  /** Expressions that are to be shown of a point: of `showAt`, else of the one that the question starts from. */
  readonly show?: readonly string[];
  readonly showAt?: string;
}

export interface PointArguments {
  readonly chain: number;
  readonly point: string;
}

export interface StepArguments {
  readonly threadId: number;
  readonly direction: 'forward' | 'back';
  readonly kind: 'over' | 'in' | 'out';
}

export interface GoToArguments {
  /** An event of the recording, from 0. */
  readonly event: number;
}

export interface RerunArguments {
  /** The chain that is asked on; without it: the stop. */
  readonly chain?: number;
}

export interface RerunTold {
  /** Whether the program that waits is ended first, because it holds a port. */
  readonly isEnded: boolean;
  /** How many requests that it has had are repeated. */
  readonly repeated: number;
  /** What could not be recorded, as words: somebody has to repeat it. */
  readonly byHand: readonly string[];
}

export interface MomentArguments {
  /** The thread that waits. */
  readonly threadId?: number;
}

/** The steps to a stop, as the debug adapter reads them in the attribute `__moment` of a launch that records; or why they are not known. */
export interface MomentTold {
  readonly steps: readonly object[];
  readonly reason: string | null;
}

export interface PositionTold {
  /** The event that comes next, from 0. */
  readonly event: number;
}

/** What a recording is of, how its program ended, and what may be missing. */
export interface RecordingTold {
  /** The program and its arguments. */
  readonly program: readonly string[];
  readonly node: string;
  /** When it began, in milliseconds since 1970; null when the file does not say. */
  readonly began: number | null;
  readonly events: number;
  readonly threads: readonly string[];
  readonly files: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly outcome: string;
  readonly missing: readonly string[];
}

export interface CallsArguments {
  /** The event of the call whose own calls are wanted; without it: those that Node made. */
  readonly parent?: number;
  /** Instead: calls of functions with this text in their names. */
  readonly filter?: string;
  /** The event from which on; 0 without it. */
  readonly from?: number;
  readonly count: number;
}

export interface CallsTold {
  readonly calls: readonly CallTold[];
  /** The event at which the rest begins; null: there is none. */
  readonly next: number | null;
}

/** One call, in words. */
export interface CallTold {
  readonly event: number;
  /** The function, with its class; a top level by its file. */
  readonly name: string;
  /** Receiver and arguments: `Row {id: 1}.(2, 'late')`. */
  readonly given: string;
  /** What it returned or threw; empty where that is not known yet. */
  readonly ended: string;
  readonly isThrown: boolean;
  readonly place: Place | null;
  readonly hasCalls: boolean;
}

/** A call of the recording: the one that an event begins or happens in, or the one of a frame. */
export type FromHereArguments = { readonly event: number } | { readonly frameId: number };

/** What certainly becomes of a call. It is true of this run alone. */
export interface FromHereTold {
  readonly functionName: string;
  /** Which call of the function it is, from 1. */
  readonly hit: number;
  readonly event: number;
  /** The function. */
  readonly place: Place;
  /** Null: it may succeed. */
  readonly failure: FailureTold | null;
  /** Why no more is claimed; null where it fails, and where it was followed to its return. */
  readonly reason: string | null;
}

/** A failure that the rest of a call comes to. */
export interface FailureTold {
  /** A sentence. */
  readonly message: string;
  /** What fails, and the calls that lead there. */
  readonly steps: readonly { readonly message: string; readonly place: Place }[];
}

/** A row of the Variables view: what it is in, and its name; or an expression in a frame. */
export interface HistoryArguments {
  readonly variablesReference: number;
  readonly name: string;
  /** At most so many changes, the last. */
  readonly count: number;
}

export interface HistoryTold {
  /** The place as the program writes it. */
  readonly title: string;
  readonly changes: readonly ChangeTold[];
  readonly total: number;
}

/** One change of a place. */
export interface ChangeTold {
  readonly event: number;
  readonly before: string | null;
  readonly after: string;
  readonly functionName: string;
  readonly place: Place | null;
}

export interface LiveArguments {
  readonly frameId: number;
  /** Of variables. */
  readonly names: readonly string[];
}

export interface LiveResult {
  /** The statement, or the test of a loop, that the frame waits just before; else where it is in the middle of one. Null: in no file. */
  readonly place: Place | null;
  readonly isBefore: boolean;
  /** Variables that there are none of are left out; those that are not initialised yet are `undefined`, as V8 has it. */
  readonly values: Readonly<Record<string, LiveValue>>;
}

/** A value of the program: as people read it, and exactly; `exact` is null for objects and symbols, and for very long texts. */
export interface LiveValue {
  readonly text: string;
  readonly kind: 'undefined' | 'null' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol' | 'object';
  /** As `String` writes it, with `-0` for negative zero. */
  readonly exact: string | null;
}

export interface ChainsResult {
  readonly chains: readonly Chain[];
}

export type PointStatus = 'located' | 'initial' | 'not-reached' | 'not-found' | 'not-recorded';

export interface Place {
  /** An absolute path: the user's source. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Where the file is not what ran: the number under which the session has the text that did. */
  readonly reference?: number;
}

/** The stop and what was found from it, P1 first. All that it says is of one run. */
export interface Chain {
  readonly id: number;
  readonly points: readonly Point[];
  /** How often the program was run for the newest answer. */
  readonly executions: number;
  /** Whether no run is on that will add to it: places and values come first, stacks with another run. */
  readonly isSettled: boolean;
  /** Whether the runs agreed; null after one. */
  readonly isDeterministic: boolean | null;
  /** What the user should know of it, as sentences. */
  readonly notes: readonly string[];
  /** What each run answered by itself, oldest first: more than one only where they differ. The last is what `points` says. */
  readonly runs: readonly (readonly RunPoint[])[];
  /** Whether the program waits at a point of this chain, and at which. */
  readonly current: string | null;
  /** What rules had found in the session until then, as far as it is known at which events of the run. */
  readonly findings?: readonly ChainFinding[];
}

/** The finding of a rule at its time in the run of a chain. */
export interface ChainFinding {
  /** Its number in the session. */
  readonly id: number;
  readonly rule: string;
  readonly message: string;
  readonly place: Place;
  readonly hit: number;
  readonly event: number;
}

/** One point of a chain. */
export interface Point {
  /** P1, P2, … */
  readonly id: string;
  /** `candidate`: one that failed a constraint, and that questions were asked from. */
  readonly kind: 'stop' | 'candidate' | QuestionKind;
  /** The point that it was asked from, or that it is a candidate of. */
  readonly of: string | null;
  /** The place or value that was asked for, and in which frame of `of`; empty where the point itself was asked about. */
  readonly expression: string;
  readonly frame: number;
  readonly index: number;
  readonly status: PointStatus;
  /** Why it is not located, or what is to be known of it, as a sentence. */
  readonly reason: string | null;
  readonly place: Place | null;
  /** The source's line, without blanks around it. */
  readonly text: string | null;
  readonly functionName: string | null;
  /** The how-many-th passage of the place. */
  readonly hit: number | null;
  /** How many events were recorded before it: its time. */
  readonly event: number | null;
  readonly before: string | null;
  readonly after: string | null;
  /** What a condition was made of, and what was asked to be shown. */
  readonly values: readonly NamedValue[];
  /** Of a condition: then, else, case, default, again, exit, left, right, caught. */
  readonly taken: string | null;
  readonly exception: { readonly className: string | null; readonly message: string; readonly isCaught: boolean | null } | null;
  readonly stack: readonly StackFrame[];
  /** How many events were candidates, and which constraint how many failed. */
  readonly counts: CandidateCounts | null;
  /** Of a write that stored what was there already: since which write it was there; null where there is none, or it is not known. */
  readonly since: { readonly place: Place; readonly hit: number | null } | null;
  /** Of an origin: the copies that led there, newest first. */
  readonly steps: readonly { readonly expression: string; readonly place: Place }[];
  /** What the analysis says of it without knowing of the run. Left out until that is known. */
  readonly forecast?: PointForecast;
}

/** What the analysis says of a point without knowing of the run. */
export interface PointForecast {
  /** The finding whose condition is broken there; null: none is. */
  readonly predictedBy: PredictingFinding | null;
  /** Of those values of the point that are variables. */
  readonly values: readonly ForecastValue[];
}

/** A finding that predicted a point. */
export interface PredictingFinding {
  readonly code: string;
  readonly message: string;
  /** Where it is reported. */
  readonly place: Place;
  /** What good runs keep: a JavaScript expression. */
  readonly condition: string;
  /** What the variables of the condition held at the point. */
  readonly held: readonly NamedValue[];
}

/** The values that a variable may have at a point, in all runs and in those that do not fail, and how the one of this run stands to them. */
export interface ForecastValue {
  readonly name: string;
  /** Null: no run comes here, or nothing is known. */
  readonly reachable: string | null;
  readonly good: string | null;
  readonly standing: 'good' | 'outside-good' | 'outside' | 'unknown';
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface StackFrame {
  readonly functionName: string;
  readonly place: Place;
  readonly isAsync: boolean;
}

export interface CandidateCounts {
  readonly total: number;
  readonly rejected: Readonly<Record<Constraint, number>>;
}

/** What one of several runs answered. */
export type RunPoint = Pick<Point, 'id' | 'status' | 'place' | 'hit' | 'event' | 'before' | 'after' | 'taken'>;

/** Which constraint a candidate failed: it is not before the point, of another object, of another activation, or not the chosen one. */
export const constraints = ['before', 'sameness', 'mayAffect', 'index'] as const;
export type Constraint = (typeof constraints)[number];

/**
 * The candidates of one point, oldest first, as columns of equal length: there may be a million.
 * `events`: how many events were recorded before; `places`: an index into `sites`; `failed`: an index into `constraints`, or -1 of the
 * located one.
 */
export interface Candidates {
  readonly point: string;
  readonly sites: readonly Place[];
  readonly events: readonly number[];
  readonly places: readonly number[];
  readonly failed: readonly number[];
  /** How many more there are that are not listed. */
  readonly omitted: number;
}

/** The rules of a session. */
export interface RulesTold {
  readonly rules: readonly RuleTold[];
  /** Oldest first: all that are kept, or those that are new or have changed since the last event. */
  readonly findings: readonly FindingTold[];
  readonly isWhole: boolean;
  /** The finding at which the program waits. */
  readonly waiting: number | null;
  /** What else the user should know, as sentences. */
  readonly notes: readonly string[];
}

export interface AddRulesArguments {
  readonly file: string;
}

export interface RulesAdded {
  /** The rules that the file has. */
  readonly names: readonly string[];
  /** Why the program must be started again, for the user. */
  readonly sentence: string;
}

/** How a rule stands. */
export interface RuleTold {
  readonly name: string;
  /** Where it is written. */
  readonly place: Place;
  /**
   * `proved`: its text proves that it holds in every run, and nothing is watched for it; `unseen`: not all that it reads was seen, so that it is not
   * said to hold; `off`: it is at fault, and looked at no more.
   */
  readonly state: 'proved' | 'holds' | 'broken' | 'unseen' | 'off';
  /** Why it is off or unseen, as a sentence. */
  readonly reason: string | null;
  /** How many tuples were told. */
  readonly fired: number;
  /** For how many tuples it holds that it is broken now. */
  readonly tuples: number;
  readonly updates: number;
}

/** What a rule has found. */
export interface FindingTold {
  /** From 1, in the order in which they were found. */
  readonly id: number;
  readonly rule: string;
  readonly message: string;
  readonly objects: readonly TupleObject[];
  /** The change that made the rule's condition true; null where that is not known. */
  readonly place: Place | null;
  readonly functionName: string | null;
  /** The how-many-th passage of the place. */
  readonly hit: number | null;
  /** Where the rule was looked at. */
  readonly noticed: Place | null;
  readonly isConfirmed: boolean;
  /** Why nothing can be asked of its moment, as a sentence; null: it can. */
  readonly refusal: string | null;
}

/** What a variable of a rule stood for. */
export interface TupleObject {
  readonly variable: string;
  readonly text: string;
  /** As they were; those that the rule reads come first. */
  readonly fields: readonly FieldTold[];
  /** Why nothing can be asked of its fields, as a sentence; null: it can. */
  readonly refusal: string | null;
}

export interface FieldTold {
  readonly name: string;
  readonly text: string;
  /** Whether the rule reads it. */
  readonly isRead: boolean;
  /** Written with the variables of the rule; null where it is no place that changes. */
  readonly expression: string | null;
}
