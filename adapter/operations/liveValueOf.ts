import type { LiveValue } from '../../server/findings/liveValues.js';
import type { ValueReport } from '../events/rows.js';

/** A value of a run as the analysis takes it: of objects and symbols only the kind. */
export function liveValueOf(value: ValueReport): LiveValue {
  if (value.kind === 'absent') return { kind: 'undefined', exact: 'undefined' };
  if (value.kind === 'object') return { kind: 'object', exact: null };
  return { kind: value.type, exact: value.length === undefined && value.type !== 'symbol' ? value.text : null };
}
