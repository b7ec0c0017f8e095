import type { PointAnswer } from '../question/point.js';
import type { InvestigationResult } from './result.js';

/** The first questions of a chain, decided from a recording, and what was looked for and is not in it. */
export interface DecidedPrefix extends Pick<InvestigationResult, 'points' | 'listings'> {
  /** Expressions of which a part was not recorded. */
  readonly unknown: ReadonlySet<string>;
  /** Calls around which a property would have to be looked at. */
  readonly guards: ReadonlySet<string>;
  /** Sites of which passages were only counted that may have changed an answer. */
  readonly counted: ReadonlySet<number>;
}

/**
 * Decides a chain, in which what depends on something that was not recorded says so. Where nothing was missed, the chain is decided once;
 * else question by question, which says what each of them has missed.
 */
export async function withoutGaps(
  decide: (count: number) => Promise<DecidedPrefix>,
  count: number,
  placeOf: (site: number) => string,
): Promise<DecidedPrefix> {
  const whole = await decide(count);
  if (whole.unknown.size + whole.counted.size + whole.guards.size === 0) return whole;
  const gaps = new Map<string, string>();
  let before = await decide(0);
  for (let at = 1; at <= count; at++) {
    const next = at === count ? whole : await decide(at);
    const point = next.points[at];
    const reason = point === undefined ? null : reasonOf(point, before, next, placeOf);
    if (point !== undefined && reason !== null) gaps.set(point.id, reason);
    before = next;
  }
  return { ...whole, points: whole.points.map((point) => asGap(point, gaps)) };
}

/** Why an answer is not one; null where nothing that it needs was missed. */
function reasonOf(point: PointAnswer, before: DecidedPrefix, next: DecidedPrefix, placeOf: (site: number) => string): string | null {
  const [site] = [...next.counted].filter((one) => !before.counted.has(one));
  if (site !== undefined)
    return `What happened at ${placeOf(site)} behind the budget was only counted, and may be the answer: record with --complete.`;
  if (point.status === 'not-found' && [...next.guards].some((one) => !before.guards.has(one)))
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

function unrecorded({ id, kind, of, candidates }: PointAnswer, reason: string): PointAnswer {
  const nothing = { position: null, functionName: null, identity: null, hit: null, time: null, before: null, after: null, taken: null };
  return {
    id,
    kind,
    of,
    status: 'not-recorded',
    reason,
    ...nothing,
    values: {},
    exception: null,
    stack: null,
    candidates,
    steps: null,
    shown: {},
  };
}
