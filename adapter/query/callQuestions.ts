import { isFunction, pathTo } from '../instrument/tree.js';
import { homeOfRow, Kind } from '../trace/store/rowMeaning.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import type { Asked } from './asked.js';
import { functionsNamed } from './functions.js';
import type { Activation, AnswerRow, FunctionPlace, TraceReader } from './reader.js';

/** Calls that the same activation made and that had ended before an event. */
export function* preEventCalledMethods(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const event = asked.event('event');
  const row = reader.store.row(Math.min(event, reader.store.end - 1));
  if (row === null) return;
  const home = homeOfRow(row);
  if (home === 0) return;
  for (const call of reader.callsFrom(home, 0, event - 1)) {
    const ending = reader.ending(call);
    if (typeof ending['exit'] === 'number' && ending['exit'] < event) yield around(reader, call, ending);
  }
}

/** Calls that the same activation made after an event; none where no code of the program ran. */
export function* postEventCalledMethods(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const event = asked.event('event');
  const row = reader.store.row(event);
  if (row === null) return;
  const home = homeOfRow(row);
  if (home === 0) return;
  for (const call of reader.callsFrom(home, event + 1)) yield around(reader, call, reader.ending(call));
}

function around(reader: TraceReader, call: Activation, ending: AnswerRow): AnswerRow {
  return { ...reader.commonOfCall(call), ...reader.receiverAndArguments(call), ...ending };
}

/** The arguments of the call around an event, by the names of the parameters. */
export function* enclosingArguments(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const call = enclosing(asked);
  if (call === null || !call.areArgumentsKnown) return;
  const names = parameterNames(reader, call);
  for (const [index, value] of call.arguments.entries())
    yield { ...reader.commonOfCall(call), name: names[index] ?? `arguments[${index}]`, ...reader.column('value', value, call.event) };
}

/** How the call around an event ended. */
export function* enclosingReturnValue(asked: Asked): Generator<AnswerRow> {
  const call = enclosing(asked);
  if (call !== null) yield { ...asked.reader.commonOfCall(call), ...asked.reader.ending(call) };
}

function enclosing(asked: Asked): Activation | null {
  const { reader } = asked;
  const row = reader.store.row(Math.min(asked.event('event'), reader.store.end - 1));
  const call = row === null ? null : reader.activation(homeOfRow(row));
  return call === null || call.isTop ? null : call;
}

/** The parameters of a call's function as they are written, those that take the rest apart. */
export function parameterNames(reader: TraceReader, { path, start }: FunctionPlace): readonly string[] {
  const loaded = reader.texts.text(path);
  const node = loaded === undefined ? undefined : pathTo(loaded.program, start).findLast((one) => one.start === start && isFunction(one));
  if (loaded === undefined || node === undefined || !isFunction(node)) return [];
  return node.params.flatMap((parameter) => {
    if (parameter.type === 'RestElement') return [];
    const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
    const own = loaded.text.slice(target.start, target.end);
    return [target.type === 'Identifier' ? (loaded.sourceNameAt(target.start, reader.texts) ?? own) : own];
  });
}

/** Every call of a function, with what it was given. */
export function* argumentHistory(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  for (const call of callsOf(asked)) yield { ...reader.commonOfCall(call), ...reader.receiverAndArguments(call) };
}

/** Every value that a function returned or yielded, and every exception by which it ended. */
export function* returnValueHistory(asked: Asked): Generator<AnswerRow> {
  const { reader, from, to, thread } = asked;
  for (const { event, call: at, isYielded } of givenBy(asked).sort((a, b) => a.event - b.event)) {
    const call = reader.call(at);
    if (call === null || event < from || event > to || (thread !== null && call.thread !== thread)) continue;
    if (asked.isOnlyCounting) yield { event, thread: reader.threadName(call.thread) };
    else yield isYielded ? yieldedRow(reader, call, event) : returnedRow(reader, call, event);
  }
}

/** A value that a function gives: the event, that of its call, and whether it goes on behind it. */
interface Given {
  readonly event: number;
  readonly call: number;
  readonly isYielded: boolean;
}

/** What the function gives that is asked about. Its calls may have begun before the events that are asked about. */
function givenBy(asked: Asked): Given[] {
  const { reader } = asked;
  const given: Given[] = [];
  const generators = new Map<number, boolean>();
  for (const { event: at, site } of callRowsOf(asked, 'method', 0)) {
    const call = reader.call(at);
    if (call === null) continue;
    const end = reader.eventOfEnding(call);
    let isGenerator = generators.get(site);
    if (isGenerator === undefined) generators.set(site, (isGenerator = reader.isGenerator(call)));
    if (isGenerator)
      for (const row of reader.store.rowsOf(call.activation, at, Math.min(end ?? Infinity, asked.to)))
        if (row.kind === Kind.suspend && isYield(reader, row)) given.push({ event: row.event, call: at, isYielded: true });
    if (end !== null) given.push({ event: end, call: at, isYielded: false });
  }
  return given;
}

function yieldedRow(reader: TraceReader, call: Activation, event: number): AnswerRow {
  const row = reader.store.row(event);
  if (row === null) return {};
  const result = reader.column('result', reader.store.valueOf(row), event);
  return { ...reader.common(row), outcome: 'yield', ...result, callArguments: reader.receiverAndArguments(call)['arguments'] };
}

function returnedRow(reader: TraceReader, call: Activation, event: number): AnswerRow {
  const { exit = event, ...ending } = reader.ending(call);
  return { ...commonOfEnd(reader, call, Number(exit)), ...ending, callArguments: reader.receiverAndArguments(call)['arguments'] };
}

/** Whether a generator gives a value there; what `yield*` hands on is given by the inner one. */
function isYield({ store }: TraceReader, { site }: TraceRow): boolean {
  return store.source.site(site)?.site.key === 'yield' && !store.source.isDelegation(site);
}

/** The columns of the end of a call: where it returned, or where the exception came from that ended it. */
function commonOfEnd(reader: TraceReader, call: Activation, exit: number): AnswerRow {
  const site = siteOfEnd(reader, call, exit);
  const place = site === null ? reader.positionAt(call.path, call.start) : reader.positionOf(site);
  return {
    event: exit,
    thread: reader.threadName(call.thread),
    ...reader.place(place),
    function: reader.functionName(call),
    call: call.isTop ? null : call.event,
  };
}

/** Where control left a call that ended at an event: a `return`, a `throw`, or a call that an exception ended; null: nothing says. */
export function siteOfEnd(
  reader: TraceReader,
  { activation, event }: Pick<Activation, 'activation' | 'event'>,
  exit: number,
): number | null {
  const last = reader.store.row(exit);
  if (last?.kind === Kind.exit && last.activation === activation && reader.store.valueOf(last) !== null) return last.site;
  let own: TraceRow | null = null;
  for (const row of reader.store.rowsOf(activation, event, exit)) if (isEnd(reader, row, own === null)) own = row;
  return own === null ? null : endSite(reader, own);
}

/** Whether a row says where control left: by a `return`, a `throw`, or a call that an exception ended. Behind another a `finally` block ends. */
function isEnd({ store }: TraceReader, row: TraceRow, isFirst: boolean): boolean {
  if (row.kind === Kind.call) return store.source.endOf(row.subject)?.how === 'thrown';
  return row.kind === Kind.throw || (row.kind === Kind.exit && (isFirst || store.valueOf(row) !== null));
}

function endSite({ store }: TraceReader, row: TraceRow): number {
  return row.kind === Kind.call ? (store.call(row.event)?.callSite ?? row.site) : row.site;
}

/** The calls of the functions that a question names, oldest first. */
function* callsOf(asked: Asked, key = 'method'): Generator<Activation> {
  for (const row of callRowsOf(asked, key)) {
    const call = asked.reader.call(row.event);
    if (call !== null) yield call;
  }
}

/** The same as they are recorded: a row costs less than what belongs to its call. */
export function* callRowsOf(asked: Asked, key = 'method', from = asked.from): Generator<TraceRow> {
  const entries = new Set(entriesOf(asked, key));
  for (const row of asked.reader.store.ofKind(Kind.call, from, asked.to)) if (entries.has(row.site)) yield row;
}

/** The sites of the entries of the functions that a question names. */
export function entriesOf(asked: Asked, key = 'method'): readonly number[] {
  const { reader } = asked;
  const wanted = functionsNamed(reader, asked.text(key));
  return reader.store.source.sites.flatMap(({ first, sites }) =>
    sites.flatMap(({ kind }, index) => {
      const entered = kind === 'call' ? reader.functionEnteredAt(first + index) : null;
      return entered !== null && wanted(entered) ? [first + index] : [];
    }),
  );
}

/** The calls that a call led to, or all, in the order of their beginnings. */
export function* callTree(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  if (asked.has('event') && asked.json('event') !== 'end') {
    const call = reader.call(asked.event('event'));
    if (call !== null) yield* treeOf(reader, call);
    return;
  }
  for (const row of reader.store.ofKind(Kind.call)) {
    const call = row.activation === 0 ? reader.call(row.event) : null;
    if (call !== null) yield* treeOf(reader, call);
  }
}

function* treeOf(reader: TraceReader, root: Activation): Generator<AnswerRow> {
  // A program may call as deeply as its own stack: ours is kept in an array.
  const open: { readonly calls: Iterator<Activation>; readonly depth: number; readonly event: number }[] = [];
  const enter = (call: Activation, at: number, from: number | null): AnswerRow => {
    open.push({ calls: reader.callsFrom(call.activation, call.event), depth: at, event: call.event });
    const ending = Object.entries(reader.ending(call)).filter(([name]) => name !== 'exit');
    return { ...reader.commonOfCall(call), depth: at, parent: from, ...reader.receiverAndArguments(call), ...Object.fromEntries(ending) };
  };
  yield enter(root, 0, null);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.calls.next();
    if (next.done === true) open.pop();
    else yield enter(next.value, top.depth + 1, top.event);
  }
}
