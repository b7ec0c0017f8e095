import { homeOfRow, Kind } from '../trace/store/rowMeaning.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import type { Asked } from './asked.js';
import { isOfClass } from './classes.js';
import { exceptionsOf } from './toldExceptions.js';
import type { Activation, AnswerRow, TraceReader } from './reader.js';

/** The calls around an event, the innermost first; the last is the top level. */
export function* callChain(asked: Asked): Generator<AnswerRow> {
  for (const [call, depth] of chainOf(asked)) yield { ...asked.reader.commonOfCall(call), depth };
}

/** The same with receivers and arguments. */
export function* fullDetailCallChain(asked: Asked): Generator<AnswerRow> {
  for (const [call, depth] of chainOf(asked)) yield detailed(asked.reader, call, depth);
}

/** The innermost call around an event. */
export function* where(asked: Asked): Generator<AnswerRow> {
  for (const row of fullDetailCallChain(asked)) return yield row;
}

function* chainOf(asked: Asked): Generator<readonly [Activation, number]> {
  const { reader } = asked;
  const event = Math.min(asked.event('event'), reader.store.end - 1);
  const row = reader.store.row(event);
  let depth = 0;
  if (row !== null) for (const call of reader.callersOf(homeOfRow(row))) yield [call, depth++];
}

function detailed(reader: TraceReader, call: Activation, depth: number): AnswerRow {
  return { ...reader.commonOfCall(call), depth, ...reader.receiverAndArguments(call) };
}

/** Of each thread that an exception ended: the innermost call around the throw. */
export function* whereExceptionIsThrown({ reader }: Asked): Generator<AnswerRow> {
  for (const row of reader.store.uncaught()) {
    const [call] = reader.callersOf(row.activation);
    if (call !== undefined) yield { ...detailed(reader, call, 0), thrown: row.event, exception: exceptionOf(reader, row, false) };
  }
}

/** Every throw, with where it was caught; what `throw()` of a generator or a rejected promise brings is told where it is caught. */
export function* exceptionHistory(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const uncaught = new Set([...reader.store.uncaught()].map(({ event }) => event));
  for (const row of exceptionsOf(reader.store)) {
    const value = reader.store.valueOf(row);
    if (asked.has('class') && (value === null || !isOfClass(asked, value))) continue;
    const caughtAt = row.kind === Kind.catch ? row.event : reader.store.caughtAt(row);
    yield {
      ...reader.common(row),
      exception: exceptionOf(reader, row, caughtAt !== null ? true : uncaught.has(row.event) ? false : null),
      ...reader.column('value', value, row.event),
      caughtAt,
    };
  }
}

/** An exception as `whence.why/1` has it; `caught`: null where neither a handler had it nor the program ended with it: a promise was rejected. */
function exceptionOf(reader: TraceReader, row: TraceRow, caught: boolean | null): object {
  const value = reader.store.valueOf(row);
  if (value === null || value.kind === 'absent') return { class: null, message: '', caught };
  if (value.kind === 'primitive') return { class: null, message: value.text, caught };
  return { class: value.className, message: reader.messageOf(value, row.event), caught };
}
