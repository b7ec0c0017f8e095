import { basename } from 'node:path';
import type { TextPlace } from '../../instrument/plan.js';
import type { SourcePosition } from '../../instrument/mapping.js';
import { homeAt } from '../../instrument/tree.js';
import type { DebuggeeProcess } from '../../launch/process.js';
import type { FrameReport, PassagesOfRun, Paused, SelectedEvent, Selection, SelectionResult, ValueReport } from '../../runtime/messages.js';
import type { Facts } from '../question/demand.js';
import { ListingBuilder, type Listing } from './listing.js';
import type { CodePlace, Observation, Observer } from '../runs/observer.js';
import type { Arrival } from '../origin/originStep.js';
import { unknownPoint, type PointAnswer, type PointIdentity } from '../question/point.js';
import type { Query, Show } from '../question/question.js';
import type { LoadedText, RunTexts } from '../text/texts.js';

/** A candidate is looked for among so many, the newest. */
const mostLooked = 1_000_000;

/** A throw, and for each of its frames the activation, where it is known. */
export interface SeenException {
  readonly observation: Observation;
  readonly activations: readonly (string | null)[];
}

/** A point that an origin has come to, and how. */
export interface Unseen {
  readonly query: Query;
  readonly answer: PointAnswer;
  readonly arrival: Arrival;
}

/** Where all passages are events, these tell more. */
export type Passages =
  | { readonly kind: 'events' }
  | { readonly kind: 'tooMany' }
  | { readonly kind: 'passages'; readonly counts: readonly number[]; readonly scopes: number };

/** What one run has seen at its points, and what is answered from it so far: all that the answers to single questions share. */
export class RunRecord {
  readonly answers = new Map<string, PointAnswer>();
  /** By the number of events recorded before: those at which the debuggee waited. */
  readonly observations = new Map<number, Observation>();
  stop: Observation | null = null;
  readonly exceptions: SeenException[] = [];
  /** By the number of events recorded before. */
  readonly activations = new Map<number, string | null>();
  /** Of the points that are throws, by name. */
  readonly throws = new Map<string, Observation>();
  /** Points that an origin has come to, at which only the next run waits. */
  readonly unseen: Unseen[] = [];
  /** Events of calls that have certainly made what they returned. */
  readonly madeByCalls = new Set<number>();
  /** Variables that an origin has come to, and that are recorded from the next run on. */
  readonly unrecorded: TextPlace[] = [];
  /** Whether some question lacks what only another run can tell. */
  isPending = false;
  /** Whether only another run can tell how often something was that is known already. */
  lacksCounts = false;
  private readonly candidates = new Map<string, ListingBuilder>();

  /** Points of which a question names a candidate. */
  private readonly looked: ReadonlySet<string>;

  constructor(
    readonly debuggee: DebuggeeProcess,
    readonly texts: RunTexts,
    readonly queries: readonly Query[],
    readonly facts: Facts,
    readonly observer: Observer,
    private readonly shows: readonly Show[],
    /** Whether the passages of something are counted until each point. */
    private readonly countsPassages: boolean,
    private readonly mostListed: number,
  ) {
    this.looked = new Set(queries.flatMap(({ kind, of }) => (kind === 'candidate' ? [of] : [])));
  }

  /** Whether a point is to be waited at for what is asked there. */
  isWaitedAt(point: string): boolean {
    return this.countsPassages || this.queries.some(({ of }) => of === point) || this.shows.some(({ of }) => of === point);
  }

  /** Whether texts that do not hold the names were left alone; in the next run they are not: the first is quick, the last has seen all. */
  get lacksTexts(): boolean {
    return (this.stop?.paused.leftOutTexts ?? 0) > 0 && this.facts.lacksTexts();
  }

  /** What was seen at a located point; null when the debuggee did not wait there. */
  observationOf({ id, time }: PointAnswer): Observation | null {
    if (id === 'P1') return this.stop;
    return this.throws.get(id) ?? this.observations.get(time ?? -1) ?? null;
  }

  /** Has the debuggee choose among the events that it has recorded; `point`: whose candidates they are. */
  async select(request: Selection, point: string | null = null): Promise<SelectionResult> {
    const most = point !== null && this.looked.has(point) ? mostLooked : this.mostListed;
    const listed = point !== null && most > 0 ? { ...request, listed: most } : request;
    const result = await this.debuggee.ask<SelectionResult>({ kind: 'select', request: listed });
    if (point !== null && result.list !== null) {
      const builder = this.candidates.get(point) ?? new ListingBuilder();
      this.candidates.set(point, builder);
      builder.add(result.list, result.total);
    }
    return result;
  }

  /** How often each of some sites was passed, where activations keep what was last, and how many scopes have begun that the first one tells. */
  async passagesOf(sites: readonly number[]): Promise<Passages> {
    const { isLong, counts, scopes } = await this.debuggee.ask<PassagesOfRun>({ kind: 'passages', sites });
    if (!isLong) return { kind: 'events' };
    return counts === null ? { kind: 'tooMany' } : { kind: 'passages', counts, scopes };
  }

  /** The time of a passage that the program has waited at. */
  observedAt(site: number, passage: number): number | null {
    for (const [time, { paused }] of this.observations) if (paused.site === site && paused.occurrence === passage) return time;
    return null;
  }

  /** Of a point that has been decided, the candidates that are in a place, oldest first: how many events were recorded before each. */
  candidatesOf(point: string, isThere: (position: SourcePosition) => boolean): readonly number[] {
    return this.candidates.get(point)?.eventsAt((site) => this.positionOf(site), isThere) ?? [];
  }

  private positionOf(number: number): SourcePosition | null {
    const found = this.texts.site(number);
    return found === undefined ? null : (this.texts.text(found.path)?.sourcePosition(found.site.offset) ?? null);
  }

  /** The number of the object that one was a part of when native code made both. */
  wholeOf(object: number): Promise<number | null> {
    return this.debuggee.ask<number | null>({ kind: 'wholeOf', object });
  }

  /** The candidates of every point that has been decided. */
  listings(): ReadonlyMap<string, Listing> {
    const position = (number: number) => this.positionOf(number);
    const built = [...this.candidates].map(([id, builder]) => [id, builder.build(this.answers.get(id)?.time ?? null, position)] as const);
    return new Map(built);
  }

  /** `top`: where the point is, which V8 only knows as where its probe is. */
  stackOf({ frames }: Paused, top?: PointAnswer['position']): PointAnswer['stack'] {
    return frames.map((frame, index) => {
      if (index === 0 && top) return { ...frame, ...top };
      const text = this.texts.text(frame.path);
      if (text === undefined) return frame;
      return { ...frame, ...text.sourcePosition(text.offsetAt(frame.line, frame.column)) };
    });
  }

  /** Where a site is, in a sentence. */
  placeOf(number: number): string {
    const found = this.texts.site(number);
    const position = found === undefined ? undefined : this.texts.text(found.path)?.sourcePosition(found.site.offset, found.site.end);
    return position ? ` (line ${position.line} of ${basename(position.path)})` : '';
  }

  private userPosition({ path, line, column }: FrameReport): PointAnswer['position'] {
    const text = this.texts.text(path);
    return text?.userPosition(text.offsetAt(line, column)) ?? null;
  }

  /** The activations of the function around a place are seen in the next run. */
  askForForks(place: CodePlace | null): void {
    this.isPending = true;
    this.addForks(place);
  }

  /** The same where all but their number is known. */
  countForks(place: CodePlace): void {
    this.lacksCounts = true;
    this.addForks(place);
  }

  private addForks(place: CodePlace | null): void {
    if (place !== null) this.facts.addForks({ path: place.text.path, offset: homeAt(place.text.program, place.offset).start });
  }

  /** The point that an event is. */
  located({ id, kind, of }: Query, event: SelectedEvent): PointAnswer {
    const found = this.texts.site(event.site);
    const text = found === undefined ? undefined : this.texts.text(found.path);
    const observation = this.observations.get(event.ordinal);
    const { path, site } = found ?? { path: '', site: { offset: 0, end: 0, kind: 'write' as const } };
    const identity: PointIdentity = { path, offset: site.offset, end: site.end, siteKind: site.kind, occurrence: event.occurrence };
    const seen = observation?.paused;
    const own = text?.userPosition(site.offset, site.end) ?? null;
    // What a compiler's helper does is done where the user's source made it call the helper.
    const caller = own === null ? seen?.frames.find((frame) => this.userPosition(frame) !== null) : undefined;
    return {
      ...unknownPoint(id, kind, of, 'located', ''),
      reason: null,
      position: own ?? (caller === undefined ? null : this.userPosition(caller)) ?? text?.sourcePosition(site.offset, site.end) ?? null,
      functionName: (caller ?? seen?.frames[0])?.functionName ?? null,
      identity,
      hit: site.kind === 'native' || site.kind === 'result' ? passageOf(seen, text, site.offset) : event.occurrence,
      time: event.ordinal,
      before: observation?.before ?? event.before,
      after: event.value === null || isShortened(event.value) ? (seen?.value ?? event.value) : event.value,
      stack: seen === undefined ? null : this.stackOf(seen, text?.sourcePosition(site.offset, site.end)),
    };
  }
}

/** The how-many-th call of a function of the language; how often constructors have been called that call others is not known. */
function passageOf(seen: Paused | undefined, text: LoadedText | undefined, offset: number): number | null {
  return seen === undefined || text === undefined || /^new\b/.test(text.text.slice(offset, offset + 4)) ? null : seen.passage;
}

/** Of a long text only the length was recorded, of an object its number. */
function isShortened(value: ValueReport): boolean {
  return value.kind === 'object' || (value.kind === 'primitive' && value.length !== undefined);
}
