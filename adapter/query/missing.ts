import type { TraceEnd } from '../trace/format/contents.js';
import type { TraceReader } from './reader.js';

/** Why a row, or a value of one, may be missing. */
export interface Missing {
  readonly reason: 'budget' | 'globs' | 'values' | 'threads' | 'unseen' | 'cut' | 'damaged';
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

/** Questions whose rows are changes of variables, or variables: in a text that is recorded by calls alone there are none. */
const ofVariables: ReadonlySet<string> = new Set(['localVariableHistory', 'localsBefore', 'localsAfter']);

/** Questions whose rows say what calls were given, or gave. */
const ofCalls: ReadonlySet<string> = new Set([
  'fullDetailCallChain',
  'whereExceptionIsThrown',
  'preEventCalledMethods',
  'postEventCalledMethods',
  'enclosingArguments',
  'enclosingReturnValue',
  'argumentHistory',
  'returnValueHistory',
  'callTree',
]);

/** What a question asks about. */
export interface AskedAbout {
  readonly question: string;
  /** The property that it names. */
  readonly field: string | null;
  /** The object that it names. */
  readonly object: number | null;
  /** The variable that it names. */
  readonly variable: string | null;
  /** The texts in which the functions and variables are that it names; null: it may be any. */
  readonly paths: ReadonlySet<string> | null;
}

/** What a recording leaves out; of what a question asks about, when one is given. */
export function missingOf(reader: TraceReader, about: AskedAbout | null = null): readonly Missing[] {
  const { source, counted } = reader.store;
  const missing = countedLines(reader);
  const { question = '', field = null, object = null, variable = null, paths = null } = about ?? {};
  const isIn = (path: string): boolean => paths === null || paths.has(path);
  if (about === null || ofObjects.has(question)) missing.push(...textsByCalls(reader, field));
  if (ofVariables.has(question)) missing.push(...inFiles(reader, 'globs', counted.unrecorded.paths.filter(isIn)));
  // What makes an instance has probes.
  if (about === null || (ofObjects.has(question) && question !== 'isThereAnInstance'))
    missing.push(...unseenLines(reader, reader.store.unseen.sitesOfObject(object, field)));
  if (about === null || ofVariables.has(question)) missing.push(...unseenLines(reader, reader.store.unseen.sitesOfVariables(variable)));
  if (ofCalls.has(question)) missing.push(...inFiles(reader, 'values', [...source.textsWithoutValues].filter(isIn)));
  return [...missing, ...missingOfFile(reader)];
}

/** What a recording leaves out whose cause is the file itself, or the program's threads. */
function missingOfFile({ store }: TraceReader): readonly Missing[] {
  const { ending, counts, isDamaged } = store.source;
  const missing: Missing[] = [];
  if (ending === null) missing.push({ reason: 'cut', from: store.end });
  else if (isUnrecorded(ending)) missing.push({ reason: 'threads' });
  else if (!ending.complete && counts.size === 0) missing.push({ reason: 'cut' });
  if (isDamaged) missing.push({ reason: 'damaged' });
  return missing;
}

/** A recording among many, and what its rows may lack; `error`: why it has none. */
export interface LackingRun {
  readonly run: string;
  readonly error: string | null;
  readonly missing: readonly Missing[];
}

/** What a recording among many leaves out in whole lines and parts, which is known without its texts. */
export function missingOfMany(reader: TraceReader): readonly Missing[] {
  return [...countedLines(reader), ...missingOfFile(reader)];
}

/** The texts that are recorded by calls alone, as far as they may write the field. */
function textsByCalls(reader: TraceReader, field: string | null): Missing[] {
  const { unrecorded } = reader.store.counted;
  const paths = unrecorded.paths.filter((path) => field === null || unrecorded.mayWrite(path, field));
  return inFiles(reader, 'globs', paths);
}

function inFiles(reader: TraceReader, reason: 'globs' | 'values', paths: readonly string[]): Missing[] {
  return paths.flatMap((path) => {
    const { file } = reader.place(reader.positionAt(path, 0)) as Pick<Missing, 'file'>;
    return file === undefined ? [] : [{ reason, file }];
  });
}

/** Where code that has no probes may have written, each line once. */
function unseenLines(reader: TraceReader, sites: readonly number[]): Missing[] {
  const lines = new Map<string, Missing>();
  for (const site of sites) {
    const { file, line } = reader.place(reader.positionOf(site)) as Pick<Missing, 'file' | 'line'>;
    lines.set(`${file ?? ''}:${line ?? 0}`, {
      reason: 'unseen',
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
    });
  }
  return [...lines.values()];
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
