import type { SourcePosition } from '../../instrument/mapping.js';
import type { Listed } from './deciding.js';

/** The candidates of one point, oldest first, as columns; `places` leads into `sites`, `failed` is that of a `CandidateList`. */
export interface Listing {
  readonly sites: readonly SourcePosition[];
  readonly events: readonly number[];
  readonly places: readonly number[];
  readonly failed: readonly number[];
  /** How many more there were. */
  readonly omitted: number;
}

type PositionOf = (site: number) => SourcePosition | null;

interface Row {
  readonly event: number;
  readonly site: number;
  readonly failed: number;
}

/** The times of the candidates of a point that are in a place, oldest first. */
export function candidateTimes(
  listed: readonly Listed[],
  positionOf: PositionOf,
  isThere: (position: SourcePosition) => boolean,
): readonly number[] {
  const rows = rowsOf(listed);
  const there = new Set(
    [...new Set(rows.map(({ site }) => site))].filter((site) => {
      const position = positionOf(site);
      return position !== null && isThere(position);
    }),
  );
  return rows
    .filter(({ site }) => there.has(site))
    .map(({ event }) => event)
    .sort((a, b) => a - b);
}

/**
 * The candidates of a point, which several selections may have found. `located`: the time of the point; what else was chosen on the way to
 * it was not the chosen one.
 */
export function listingOf(listed: readonly Listed[], located: number | null, positionOf: PositionOf): Listing {
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
  const rows = rowsOf(listed)
    .toSorted((a, b) => a.event - b.event)
    .filter(({ site }) => placeOf(site) >= 0);
  const total = listed.reduce((sum, one) => sum + one.total, 0);
  return {
    sites,
    events: rows.map(({ event }) => event),
    places: rows.map(({ site }) => placeOf(site)),
    failed: rows.map(({ event, failed }) => (event === located ? -1 : failed < 0 ? 3 : failed)),
    omitted: Math.max(0, total - rows.length),
  };
}

function rowsOf(listed: readonly Listed[]): readonly Row[] {
  return listed.flatMap(({ list: { events, sites, failed } }) =>
    events.map((event, index) => ({ event, site: sites[index] ?? 0, failed: failed[index] ?? 0 })),
  );
}
