import type { Candidates } from '../../adapter/dap/querypoints/protocol.js';
import type { PackedCandidates } from './timelineMessages.js';

/** Candidates as the page gets them: numbers of fixed width, 7 bytes a candidate in all but the longest runs. */
export function packed({ point, sites, events, places, failed, omitted }: Candidates): PackedCandidates {
  return {
    point,
    sites,
    events: (events.at(-1) ?? 0) < 2 ** 32 ? Uint32Array.from(events) : Float64Array.from(events),
    places: sites.length <= 2 ** 16 ? Uint16Array.from(places) : Uint32Array.from(places),
    failed: Int8Array.from(failed),
    omitted,
  };
}
