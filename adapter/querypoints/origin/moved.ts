import type { HistoryRow, SelectedEvent, ValueReport } from '../../events/rows.js';
import { isSame } from '../../events/sameValue.js';
import type { PointAnswer } from '../question/point.js';
import type { SeenRun } from '../seen/seenRun.js';

/**
 * The change that put a value into an array from which one of the language's own functions has moved it within the array; null where the
 * value was there more than once, or nothing of it was seen.
 */
export async function elementBefore(
  run: SeenRun,
  { time }: PointAnswer,
  owner: number,
  wanted: ValueReport | null,
): Promise<SelectedEvent | null> {
  const ask = (ordinal: number) => run.events.event(ordinal);
  const event = time === null ? null : await ask(time);
  if (event === null || wanted === null) return null;
  // A native reports all that it has changed at once.
  const { site } = event;
  let first = event.ordinal;
  // Between what it has changed a recording has rows that are no events.
  for (let at = first - 1; at >= first - mostBetween && at >= event.ordinal - mostMoved; at--) {
    const before = await ask(at);
    if (before === null) continue;
    if (before.site !== site) break;
    first = at;
  }
  const rows = await run.events.history({ keys: [], hasElements: true, before: first });
  const last = new Map<string, HistoryRow>();
  for (const row of rows ?? []) if (row.owner === owner) last.set(row.key, row);
  const [only, another] = [...last.values()].filter(({ value }) => isSame(value, wanted));
  return only === undefined || another !== undefined ? null : ask(only.ordinal);
}

/** How many elements the call of the language's own function that has put one into an array put behind it; null where that is not known. */
export async function elementsBehind(run: SeenRun, { time }: PointAnswer, owner: number): Promise<number | null> {
  const event = time === null ? null : await run.events.event(time);
  if (event === null) return null;
  let last = event.ordinal;
  for (let at = last + 1; at <= last + mostBetween; at++) {
    const next = await run.events.event(at);
    if (next === null) continue;
    if (next.site !== event.site) break;
    last = at;
    if (last > event.ordinal + mostMoved) return null;
  }
  const rows = await run.events.history({ keys: [], hasElements: true, before: last + 1 });
  return rows === null ? null : rows.filter((row) => row.owner === owner && row.ordinal > event.ordinal).length;
}

/** Events of one call that are looked through, and rows between two of them. */
const mostMoved = 2000;
const mostBetween = 4;
