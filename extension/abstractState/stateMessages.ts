import type { Side, Standing, StateRow } from '../../server/lsp/protocol.js';

/** Everything that the view shows. Sent whole whenever something changes; the view remembers nothing. */
export interface ViewContent {
  /** Shown instead of a current statement: what to do, or what is wrong. */
  readonly notice: Notice | null;
  /** Where the program waits that is debugged. */
  readonly stop: Statement | null;
  /** None where it is that of the stop. */
  readonly current: Statement | null;
  readonly pins: readonly Statement[];
}

export interface Notice {
  readonly text: string;
  /** Offers to start the language server again. */
  readonly canRestart: boolean;
}

/** A statement and the state there, in one of the unfoldings of its function. */
export interface Statement {
  /** `current`, `stop`, or the id of a pin. */
  readonly id: string;
  /** The file's name without its folders. */
  readonly file: string;
  /** From 1, as editors count. */
  readonly line: number;
  readonly functionName: string;
  /** The statement's first line. */
  readonly text: string;
  /** Whether the state is the one before the statement, or the one after it. */
  readonly side: Side;
  /** The text has changed since this was computed. */
  readonly isOutdated: boolean;
  /** At least one. */
  readonly unfoldings: readonly { readonly id: string; readonly label: string }[];
  readonly selected: SelectedUnfolding;
  /** Of the stop. */
  readonly live: Live | null;
}

/** The run that waits at a statement. */
export interface Live {
  /** What variables hold, as people read it, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** How they stand to the states there; null where that is not known. */
  readonly standing: Standing | null;
  /** Where it fails: the roots whose runs do, one of which this is; "" for the top level. */
  readonly failingRoots: readonly string[];
  /** Why nothing is concluded, as a sentence; null where it is. */
  readonly reservation: string | null;
}

export interface SelectedUnfolding {
  readonly id: string;
  /** The call sites, from the root inwards, as `file:line`. */
  readonly calls: readonly string[];
  readonly isReachable: boolean;
  readonly isGood: boolean;
  /** False: whatever comes to the statement never gets past it. */
  readonly completes: boolean;
  readonly rows: readonly StateRow[];
}

/** A request of the view. `statement` is the id of a `Statement`. */
export type ViewRequest =
  /** The view is loaded and shows what it is sent from now on. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'pin' }
  | { readonly kind: 'unpin'; readonly statement: string }
  /** Put the state on the clipboard, as text. */
  | { readonly kind: 'copy'; readonly statement: string }
  | { readonly kind: 'selectUnfolding'; readonly statement: string; readonly unfolding: string }
  /** Put the cursor on the statement. */
  | { readonly kind: 'reveal'; readonly statement: string }
  /** Put the cursor on a call site of the selected unfolding. */
  | { readonly kind: 'revealCall'; readonly statement: string; readonly call: number }
  | { readonly kind: 'restart' };
