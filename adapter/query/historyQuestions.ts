import { keyText } from '../events/keyText.js';
import type { ValueReport } from '../events/rows.js';
import { pathTo } from '../instrument/tree.js';
import { isIndex, placesOf, type HeldPlace } from '../trace/moment/placesOfObject.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import type { Asked } from './asked.js';
import { classNames } from './classes.js';
import { variablesNamed } from './functions.js';
import { objectNamed } from './objects.js';
import type { AnswerRow, TraceReader } from './reader.js';

/** Every change of one field of an object. */
export function* instanceFieldHistory(asked: Asked): Generator<AnswerRow> {
  yield* fieldHistory(asked, objectNamed(asked).id);
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
      if (reader.isDeclaration(row)) continue;
      yield { ...reader.common(row), object: reader.objectJson(object, row.event), ...beforeAndAfter(reader, row) };
    }
}

function beforeAndAfter(reader: TraceReader, row: TraceRow): AnswerRow {
  const before = reader.store.lastChange(row.subject, row.key, row.event);
  const isUnknown = reader.store.counted.mayHaveChanged(row.key, before?.event ?? -1, row.event);
  const held = before === null || isUnknown ? null : reader.store.valueOf(before);
  return { ...reader.column('before', held, row.event), ...reader.column('after', reader.store.valueOf(row), row.event) };
}

/** Every change of a local variable, in all scopes or in that of one call; writes by inner functions are among them. */
export function* localVariableHistory(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const call = asked.has('call') ? (reader.call(asked.event('call'))?.activation ?? 0) : null;
  const rows: AnswerRow[] = [];
  for (const place of variablesNamed(reader, asked.text('function'), asked.text('variable'))) {
    const key = reader.store.source.keyNumber(keyText({ kind: 'variable', path: place.path, declaration: place.start }));
    for (const row of key === null ? [] : reader.store.changesUnder(key, asked.from, asked.to)) {
      if (call !== null && reader.store.activationOfScope(row.subject) !== call) continue;
      if (reader.isDeclaration(row)) continue;
      rows.push({ ...reader.common(row), ...beforeAndAfter(reader, row), binding: row.subject });
    }
  }
  yield* rows.sort(byEvent);
}

/** Every change of what an array, Map, Set or plain object holds: a row for each change of the user's text. */
export function* dataStructureHistory(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const object = objectNamed(asked);
  const isKeyed = object.type === 'map';
  for (const rows of passagesOf(reader, object.id)) {
    const last = rows.at(-1);
    const [first, another] = rows.filter((row) => reader.store.source.keyOf(row.key) !== 'length');
    if (last === undefined) continue;
    const held = placesOf(reader.store, object.id, last.event).filter(({ key }) => key !== 'length');
    const contents = held.filter(({ key }) => object.type !== 'array' || isIndex(key));
    const single = first !== undefined && another === undefined ? first : first === undefined ? last : null;
    yield {
      ...reader.common(rows[0] ?? last),
      operation: operationOf(reader, rows),
      ...(single === null ? {} : { key: reader.keyJson(single.key), ...beforeAndAfter(reader, single) }),
      length: lengthOf(held, contents, object.type, reader, object.id, last.event),
      contents: contents
        .slice(0, mostContents)
        .map((place) => contentOf(reader, place, isKeyed || !/^(array|set)$/.test(object.type), last.event)),
    };
  }
}

const mostContents = 100;

function contentOf(reader: TraceReader, { key, value, row }: HeldPlace, isPair: boolean, at: number): unknown {
  const held = value === null ? null : reader.json(value, at);
  if (isPair) return [reader.keyJson(row.key), held];
  return /^entry /.test(key) ? reader.keyJson(row.key) : held;
}

function lengthOf(
  _held: readonly HeldPlace[],
  contents: readonly HeldPlace[],
  type: string,
  reader: TraceReader,
  object: number,
  at: number,
): number {
  if (type !== 'array') return contents.length;
  const key = reader.store.source.keyNumber('length');
  const row = key === null ? null : reader.store.lastChange(object, key, at + 1);
  const told: ValueReport | null = row === null ? null : reader.store.valueOf(row);
  const highest = contents.reduce((most, one) => Math.max(most, Number(one.key) + 1), 0);
  return told?.kind === 'primitive' && told.type === 'number' ? Math.max(Number(told.text), highest) : highest;
}

/** The changes of an object, those of one passage of one site together. */
function* passagesOf(reader: TraceReader, object: number): Generator<readonly TraceRow[]> {
  let open: TraceRow[] = [];
  for (const row of reader.store.changesOfObject(object)) {
    const last = open.at(-1);
    if (last !== undefined && (!reader.isSamePassage(last, row) || open.some(({ key }) => key === row.key))) {
      yield open;
      open = [];
    }
    open.push(row);
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
