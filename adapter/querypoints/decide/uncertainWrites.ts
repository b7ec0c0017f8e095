import { demandOfObjectKeys } from '../question/demand.js';
import { need, type Deciding } from '../seen/deciding.js';
import type { SeenRun } from '../seen/seenRun.js';

/** Why a property of an object (null: of any) may have been written between two times, as a sentence; null when none may. */
export async function uncertainSince(run: SeenRun, owner: number | null, before: number, after: number): Promise<string | null> {
  const found = await run.events.uncertain({ owner, after, before });
  if (found === null) return null;
  if (found.why === 'unseen') return `Code that is not seen changed it, by no call that is known${run.placeOf(found.site)}.`;
  return found.why === 'key'
    ? `A write under a key that is an object may have changed it${run.placeOf(found.site)}.`
    : `A call that threw may have written it${run.placeOf(found.site)}.`;
}

/** Has objects be asked which property they mean, where a write under one may be to the place. */
export async function* needKeys(run: SeenRun, owner: number | null, before: number, after: number): Deciding<void> {
  if (!run.events.canLookAround || owner === null) return;
  if ((await run.events.uncertain({ owner, after, before }))?.why === 'key') yield* need(run.planned, demandOfObjectKeys);
}
