import type { TraceReader } from './reader.js';

/** Why a row may be missing. */
export interface Missing {
  readonly reason: 'budget' | 'globs' | 'cut' | 'damaged';
  readonly file?: string;
  readonly line?: number;
  /** Of a place that was passed often: from which passage on it was only counted; of a recording that was cut the event behind its last. */
  readonly from?: number;
}

/** What a recording leaves out. */
export function missingOf(reader: TraceReader): readonly Missing[] {
  const { source } = reader.store;
  const missing: Missing[] = [];
  for (const { site, from } of source.counts.values()) {
    const position = reader.positionOf(site);
    missing.push({ reason: 'budget', ...reader.place(position), from });
  }
  if (source.ending === null) missing.push({ reason: 'cut', from: reader.store.end });
  else if (!source.ending.complete) missing.push({ reason: 'cut' });
  if (source.isDamaged) missing.push({ reason: 'damaged' });
  return missing;
}
