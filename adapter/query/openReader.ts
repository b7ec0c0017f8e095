import { RunTexts, TextLibrary } from '../querypoints/text/texts.js';
import { Recording } from '../trace/store/recordingFile.js';
import { TraceStore } from '../trace/store/traceStore.js';
import { TraceReader } from './reader.js';

/** A recording that is open, to be asked. */
export interface OpenRecording {
  readonly reader: TraceReader;
  readonly library: TextLibrary;
  close(): void;
}

/** Refuses to decide what rests on all that a recording holds, where a part of it is damaged. Throws one sentence. */
export function requireUndamaged({ reader }: OpenRecording): void {
  if (reader.store.source.isDamaged) throw new Error('A part of the recording is damaged: what it held may have changed the answer.');
}

/** Opens a recording. Throws `NoTrace`, one sentence, where the file is none. No other file is read, whatever paths it holds. */
export function openRecording(file: string, shownPath: (path: string) => string, mostBytes?: number): OpenRecording {
  const recording = Recording.open(file);
  const library = new TextLibrary(false);
  for (const { path, source, file, map } of recording.texts) {
    library.put(path, source, map ?? null);
    if (file !== undefined) library.putSource(path, file);
  }
  const texts = new RunTexts(library);
  for (const { path, first, sites } of recording.sites) texts.add(path, first, sites);
  return { reader: new TraceReader(new TraceStore(recording, mostBytes), texts, shownPath), library, close: () => recording.close() };
}
