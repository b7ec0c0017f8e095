import { createHash } from 'node:crypto';
import { ParcelKind, type Parcel, type ShippedRelations } from '../../runtime/channel/parcels.js';
import type { RecordSettings, TraceEnd, TraceObjectType, TraceString } from '../format/contents.js';
import { eventsFrames, jsonFrame, objectsFrame } from '../format/encode.js';

/** Bytes before the content of a parcel. */
const parcelHeaderSize = 8;

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
  /** Where its rows have other numbers than before: the row, and its event. */
  private readonly moves: { readonly row: number; readonly event: number }[] = [];
  private hasRelations = false;
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
    return this.hasRelations && !this.hasCounted;
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
    const parcel = JSON.parse(content.toString('utf8')) as Parcel;
    switch (parcel.kind) {
      case 'about':
        this.about = parcel;
        return;
      case 'texts':
        return this.takeTexts(parcel);
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
        this.hasRelations = true;
        return this.write(jsonFrame('relations', this.moved(parcel.relations)));
    }
  }

  /** Keys stay whole: places are found by them. */
  private takeTexts({ first, texts, values }: Extract<Parcel, { kind: 'texts' }>): void {
    const taken: TraceString[] = [...texts];
    for (const index of values) taken[index] = this.cut(texts[index] ?? '');
    this.write(jsonFrame('strings', { first, texts: taken }));
  }

  private takeRows(rows: Buffer): void {
    const { about } = this;
    if (about === null) throw new Error('Rows came without what belongs to them.');
    this.about = null;
    const first = this.count.packed();
    const last = this.moves.at(-1);
    if (last === undefined || last.event - last.row !== first - about.first) this.moves.push({ row: about.first, event: first });
    if (about.objects.length > 0)
      this.write(
        objectsFrame(
          about.objects.map((object) => ({ ...object, event: this.eventOf(object.event), type: object.type as TraceObjectType })),
        ),
      );
    const words = new Int32Array(rows.length / 4);
    new Uint8Array(words.buffer).set(rows);
    for (const frame of eventsFrames({ thread: this.thread, first, stack: about.stack, depth: about.stack.length, words }))
      this.write(frame);
    this.write(jsonFrame('marks', [[first + about.rows, Math.round(about.ms * 1000) / 1000]]));
    this.count.pack(about.rows);
  }

  /** The event of a row of the thread; of a row that has none yet, the one that it would have now. */
  private eventOf(row: number): number {
    const move = this.moves.findLast((one) => one.row <= row);
    return move === undefined ? row : row - move.row + move.event;
  }

  private moved(relations: ShippedRelations): ShippedRelations {
    const { copies, uncertain, code } = relations;
    const placed = <T extends { readonly first: number; readonly last: number }>(list: readonly T[]): readonly T[] =>
      list.map((one) => ({ ...one, first: this.eventOf(one.first), last: this.eventOf(one.last) }));
    return {
      ...relations,
      copies: copies.map((copy) => ({ ...copy, at: this.eventOf(copy.at) })),
      uncertain: placed(uncertain),
      code: placed(code),
    };
  }

  private cut(text: string): TraceString {
    const { strings } = this.settings;
    if (text.length <= strings) return text;
    return { start: text.slice(0, strings), length: text.length, hash: createHash('sha256').update(text).digest('hex') };
  }
}
