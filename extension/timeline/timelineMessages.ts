import type { AskArguments, Chain, Place } from '../../adapter/dap/querypoints/protocol.js';

/** A message to the page. The page keeps what it was sent, so that a new answer sends what is new and not a million candidates again. */
export type TimelineMessage =
  /** Which chains there are, and which is shown. Sent whenever either changes. */
  | { readonly kind: 'chains'; readonly chains: readonly ChainTitle[]; readonly shown: string | null }
  /** A chain is new or has changed; `asking` is what is being asked of it now. */
  | { readonly kind: 'chain'; readonly key: string; readonly chain: Chain; readonly asking: Asking | null }
  /** The candidates of one point of a chain. */
  | { readonly kind: 'candidates'; readonly key: string; readonly candidates: PackedCandidates }
  /** A command of VS Code was called while the view has the focus. */
  | { readonly kind: 'command'; readonly command: TimelineCommand };

export interface ChainTitle {
  /** Unique among the chains of all sessions. */
  readonly key: string;
  readonly title: string;
  /** Whether its session is over: nothing can be asked of it, and nothing is stopped at. */
  readonly isKept?: boolean;
}

/** A question that runs are looking for an answer to. */
export type Asking = Pick<AskArguments, 'kind' | 'of' | 'expression'>;

/** A command that the page carries out itself. */
export type TimelineCommand =
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'focusSelection'
  | 'nextMark'
  | 'previousMark'
  | 'nextLane'
  | 'previousLane'
  | 'goTo'
  | 'ask'
  | 'showMore'
  | 'stopHere'
  | 'toggleTable'
  | 'nextRun';

/**
 * The candidates of one point, oldest first, as columns of equal length.
 * `events`: how many events were recorded before; `places`: an index into `sites`; `failed`: an index into `constraints`, or -1 of the
 * located one.
 */
export interface PackedCandidates {
  readonly point: string;
  readonly sites: readonly Place[];
  readonly events: Uint32Array | Float64Array;
  readonly places: Uint16Array | Uint32Array;
  readonly failed: Int8Array;
  /** How many more there are that are not listed. */
  readonly omitted: number;
}

/** A request of the page. `key` is that of a chain. */
export type TimelineRequest =
  /** The page is loaded and knows nothing yet. `shown`: the chain that it showed before it was closed. */
  | { readonly kind: 'ready'; readonly shown: string | null }
  | { readonly kind: 'show'; readonly key: string }
  /** To a place; of a located point with what happened there. */
  | { readonly kind: 'goTo'; readonly key: string | null; readonly point: string | null; readonly place: Place }
  /**
   * A new question from a located point, or from a `candidate` of it, by its index in the list; `index`: by which index the same question
   * would have it as its answer, where it would.
   */
  | ({ readonly kind: 'ask'; readonly key: string } & Asked)
  /** Read more at a located point in the next run. */
  | { readonly kind: 'showMore'; readonly key: string; readonly point: string }
  /** Run the program again and pause it at the point. */
  | { readonly kind: 'stopHere'; readonly key: string; readonly point: string }
  /** For the `when` clauses of commands. */
  | { readonly kind: 'selected'; readonly what: SelectionKind };

/** The start of a new question: a point or a candidate. */
export interface Asked {
  readonly point: string;
  readonly candidate: number | null;
  readonly index: number | null;
}

export type SelectionKind = 'none' | 'located' | 'other';
