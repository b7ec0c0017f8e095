import type { ValueReport } from '../../events/rows.js';
import { pathTo, type AnyNode, type Program } from '../../instrument/tree.js';
import { initialisedMember } from '../../querypoints/text/frameName.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { Home } from './home.js';
import type { OwnRow, OwnRows } from './walkActivation.js';

/**
 * The rows of one activation of a function, or of a text's top level, as `walkActivation` reads them; those from an event on, when one is
 * given.
 */
export function ownRowsOf(store: TraceStore, home: Home, activation: number, from = store.source.callOf(activation) ?? 0): OwnRows {
  const isOwn = ownSitesOf(store, home);
  store.row(from); // what is read with it is known at once
  const rows = store.rowsOf(activation, from, store.source.knownEndOf(activation)?.event ?? Infinity);
  let end: ReturnType<TraceStore['source']['endOf']> | undefined;
  // Where a long activation ended is looked for when all its rows are read.
  const endOf = () => (end === undefined ? (end = store.source.endOf(activation, from)) : end);
  // Nothing follows the end: a look for it would read on through the whole recording.
  const isEnd = ({ kind, event }: TraceRow) => kind === Kind.exit && (store.source.knownEndOf(activation)?.event ?? Infinity) <= event;
  /** What is read and not taken, oldest first; null: nothing follows. */
  const unread: (TraceRow | null)[] = [];
  /** The event of the newest row that was read. */
  let newest = -1;
  const rowAt = (index: number): TraceRow | null => {
    while (unread.length <= index) {
      const last = unread.at(-1);
      const next = last === null || (last !== undefined && isEnd(last)) ? null : nextRow(rows);
      newest = next?.event ?? newest;
      unread.push(next);
    }
    return unread[index] ?? null;
  };
  const read = (index: number): OwnRow | null => {
    const row = rowAt(index);
    if (row === null) return null;
    const next = (rowAt(index + 1 + handedOver(index)) ?? endOf())?.event ?? null;
    const isLeft = row.kind === Kind.suspend && next !== null && !goesOn(row, next);
    return ownRow(store, row, { after: next ?? store.end, isOwn, isLeft });
  };
  /** How many calls stand behind a row while the activation waits there: of what `yield*` hands over to. */
  const handedOver = (index: number): number => {
    const row = rowAt(index);
    if (row?.kind !== Kind.suspend || !store.source.isDelegation(row.site)) return 0;
    let count = 0;
    for (let next = rowAt(index + 1); next?.kind === Kind.call && !goesOn(row, next.event); next = rowAt(index + 1 + count)) count++;
    return count;
  };
  /** Whether it went on behind where it waits. */
  const goesOn = ({ event }: TraceRow, until: number): boolean => store.segmentsOf(activation, event + 1, until).next().done !== true;
  // Behind its last row the activation was left by an exception that nobody caught here, or because it was asked to end where it waited.
  const leftFromOutside = (): OwnRow | null => {
    const left = isOver ? null : endOf();
    if (left?.how === 'thrown') return { ...nothing, kind: 'exit', isThrown: true, after: left.event };
    return left?.how === 'exit' && left.event > newest ? { ...nothing, kind: 'exit', after: left.event } : null;
  };
  let current = read(0);
  let isOver = false;
  return {
    peek: () => current ?? leftFromOutside(),
    ahead(isSkipped) {
      for (let index = 0; ; index++) {
        const row = index === 0 ? current : read(index);
        if (row === null) return leftFromOutside();
        if (!isSkipped(row)) return row;
      }
    },
    advance() {
      if (current === null) isOver = true;
      else unread.shift();
      current = read(0);
    },
  };
}

const nothing = { span: null, isTruthy: null, isNullish: null, isThrown: false, isLeft: false, endsIterator: false } as const;

function nextRow(rows: Iterator<TraceRow>): TraceRow | null {
  for (;;) {
    const next = rows.next();
    if (next.done === true) return null;
    if (next.value.kind !== Kind.none && next.value.kind !== Kind.return && next.value.kind !== Kind.await) return next.value;
  }
}

/** Sites of a function's text, by number, of which it is known whether they are the function's own. */
const knownSites = new WeakMap<TraceStore, WeakMap<AnyNode, Map<number, boolean>>>();

/**
 * Whether a site is of the function's own code. Where it makes an object, the values of the fields are computed by its activation, in
 * whichever text the class is: that is the call of a constructor to it.
 */
function ownSitesOf(store: TraceStore, { text, node }: Home): (number: number) => boolean {
  const ofStore = knownSites.get(store) ?? new WeakMap<AnyNode, Map<number, boolean>>();
  knownSites.set(store, ofStore);
  const known = ofStore.get(node) ?? new Map<number, boolean>();
  ofStore.set(node, known);
  return (number) => {
    let isOwn = known.get(number);
    if (isOwn === undefined) {
      const found = store.source.site(number);
      isOwn = found === undefined || (found.path === text.path && !isOfObject(text.program, found.site.offset, node));
      known.set(number, isOwn);
    }
    return isOwn;
  };
}

/** Whether a place in a function gives a field of an object its value. */
function isOfObject(program: Program, offset: number, home: AnyNode): boolean {
  const path = pathTo(program, offset);
  const member = initialisedMember(path);
  return member?.type === 'PropertyDefinition' && !member.static && path.lastIndexOf(member) > path.indexOf(home);
}

/** What is known of a row beside itself. */
interface Around {
  readonly after: number;
  readonly isOwn: (site: number) => boolean;
  readonly isLeft: boolean;
}

function ownRow(store: TraceStore, row: TraceRow, { after, isOwn, isLeft }: Around): OwnRow {
  // A generator that goes on is in another function, maybe of another text.
  const goesOn = row.kind === Kind.resume && row.subject !== row.activation;
  const callSite = goesOn ? store.callSiteOf(row) : row.kind === Kind.call ? calledFrom(store, row) : row.site;
  const site = callSite === null ? undefined : store.source.site(callSite)?.site;
  const isHere = callSite !== null && site !== undefined && isOwn(callSite);
  const span = isHere ? { start: site.offset, end: site.end } : null;
  const isFork = row.kind === Kind.fork || row.kind === Kind.arrival;
  const kind = isFork && !isHere ? 'other' : (kinds.get(row.kind) ?? 'other');
  const isOther = kind === 'other' && !isFork;
  // Only of a fork it is asked which way it took: most rows need no value.
  const { isTruthy, isNullish } = isFork ? waysOf(store.valueOf(row)) : unknownWay;
  const isThrown = isOther && (goesOn || row.kind === Kind.call) && isLeftByThrow(store, row);
  const endsIterator = isOther && row.kind === Kind.call && store.source.entersReturn(row.site);
  return { kind, span, isTruthy, isNullish, isThrown, isLeft, endsIterator, after };
}

const unknownWay: Pick<OwnRow, 'isTruthy' | 'isNullish'> = { isTruthy: null, isNullish: null };

const kinds: ReadonlyMap<number, OwnRow['kind']> = new Map([
  [Kind.fork, 'fork'],
  [Kind.arrival, 'arrival'],
  [Kind.suspend, 'suspend'],
  [Kind.throw, 'throw'],
  [Kind.catch, 'catch'],
  [Kind.last, 'last'],
  [Kind.exit, 'exit'],
]);

/** Where a call was made; null where that is not known, as of accessors which nobody has seen called: what was called last then is elsewhere. */
function calledFrom(store: TraceStore, { event, site }: TraceRow): number | null {
  const from = store.call(event)?.callSite ?? null;
  return from === null || store.source.isSeen(from) || !store.source.entersAccessor(site) ? from : null;
}

/** Whether an exception left what a row begins, before it waited. */
function isLeftByThrow(store: TraceStore, { subject, event, site }: TraceRow): boolean {
  // Of an async function the promise is rejected.
  if (store.source.entersAsync(site)) return false;
  const end = store.source.endOf(subject, event);
  if (end?.how !== 'thrown') return false;
  for (const row of store.rowsOf(subject, event + 1, end.event)) if (row.kind === Kind.suspend) return false;
  return true;
}

/** Which way a fork takes for a value; null where that is not known. */
function waysOf(value: ValueReport | null): Pick<OwnRow, 'isTruthy' | 'isNullish'> {
  if (value === null) return unknownWay;
  if (value.kind === 'object') return { isTruthy: true, isNullish: false };
  if (value.kind === 'absent') return unknownWay;
  const { type, text, length } = value;
  const isNullish = type === 'undefined' || type === 'null';
  if (type === 'symbol') return { isTruthy: true, isNullish };
  if (type === 'string') return { isTruthy: (length ?? text.length) > 0, isNullish };
  if (type === 'number' || type === 'bigint') return { isTruthy: !/^(NaN|-?0)$/.test(text), isNullish };
  return { isTruthy: text === 'true', isNullish };
}
