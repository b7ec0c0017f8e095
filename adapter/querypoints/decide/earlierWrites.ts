import type { Site } from '../../instrument/site.js';
import type { SelectedEvent, SelectionResult, ValueReport } from '../../events/rows.js';
import { isSame } from '../../events/sameValue.js';
import { demandOfGuard, type Guard } from '../question/demand.js';
import type { Query } from '../question/question.js';
import { need, type Deciding } from '../seen/deciding.js';
import type { Resolved } from '../seen/resolve.js';
import type { SeenRun } from '../seen/seenRun.js';
import { isGiven, isOfBirth, isStatic } from './comesWithBirth.js';
import { creationOf, firstSightOf } from './creation.js';

/** The write of a place that an index counts to, from the end when it is negative. */
export type WriteAt = (index: number) => Promise<SelectionResult>;

/** So many writes are held against each other one by one. */
const mostHeld = 16;

/**
 * Why an index may count to another write than the one that was seen, as a sentence; null where no write was missed. Each write must have found
 * what the one before it has stored, and the first what the object came into being with. Else code that is not seen has written in between: the
 * next run looks at the property around calls.
 */
export async function* missedBetween(run: SeenRun, query: Query, place: Resolved, writeAt: WriteAt): Deciding<string | null> {
  const { key, base, value, inherited, isForeign } = place;
  if ((key.kind !== 'property' && key.kind !== 'symbol') || base?.kind !== 'object') return null;
  const { writes, isFirst } = await heldWrites(query.index, writeAt);
  const guardFrom = function* (event: SelectedEvent | null) {
    const found = event === null ? undefined : run.texts.site(event.site);
    if (event !== null && found !== undefined && key.kind === 'property')
      yield* need(run.planned, demandOfGuard(guardOf(event, found, key.name)));
  };
  const creation = yield* creationOf(run, base);
  const first = earliest([(await writeAt(0)).event, creation, await firstSightOf(run, base)]);
  // What lies before the write that is counted to does not matter, where it is counted from the end.
  const from = query.index < 0 && !isFirst ? (await writeAt(query.index)).event : null;
  if (isForeign || Math.abs(query.index) > mostHeld) yield* guardFrom(from ?? first);
  // Behind what was deleted, what is inherited shows.
  const isUncovered = inherited !== null && writes[0]?.value?.kind === 'absent';
  let found: ValueReport | null = query.index < 0 && !isUncovered ? value : null;
  for (const [at, write] of writes.entries()) {
    if (found !== null && write.value !== null && !isSame(found, write.value)) {
      yield* guardFrom(write);
      return `A write was not seen (code of Node, native code, code from eval), after the one before${run.placeOf(write.site)}.`;
    }
    const seen = run.observations.get(write.ordinal);
    // What was there before is seen where the next run waits.
    if (seen === undefined) yield { points: [{ ...run.located(query, write), id: `${query.id}~before ${at}` }] };
    found = seen?.before ?? null;
  }
  const oldest = writes.at(-1);
  const site = oldest === undefined ? undefined : run.texts.site(oldest.site)?.site;
  if (!isFirst || site === undefined || site.kind === 'result' || found === null) return null;
  const birth = creation === null ? null : (run.texts.site(creation.site)?.site.key ?? null);
  const given = { key, value: found };
  if (!isGiven(given) || isOfBirth(given, base, birth) || isStatic(run, given, base)) return null;
  yield* guardFrom(first);
  return `Its object is made by code that is not seen, which has written it before${run.placeOf(oldest?.site ?? 0)}.`;
}

/** The writes from the one that an index counts from to the one that it counts to, newest first; `isFirst`: none precedes them. */
async function heldWrites(
  index: number,
  writeAt: WriteAt,
): Promise<{ readonly writes: readonly SelectedEvent[]; readonly isFirst: boolean }> {
  const writes: SelectedEvent[] = [];
  const most = Math.min(mostHeld, index < 0 ? -index : index + 1);
  for (let at = 0; at < most; at++) {
    const { event } = await writeAt(index < 0 ? -1 - at : index - at);
    if (event !== null) writes.push(event);
    else if (index < 0) return { writes, isFirst: true };
  }
  return { writes, isFirst: index >= 0 && index < mostHeld };
}

/** The event that came first; null of none. */
export function earliest(events: readonly (SelectedEvent | null)[]): SelectedEvent | null {
  return events.reduce((first, one) => (one !== null && (first === null || one.ordinal < first.ordinal) ? one : first), null);
}

/** Has the object of an event be looked at around calls from then on. */
export function guardOf(
  { occurrence }: SelectedEvent,
  { path, site: { offset, end, kind } }: { readonly path: string; readonly site: Site },
  name: string,
): Guard {
  return { path, offset, end, siteKind: kind, occurrence, name };
}
