import type { Scope } from '../../instrument/scopes.js';
import { isFunction, type AnyNode } from '../../instrument/tree.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import { isOfScope, ScopeEntries } from './scopeEntries.js';

/** An activation at a place of its text, at a time: how many events were recorded before. */
export interface FrameAt {
  readonly activation: number;
  readonly text: LoadedText;
  readonly offset: number;
  readonly time: number;
}

/**
 * The instance of a scope that code at a place sees; null when the recording does not say. Each entry of a scope is a row with its number and
 * that of the scope around; a function without a scope of its own has a row with what is around it.
 */
export function instanceOf(store: TraceStore, frame: FrameAt, scope: Scope): number | null {
  const { text, activation, time } = frame;
  if (scope.node === text.program) return moduleInstance(store, text.path, activation);
  const own = ownInstance(store, frame, scope);
  // An activation enters its function's scope once. Of others a later entry may only have been counted.
  const { start } = scope.node;
  const isSure = own !== null && isFunction(scope.node);
  const part = { path: text.path, start, end: start + 1 };
  if (!isSure && store.counted.noting(() => store.counted.mayLack(Kind.scope, part, time))) return null;
  if (own !== null) return own;
  // What is around the function, and what is around that.
  let around = surroundingOf(store, activation, text, time);
  for (let steps = 0; around !== null && steps < mostScopes; steps++) {
    // Of a loop's later iterations the first one was entered.
    const row = store.entryOf(store.firstSharerOf(around));
    if (row === null) return null;
    if (isOfScope(store, row, scope)) return around;
    around = numberIn(store, row);
  }
  return null;
}

/** The activation whose `this` an arrow function sees; null when the recording does not say. `path`: the nodes that lead to its code. */
export function activationOfThis(store: TraceStore, frame: FrameAt, path: readonly AnyNode[]): number | null {
  for (let at = path.length - 1; at >= 0; at--) {
    const node = path[at];
    // A field's value sees the object that gets it.
    if (node?.type === 'StaticBlock' || (node?.type === 'PropertyDefinition' && node.value === path[at + 1])) return null;
    if (node === undefined || !isFunction(node) || node.type === 'ArrowFunctionExpression') continue;
    const scope = frame.text.scopes.scopeOf(node);
    const instance = scope === undefined ? null : instanceOf(store, frame, scope);
    return instance === null ? null : (store.entryOf(store.firstSharerOf(instance))?.activation ?? null);
  }
  return null;
}

/** Scopes lie in each other no deeper than texts do. */
const mostScopes = 1000;

/** The instance that the activation itself has entered last. */
function ownInstance(store: TraceStore, { activation, time }: FrameAt, scope: Scope): number | null {
  const row = ScopeEntries.of(store).lastBefore(activation, scope, time);
  return row === null ? null : store.iterationOf(row.subject, time);
}

/** The instance around the function of an activation. */
function surroundingOf(store: TraceStore, activation: number, text: LoadedText, time: number): number | null {
  const row = ScopeEntries.of(store).aroundUntil(activation, time - 1);
  return row === null ? moduleInstance(store, text.path, activation) : numberIn(store, row);
}

function numberIn(store: TraceStore, row: TraceRow): number | null {
  const value = store.valueOf(row);
  return value?.kind === 'primitive' && value.type === 'number' && value.text !== '0' ? Number(value.text) : null;
}

/** The instance of a text's top level that an activation of its code sees: each thread has its own. */
function moduleInstance(store: TraceStore, path: string, activation: number): number | null {
  const { source } = store;
  const call = source.callOf(activation);
  const around = call === null ? undefined : source.sitesAround(store.row(call)?.site ?? 0);
  for (const { path: own, first, sites } of around?.path === path ? [around] : source.sites) {
    if (own !== path) continue;
    const at = sites.findIndex(({ kind, key }) => kind === 'scope' && key === 'program');
    if (at < 0) return store.source.moduleScope(first);
    let instance: number | null = null;
    for (const { subject } of store.passagesOf(first + at)) {
      // A script may have run in several contexts, which have names of their own.
      if (instance !== null && instance !== subject) return null;
      instance = subject;
    }
    return instance;
  }
  return null;
}
