import type { CheckSettings } from '../../server/check/checkFile.js';
import type { OutsideValue, WrittenPlace } from '../../server/check/againstRun.js';
import { reportPath } from '../../server/findings/reportPath.js';
import type { Finding, ReportSpan } from '../../server/findings/result.js';
import type { ValueReport } from '../events/rows.js';
import { openRecording, requireUndamaged, type OpenRecording } from '../query/openReader.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import type { AnalysisThread } from './analysisThread.js';
import { liveValueOf } from './liveValueOf.js';
import { isAsRead } from './recordedFile.js';

export interface AgainstRequest {
  /** Absolute. */
  readonly recording: string;
  /** The files that were checked; absolute. */
  readonly files: readonly string[];
  readonly cwd: string;
  readonly settings: CheckSettings;
}

/** What recorded values say of the analysis. */
export interface AgainstRecording {
  /** Declared types that the run did not keep. */
  readonly findings: readonly Finding[];
  /** Of each finding the event with which its type was first not kept. */
  readonly broken: readonly BrokenType[];
  /** Values that nothing explains: the analysis is wrong about them. */
  readonly contradictions: readonly Contradiction[];
  /** How many values of how many places were held against it. */
  readonly values: number;
  readonly places: number;
}

export interface BrokenType {
  readonly file: string;
  readonly span: ReportSpan;
  readonly event: number | null;
}

export interface Contradiction {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly value: string;
  readonly reachable: string;
}

/** Holds every value that a recording has of a variable against what is reachable there. Rejects with one sentence for the user. */
export async function holdAgainst({ recording, files, cwd, settings }: AgainstRequest, thread: AnalysisThread): Promise<AgainstRecording> {
  const open = openRecording(recording, (path) => path);
  try {
    const seen = observed(open, new Set(files));
    requireUndamaged(open);
    if (seen.size === 0) throw new Error('None of the checked files ran in the recording.');
    const findings: FoundBroken[] = [];
    const contradictions: Contradiction[] = [];
    let [values, held] = [0, 0];
    for (const [file, places] of seen) {
      const shown = reportPath(cwd, file);
      if (!isAsRead(open, file, file)) throw new Error(`${shown} is no longer what was recorded.`);
      const asked = places.map(({ line, column, name, values: all }): WrittenPlace => ({
        ...{ line, column, name },
        values: all.map(({ value }) => ({ ...liveValueOf(value), isCertain: true })),
      }));
      const outside = await thread.ask('valuesOutside', { file, cwd, settings, places: asked });
      if (outside === null) throw new Error(`${shown}: The analysis cannot be held against the recording.`);
      held += places.length;
      values += places.reduce((sum, { values: told }) => sum + told.reduce((count, one) => count + one.count, 0), 0);
      findings.push(...brokenTypes(outside, places, { shown, cwd, open }));
      contradictions.push(...outside.flatMap((one) => contradiction(one, places, shown)));
    }
    const broken = findings.map(({ finding: { file, span }, event }) => ({ file, span, event }));
    return { findings: findings.map(({ finding }) => finding), broken, contradictions, values, places: held };
  } finally {
    open.close();
  }
}

/** A place that gives values to a variable, with the values that it gave. */
interface ObservedPlace {
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly values: readonly ObservedValue[];
  /** How often it gave one; more than `mostValues` different ones are counted alone. */
  passages: number;
}

interface ObservedValue {
  readonly value: ValueReport;
  /** How often it was given. */
  count: number;
  readonly first: TraceRow;
}

/** So many values of a place are told apart. */
const mostValues = 200;

/** The values that variables of some files got, by file and place. */
function observed({ reader }: OpenRecording, files: ReadonlySet<string>): ReadonlyMap<string, readonly ObservedPlace[]> {
  const { store } = reader;
  const bySite = new Map<number, { readonly file: string; readonly place: ObservedPlace & { readonly values: ObservedValue[] } } | null>();
  for (const row of store.ofKind(Kind.change)) {
    let known = bySite.get(row.site);
    if (known === undefined) {
      const site = store.source.site(row.site)?.site;
      const position = reader.positionOf(row.site);
      const isVariable = site !== undefined && site.declaration !== null && site.key !== null && site.kind === 'write';
      known =
        isVariable && position !== null && files.has(position.path)
          ? { file: position.path, place: { line: position.line, column: position.column, name: site.key ?? '', values: [], passages: 0 } }
          : null;
      bySite.set(row.site, known);
    }
    const value = known === null ? null : store.valueOf(row);
    if (known === null || value === null) continue;
    const { values } = known.place;
    known.place.passages++;
    const same = values.find((one) => identityOf(one.value) === identityOf(value));
    if (same !== undefined) same.count++;
    else if (values.length < mostValues) values.push({ value, count: 1, first: row });
  }
  const found = new Map<string, ObservedPlace[]>();
  for (const one of bySite.values())
    if (one !== null && one.place.values.length > 0) found.set(one.file, [...(found.get(one.file) ?? []), one.place]);
  return found;
}

/** Values are alike when the analysis sees no difference. */
function identityOf(value: ValueReport): string {
  const { kind, exact } = liveValueOf(value);
  return `${kind} ${exact}`;
}

interface Around {
  readonly shown: string;
  readonly cwd: string;
  readonly open: OpenRecording;
}

interface FoundBroken {
  readonly finding: Finding;
  readonly event: number | null;
}

/** A finding for each place whose declared type was not kept. */
function brokenTypes(
  outside: readonly OutsideValue[],
  places: readonly ObservedPlace[],
  { shown, cwd, open }: Around,
): readonly FoundBroken[] {
  return [...grouped(outside)].flatMap(([index, [first, ...others]]): readonly FoundBroken[] => {
    const place = places[index];
    const span = first?.type?.span;
    if (place === undefined || first?.type === null || first === undefined || span === undefined) return [];
    const seen = [first, ...others]
      .flatMap(({ value }) => place.values[value] ?? [])
      .toSorted((a, b) => b.count - a.count || a.first.event - b.first.event);
    const earliest = seen.reduce<ObservedValue | undefined>(
      (best, one) => (best === undefined || one.first.event < best.first.event ? one : best),
      undefined,
    );
    const total = place.passages;
    const call = earliest === undefined ? null : callOf(open, earliest.first);
    const where = call === null ? null : { file: reportPath(cwd, call.path), span: spanAt(call.line, call.column) };
    const was = seen.slice(0, mostTold).map(({ value, count }) => `${wordsOf(value)} in ${count}`);
    const more = seen.length > mostTold ? [`something else in ${seen.slice(mostTold).reduce((sum, { count }) => sum + count, 0)}`] : [];
    const at = where === null ? '' : `, first at ${where.file}:${where.span.line}`;
    const finding: Finding = {
      code: 'assumption-broken',
      severity: 'warning',
      file: shown,
      span,
      within: '',
      condition: null,
      message: `${place.name} is declared ${first.type.text}; it was ${[...was, ...more].join(', ')} of ${total} ${total === 1 ? 'call' : 'calls'}${at}.`,
      because: where === null || earliest === undefined ? [] : [{ ...where, message: `here it is called with ${wordsOf(earliest.value)}` }],
      alternatives: [],
      assumes: [{ kind: 'declared-type', file: shown, span }],
    };
    return [{ finding, event: earliest?.first.event ?? null }];
  });
}

/** So many values of a place are told. */
const mostTold = 3;

function grouped(outside: readonly OutsideValue[]): ReadonlyMap<number, readonly OutsideValue[]> {
  const found = new Map<number, readonly OutsideValue[]>();
  for (const one of outside) if (one.type !== null) found.set(one.place, [...(found.get(one.place) ?? []), one]);
  return found;
}

function contradiction(
  { place: index, value: at, reachable, type }: OutsideValue,
  places: readonly ObservedPlace[],
  file: string,
): readonly Contradiction[] {
  const place = places[index];
  const value = place?.values[at]?.value;
  if (type !== null || place === undefined || value === undefined) return [];
  return [{ file, line: place.line, column: place.column, name: place.name, value: wordsOf(value), reachable }];
}

/** The call in which a row happened. */
function callOf({ reader }: OpenRecording, row: TraceRow): ReturnType<OpenRecording['reader']['positionOf']> {
  const activation = reader.activation(row.activation);
  return activation?.callSite === null || activation === null ? null : reader.positionOf(activation.callSite);
}

const spanAt = (line: number, column: number): ReportSpan => ({ line, column, endLine: line, endColumn: column + 1 });

function wordsOf(value: ValueReport): string {
  if (value.kind === 'absent') return 'undefined';
  if (value.kind === 'object') return `a value of ${value.className}`;
  return value.type === 'string' ? JSON.stringify(value.text) : value.text;
}
