import { placesOf, isIndex, type HeldPlace } from '../trace/moment/placesOfObject.js';
import type { TraceRow } from '../trace/store/traceStore.js';
import type { Asked } from './asked.js';
import { ancestorsOf, classNamedBy, classNames, isDeclared } from './classes.js';
import { holderNamed } from './objects.js';
import { isPrototype } from './prototypes.js';
import type { AnswerRow, TraceReader } from './reader.js';

/** What an object holds after an event: its own places in its order, then the static fields of its class and of those that it extends. */
export function* objectState(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const object = holderNamed(asked);
  const until = asked.event('event');
  const isClass = classNamedBy(reader, object.id) !== null;
  for (const place of heldPlaces(reader, object.id, until))
    yield stateRow(reader, object.type, place, isClass ? 'static' : kindOfPlace(place, object.type), until);
  const names = [object.className, ...ancestorsOf(reader, object.className)];
  for (const name of names)
    for (const holder of reader.classObjects(new Set([name])))
      if (holder !== object.id)
        for (const place of heldPlaces(reader, holder, until)) yield stateRow(reader, 'function', place, 'static', until);
}

/** The places that an object has itself: none where its class has a setter. */
function heldPlaces(reader: TraceReader, object: number, until: number): readonly HeldPlace[] {
  return placesOf(reader.store, object, until);
}

function stateRow(reader: TraceReader, type: string, { key, value, row }: HeldPlace, kind: string, until: number): AnswerRow {
  const named = { ...reader.common(row), name: nameOf(reader, key, row), kind };
  // The entries of a Set are what it has.
  if (type === 'set' && kind === 'entry') return { ...named, value: reader.keyJson(row.key), written: row.event };
  return { ...named, ...reader.column('value', value, until), written: row.event };
}

function kindOfPlace({ key }: HeldPlace, type: string): string {
  if (key.startsWith('entry ')) return 'entry';
  if (key.startsWith('private ')) return 'private';
  if (key.startsWith('symbol ')) return 'symbol';
  return isIndex(key) && type === 'array' ? 'element' : 'field';
}

function nameOf(reader: TraceReader, key: string, row: TraceRow): string {
  const shown = reader.keyJson(row.key);
  if (typeof shown === 'string') return shown;
  return /^(?:entry|symbol) /.test(key) ? reader.keyText(row.key) : String(shown);
}

/** The variables that an event's code sees, with what they held just before it. */
export function* localsBefore(asked: Asked): Generator<AnswerRow> {
  yield* locals(asked, 0);
}

/** The same just after it. */
export function* localsAfter(asked: Asked): Generator<AnswerRow> {
  yield* locals(asked, 1);
}

function* locals(asked: Asked, after: number): Generator<AnswerRow> {
  const { reader } = asked;
  const event = Math.min(asked.event('event'), reader.store.end - 1);
  const row = reader.store.row(event);
  if (row === null) return;
  for (const { name, value, scope, written } of reader.moments.variablesAt(row, event + after)) {
    const common = reader.common(written ?? row);
    yield { ...common, name, ...reader.column('value', value, event), scope, ...(written === null ? {} : { written: written.event }) };
  }
}

/** Every object of a class that had come into being until an event, with what it held then. */
export function* allInstances(asked: Asked): Generator<AnswerRow> {
  const { reader } = asked;
  const until = asked.event('event');
  for (const { object, created } of instancesOf(asked)) {
    if (created.event > until) continue;
    const state: Record<string, unknown> = {};
    // What was not recorded is left out.
    for (const { key, value, row } of heldPlaces(reader, object.id, until))
      if (value !== null) state[nameOf(reader, key, row)] = reader.json(value, until);
    yield {
      ...reader.common(created.row),
      event: created.event,
      object: reader.objectJson(object.id, until),
      class: object.className,
      created: created.event,
      state,
    };
  }
}

/** The objects of the class that a question names, and where they came into being. Natives' only where system objects are asked for. */
export function* instancesOf(asked: Asked): Generator<{
  readonly object: { readonly id: number; readonly className: string };
  readonly created: { readonly row: TraceRow; readonly event: number };
}> {
  const { reader } = asked;
  const names = classNames(asked);
  for (const number of reader.store.source.objects()) {
    const object = reader.store.source.object(number);
    if (object === null || !names.has(object.className) || object.type === 'function') continue;
    if (!asked.isSystem && !isDeclared(reader, object.className)) continue;
    if (isPrototype(reader, number)) continue;
    const created = reader.creationOf(number);
    if (created !== null) yield { object, created };
  }
}
