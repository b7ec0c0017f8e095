import type { TraceEnd } from '../trace/format/contents.js';
import type { TraceReader } from './reader.js';

/** Why a row may be missing. */
export interface Missing {
  readonly reason: 'budget' | 'globs' | 'threads' | 'cut' | 'damaged';
  readonly file?: string;
  readonly line?: number;
  /** Of a place that was passed often: from which passage on it was only counted; of a recording that was cut the event behind its last. */
  readonly from?: number;
}

/** What a recording leaves out. */
export function missingOf(reader: TraceReader): readonly Missing[] {
  const { source } = reader.store;
  const missing = countedLines(reader);
  const { ending } = source;
  if (ending === null) missing.push({ reason: 'cut', from: reader.store.end });
  else if (isUnrecorded(ending)) missing.push({ reason: 'threads' });
  else if (!ending.complete && source.counts.size === 0) missing.push({ reason: 'cut' });
  if (source.isDamaged) missing.push({ reason: 'damaged' });
  return missing;
}

/** The lines with places that were only counted in the end, each once: with the first passage that was. */
function countedLines(reader: TraceReader): Missing[] {
  const lines = new Map<string, Missing>();
  for (const { site, from } of reader.store.source.counts.values()) {
    const { file, line } = reader.place(reader.positionOf(site)) as Pick<Missing, 'file' | 'line'>;
    const place = `${file ?? ''}:${line ?? 0}`;
    const known = lines.get(place);
    if (known?.from === undefined || known.from > from)
      lines.set(place, { reason: 'budget', ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line }), from });
  }
  return [...lines.values()];
}

/** Whether the program had threads or processes of which nothing is in the file. */
function isUnrecorded({ unrecorded }: TraceEnd): boolean {
  return unrecorded !== undefined && unrecorded.threads + unrecorded.children > 0;
}
