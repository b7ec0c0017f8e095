import type { EntryVerdict } from '../../server/check/fromEntry.js';
import { resolve } from 'node:path';
import { reportPath } from '../../server/findings/reportPath.js';
import type { Located, FindingCode, ReportSpan } from '../../server/findings/result.js';
import type { Activation } from '../query/reader.js';
import { requireUndamaged, type OpenRecording } from '../query/openReader.js';
import { isFunction, pathTo } from '../instrument/tree.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { AnalysisThread } from './analysisThread.js';
import { entryRefusal, recordedEntry } from './recordedEntry.js';

/** Calls whose states are taken from a run: one that an event began, the n-th that passes a line, or all that were open when the run failed. */
export type EntryPlace =
  | { readonly kind: 'event'; readonly recording: string; readonly event: number }
  | { readonly kind: 'line'; readonly file: string; readonly line: number; readonly hit: number }
  | { readonly kind: 'failure'; readonly recording: string | null };

/** What certainly becomes of a call, from the state that a run had there. It is true of this run alone. */
export interface EntryReport {
  readonly file: string;
  readonly span: ReportSpan;
  readonly function: string;
  /** The call, in its recording. */
  readonly event: number;
  /** Which call of the function it is, from 1. */
  readonly hit: number;
  readonly verdict: 'certainly-fails' | 'may-succeed';
  /** Why no more is claimed; null where it fails, and where it was followed to its return. */
  readonly reason: string | null;
  readonly findings: readonly EntryFinding[];
}

/** A failure that the rest of the call comes to. */
export interface EntryFinding extends Located {
  readonly code: FindingCode;
  readonly because: readonly Located[];
}

/** Follows calls of a recording that is open. Rejects with one sentence for the user. */
export async function entryReports(
  open: OpenRecording,
  place: EntryPlace,
  thread: AnalysisThread,
  cwd: string,
): Promise<readonly EntryReport[]> {
  requireUndamaged(open);
  const calls = callsAt(open, place, cwd);
  const reports: EntryReport[] = [];
  for (const call of calls) {
    const report = await reportOf(open, call, thread, cwd);
    requireUndamaged(open);
    if (report !== null) reports.push(report);
  }
  if (reports.length === 0) throw new Error(calls.map((call) => entryRefusal(open, call)).find((reason) => reason !== null) ?? noText);
  return reports;
}

const noText = 'The text of the function is not known.';

/** The calls that a place means, the innermost first. Throws a sentence where there is none. */
function callsAt({ reader }: OpenRecording, place: EntryPlace, cwd: string): readonly Activation[] {
  switch (place.kind) {
    case 'event': {
      const row = reader.store.row(place.event);
      const call = reader.call(place.event) ?? (row === null ? null : reader.activation(row.activation));
      if (call === null || call.isTop) throw new Error(`Event ${place.event} is in no call of a function.`);
      return [call];
    }
    case 'line': {
      const calls = callsOfLine(reader, resolve(cwd, place.file), place.line);
      const call = calls[place.hit - 1];
      if (call !== undefined) return [call];
      const where = `${place.file}:${place.line}`;
      if (calls.length === 0) throw new Error(`No run of a function reaches ${where}.`);
      throw new Error(`The function at ${where} is called ${calls.length === 1 ? 'once' : `${calls.length} times`}.`);
    }
    case 'failure': {
      const [last] = [...reader.store.uncaught()].slice(-1);
      if (last === undefined && reader.store.source.ending === null)
        throw new Error('The recording has no end, so it does not say which exception ended the program.');
      if (last === undefined) throw new Error('The run did not end with an exception that nobody caught.');
      return [...reader.callersOf(last.activation)].filter(({ isTop }) => !isTop);
    }
  }
}

/** The calls of the function that begins on a line, else of the innermost one around it, oldest first. */
function callsOfLine(reader: OpenRecording['reader'], file: string, line: number): readonly Activation[] {
  const calls: Activation[] = [];
  const ranges = new Map<string, { readonly first: number; readonly last: number } | null>();
  for (const row of reader.store.ofKind(Kind.call)) {
    const call = reader.call(row.event);
    if (call === null || call.isTop) continue;
    const key = `${call.start}:${call.path}`;
    if (!ranges.has(key)) ranges.set(key, rangeOf(reader, call, file));
    if (ranges.get(key) !== null) calls.push(call);
  }
  const sizeAt = ({ start, path }: Activation): number => {
    const range = ranges.get(`${start}:${path}`);
    if (range === null || range === undefined || line < range.first || range.last < line) return Infinity;
    return range.first === line ? range.last - range.first - 1e9 : range.last - range.first;
  };
  const best = Math.min(...calls.map(sizeAt));
  return best === Infinity ? [] : calls.filter((call) => sizeAt(call) === best);
}

function rangeOf(
  reader: OpenRecording['reader'],
  { path, start }: Activation,
  file: string,
): { readonly first: number; readonly last: number } | null {
  const program = reader.texts.text(path)?.program;
  const node = program === undefined ? undefined : pathTo(program, start).findLast((one) => isFunction(one) && one.start === start);
  const from = reader.positionAt(path, start);
  const to = node === undefined ? null : reader.positionAt(path, node.end - 1);
  return from === null || to === null || from.path !== file ? null : { first: from.line, last: to.line };
}

async function reportOf(open: OpenRecording, call: Activation, thread: AnalysisThread, cwd: string): Promise<EntryReport | null> {
  const recorded = recordedEntry(open, call);
  if (recorded === null) return null;
  const { file, entry } = recorded;
  const verdicts = await thread.ask('fromEntry', { file, cwd, entries: [entry] });
  const verdict = verdicts?.[0] ?? null;
  const shown = reportPath(cwd, file);
  const head = { file: shown, function: open.reader.functionName(call), event: call.event, hit: hitOf(open, call) };
  if (verdict === null) {
    const span = { line: entry.line, column: entry.column, endLine: entry.line, endColumn: entry.column + 1 };
    return { ...head, span, verdict: 'may-succeed', reason: 'the analysis does not know the function', findings: [] };
  }
  const { span, failure, open: reason } = verdict;
  if (failure === null) return { ...head, span, verdict: 'may-succeed', reason, findings: [] };
  // Something of the state is not as it is recorded: what the run did is no matter of opinion.
  if (open.reader.store.source.endOf(call.activation)?.how === 'exit')
    return { ...head, span, verdict: 'may-succeed', reason: 'in this run it returned', findings: [] };
  return { ...head, span, verdict: 'certainly-fails', reason: null, findings: [findingOf({ ...verdict, failure }, shown)] };
}

function findingOf(
  { span, failure }: EntryVerdict & { readonly failure: NonNullable<EntryVerdict['failure']> },
  file: string,
): EntryFinding {
  const { code, calls, message, ...where } = failure;
  const at = where.file === file ? `line ${where.span.line}` : `${where.file}:${where.span.line}`;
  return {
    code,
    file,
    span,
    message: `From here it certainly fails at ${at}: ${message}.`,
    because: [{ ...where, message }, ...calls],
  };
}

function hitOf({ reader }: OpenRecording, { event, start, path }: Activation): number {
  let hit = 0;
  for (const row of reader.store.ofKind(Kind.call, 0, event)) {
    const call = reader.call(row.event);
    if (call !== null && !call.isTop && call.start === start && call.path === path) hit++;
  }
  return hit;
}
