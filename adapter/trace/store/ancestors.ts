import { Inherits } from '../../events/inherits.js';
import type { SeenPrototype, StoredPrototype } from '../../events/rows.js';
import type { TraceStore } from './traceStore.js';

/** What an object inherits from: an object of the recording, or one that the program never showed. */
export interface Ancestor {
  /** The number of the object; null: it was never shown, so that nothing was seen to write it. */
  readonly object: number | null;
  readonly className: string;
}

/** All that an object inherits from, the nearest first, and what is behind these. */
export interface Chain {
  readonly ancestors: readonly Ancestor[];
  readonly end: 'language' | 'nothing' | 'unknown';
}

/** A longer chain is not followed. */
const mostAncestors = 100;

/** What objects of a recording inherit from, at their first sight and later. */
export class Prototypes {
  private changes: ReadonlyMap<number, readonly StoredPrototype[]> | undefined;
  private seen: ReadonlyMap<number, SeenPrototype> | undefined;

  constructor(private readonly store: TraceStore) {}

  /** What an object inherits from before an event. */
  chainOf(object: number, before: number): Chain {
    const ancestors: Ancestor[] = [];
    for (let at = this.inheritsOf(object, before); ;) {
      if (at === Inherits.language || at === Inherits.nothing) return { ancestors, end: at === Inherits.language ? 'language' : 'nothing' };
      const seen = at >= Inherits.firstSeen ? this.seenOf(at) : undefined;
      const number = seen?.object ?? at;
      const known = number === 0 ? null : this.store.source.object(number);
      const className = seen?.className ?? known?.className;
      const isLost = className === undefined || (number !== 0 && known === null) || known?.type === 'proxy';
      if (isLost || ancestors.length === mostAncestors) return { ancestors, end: 'unknown' };
      ancestors.push({ object: number === 0 ? null : number, className });
      const changed = number === 0 ? null : this.changed(number, before);
      at = changed ?? (seen === undefined ? this.atFirst(number) : seen.inherits);
      if (this.mayHaveInherited(className, seen?.first ?? this.store.source.firstSightOf(number), before)) at = Inherits.unknown;
    }
  }

  private inheritsOf(object: number, before: number): number {
    return this.changed(object, before) ?? this.atFirst(object);
  }

  /** What a function inherits from is told only where that is no prototype of the language's. */
  private atFirst(object: number): number {
    const { source } = this.store;
    if (source.object(object)?.type !== 'function') return source.inheritsOf(object);
    return source.tellsStored ? Inherits.language : Inherits.unknown;
  }

  /** What it was given to inherit from last; null: nothing. */
  private changed(object: number, before: number): number | null {
    const { source } = this.store;
    const all = this.stored();
    if (!source.tellsStored || (all.get(0)?.[0]?.first ?? Infinity) < before || source.writesPrototypesUnseen) return Inherits.unknown;
    const told = all.get(object)?.findLast(({ first }) => first < before);
    const key = source.keyNumber('__proto__');
    const row = key === null ? null : this.store.lastChange(object, key, before);
    if (row === null || source.site(row.site)?.site.kind !== 'write' || row.event < (told?.first ?? 0)) return told?.inherits ?? null;
    const value = this.store.valueOf(row);
    if (value?.kind === 'object') return value.id;
    return value?.kind === 'primitive' && value.type === 'null' ? Inherits.nothing : Inherits.unknown;
  }

  /** Whether `util.inherits`, which is Node's, may have given another prototype to the instances of a function. */
  private mayHaveInherited(className: string, from: number, to: number): boolean {
    const key = this.store.source.keyNumber('super_');
    if (key === null) return false;
    for (const { subject } of this.store.changesUnder(key, from, to - 1))
      if (this.store.source.functionName(subject) === className) return true;
    return false;
  }

  private stored(): ReadonlyMap<number, readonly StoredPrototype[]> {
    if (this.changes !== undefined) return this.changes;
    const changes = new Map<number, StoredPrototype[]>();
    for (const one of this.store.source.relations.stored) {
      const known = changes.get(one.object);
      if (known === undefined) changes.set(one.object, [one]);
      else known.push(one);
    }
    for (const all of changes.values()) all.sort((a, b) => a.first - b.first);
    return (this.changes = changes);
  }

  private seenOf(id: number): SeenPrototype | undefined {
    this.seen ??= new Map(this.store.source.relations.seen.map((one) => [one.id, one]));
    return this.seen.get(id);
  }
}
