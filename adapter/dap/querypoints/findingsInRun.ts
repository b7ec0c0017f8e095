import type { Candidates, Chain, ChainFinding, FindingTold, Place } from './protocol.js';

/**
 * The findings of rules whose changes are among what was looked at for a chain: its points, and their candidates where all are listed. A run records
 * what a question asks for: of other changes it does not know the time. `from`: the finding that the chain starts from.
 */
export function findingsInRun(
  { points }: Chain,
  candidates: readonly Candidates[],
  findings: readonly FindingTold[],
  from: number | null,
): readonly ChainFinding[] {
  const known = new Map<string, number>();
  for (const { status, place, hit, event, kind } of points)
    if (status === 'located' && place !== null && hit !== null && event !== null && kind !== 'stop') known.set(keyOf(place, hit), event);
  for (const { sites, events, places, omitted } of candidates) {
    if (omitted > 0) continue;
    const passed = sites.map(() => 0);
    for (const [index, at] of places.entries()) {
      const site = sites[at];
      passed[at] = (passed[at] ?? 0) + 1;
      if (site !== undefined) known.set(keyOf(site, passed[at] ?? 0), events[index] ?? 0);
    }
  }
  const stop = points.find(({ kind }) => kind === 'stop');
  return findings.flatMap(({ id, rule, message, place, hit }) => {
    if (place === null || hit === null) return [];
    const event = id === from ? (stop?.event ?? null) : (known.get(keyOf(place, hit)) ?? null);
    return event === null ? [] : [{ id, rule, message, place, hit, event }];
  });
}

const keyOf = ({ file, line, column }: Place, hit: number): string => `${line}:${column}:${hit} ${file}`;
