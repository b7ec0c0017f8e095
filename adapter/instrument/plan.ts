import type { PrunedText } from './prunedStores.js';
import type { RulesPlan } from './rulesPlan.js';

/** Where the user stopped: the source as the user wrote it, lines and columns from 1. */
export interface LineStop {
  /** Of the one file: as the user reaches it and as Node does, which follows symbolic links. */
  readonly paths: readonly string[];
  readonly line: number;
  readonly column: number | null;
  /** The how-many-th passage for which `when` is true, from 1. */
  readonly hit: number;
  readonly when: string | null;
  /** Names that a question asks about at the stop: the debuggee must keep them alive there. */
  readonly names: readonly string[];
}

/** A condition that every good run satisfies when control comes to a place: lines and columns from 1, in the source as the user wrote it. */
export interface WatchedCondition {
  /** Of the one file, as of a `LineStop`. */
  readonly paths: readonly string[];
  readonly line: number;
  readonly column: number;
  /** An expression without effects; it may throw. */
  readonly condition: string;
  /** Whether an exception in it breaks it, too. */
  readonly isAssertion: boolean;
  /** An expression without effects that is true where the condition is broken, and never throws. */
  readonly broken: string;
  /** The variables that it names. */
  readonly names: readonly string[];
  /** Whether it speaks of calls from outside of the file alone, while nothing of the file is in the middle of a call. */
  readonly isFromOutside: boolean;
}

/** One step of a stop replay: control is there for the n-th time since the step before it, or since the start. */
export type ReplayStep = PassageStep | ThrowStep;

/** Control passes a place. */
export interface PassageStep {
  readonly kind: 'passage';
  /** The place, by where it starts in the text that V8 gets, before instrumentation; line and column from 1. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /**
   * `before` what begins there; at the `call` or the `return` there, when its arguments or its value have been evaluated; after the `write` of
   * the property that is named there; or when the call, the `new` or the `delete` there is `done`.
   */
  readonly moment: 'before' | 'call' | 'return' | 'write' | 'done';
  /** Only passages count for which this holds. */
  readonly when: string | null;
  /** Only passages count with so many frames of the program on the stack; null: any. */
  readonly depth: number | null;
  readonly hit: number;
}

/** Something is thrown. */
export interface ThrowStep {
  readonly kind: 'throw';
  /** Where the innermost frame of the program is. */
  readonly path: string;
  readonly line: number;
  /** Whether only exceptions count that V8 sees no handler for. */
  readonly isUncaught: boolean;
  /** Whether Node's own code throws. */
  readonly isOutside: boolean;
  readonly hit: number;
}

/** Steps that bring another run to where the user stopped, where no line and hit count tells it. The last step is the stop. */
export interface StopReplay {
  readonly steps: readonly ReplayStep[];
  /** As of a `LineStop`. */
  readonly names: readonly string[];
}

/** A place in a text as it was before instrumentation: the key of sites over several runs. */
export interface TextPlace {
  readonly path: string;
  readonly offset: number;
}

/** What a run must tell: the union of what its questions need. Computed by the adapter, applied in the debuggee. */
export interface Plan {
  readonly stop: LineStop | null;
  /** Instead of `stop`. */
  readonly replay: StopReplay | null;
  /** Conditions that the run is held against, until so many were found broken. */
  readonly conditions: { readonly watched: readonly WatchedCondition[]; readonly hit: number } | null;
  /** Something that control can stop before, whose passages are counted, by where it starts: each activation knows its last one's number. */
  readonly counted: TextPlace | null;
  /** Property names whose writes are events; `#p` for private ones. */
  readonly fields: readonly string[];
  /** Whether texts that do not hold a field's name are probed too: they may write it through a computed key, or copy it. */
  readonly everywhere: boolean;
  /** Writes through keys that are only known when they happen: elements, and computed names. */
  readonly elements: boolean;
  /** Of elements, the indices that are asked for; null: all. Of others only how often they were written is told. */
  readonly indices: readonly number[] | null;
  /** Whether keys that are symbols are asked for; then elements are too. */
  readonly symbols: boolean;
  /** Whether objects that are keys tell which property they mean, where only code of the program knows. */
  readonly objectKeys: boolean;
  /** Whether what functions return and yield are events. */
  readonly returns: boolean;
  /** Changes of Map and Set entries. */
  readonly entries: boolean;
  /** Of entries, the keys that are asked for; null: all. Of others only how often they were written is told. */
  readonly entryKeys: readonly (string | number)[] | null;
  /** Names of variables asked for at the stop. */
  readonly variablesAtStop: readonly string[];
  /** Variables, by where their name is declared. */
  readonly variables: readonly TextPlace[];
  /** Variables of outer functions that are to be seen in a function which does not mention them, by where that starts. */
  readonly kept: readonly (TextPlace & { readonly name: string })[];
  /** Whether the forks of the function around the stop are events. */
  readonly forksAtStop: boolean;
  /** Functions whose forks are events, by where they start. */
  readonly forks: readonly TextPlace[];
  /**
   * The event from which on activations themselves keep what is last of the variables and forks that are asked for at the stop, in
   * hidden variables; null: not only the last before the stop is wanted.
   */
  readonly localsFrom: number | null;
  /** Whether they count the writes to each variable one by one: scopes of the same code may have begun between. */
  readonly countsWrites: boolean;
  /**
   * Whether more is looked at than the innermost frame at the stop: V8 drops what optimised code does not use any more, and shows it
   * as undefined, unless it is told to keep all, which may make numeric code twice as slow.
   */
  readonly keepsVariables: boolean;
  /** Which expressions that make objects are events. */
  readonly allocations: readonly AllocationKind[];
  /** Whether properties that code without probes may write are looked at around calls. */
  readonly guards: boolean;
  /** Calls of which is to be known whether they have made what they return, by where they start. */
  readonly makers: readonly TextPlace[];
  /** Whether the values of all events must be known, long texts too. */
  readonly wholeTexts: boolean;
  /**
   * The event from which on, of each place and each fork of an activation, only the last before a wait is kept; null: all are asked for.
   */
  readonly lastOnlyFrom: number | null;
  /** Whether then the new values of properties are told, not only that they have changed. */
  readonly valuesInBrief: boolean;
  /**
   * Whether an earlier run has recorded everything: then events are only counted, but for those that are looked at and what happens
   * to the same objects afterwards.
   */
  readonly countsOnly: boolean;
  /** Whether the run is recorded: then each text gets the probes that this says, whatever else is asked. */
  readonly recording: RecordingPlan | null;
  /** What rules over live objects ask, beside the fields and elements whose writes they follow; null: there are none. */
  readonly rules: RulesPlan | null;
  /** Texts with stores that are proven not to be what is asked about: they need no probe. */
  readonly pruned: readonly PrunedText[];
}

/** Which texts are recorded in full, by regular expressions over their paths; others by their calls alone. */
export interface RecordingPlan {
  /** None: all but what lies in `node_modules`. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Of which calls the receivers, arguments and results are recorded: of all, of those in full texts, of none. Without values nothing but calls is recorded. */
  readonly values: 'all' | 'user' | 'none';
  /** After so many events a site is only counted; null: never. Which activation runs is always recorded. */
  readonly budget: number | null;
  /** Whether values under names such as `password` are recorded. */
  readonly keepsSecrets: boolean;
  /** Longer texts are cut, in UTF-16 units. */
  readonly strings: number;
}

export type AllocationKind = 'object' | 'array' | 'new' | 'call';

export const emptyPlan: Plan = {
  stop: null,
  replay: null,
  conditions: null,
  counted: null,
  fields: [],
  everywhere: false,
  elements: false,
  indices: null,
  symbols: false,
  objectKeys: false,
  returns: false,
  entries: false,
  entryKeys: null,
  variablesAtStop: [],
  variables: [],
  kept: [],
  forksAtStop: false,
  forks: [],
  localsFrom: null,
  countsWrites: false,
  keepsVariables: false,
  allocations: [],
  guards: false,
  makers: [],
  wholeTexts: false,
  lastOnlyFrom: null,
  valuesInBrief: true,
  countsOnly: false,
  recording: null,
  rules: null,
  pruned: [],
};
