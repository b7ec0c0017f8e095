import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceReader } from '../reader.js';

/** Where objects came into being, in 8 bytes each: one pass over the recording. */
export class ObjectFacts {
  readonly numbers: Float64Array;
  /** By object: one more than the event of the expression that made it; below 0: of where it was seen first. 0: neither was recorded. */
  private readonly made: Float64Array;

  /** By object: one more than the first event from its first sight on; 0: there is none. */
  private readonly seen: Float64Array;

  constructor(private readonly reader: TraceReader) {
    const { store } = reader;
    this.numbers = Float64Array.from(store.source.objects());
    this.made = new Float64Array((this.numbers.at(-1) ?? 0) + 1);
    this.seen = new Float64Array(this.made.length);
    const sights = this.numbers.slice().sort((a, b) => store.source.firstSightOf(a) - store.source.firstSightOf(b));
    let next = 0;
    for (const { first, kinds, sites, subjects } of store.chunksBetween(0, store.end))
      for (let row = 0; row < kinds.length; row++) {
        if (kinds[row] === Kind.none) continue;
        for (; next < sights.length && store.source.firstSightOf(sights[next] ?? 0) <= first + row; next++)
          this.seen[sights[next] ?? 0] = first + row + 1;
        if (kinds[row] !== Kind.allocation) continue;
        const object = subjects[row] ?? 0;
        const known = this.made[object];
        if (known === undefined || known > 0) continue;
        const isSight = store.source.site(sites[row] ?? -1)?.site.key === 'sight';
        if (!isSight) this.made[object] = first + row + 1;
        else if (known === 0) this.made[object] = -(first + row + 1);
      }
  }

  /** The event at which an object was made, or seen first, as in its constructor; null when neither was recorded. */
  createdAt(object: number): number | null {
    const seen = this.seen[object] ?? 0;
    const { source, end } = this.reader.store;
    const sight = seen > 0 ? seen - 1 : Math.min(source.firstSightOf(object), end - 1);
    const created = Math.min(this.madeAt(object) ?? Infinity, sight < 0 ? Infinity : sight);
    return created < Infinity ? created : null;
  }

  /** The event of the expression that made it; null when none was recorded. */
  madeAt(object: number): number | null {
    const made = this.made[object] ?? 0;
    return made === 0 ? null : Math.abs(made) - 1;
  }
}
