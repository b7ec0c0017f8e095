import type { SuspectInput } from '../../server/diagnosis/suspectInputs.js';
import type { BrokenAssertion } from '../tests/testMessages.js';

/** The kind of a component in results: `missing` is a gap between two statements. */
export type ShownKind = 'statement' | 'header' | 'initialiser' | 'return' | 'missing';

export interface ShownSpan {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface ShownComponent {
  readonly file: string;
  readonly span: ShownSpan;
  readonly function: string;
  readonly kind: ShownKind;
}

/** What a component would have had to do at its n-th passage in a test. */
export interface Requirement {
  readonly test: string;
  /** Its passages are counted from 1, from the beginning of the test on; with `loading` those before it, while modules are loaded. */
  readonly hit: number;
  readonly loading?: true;
  /** The text of the component. */
  readonly expression: string;
  /** A condition or value in words. */
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly min?: unknown;
  readonly max?: unknown;
  /** Which way a branch would have had to go. */
  readonly taken?: boolean;
  /** Of the last passage: how many before it are not told. */
  readonly leftOut?: number;
}

export interface Repair {
  readonly size: number;
  readonly edits: readonly { readonly file: string; readonly span: ShownSpan; readonly text: string }[];
  readonly diff: string;
  /** Of the tests that were run with it: all where it is `cold`, else those of its problem. */
  readonly tests: { readonly passed: number; readonly total: number };
  /** It has passed once more as an edited text in a process of its own. */
  readonly cold: boolean;
  /** An input for which it does something else than the first repair of its problem; null of that one, and where none was found. */
  readonly differsFrom: Difference | null;
}

/** A call that tells two repairs apart. */
export interface Difference {
  /** The call as it is written in the tests, with other literals. */
  readonly call: string;
  /** The value as text: of this repair, and of the first one. */
  readonly gives: string;
  readonly first: string;
}

export type Status = 'repaired' | 'consistent' | 'undecided';

export interface Diagnosis {
  readonly components: readonly ShownComponent[];
  readonly status: Status;
  readonly requirement: readonly Requirement[];
  readonly reason: string;
  /** The models that have a say in it. */
  readonly models: readonly string[];
  readonly score: number;
  readonly repairs: readonly Repair[];
}

export interface FailingTest {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly form: 'lowered' | 'recorded' | 'replayed';
  /** Why no model follows it. */
  readonly why?: string;
  readonly message: string;
  /** The assertion of the program that does not hold in the test. */
  readonly assertion?: BrokenAssertion;
  /** Of a test that is followed: the outermost calls of what is suspected, with what they were given. */
  readonly inputs: readonly SuspectInput[];
}

/** A component that is not alone to blame, by which models, and one of which must be. */
export interface RefutedComponent {
  readonly component: ShownComponent;
  readonly models: readonly string[];
  readonly conflict: readonly ShownComponent[];
}

/** The result of `whence diagnose`, as `--json` prints it. */
export interface DiagnosisResult {
  readonly schema: 'whence.diagnose/1';
  readonly runner: { readonly name: string; readonly version: string };
  readonly tests: {
    readonly failing: readonly FailingTest[];
    readonly passing: number;
    readonly flaky: readonly string[];
    readonly weak: readonly { readonly name: string; readonly reason: string }[];
  };
  readonly diagnoses: readonly Diagnosis[];
  readonly refuted: readonly RefutedComponent[];
  readonly searched: { readonly checks: number; readonly candidates: number; readonly of: number };
  readonly complete: boolean;
  readonly notes: readonly string[];
  /** From the start: until suspects were told, until tests had run, until suspects were followed, until the first repair passed all tests in the worker (0: none did). */
  readonly milliseconds: {
    readonly suspects: number;
    readonly capture: number;
    readonly followed: number;
    readonly repair: number;
    /** How long candidates ran, in sum; the others are times from the start. */
    readonly candidates: number;
    readonly total: number;
  };
}
