import type { ObservedEntry, ObservedObject, ObservedValue, ObservedVariables } from '../../server/execution/observed/observedEntry.js';
import type { ValueReport } from '../events/rows.js';
import type { Activation } from '../query/reader.js';
import { ClassTexts } from '../trace/moment/classTexts.js';
import { isIndex, placesOf } from '../trace/moment/placesOfObject.js';
import { RecordedHeap } from '../trace/moment/recordedHeap.js';
import type { FrameAt } from '../trace/moment/scopeInstances.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { OpenRecording } from '../query/openReader.js';
import { isFunction, pathTo, walk } from '../instrument/tree.js';
import { recordedArguments } from './recordedArguments.js';
import { isAsRead } from './recordedFile.js';

/** A call of a recording, with all that its code could reach when it began. */
export interface RecordedEntry {
  /** The file of the function; absolute. */
  readonly file: string;
  readonly call: Activation;
  readonly entry: ObservedEntry;
}

type ObjectReport = Extract<ValueReport, { readonly kind: 'object' }>;

/** Objects that one entry holds; the rest is unknown. */
const mostObjects = 2_000;
const mostElements = 20_000;

/** Code that makes objects other than they look: frozen ones, accessors, other prototypes, and what stands for another object. */
const disguises = /\b(?:freeze|seal|preventExtensions|definePropert(?:y|ies)|setPrototypeOf|__proto__|__define[GS]etter__|Proxy)\b/;

/** Code that may write variables without a probe. */
const hiddenWriters = /\beval\b|\bwith\s*\(/;

/** Code that gives a part of the language another value: `Array.prototype.at = …`, `Object.assign(String.prototype, …)`, `Math.random = …`. */
const replacements =
  /\b(?:Array|BigInt|Boolean|Date|Error|Function|JSON|Map|Math|Number|Object|Promise|RegExp|Set|String|Symbol|WeakMap|WeakSet|globalThis|console)(?:\.prototype)?(?:\.[\w$]+|\[[^\]\n]{1,80}\])\s*=(?!=)|\b(?:assign|definePropert(?:y|ies))\(\s*[A-Z]\w*\.prototype\b/;

/** Why nothing can be followed from a call of a recording: one sentence; null where it may be. */
export function entryRefusal(open: OpenRecording, call: Activation): string | null {
  const { reader } = open;
  const position = reader.positionAt(call.path, call.start);
  const text = reader.texts.text(call.path);
  if (call.isTop) return 'The call is of no function.';
  if (position === null || text === undefined || !isAsRead(open, call.path, position.path))
    return 'The function is in no file that is as it was when it ran.';
  if (!pathTo(text.program, call.start).some((node) => isFunction(node) && node.start === call.start))
    return 'The call is of a class that writes no constructor: there is no code of its own to follow.';
  const isKnown = call.areArgumentsKnown && reader.store.source.head?.settings.values === 'all';
  return isKnown ? null : 'The recording does not have what the function was called with.';
}

/** Reads the state at a call from a recording. Null where nothing can be followed from there. */
export function recordedEntry(open: OpenRecording, call: Activation): RecordedEntry | null {
  const { reader } = open;
  const position = reader.positionAt(call.path, call.start);
  const text = reader.texts.text(call.path);
  if (position === null || text === undefined || entryRefusal(open, call) !== null) return null;
  const given = recordedArguments(call, text.program);
  if (given === null) return null;
  const time = timeOfEntry(open, call);
  const reading = new EntryReading(open, time);
  const frame: FrameAt = { activation: call.activation, text, offset: bodyOf(call, text), time };
  const variables = [...reader.moments.variablesIn(frame)];
  const valuesOf = (scope: (typeof variables)[number]['scope']): ObservedVariables =>
    Object.fromEntries(
      variables.flatMap(({ name, value, isUnset, scope: own }): readonly (readonly [string, ObservedValue])[] =>
        own === scope ? [[name, isUnset ? { kind: 'unset' } : reading.valueOf(value)]] : [],
      ),
    );
  const program: FrameAt = { activation: call.activation, text, offset: text.program.end, time };
  const module = Object.fromEntries(
    [...reader.moments.variablesIn(program, 'module')].map(({ name, value, isUnset }): readonly [string, ObservedValue] => [
      name,
      isUnset ? { kind: 'unset' } : reading.valueOf(value),
    ]),
  );
  const isHidden = reader.store.source.texts.some(({ source }) => hiddenWriters.test(source));
  const head = {
    line: position.line,
    column: position.column,
    receiver: reading.valueOf(call.receiver),
    arguments: given.map((value) => reading.valueOf(value)),
    module: isHidden ? {} : module,
    closure: isHidden ? {} : valuesOf('closure'),
  };
  return { file: position.path, call, entry: { ...head, ...reading.finish() } };
}

/** Behind the row that says which scopes the activation sees: until then nothing of the program's own has run in it. */
function timeOfEntry({ reader: { store } }: OpenRecording, { activation, event }: Activation): number {
  for (const row of store.rowsOf(activation, event)) {
    if (row.kind === Kind.around || row.kind === Kind.scope) return row.event + 1;
    if (row.kind !== Kind.none && row.event !== event) break;
  }
  return event + 1;
}

function bodyOf({ start }: Activation, text: FrameAt['text']): number {
  const inside = text.text.indexOf('{', start);
  const arrow = text.text.indexOf('=>', start);
  return arrow >= 0 && (inside < 0 || arrow < inside) ? arrow + 2 : Math.max(start, inside);
}

/** The values of one moment as plain data, and the objects that they lead to. */
class EntryReading {
  private readonly heap: RecordedHeap;
  private readonly pending: ObjectReport[] = [];
  private readonly met = new Set<number>();
  private readonly texts: readonly string[];

  constructor(
    private readonly open: OpenRecording,
    private readonly time: number,
  ) {
    const { reader } = open;
    this.heap = new RecordedHeap(reader.store, new ClassTexts(reader.texts, reader.paths), time);
    this.texts = reader.store.source.texts.map(({ source }) => source.replaceAll(/defineProperty\(exports,\s*["']__esModule["']/g, ''));
  }

  valueOf(value: ValueReport | null): ObservedValue {
    if (value === null) return { kind: 'unknown' };
    if (value.kind === 'absent') return { kind: 'primitive', value: undefined };
    if (value.kind === 'primitive') return primitiveOf(value);
    if (value.type === 'function') return { kind: 'function', id: value.id };
    if (!this.met.has(value.id) && this.met.size < mostObjects) {
      this.met.add(value.id);
      this.pending.push(value);
    }
    return { kind: 'object', id: value.id };
  }

  /** Follows what the values lead to. */
  finish(): Pick<ObservedEntry, 'objects' | 'arePrototypesKept' | 'areBuiltinsKept'> {
    const objects = new Map<number, ObservedObject>();
    const isDisguised = this.texts.some((text) => disguises.test(text));
    for (let object = this.pending.shift(); object !== undefined && !isDisguised; object = this.pending.shift()) {
      const observed = this.objectOf(object);
      if (observed !== null) objects.set(object.id, observed);
    }
    const mentions = (words: RegExp): boolean => this.texts.some((text) => words.test(text));
    return { objects, arePrototypesKept: !mentions(/\bprototype\b/), areBuiltinsKept: !mentions(replacements) };
  }

  private objectOf(object: ObjectReport): ObservedObject | null {
    const { store } = this.open.reader;
    const places = placesOf(store, object.id, this.time - 1);
    const wholeness = this.wholenessOf(object);
    if (wholeness === null || places.length > mostElements || places.some(({ key }) => key.startsWith('symbol '))) return null;
    if (object.type === 'array') return wholeness === 'whole' && object.className === 'Array' ? this.arrayOf(object, places) : null;
    if (object.type === 'map' || object.type === 'set') return wholeness === 'whole' ? this.collectionOf(object, places) : null;
    if (object.type !== 'object') return null;
    const className = object.className === 'Object' ? null : object.className;
    if (className !== null && !this.isOnlyClass(className)) return null;
    const fields = new Map<string, ObservedValue>();
    for (const { key, value } of places) {
      // The analysis has private names under keys that look so: a property that is called like one is not told from it.
      if (key.startsWith('#')) return null;
      const [, name] = /^private [\s\S]* (#\S+)$/.exec(key) ?? [];
      if (name === undefined ? !key.startsWith('entry ') : this.isOnlyPrivate(name)) fields.set(name ?? key, this.valueOf(value));
    }
    return { kind: 'object', className, isWhole: wholeness === 'whole', fields };
  }

  /** Whether all of an object is known, or a part of it; null: not even that. */
  private wholenessOf(object: ObjectReport): 'whole' | 'part' | null {
    const { store } = this.open.reader;
    const born = store.source.firstSightOf(object.id);
    const mayMiss = store.counted.mayAnyHaveChanged(born, this.time);
    if (this.heap.isWhole(object) && this.open.reader.store.namesOfLiteral(object.id).every(({ isAccessor }) => !isAccessor))
      return mayMiss ? 'part' : 'whole';
    // What a native made it told with all that it held.
    for (const row of store.changesOfObject(object.id, 0, this.time - 1)) {
      const isTold = store.source.site(row.site)?.site.kind === 'result';
      if (!isTold) return object.className === 'Object' ? null : 'part';
      return mayMiss ? 'part' : 'whole';
    }
    return null;
  }

  private arrayOf(object: ObjectReport, places: ReturnType<typeof placesOf>): ObservedObject | null {
    const told = this.heap.property(object, { kind: 'name', name: 'length' });
    const own = places.find(({ key }) => key === 'length')?.value;
    const length = 'value' in told ? told.value : (own ?? null);
    if (length?.kind !== 'primitive' || length.type !== 'number') return null;
    const elements: (ObservedValue | null)[] = Array.from({ length: Math.min(Number(length.text), mostElements + 1) }, () => null);
    if (elements.length > mostElements || places.some(({ key }) => key !== 'length' && !isIndex(key))) return null;
    for (const { key, value } of places) if (isIndex(key) && Number(key) < elements.length) elements[Number(key)] = this.valueOf(value);
    return { kind: 'array', elements };
  }

  private collectionOf(object: ObjectReport, places: ReturnType<typeof placesOf>): ObservedObject | null {
    const { source } = this.open.reader.store;
    const entries: (readonly [ObservedValue, ObservedValue])[] = [];
    for (const { key, value } of places) {
      const [, type, text = ''] = /^entry (\w+) ?([\s\S]*)$/.exec(key) ?? [];
      if (type === undefined) return null;
      const isObject = (type === 'object' && text !== 'null') || type === 'function';
      const member = isObject ? source.object(Number(text)) : null;
      if ((isObject && member === null) || type === 'symbol') return null;
      const primitive = { kind: 'primitive', type: type === 'object' ? 'null' : type, text } as Extract<ValueReport, { kind: 'primitive' }>;
      entries.push([isObject ? this.valueOf(member) : primitiveOf(primitive), this.valueOf(value)]);
    }
    if (object.type === 'map') return object.className === 'Map' ? { kind: 'map', entries } : null;
    return object.className === 'Set' ? { kind: 'set', entries: entries.map(([member]) => member) } : null;
  }

  /** Whether one class alone declares this private name, and no text has it as that of a property. */
  private isOnlyPrivate(name: string): boolean {
    const isQuoted = ["'", '"', '`'].some((quote) => this.texts.some((text) => text.includes(quote + name + quote)));
    return !isQuoted && this.privateNames.get(name) === 1;
  }

  /** By private name: how many classes declare it. */
  private get privateNames(): ReadonlyMap<string, number> {
    return (this.declaredNames ??= privateNamesOf(this.open));
  }

  private declaredNames: ReadonlyMap<string, number> | null = null;

  /** Whether one class alone has this name in all texts. */
  private isOnlyClass(name: string): boolean {
    const declaration = new RegExp(`\\bclass\\s+${name.replaceAll('$', '\\$')}(?![\\p{ID_Continue}$])`, 'gu');
    return this.texts.reduce((sum, text) => sum + [...text.matchAll(declaration)].length, 0) === 1;
  }
}

function privateNamesOf({ reader }: OpenRecording): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of reader.paths) {
    const program = reader.texts.text(path)?.program;
    // What cannot be parsed may declare any.
    if (program === undefined) return new Map();
    walk(program, (node) => {
      if (node.type !== 'ClassBody') return;
      const names = node.body.flatMap((member) =>
        'key' in member && member.key.type === 'PrivateIdentifier' ? [`#${member.key.name}`] : [],
      );
      for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
    });
  }
  return counts;
}

function primitiveOf({ type, text, length }: Extract<ValueReport, { readonly kind: 'primitive' }>): ObservedValue {
  if (length !== undefined) return { kind: 'unknown' };
  switch (type) {
    case 'undefined':
      return { kind: 'primitive', value: undefined };
    case 'null':
      return { kind: 'primitive', value: null };
    case 'boolean':
      return { kind: 'primitive', value: text === 'true' };
    case 'number':
      return { kind: 'primitive', value: Number(text) };
    case 'bigint':
      return { kind: 'primitive', value: BigInt(text) };
    case 'string':
      return { kind: 'primitive', value: text };
    case 'symbol':
      return { kind: 'unknown' };
  }
}
