import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceReader } from '../reader.js';

/** Where objects came into being, in 8 bytes each: one pass over the recording. */
export class ObjectFacts {
  readonly numbers: Float64Array;
  /** By object: one more than the event of the expression that made it; below 0: of where it was seen first. 0: neither was recorded. */
  private readonly made: Float64Array;

  constructor(private readonly reader: TraceReader) {
    const { store } = reader;
    this.numbers = Float64Array.from(store.source.objects());
    this.made = new Float64Array((this.numbers.at(-1) ?? 0) + 1);
    for (const { first, kinds, sites, subjects } of store.chunksBetween(0, store.end))
      for (let row = 0; row < kinds.length; row++) {
        if (kinds[row] !== Kind.allocation) continue;
        const object = subjects[row] ?? 0;
        const known = this.made[object];
        if (known === undefined || known > 0) continue;
        const isSight = store.source.site(sites[row] ?? -1)?.site.key === 'sight';
        if (!isSight) this.made[object] = first + row + 1;
        else if (known === 0) this.made[object] = -(first + row + 1);
      }
  }

  /** The event at which an object was made, or seen first; null when neither was recorded. */
  createdAt(object: number): number | null {
    const made = this.madeAt(object);
    if (made !== null) return made;
    const { source, end } = this.reader.store;
    const sight = Math.min(source.firstSightOf(object), end - 1);
    return sight < 0 ? null : sight;
  }

  /** The event of the expression that made it; null when none was recorded. */
  madeAt(object: number): number | null {
    const made = this.made[object] ?? 0;
    return made === 0 ? null : Math.abs(made) - 1;
  }
}
