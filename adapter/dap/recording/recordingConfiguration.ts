import type { ReplayStep } from '../../instrument/plan.js';
import type { Attributes } from '../attributes.js';
import { wrongAttribute } from '../errors.js';

/** A configuration that opens a recording. */
export interface RecordingConfiguration {
  readonly recording: string;
  /** The event at which the session begins; null: where the program failed, or began. */
  readonly event: number | null;
  /** The folder whose files are shown where they are what was recorded; null: none are. */
  readonly workspace: string | null;
  /** Where the session begins instead: at the stop of another session of the program. */
  readonly moment?: AskedMoment | null;
}

/** A stop of another run: the steps that led to it, or why they are not known. */
export interface AskedMoment {
  readonly steps: readonly ReplayStep[];
  readonly reason: string | null;
}

/** Reads the moment from which on a launch is to show its recording: as the adapter itself has told it (`MomentTold`). */
export function readMoment({ __moment: moment = null }: Attributes): AskedMoment | null {
  if (moment === null) return null;
  if (typeof moment !== 'object' || !('steps' in moment) || !Array.isArray(moment.steps)) throw wrongAttribute('__moment', 'a moment');
  const reason = 'reason' in moment && typeof moment.reason === 'string' ? moment.reason : null;
  return { steps: moment.steps as readonly ReplayStep[], reason };
}

/** Reads a configuration that names a recording; null when it names none. */
export function readRecording(attributes: Attributes): RecordingConfiguration | null {
  const { recording, event = null } = attributes;
  if (recording === undefined || recording === null || recording === '') return null;
  if (typeof recording !== 'string') throw wrongAttribute('recording', 'a text');
  if (event !== null && !(typeof event === 'number' && Number.isSafeInteger(event) && event >= 0))
    throw wrongAttribute('event', 'a whole number from 0');
  const folder = attributes['__workspaceFolder'] ?? attributes['cwd'];
  return { recording, event, workspace: typeof folder === 'string' && folder !== '' ? folder : null };
}

/** Whether the program of a launch configuration is to be recorded first, and then its recording opened. */
export function isToBeRecorded({ record = false }: Attributes): boolean {
  if (typeof record !== 'boolean') throw wrongAttribute('record', 'true or false');
  return record;
}
