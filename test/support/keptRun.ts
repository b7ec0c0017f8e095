import { begunIn } from '../../adapter/events/begun.js';
import type { EventSource } from '../../adapter/events/eventSource.js';
import { keyText } from '../../adapter/events/keyText.js';
import type { Moment } from '../../adapter/events/moment.js';
import type {
  CandidateList,
  Digest,
  Evaluated,
  GeneratedCode,
  HistoryRow,
  KeptEvents,
  KeptRow,
  Paused,
  SelectedEvent,
  Selection,
  SelectionResult,
} from '../../adapter/events/rows.js';
import { walk } from '../../adapter/instrument/tree.js';
import { SeenRun, type SeenState } from '../../adapter/querypoints/seen/seenRun.js';

/** A run in arrays: what it was planned to record and has seen, its rows and the frames of its stop. Its process may be gone. */
export interface KeptRun {
  readonly state: Omit<SeenState, 'events' | 'moment'>;
  readonly events: KeptEvents;
  readonly code: readonly GeneratedCode[];
  readonly digest: Digest;
  readonly paused: Paused;
  /** For each frame: what its names hold. */
  readonly frames: readonly (readonly (readonly [string, Evaluated])[])[];
}

/** Keeps a run that waits at its stop; null when it has too many events. */
export async function keepRun(run: SeenRun): Promise<KeptRun | null> {
  const { events: source, moment, ...state } = run.state;
  const events = await source.all();
  if (events === null || moment === null) return null;
  const { paused } = moment;
  const [code, digest] = [await source.code(), await source.digest()];
  const frames: (readonly (readonly [string, Evaluated])[])[] = [];
  for (const [frame, { path, isAsync }] of paused.frames.entries()) {
    const names: (readonly [string, Evaluated])[] = [];
    for (const name of isAsync ? [] : namesIn(run, path)) names.push([name, await moment.evaluate(frame, name)]);
    frames.push(names);
  }
  const kept = { events, code, digest, paused, frames };
  // As if it came from a file.
  return { ...(JSON.parse(JSON.stringify(kept)) as typeof kept), state };
}

/** What deciding is given of a run that was kept. */
export function seenAgain({ state, events, code, digest, paused, frames }: KeptRun): SeenRun {
  return new SeenRun({ ...state, events: new KeptSource(events, code, digest), moment: keptMoment(paused, frames) });
}

function namesIn(run: SeenRun, path: string): readonly string[] {
  const text = run.texts.text(path);
  const names = new Set<string>();
  if (text !== undefined) walk(text.program, (node) => void (node.type === 'Identifier' && names.add(node.name)));
  return [...names];
}

function keptMoment(paused: Paused, frames: KeptRun['frames']): Moment {
  const known = frames.map((names) => new Map(names));
  return {
    paused,
    evaluate: (frame, expression) => Promise.resolve(known[frame]?.get(expression) ?? { error: 'it was not kept' }),
    functionPlace: () => Promise.resolve(null),
    isNative: () => Promise.resolve(false),
    privateFields: () => Promise.resolve(null),
    property: () => Promise.resolve(null),
  };
}

type Failed = keyof SelectionResult['rejected'];
const failures: readonly Failed[] = ['before', 'sameness', 'mayAffect', 'index'];

/** Looks through rows as a program that waits does. */
class KeptSource implements EventSource {
  readonly areCallsWhole = true;
  readonly canLookAround = false;
  private readonly byOrdinal: ReadonlyMap<number, KeptRow>;

  constructor(
    private readonly events: KeptEvents,
    private readonly generated: readonly GeneratedCode[],
    private readonly digested: Digest,
  ) {
    this.byOrdinal = new Map(events.rows.map((row) => [row.ordinal, row]));
  }

  select(request: Selection): Promise<SelectionResult> {
    const { sites, key, index, listed = 0, hasResults = false } = request;
    const wanted = key === null ? null : keyText(key);
    const rows = this.events.rows.filter(
      (row) => (sites?.includes(row.site) ?? true) && (wanted === null || row.key === wanted) && (hasResults || !row.isResult),
    );
    const judged = rows.map((row) => ({ row, failed: this.failedBy(row, request) }));
    const accepted = judged.filter(({ failed }) => failed === 'index').map(({ row }) => row);
    const chosen = accepted.at(index);
    const count = (failed: Failed) => judged.filter((one) => one.failed === failed).length;
    const rejected = {
      before: count('before'),
      sameness: count('sameness'),
      mayAffect: count('mayAffect'),
      index: accepted.length - (chosen === undefined ? 0 : 1),
    };
    const newest = listed === 0 ? [] : judged.slice(-listed);
    const list: CandidateList = {
      events: newest.map(({ row }) => row.ordinal),
      sites: newest.map(({ row }) => row.site),
      failed: newest.map(({ row, failed }) => (row === chosen ? -1 : failures.indexOf(failed))),
    };
    const event = chosen === undefined ? null : this.selected(chosen);
    return Promise.resolve({ total: rows.length, rejected, forgotten: 0, event, list: listed === 0 ? null : list });
  }

  event(ordinal: number): Promise<SelectedEvent | null> {
    const row = this.byOrdinal.get(ordinal);
    return Promise.resolve(row === undefined ? null : this.selected(row));
  }

  history({ keys, hasElements, before }: Parameters<EventSource['history']>[0]): Promise<readonly HistoryRow[]> {
    const wanted = new Set(keys.map(keyText));
    const isWanted = (key: string) => wanted.has(key) || (hasElements && /^\d+$/.test(key));
    const rows = this.events.rows.flatMap(({ ordinal, subject, key, value, isResult }) =>
      isResult || ordinal >= before || key === null || value === null || !isWanted(key)
        ? []
        : [{ ordinal, owner: subject, key: /^private .*(#\S+)$/.exec(key)?.[1] ?? key, value }],
    );
    return Promise.resolve(rows);
  }

  entriesOf(owner: number, before: number): ReturnType<EventSource['entriesOf']> {
    const rows = this.events.rows.flatMap(({ ordinal, site, subject, key, value }) =>
      subject === owner && ordinal < before && key?.startsWith('entry ') === true ? [{ ordinal, site, key, value }] : [],
    );
    return Promise.resolve(rows);
  }

  alike(ordinal: number, most: number): Promise<readonly SelectedEvent[]> {
    const own = this.byOrdinal.get(ordinal);
    const value = own?.value ?? null;
    const isTelling =
      value !== null &&
      (value.kind === 'object' ? value.type !== 'function' : value.kind === 'primitive' && !/^(undefined|null|boolean)$/.test(value.type));
    const text = JSON.stringify(value);
    const rows = this.events.rows.filter((row) => !row.isResult && row.ordinal < ordinal && JSON.stringify(row.value) === text);
    return Promise.resolve(
      (isTelling ? rows : [])
        .toReversed()
        .slice(0, most)
        .map((row) => this.selected(row)),
    );
  }

  /** No program of these tests has two views of one memory. */
  memory(): Promise<null> {
    return Promise.resolve(null);
  }

  uncertain({ owner, after, before }: Parameters<EventSource['uncertain']>[0]): ReturnType<EventSource['uncertain']> {
    const found = this.events.uncertain.findLast(
      (one) => (owner === null || one.owner === owner || one.owner === 0) && one.first <= before && one.last > after,
    );
    return Promise.resolve(found === undefined ? null : { site: found.site, why: found.why });
  }

  wholeOf(object: number): Promise<number | null> {
    return Promise.resolve(this.events.wholes.find(([part]) => part === object)?.[1] ?? null);
  }

  activationOf(object: number): Promise<number | null> {
    return Promise.resolve(this.events.lists.find(([list]) => list === object)?.[1] ?? null);
  }

  code(): Promise<readonly GeneratedCode[]> {
    return Promise.resolve(this.generated);
  }

  passages(): ReturnType<EventSource['passages']> {
    return Promise.resolve({ isLong: false, counts: null, scopes: 0 });
  }

  digest(): Promise<Digest> {
    return Promise.resolve(this.digested);
  }

  all(): Promise<KeptEvents> {
    return Promise.resolve(this.events);
  }

  private failedBy({ ordinal, subject, value }: KeptRow, { key, owner, activation, awaited, before, after = -1 }: Selection): Failed {
    if (owner !== null && key?.kind === 'variable') {
      if (ordinal >= (this.sharersOf(owner).get(subject) ?? 0)) return 'mayAffect';
    } else if (owner !== null && subject !== owner) return 'sameness';
    if (activation !== null && subject !== activation) return 'mayAffect';
    if (awaited !== undefined) {
      const [first, last] = begunIn(value?.kind === 'primitive' ? Number(value.text) : 0);
      if (awaited <= first || awaited > last) return 'mayAffect';
    }
    return ordinal >= before || ordinal <= after ? 'before' : 'index';
  }

  /** The scopes whose changes are those of a scope that a loop has made anew, with the time until which they are. */
  private sharersOf(scope: number): ReadonlyMap<number, number> {
    const sharers = new Map([[scope, Infinity]]);
    const copyOf = (of: number) => this.events.copies.find((one) => one.scope === of);
    for (let copy = copyOf(scope); copy !== undefined; copy = copyOf(copy.from)) sharers.set(copy.from, copy.at);
    return sharers;
  }

  private selected({ ordinal, site, occurrence, subject, value, key }: KeptRow): SelectedEvent {
    const previous = this.events.rows.findLast((row) => row.ordinal < ordinal && row.subject === subject && row.key === key);
    return { ordinal, site, occurrence, subject, value, before: previous === undefined ? { kind: 'absent' } : previous.value };
  }
}
