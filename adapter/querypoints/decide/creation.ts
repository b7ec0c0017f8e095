import type { SelectedEvent, ValueReport } from '../../events/rows.js';
import { demandOfAllocations } from '../question/demand.js';
import { need, type Deciding } from '../seen/deciding.js';
import type { SeenRun } from '../seen/seenRun.js';

type ObjectReport = Extract<ValueReport, { kind: 'object' }>;

/**
 * The first expression that was seen to make the object: a literal or `new`, else the call that returned it first, or what it was
 * part of then (`JSON.parse`).
 */
export async function* creationOf(run: SeenRun, object: ObjectReport): Deciding<SelectedEvent | null> {
  yield* need(run.planned, demandOfAllocations);
  const whole = await run.events.wholeOf(object.id);
  for (const key of whole === null ? ['new', 'call'] : ['call']) {
    const sites = run.texts.allNumbers((site) => site.kind === 'allocation' && site.key === key);
    const request = { sites, key: null, owner: whole ?? object.id, activation: null, before: Number.MAX_SAFE_INTEGER, index: 0 };
    const { event } = await run.events.select(request);
    if (event !== null) return event;
  }
  return null;
}

/** Where an object that nobody was seen to make has come in: as an argument, or caught. */
export function firstSightOf(run: SeenRun, object: ObjectReport): Promise<SelectedEvent | null> {
  return firstOf(run, object, 'sight');
}

/** The rest of a pattern that made the object; null where none has. */
export function restThatMade(run: SeenRun, object: ObjectReport): Promise<SelectedEvent | null> {
  return firstOf(run, object, 'rest');
}

async function firstOf(run: SeenRun, object: ObjectReport, key: 'sight' | 'rest'): Promise<SelectedEvent | null> {
  const sites = run.texts.allNumbers((site) => site.kind === 'allocation' && site.key === key);
  const request = { sites, key: null, owner: object.id, activation: null, before: Number.MAX_SAFE_INTEGER, index: 0 };
  return (await run.events.select(request)).event;
}
