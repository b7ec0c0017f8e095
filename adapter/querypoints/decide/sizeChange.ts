import type { EntryRow, SelectedEvent, ValueReport } from '../../events/rows.js';
import { pathTo } from '../../instrument/tree.js';
import { demandOfEntries } from '../question/demand.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import { need, type Deciding } from '../seen/deciding.js';
import type { Resolved } from '../seen/resolve.js';
import type { SeenRun } from '../seen/seenRun.js';
import { creationOf } from './creation.js';

/** Entries that came or went, from one row to another, by one call. */
interface SizeChange {
  readonly last: EntryRow;
  readonly before: number;
  readonly after: number;
}

/** Whether a place is how many entries a Map or Set has. */
export function isSize({ key, base, isNative }: Resolved, canLookAround: boolean): boolean {
  const isContainer = base?.kind === 'object' && /^(map|set)$/.test(base.type);
  // In a recording what a getter gives is known by what the object holds.
  return isContainer && key.kind === 'property' && key.name === 'size' && (isNative || !canLookAround);
}

/** The call by which an entry came or went: `size` is no place that is written, but a count of those that are. */
export async function* decideSizeChange(run: SeenRun, query: Query, from: PointAnswer, place: Resolved): Deciding<PointAnswer> {
  const { id, kind, of, index } = query;
  const { base, value, owner } = place;
  yield* need(run.planned, demandOfEntries);
  const rows = owner === null ? null : await run.events.entriesOf(owner, from.time ?? 0);
  if (rows === null || base?.kind !== 'object') return unknownPoint(id, kind, of, 'not-found', 'There are too many writes to follow.');
  const creation = yield* creationOf(run, base);
  const { size, flips } = flipsOf(rows, base.type === 'set');
  if (value?.kind !== 'primitive' || Number(value.text) !== size)
    return unknownPoint(id, kind, of, 'not-found', 'A write was not seen (code of Node, native code, code from eval).');
  const changes = changesOf(run, flips);
  const change = changes.at(index);
  const event = change === undefined ? null : await run.events.event(change.last.ordinal);
  if (change !== undefined && event !== null)
    return { ...run.located(query, event), before: sizeBefore(run, change, event), after: number(change.after) };
  if (changes.length > 0) {
    const reason = changes.length === 1 ? 'Only one write precedes.' : `Only ${changes.length} writes precede.`;
    return unknownPoint(id, kind, of, index < 0 ? 'initial' : 'not-found', reason);
  }
  if (creation === null)
    return unknownPoint(id, kind, of, 'not-found', 'Its object is made by code that is not seen, which may have written it.');
  const found = run.texts.site(creation.site);
  const position = found === undefined ? null : (run.texts.text(found.path)?.sourcePosition(found.site.offset, found.site.end) ?? null);
  return { ...unknownPoint(id, kind, of, 'initial', 'No write precedes.'), position, after: value };
}

/** What a native made came into being with its size. */
function sizeBefore(run: SeenRun, { before }: SizeChange, { site }: SelectedEvent): ValueReport {
  return before === 0 && run.texts.site(site)?.site.kind === 'result' ? { kind: 'absent' } : number(before);
}

function number(value: number): ValueReport {
  return { kind: 'primitive', type: 'number', text: String(value) };
}

/** The size after all rows, and every row that has changed it. */
function flipsOf(rows: readonly EntryRow[], isSet: boolean): { readonly size: number; readonly flips: readonly SizeChange[] } {
  const present = new Set<string>();
  const flips: SizeChange[] = [];
  for (const row of rows) {
    const isGone = row.value?.kind === 'absent' || (isSet && row.value?.kind === 'primitive' && row.value.text === 'false');
    const before = present.size;
    if (isGone) present.delete(row.key);
    else present.add(row.key);
    if (before !== present.size) flips.push({ last: row, before, after: present.size });
  }
  return { size: present.size, flips };
}

/** The changes, of which one call may bring or take several entries. */
function changesOf(run: SeenRun, flips: readonly SizeChange[]): readonly SizeChange[] {
  const changes: SizeChange[] = [];
  for (const flip of flips) {
    const previous = changes.at(-1);
    if (previous?.last.site === flip.last.site && hasSeveral(run, flip.last.site))
      changes[changes.length - 1] = { ...flip, before: previous.before };
    else changes.push(flip);
  }
  return changes;
}

/** Whether a call brings or takes several entries: `clear`, and what makes a Map or Set of entries. */
function hasSeveral(run: SeenRun, number: number): boolean {
  const { path, site } = run.texts.site(number) ?? {};
  const text = path === undefined ? undefined : run.texts.text(path);
  if (text === undefined || site === undefined) return false;
  if (site.kind === 'result') return true;
  const call = pathTo(text.program, site.offset).findLast(({ type }) => /^(Call|New)Expression$/.test(type));
  if (call?.type !== 'CallExpression') return call?.type === 'NewExpression';
  const name = call.callee.type === 'MemberExpression' ? call.callee.property : call.callee;
  return (name.type === 'Identifier' && name.name === 'clear') || (name.type === 'Literal' && name.value === 'clear');
}
