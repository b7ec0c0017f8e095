import type { ConditionTree } from './conditionTree.js';

/** The result of `whence check`: what the reports are made from. The JSON of schema "whence.check/1" has conditions as text. */
export interface CheckResult {
  readonly schema: typeof checkSchema;
  readonly assumptions: Assumptions;
  readonly findings: readonly Finding[];
  /** Every root, whether or not it requires anything, and every function with element accesses. */
  readonly functions: readonly FunctionReport[];
  /** One for each `--at`, in the order asked. */
  readonly states: readonly StateReport[];
  readonly errors: readonly ErrorReport[];
  readonly statistics: Statistics;
  /** Findings that a comment or a baseline takes out of `findings`; absent when there are none. */
  readonly suppressed?: readonly SuppressedFinding[];
  /** Files of folders that were not checked; absent when there are none. */
  readonly skipped?: readonly SkippedReport[];
}

/** A finding that is not to be reported. */
export interface SuppressedFinding {
  readonly finding: Finding;
  /** `comment`: `whence-ignore-next-line`; `baseline`: it is in the file of `--baseline`. */
  readonly by: 'comment' | 'baseline';
  /** The words of the comment; null without any. */
  readonly reason: string | null;
}

/** A file that a folder holds and that was not checked. */
export interface SkippedReport {
  readonly file: string;
  readonly reason: 'ignored by Git' | 'generated' | 'minified';
}

export const checkSchema = 'whence.check/1';

/** The meanings that an index outside an array may have: none, a condition of its own (`inBounds`), or a failure of the run. */
export type ArrayIndexPolicy = 'off' | 'hint' | 'error';

/** What code that is not seen may do beside changing all that it can reach: come back, or also end the process or run for ever. */
export type UnknownCalls = 'return-or-throw' | 'may-exit';

/** The settings that change the meaning of a report. */
export interface Assumptions {
  /** Unknown numbers are safe integers. */
  readonly integers: boolean;
  /** A run that does not terminate fails. */
  readonly termination: boolean;
  readonly arrayIndex: ArrayIndexPolicy;
  readonly unknownCalls: UnknownCalls;
}

export type FindingCode =
  | 'assertion-violated'
  | 'assertion-conditional'
  | 'assertion-invalid'
  | 'sometime-unreachable'
  | 'sometime-conditional'
  | 'requires-violated'
  | 'ensures-violated'
  | 'range-violated'
  | 'uncaught-exception'
  | 'not-terminating'
  | 'null-access'
  | 'wrong-kind'
  | 'index-out-of-bounds'
  | 'assumption-broken'
  | 'ignore-unused'
  | 'ignore-invalid'
  | 'incomplete';

/** Every code of a finding. */
export const findingCodes: ReadonlySet<string> = new Set<FindingCode>([
  'assertion-violated',
  'assertion-conditional',
  'assertion-invalid',
  'sometime-unreachable',
  'sometime-conditional',
  'requires-violated',
  'ensures-violated',
  'range-violated',
  'uncaught-exception',
  'not-terminating',
  'null-access',
  'wrong-kind',
  'index-out-of-bounds',
  'assumption-broken',
  'ignore-unused',
  'ignore-invalid',
  'incomplete',
]);

/**
 * - `error`: fails on every execution that reaches the origin;
 * - `warning`: decided by an unknown input inside the program, by a caller, or by an assertion that the user wrote;
 * - `hint`: what a root asks of its parameters.
 */
export type Severity = 'error' | 'warning' | 'hint';

/** 1-based lines and columns, columns in UTF-16 units; the end is exclusive. */
export interface ReportSpan {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A message at a place. Files are relative to the working directory, with `/`. */
export interface Located {
  readonly file: string;
  readonly span: ReportSpan;
  readonly message: string;
}

/** An occurrence: where a failure shows, or what decides it. */
export interface Reason extends Located {
  /** The calls that lead there from the origin, from the outside inwards; absent when the origin's function makes none. */
  readonly calls?: readonly Located[];
}

/** A check's result at its origin. */
export interface Finding extends Located {
  /** The function whose runs it is about; "" for the top level. A baseline knows a finding by it. */
  readonly within: string;
  /**
   * What an editor underlines: a name, a call or a keyword. `span` is where it is decided: behind a statement that is its last character. Absent
   * where it is the span.
   */
  readonly underlined?: ReportSpan;
  readonly code: FindingCode;
  readonly severity: Severity;
  /** Over the names in scope at the span, true for every good run; null where there is none. */
  readonly condition: ConditionTree | null;
  /** Why: what the message names, where it shows. */
  readonly because: readonly Reason[];
  /** The other causes for which runs fail that the condition excludes. */
  readonly alternatives: readonly Alternative[];
  /** The declared types that the condition may rest on: with values that these exclude, it may be false of good runs. */
  readonly assumes: readonly DeclaredType[];
}

/** A cause of its own: every run that breaks its condition fails for it. */
export interface Alternative {
  readonly condition: ConditionTree;
  readonly message: string;
  readonly because: readonly Reason[];
}

/** A type annotation whose promise is believed, because callers are asked to keep it. */
export interface DeclaredType {
  readonly kind: 'declared-type';
  readonly file: string;
  readonly span: ReportSpan;
}

export interface FunctionReport {
  /** The bare name, `Class.method` for methods. */
  readonly name: string;
  readonly file: string;
  readonly span: ReportSpan;
  readonly root: boolean;
  /** The meet of all conditions at the entry; null when nothing is required, never when no input succeeds. */
  readonly requires: ConditionTree | null;
  /** The condition that keeps the function's element accesses inside their arrays, over its parameters; null if none is needed or known. */
  readonly inBounds: ConditionTree | null;
  /** The declared types that `requires` and `inBounds` may rest on. */
  readonly assumes: readonly DeclaredType[];
  readonly accesses: AccessCount;
  /** False when a budget ran out: nothing is claimed about the function. */
  readonly complete: boolean;
}

/** Element reads and writes in the function's own body, and those in bounds in all unfoldings. */
export interface AccessCount {
  readonly total: number;
  readonly proven: number;
}

/** The abstract state at a control point that `--at` named, unfoldings joined; null where there is no state. */
export interface StateReport {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly reachable: EnvironmentReport | null;
  readonly good: EnvironmentReport | null;
}

export type EnvironmentReport = Readonly<Record<string, ValueReport>>;

export interface ValueReport {
  readonly show: string;
  /** Null when the value is not a number. */
  readonly min: BoundReport | null;
  readonly max: BoundReport | null;
  readonly integer: boolean;
  readonly nan: boolean;
}

/** JSON has no infinities. */
export type BoundReport = number | 'Infinity' | '-Infinity';

/** Why a file could not be checked; the others are still reported. */
export interface ErrorReport {
  readonly file: string;
  readonly message: string;
}

export interface Statistics {
  readonly controlPoints: number;
  /** Counted once for each token. */
  readonly unfoldedControlPoints: number;
  readonly equationEvaluations: number;
  /** Wall-clock time of the analysis, and the most memory its process held; measured outside it, which has no clock. */
  readonly milliseconds: number;
  readonly peakMegabytes: number;
}

/** The place of a finding as people see it. */
export const shownSpan = ({ span, underlined }: Pick<Finding, 'span' | 'underlined'>): ReportSpan => underlined ?? span;
