import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { reportPath } from '../../server/findings/reportPath.js';
import { openRecording } from '../query/openReader.js';
import { chromeEvents } from '../query/chromeEvents.js';

/** What an export of events has written. */
export interface ExportedEvents {
  readonly count: number;
  /** Whether a part of the recording could not be read: what it held is left out. */
  readonly isDamaged: boolean;
}

/** So much text is written at once. */
const chunkLength = 1 << 16;

/**
 * Writes the calls of a recording as trace events of Chrome, which Perfetto and chrome://tracing show; gives their number. The file must not be
 * there yet, and only its owner may read it. Throws one sentence.
 */
export function exportChrome(recording: string, file: string, cwd: string): ExportedEvents {
  const open = openRecording(recording, (path) => reportPath(cwd, path));
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    try {
      let [count, text] = [0, '{"displayTimeUnit":"ms","traceEvents":['];
      for (const event of chromeEvents(open.reader)) {
        text += `${count++ === 0 ? '' : ','}\n${JSON.stringify(event)}`;
        if (text.length < chunkLength) continue;
        writeSync(descriptor, text);
        text = '';
      }
      writeSync(descriptor, `${text}\n]}\n`);
      return { count, isDamaged: open.reader.store.source.isDamaged };
    } catch (error) {
      // Half of it is of no use, and would be in the way of the next export.
      rmSync(file, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  } finally {
    open.close();
  }
}
