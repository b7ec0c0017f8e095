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
  const growing = new GrowingPlaces(store, object);
  growing.goTo(until);
  return { places: growing.first(Infinity), accessors: growing.accessors };
}

/** What an object holds while time goes on: each of its changes is looked at once. */
export class GrowingPlaces {
  private readonly elements = new Map<number, HeldPlace>();
  private readonly others = new Map<string, HeldPlace>();
  /** The getters and setters that the literal which made it has given it, and that it still has. */
  readonly accessors: Set<string>;
  private readonly isSet: boolean;
  private readonly isArray: boolean;
  private until = -1;
  /** The first event that was not looked at. */
  private next = 0;
  /** How many elements there are at least: one more than the highest that was written since the length was. */
  private reach = 0;
  /** One more than the highest index that an element may have. */
  private end = 0;

  constructor(
    private readonly store: TraceStore,
    private readonly object: number,
  ) {
    const type = store.source.object(object)?.type;
    this.isSet = type === 'set';
    this.isArray = type === 'array';
    this.accessors = new Set(store.namesOfLiteral(object).flatMap(({ name, isAccessor }) => (isAccessor ? [name] : [])));
  }

  /** Goes on to what it holds after its changes up to an event (included), which is not before the one that was gone to last. */
  goTo(until: number): void {
    const last = this.store.untilBorn(this.object, until);
    for (const row of this.store.changesOfObject(this.object, this.next, last)) this.look(row);
    this.until = until;
    this.next = Math.max(this.next, last + 1);
  }

  private look(row: TraceRow): void {
    const key = this.store.source.keyOf(row.key);
    const value = this.store.valueOf(row);
    // What is stored there its setter gets.
    if (this.accessors.has(key) && value?.kind !== 'absent' && isStore(this.store, row)) return;
    if (this.store.isForSetter(row.event, row.key)) return;
    this.accessors.delete(key);
    const isLeft = value?.kind === 'absent' || (this.isSet && isGone(key, value));
    if (isIndex(key)) {
      if (isLeft) this.elements.delete(Number(key));
      else {
        this.elements.set(Number(key), { key, value, row });
        this.reach = Math.max(this.reach, Number(key) + 1);
        this.end = Math.max(this.end, Number(key) + 1);
      }
    } else if (isLeft) this.others.delete(key);
    else this.others.set(key, { key, value, row });
    if (key === 'length') this.cut(value);
  }

  /** Elements of an array behind a shorter length are gone; what else has a length keeps them. */
  private cut(length: ValueReport | null): void {
    this.reach = 0;
    if (length?.kind !== 'primitive' || length.type !== 'number') return;
    const end = Number(length.text);
    this.reach = end;
    if (!this.isArray) return;
    if (this.end - end < this.elements.size) for (let index = end; index < this.end; index++) this.elements.delete(index);
    else for (const index of this.elements.keys()) if (index >= end) this.elements.delete(index);
    this.end = Math.min(this.end, end);
  }

  /** As many elements as it must have, by its length and what was written since. */
  get length(): number {
    return this.reach;
  }

  /** How many places there are, beside the length. */
  get count(): number {
    return this.elements.size + this.others.size - (this.others.has('length') ? 1 : 0);
  }

  /** Its first places, `most` of them: the elements before that index, then the others. */
  first(most: number): readonly HeldPlace[] {
    const found = this.firstElements(most);
    for (const place of this.others.values()) {
      if (found.length >= most) break;
      found.push(this.known(place));
    }
    return found;
  }

  /** Those of its elements that come before an index. */
  firstElements(end: number): HeldPlace[] {
    const isShort = end <= this.elements.size;
    const indices = isShort ? Array.from({ length: end }, (_, index) => index) : [...this.elements.keys()].sort((a, b) => a - b);
    return indices.flatMap((index) => {
      const place = index < end ? this.elements.get(index) : undefined;
      return place === undefined ? [] : [this.known(place)];
    });
  }

  /** A place as it is known: what nobody saw may have written it since. */
  private known(place: HeldPlace): HeldPlace {
    const { row } = place;
    const { memory, counted, unseen } = this.store;
    const end = this.until + 1;
    if (isIndex(place.key) && memory.otherWrite(this.object, Number(place.key), row.event, end) !== null)
      return { ...place, value: memory.elementBefore(this.object, Number(place.key), end) };
    const isUnknown =
      place.value !== null &&
      (counted.mayHaveChanged(row.key, row.event, end) || unseen.mayHaveWritten(this.object, row.key, row.event, end));
    return isUnknown ? { ...place, value: null } : place;
  }
}

/** Whether a row is an assignment, which calls a setter where there is one. */
export function isStore(store: TraceStore, { site }: TraceRow): boolean {
  return store.source.site(site)?.site.kind === 'write';
}

/** Whether a change of a Set says that an element is not in it any more: its entries are true and false. */
export function isGone(key: string, value: ValueReport | null): boolean {
  return key.startsWith('entry ') && value?.kind === 'primitive' && value.type === 'boolean' && value.text === 'false';
}

/** Whether a key is that of an element. */
export function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 4_294_967_295;
}
