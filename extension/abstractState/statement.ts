import { posix } from 'node:path';
import type { Location, StateAtResult, UnfoldingState } from '../../server/lsp/protocol.js';
import type { Live, SelectedUnfolding, Statement } from './stateMessages.js';

/** The choice of where a statement is shown, and in which unfolding. */
export interface StatementChoice {
  readonly id: string;
  readonly uri: string;
  readonly isOutdated: boolean;
  /** What was selected last; another unfolding is taken where the function no longer has it. */
  readonly unfolding: string | null;
  /** Of a run that waits there. */
  readonly live?: Live | null;
}

/** The part of an answer that the view shows: one unfolding. */
export function statementOf(answer: StateAtResult, choice: StatementChoice): Statement | null {
  const selected = unfoldingOf(answer, choice.unfolding);
  if (selected === null) return null;
  return {
    id: choice.id,
    file: fileName(choice.uri),
    line: answer.span.start.line + 1,
    functionName: answer.functionName,
    text: answer.text,
    side: answer.side,
    isOutdated: choice.isOutdated,
    unfoldings: answer.unfoldings.map(({ id, label }) => ({ id, label })),
    selected: selectedUnfolding(selected),
    live: choice.live ?? null,
  };
}

/** The unfolding that is shown: the one asked for, else the first that a run that waits there can be in, or that control reaches, else the first. */
export function unfoldingOf({ unfoldings }: StateAtResult, id: string | null): UnfoldingState | null {
  const chosen = unfoldings.find((unfolding) => unfolding.id === id);
  const live = unfoldings.find(({ standing }) => standing !== null && standing !== 'outside');
  return chosen ?? live ?? unfoldings.find(({ reachable }) => reachable) ?? unfoldings[0] ?? null;
}

function selectedUnfolding({ id, calls, reachable, good, completes, rows }: UnfoldingState): SelectedUnfolding {
  return { id, calls: calls.map(placeName), isReachable: reachable, isGood: good, completes, rows };
}

function placeName({ uri, range }: Location): string {
  return `${fileName(uri)}:${range.start.line + 1}`;
}

/** The last part of a URI's path, as it is written on disk. */
export function fileName(uri: string): string {
  const name = posix.basename(uri.replace(/[?#].*$/s, ''));
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a lone % is a name, too
  }
}
