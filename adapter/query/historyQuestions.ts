import { keyText } from '../events/keyText.js';
import type { ValueReport } from '../events/rows.js';
import { pathTo } from '../instrument/tree.js';
import { GrowingPlaces, isGone, type HeldPlace } from '../trace/moment/placesOfObject.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import type { Asked } from './asked.js';
import { classNames } from './classes.js';
import { variablesNamed } from './functions.js';
import { holderNamed } from './objects.js';
import type { AnswerRow, TraceReader } from './reader.js';

/** Every change of one field of an object. */
export function* instanceFieldHistory(asked: Asked): Generator<AnswerRow> {
  yield* fieldHistory(asked, holderNamed(asked).id);
}

/** Every change of a static field: of the class and, unless the question says no, of those that extend it. */
export function* classFieldHistory(asked: Asked): Generator<AnswerRow> {
  const rows = asked.reader.classObjects(classNames(asked)).flatMap((object) => [...fieldHistory(asked, object)]);
  yield* rows.sort(byEvent);
}

function* fieldHistory(asked: Asked, object: number): Generator<AnswerRow> {
  const { reader } = asked;
  for (const key of reader.keysNamed(asked.text('field')))
    for (const row of reader.store.changesOf(object, key)) {
      if (reader.isNoChange(row)) continue;
      yield { ...reader.common(row), object: reader.objectJson(object, row.event), ...beforeAndAfter(reader, row) };
    }
}

function beforeAndAfter(reader: TraceReader, row: TraceRow, before = reader.store.lastChange(row.subject, row.key, row.event)): AnswerRow {
  const { counted, unseen } = reader.store;
  const since = before?.event ?? -1;
  const isUnknown = counted.mayHaveChanged(row.key, since, row.event) || unseen.mayHaveWritten(row.subject, row.key, since, row.event);
  const isSet = reader.store.source.object(row.subject)?.type === 'set';
  const held = (one: TraceRow | null): ValueReport | null => {
    const value = one === null ? null : reader.store.valueOf(one);
    return one !== null && isSet && isGone(reader.store.source.keyOf(one.key), value) ? null : value;
  };
  const column = (name: string, value: ValueReport | null): AnswerRow => {
    // What a Set holds is the key.
    const isElement = isSet && value !== null && reader.store.source.keyOf(row.key).startsWith('entry ');
    return isElement ? { [name]: reader.keyJson(row.key) } : reader.column(name, value, row.event);
  };
  return { ...column('before', isUnknown ? null : held(before)), ...column('after', held(row)) };
}

/** Every change of a local variable, in all scopes or in that of one call; writes by inner functions are among them. */
export function* localVariableHistory(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const call = asked.has('call') ? (reader.call(asked.event('call'))?.activation ?? 0) : null;
  const rows: AnswerRow[] = [];
  for (const place of variablesNamed(reader, asked.text('function'), asked.text('variable'))) {
    const key = reader.store.source.keyNumber(keyText({ kind: 'variable', path: place.path, declaration: place.start }));
    for (const row of key === null ? [] : changesOfVariable(asked, key)) {
      if (reader.isDeclaration(row)) continue;
      if (call !== null && reader.store.activationOfScope(row.subject) !== call) continue;
      // Each iteration of a loop has a copy of its own, which what was made in it may change later.
      const before = reader.store.lastOfVariable(row.subject, row.key, row.event);
      const written = before === null || reader.isDeclaration(before) ? null : before;
      rows.push({ ...reader.common(row), ...beforeAndAfter(reader, row, written), binding: reader.store.firstSharerOf(row.subject) });
    }
  }
  yield* rows.sort(byEvent);
}

/** The changes of a variable in any scope, those by elements of `arguments` among them. */
function* changesOfVariable({ reader: { store }, from, to }: Asked, key: number): Generator<TraceRow> {
  yield* store.changesUnder(key, from, to);
  if (store.shownParameters?.mayBeUnder(key) !== true) return;
  const scopes = new Set<number>();
  for (const { subject } of store.changesUnder(key, 0, to)) scopes.add(subject);
  for (const scope of scopes)
    for (const row of store.shownParameters.changesIn(scope, key)) if (row.event >= from && row.event <= to) yield row;
}

/** Every change of what an array, Map, Set or plain object holds: a row for each change of the user's text. */
export function* dataStructureHistory(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const object = holderNamed(asked);
  const growing = new GrowingPlaces(reader.store, object.id);
  for (const rows of passagesOf(reader, object.id)) {
    const last = rows.at(-1);
    const [start] = rows;
    if (start === undefined || last === undefined || isNoChange(reader, object.type, start)) continue;
    const operation = operationOf(reader, rows);
    const isList = object.type === 'array' || object.type === 'arguments' || reader.store.memory.countOf(object.id) !== null;
    growing.goTo(last.event);
    const length = isList ? (reader.store.memory.countOf(object.id) ?? growing.length) : growing.count;
    const isEmpty = length === 0 && rows.every(({ key }) => reader.store.source.keyOf(key) === 'length');
    if (operation === 'create' && isEmpty) continue;
    const single = singleOf(reader, rows);
    yield {
      ...reader.common(start),
      operation,
      ...(single === null ? {} : { key: reader.keyJson(single.key), ...beforeAndAfter(reader, single) }),
      length,
      contents: isList
        ? elementsOf(reader, growing.firstElements(mostContents), object.id, length, last.event)
        : entriesOf(reader, growing, object.type, last.event),
    };
  }
}

/** The one place that a change is of: what an assignment names, else the only one beside the length. */
function singleOf({ store }: TraceReader, rows: readonly TraceRow[]): TraceRow | null {
  const [start] = rows;
  if (start !== undefined && store.source.site(start.site)?.site.kind === 'write') return start;
  const [first, another] = rows.filter((row) => store.source.keyOf(row.key) !== 'length');
  return first === undefined ? (start ?? null) : another === undefined ? first : null;
}

/** Whether a Set is given what it has. */
function isNoChange({ store }: TraceReader, type: string, row: TraceRow): boolean {
  const before = type === 'set' ? store.lastChange(row.subject, row.key, row.event) : null;
  return before !== null && before.tag === row.tag && before.payload === row.payload;
}

const mostContents = 100;

function entriesOf(reader: TraceReader, growing: GrowingPlaces, type: string, at: number): readonly unknown[] {
  const held = growing.first(mostContents + 1).filter(({ key }) => key !== 'length');
  const shown = held.slice(0, mostContents);
  if (type === 'set') return shown.map(({ row }) => reader.keyJson(row.key));
  return shown.map(({ value, row }) => [reader.keyJson(row.key), contentJson(reader, value, at)]);
}

function contentJson(reader: TraceReader, value: ValueReport | null, at: number): unknown {
  return value === null ? { unknown: true } : reader.json(value, at);
}

/** Elements in their order. Where there is no row, there is none in an array that was made in sight; of memory the bytes tell. */
function elementsOf(reader: TraceReader, held: readonly HeldPlace[], object: number, length: number, at: number): readonly unknown[] {
  const { memory } = reader.store;
  const isMemory = memory.countOf(object) !== null;
  const other = !isMemory && reader.isMadeInSight(object) ? { undefined: true } : { unknown: true };
  const elements = Array.from({ length: Math.min(length, mostContents) }, (_, index): unknown =>
    isMemory ? contentJson(reader, memory.elementBefore(object, index, at + 1), at) : other,
  );
  for (const { key, value } of held) if (Number(key) < elements.length) elements[Number(key)] = contentJson(reader, value, at);
  return elements;
}

/** The changes of an object, those of one passage of one site together. */
function* passagesOf(reader: TraceReader, object: number): Generator<readonly TraceRow[]> {
  const isOfLiteral = reader.store.creationOf(object) === 'literal';
  let open: TraceRow[] = [];
  const keys = new Set<number>();
  for (const row of reader.store.changesOfObject(object)) {
    const last = open.at(-1);
    // The same place again is another passage, but where an object comes into being: a literal or a list of entries may name it twice.
    const isSame = last !== undefined && (reader.isSamePassage(last, row) || (isOfLiteral && reader.areOfOneLiteral(last, row)));
    const isAgain = keys.has(row.key) && operationOf(reader, [row]) !== 'create';
    if (open.length > 0 && (!isSame || isAgain)) {
      yield open;
      open = [];
      keys.clear();
    }
    open.push(row);
    keys.add(row.key);
  }
  if (open.length > 0) yield open;
}

/** What changed an object: a native by its name, else `create`, `write` or `delete`. */
function operationOf(reader: TraceReader, [first]: readonly TraceRow[]): string {
  const found = first === undefined ? undefined : reader.texts.site(first.site);
  const text = found === undefined ? undefined : reader.texts.text(found.path);
  switch (found?.site.kind) {
    case 'native': {
      const node =
        text === undefined ? undefined : pathTo(text.program, found.site.offset).findLast(({ start }) => start === found.site.offset);
      if (node?.type === 'NewExpression') return 'create';
      return node?.type === 'Identifier' ? node.name : (found.site.key ?? 'native');
    }
    case 'define':
    case 'spread':
    case 'result':
      return 'create';
    case 'delete':
      return 'delete';
    default:
      return 'write';
  }
}

function byEvent(a: AnswerRow, b: AnswerRow): number {
  return Number(a['event']) - Number(b['event']);
}
