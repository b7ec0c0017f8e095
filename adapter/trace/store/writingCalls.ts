import { Kind } from './rowMeaning.js';
import type { TraceRow, TraceStore } from './traceStore.js';

/**
 * The how-many-th call of a function of the language it is that wrote a row: of the calls from that place which wrote something. The rows of one
 * call follow each other in their activation; whatever it has called has activations of its own.
 */
export function nativePassageAt(store: TraceStore, row: TraceRow): number {
  let count = 0;
  let last: TraceRow | null = null;
  for (const one of store.passagesOf(row.site, 0, row.event)) {
    if (one.kind === Kind.none) continue;
    if (last === null || isOfAnotherCall(store, last, one)) count++;
    last = one;
  }
  return count;
}

function isOfAnotherCall(store: TraceStore, last: TraceRow, next: TraceRow): boolean {
  if (last.activation !== next.activation) return true;
  if (last.event + 1 === next.event) return false;
  for (const between of store.rowsOf(next.activation, last.event + 1, next.event - 1))
    if (!isWithinCall(store, between, next.site)) return true;
  return false;
}

/** Whether a row may be there because of the native call that wrote the rows around it. */
function isWithinCall(store: TraceStore, { kind, site, event }: TraceRow, own: number): boolean {
  if (kind === Kind.none || kind === Kind.content || site === own) return true;
  if (kind !== Kind.call) return false;
  const caller = store.call(event)?.callSite ?? null;
  if (caller === null) return true;
  // The native has called back.
  const [seen, called] = [store.source.site(own), store.source.site(caller)];
  return seen?.path === called?.path && seen?.site.offset === called?.site.offset;
}
