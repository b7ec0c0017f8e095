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

/** Questions whose rows are changes of objects, or objects: of a text that is recorded by calls alone there are none. */
const ofObjects: ReadonlySet<string> = new Set([
  'objectState',
  'instanceFieldHistory',
  'classFieldHistory',
  'dataStructureHistory',
  'allInstances',
  'wasFieldAssigned',
  'isThereAnInstance',
]);

/** What a recording leaves out; of what a question asks about, when one is given. `field`: the property that it names. */
export function missingOf(reader: TraceReader, question: string | null = null, field: string | null = null): readonly Missing[] {
  const { source } = reader.store;
  const missing = countedLines(reader);
  if (question === null || ofObjects.has(question)) missing.push(...textsByCalls(reader, field));
  const { ending } = source;
  if (ending === null) missing.push({ reason: 'cut', from: reader.store.end });
  else if (isUnrecorded(ending)) missing.push({ reason: 'threads' });
  else if (!ending.complete && source.counts.size === 0) missing.push({ reason: 'cut' });
  if (source.isDamaged) missing.push({ reason: 'damaged' });
  return missing;
}

/** The texts that are recorded by calls alone, as far as they may write the field. */
function textsByCalls(reader: TraceReader, field: string | null): Missing[] {
  const { unrecorded } = reader.store.counted;
  const paths = unrecorded.paths.filter((path) => field === null || unrecorded.mayWrite(path, field));
  return paths.flatMap((path) => {
    const { file } = reader.place(reader.positionAt(path, 0)) as Pick<Missing, 'file'>;
    return file === undefined ? [] : [{ reason: 'globs' as const, file }];
  });
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
