import { valueOfJson } from '../events/jsonValue.js';
import type { ValueReport } from '../events/rows.js';
import { passagesOf, statementsAt, type Passage, type StatementPlace } from '../trace/steps/recordedPassages.js';
import { isCountedAround, passagesSeenAt } from '../trace/steps/countedPassages.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import type { Asked } from './asked.js';
import { callRowsOf, entriesOf } from './callQuestions.js';
import { classNames, isOfClass } from './classes.js';
import { NoSuchCode, QuestionError } from './parseQuestion.js';
import type { AnswerRow } from './reader.js';
import { instancesOf } from './stateQuestions.js';

/** What a question that is answered yes or no has seen. */
interface Seen {
  /** The columns of the first time; null: it never was. */
  readonly first: AnswerRow | null;
  readonly count: number;
  /** Whether the recording can say that it never was. */
  readonly isWhole: boolean;
}

function* answered({ first, count, isWhole }: Seen): Generator<AnswerRow> {
  yield { ...first, answer: count > 0 ? true : isWhole ? false : null, count };
}

/** Whether control came to a statement. */
export function* wasStatementExecuted(asked: Asked): Generator<AnswerRow> {
  const { reader, from, to } = asked;
  const [, file = '', line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(asked.text('location')) ?? [];
  const places = statementsAt(reader.texts, reader.paths, {
    isFile: (path) => reader.isFile(path, file),
    line: Number(line),
    column: column === undefined ? null : Number(column),
  });
  if (places.length === 0) throw new NoSuchCode(`No statement of a text that ran begins at ${asked.text('location')}.`);
  let [first, certain, isAllCertain]: [(Passage & { readonly place: StatementPlace }) | null, number, boolean] = [null, 0, true];
  for (const place of places)
    for (const passage of passagesOf(reader.store, place)) {
      if (passage.time < from || passage.time > to) continue;
      isAllCertain &&= passage.isCertain;
      if (!passage.isCertain) continue;
      certain++;
      if (first === null || passage.time < first.time) first = { ...passage, place };
    }
  const count = Math.max(certain, asked.isOfAll ? places.reduce((sum, place) => sum + passagesSeenAt(reader.store, place), 0) : 0);
  const isWhole = asked.isWhole || (asked.isWholeButForCounts && !places.some((place) => isCountedAround(reader.store, place)));
  yield* answered({
    first: first === null ? null : reader.commonOfStep(first.time, first.activation, first.place),
    count,
    isWhole: isWhole && isAllCertain,
  });
}

/** Whether a function was called. */
export function* wasMethodCalled(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const entries = entriesOf(asked);
  const found = seen(asked, callsIn(asked), ({ event }) => {
    const call = reader.call(event);
    return call === null ? {} : reader.commonOfCall(call);
  });
  const beyond = entries.reduce((sum, site) => sum + reader.store.counted.passagesBeyond(site), 0);
  yield* answered({
    ...found,
    count: found.count + (asked.isOfAll ? beyond : 0),
    isWhole: found.isWhole || (asked.isWholeButForCounts && beyond === 0),
  });
}

function* callsIn(asked: Asked): Generator<TraceRow> {
  for (const row of callRowsOf(asked)) if (isAsked(asked, row)) yield row;
}

/** Whether a field of a class's objects was given a value. */
export function* wasFieldAssigned(asked: Asked): Generator<AnswerRow> {
  const wanted = valueOfJson(asked.json('value'));
  if (wanted === null) throw new QuestionError(`${JSON.stringify(asked.json('value'))} is no value.`);
  let isKnown = true;
  const equal = function* (): Generator<TraceRow> {
    for (const row of assignments(asked)) {
      const answer = isEqual(asked.reader.store.valueOf(row), wanted);
      if (answer === null) isKnown = false;
      else if (answer) yield row;
    }
  };
  const found = seen(asked, equal(), (row) => asked.reader.common(row));
  const isWhole = asked.isWhole || (asked.isWholeButForCounts && !mayBeCounted(asked));
  const { counted, unseen } = asked.reader.store;
  const mayBeUnseen = unseen.sitesOfObject(null, asked.text('field')).length > 0;
  const isWritten = mayBeUnseen || counted.mayHaveWritten(asked.text('field'), asked.from, asked.to);
  yield* answered({ ...found, isWhole: isWhole && isKnown && !isWritten });
}

/** Whether the field may have been given a value where passages were only counted. */
function mayBeCounted(asked: Asked): boolean {
  const { reader, from, to } = asked;
  const keys = reader.keysNamed(asked.text('field'));
  const { counted } = reader.store;
  return keys.length === 0 ? counted.mayAnyHaveChanged(from, to) : keys.some((key) => counted.mayHaveChanged(key, from - 1, to));
}

/** Every value that a field of a class's objects was given. */
function* assignments(asked: Asked): Generator<TraceRow> {
  const { reader } = asked;
  const names = classNames(asked);
  const classes = new Set(reader.classObjects(names));
  for (const key of reader.keysNamed(asked.text('field')))
    for (const row of reader.store.changesUnder(key, asked.from, asked.to)) {
      const owner = reader.store.source.object(row.subject);
      const isOwned = owner !== null && (names.has(owner.className) || classes.has(owner.id));
      if (isOwned && !reader.isNoChange(row) && isAsked(asked, row)) yield row;
    }
}

/** Whether there was an object of a class. */
export function* isThereAnInstance(asked: Asked): Generator<AnswerRow> {
  const found = seen(asked, created(asked), ({ row, event }) => ({ ...asked.reader.common(row), event }));
  // What code makes of which calls alone are recorded may come into sight of nobody.
  yield* answered({ ...found, isWhole: found.isWhole && asked.reader.store.counted.unrecorded.paths.length === 0 });
}

function* created(asked: Asked): Generator<{ readonly row: TraceRow; readonly event: number }> {
  for (const { created: one } of instancesOf(asked)) if (isAsked(asked, { event: one.event, thread: one.row.thread })) yield one;
}

/** Whether an exception of a class was caught. */
export function* wasExceptionCaught(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  let isKnown = true;
  const caught = function* (): Generator<TraceRow> {
    for (const row of reader.store.ofKind(Kind.catch, asked.from, asked.to)) {
      const value = reader.store.caughtBy(row);
      if (!isAsked(asked, row)) continue;
      if (value === null) isKnown = false;
      else if (isOfClass(asked, value)) yield row;
    }
  };
  const found = seen(asked, caught(), (row) => reader.common(row));
  yield* answered({ ...found, isWhole: found.isWhole && isKnown });
}

/** Whether a thread was still running when the recording ended, or at `to`. */
export function* isThreadRunning(asked: Asked): Generator<AnswerRow> {
  yield* threadAnswer(asked, (status) => (status === 'unknown' ? null : status === 'running'));
}

/** Whether a thread had ended. */
export function* hasThreadExited(asked: Asked): Generator<AnswerRow> {
  const [answer] = threadAnswer(asked, (status) => (status === 'unknown' ? null : status !== 'running'));
  const { ended } = asked.reader.threadStatus(asked.thread ?? 0, asked.to);
  const row = ended === null ? null : asked.reader.store.row(ended);
  yield { ...(row === null ? {} : asked.reader.common(row)), ...answer };
}

function* threadAnswer(asked: Asked, answer: (status: string) => boolean | null): Generator<AnswerRow> {
  const thread = asked.thread ?? 0;
  const said = answer(asked.reader.threadStatus(thread, asked.to).status);
  yield { thread: asked.reader.threadName(thread), answer: said, count: said === true ? 1 : 0 };
}

function seen<T extends { readonly event: number }>(asked: Asked, found: Iterable<T>, columns: (one: T) => AnswerRow): Seen {
  let [first, count]: [T | null, number] = [null, 0];
  for (const one of found) {
    count++;
    if (first === null || one.event < first.event) first = one;
  }
  return { first: first === null ? null : columns(first), count, isWhole: asked.isWhole };
}

function isAsked({ from, to, thread }: Asked, row: { readonly event: number; readonly thread: number }): boolean {
  return row.event >= from && row.event <= to && (thread === null || row.thread === thread);
}

/**
 * Whether a value that was recorded is one that a question names; null: that is not known. Of a text under a name such as `password` the length
 * alone is there, and a text that is long is cut.
 */
function isEqual(value: ValueReport | null, wanted: ValueReport): boolean | null {
  if (value === null) return null;
  if (value.kind === 'object' || wanted.kind === 'object')
    return value.kind === 'object' && wanted.kind === 'object' && value.id === wanted.id;
  if (value.kind === 'absent' || wanted.kind === 'absent' || value.type !== wanted.type) return false;
  if (value.length === undefined && wanted.length === undefined) return value.text === wanted.text;
  if ((value.length ?? value.text.length) !== (wanted.length ?? wanted.text.length)) return false;
  // A question may name the length alone.
  if (wanted.length !== undefined && wanted.text === '') return true;
  const shared = Math.min(value.text.length, wanted.text.length);
  return value.text.slice(0, shared) === wanted.text.slice(0, shared) ? null : false;
}
