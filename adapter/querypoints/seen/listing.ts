import type { SourcePosition } from '../../instrument/mapping.js';
import type { CandidateList } from '../../runtime/messages.js';

/** The candidates of one point, oldest first, as columns; `places` leads into `sites`, `failed` is that of a `CandidateList`. */
export interface Listing {
  readonly sites: readonly SourcePosition[];
  readonly events: readonly number[];
  readonly places: readonly number[];
  readonly failed: readonly number[];
  /** How many more there were. */
  readonly omitted: number;
}

interface Row {
  readonly event: number;
  readonly site: number;
  readonly failed: number;
}

/** Gathers the candidates of one point, which several selections may have found. */
export class ListingBuilder {
  private rows: Row[] = [];
  private total = 0;

  add({ events, sites, failed }: CandidateList, total: number): void {
    this.total += total;
    events.forEach((event, index) => this.rows.push({ event, site: sites[index] ?? 0, failed: failed[index] ?? 0 }));
  }

  /** How many events were recorded before each of those in a place, oldest first. */
  eventsAt(positionOf: (site: number) => SourcePosition | null, isThere: (position: SourcePosition) => boolean): readonly number[] {
    const there = new Map<number, boolean>();
    const isAt = (site: number): boolean => {
      const position = there.has(site) ? null : positionOf(site);
      const found = there.get(site) ?? (position !== null && isThere(position));
      there.set(site, found);
      return found;
    };
    return this.rows
      .filter(({ site }) => isAt(site))
      .map(({ event }) => event)
      .sort((a, b) => a - b);
  }

  /** `located`: the time of the point; what else was chosen on the way to it was not the chosen one. */
  build(located: number | null, positionOf: (site: number) => SourcePosition | null): Listing {
    const sites: SourcePosition[] = [];
    const indices = new Map<number, number>();
    const placeOf = (site: number): number => {
      const known = indices.get(site);
      if (known !== undefined) return known;
      const position = positionOf(site);
      const index = position === null ? -1 : sites.push(position) - 1;
      indices.set(site, index);
      return index;
    };
    const rows = this.rows.sort((a, b) => a.event - b.event).filter(({ site }) => placeOf(site) >= 0);
    return {
      sites,
      events: rows.map(({ event }) => event),
      places: rows.map(({ site }) => placeOf(site)),
      failed: rows.map(({ event, failed }) => (event === located ? -1 : failed < 0 ? 3 : failed)),
      omitted: Math.max(0, this.total - rows.length),
    };
  }
}
