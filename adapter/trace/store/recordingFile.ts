import { keyText } from '../../events/keyText.js';
import type { KeyReport, ObjectType, ProxyTarget, ValueReport } from '../../events/rows.js';
import type { Site } from '../../instrument/site.js';
import { Tag } from '../../runtime/rows/tags.js';
import { mostRows } from '../format/columns.js';
import type { TraceEnd, TraceHead, TraceRelations, TraceSites, TraceText, TraceThread } from '../format/contents.js';
import { eventsOf } from '../format/decode.js';
import { TraceFile } from '../format/traceFile.js';
import { ActivationTable, type Ending } from './activationTable.js';
import { decodeRows, type EventChunk, type SiteColumns } from './chunks.js';
import { readContents, type FileContents } from './contentsOfFile.js';
import { Kind, kindOf } from './rowMeaning.js';
import { SiteControl, type LiteralName } from './siteControl.js';

/** A site with the path of the text that it is in. */
export interface PlacedSite {
  readonly path: string;
  readonly site: Site;
}

/** Where a function, or a text, is entered: the site, and its span in the text. Each thread has sites of its own. */
export interface FunctionEntry {
  readonly site: number;
  readonly start: number;
  readonly end: number;
}

/** What began before an event began most often in one of so many frames before it. */
const nearFrames = 4;

/** A recording as it is read from its file: numbers become texts, values and places. Rows are decoded when they are asked for. */
export class Recording implements SiteColumns {
  /** How many events there are. */
  readonly end: number;
  readonly kinds: Uint8Array;
  readonly keys: Int32Array;
  private readonly contents: FileContents;
  private knownGlobal: { readonly number: number | null } | undefined;
  /** By frame: its first event; behind the last one, how many there are. */
  private readonly firsts: number[] = [];
  /** Of the numbers that stand for one text, the first. */
  private readonly canonical: Int32Array;
  private readonly keyNumbers = new Map<string, number>();
  /** Keys that no row tells, numbered behind those that do. */
  private readonly otherKeys: string[] = [];
  /** Frames whose activations are noted. */
  private readonly seen = new Set<number>();
  private readonly activations = new ActivationTable(() => this.end);
  private readonly entriesByPath = new Map<string, readonly FunctionEntry[]>();

  constructor(private readonly file: TraceFile) {
    this.contents = readContents(file);
    const { sites, events, strings } = this.contents;
    this.canonical = new Int32Array(strings.length);
    strings.forEach((text, number) => {
      if (typeof text === 'string' && !this.keyNumbers.has(text)) this.keyNumbers.set(text, number);
      // Symbols are distinguished by their numbers.
      const isName = typeof text === 'string' && !text.startsWith('symbol ');
      this.canonical[number] = isName ? (this.keyNumbers.get(text) ?? number) : number;
    });
    const endOfSites = sites.reduce((most, one) => Math.max(most, one.first + one.sites.length), 0);
    this.kinds = new Uint8Array(endOfSites).fill(Kind.other);
    this.keys = new Int32Array(endOfSites);
    for (const { first, sites: list, path } of sites)
      list.forEach((site, index) => {
        this.kinds[first + index] = kindOf(site.kind);
        this.keys[first + index] = this.keyOfSite(site, path);
      });
    let end = 0;
    for (const { part } of events) {
      this.firsts.push(end);
      // A part that lies about its rows says nothing.
      if (part.rows <= mostRows) end += part.rows;
      else this.isLost = true;
    }
    this.firsts.push(end);
    this.end = end;
  }

  /** The event of the same thread before one, or behind it: of several threads others may lie between; null when there is none. */
  neighbour(event: number, step: -1 | 1, frame: number): number | null {
    const { events } = this.contents;
    const next = event + step;
    if (next >= this.firstOf(frame) && next < this.firstOf(frame + 1)) return next;
    for (let at = frame + step; at >= 0 && at < events.length; at += step) {
      const isSame = events[at]?.part.thread === events[frame]?.part.thread;
      if (isSame && this.firstOf(at + 1) > this.firstOf(at)) return step > 0 ? this.firstOf(at) : this.firstOf(at + 1) - 1;
    }
    return null;
  }

  /** The first and the last event of a thread; null where it has none. */
  eventsOf(thread: number): { readonly first: number; readonly last: number } | null {
    const frames = this.contents.events.flatMap(({ part }, frame) =>
      part.thread === thread && this.firstOf(frame + 1) > this.firstOf(frame) ? [frame] : [],
    );
    const [first, last] = [frames[0], frames.at(-1)];
    return first === undefined || last === undefined ? null : { first: this.firstOf(first), last: this.firstOf(last + 1) - 1 };
  }

  /** Opens a file. Throws `NoTrace`, a sentence, where it is none. */
  static open(path: string): Recording {
    return new Recording(new TraceFile(path));
  }

  close(): void {
    this.file.close();
  }

  get head(): TraceHead | null {
    return this.contents.head;
  }

  get texts(): readonly TraceText[] {
    return this.contents.texts;
  }

  get sites(): FileContents['sites'] {
    return this.contents.sites;
  }

  /** The texts of which no receivers, arguments and results were recorded. */
  get textsWithoutValues(): ReadonlySet<string> {
    const values = this.head?.settings.values ?? 'all';
    const are = this.texts.filter(({ byCalls }) => values === 'none' || (values === 'user' && byCalls === true));
    return (this.knownWithoutValues ??= new Set(are.map(({ path }) => path)));
  }

  private knownWithoutValues: ReadonlySet<string> | null = null;

  /** Whether a literal of an object or array begins at a site. */
  startsLiteral({ path, site: { offset } }: PlacedSite): boolean {
    const sign = this.texts.find((text) => text.path === path)?.source[offset];
    return sign === '{' || sign === '[';
  }

  /** The entries of all functions of a text. Behind the site of each stands one that is the whole function. */
  entriesOf(path: string): readonly FunctionEntry[] {
    let found = this.entriesByPath.get(path);
    if (found !== undefined) return found;
    found = this.sites.flatMap(({ path: own, first, sites }) =>
      own !== path
        ? []
        : sites.flatMap(({ kind, offset, end }, index) =>
            kind === 'argument' && sites[index - 1]?.kind === 'call' ? [{ site: first + index - 1, start: offset, end }] : [],
          ),
    );
    this.entriesByPath.set(path, found);
    return found;
  }

  get threads(): readonly TraceThread[] {
    return this.contents.threads;
  }

  /** When events happened: pairs of an event and milliseconds since the beginning. */
  get marks(): FileContents['marks'] {
    return this.contents.marks;
  }

  get relations(): Required<TraceRelations> {
    return this.contents.relations;
  }

  /** How the program ended; null: the file was cut, or is still being written. */
  get ending(): TraceEnd | null {
    return this.contents.end;
  }

  get counts(): FileContents['counts'] {
    return this.contents.counts;
  }

  /**
   * Whether something of the file could not be read, as far as it was tried: rows are read when they are asked for. A file that ends in the middle
   * of its last frame is cut, as where its writer is ended, and what is before that is whole.
   */
  get isDamaged(): boolean {
    return this.isLost || this.contents.damaged > 0 || (this.file.unreadable > 0 && !this.file.isCut);
  }

  /** Whether rows could not be read, or tell of sites that are not in the file. */
  private isLost = false;

  get frameCount(): number {
    return this.firsts.length - 1;
  }

  /** The first event of a frame. */
  firstOf(frame: number): number {
    return this.firsts[frame] ?? this.end;
  }

  /** The rows of a frame. Rows of a damaged frame say nothing. */
  chunk(frame: number): EventChunk {
    this.seen.add(frame);
    const { place, part } = this.contents.events[frame] ?? {};
    const content = place === undefined ? null : this.file.content(place);
    const first = this.firstOf(frame);
    const count = this.firstOf(frame + 1) - first;
    const events = content === null ? null : eventsOf(count, content);
    const chunk = decodeRows(events, { thread: part?.thread ?? 0, first, count }, this, [...(part?.stack ?? [])], this.activations);
    if (events === null || chunk.sites.some((site) => site >= this.kinds.length)) this.isLost = true;
    return chunk;
  }

  /** The event at which an activation began; null when the recording does not have it. Reads on until it is found; `before`: where it runs. */
  callOf(activation: number, before = this.end): number | null {
    const last = before >= this.end ? -1 : this.frameOf(before);
    for (let frame = last; frame >= 0 && frame > last - nearFrames; frame--) {
      if (this.activations.callOf(activation) >= 0) break;
      if (!this.seen.has(frame)) this.chunk(frame);
    }
    if (this.activations.callOf(activation) < 0) this.lookFor(activation);
    for (;;) {
      const event = this.activations.callOf(activation);
      if (event >= 0) return event;
      if (!this.readOn()) return null;
    }
  }

  /** Where an activation ended, and how; null when it had not ended when the recording did. `after`: an event at which it runs. */
  endOf(activation: number, after = 0): { readonly event: number; readonly how: Ending } | null {
    for (let frame = this.frameOf(after); ; frame++) {
      // Most have ended, in what is read already: then it does not matter how far that goes.
      if (this.activations.howOf(activation) !== 'exit') while (this.seen.has(frame)) frame++;
      const how = this.activations.howOf(activation);
      const isRead = frame >= this.frameCount;
      // What an exception seems to have left may go on in what is not read yet.
      if (how === 'exit' || (how === 'thrown' && isRead)) return { event: this.activations.endOf(activation), how };
      if (isRead) return null;
      this.chunk(frame);
    }
  }

  /** Which activation ran when one began, and which began at all: what is not read yet is read first. */
  get allActivations(): ActivationTable {
    while (this.readOn());
    return this.activations;
  }

  /** Reads the frame in which an activation most likely began: in one thread they are numbered as they begin. */
  private lookFor(activation: number): void {
    let [low, high] = [0, this.frameCount - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.firstBegun(middle) ?? 0) > activation) high = middle - 1;
      else low = middle;
    }
    if (low >= 0 && !this.seen.has(low)) this.chunk(low);
  }

  /** The activation that begins first in a frame; null when none does. */
  private firstBegun(frame: number): number | null {
    let first = this.begun.get(frame);
    if (first === undefined) {
      const { kinds, subjects } = this.chunk(frame);
      const at = kinds.indexOf(Kind.call);
      this.begun.set(frame, (first = at < 0 ? null : (subjects[at] ?? null)));
    }
    return first;
  }

  private readonly begun = new Map<number, number | null>();

  /** The same as far as it was read; null where it was not. */
  knownEndOf(activation: number): { readonly event: number; readonly how: Ending } | null {
    const event = this.activations.endOf(activation);
    return event < 0 ? null : { event, how: this.activations.howOf(activation) };
  }

  /** The frame that holds an event. */
  private frameOf(event: number): number {
    let [low, high] = [0, this.frameCount - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.firstOf(middle) <= event) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Decodes the first frame that was not read yet. */
  private readOn(): boolean {
    while (this.seen.has(this.next)) this.next++;
    if (this.next >= this.frameCount) return false;
    this.chunk(this.next);
    return true;
  }

  private next = 0;

  site(number: number): PlacedSite | undefined {
    const part = this.sitesAround(number);
    const site = part?.sites[number - part.first];
    return part === undefined || site === undefined ? undefined : { path: part.path, site };
  }

  /** The sites of one text in one thread, by the number of one of them. */
  sitesAround(number: number): TraceSites | undefined {
    this.ordered ??= this.contents.sites.toSorted((a, b) => a.first - b.first);
    let [low, high] = [0, this.ordered.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.ordered[middle]?.first ?? 0) <= number) low = middle;
      else high = middle - 1;
    }
    const part = this.ordered[low];
    return part !== undefined && part.first <= number && number < part.first + part.sites.length ? part : undefined;
  }

  private ordered: readonly TraceSites[] | undefined;

  /** The number of the top level's scope of a text whose sites begin here. */
  moduleScope(firstSite: number): number {
    return -firstSite - 1;
  }

  isCalledAgain(site: number): boolean {
    return this.site(site)?.site.key === 'yield';
  }

  areApart(site: number, other: number): boolean {
    return this.control.areApart(site, other);
  }

  isInGenerator(site: number): boolean {
    return this.control.isInGenerator(site);
  }

  isDelegation(site: number): boolean {
    return this.control.isDelegation(site);
  }

  /** Whether an async function begins at a site, which ends by no exception. */
  entersAsync(site: number): boolean {
    return this.control.entersAsync(site);
  }

  /** Whether a getter or a setter begins at a site: no call of the text leads there. */
  entersAccessor(site: number): boolean {
    return this.control.entersAccessor(site);
  }

  /** Whether a site of a calling expression is a place that was seen on the stack: a getter's read, a conversion, a loop's head. */
  isSeen(site: number): boolean {
    return this.site(site)?.site.key === 'seen';
  }

  namesOfLiteral(site: number): readonly LiteralName[] {
    return this.control.namesOfLiteral(site);
  }

  entersReturn(site: number): boolean {
    return this.control.entersReturn(site);
  }

  endsAsync(site: number): boolean {
    return this.control.endsAsync(site);
  }

  private readonly control = new SiteControl(
    (number) => this.site(number),
    (path) => this.contents.texts.find((text) => text.path === path)?.source,
  );

  /** The key of a change, as `adapter/events/keyText.ts` names it. */
  keyOf(number: number): string {
    if (number < 0) return String(-number - 1);
    const { strings } = this.contents;
    const text = strings[number];
    if (text === undefined) return this.otherKeys[number - strings.length] ?? '';
    if (typeof text !== 'string') return text.start;
    return /^symbol \d+( |$)/.test(text) ? `symbol ${number}` : text;
  }

  /** The number of a key that a row tells: the first of those that stand for its text. */
  keyTold(number: number): number {
    return number <= 0 ? number : (this.canonical[number] ?? number);
  }

  /** The number of a key; null when no row of the recording has it. */
  keyNumber(key: string): number | null {
    if (/^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 0x7fffffff) return -Number(key) - 1;
    const symbol = /^symbol (\d+)$/.exec(key)?.[1];
    return symbol === undefined ? (this.keyNumbers.get(key) ?? null) : Number(symbol);
  }

  /** The keys that a test accepts. */
  keysLike(isWanted: (key: string) => boolean): readonly number[] {
    return [...this.keyNumbers].filter(([key]) => isWanted(key)).map(([, number]) => number);
  }

  private keyOfSite({ kind, key, declaration }: Site, path: string): number {
    const isKeyless =
      /^(allocation|fork|arrival|call|caller|argument|exit|throw|catch|last|suspend|resume|return|await|scope|around)$/.test(kind);
    if (key === null || isKeyless) return 0;
    const text = keyText(keyReport(key, declaration, path));
    const known = this.keyNumber(text);
    if (known !== null) return known;
    const number = this.contents.strings.length + this.otherKeys.push(text) - 1;
    this.keyNumbers.set(text, number);
    return number;
  }

  /** The value that a row tells; null when it was not recorded. */
  valueOf(tag: number, payload: number): ValueReport | null {
    switch (tag) {
      case Tag.undefined:
        return { kind: 'primitive', type: 'undefined', text: 'undefined' };
      case Tag.null:
        return { kind: 'primitive', type: 'null', text: 'null' };
      case Tag.false:
      case Tag.true:
        return { kind: 'primitive', type: 'boolean', text: String(tag === Tag.true) };
      case Tag.number:
        return { kind: 'primitive', type: 'number', text: Object.is(payload, -0) ? '-0' : String(payload) };
      case Tag.string:
        return this.textValue('string', payload);
      case Tag.bigint:
        return this.textValue('bigint', payload);
      case Tag.longString:
        return { kind: 'primitive', type: 'string', text: '', length: payload };
      case Tag.symbol:
        return { kind: 'primitive', type: 'symbol', text: this.symbolName(payload), symbol: payload };
      case Tag.object:
      case Tag.function:
        return (
          this.object(payload) ?? {
            kind: 'object',
            id: payload,
            className: '',
            preview: '',
            type: tag === Tag.function ? 'function' : 'object',
          }
        );
      case Tag.absent:
        return { kind: 'absent' };
      default:
        return null;
    }
  }

  private textValue(type: 'string' | 'bigint', number: number): ValueReport | null {
    const text = this.contents.strings[number];
    if (text === undefined) return null;
    return typeof text === 'string'
      ? { kind: 'primitive', type, text }
      : { kind: 'primitive', type, text: text.start, length: text.length };
  }

  /** What a symbol is described by. */
  symbolName(number: number): string {
    const text = this.contents.strings[number];
    return typeof text === 'string' ? text.replace(/^symbol \d+ ?/, '') : '';
  }

  /** An object without what it holds; null when it is not known. */
  object(number: number): Extract<ValueReport, { kind: 'object' }> | null {
    const { objects, strings } = this.contents;
    const name = objects.classNameOf(number);
    if (name === null) return null;
    const text = strings[name];
    const own = objects.typeOf(number);
    const type: ObjectType = own === 'class' || own === 'native' ? 'function' : own === 'global' ? 'object' : own;
    const holder = type === 'proxy' ? this.proxies.get(number)?.target : undefined;
    const report = { kind: 'object', id: number, className: typeof text === 'string' ? text : '', preview: '', type } as const;
    return holder === undefined ? report : { ...report, holder };
  }

  /** Whether a Proxy had no trap that sees what is read. */
  isReadThrough(proxy: number): boolean {
    return this.proxies.get(proxy)?.isReadThrough === true;
  }

  private get proxies(): ReadonlyMap<number, ProxyTarget> {
    return (this.knownProxies ??= new Map((this.relations.proxies ?? []).map((one) => [one.proxy, one])));
  }

  private knownProxies: ReadonlyMap<number, ProxyTarget> | null = null;

  /** How many rows were recorded before an object was seen first; -1 when it is not known. */
  firstSightOf(object: number): number {
    return this.contents.objects.firstOf(object);
  }

  /** What an object inherits from at its first sight, as `Inherits` has it; a function does not tell it. */
  inheritsOf(object: number): number {
    return this.contents.objects.inheritsOf(object);
  }

  /** Whether the recording has what functions inherit from, and what changed of that. */
  get tellsStored(): boolean {
    return this.contents.tellsStored;
  }

  /** Whether code of which no writes are recorded may write `__proto__`. */
  get writesPrototypesUnseen(): boolean {
    return (this.knownUnseen ??=
      this.contents.texts.some(({ byCalls, source }) => byCalls === true && source.includes('__proto__')) ||
      this.contents.relations.code.some(({ text }) => text?.includes('__proto__') !== false));
  }

  private knownUnseen: boolean | null = null;

  /** The name of a function at its first sight; empty when it has none, or it was not recorded. */
  functionName(object: number): string {
    const number = this.contents.objects.nameOf(object);
    const text = number === null ? '' : this.contents.strings[number];
    return typeof text === 'string' ? text : (text?.start ?? '');
  }

  /** Whether V8 shows no text of a function: it is the language's or Node's, or `bind` has made it. */
  hasNoText(object: number): boolean {
    return this.contents.objects.typeOf(object) === 'native';
  }

  /** `globalThis`: an object that nothing is known of where the program never came to see it, and null where several threads have one each. */
  get globalObject(): Extract<ValueReport, { kind: 'object' }> | null {
    if (this.contents.threads.length > 1) return null;
    const number = (this.knownGlobal ??= { number: this.contents.objects.firstOfType('global') }).number;
    return number === null ? { kind: 'object', id: 0, className: 'Object', preview: '', type: 'object' } : this.object(number);
  }

  isClass(object: number): boolean {
    return this.contents.objects.typeOf(object) === 'class';
  }

  /** The numbers of objects, in order. */
  *objects(): Generator<number> {
    const { objects } = this.contents;
    for (let number = 1; number <= objects.last; number++) if (objects.has(number)) yield number;
  }
}

function keyReport(key: string, declaration: number | null, path: string): KeyReport {
  if (declaration === null) return { kind: 'property', name: key };
  return key.startsWith('#') ? { kind: 'private', path, declaration, name: key } : { kind: 'variable', path, declaration };
}
