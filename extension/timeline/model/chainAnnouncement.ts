import type { Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { questionText, summaryOf } from '../../querypoints/model.js';
import type { Asking } from '../timelineMessages.js';

/** The news of a chain in a sentence; null if there are none that someone would want to hear. */
export function announcementOf(
  before: { readonly chain: Chain; readonly asking: Asking | null } | null,
  chain: Chain,
  asking: Asking | null,
): string | null {
  const wasAsking = before !== null && before.asking !== null;
  if (asking !== null && !wasAsking) return 'The program is run again.';
  const known = new Set(before?.chain.id === chain.id ? before.chain.points.map(({ id }) => id) : []);
  const fresh = chain.points.filter(({ id }) => !known.has(id));
  if (before !== null && fresh.length > 0) {
    const told = fresh.map((point) => `${point.id} ${questionText(point)}, ${point.status}: ${summaryOf(point)}.`);
    return [...told, ...(chain.isDeterministic === false ? ['The runs differ.'] : [])].join(' ');
  }
  if (before !== null && chain.current !== null && chain.current !== before.chain.current) return `Paused at ${chain.current}.`;
  if (wasAsking && asking === null) return 'No new point.';
  return null;
}
