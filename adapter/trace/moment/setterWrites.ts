import type { RunTexts } from '../../querypoints/text/texts.js';
import { Tag } from '../../runtime/rows/tags.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { ClassTexts } from './classTexts.js';
import { Accessors } from './declaredAccessors.js';

/** Assignments that setters of the program's texts got: nothing of the object changed by them. */
export class SetterWrites {
  private readonly accessors: Accessors;
  private readonly keys: ReadonlySet<number>;
  /** By place: the event from which on the object has a property of its own there. */
  private readonly ownSince = new Map<string, number>();

  constructor(
    private readonly store: TraceStore,
    texts: RunTexts,
    private readonly classes: ClassTexts,
    paths: readonly string[],
  ) {
    this.accessors = new Accessors(texts, paths);
    this.keys = new Set([...classes.accessorNames].flatMap((name) => store.source.keyNumber(name) ?? []));
  }

  /** Whether a setter may have got what is written under a key. */
  mayBeUnder(key: number): boolean {
    return this.keys.has(key);
  }

  has(row: TraceRow): boolean {
    if (!this.keys.has(row.key) || !this.isStore(row)) return false;
    const name = this.store.source.keyOf(row.key);
    const className = this.store.source.object(row.subject)?.className ?? '';
    const isInherited = this.classes.mayInheritAccessor(className, name) && isGivenToSetter(this.store, row);
    if (!isInherited && !this.isAccessor(row.subject, name)) return false;
    return row.event < this.defined(row.subject, row.key);
  }

  /** Where an object's own property is first given otherwise than by an assignment; infinite: nowhere. */
  private defined(object: number, key: number): number {
    const place = `${object} ${key}`;
    let event = this.ownSince.get(place);
    if (event === undefined) {
      event = Infinity;
      for (const row of this.store.changesOf(object, key))
        if (!this.isStore(row)) {
          event = row.event;
          break;
        }
      this.ownSince.set(place, event);
    }
    return event;
  }

  private isStore({ site }: TraceRow): boolean {
    return this.store.source.site(site)?.site.kind === 'write';
  }

  /** Whether an object has a getter or setter of a name, by its class or by the literal that made it. */
  private isAccessor(object: number, name: string): boolean {
    const owner = this.store.source.object(object);
    if (owner === null) return false;
    if (owner.type === 'function') return this.accessors.ofClass(this.store.nameBoundTo(object)).has(name);
    if (this.classes.memberOf(owner.className, name) === 'accessor') return true;
    const made = this.store.madeBy(object);
    const found = made === null ? undefined : this.store.source.site(made.site);
    return found !== undefined && this.accessors.ofLiteral({ path: found.path, start: found.site.offset }).has(name);
  }
}

/** So many rows stand between a store and the call of its setter: of a key, and of the calling place. */
const mostBetween = 4;

/** Whether a store has called a setter of its object that a class or literal has. */
export function isGivenToSetter(store: TraceStore, written: TraceRow): boolean {
  const call = setterCalledBy(store, written);
  return call !== null && store.source.entersAccessor(call.site);
}

/** The call of its object's method that follows a store at once: of a setter, if it is one; null where there is none. */
export function setterCalledBy(store: TraceStore, written: TraceRow): TraceRow | null {
  let row = store.beside(written.event, 1);
  for (let count = 0; row?.kind === Kind.none && count < mostBetween; count++) row = store.beside(row.event, 1);
  return row?.kind === Kind.call && row.tag === Tag.object && row.payload === written.subject ? row : null;
}
