import type { ValueReport } from '../../events/rows.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { OwnRow, OwnRows } from './walkActivation.js';

/** The rows of one activation as `walkActivation` reads them; those from an event on, when one is given. */
export function ownRowsOf(store: TraceStore, activation: number, from = store.source.callOf(activation) ?? 0): OwnRows {
  store.row(from); // what is read with it is known at once
  const rows = store.rowsOf(activation, from, store.source.knownEndOf(activation)?.event ?? Infinity);
  let end: ReturnType<TraceStore['source']['endOf']> | undefined;
  // Where a long activation ended is looked for when all its rows are read.
  const endOf = () => (end === undefined ? (end = store.source.endOf(activation, from)) : end);
  let pending = nextRow(rows);
  // Nothing follows the end: a look for it would read on through the whole recording.
  const isEnd = ({ kind, event }: TraceRow) => kind === Kind.exit && (store.source.knownEndOf(activation)?.event ?? Infinity) <= event;
  const nextAfter = (row: TraceRow | null) => (row === null || isEnd(row) ? null : nextRow(rows));
  let following = nextAfter(pending);
  const read = (): OwnRow | null => {
    if (pending === null) return null;
    const after = following?.event ?? endOf()?.event ?? store.end;
    return ownRow(store, pending, after);
  };
  let current = read();
  let isOver = false;
  return {
    peek() {
      if (current !== null) return current;
      // An exception that nobody caught here left the activation behind its last row.
      const left = isOver ? null : endOf();
      return left?.how === 'thrown' ? { ...nothing, kind: 'exit', isThrown: true, after: left.event } : null;
    },
    advance() {
      if (current === null) isOver = true;
      pending = following;
      following = nextAfter(pending);
      current = read();
    },
  };
}

const nothing = { span: null, isTruthy: null, isNullish: null, isThrown: false } as const;

function nextRow(rows: Iterator<TraceRow>): TraceRow | null {
  for (;;) {
    const next = rows.next();
    if (next.done === true) return null;
    if (next.value.kind !== Kind.none && next.value.kind !== Kind.return && next.value.kind !== Kind.await) return next.value;
  }
}

function ownRow(store: TraceStore, row: TraceRow, after: number): OwnRow {
  // A generator that goes on is in another function, maybe of another text.
  const goesOn = row.kind === Kind.resume && row.subject !== row.activation;
  const callSite = goesOn ? store.callSiteOf(row) : row.kind === Kind.call ? (store.call(row.event)?.callSite ?? null) : row.site;
  const site = callSite === null ? undefined : store.source.site(callSite)?.site;
  const span = site === undefined ? null : { start: site.offset, end: site.end };
  const value = store.valueOf(row);
  const base = { ...nothing, span, after, ...waysOf(value) };
  switch (row.kind) {
    case Kind.fork:
      return { ...base, kind: 'fork' };
    case Kind.arrival:
      return { ...base, kind: 'arrival' };
    case Kind.suspend:
      return { ...base, kind: 'suspend' };
    case Kind.throw:
      return { ...base, kind: 'throw' };
    case Kind.catch:
      return { ...base, kind: 'catch' };
    case Kind.exit:
      return { ...base, kind: 'exit' };
    default:
      return { ...base, kind: 'other', isThrown: (goesOn || row.kind === Kind.call) && isLeftByThrow(store, row) };
  }
}

/** Whether an exception left what a row begins, before it waited. */
function isLeftByThrow(store: TraceStore, { subject, event }: TraceRow): boolean {
  const end = store.source.endOf(subject, event);
  if (end?.how !== 'thrown') return false;
  for (const row of store.rowsOf(subject, event + 1, end.event)) if (row.kind === Kind.suspend) return false;
  return true;
}

/** Which way a fork takes for a value; null where that is not known. */
function waysOf(value: ValueReport | null): Pick<OwnRow, 'isTruthy' | 'isNullish'> {
  if (value === null) return { isTruthy: null, isNullish: null };
  if (value.kind === 'object') return { isTruthy: true, isNullish: false };
  if (value.kind === 'absent') return { isTruthy: null, isNullish: null };
  const { type, text, length } = value;
  const isNullish = type === 'undefined' || type === 'null';
  if (type === 'symbol') return { isTruthy: true, isNullish };
  if (type === 'string') return { isTruthy: (length ?? text.length) > 0, isNullish };
  if (type === 'number' || type === 'bigint') return { isTruthy: !/^(NaN|-?0)$/.test(text), isNullish };
  return { isTruthy: text === 'true', isNullish };
}
