import type { Attributes } from '../attributes.js';
import { wrongAttribute } from '../errors.js';

/** A configuration that opens a recording. */
export interface RecordingConfiguration {
  readonly recording: string;
  /** The event at which the session begins; null: where the program failed, or began. */
  readonly event: number | null;
  /** The folder whose files are shown where they are what was recorded; null: none are. */
  readonly workspace: string | null;
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
