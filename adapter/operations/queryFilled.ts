import { reportPath } from '../../server/findings/reportPath.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { TraceStore } from '../trace/store/traceStore.js';
import { openRecording, type OpenRecording } from '../query/openReader.js';
import { parseQuestion, type Json } from '../query/parseQuestion.js';
import { query, type QueryAnswer, type QueryRequest } from './query.js';
import { record, type RecordContext } from './record.js';
import { RunAgain } from './runAgain.js';
import { programIn } from './whyFilled.js';

/** Answers, and the recording of the run that they are of; null: the recording that was asked knew all. */
export interface FilledAnswers {
  readonly answers: readonly QueryAnswer[];
  readonly recording: string | null;
}

/** What another run can say, in which no place is only counted. */
const reasonsToFill: ReadonlySet<string> = new Set(['budget', 'globs', 'values']);

/**
 * Answers questions about a recording. Where one lacks something that was not recorded, the program runs again and is recorded as a whole, and
 * the questions are put to that recording: events and objects that they name are found there. It must have gone the ways that the first one
 * counted. Rejects with one sentence for the user.
 */
export async function queryFilled(request: QueryRequest, node: string, context: RecordContext): Promise<FilledAnswers> {
  const answers = query(request);
  if (!answers.some(({ missing }) => missing.some(({ reason }) => reasonsToFill.has(reason)))) return { answers, recording: null };
  const program = programIn(request.recording, node, request.cwd);
  const old = openRecording(request.recording, (path) => reportPath(request.cwd, path));
  try {
    const { head, ending } = old.reader.store.source;
    if (head === null || ending === null) throw new Error('The recording has no end: another run cannot be held against it.');
    const settings = { ...head.settings, include: ['**'], exclude: [], values: 'all', budget: null } as const;
    const [filled] = await record({ program, settings, labels: head.labels, out: null, isForced: false }, context);
    if (filled === undefined) throw new Error('The program could not be recorded again.');
    const fresh = openRecording(filled.file, (path) => path);
    try {
      requireSame(old, fresh);
      const again = new RunAgain(old.reader, fresh.reader);
      const questions = request.questions.map((question) => inOtherRun(question, again));
      return { answers: query({ ...request, recording: filled.file, questions }), recording: filled.file };
    } finally {
      fresh.close();
    }
  } finally {
    old.close();
  }
}

/** Throws where a run has ended otherwise, or has passed a place more or less often, than a recording says. */
function requireSame(old: OpenRecording, fresh: OpenRecording): void {
  const [before, now] = [old.reader.store, fresh.reader.store];
  const differently = 'The program has run differently this time:';
  const [code, other] = [before.source.ending?.code ?? null, now.source.ending?.code ?? null];
  if (code !== other) throw new Error(`${differently} it ended with ${String(other)}, and not ${String(code)}.`);
  const [counts, again] = [passagesByPlace(before), passagesByPlace(now)];
  for (const [place, { site, count }] of counts) {
    const found = again.get(place)?.count;
    if (found === undefined || found === count) continue;
    const { file = '', line = 0 } = old.reader.place(old.reader.positionOf(site)) as { readonly file?: string; readonly line?: number };
    throw new Error(`${differently} ${file}:${line} was passed ${found} times, and not ${count}.`);
  }
}

/** How often control passed each call and fork, those beyond the budget included: once a passage, in whichever run. */
function passagesByPlace(store: TraceStore): ReadonlyMap<string, { readonly site: number; readonly count: number }> {
  const rows = new Map<number, number>();
  for (const { kinds, sites } of store.chunksBetween(0, store.end))
    kinds.forEach((kind, row) => {
      const site = sites[row] ?? 0;
      if (kind === Kind.call || kind === Kind.fork) rows.set(site, (rows.get(site) ?? 0) + 1);
    });
  const found = new Map<string, { site: number; count: number }>();
  for (const [site, count] of rows) {
    const placed = store.source.site(site);
    if (placed === undefined) continue;
    const { kind, offset, end } = placed.site;
    const place = `${kind} ${offset} ${end} ${placed.path}`;
    // Each thread has sites of its own.
    const before = found.get(place)?.count ?? 0;
    found.set(place, { site, count: before + count + store.counted.passagesBeyond(site) });
  }
  return found;
}

/** A question, with the events and objects that it names as another run has them. */
function inOtherRun(text: string, again: RunAgain): string {
  const { shape, values } = parseQuestion(text);
  const translated = [...values].map(([key, value]) => {
    const kind = shape.keys.find(({ name }) => name === key)?.kind;
    return `${key}: ${JSON.stringify(kind === 'event' ? eventIn(value, again) : kind === 'object' || kind === 'value' ? objectIn(value, again) : value)}`;
  });
  return `${shape.name}(${translated.join(', ')})`;
}

function eventIn(value: Json, again: RunAgain): Json {
  return typeof value === 'number' ? again.event(value) : value;
}

function objectIn(value: Json, again: RunAgain): Json {
  if (typeof value === 'object' && value !== null && 'object' in value)
    return { ...value, object: objectIn(value['object'] as Json, again) };
  if (typeof value !== 'string') return value;
  const [, place, at] = /^([\s\S]+@\s*)(\d{1,15})$/.exec(value) ?? [];
  if (place !== undefined) return `${place}${again.event(Number(at))}`;
  const [, className, number] = /^(.*)#(\d{1,15})$/.exec(value) ?? [];
  return className === undefined ? value : `${className}#${again.object(Number(number))}`;
}
