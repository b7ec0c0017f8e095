import { eventsOf, jsonOf, objectsOf, partOf } from '../../adapter/trace/format/decode.js';
import type {
  TraceCounts,
  TraceEnd,
  TraceHead,
  TraceObject,
  TracePart,
  TraceRelations,
  TraceString,
} from '../../adapter/trace/format/contents.js';
import { FrameKind } from '../../adapter/trace/format/frameBytes.js';
import { TraceFile } from '../../adapter/trace/format/traceFile.js';
import type { Site } from '../../adapter/instrument/site.js';
import { LineMap } from '../../server/base/span.js';

/** One row of a recording, with what its numbers stand for. */
export interface ShownRow {
  readonly event: number;
  readonly kind: string;
  /** Where its site is: the file's name, line and column. */
  readonly at: string;
  readonly text: string;
  readonly subject: number;
  /** The key that the site names, or the row before. */
  readonly key: string | number | null;
  readonly value: string | number | boolean | null | undefined;
  readonly tag: number;
}

/** All of a trace file, in arrays. */
export interface ShownTrace {
  readonly head: TraceHead | null;
  readonly rows: readonly ShownRow[];
  readonly objects: ReadonlyMap<number, TraceObject & { readonly classText: string }>;
  readonly relations: TraceRelations | null;
  readonly counts: TraceCounts;
  readonly end: TraceEnd | null;
}

/** Reads a whole trace, for tests. */
export function traceRows(path: string): ShownTrace {
  const file = new TraceFile(path);
  const strings = new Map<number, TraceString>();
  const sites = new Map<number, Site & { readonly path: string }>();
  const sources = new Map<string, string>();
  const objects: TraceObject[] = [];
  const rows: ShownRow[] = [];
  const pending: { readonly part: TracePart; readonly content: Buffer }[] = [];
  let part: TracePart | null = null;
  let counts: TraceCounts = [];
  let [head, end, relations]: [TraceHead | null, TraceEnd | null, TraceRelations | null] = [null, null, null];
  for (const place of file.frames) {
    const content = file.content(place);
    if (content === null) throw new Error(`A frame of kind ${place.kind} is damaged.`);
    if (place.kind === FrameKind.head) head = jsonOf('head', content);
    if (place.kind === FrameKind.end) end = jsonOf('end', content);
    if (place.kind === FrameKind.relations) relations = jsonOf('relations', content);
    if (place.kind === FrameKind.counts) counts = jsonOf('counts', content) ?? [];
    if (place.kind === FrameKind.strings) {
      const frame = jsonOf('strings', content);
      frame?.texts.forEach((text, index) => strings.set(frame.first + index, text));
    }
    if (place.kind === FrameKind.text) {
      const frame = jsonOf('text', content);
      if (frame !== null) sources.set(frame.path, frame.source);
    }
    if (place.kind === FrameKind.sites) {
      const frame = jsonOf('sites', content);
      frame?.sites.forEach((site, index) => sites.set(frame.first + index, { ...site, path: frame.path }));
    }
    if (place.kind === FrameKind.objects) objects.push(...(objectsOf(content) ?? []));
    if (place.kind === FrameKind.part) part = partOf(content);
    if (place.kind === FrameKind.events && part !== null) pending.push({ part, content });
  }
  file.close();
  const stringOf = (number: number): string => {
    const text = strings.get(number);
    return text === undefined ? `text ${number}` : typeof text === 'string' ? text : `${text.start}… (${text.length})`;
  };
  for (const { part, content } of pending) {
    const events = eventsOf(part.rows, content);
    if (events === null) throw new Error('A frame of events is damaged.');
    let told: number | null = null;
    for (let row = 0; row < events.words.length / 4; row++) {
      const word = events.words[row * 4] ?? 0;
      const [tag, number, subject, payload] = [word & 15, word >> 4, events.words[row * 4 + 1] ?? 0, events.payloads[row * 2 + 1] ?? 0];
      if (tag === 11) {
        told = subject;
        continue;
      }
      const site = sites.get(number);
      const source = site === undefined ? undefined : sources.get(site.path);
      const position = source === undefined || site === undefined ? null : new LineMap(source).positionOf(site.offset);
      rows.push({
        event: part.first + row,
        kind: tag === 15 ? 'callerOf' : tag === 13 ? 'passed' : (site?.kind ?? `site ${number}`),
        at: `${site?.path.split('/').at(-1) ?? '?'}:${position?.line ?? '?'}:${position?.column ?? '?'}`,
        text: source?.slice(site?.offset, site?.end) ?? '',
        subject,
        key: told === null ? (site?.key ?? null) : told < 0 ? -told - 1 : stringOf(told),
        value: valueOf(tag, payload, stringOf),
        tag,
      });
      told = null;
    }
  }
  return {
    head,
    end,
    relations,
    counts,
    rows,
    objects: new Map(objects.map((object) => [object.number, { ...object, classText: stringOf(object.className) }])),
  };
}

function valueOf(tag: number, payload: number, stringOf: (number: number) => string): ShownRow['value'] {
  if (tag <= 3) return [undefined, null, false, true][tag];
  if (tag === 4) return payload;
  if (tag === 5) return JSON.stringify(stringOf(payload));
  if (tag === 6 || tag === 14) return `#${payload}`;
  if (tag === 7) return `${stringOf(payload)}n`;
  if (tag === 9) return 'absent';
  return `tag ${tag} ${payload}`;
}
