import { keyText } from '../../events/keyText.js';
import type { TraceRow } from '../../trace/store/traceStore.js';
import { classNamedBy } from '../classes.js';
import { missingOf, type Missing } from '../missing.js';
import type { AnswerRow, TraceReader } from '../reader.js';
import type { Alignment, Found, Occurred } from './alignment.js';
import { BranchWays } from './branchWays.js';
import type { HappeningKind } from './happenings.js';

/** Where two recordings differ. */
export interface Difference {
  readonly kind: Exclude<HappeningKind, 'other'>;
  /** What differs, as `Row#3.open`, `main:total`, or the code of a test. */
  readonly place: string;
  /** In the first recording and in the second; null where it has none. */
  readonly sides: readonly [DifferenceSide | null, DifferenceSide | null];
}

/** `event thread file line column text function hit`; of a branch `taken`, of anything else `value`. */
export type DifferenceSide = AnswerRow;

/** Two recordings held against each other (`whence.compare/1`). */
export interface Comparison {
  /** null: they do not differ in what both have, but something is missing. */
  readonly equal: boolean | null;
  readonly firstBranch: Difference | null;
  readonly firstWrite: Difference | null;
  /** At most as many as were asked for, in the order of the first recording. */
  readonly differences: readonly Difference[];
  /** How many there are in all. */
  readonly total: number;
  readonly missing: readonly Missing[];
}

interface Wanted {
  readonly kind?: HappeningKind | null;
  readonly object?: number | null;
  readonly from?: number;
  readonly to?: number;
  readonly thread?: string | null;
  /** Whether what the system writes to its own objects is asked about, too. */
  readonly isSystem?: boolean;
}

/** Says where two recordings differ, in the words of their sources. */
export class Comparing {
  private readonly ways: readonly [BranchWays, BranchWays];

  constructor(private readonly alignment: Alignment) {
    const [own, other] = alignment.readers;
    this.ways = [new BranchWays(own), new BranchWays(other)];
  }

  /** What neither recording can tell; nothing when both have all of what was compared. */
  get missing(): readonly Missing[] {
    const { isWhole, readers } = this.alignment;
    return isWhole ? [] : readers.flatMap((reader) => missingOf(reader));
  }

  compare(limit: number): Comparison {
    const { differences, isWhole } = this.alignment;
    return {
      equal: differences.length > 0 ? false : isWhole ? true : null,
      firstBranch: this.firstOf({ kind: 'branch' }),
      firstWrite: this.firstOf({ kind: 'write' }),
      differences: differences.slice(0, limit).map((found) => this.difference(found)),
      total: differences.length,
      missing: this.missing,
    };
  }

  /** The first difference of a kind, of an object of the first recording, in an interval; null: there is none. */
  firstOf({ kind = null, object = null, from = 0, to = Infinity, thread = null, isSystem = false }: Wanted): Difference | null {
    const { differences, allDifferences } = this.alignment;
    for (const found of isSystem ? allDifferences : differences) {
      if (kind !== null && found.kind !== kind) continue;
      if (object !== null && !this.isOf(found, object)) continue;
      if ((from > 0 || to < Infinity) && (found.at < from || found.at > to)) continue;
      const difference = this.difference(found);
      if (thread === null || difference.sides.some((side) => side?.['thread'] === thread)) return difference;
    }
    return null;
  }

  /** Whether a write is one of an object of the first recording. */
  private isOf({ kind, first, second }: Found, object: number): boolean {
    if (kind !== 'write') return false;
    const run = first === null ? 1 : 0;
    const { store } = this.alignment.readers[run];
    const row = store.row((first ?? second)?.event ?? -1);
    if (row === null || store.source.keyOf(row.key).startsWith('variable ')) return false;
    const { identities } = this.alignment;
    return identities[run].object(row.subject) === identities[0].object(object);
  }

  difference(found: Found): Difference {
    const side = (run: 0 | 1, occurred: Occurred | null) => (occurred === null ? null : this.side(run, found.kind, occurred));
    return {
      kind: found.kind === 'other' ? 'write' : found.kind,
      place: this.placeOf(found),
      sides: [side(0, found.first), side(1, found.second)],
    };
  }

  private placeOf({ kind, first, second }: Found): string {
    const run = first === null ? 1 : 0;
    const occurred = first ?? second;
    const reader = this.alignment.readers[run];
    const row = occurred === null ? null : reader.store.row(occurred.event);
    if (row === null) return '';
    if (kind === 'write') return placeOfWrite(reader, row);
    const call = kind === 'call' ? reader.call(row.event) : reader.activation(row.activation);
    const name = call === null ? '' : reader.functionName(call);
    return kind === 'branch' ? `${name}:${codeAt(reader, row.site)}` : name;
  }

  private side(run: 0 | 1, kind: HappeningKind, { event, hit }: Occurred): DifferenceSide {
    const reader = this.alignment.readers[run];
    const { store } = reader;
    const row = store.row(event);
    if (row === null) return { event };
    const call = kind === 'call' ? reader.call(event) : null;
    const common = call === null ? reader.common(row) : reader.commonOfCall(call);
    const { thread, file, line, column } = common;
    const base = {
      event,
      thread,
      file,
      line,
      column,
      text: lineText(reader, row, call?.callSite ?? row.site),
      function: common['function'],
      hit,
    };
    if (kind === 'branch') return { ...base, taken: this.takenAt(run, row) };
    if (call !== null) return { ...base, value: reader.receiverAndArguments(call)['arguments'] };
    const value = kind === 'exit' ? reader.resultOf(row.subject, event) : store.valueOf(row);
    return { ...base, ...reader.column('value', value, event) };
  }

  /** Which way a fork took; of a switch what was entered before its activation went on. */
  private takenAt(run: 0 | 1, row: TraceRow): string | null {
    const ways = this.ways[run];
    const place = ways.switchAt(row.site);
    if (place === null) return ways.wayOf(row);
    for (const next of this.alignment.readers[run].store.rowsOf(row.activation, row.event + 1)) {
      if (ways.valueOfCase(next.site) === place) return ways.caseOf(next.site);
      if (next.site === row.site) break;
    }
    return 'exit';
  }
}

/** `Row#3.open`, `Array#4[2]`, `Map#5.get("k")`; of a variable the function that declares it, or the file. */
function placeOfWrite(reader: TraceReader, row: TraceRow): string {
  const { source } = reader.store;
  const key = source.keyOf(row.key);
  const [, path = '', start] = /^variable ([\s\S]+) (\d+)$/.exec(key) ?? [];
  if (start !== undefined) return `${ownerOfVariable(reader, path, Number(start))}:${nameOfVariable(reader, path, Number(start))}`;
  const object = source.object(row.subject);
  const owner = object === null ? `#${row.subject}` : (classNamedBy(reader, row.subject) ?? `${object.className}#${row.subject}`);
  const shown = reader.keyJson(row.key);
  if (key.startsWith('entry ')) return `${owner}.get(${JSON.stringify(shown)})`;
  return typeof shown === 'string' && /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(shown)
    ? `${owner}.${shown}`
    : `${owner}[${typeof shown === 'number' ? shown : JSON.stringify(reader.keyText(row.key))}]`;
}

function ownerOfVariable(reader: TraceReader, path: string, declaration: number): string {
  const text = reader.texts.text(path);
  const home = text?.scopes.bindingAt.get(declaration)?.scope.home;
  const isTop = home === undefined || home.type === 'Program';
  if (isTop) return String(reader.place({ path, line: 1, column: 1 })['file']);
  return reader.functionName({ path, start: home.start, name: reader.nameOf({ path, start: home.start }), isTop });
}

function nameOfVariable(reader: TraceReader, path: string, declaration: number): string {
  const text = reader.texts.text(path);
  const binding = text?.scopes.bindingAt.get(declaration);
  return text?.sourceNameAt(declaration, reader.texts) ?? binding?.name ?? keyText({ kind: 'variable', path, declaration });
}

function codeAt(reader: TraceReader, site: number): string {
  const found = reader.store.source.site(site);
  const text = found === undefined ? undefined : reader.texts.text(found.path)?.text;
  return found === undefined || text === undefined
    ? ''
    : text.slice(found.site.offset, Math.min(found.site.end, found.site.offset + longestCode));
}

const longestCode = 80;

/** The line of the user's source, without what indents it. */
function lineText(reader: TraceReader, _row: TraceRow, site: number): string | null {
  const position = reader.positionOf(site);
  return position === null ? null : (reader.texts.source(position.path)?.lines.lineText(position.line).trim() ?? null);
}
