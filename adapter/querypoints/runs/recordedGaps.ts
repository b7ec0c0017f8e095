import type { PointAnswer } from '../question/point.js';
import type { InvestigationResult } from './result.js';

/** The first questions of a chain, decided from a recording, and what was looked for and is not in it. */
export interface DecidedPrefix extends Pick<InvestigationResult, 'points' | 'listings'> {
  /** Expressions of which a part was not recorded. */
  readonly unknown: ReadonlySet<string>;
  /** Calls around which a property would have to be looked at. */
  readonly guards: ReadonlySet<string>;
  /** Sites of which passages were only counted, and entries of functions whose writes are not recorded, that may have changed an answer. */
  readonly counted: ReadonlySet<number>;
}

/** A question as far as gaps depend on it: the point that it is about, and the one that it is relative to. */
export interface ChainedQuestion {
  readonly id: string;
  readonly of: string;
}

/**
 * Decides a chain, in which what depends on something that was not recorded says so. Where nothing was missed, the chain is decided once; else each
 * question is decided once more with those alone that it is relative to, which says what it has missed. `whyUnknown`: a sentence about one of the
 * `counted` sites.
 */
export async function withoutGaps<Q extends ChainedQuestion>(
  decide: (queries: readonly Q[]) => Promise<DecidedPrefix>,
  queries: readonly Q[],
  whyUnknown: (site: number) => string,
): Promise<DecidedPrefix> {
  const whole = await decide(queries);
  if (whole.unknown.size + whole.counted.size + whole.guards.size === 0) return whole;
  const gaps = new Map<string, string>();
  for (const query of queries) {
    const earlier = earlierOf(query, queries);
    if (earlier.some(({ id }) => gaps.has(id))) continue;
    const point = whole.points.find(({ id }) => id === query.id);
    const [before, next] = [await decide(earlier), await decide([...earlier, query])];
    const reason = point === undefined ? null : reasonOf(point, before, next, whyUnknown);
    if (reason !== null) gaps.set(query.id, reason);
  }
  return { ...whole, points: whole.points.map((point) => asGap(point, gaps)) };
}

/** The questions that one is relative to, however far, in their order. */
function earlierOf<Q extends ChainedQuestion>(query: Q, queries: readonly Q[]): readonly Q[] {
  const wanted = new Set([query.of]);
  for (const { id, of } of queries.toReversed()) if (wanted.has(id)) wanted.add(of);
  return queries.filter((one) => one !== query && wanted.has(one.id));
}

/** Why an answer is not one; null where nothing that it needs was missed. What it is relative to has missed nothing. */
function reasonOf(point: PointAnswer, before: DecidedPrefix, next: DecidedPrefix, whyUnknown: (site: number) => string): string | null {
  const [site] = next.counted;
  if (site !== undefined) return whyUnknown(site);
  if (/^(not-found|initial)$/.test(point.status) && [...next.guards].some((one) => !before.guards.has(one)))
    return 'Code that is not recorded may have written it.';
  const [text] = [...next.unknown].filter((one) => !before.unknown.has(one));
  return text !== undefined && /^(not-found|initial)$/.test(point.status) ? `${text} was not recorded.` : null;
}

function asGap(point: PointAnswer, gaps: ReadonlyMap<string, string>): PointAnswer {
  const reason = gaps.get(point.id);
  if (reason !== undefined) return unrecorded(point, reason);
  const isFromGap = point.of !== null && gaps.has(point.of) && point.status !== 'not-reached';
  return isFromGap ? unrecorded(point, `${point.of ?? ''} is not located.`) : point;
}

/** The answer to a question that the recording cannot answer. */
export function unrecorded({ id, kind, of, candidates }: PointAnswer, reason: string): PointAnswer {
  const nothing = { position: null, functionName: null, identity: null, hit: null, time: null };
  const noValues = { before: null, after: null, taken: null, since: null };
  return {
    id,
    kind,
    of,
    status: 'not-recorded',
    reason,
    ...nothing,
    ...noValues,
    values: {},
    exception: null,
    stack: null,
    candidates,
    steps: null,
    shown: {},
  };
}
