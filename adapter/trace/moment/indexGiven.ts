import { callOfSite } from '../store/callOfSite.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceStore } from '../store/traceStore.js';
import type { RunTexts } from '../../querypoints/text/texts.js';
import type { FrameAt } from './scopeInstances.js';

/**
 * The index that a method of an array gives the callback which a frame is in: so many calls of it came before, by the same call, with nothing
 * between that the caller did itself. Null where calls are not all recorded, or the method goes another way.
 */
export function indexGiven(store: TraceStore, texts: RunTexts, { activation }: FrameAt): number | null {
  const event = store.source.callOf(activation);
  const own = event === null ? null : store.call(event);
  const first = own === null || own.callSite === null ? null : firstIndexOf(store, texts, own.callSite);
  if (own === null || first === null) return null;
  const begun = store.source.callOf(own.caller) ?? 0;
  if (store.counted.mayHavePassed([own.site], begun, own.event)) return null;
  let index = first;
  for (const row of store.rowsBefore(own.caller, own.event, begun)) {
    if (row.kind === Kind.none) continue;
    const call = row.kind === Kind.call && row.site === own.site ? store.call(row.event) : null;
    if (call?.callSite !== own.callSite) break;
    index++;
  }
  return index;
}

/** The index with which a call begins that goes through an array from its start; null where it does not. */
function firstIndexOf(store: TraceStore, texts: RunTexts, site: number): 0 | 1 | null {
  const found = store.source.site(site);
  const program = found === undefined ? undefined : texts.text(found.path)?.program;
  const call = found === undefined || program === undefined ? null : callOfSite(program, found.site);
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || call.callee.property.type !== 'Identifier') return null;
  const { name } = call.callee.property;
  if (name === 'reduce') return call.arguments.length > 1 ? 0 : 1;
  return fromStart.has(name) ? 0 : null;
}

const fromStart: ReadonlySet<string> = new Set(['forEach', 'map', 'flatMap', 'filter', 'some', 'every', 'find', 'findIndex', 'from']);
