import type { Site } from '../../instrument/site.js';
import type {
  TraceCounts,
  TraceEnd,
  TraceHead,
  TraceMarks,
  TracePart,
  TraceRelations,
  TraceSites,
  TraceString,
  TraceStrings,
  TraceText,
  TraceThread,
} from '../format/contents.js';
import { jsonOf, objectsOf, partOf } from '../format/decode.js';
import { FrameKind } from '../format/frameBytes.js';
import type { FramePlace, TraceFile } from '../format/traceFile.js';
import { HeldMemory, mostGap } from './heldMemory.js';
import { ObjectTable } from './objectTable.js';

/** Where rows are, and what is known of them unread. */
export interface EventsPlace {
  readonly place: FramePlace;
  readonly part: TracePart;
}

/** All of a file but its events. What is damaged is left out, and counted. */
export interface FileContents {
  readonly head: TraceHead | null;
  readonly texts: readonly TraceText[];
  readonly sites: readonly TraceSites[];
  /** By number. */
  readonly strings: readonly TraceString[];
  readonly objects: ObjectTable;
  readonly events: readonly EventsPlace[];
  /** By site, as they were told last. */
  readonly counts: ReadonlyMap<number, TraceCounts[number]>;
  readonly relations: Required<TraceRelations>;
  readonly threads: readonly TraceThread[];
  /** When events happened, as they were written. */
  readonly marks: TraceMarks;
  /** null: the file was cut, or is still being written. */
  readonly end: TraceEnd | null;
  /** How many frames could not be read. */
  readonly damaged: number;
  /** Whether it is told what functions inherit from, and what changed of that: not where the program was killed. */
  readonly tellsStored: boolean;
}

/** Reads every frame but those of events. Whatever a stranger has written there: no member of a wrong type gets through. */
export function readContents(file: TraceFile): FileContents {
  const texts: TraceText[] = [];
  const sites: TraceSites[] = [];
  const strings: TraceString[] = [];
  const objects = new ObjectTable();
  const memory = new HeldMemory();
  let siteCount = 0;
  let textCount = 0;
  const events: EventsPlace[] = [];
  let part: TracePart | null = null;
  const counts = new Map<number, TraceCounts[number]>();
  const relations: { -readonly [K in keyof TraceRelations]-?: NonNullable<TraceRelations[K]>[number][] } = {
    copies: [],
    wholes: [],
    lists: [],
    spans: [],
    accessors: [],
    again: [],
    proxies: [],
    seen: [],
    stored: [],
    uncertain: [],
    code: [],
  };
  const marks: TraceMarks[number][] = [];
  let head: TraceHead | null = null;
  let threads: readonly TraceThread[] = [];
  let end: TraceEnd | null = null;
  let damaged = 0;
  let tellsStored = false;
  for (const place of file.frames) {
    if (place.kind === FrameKind.events) {
      if (part === null) damaged++;
      else events.push({ place, part });
      part = null;
      continue;
    }
    if (!knownKinds.has(place.kind)) continue;
    const content = memory.take(place) ? file.content(place) : null;
    const json: unknown = content === null || isBinary(place.kind) ? null : jsonOf('head', content);
    let isRead = true;
    if (content === null) isRead = false;
    else if (place.kind === FrameKind.part) isRead = (part = partOf(content)) !== null;
    else if (place.kind === FrameKind.objects) isRead = objects.add(objectsOf(content));
    else if (place.kind === FrameKind.head && isHead(json)) head ??= json;
    else if (place.kind === FrameKind.text && isText(json)) texts.push(json);
    else if (place.kind === FrameKind.sites && isSites(json)) {
      siteCount += json.sites.length;
      isRead = json.first + json.sites.length <= siteCount + mostGap && memory.takeItems(json.sites.length);
      if (isRead) sites.push(json);
    } else if (place.kind === FrameKind.strings && isStrings(json)) {
      textCount += json.texts.length;
      isRead = json.first + json.texts.length <= textCount + mostGap && memory.takeItems(json.texts.length);
      if (isRead) addStrings(strings, json);
    } else if (place.kind === FrameKind.counts && isList(json, isCount)) {
      const known = counts.size;
      for (const one of json) counts.set(one.site, one);
      isRead = memory.takeItems(counts.size - known);
    } else if (place.kind === FrameKind.relations && isRelations(json)) {
      for (const one of json.copies) relations.copies.push(one);
      for (const one of json.wholes) relations.wholes.push(one);
      for (const one of json.lists) relations.lists.push(one);
      for (const one of json.uncertain) relations.uncertain.push(one);
      for (const one of json.code) relations.code.push(one);
      for (const one of json.spans ?? []) relations.spans.push(one);
      for (const one of json.accessors ?? []) relations.accessors.push(one);
      for (const one of json.again ?? []) relations.again.push(one);
      for (const one of json.proxies ?? []) relations.proxies.push(one);
      for (const one of json.seen ?? []) relations.seen.push(one);
      for (const one of json.stored ?? []) relations.stored.push(one);
      tellsStored ||= json.stored !== undefined;
    } else if (place.kind === FrameKind.threads && isList(json, isThread)) threads = json;
    else if (place.kind === FrameKind.end && isEnd(json)) end = json;
    else if (place.kind === FrameKind.marks && isList(json, isMark)) for (const one of json) marks.push(one);
    else isRead = false;
    if (!isRead) damaged++;
  }
  return { head, texts, sites, strings, objects, events, counts, relations, threads, marks, end, damaged, tellsStored };
}

function isBinary(kind: number): boolean {
  return kind === FrameKind.objects || kind === FrameKind.part;
}

const knownKinds: ReadonlySet<number> = new Set(Object.values(FrameKind));

/** Of a number that no frame has. */
const unknownText: TraceString = { start: '', length: 0, hash: null };

function addStrings(strings: TraceString[], { first, texts }: TraceStrings): void {
  while (strings.length < first) strings.push(unknownText);
  texts.forEach((text, index) => (strings[first + index] = text));
}

type Json = Readonly<Record<string, unknown>>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function isList<T>(value: unknown, isOne: (value: unknown) => value is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isCountable(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isTextValue(value: unknown): value is string {
  return typeof value === 'string';
}

function isHead(value: unknown): value is TraceHead {
  return (
    isJson(value) &&
    isTextValue(value['program']) &&
    isList(value['args'], isTextValue) &&
    isTextValue(value['node']) &&
    isJson(value['settings']) &&
    (value['revision'] === undefined || isTextValue(value['revision']))
  );
}

function isText(value: unknown): value is TraceText {
  return (
    isJson(value) &&
    isTextValue(value['path']) &&
    isTextValue(value['source']) &&
    (value['file'] === undefined || isTextValue(value['file'])) &&
    (value['map'] === undefined || isTextValue(value['map'])) &&
    (value['byCalls'] === undefined || typeof value['byCalls'] === 'boolean')
  );
}

function isSites(value: unknown): value is TraceSites {
  return isJson(value) && isTextValue(value['path']) && isCountable(value['first']) && isList(value['sites'], isSite);
}

function isSite(value: unknown): value is Site {
  if (!isJson(value)) return false;
  const { kind, offset, end, key, declaration } = value;
  return (
    isTextValue(kind) &&
    isCountable(offset) &&
    isCountable(end) &&
    (key === null || isTextValue(key)) &&
    (declaration === null || isCountable(declaration))
  );
}

function isStrings(value: unknown): value is TraceStrings {
  return isJson(value) && isCountable(value['first']) && isList(value['texts'], isString);
}

function isString(value: unknown): value is TraceString {
  return isTextValue(value) || (isJson(value) && isTextValue(value['start']) && isCountable(value['length']));
}

function isCount(value: unknown): value is TraceCounts[number] {
  if (!isJson(value) || !isCountable(value['site']) || !isCountable(value['from']) || !isCountable(value['total'])) return false;
  return value['until'] === undefined || isCountable(value['until']);
}

function isRelations(value: unknown): value is TraceRelations {
  if (!isJson(value)) return false;
  const isPair = (one: unknown): one is readonly [number, number] => Array.isArray(one) && isCountable(one[0]) && isCountable(one[1]);
  const isCopy = (one: unknown): one is TraceRelations['copies'][number] =>
    isJson(one) && isCountable(one['scope']) && isCountable(one['from']) && isCountable(one['at']);
  const isUncertain = (one: unknown): one is TraceRelations['uncertain'][number] =>
    isJson(one) && isCountable(one['site']) && isTextValue(one['why']) && isCountable(one['owner']) && isCountable(one['first']);
  const isCode = (one: unknown): one is TraceRelations['code'][number] =>
    isJson(one) && (one['text'] === null || isTextValue(one['text'])) && isCountable(one['site']) && isCountable(one['first']);
  const isSpan = (one: unknown): one is NonNullable<TraceRelations['spans']>[number] =>
    isJson(one) && ['view', 'buffer', 'offset', 'size', ...('count' in one ? ['count'] : [])].every((name) => isCountable(one[name]));
  const isClass = (one: unknown): one is NonNullable<TraceRelations['accessors']>[number] =>
    isJson(one) && isTextValue(one['className']) && isList(one['names'], isTextValue);
  const isAgain = (one: unknown): one is NonNullable<TraceRelations['again']>[number] =>
    isJson(one) && ['owner', 'site', 'first', 'last'].every((name) => isCountable(one[name])) && isList(one['names'], isTextValue);
  const isProxied = (one: unknown): one is NonNullable<TraceRelations['proxies']>[number] =>
    isJson(one) && isCountable(one['proxy']) && isCountable(one['target']) && typeof one['isReadThrough'] === 'boolean';
  const isSeen = (one: unknown): one is NonNullable<TraceRelations['seen']>[number] =>
    isJson(one) && ['id', 'object', 'inherits', 'first'].every((name) => isCountable(one[name])) && isTextValue(one['className']);
  const isStored = (one: unknown): one is NonNullable<TraceRelations['stored']>[number] =>
    isJson(one) && ['object', 'inherits', 'first'].every((name) => isCountable(one[name]));
  return (
    isList(value['copies'], isCopy) &&
    isList(value['wholes'], isPair) &&
    isList(value['lists'], isPair) &&
    isList(value['uncertain'], isUncertain) &&
    isList(value['code'], isCode) &&
    (value['spans'] === undefined || isList(value['spans'], isSpan)) &&
    (value['accessors'] === undefined || isList(value['accessors'], isClass)) &&
    (value['again'] === undefined || isList(value['again'], isAgain)) &&
    (value['proxies'] === undefined || isList(value['proxies'], isProxied)) &&
    (value['seen'] === undefined || isList(value['seen'], isSeen)) &&
    (value['stored'] === undefined || isList(value['stored'], isStored))
  );
}

function isMark(value: unknown): value is TraceMarks[number] {
  return Array.isArray(value) && isCountable(value[0]) && typeof value[1] === 'number' && value[1] >= 0;
}

function isThread(value: unknown): value is TraceThread {
  if (!isJson(value)) return false;
  const { number, name, status, parent, started, ended, uncaught } = value;
  return (
    isCountable(number) &&
    isTextValue(name) &&
    isTextValue(status) &&
    isCountable(started) &&
    (parent === null || isCountable(parent)) &&
    (ended === null || isCountable(ended)) &&
    isUncaught(uncaught)
  );
}

function isUncaught(value: unknown): boolean {
  return value === undefined || value === null || (isJson(value) && isJson(value['value']) && isCountable(value['time']));
}

function isEnd(value: unknown): value is TraceEnd {
  return isJson(value) && typeof value['complete'] === 'boolean' && isUncaught(value['uncaught']);
}
