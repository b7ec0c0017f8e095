import { createHash } from 'node:crypto';
import type { Site } from '../../instrument/site.js';
import { ParcelKind, type Parcel } from '../../runtime/channel/parcels.js';
import type { RecordSettings, TraceEnd, TraceHead, TraceObjectType, TraceString } from '../format/contents.js';
import { eventsFrames, jsonFrame, objectsFrame } from '../format/encode.js';
import { magic } from '../format/frameBytes.js';

/** Bytes before the content of a parcel. */
const parcelHeaderSize = 8;

type About = Extract<Parcel, { kind: 'about' }>;

/** What a recorded program ships becomes frames of a file. */
export class Packer {
  private unread: Buffer[] = [];
  private unreadLength = 0;
  private about: About | null = null;
  /** How many events were packed. */
  events = 0;
  private hasRelations = false;
  private hasCounted = false;
  private unrecorded: NonNullable<TraceEnd['unrecorded']> | null = null;
  private uncaught: TraceEnd['uncaught'] = null;

  /** @param write Appends to the file. */
  constructor(
    private readonly settings: RecordSettings,
    private readonly write: (bytes: Buffer) => void,
  ) {}

  begin(head: TraceHead): void {
    this.write(Buffer.concat([magic, jsonFrame('head', head)]));
  }

  /** A text that is about to run. */
  text(path: string, source: string, isFile: boolean): void {
    this.write(jsonFrame('text', { path, source, isFile }));
  }

  sites(path: string, first: number, sites: readonly Site[]): void {
    if (sites.length > 0) this.write(jsonFrame('sites', { path, first, sites }));
  }

  /** Some bytes of the program's parcels, cut anywhere. */
  take(bytes: Buffer): void {
    this.unread.push(bytes);
    this.unreadLength += bytes.length;
    for (let parcel = this.next(); parcel !== null; parcel = this.next()) this.takeParcel(parcel.kind, parcel.content);
  }

  /** The program has ended. `complete`: nothing of it is missing but what the settings leave out. */
  end(end: Pick<TraceEnd, 'code' | 'signal'>): TraceEnd {
    const { uncaught, unrecorded } = this;
    const isAlone = unrecorded !== null && unrecorded.threads + unrecorded.children === 0;
    const complete = this.hasRelations && !this.hasCounted && isAlone;
    const whole = { ...end, uncaught, events: this.events, ...(unrecorded === null ? {} : { unrecorded }), complete };
    this.write(jsonFrame('end', whole));
    return whole;
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
        return this.write(jsonFrame('strings', { first: parcel.first, texts: parcel.texts.map((text) => this.cut(text)) }));
      case 'uncaught':
        this.uncaught = { value: parcel.value, time: parcel.time };
        return;
      case 'counts':
        this.hasCounted = parcel.counts.length > 0;
        return this.write(jsonFrame('counts', parcel.counts));
      case 'unrecorded':
        this.unrecorded = { threads: parcel.threads, children: parcel.children };
        return;
      case 'relations':
        this.hasRelations = true;
        return this.write(jsonFrame('relations', parcel.relations));
    }
  }

  private takeRows(rows: Buffer): void {
    const { about } = this;
    if (about === null) throw new Error('Rows came without what belongs to them.');
    this.about = null;
    if (about.objects.length > 0)
      this.write(objectsFrame(about.objects.map((object) => ({ ...object, type: object.type as TraceObjectType }))));
    const words = new Int32Array(rows.length / 4);
    new Uint8Array(words.buffer).set(rows);
    for (const frame of eventsFrames({ thread: 0, first: about.first, stack: about.stack, depth: about.stack.length, words }))
      this.write(frame);
    this.write(jsonFrame('marks', [[about.first + about.rows, Math.round(about.ms * 1000) / 1000]]));
    this.events = about.first + about.rows;
  }

  private cut(text: string): TraceString {
    const { strings } = this.settings;
    if (text.length <= strings) return text;
    return { start: text.slice(0, strings), length: text.length, hash: createHash('sha256').update(text).digest('hex') };
  }
}
