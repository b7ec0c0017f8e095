import type { HistoryRow, KeyReport, ValueReport } from '../../events/rows.js';
import { isIndexName } from '../../instrument/indexNames.js';
import { simulate, type Memory } from '../text/failing.js';
import { codeSince } from './codeOfTexts.js';
import { valueAt } from '../../events/moment.js';
import { demandOfElements, demandOfTexts, demandOfVariable, emptyDemand, lackOfProperty } from '../question/demand.js';
import { open, type Deciding } from '../seen/deciding.js';
import type { Observation } from '../seen/observation.js';
import type { ObservedFailure } from '../seen/observedFailure.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import { uncertainSince } from './uncertainWrites.js';
import { fieldKey } from '../seen/resolve.js';
import type { SeenRun } from '../seen/seenRun.js';
import type { RunTexts } from '../text/texts.js';

/** When the failure became inevitable: the write that turned the failing expression, on current values, for good. */
export async function* decideInevitable(run: SeenRun, query: Query, from: PointAnswer, { failures }: Observation): Deciding<PointAnswer> {
  const { id, kind, of } = query;
  const told = (reason: string) => unknownPoint(id, kind, of, 'not-found', reason);
  const observed = failures.get(id) ?? 'Nothing fails there.';
  if (typeof observed === 'string') return told(observed);
  const { hasElements } = observed.places;
  const resolved = [...observed.variables.values()].flatMap((place) => (place.kind === 'resolved' ? [place] : []));
  // Names that are declared nowhere are properties of the global object.
  const fields = [...observed.places.fields, ...resolved.flatMap(({ key }) => (key.kind === 'property' ? [key.name] : []))];
  if (hasElements) yield { lacks: demandOfElements };
  const lacking = fields.map((name) => lackOfProperty(run.planned, name)).filter((lack) => lack !== emptyDemand);
  const unprobed = [...observed.variables.values()].flatMap((place) => (place.kind === 'unprobed' ? [place.variable] : []));
  const isPartial = fields.length > 0 && run.lacksTexts;
  if (isPartial || lacking.length + unprobed.length > 0) {
    for (const lack of [...lacking, ...unprobed.map(demandOfVariable), ...(isPartial ? [demandOfTexts] : [])]) yield open(lack);
    return told('What was read could not be seen.');
  }
  const before = from.time ?? 0;
  const rows = await run.events.history({ keys: keysOf(observed, run.texts), hasElements, before });
  if (rows === null) return told('There are too many writes to follow.');
  const keys = keysOf(observed, run.texts).map((key) => ({ key, declaration: null, isGlobal: false }));
  // Whatever writes elements may change a length.
  const elements = hasElements ? [{ key: { kind: 'property', name: 'length' } as const, declaration: null, isGlobal: false }] : [];
  for (const place of [...resolved, ...elements, ...keys.filter(({ key }) => key.kind !== 'variable')]) {
    const code = await codeSince(run, place, before, -1);
    if (code !== null) return told(code);
  }
  const uncertain = fields.length > 0 || hasElements ? await uncertainSince(run, null, before, -1) : null;
  if (uncertain !== null) return told(uncertain);
  const turning = yield* turningOf(run, observed, rows, query);
  if (turning === 'undecided')
    return told(`It is not known whether it would have failed before: ${observed.failure.doubt?.sentence ?? unknownSentence}.`);
  if (turning === 'unknown') return told(`It is not known whether it would have failed before: ${unknownSentence}.`);
  if (turning === 'open') return told('What was read before could not be seen.');
  if (turning === undefined) return told('A write was not seen (code from eval or native code).');
  if (turning === null) return { ...told('It could not but fail: no write turned it.'), status: 'initial' };
  const event = await run.events.event(turning.ordinal);
  return event === null ? told('A write was not seen (code from eval or native code).') : run.located(query, event);
}

/** The keys whose history decides. */
function keysOf({ places, variables, paused, calls }: ObservedFailure, texts: RunTexts): readonly KeyReport[] {
  const called = (calls?.keys ?? []).filter(({ kind }) => kind === 'private');
  const bound = [...variables.values()].flatMap((place) => (place.kind === 'resolved' ? [place.key] : []));
  return [...bound, ...called, ...places.fields.map((name) => fieldKey(name, { frame: 0, isOfText: true }, paused, texts))];
}

/** Why it is not known whether a value fails. */
type Doubt = 'undecided' | 'unknown' | null;

const unknownSentence = 'what it computes is not known';

type Turning = HistoryRow | null | undefined | 'open' | 'undecided' | 'unknown';

/** The write that turned the expression: what was there before all writes is asked for where that decides. */
async function* turningOf(run: SeenRun, observed: ObservedFailure, history: readonly HistoryRow[], query: Query): Deciding<Turning> {
  const first = new Map<string, HistoryRow>();
  for (const row of history) if (!first.has(`${row.owner} ${row.key}`)) first.set(`${row.owner} ${row.key}`, row);
  const known = new Map<string, ValueReport>();
  for (const [id, { ordinal }] of first) {
    const before = run.observations.get(ordinal)?.before ?? null;
    if (before === null) continue;
    known.set(id, before);
    yield* waitAt(run, query, id, ordinal);
  }
  for (let count = 0; count < mostAsked; count++) {
    const { turning, blurred } = turningPoint(observed, history, known);
    if (turning === null || turning === undefined || turning === 'undecided' || turning === 'unknown' || blurred.size === 0) return turning;
    let isNew = false;
    for (const id of blurred) {
      const value = first.has(id) || query.of !== 'P1' ? null : await memberNow(run, observed, id);
      if (value === null) continue;
      known.set(id, value);
      isNew = true;
    }
    if (isNew) continue;
    for (const id of blurred) {
      const row = first.get(id);
      if (row !== undefined && !run.observations.has(row.ordinal)) {
        yield* waitAt(run, query, id, row.ordinal);
        yield open();
      }
    }
    return 'open';
  }
  return 'open';
}

const mostAsked = 50;

/** Has the next run wait at the first write to a place, and see what it found there. */
async function* waitAt(run: SeenRun, query: Query, place: string, ordinal: number): Deciding<void> {
  const event = await run.events.event(ordinal);
  if (event !== null) yield { points: [{ ...run.located(query, event), id: `${query.id}~before ${place}` }] };
}

/** What a member that nothing has written holds, now as ever. */
async function memberNow({ state: { moment } }: SeenRun, { objects }: ObservedFailure, id: string): Promise<ValueReport | null> {
  const at = id.indexOf(' ');
  const object = objects.get(Number(id.slice(0, at)));
  const key = id.slice(at + 1);
  if (moment === null || object === undefined || key.startsWith('#')) return null;
  return valueAt(moment, 0, `(${object})[${JSON.stringify(key)}]`);
}

/**
 * Of the writes, the last that turned the expression from not failing to failing; null when none did; undefined when at the end it does not
 * fail. `known`: what members held that nothing had written yet, by owner and key. `blurred`: what they held, that is not known, where it may have failed before.
 */
function turningPoint(
  observed: ObservedFailure,
  history: readonly HistoryRow[],
  known: ReadonlyMap<string, ValueReport>,
): { readonly turning: HistoryRow | null | undefined | 'undecided' | 'unknown'; readonly blurred: ReadonlySet<string> } {
  const { failure, variables, self, members, holders, places } = observed;
  const recorded = new Set(places.fields);
  const bound = [...variables].flatMap(([name, place]) => (place.kind === 'resolved' ? [{ name, place }] : []));
  const written = new Set(history.map(({ owner, key }) => `${owner} ${key}`));
  const current = new Map<string, ValueReport>();
  const open = new Set<string>();
  let isBefore = false;
  const memory: Memory = {
    variable(name) {
      const place = bound.find((one) => one.name === name)?.place;
      if (place === undefined) return undefined;
      const id = `${place.owner} ${keyName(place.key)}`;
      if (!written.has(id)) return place.value ?? undefined;
      // Before its declaration nothing evaluates the expression.
      isBefore ||= !current.has(id);
      return current.get(id);
    },
    self: () => self,
    call: (node) => observed.calls?.call(node, memory),
    member(owner, key) {
      // Writes under other keys are not among the history.
      if (!recorded.has(key) && !(places.hasElements && isIndexName(key))) return undefined;
      const holder = holders.get(`${owner} ${key}`);
      if (holder !== undefined && written.has(`${owner} ${key}`)) return undefined;
      const id = `${holder ?? owner} ${key}`;
      const value = (written.has(id) ? current.get(id) : members.get(id)) ?? known.get(id);
      if (value === undefined) open.add(id);
      return value;
    },
  };
  const now = () => simulate(failure.expression, memory);
  let turning: HistoryRow | null = null;
  let doubt: Doubt = null;
  let wasUndecided: Doubt = null;
  let blurred: ReadonlySet<string> = new Set();
  let wasFailing = false;
  let wasOpen: ReadonlySet<string> = new Set();
  for (const row of history) {
    current.set(`${row.owner} ${row.key}`, row.value);
    open.clear();
    isBefore = false;
    const value = now();
    const isFailing = failure.isFailing(value);
    if (isFailing && !wasFailing) [turning, blurred, doubt] = [row, wasOpen, wasUndecided];
    const isUnknown = value === undefined && !isBefore && open.size === 0;
    wasUndecided = isUnknown ? 'unknown' : failure.doubt?.isOf(value) === true ? 'undecided' : null;
    wasFailing = isFailing;
    wasOpen = new Set(isFailing ? [] : open);
  }
  const last = now();
  if (failure.doubt?.isOf(last) === true) doubt = 'undecided';
  return { turning: doubt ?? (failure.isFailing(last) ? turning : undefined), blurred };
}

/** How the debuggee calls a key in a history. */
function keyName(key: KeyReport): string {
  return key.kind === 'property' || key.kind === 'private'
    ? key.name
    : key.kind === 'variable'
      ? `variable ${key.path} ${key.declaration}`
      : key.kind === 'symbol'
        ? `symbol ${key.number}`
        : `entry ${key.type} ${key.text}`;
}
