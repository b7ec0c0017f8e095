import type { ValueReport } from '../../events/rows.js';
import { isSame } from '../../events/sameValue.js';
import { lexicalKey } from '../../instrument/site.js';
import { Tag } from '../../runtime/rows/tags.js';
import { IndexedChunk, type Order } from './chunkIndex.js';
import type { EventChunk } from './chunks.js';
import { ChunkSummary } from './chunkSummary.js';
import { CountedSites } from './countedSites.js';
import type { Recording } from './recordingFile.js';
import { isChange, Kind } from './rowMeaning.js';
import type { LiteralName } from './siteControl.js';
import { Prototypes } from './ancestors.js';
import { Iterations } from './loopScopes.js';
import { SharedMemory } from './sharedMemory.js';
import { CodeWithoutProbes } from './codeWithoutProbes.js';

/** One call, beside what its event says. */
export interface CallRecord {
  /** The activation that it began, and the one that ran before; 0: none of the program's. */
  readonly activation: number;
  readonly caller: number;
  readonly event: number;
  readonly thread: number;
  /** The site of the function's entry. */
  readonly site: number;
  /** The calling expression's; null where native code or Node called. */
  readonly callSite: number | null;
  /** null: the function has none of its own, or it was not recorded. */
  readonly receiver: ValueReport | null;
  readonly arguments: readonly (ValueReport | null)[];
  /** Whether these are all: some may only have been counted. */
  readonly areArgumentsKnown: boolean;
}

/** One event as it is recorded. */
export interface TraceRow {
  readonly event: number;
  readonly thread: number;
  readonly kind: number;
  readonly site: number;
  /** Whose place changed: an object or a scope; of a fork its activation; of a call, and where one goes on, the activation that runs then. */
  readonly subject: number;
  readonly key: number;
  readonly tag: number;
  readonly payload: number;
  /** The activation in which it happened; of a call its caller. 0: none of the program's. */
  readonly activation: number;
}

/** How many rows behind an element its array's length is told: the keys of both, and which activation runs, are told between. */
const rowsToLength = 3;

/** What an object came into being with is told within so many rows. */
const mostRowsOfBirth = 20_000;

/** More arguments than V8 takes no call has. */
const mostArguments = 1 << 17;

/** So many other throws are passed over, when the handler is looked for that has an object. */
const mostOthers = 100;

/** How many bytes chunks may take that are kept: what was looked at longest ago is read again when it is needed. */
const defaultMostBytes = 220e6;

/** What a recording holds, found by place, key, site and activation. Chunks are read when they are needed; memory is bounded by their bytes. */
export class TraceStore {
  private readonly chunks = new Map<number, IndexedChunk>();

  constructor(
    readonly source: Recording,
    private readonly mostBytes = defaultMostBytes,
  ) {}

  /** What the budget has left out. */
  readonly counted = new CountedSites(this);

  /** Writes of code without probes. */
  readonly unseen = new CodeWithoutProbes(this);

  /** Assignments that setters got, which change no place: known where the texts were read. */
  setters: { readonly mayBeUnder: (key: number) => boolean; readonly has: (row: TraceRow) => boolean } | null = null;

  /** Parameters that elements of `arguments` show: known where the texts were read. */
  shownParameters: {
    readonly changesOf: (list: number, key: number | null) => readonly TraceRow[];
    readonly listIn: (activation: number) => number | null;
    readonly mayBeUnder: (variable: number) => boolean;
    readonly changesIn: (scope: number, variable: number) => readonly TraceRow[];
  } | null = null;

  /** What objects inherit from. */
  readonly prototypes = new Prototypes(this);

  /** What views show of the same memory. */
  readonly memory = new SharedMemory(this);

  /** How many events there are: the number after the last. */
  get end(): number {
    return this.source.end;
  }

  row(event: number): TraceRow | null {
    const index = this.chunkOf(event);
    if (index < 0) return null;
    const { columns } = this.chunk(index);
    return rowIn(columns, event - columns.first);
  }

  valueOf({ tag, payload }: TraceRow): ValueReport | null {
    return this.source.valueOf(tag, payload);
  }

  /** Changes of an object's or scope's place, oldest first; of all its places when no key is given. */
  *changesOf(subject: number, key: number | null, from = 0, to = Infinity): Generator<TraceRow> {
    if (key === null) yield* this.find('bySubject', [subject], from, to);
    else yield* inOrder(this.rowsOfPlace(subject, key, from, to), this.shownChanges(subject, key, from, to));
  }

  /** Changes of all places of an object, oldest first. Scopes have numbers of their own, which may be those of objects. */
  *changesOfObject(object: number, from = 0, to = Infinity): Generator<TraceRow> {
    yield* inOrder(this.rowsOfObject(object, from, to), this.shownChanges(object, null, from, to));
  }

  /** The rows that stand under an object. */
  *rowsOfObject(object: number, from = 0, to = Infinity): Generator<TraceRow> {
    for (const row of this.find('bySubject', [object], from, to)) if (!this.isVariable(row.key)) yield row;
  }

  /** The rows that stand under a place of an object or scope. */
  *rowsOfPlace(subject: number, key: number, from: number, to: number): Generator<TraceRow> {
    yield* this.find('byPlace', [subject, key], from, to);
  }

  /** Changes of elements of an `arguments` object by parameters that they show. */
  private shownChanges(object: number, key: number | null, from: number, to: number): readonly TraceRow[] {
    if (this.shownParameters === null || (key !== null && key >= 0) || this.source.object(object)?.type !== 'arguments') return [];
    return this.shownParameters.changesOf(object, key).filter(({ event }) => event >= from && event <= to);
  }

  /**
   * The event until which an object is looked at by who asks what it holds after one. What native code has made is told once, maybe just behind the
   * row that names it first: it has held that all the time.
   */
  untilBorn(object: number, until: number): number {
    const seen = this.source.firstSightOf(object);
    if (until + 1 < seen || until > seen + mostRowsOfBirth) return until;
    let first: TraceRow | null = null;
    let last = until;
    for (const row of this.changesOfObject(object, Math.max(0, seen - 1), seen + mostRowsOfBirth)) {
      if (row.kind !== Kind.content || (first !== null && row.site !== first.site)) break;
      first ??= row;
      last = Math.max(last, row.event);
    }
    return last;
  }

  private isVariable(key: number): boolean {
    return key > 0 && this.source.keyOf(key).startsWith('variable ');
  }

  /** Changes under a key, whosever, oldest first. */
  *changesUnder(key: number, from = 0, to = Infinity): Generator<TraceRow> {
    yield* this.find('byKey', [key], from, to);
  }

  /** Passages of a site, oldest first. */
  *passagesOf(site: number, from = 0, to = Infinity): Generator<TraceRow> {
    yield* this.find('bySite', [site], from, to);
  }

  /** How many events a site has. */
  countAt(site: number): number {
    let count = 0;
    for (let index = 0; index < this.source.frameCount; index++) {
      if (!this.mayHold(index, 'bySite', [site])) continue;
      const { columns, bySite } = this.chunk(index);
      const [from, to] = bySite.range([site]);
      for (let at = from; at < to; at++) if (columns.kinds[bySite.rows[at] ?? 0] !== Kind.none) count++;
    }
    return count;
  }

  /** Passages of some sites, oldest first. Each chunk is read once, however many sites there are. */
  *passagesOfAny(sites: readonly number[]): Generator<TraceRow> {
    const wanted = new Set(sites);
    if (wanted.size === 0) return;
    for (let index = 0; index < this.source.frameCount; index++) {
      const { columns } = this.chunk(index);
      for (let row = 0; row < columns.count; row++) if (wanted.has(columns.sites[row] ?? 0)) yield rowIn(columns, row);
    }
  }

  /** What happened in an activation itself, oldest first. */
  *rowsOf(activation: number, from = 0, to = Infinity): Generator<TraceRow> {
    yield* this.find('byActivation', [activation], from, to);
  }

  /** What happened in an activation itself before an event, newest first; not before another one. */
  *rowsBefore(activation: number, before: number, since = 0): Generator<TraceRow> {
    yield* this.findBackwards('byActivation', [activation], before, since);
  }

  /** Passages of a site before an event, newest first. */
  *passagesBefore(site: number, before: number): Generator<TraceRow> {
    yield* this.findBackwards('bySite', [site], before);
  }

  /** Changes of an object's or scope's place before an event, newest first. */
  *changesBefore(subject: number, key: number, before: number): Generator<TraceRow> {
    yield* this.findBackwards('byPlace', [subject, key], before);
  }

  /** Events of a kind before an event, newest first. */
  *ofKindBefore(kind: number, before: number): Generator<TraceRow> {
    for (let index = this.chunkOf(Math.min(before, this.end) - 1); index >= 0; index--) {
      const { columns } = this.chunk(index);
      for (let row = Math.min(columns.count, before - columns.first) - 1; row >= 0; row--)
        if (columns.kinds[row] === kind) yield rowIn(columns, row);
    }
  }

  /** Where an activation began and went on, oldest first. */
  *segmentsOf(activation: number, from = 0, to = Infinity): Generator<TraceRow> {
    yield* this.find('begun', [activation], from, to);
  }

  /** Where a scope was entered; null when it was not recorded. Scopes are numbered as they are entered, which leads to the chunk. */
  entryOf(instance: number): TraceRow | null {
    let [low, high] = [0, this.source.frameCount - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const { kinds, subjects } = this.chunk(middle).columns;
      const first = kinds.indexOf(Kind.scope);
      if (first >= 0 && (subjects[first] ?? 0) > instance) high = middle - 1;
      else low = middle;
    }
    for (const row of this.find('entered', [instance], this.source.firstOf(low), this.source.firstOf(low + 1) - 1)) return row;
    // Of several threads the numbers are not in order.
    for (const row of this.find('entered', [instance], 0, Infinity)) return row;
    return null;
  }

  /** The newest change of a place before an event; null when there is none. */
  lastChange(subject: number, key: number, before: number): TraceRow | null {
    const own = this.newest('byPlace', [subject, key], before);
    if (key >= 0) return own;
    return this.shownChanges(subject, key, 0, before - 1).findLast(({ event }) => event > (own?.event ?? -1)) ?? own;
  }

  /** The newest passage of a site; null when it has none. */
  lastPassage(site: number): TraceRow | null {
    return this.newest('bySite', [site], this.end);
  }

  /**
   * How often a site was passed until an event, this one included. Where a row before it holds the key, both are one passage, and so is the
   * length that an element behind the others gives its array, all that is spread into
   * one object, and the elements that a shorter length deletes.
   */
  occurrenceAt(site: number, event: number): number {
    const { key = null, kind } = this.source.site(site)?.site ?? {};
    const hasKeys = key === null || key === 'length' || (this.source.keyNumber(key) ?? 0) < 0;
    const length = this.source.keyNumber('length');
    let count = 0;
    let element: { readonly event: number; readonly subject: number } | null = null;
    let spreadInto = -1;
    for (let index = 0; index < this.source.frameCount && this.source.firstOf(index) <= event; index++) {
      if (!this.mayHold(index, 'bySite', [site])) continue;
      const { columns, bySite } = this.chunk(index);
      const [from, to] = bySite.range([site]);
      const isWhole = columns.first + columns.count <= event + 1;
      if (isWhole && !hasKeys) {
        count += to - from;
        continue;
      }
      for (let at = from; at < to; at++) {
        const row = bySite.rows[at] ?? 0;
        const own = columns.first + row;
        if (own > event) break;
        if (columns.kinds[row] === Kind.none) continue;
        const [subject, place] = [columns.subjects[row] ?? 0, columns.keys[row] ?? 0];
        const isItsLength = place === length && element?.subject === subject && own - element.event <= rowsToLength;
        element = place < 0 ? { event: own, subject } : null;
        const isItsSpread = kind === 'spread' && spreadInto === subject;
        spreadInto = subject;
        // A shorter length deletes elements.
        const isCut = kind === 'write' && place < 0 && this.valueOf(rowIn(columns, row))?.kind === 'absent';
        if (!isItsLength && !isItsSpread && !isCut) count++;
      }
    }
    return count;
  }

  /** How many changes there are under a key. */
  countUnder(key: number): number {
    let count = 0;
    for (let index = 0; index < this.source.frameCount; index++) {
      if (!this.mayHold(index, 'byKey', [key])) continue;
      const [from, to] = this.chunk(index).byKey.range([key]);
      count += to - from;
    }
    return count;
  }

  /** Every event between two, both included. */
  *rows(from = 0, to = Infinity): Generator<TraceRow> {
    for (let index = Math.max(0, this.chunkOf(from)); index < this.source.frameCount && this.source.firstOf(index) <= to; index++) {
      const { columns } = this.chunk(index);
      const start = Math.max(0, from - columns.first);
      for (let row = start; row < columns.count && columns.first + row <= to; row++) yield rowIn(columns, row);
    }
  }

  /** The chunks that have events from one on and before another, oldest first. */
  *chunksBetween(from: number, to: number): Generator<EventChunk> {
    for (let index = Math.max(0, this.chunkOf(from)); index < this.source.frameCount && this.source.firstOf(index) < to; index++)
      yield this.chunk(index).columns;
  }

  /** The same chunks, newest first. */
  *chunksBack(from: number, to: number): Generator<EventChunk> {
    for (let index = this.chunkOf(Math.min(to, this.end) - 1); index >= 0 && this.source.firstOf(index + 1) > from; index--)
      yield this.chunk(index).columns;
  }

  /** What happened in an activation itself between two events, both excluded, newest first. */
  *rowsBackOf(activation: number, after: number, before: number): Generator<TraceRow> {
    for (let index = this.chunkOf(Math.min(before, this.end) - 1); index >= 0 && this.source.firstOf(index + 1) > after; index--) {
      if (!this.mayHold(index, 'byActivation', [activation])) continue;
      const { columns, byActivation } = this.chunk(index);
      const [start, end] = byActivation.range([activation]);
      for (let at = end - 1; at >= start; at--) {
        const row = byActivation.rows[at] ?? 0;
        const event = columns.first + row;
        if (event > after && event < before) yield rowIn(columns, row);
      }
    }
  }

  /** Events of a kind, oldest first. */
  *ofKind(kind: number, from = 0, to = Infinity): Generator<TraceRow> {
    yield* this.ofKinds([kind], from, to);
  }

  /** Events of some kinds, oldest first. */
  *ofKinds(kinds: readonly number[], from = 0, to = Infinity): Generator<TraceRow> {
    const first = Math.max(0, from < this.end ? this.chunkOf(from) : this.source.frameCount);
    for (let index = first; index < this.source.frameCount && this.source.firstOf(index) <= to; index++) {
      if (this.summaries[index]?.hasKindOf(kinds) === false) continue;
      const { columns } = this.chunk(index);
      for (let row = Math.max(0, from - columns.first); row < columns.count && columns.first + row <= to; row++)
        if (kinds.includes(columns.kinds[row] ?? 0)) yield rowIn(columns, row);
    }
  }

  /** What a call event says, with the rows that belong to it; null when it is none. */
  call(event: number): CallRecord | null {
    const own = this.row(event);
    if (own?.kind !== Kind.call) return null;
    const before = this.beside(event, -1);
    const isCaller = before?.tag === Tag.caller && before.thread === own.thread && before.subject === own.subject;
    const list: (ValueReport | null)[] = [];
    let index = 0;
    for (let row = this.beside(event, 1); row !== null && row.kind === Kind.none; row = this.beside(row.event, 1)) {
      // The key of an argument, its index, is in the row before it.
      if (row.tag === Tag.key) index = Number(/^argument (\d+)$/.exec(this.source.keyOf(row.subject))?.[1] ?? -1);
      else if (row.subject !== own.subject || index < 0 || index > mostArguments || !this.isArgument(row)) break;
      else {
        // Of a pattern nothing is recorded.
        while (list.length < index) list.push(null);
        list[index++] = this.valueOf(row);
      }
    }
    const receiver = this.isLexical(own) ? null : this.valueOf(own);
    return {
      activation: own.subject,
      caller: own.activation,
      event,
      thread: own.thread,
      site: own.site,
      callSite: this.callSiteBefore(own, isCaller ? before : null),
      receiver: receiver?.kind === 'absent' ? null : receiver,
      arguments: list,
      areArgumentsKnown: !this.hasNoValues(own.site) && !this.counted.mayLackArguments(own.site + 1, event),
    };
  }

  /** `this` of an arrow function that has it of no function around, as its call tells; null of others. */
  lexicalThis(activation: number): ValueReport | null {
    const event = this.source.callOf(activation);
    const row = event === null ? null : this.row(event);
    return row !== null && row.kind === Kind.call && this.isLexical(row) ? this.valueOf(row) : null;
  }

  private isLexical({ site }: TraceRow): boolean {
    return this.source.site(site)?.site.key === lexicalKey;
  }

  /** Whether what calls were given is not recorded of the function that is entered at a site. */
  private hasNoValues(site: number): boolean {
    const without = this.source.textsWithoutValues;
    if (without.size === 0) return false;
    const found = this.source.site(site);
    // The top level of a text is given nothing.
    return found !== undefined && found.site.key !== 'program' && without.has(found.path);
  }

  /** The expression that led to a call. */
  private callSiteBefore({ event, activation }: TraceRow, caller: TraceRow | null): number | null {
    const before = this.beside(caller?.event ?? event, -1);
    if (before?.kind === Kind.suspend && before.activation === activation && this.source.isDelegation(before.site)) return before.site;
    // Where Node calls, the row before is of a call that was made earlier.
    return caller !== null && activation !== 0 ? caller.site : null;
  }

  /** The row of the same thread before an event, or behind it. */
  beside(event: number, step: -1 | 1): TraceRow | null {
    const index = this.chunkOf(event);
    const found = index < 0 ? null : this.source.neighbour(event, step, index);
    return found === null ? null : this.row(found);
  }

  private isArgument(row: TraceRow): boolean {
    return row.tag !== Tag.key && row.tag !== Tag.caller && this.source.site(row.site)?.site.kind === 'argument';
  }

  /** The instances whose changes are those of a scope's variables, the newest first, each with the number of events until which they are. */
  sharersOf(scope: number): ReadonlyMap<number, number> {
    return this.iterations.sharersOf(scope);
  }

  /** The instance that a loop which has entered its scope with this one has before an event: each iteration may have made its own. */
  iterationOf(scope: number, before: number): number {
    return this.iterations.latest(scope, before);
  }

  /** The scope that a loop has copied an instance of, from one iteration to the next; the instance itself where it is none. */
  firstSharerOf(scope: number): number {
    return this.iterations.firstOf(scope);
  }

  private get iterations(): Iterations {
    return (this.knownIterations ??= new Iterations(this.source.relations.copies));
  }

  private knownIterations: Iterations | undefined;

  /** Whether objects of a class have a getter or setter of Node's under a name. */
  isAccessorOfNode(className: string, name: string): boolean {
    return this.source.relations.accessors.some((one) => one.className === className && one.names.includes(name));
  }

  /** How an object came into being, where that was recorded: by a literal or by `new`. */
  creationOf(object: number): 'literal' | 'new' | null {
    for (const row of this.find('made', [object], 0, Infinity)) {
      const found = this.source.site(row.site);
      if (found?.site.key === 'new') return this.source.startsLiteral(found) ? 'literal' : 'new';
    }
    return null;
  }

  /** What the literal that made an object names, in its order; empty where none did. */
  namesOfLiteral(object: number): readonly LiteralName[] {
    const made = this.creationOf(object) === 'literal' ? this.madeBy(object) : null;
    return made === null ? [] : this.source.namesOfLiteral(made.site);
  }

  /** The row with which an expression made an object; null when none was recorded. */
  madeBy(object: number): TraceRow | null {
    let sight: TraceRow | null = null;
    for (const row of this.find('made', [object], 0, Infinity)) {
      if (this.source.site(row.site)?.site.key !== 'sight') return row;
      sight ??= row;
    }
    return sight;
  }

  /** The newest row before a time with which an activation began or went on. */
  segmentOf(activation: number, before: number): TraceRow | null {
    return this.newest('begun', [activation], before);
  }

  /** The expression that called what a row began; null where native code or Node did. */
  callSiteOf(began: TraceRow): number | null {
    const site = this.lastCallBefore(began);
    if (site === null || this.source.isSeen(site)) return site;
    return began.kind === Kind.resume && this.isMadeBefore(began, site) ? null : site;
  }

  /** The call that an activation has made last when a row begins another. */
  private lastCallBefore({ event, thread, subject }: TraceRow): number | null {
    const row = this.beside(event, -1);
    return row?.tag === Tag.caller && row.thread === thread && row.subject === subject ? row.site : null;
  }

  /** Whether a call that has a generator go on was made already, with no test since: then a spread or a pattern asks for more. */
  private isMadeBefore({ activation, event, subject }: TraceRow, site: number): boolean {
    if (activation === 0) return false;
    for (const row of this.rowsBefore(activation, event)) {
      if (row.kind === Kind.fork || row.kind === Kind.suspend) return false;
      if (row.subject === subject && (row.kind === Kind.resume || row.kind === Kind.call)) return this.lastCallBefore(row) === site;
    }
    return false;
  }

  /** Whether a setter got what an event wrote under a key: no place of its object changed. */
  isForSetter(event: number, key: number): boolean {
    const row = this.setters?.mayBeUnder(key) === true ? this.row(event) : null;
    return row !== null && this.setters?.has(row) === true;
  }

  /** What the place of a change held before it; null when the event is none. */
  beforeOf(event: number): ValueReport | null {
    const row = this.row(event);
    if (row === null || !isChange(row.kind)) return null;
    const before = this.changeBefore(row);
    return before === null ? { kind: 'absent' } : this.valueOf(before);
  }

  /** When the passage began that a row is of: an array's length grows with its elements, of which the rows are before, many of a native's. */
  beginOfPassage({ event, subject, site }: TraceRow): number {
    const isOfNative = this.source.site(site)?.site.kind === 'native';
    let begin = event;
    for (let at = event - 1; at >= begin - rowsToLength; at--) {
      const row = this.row(at);
      if (row === null || (isOfNative && row.kind !== Kind.none && row.site !== site)) break;
      if (row.subject !== subject || row.site !== site || !isChange(row.kind)) continue;
      if (row.key >= 0) break;
      begin = at;
      if (!isOfNative) break;
    }
    return begin;
  }

  /** The change of a place before one of it; null when there is none. */
  changeBefore({ subject, key, event }: TraceRow): TraceRow | null {
    return this.isVariable(key) ? this.lastOfVariable(subject, key, event) : this.lastChange(subject, key, event);
  }

  /** The newest change of a variable before an event; what a loop has copied from an earlier iteration is that one's. */
  lastOfVariable(instance: number, key: number, time: number): TraceRow | null {
    const own = this.lastChange(instance, key, time);
    const shown = this.shownParameters?.changesIn(instance, key).findLast(({ event }) => event < time);
    if (shown !== undefined && shown.event > (own?.event ?? -1)) return shown;
    return own ?? this.iterations.lastBefore(instance, key, time, (scope, before) => this.lastChange(scope, key, before));
  }

  /** The activation whose function's scope an instance is, or lies in: the one that wrote to it first. */
  activationOfScope(instance: number): number {
    for (const row of this.changesOf(this.firstSharerOf(instance), null)) if (this.isVariable(row.key)) return row.activation;
    return 0;
  }

  /** Of each thread that an exception ended, its throw: the last of this very value. */
  *uncaught(): Generator<TraceRow> {
    const { ending, threads } = this.source;
    const ends = [{ number: 0, uncaught: ending?.uncaught ?? null }, ...threads.filter(({ number }) => number > 0)];
    for (const { number, uncaught = null } of ends) {
      let last: TraceRow | null = null;
      for (const row of uncaught === null ? [] : this.ofKind(Kind.throw, 0, uncaught.time)) {
        const value = row.thread === number ? this.valueOf(row) : null;
        if (value !== null && uncaught !== null && isSame(value, uncaught.value)) last = row;
      }
      if (last !== null) yield last;
    }
  }

  /** The event at which an exception was caught that a row throws; null when none was recorded. */
  caughtAt({ event, tag, payload, thread }: TraceRow): number | null {
    let others = 0;
    for (const row of this.ofKinds([Kind.catch, Kind.throw], event + 1)) {
      if (row.thread !== thread) continue;
      // The next handler has it, or has it passed on: another throw comes before. One that names nothing says nothing of what it has.
      const isIt = row.tag === tag && (row.payload === payload || this.isSameText(row, payload));
      if (row.kind === Kind.catch) return isIt || (row.tag === Tag.absent && others === 0) ? row.event : null;
      // Where activations wait for promises, others throw meanwhile: which object it is tells them apart.
      if (!isIt && (tag !== Tag.object || ++others > mostOthers)) return null;
    }
    return null;
  }

  /** The exception that a handler has; null when it was not recorded. */
  caughtBy(row: TraceRow): ValueReport | null {
    if (row.tag !== Tag.absent) return this.valueOf(row);
    const thrown = this.newestOfKind(Kind.throw, row.event, row.thread);
    return thrown === null || this.caughtAt(thrown) !== row.event ? null : this.valueOf(thrown);
  }

  /** The newest event of a kind in a thread before an event. */
  newestOfKind(kind: number, before: number, thread: number): TraceRow | null {
    for (let index = this.chunkOf(before - 1); index >= 0; index--) {
      const { columns } = this.chunk(index);
      if (columns.thread !== thread) continue;
      for (let row = Math.min(columns.count, before - columns.first) - 1; row >= 0; row--)
        if (columns.kinds[row] === kind) return rowIn(columns, row);
    }
    return null;
  }

  /** Whether a row's value is the text with another number. */
  private isSameText({ tag, payload }: TraceRow, other: number): boolean {
    const [own, value] = [this.source.valueOf(tag, payload), this.source.valueOf(tag, other)];
    return tag === Tag.string && own !== null && value !== null && isSame(own, value);
  }

  /** The functions that were bound to a class's name where it is declared. */
  classesNamed(name: string): readonly number[] {
    this.classObjects ??= this.findClasses();
    return this.classObjects.get(name) ?? [];
  }

  /** The name to which a function was bound where that is declared; null: to none. */
  nameBoundTo(object: number): string | null {
    this.classObjects ??= this.findClasses();
    for (const [name, objects] of this.classObjects) if (objects.includes(object)) return name;
    return null;
  }

  private classObjects: ReadonlyMap<string, readonly number[]> | undefined;

  private findClasses(): ReadonlyMap<string, readonly number[]> {
    const found = new Map<string, number[]>();
    for (const { first, sites } of this.source.sites)
      sites.forEach(({ kind, key, declaration, offset }, index) => {
        if ((kind !== 'write' && kind !== 'hoist') || key === null || declaration !== offset) return;
        for (const row of this.passagesOf(first + index)) {
          const value = this.valueOf(row);
          if (value?.kind === 'object' && value.type === 'function') found.set(key, [...(found.get(key) ?? []), value.id]);
        }
      });
    return found;
  }

  /** How a thread was when an event had happened: it goes from its first event to its last. */
  threadAt(
    number: number,
    at: number,
  ): { readonly started: number; readonly ended: number | null; readonly status: string; readonly parent: string | null } {
    const { threads, ending } = this.source;
    const thread = threads.find((one) => one.number === number);
    const events = this.source.eventsOf(number);
    if (thread === undefined) {
      const isOver = ending !== null && at >= this.end;
      const status =
        ending === null ? 'unknown' : !isOver ? 'running' : ending.uncaught !== null || (ending.code ?? 1) !== 0 ? 'failed' : 'exited';
      return { started: 0, ended: isOver ? (events?.last ?? this.end) : null, status, parent: null };
    }
    const last = events?.last ?? thread.started;
    const ended = thread.ended !== null && last < at ? last : null;
    const parent = threads.find((one) => one.number === thread.parent)?.name ?? null;
    // Of a file that was cut nobody knows how it went on.
    const open = ending === null && thread.ended === null && at >= this.end ? 'unknown' : 'running';
    return { started: events?.first ?? thread.started, ended, status: ended === null ? open : thread.status, parent };
  }

  private *find(order: Order, values: readonly number[], from: number, to: number): Generator<TraceRow> {
    const first = Math.max(0, from < this.end ? this.chunkOf(from) : this.source.frameCount);
    for (let index = first; index < this.source.frameCount && this.source.firstOf(index) <= to; index++) {
      if (!this.mayHold(index, order, values)) continue;
      const chunk = this.chunk(index);
      const { columns } = chunk;
      const { rows } = chunk[order];
      const [start, end] = chunk[order].range(values);
      for (let at = firstFrom(rows, from - columns.first, start, end); at < end; at++) {
        const row = rows[at] ?? 0;
        if (columns.first + row > to) return;
        yield rowIn(columns, row);
      }
    }
  }

  private newest(order: Order, values: readonly number[], before: number): TraceRow | null {
    for (const row of this.findBackwards(order, values, before)) return row;
    return null;
  }

  private *findBackwards(order: Order, values: readonly number[], before: number, since = 0): Generator<TraceRow> {
    for (let index = Math.min(this.chunkOf(Math.min(before, this.end) - 1), this.source.frameCount - 1); index >= 0; index--) {
      if (this.source.firstOf(index + 1) <= since) return;
      if (!this.mayHold(index, order, values)) continue;
      const chunk = this.chunk(index);
      const { columns } = chunk;
      const { rows } = chunk[order];
      const [start, end] = chunk[order].range(values);
      for (let at = firstFrom(rows, before - columns.first, start, end) - 1; at >= start; at--) {
        const row = rows[at] ?? 0;
        if (columns.first + row < since) return;
        yield rowIn(columns, row);
      }
    }
  }

  /** Whether a chunk may have such a row: of those that were read it is known. */
  private mayHold(index: number, order: Order, values: readonly number[]): boolean {
    return this.summaries[index]?.mayHold(order, values) ?? true;
  }

  /** Reads a chunk for what is kept of it when it is let go: lookups pass over chunks that cannot have what they look for. */
  summarise(index: number): void {
    this.summaries[index] ??= new ChunkSummary(this.source.chunk(index));
  }

  private readonly summaries: (ChunkSummary | undefined)[] = [];

  private chunk(index: number): IndexedChunk {
    if (index === this.lastIndex && this.lastChunk !== null) return this.lastChunk;
    const chunk = this.keptChunk(index);
    this.lastIndex = index;
    this.lastChunk = chunk;
    return chunk;
  }

  /** The chunk that was asked for last: most questions go on in it. */
  private lastIndex = -1;
  private lastChunk: IndexedChunk | null = null;

  private keptChunk(index: number): IndexedChunk {
    let chunk = this.chunks.get(index);
    if (chunk === undefined) {
      const made = new IndexedChunk(this.source.chunk(index), (bytes) => {
        if (this.chunks.get(index) === made) this.bytes += bytes;
      });
      chunk = made;
      this.summaries[index] ??= new ChunkSummary(chunk.columns);
      this.bytes += chunk.bytes;
    } else this.chunks.delete(index);
    for (const [old, { bytes }] of this.bytes > this.mostBytes ? this.chunks : []) {
      this.chunks.delete(old);
      this.bytes -= bytes;
      if (this.bytes <= this.mostBytes) break;
    }
    // The last one that was asked for is at the end.
    this.chunks.set(index, chunk);
    return chunk;
  }

  /** How many bytes the chunks take that are kept. */
  private bytes = 0;

  /** The chunk that holds an event; -1 when none does. */
  private chunkOf(event: number): number {
    if (!(event >= 0 && event < this.end)) return -1;
    let [low, high] = [0, this.source.frameCount - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.source.firstOf(middle) <= event) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Rows of two lists by their events, of which the second is short. */
function* inOrder(rows: Iterable<TraceRow>, others: readonly TraceRow[]): Generator<TraceRow> {
  let at = 0;
  for (const row of rows) {
    for (let other = others[at]; other !== undefined && other.event < row.event; other = others[++at]) yield other;
    yield row;
  }
  yield* others.slice(at);
}

function rowIn(columns: EventChunk, row: number): TraceRow {
  const { first, thread, kinds, sites, subjects, keys, tags, payloads, activations } = columns;
  return {
    event: first + row,
    thread,
    kind: kinds[row] ?? 0,
    site: sites[row] ?? 0,
    subject: subjects[row] ?? 0,
    key: keys[row] ?? 0,
    tag: tags[row] ?? 0,
    payload: payloads[row] ?? 0,
    activation: activations[row] ?? 0,
  };
}

/** The first place from `start` on, of rows that grow up to `end`, whose row is not below one. */
function firstFrom(rows: ArrayLike<number>, wanted: number, start: number, end: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
