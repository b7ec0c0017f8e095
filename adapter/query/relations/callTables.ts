import { siteOfEnd } from '../callQuestions.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { CallRecord } from '../../trace/store/traceStore.js';
import { EventList } from './eventList.js';
import type { Facts } from './facts.js';
import type { EventRange, Table } from './table.js';
import { valueColumns } from './reportColumns.js';

/** Calls that began in a range. */
export function callTable(facts: Facts, range: EventRange): Table {
  const { calls } = facts;
  const list = callsIn(facts, range);
  const activation = (row: number) => facts.row(list.at(row))?.subject ?? 0;
  const of = (row: number) => facts.functionOf(list.at(row));
  const record = recordReader(facts);
  return {
    count: list.length,
    columns: {
      event: (row) => list.at(row),
      thread: (row) => facts.row(list.at(row))?.thread ?? null,
      parent: (row) => calls.eventOf(calls.callerOf(activation(row))),
      site: (row) => record(list.at(row))?.callSite ?? null,
      depth: (row) => calls.depthOf(activation(row)),
      last: (row) => lastEventOf(facts, activation(row), list.at(row)),
      function: (row) => of(row)?.name ?? null,
      class: (row) => of(row)?.className ?? null,
      method: (row) => of(row)?.method ?? null,
      file: (row) => of(row)?.file ?? null,
      line: (row) => of(row)?.line ?? null,
      col: (row) => of(row)?.column ?? null,
      body_line: (row) => of(row)?.bodyLine ?? null,
      place: (row) => of(row)?.place ?? null,
      kind: (row) => {
        const called = of(row);
        if (called === null) return null;
        if (called.isTop) return 'text';
        if (called.method === 'constructor') return 'constructor';
        if (called.className === null) return 'function';
        const receiver = record(list.at(row))?.receiver ?? null;
        return receiver?.kind === 'object' && receiver.type === 'function' ? 'static' : 'method';
      },
      ...valueColumns((row) => record(list.at(row))?.receiver ?? null, 'receiver_'),
    },
    indexed: ['parent', 'function', 'method', 'place', 'class', 'kind', 'receiver_object'],
  };
}

/** For each call of a range those that enclose it, itself at distance 0. */
export function ancestorTable(facts: Facts, range: EventRange): Table {
  const { calls } = facts;
  const list = callsIn(facts, range);
  const activationOf = (index: number) => facts.row(list.at(index))?.subject ?? 0;
  // Of each call the number of its first row.
  const starts = new EventList();
  let count = 0;
  for (let index = 0; index < list.length; index++) {
    starts.add(count);
    count += calls.depthOf(activationOf(index)) + 1;
  }
  let [lastIndex, chain]: [number, readonly number[]] = [-1, []];
  const indexOf = (row: number): number => {
    const next = starts.at(lastIndex + 1);
    if (lastIndex >= 0 && row >= starts.at(lastIndex) && (next < 0 || row < next)) return lastIndex;
    lastIndex = starts.placeOf(row + 1) - 1;
    chain = calls.chainOf(activationOf(lastIndex));
    return lastIndex;
  };
  return {
    count,
    columns: {
      call: (row) => list.at(indexOf(row)),
      ancestor: (row) => {
        const index = indexOf(row);
        return calls.eventOf(chain[row - starts.at(index)] ?? 0);
      },
      distance: (row) => row - starts.at(indexOf(row)),
    },
    indexed: ['ancestor'],
    isKeyed: false,
  };
}

/** What the calls of a range were given. */
export function argumentTable(facts: Facts, range: EventRange): Table {
  const list = callsIn(facts, range);
  const record = recordReader(facts);
  // Of each argument its call, and of each call the number of its first argument.
  const owners = new EventList();
  const starts = new EventList();
  for (let index = 0; index < list.length; index++) {
    starts.add(owners.length);
    const given = record(list.at(index))?.arguments.length ?? 0;
    for (let position = 0; position < given; position++) owners.add(index);
  }
  const positionOf = (row: number) => row - starts.at(owners.at(row));
  const callOf = (row: number) => list.at(owners.at(row));
  return {
    count: owners.length,
    columns: {
      call: callOf,
      position: positionOf,
      name: (row) => facts.functionOf(callOf(row))?.parameters[positionOf(row)] ?? null,
      ...valueColumns((row) => record(callOf(row))?.arguments[positionOf(row)] ?? null),
    },
    indexed: ['name'],
    isKeyed: false,
  };
}

/** How calls ended, of those that ended in a range. */
export function exitTable(facts: Facts, range: EventRange): Table {
  const { calls, reader } = facts;
  const { events, activations } = endsIn(facts, range);
  const toldAt = (row: number): number => {
    const event = reader.store.source.allActivations.endOf(activations.at(row));
    return event < 0 ? events.at(row) : event;
  };
  const isExit = (row: number): boolean => reader.store.source.allActivations.howOf(activations.at(row)) === 'exit';
  const outcomeOf = (row: number): string | null => {
    if (isExit(row)) return 'return';
    const call = reader.activation(activations.at(row));
    if (call === null) return 'throw';
    const { outcome } = reader.ending(call);
    return typeof outcome === 'string' ? outcome : null;
  };
  return {
    count: events.length,
    columns: {
      event: (row) => events.at(row),
      thread: (row) => facts.row(events.at(row))?.thread ?? null,
      call: (row) => calls.eventOf(activations.at(row)),
      site: (row) => {
        const activation = activations.at(row);
        return siteOfEnd(reader, { activation, event: calls.eventOf(activation) ?? 0 }, events.at(row));
      },
      outcome: outcomeOf,
      ...valueColumns((row) => {
        const [activation, event] = [activations.at(row), toldAt(row)];
        return isExit(row) ? reader.resultOf(activation, event) : reader.exceptionThatEnded(activation, event);
      }),
    },
    indexed: ['call', 'outcome'],
    isKeyed: false,
  };
}

/** The calls of a range of which the function is known. */
function callsIn(facts: Facts, range: EventRange): EventList {
  return facts.events(range, (kind, _key, site) => kind === Kind.call && facts.functions.of(site) !== null);
}

/** The calls that the exceptions have ended with which threads ended. */
function* endedByUncaught({ reader }: Facts): Generator<readonly [event: number, activation: number]> {
  for (const row of reader.store.uncaught())
    for (const call of reader.callersOf(row.activation)) {
      const how = reader.store.source.endOf(call.activation)?.how ?? 'open';
      if (how === 'open') yield [row.event, call.activation];
    }
}

/** The ends of activations in a range, by event: exits as they are recorded, and what exceptions left where that was noticed. */
function endsIn(facts: Facts, { from, to }: EventRange): { readonly events: EventList; readonly activations: EventList } {
  const table = facts.reader.store.source.allActivations;
  const found: (readonly [event: number, activation: number])[] = [];
  for (let activation = 1; activation <= table.highest; activation++) {
    const how = table.howOf(activation);
    if (how === 'open') continue;
    const event = how === 'exit' ? table.endOf(activation) : facts.reader.eventOfEnd(table.endOf(activation));
    if (event < from || event >= to) continue;
    const call = facts.calls.eventOf(activation);
    if (call !== null && facts.functionOf(call) !== null) found.push([event, activation]);
  }
  for (const [event, activation] of endedByUncaught(facts)) if (event >= from && event < to) found.push([event, activation]);
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const [events, activations] = [new EventList(), new EventList()];
  for (const [event, activation] of found) {
    events.add(event);
    activations.add(activation);
  }
  return { events, activations };
}

/** Where a call ended; the last event of its thread where it did not. */
function lastEventOf({ reader }: Facts, activation: number, begun: number): number {
  const { source } = reader.store;
  const end = source.endOf(activation);
  if (end !== null && end.how !== 'open') return reader.eventOfEnd(end.event);
  const thread = reader.store.row(begun)?.thread ?? 0;
  return reader.eventOfEnd(source.eventsOf(thread)?.last ?? reader.store.end - 1);
}

/** Reads what belongs to a call: of the one that was asked for last it is kept. */
function recordReader({ reader }: Facts): (event: number) => CallRecord | null {
  let last: CallRecord | null = null;
  return (event) => {
    if (last?.event !== event) last = reader.store.call(event);
    return last;
  };
}
