import { stoppable } from '../../instrument/stoppable.js';
import { homeAt, isFunction, type AnyNode } from '../../instrument/tree.js';
import type { LoadedText, RunTexts } from '../../querypoints/text/texts.js';
import { functionAt } from '../store/functionAt.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceStore } from '../store/traceStore.js';
import { ownRowsOf } from './ownRows.js';
import { walkActivation } from './walkActivation.js';

/** A line of the user's sources, or a place on it. */
export interface LinePlace {
  readonly isFile: (path: string) => boolean;
  readonly line: number;
  readonly column: number | null;
}

/** The statement that control is to come to, in a text that ran. */
export interface StatementPlace {
  readonly text: LoadedText;
  readonly node: AnyNode;
}

/** Control came to a statement: in an activation, at a time, which is how many events were recorded before. */
export interface Passage {
  readonly time: number;
  readonly activation: number;
  /** Whether the recording says so beyond doubt. */
  readonly isCertain: boolean;
}

/** The first statement that begins on a line, in each text that has one; with a column the one at or after it, else the last before. */
export function statementsAt(texts: RunTexts, paths: readonly string[], { isFile, line, column }: LinePlace): readonly StatementPlace[] {
  return paths.flatMap((path) => {
    const text = texts.text(path);
    if (text === undefined) return [];
    let best: { readonly node: AnyNode; readonly column: number } | null = null;
    for (const { node, kind } of stoppable(text.program)) {
      if (kind === 'loopPart' || kind === 'end' || kind === 'initializer' || (kind === 'part' && !text.isMapped)) continue;
      const position = text.userPosition(node.start);
      if (position === null || position.line !== line || !isFile(position.path)) continue;
      if (best === null || isBetter(position.column, best.column, column)) best = { node, column: position.column };
    }
    return best === null ? [] : [{ text, node: best.node }];
  });
}

function isBetter(column: number, best: number, wanted: number | null): boolean {
  if (wanted === null) return column < best;
  if (column >= wanted) return best < wanted || column < best;
  return best < wanted && column > best;
}

/**
 * Every time that control came to a statement, in the order of the run. They are found by following the activations of its function, one by
 * one: the cost is that of their events.
 */
export function passagesOf(store: TraceStore, { text, node }: StatementPlace): readonly Passage[] {
  const home = homeAt(text.program, node.start);
  const passages: Passage[] = [];
  for (const activation of activationsOf(store, text, home)) {
    const began = (store.source.callOf(activation) ?? -1) + 1;
    walkActivation(home, ownRowsOf(store, { text, node: home }, activation), began, (step, time, isCertain) => {
      if (step === node) passages.push({ time, activation, isCertain });
    });
  }
  return passages.sort((a, b) => a.time - b.time || a.activation - b.activation);
}

/** The activations of a function, or of a text's top level, oldest first. */
function* activationsOf(store: TraceStore, text: LoadedText, home: AnyNode): Generator<number> {
  for (const { path, first, sites } of store.source.sites) {
    if (path !== text.path) continue;
    for (const [index, site] of sites.entries()) {
      if (site.kind !== 'call') continue;
      const entered = functionAt({ path, site }, text.program);
      const isIt = isFunction(home) ? entered === home : entered?.type === 'Program';
      if (!isIt) continue;
      for (const row of store.passagesOf(first + index)) if (row.kind === Kind.call) yield row.subject;
    }
  }
}
