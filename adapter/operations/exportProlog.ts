import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { reportPath } from '../../server/findings/reportPath.js';
import { openRecording } from '../query/openReader.js';
import { recordedRelations } from '../query/relations/recordedRelations.js';
import { Jel } from '../trace/jel/jel.js';
import { compound, writeTerm } from '../trace/jel/term.js';
import { Relations } from '../trace/relations/opened.js';
import type { ExportedEvents } from './exportChrome.js';

/**
 * Writes a recording as facts `event(Id, Thread, Term)` that Prolog reads; gives their number. The file must not be there yet, and only its
 * owner may read it. Throws one sentence.
 */
export function exportProlog(recording: string, file: string, cwd: string): ExportedEvents {
  const open = openRecording(recording, (path) => reportPath(cwd, path));
  try {
    const jel = new Jel(new Relations(recordedRelations(open.reader, basename(recording))));
    const descriptor = openSync(file, 'wx', 0o600);
    try {
      let [count, written] = [0, ''];
      for (const { id, thread, term } of jel.events(null, null, null)) {
        written += `${writeTerm(compound('event', id, thread, term))}.\n`;
        count++;
        if (written.length < lettersAtOnce) continue;
        writeFileSync(descriptor, written);
        written = '';
      }
      writeFileSync(descriptor, written);
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

/** So many letters are written together. */
const lettersAtOnce = 1 << 16;
