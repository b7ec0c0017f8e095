/**
 * What our language server speaks beyond the language server protocol: requests, notifications and settings.
 * Both ends build against this file, so it is plain data and imports nothing. Positions are 0-based, in UTF-16 units.
 */

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Half-open. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

/**
 * Text of the program as a label: VS Code makes icons of `$(name)` in labels, links (also such as run commands) of `[text](address)` in
 * messages, and obeys line breaks. A space without width stands where these would begin.
 */
export function label(text: string): string {
  return text.replace(/\$(?=\()|\](?=\()/g, (sign) => `${sign}\u200b`).replace(/[\s\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+/g, ' ');
}

/** A place in an open document. */
export interface PlaceParams {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

/** The names of our requests. */
export const requests = {
  /** `StateAtParams` -> `StateAtResult | Unreadable | null`: the abstract state at the cursor. */
  stateAt: 'whence/stateAt',
  /** `PlaceParams` -> `ConditionsResult | null`: what the function around the cursor needs. */
  conditions: 'whence/conditions',
  /** `ExplainParams` -> `ExplainResult | null`: the path from origin to occurrence. */
  explain: 'whence/explain',
  /** `PlaceParams` -> `NegateAssertionResult | null`: when is the assertion at the cursor surely violated? */
  negateAssertion: 'whence/negateAssertion',
  /** `PlaceParams` -> `AssertedResult | null`: the value that the assertion at the place speaks of. */
  asserted: 'whence/asserted',
  /** `NewRulesParams` -> `NewRulesResult`: a rules file to begin with. */
  newRules: 'whence/newRules',
  /** `RuleRunParams` -> `RuleRunResult | null`: a rule of a rules file, and what may be run with it. */
  ruleRun: 'whence/ruleRun',
  /** `AnalyseWorkspaceParams` -> `AnalyseWorkspaceResult`: every source file of the workspace folders. */
  analyseWorkspace: 'whence/analyseWorkspace',
} as const;

/** The names of our notifications, from the server. */
export const notifications = {
  /** `StatusParams`: what the server is doing. */
  status: 'whence/status',
} as const;

/**
 * The commands of our code lenses and code actions; they run in the client.
 * A client without them shows the titles all the same.
 */
export const commands = {
  /** `(uri: string, position: Position)`: show `whence/conditions` of this place. */
  showConditions: 'whence.showConditions',
  /** `(uri: string, position: Position)`: show `whence/explain` of this place. */
  explainFinding: 'whence.explainFinding',
  /** `(text: string)`: put a condition on the clipboard. */
  copyCondition: 'whence.copyCondition',
  /** `(uri: string, position: Position)`: which statements may be to blame that the test at this place fails? */
  diagnose: 'whence.diagnose',
  /** `(uri: string, position: Position)`: debug the test at this place, up to where it fails. */
  debugTest: 'whence.debugTest',
  /** `(uri: string, position: Position)`: debug the test at this place, and ask where the value came from that it found wrong. */
  whyTest: 'whence.whyTest',
  /** `(uri: string, rule: string)`: debug the program of the rules file at the URI, with this rule alone. */
  runWithRule: 'whence.runWithRule',
  /** `(uri: string, position: Position, locations: Location[])`: show where the pattern at the place matches. */
  showMatches: 'whence.showMatches',
} as const;

/** One of the two states of a statement. */
export type Side = 'before' | 'after';

/**
 * The place is in or before a statement: its state before is meant. Behind the last statement of a block it is that after the statement.
 */
export interface StateAtParams extends PlaceParams {
  /** Of the statement at the place, whatever the place itself would mean. */
  readonly side?: Side;
  /** What variables hold, by name, in a run that waits just before the statement that begins at the place: held against its states. */
  readonly live?: Readonly<Record<string, LiveValue>>;
}

/** A value of a run. Of objects and symbols, and where `exact` is null, only the kind is told. */
export interface LiveValue {
  readonly kind: 'undefined' | 'null' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol' | 'object';
  /** As `String` writes it, with `-0` for negative zero. */
  readonly exact: string | null;
}

/**
 * How values of a run stand to the states of a statement. `good`: a good run may have them. `failing`: runs may have them, good ones do
 * not, so that this one certainly fails. `outside`: no run may, so that what the analysis takes for granted does not hold of this one.
 */
export type Standing = 'good' | 'failing' | 'outside';

/** The state of a statement in one version of a document, by unfolding. */
export interface StateAtResult {
  /** The version of the document that was analysed; it may be older than the one on the screen. */
  readonly version: number;
  /** The statement, or the expression that is evaluated like one; empty in an empty block. */
  readonly span: Range;
  /** Whether the rows hold just before the statement, or just after it. */
  readonly side: Side;
  /** The function around it; "" at the top level. */
  readonly functionName: string;
  /** The first line of the statement. */
  readonly text: string;
  /** One for each copy of the function: at least one. */
  readonly unfoldings: readonly UnfoldingState[];
  /** Of the run whose values were given, whichever copy it is in; null without values, and where some copies were given up. */
  readonly standing: Standing | null;
  /** Where it is `failing`: the roots whose runs fail, one of which this is; "" for the top level. */
  readonly failingRoots: readonly string[];
}

/** The text has a syntax error: nothing is known of it that is not of an older text. */
export interface Unreadable {
  readonly syntaxError: string;
}

/** The state in one copy of a function. */
export interface UnfoldingState {
  /** The same in every answer about the same function, as long as its callers stay. */
  readonly id: string;
  /** What tells this copy from the others: its call sites, closure or alias partition. */
  readonly label: string;
  /** The call sites, from the root inwards; none for a root itself. */
  readonly calls: readonly Location[];
  /** One for each name in scope that something is known of, in the order of their declarations. */
  readonly rows: readonly StateRow[];
  /** False: control never gets here in this copy. */
  readonly reachable: boolean;
  /** False: no good run passes here in this copy. */
  readonly good: boolean;
  /** False: control comes to the statement and never gets past it, though it is no jump. */
  readonly completes: boolean;
  /** Of the run whose values were given, if it is in this copy. */
  readonly standing: Standing | null;
}

export interface StateRow {
  readonly name: string;
  /** The value in every run that gets here; "" when none does. */
  readonly reachable: string;
  /** The value in every good run that gets here; "" when none does. */
  readonly good: string;
  /** Whether it has another value, or more is known of it, after the statement than before. */
  readonly changed: boolean;
  /** Of a row that holds before the statement and is another after it: the values just after it. */
  readonly after: { readonly reachable: string; readonly good: string } | null;
  /** Of the value that was given; null when none was, or it is not known which variable is meant. */
  readonly standing: Standing | null;
}

export interface ConditionsResult {
  readonly functionName: string;
  /** What every good run needs at the entry: a JavaScript expression; null when nothing is, "false" when no input succeeds. */
  readonly requires: string | null;
  /** `requires` in plain words. */
  readonly inWords: string | null;
  /** What keeps element accesses inside their arrays; null when nothing is needed or known. */
  readonly inBounds: string | null;
  /** `inBounds` in plain words. */
  readonly inBoundsInWords: string | null;
  readonly accesses: { readonly total: number; readonly proven: number };
  /** False when a budget ran out: nothing is claimed about the function. */
  readonly complete: boolean;
  /** The function's name. */
  readonly span: Range;
}

/** A finding by its place: the diagnostic that holds the position, or the one that starts nearest before it on its line. */
export interface ExplainParams extends PlaceParams {
  /** `data.id` of a diagnostic, when there are several at the position. */
  readonly findingId?: string;
}

export interface ExplainResult {
  readonly title: string;
  /** From the origin to the occurrence: at least one. */
  readonly steps: readonly { readonly location: Location; readonly message: string }[];
  /** What good runs keep at the origin: a JavaScript expression. */
  readonly condition: string | null;
  readonly conditionInWords: string | null;
}

export interface NegateAssertionResult {
  /** The expression as it is written. */
  readonly assertion: string;
  /** What every run that violates it needs at the function's entry or at the origin; null when nothing is known. */
  readonly condition: string | null;
  /** One sentence for the user. */
  readonly message: string;
  /** Where `condition` holds; null without one. */
  readonly location: Location | null;
}

/** The actual value of an assertion, as it is written. */
export interface AssertedResult {
  readonly expression: string;
  /** A variable, field or element, a call, a function that the assertion calls, or something that is computed there. */
  readonly kind: 'place' | 'call' | 'function' | 'computed';
}

/** The document that the rules are to be about, and the place of the cursor in it. */
export interface NewRulesParams {
  readonly textDocument?: { readonly uri: string };
  readonly position?: Position;
}

export interface NewRulesResult {
  /** The rules file without the reference to its types. */
  readonly text: string;
}

/** A rule by its name, or the one that the place is in, or after. */
export interface RuleRunParams {
  readonly textDocument: { readonly uri: string };
  readonly rule?: string;
  readonly position?: Position;
}

export interface RuleRunResult {
  readonly rule: string;
  /** The files that its classes are imported from. */
  readonly sources: readonly string[];
  /** Those of them that do something when they are run by themselves. */
  readonly programs: readonly string[];
}

/**
 * Progress is reported under `workDoneToken`; without one the server asks the client for a progress of its own
 * (`window/workDoneProgress/create`), whose cancel button works too. The request itself can be cancelled.
 */
export interface AnalyseWorkspaceParams {
  readonly workDoneToken?: string | number;
}

export interface AnalyseWorkspaceResult {
  /** How many files were analysed. */
  readonly files: number;
  /** How many findings are shown: errors and warnings. */
  readonly findings: number;
  readonly milliseconds: number;
  /** Files that could not be analysed, each with one sentence. */
  readonly failures: readonly { readonly uri: string; readonly message: string }[];
}

/**
 * - `idle`: everything that is open is analysed;
 * - `busy`: something is being analysed;
 * - `limited`: `file` is not analysed, `message` says why: its text cannot be read (`syntax`; what is shown of it is of the text before),
 *   or its analysis had to be given up (`failure`).
 */
export interface StatusParams {
  readonly state: 'idle' | 'busy' | 'limited';
  /** A URI. */
  readonly file?: string;
  /** One sentence for the user. */
  readonly message?: string;
  readonly reason?: 'syntax' | 'failure';
}

/** The content of `data` of our diagnostics. */
export interface DiagnosticData {
  readonly id: string;
  readonly condition: string | null;
}

/** The section of the settings that the server reads with `workspace/configuration`. */
export const settingsSection = 'whence';

/** `initializationOptions` of the client; a server without them works as with `{}`. */
export interface InitializationOptions {
  /** The client has `commands`: code lenses and code actions may name them. */
  readonly commands?: boolean;
}
