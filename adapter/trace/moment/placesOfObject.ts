import type { ValueReport } from '../../events/rows.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';

/** One place of an object at a moment, as its last change left it. */
export interface HeldPlace {
  /** As `adapter/events/keyText.ts` names it. */
  readonly key: string;
  /** null: it was not told. */
  readonly value: ValueReport | null;
  readonly row: TraceRow;
}

/**
 * The places that an object has after its changes up to an event (included), in the object's own order: indices first, then names and
 * entries in the order in which they came. What had been deleted and came again is behind the others.
 */
export function placesOf(store: TraceStore, object: number, until: number): readonly HeldPlace[] {
  return heldBy(store, object, until).places;
}

/** The same, and the getters and setters that the literal which made it has given it, and that it still has. */
export function heldBy(
  store: TraceStore,
  object: number,
  until: number,
): { readonly places: readonly HeldPlace[]; readonly accessors: ReadonlySet<string> } {
  const held = new Map<string, HeldPlace>();
  const isSet = store.source.object(object)?.type === 'set';
  const accessors = new Set(store.namesOfLiteral(object).flatMap(({ name, isAccessor }) => (isAccessor ? [name] : [])));
  for (const row of store.changesOfObject(object, 0, store.untilBorn(object, until))) {
    const key = store.source.keyOf(row.key);
    const value = store.valueOf(row);
    // What is stored there its setter gets.
    if (accessors.has(key) && value?.kind !== 'absent' && isStore(store, row)) continue;
    if (store.isForSetter(row.event, row.key)) continue;
    accessors.delete(key);
    if (value?.kind === 'absent' || (isSet && isGone(key, value))) held.delete(key);
    else held.set(key, { key, value, row });
    if (key === 'length') cutElements(held, value);
  }
  const all = [...held.values()].map((place) => {
    const { row } = place;
    const isShared = isIndex(place.key) && store.memory.otherWrite(object, Number(place.key), row.event, until + 1) !== null;
    if (isShared) return { ...place, value: store.memory.elementBefore(object, Number(place.key), until + 1) };
    const isUnknown =
      place.value !== null &&
      (store.counted.mayHaveChanged(row.key, row.event, until + 1) || store.unseen.mayHaveWritten(object, row.key, row.event, until + 1));
    return isUnknown ? { ...place, value: null } : place;
  });
  const indices = all.filter(({ key }) => isIndex(key)).sort((a, b) => Number(a.key) - Number(b.key));
  return { places: indices.length === 0 ? all : [...indices, ...all.filter(({ key }) => !isIndex(key))], accessors };
}

/** Whether a row is an assignment, which calls a setter where there is one. */
export function isStore(store: TraceStore, { site }: TraceRow): boolean {
  return store.source.site(site)?.site.kind === 'write';
}

/** Whether a change of a Set says that an element is not in it any more: its entries are true and false. */
export function isGone(key: string, value: ValueReport | null): boolean {
  return key.startsWith('entry ') && value?.kind === 'primitive' && value.type === 'boolean' && value.text === 'false';
}

/** Elements behind a shorter length are gone. */
function cutElements(held: Map<string, HeldPlace>, length: ValueReport | null): void {
  if (length?.kind !== 'primitive' || length.type !== 'number') return;
  for (const key of held.keys()) if (isIndex(key) && Number(key) >= Number(length.text)) held.delete(key);
}

/** Whether a key is that of an element. */
export function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 4_294_967_295;
}
