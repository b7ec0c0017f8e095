import type { Scope } from '../../instrument/scopes.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';

/** What was found out of an activation until a time: the row that was looked for, or null where there was none. */
interface Found {
  readonly row: TraceRow | null;
  readonly until: number;
}

/**
 * Which scopes activations have entered, and what is around their functions. Who follows a long activation step by step asks again and again:
 * each time only what has happened since is read.
 */
export class ScopeEntries {
  private lasts = new Map<Scope, Map<number, Found>>();
  private arounds = new Map<number, Found>();
  private count = 0;

  static of(store: TraceStore): ScopeEntries {
    let entries = known.get(store);
    if (entries === undefined) known.set(store, (entries = new ScopeEntries(store)));
    return entries;
  }

  private constructor(private readonly store: TraceStore) {}

  /** The row with which an activation has entered a scope last before a time; null: with none. */
  lastBefore(activation: number, scope: Scope, time: number): TraceRow | null {
    let ofScope = this.lasts.get(scope);
    if (ofScope === undefined) this.lasts.set(scope, (ofScope = new Map<number, Found>()));
    const { row, until } = ofScope.get(activation) ?? nothing;
    if (time <= until && (row === null || row.event < time)) return row;
    const isFurther = time > until;
    const began = this.store.source.callOf(activation, time) ?? 0;
    const newer = this.lookBack(activation, scope, time, isFurther ? Math.max(began, until) : began);
    const found = newer ?? (isFurther ? row : null);
    this.note(ofScope, activation, { row: found, until: Math.min(time, this.store.end) });
    return found;
  }

  /** The row of an activation that tells what is around its function, up to an event; null: there is none. */
  aroundUntil(activation: number, last: number): TraceRow | null {
    const { row, until } = this.arounds.get(activation) ?? nothing;
    if (row !== null) return row.event <= last ? row : null;
    if (last < until) return null;
    const began = this.store.source.callOf(activation, last + 1) ?? 0;
    let found: TraceRow | null = null;
    for (const one of this.store.rowsOf(activation, Math.max(began, until), last)) {
      const isOfFunction = one.kind === Kind.scope && this.store.source.site(one.site)?.site.key === 'function';
      if (one.kind !== Kind.around && !isOfFunction) continue;
      found = one;
      break;
    }
    this.note(this.arounds, activation, { row: found, until: Math.min(last + 1, this.store.end) });
    return found;
  }

  private lookBack(activation: number, scope: Scope, time: number, since: number): TraceRow | null {
    for (const row of this.store.rowsBefore(activation, time, since))
      if (row.kind === Kind.scope && isOfScope(this.store, row, scope)) return row;
    return null;
  }

  private note(where: Map<number, Found>, activation: number, found: Found): void {
    if (!where.has(activation) && ++this.count > mostKept) {
      [this.lasts, this.arounds, this.count] = [new Map<Scope, Map<number, Found>>(), new Map<number, Found>(), 0];
      return;
    }
    where.set(activation, found);
  }
}

/** Whether a row is an entry of a scope. */
export function isOfScope(store: TraceStore, row: TraceRow, scope: Scope): boolean {
  const site = store.source.site(row.site)?.site;
  return site?.offset === scope.node.start && site.end === scope.node.end;
}

const nothing: Found = { row: null, until: 0 };

const known = new WeakMap<TraceStore, ScopeEntries>();

/** So many of these are kept. */
const mostKept = 20_000;
