import type { SelectedEvent, ValueReport } from '../../events/rows.js';
import type { Copied } from './copies.js';
import { uncertainSince } from '../decide/uncertainWrites.js';
import { demandOfAllocations, demandOfTexts, lackOfProperty } from '../question/demand.js';
import { isSame } from '../../events/sameValue.js';
import { need, open, type Deciding } from '../seen/deciding.js';
import type { SeenRun } from '../seen/seenRun.js';

/**
 * Which write gave a part of an object its value, that `new` has made and no place holds: `new Box(v).inner.v`. It was made last there before
 * the time at which the part had been read; null where that is not seen, or the part is another value.
 */
export async function* partMade(
  run: SeenRun,
  path: string,
  { start, end, steps }: Extract<Copied, { kind: 'made' }>,
  before: number,
  wanted: ValueReport,
): Deciding<SelectedEvent | null> {
  const names = steps.flatMap(({ name }) => name ?? []);
  yield* need(run.planned, demandOfAllocations);
  for (const name of names) yield* need(run.planned, lackOfProperty(run.planned, name));
  if (run.lacksTexts) yield open(demandOfTexts);
  const sites = run.texts.numbers(path, (site) => site.kind === 'allocation' && site.offset === start && site.end === end);
  // The point may be where it was made.
  let { event } = await run.events.select({ sites, key: null, owner: null, activation: null, before: before + 1, index: -1 });
  let owner: number | null = event?.subject ?? null;
  for (const name of names) {
    if (owner === null) return null;
    const request = { sites: null, key: { kind: 'property', name }, owner, activation: null, before, index: -1 } as const;
    ({ event } = await run.events.select(request));
    // A class of the language gives an error its message, and its cause.
    if (event === null) ({ event } = await run.events.select({ ...request, hasResults: true, index: 0 }));
    if (event === null || (await uncertainSince(run, owner, before, event.ordinal)) !== null) return null;
    owner = event.value?.kind === 'object' ? event.value.id : null;
  }
  return event?.value && isSame(event.value, wanted) ? event : null;
}
