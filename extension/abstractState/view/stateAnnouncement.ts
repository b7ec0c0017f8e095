import { verdictOf } from '../live.js';
import type { Statement, ViewContent } from '../stateMessages.js';

/** The news in a sentence; null if there are none that someone would want to hear. */
export function announcementOf(before: ViewContent | null, now: ViewContent): string | null {
  if (before === null) return null;
  const verdict = now.stop === null ? null : verdictOf(now.stop);
  if (verdict !== null && (before.stop === null || verdictOf(before.stop)?.text !== verdict.text)) return verdict.text;
  const known = new Map(before.pins.map((pin) => [pin.id, pin]));
  const pinned = now.pins.find(({ id }) => !known.has(id));
  if (pinned !== undefined) return `Pinned the state ${pinned.side} line ${pinned.line} of ${pinned.file}. ${summary(pinned)}`;
  const left = before.pins.find(({ id }) => !now.pins.some((pin) => pin.id === id));
  if (left !== undefined) return `Unpinned line ${left.line} of ${left.file}.`;
  for (const [old, statement] of [[before.current, now.current] as const, ...now.pins.map((pin) => [known.get(pin.id), pin] as const)]) {
    if (statement !== null && old?.id === statement.id && old.selected.id !== statement.selected.id) {
      const label = statement.unfoldings.find(({ id }) => id === statement.selected.id)?.label ?? '';
      return `Unfolding ${label}. ${summary(statement)}`;
    }
  }
  if (now.notice !== null && now.notice.text !== before.notice?.text) return now.notice.text;
  return null;
}

function summary({ side, selected: { isReachable, isGood, rows } }: Statement): string {
  if (!isReachable) return 'Control never gets here.';
  const changed = rows.filter((row) => row.changed).map(({ name }) => name);
  const variables = rows.length === 1 ? '1 variable' : `${rows.length} variables`;
  const other = side === 'before' ? 'other values after' : 'other values than before';
  const changes = changed.length === 0 ? `no ${other}` : `${other}: ${changed.join(', ')}`;
  return `${variables}, ${changes}.${isGood ? '' : ' No good run passes here.'}`;
}
