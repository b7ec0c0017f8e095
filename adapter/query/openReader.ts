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

/** Opens a recording. Throws `NoTrace`, one sentence, where the file is none. No other file is read, whatever paths it holds. */
export function openRecording(file: string, shownPath: (path: string) => string, mostChunks?: number): OpenRecording {
  const recording = Recording.open(file);
  const library = new TextLibrary(false);
  for (const { path, source, file, map } of recording.texts) {
    library.put(path, source, map ?? null);
    if (file !== undefined) library.putSource(path, file);
  }
  const texts = new RunTexts(library);
  for (const { path, first, sites } of recording.sites) texts.add(path, first, sites);
  return { reader: new TraceReader(new TraceStore(recording, mostChunks), texts, shownPath), library, close: () => recording.close() };
}
