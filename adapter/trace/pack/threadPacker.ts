import { createHash } from 'node:crypto';
import {
  ParcelKind,
  shippedObjectSize,
  shippedTypes,
  type Parcel,
  type ShippedRelations,
  type ShippedTexts,
} from '../../runtime/channel/parcels.js';
import { Inherits } from '../../events/inherits.js';
import { hasName, type RecordSettings, type TraceEnd, type TraceString } from '../format/contents.js';
import { eventsFrames, jsonFrame, objectsFrame } from '../format/encode.js';
import { encodeFrame } from '../format/frameBytes.js';

/** Bytes before the content of a parcel. */
const parcelHeaderSize = 8;

const typeNames = Object.keys(shippedTypes) as readonly (keyof typeof shippedTypes)[];

type About = Extract<Parcel, { kind: 'about' }>;

/** How many events a file has, of all threads, and that there are more. */
export interface EventCount {
  packed(): number;
  pack(rows: number): void;
}

/** What one thread ships becomes frames. It numbers its rows by itself; events are numbered through the file. */
export class ThreadPacker {
  private unread: Buffer[] = [];
  private unreadLength = 0;
  private about: About | null = null;
  private objects: Buffer = Buffer.alloc(0);
  /** Where its rows have other numbers than before: the row, and its event. */
  private readonly moves: { readonly row: number; readonly event: number }[] = [];
  /** Texts that are cut, by number, until those come that they stand among. */
  private readonly long = new Map<number, TraceString>();
  /** What belongs to all of its rows: it is sent again when rows come after it. */
  private relations: ShippedRelations | null = null;
  private hasCounted = false;
  private seenUncaught: TraceEnd['uncaught'] = null;
  /** What it has started, as far as it was told. */
  unrecorded: NonNullable<TraceEnd['unrecorded']> | null = null;

  constructor(
    private readonly thread: number,
    private readonly settings: RecordSettings,
    private readonly write: (bytes: Buffer) => void,
    private readonly count: EventCount,
  ) {}

  /** Whether all of its rows have arrived, and no site was only counted. */
  get isWhole(): boolean {
    return this.relations !== null && !this.hasCounted;
  }

  /** The exception that nobody caught, and how many events there were: known when all rows before it have arrived. */
  get uncaught(): TraceEnd['uncaught'] {
    return this.seenUncaught === null ? null : { ...this.seenUncaught, time: this.eventOf(this.seenUncaught.time) };
  }

  /** Some bytes of the thread's parcels, cut anywhere. */
  take(bytes: Buffer): void {
    this.unread.push(bytes);
    this.unreadLength += bytes.length;
    for (let parcel = this.next(); parcel !== null; parcel = this.next()) this.takeParcel(parcel.kind, parcel.content);
  }

  /** Nothing more comes from it. */
  end(): void {
    if (this.relations !== null) this.write(jsonFrame('relations', this.moved(this.relations)));
  }

  private next(): { readonly kind: number; readonly content: Buffer } | null {
    if (this.unreadLength < parcelHeaderSize) return null;
    const header = this.peek(parcelHeaderSize);
    const length = header.readUInt32LE(4);
    if (this.unreadLength < parcelHeaderSize + length) return null;
    const whole = this.peek(parcelHeaderSize + length);
    this.unread = whole.length < this.unreadLength ? [(this.unread[0] ?? Buffer.alloc(0)).subarray(whole.length)] : [];
    this.unreadLength -= whole.length;
    return { kind: whole.readUInt32LE(0), content: whole.subarray(parcelHeaderSize) };
  }

  /** The first bytes that are unread, which are then one buffer with all others. */
  private peek(length: number): Buffer {
    if ((this.unread[0]?.length ?? 0) < length) this.unread = [Buffer.concat(this.unread)];
    return (this.unread[0] ?? Buffer.alloc(0)).subarray(0, length);
  }

  private takeParcel(kind: number, content: Buffer): void {
    if (kind === ParcelKind.rows) return this.takeRows(content);
    if (kind === ParcelKind.objects) return void (this.objects = content);
    if (kind === ParcelKind.texts) return this.takeTexts(content);
    if (kind === ParcelKind.longText) return this.takeLong(content);
    const parcel = JSON.parse(content.toString('utf8')) as Parcel;
    switch (parcel.kind) {
      case 'about':
        this.about = parcel;
        return;
      case 'counts':
        this.hasCounted = parcel.counts.length > 0;
        return this.write(
          jsonFrame(
            'counts',
            parcel.counts.map(({ until, ...one }) => (until === 0 ? one : { ...one, until: this.eventOf(until) })),
          ),
        );
      case 'unrecorded':
        this.unrecorded = { threads: parcel.threads, children: parcel.children };
        return;
      case 'uncaught':
        this.seenUncaught = { value: parcel.value, time: parcel.time };
        return;
      case 'relations':
        this.relations = parcel.relations;
        return;
    }
  }

  private takeLong(content: Buffer): void {
    this.long.set(content.readUInt32LE(0), this.cut(content.toString('utf16le', 4)));
  }

  /** But for long ones the program has written them as the file has them. */
  private takeTexts(content: Buffer): void {
    if (this.long.size === 0) return this.write(encodeFrame('strings', content));
    const { first, texts } = JSON.parse(content.toString('utf8')) as ShippedTexts;
    this.write(
      jsonFrame('strings', { first, texts: texts.map((text, index) => (text === 0 ? (this.long.get(first + index) ?? '') : text)) }),
    );
    this.long.clear();
  }

  private takeRows(rows: Buffer): void {
    const { about } = this;
    if (about === null) throw new Error('Rows came without what belongs to them.');
    this.about = null;
    const first = this.count.packed();
    const last = this.moves.at(-1);
    if (last === undefined || last.event - last.row !== first - about.first) this.moves.push({ row: about.first, event: first });
    this.writeObjects();
    const words = new Int32Array(rows.length / 4);
    new Uint8Array(words.buffer).set(rows);
    for (const frame of eventsFrames({ thread: this.thread, first, stack: about.stack, depth: about.stack.length, words }))
      this.write(frame);
    this.write(jsonFrame('marks', [[first + about.rows, Math.round(about.ms * 1000) / 1000]]));
    this.count.pack(about.rows);
  }

  /** Of the objects that come with rows, known by then. */
  private writeObjects(): void {
    const { objects } = this;
    if (objects.length === 0) return;
    this.objects = Buffer.alloc(0);
    this.write(
      objectsFrame(
        Array.from({ length: objects.length / shippedObjectSize }, (_, index) => {
          const at = index * shippedObjectSize;
          const type = typeNames[objects.readUInt32LE(at + 8)] ?? 'object';
          const word = objects.readUInt32LE(at + 12);
          return {
            number: objects.readUInt32LE(at),
            className: objects.readUInt32LE(at + 4),
            type,
            name: hasName(type) && word > 0 ? word - 1 : null,
            inherits: hasName(type) ? Inherits.unknown : word,
            event: this.eventOf(objects.readDoubleLE(at + 16)),
          };
        }),
      ),
    );
  }

  /** The event of a row of the thread; of a row that has none yet, the one that it would have now. */
  private eventOf(row: number): number {
    const move = this.moves.findLast((one) => one.row <= row);
    return move === undefined ? row : row - move.row + move.event;
  }

  private moved(relations: ShippedRelations): ShippedRelations {
    const { copies, uncertain, code, again, seen, stored } = relations;
    const placed = <T extends { readonly first: number; readonly last: number }>(list: readonly T[]): readonly T[] =>
      list.map((one) => ({ ...one, first: this.eventOf(one.first), last: this.eventOf(one.last) }));
    return {
      ...relations,
      copies: copies.map((copy) => ({ ...copy, at: this.eventOf(copy.at) })),
      uncertain: placed(uncertain),
      code: placed(code),
      again: placed(again),
      seen: seen.map((one) => ({ ...one, first: this.eventOf(one.first) })),
      stored: stored.map((one) => ({ ...one, first: this.eventOf(one.first) })),
    };
  }

  private cut(text: string): TraceString {
    return { start: text.slice(0, this.settings.strings), length: text.length, hash: createHash('sha256').update(text).digest('hex') };
  }
}
