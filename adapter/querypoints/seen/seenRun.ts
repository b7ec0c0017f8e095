import { basename } from 'node:path';
import type { EventSource } from '../../events/eventSource.js';
import type { Moment } from '../../events/moment.js';
import type { SourcePosition } from '../../instrument/mapping.js';
import type { TextPlace } from '../../instrument/plan.js';
import type { Site } from '../../instrument/site.js';
import { homeAt, isFunction, pathTo } from '../../instrument/tree.js';
import type { FrameReport, Paused, SelectedEvent, Selection, SelectionResult, ValueReport } from '../../events/rows.js';
import { isSame } from '../../events/sameValue.js';
import { demandOfForks, emptyDemand, joinDemands, nameOfPlace, type Demand } from '../question/demand.js';
import type { PointIdentity } from '../../events/controlPoint.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query, Show } from '../question/question.js';
import type { CodePlace, LoadedText, RunTexts } from '../text/texts.js';
import type { Deciding, Listed, Notes } from './deciding.js';
import { candidateTimes, listingOf, type Listing } from './listing.js';
import type { Observation } from './observation.js';
import { keepsInLocals, type Recording } from './recording.js';

/** A candidate is looked for among so many, the newest. */
const mostLooked = 1_000_000;

/** A throw, and for each of its frames the activation, where it is known. */
export interface SeenException {
  readonly observation: Observation;
  readonly activations: readonly (string | null)[];
}

/** Where all passages are events, these tell more. */
export type Passages =
  | { readonly kind: 'events' }
  | { readonly kind: 'tooMany' }
  | { readonly kind: 'passages'; readonly counts: readonly number[]; readonly scopes: number };

/** What is known of one run. */
export interface SeenState {
  readonly texts: RunTexts;
  readonly events: EventSource;
  /** The moment of the stop; null until the run is there. */
  readonly moment: Moment | null;
  readonly queries: readonly Query[];
  readonly shows: readonly Show[];
  /** Whether the passages of something are counted until each point. */
  readonly countsPassages: boolean;
  /** How many candidates of a point are listed at most. */
  readonly mostListed: number;
  readonly recording: Recording;
  /** What the run records. */
  readonly planned: Demand;
  /** The same with what was found to be lacking since. */
  readonly demand: Demand;
  readonly stop: Observation | null;
  /** By time: those at which the run waited. */
  readonly observations: ReadonlyMap<number, Observation>;
  readonly exceptions: readonly SeenException[];
  /** By time. */
  readonly activations: ReadonlyMap<number, string | null>;
  /** Events of calls that have certainly made what they returned. */
  readonly madeByCalls: ReadonlySet<number>;
  /** What is answered so far, by the point's name. */
  readonly answers: ReadonlyMap<string, PointAnswer>;
  /** Of the points that are throws, by name. */
  readonly throws: ReadonlyMap<string, Observation>;
  /** By the point's name. */
  readonly candidates: ReadonlyMap<string, readonly Listed[]>;
}

/** What one run has seen at its points, and what is answered from it so far: an immutable value, which what decides is given. */
export class SeenRun {
  constructor(readonly state: SeenState) {}

  get texts(): RunTexts {
    return this.state.texts;
  }

  get events(): EventSource {
    return this.state.events;
  }

  get planned(): Demand {
    return this.state.planned;
  }

  get answers(): SeenState['answers'] {
    return this.state.answers;
  }

  get observations(): SeenState['observations'] {
    return this.state.observations;
  }

  get exceptions(): SeenState['exceptions'] {
    return this.state.exceptions;
  }

  with(change: Partial<SeenState>): SeenRun {
    return new SeenRun({ ...this.state, ...change });
  }

  /** With what was noted while something was decided: what is decided next sees it. */
  noting({ lacks, points, throws, candidates }: Notes): SeenRun {
    const { state } = this;
    if (lacks === emptyDemand && points.length + throws.length + candidates.length === 0) return this;
    return this.with({
      demand: joinDemands(state.demand, lacks),
      answers: new Map([...state.answers, ...points.map((answer) => [answer.id, answer] as const)]),
      throws: new Map([...state.throws, ...throws.map(({ point, observation }) => [point, observation] as const)]),
      candidates: candidates.reduce(
        (all, listed) => new Map([...all, [listed.point, [...(all.get(listed.point) ?? []), listed]]]),
        state.candidates,
      ),
    });
  }

  /** Whether a point is to be waited at for what is asked there. */
  isWaitedAt(point: string): boolean {
    const { countsPassages, queries, shows } = this.state;
    return countsPassages || queries.some(({ of }) => of === point) || shows.some(({ of }) => of === point);
  }

  /** Whether texts that do not hold the names were left alone; in the next run they are not: the first is quick, the last has seen all. */
  get lacksTexts(): boolean {
    const { stop, demand } = this.state;
    return (stop?.paused.leftOutTexts ?? 0) > 0 && !demand.everywhere;
  }

  /** Whether what is last of the stop's own variables and forks is kept by activations. */
  get keepsInLocals(): boolean {
    return keepsInLocals(this.state.demand, this.state.recording);
  }

  /** Whether the writes of a variable are events, whoever asks. */
  recordsVariable(place: TextPlace): boolean {
    return this.state.demand.variables.has(nameOfPlace(place));
  }

  /** Whether the forks of a function are events of this run. */
  recordsForks(place: TextPlace): boolean {
    return this.planned.forks.has(nameOfPlace(place));
  }

  /** What was seen at a located point; null when the run did not wait there. */
  observationOf({ id, time }: PointAnswer): Observation | null {
    if (id === 'P1') return this.state.stop;
    return this.state.throws.get(id) ?? this.observations.get(time ?? -1) ?? null;
  }

  /** Chooses among the candidates of a point, which are noted. */
  async *selectFor(point: string, request: Selection): Deciding<SelectionResult> {
    const { queries, mostListed } = this.state;
    const isLooked = queries.some(({ kind, of }) => kind === 'candidate' && of === point);
    const most = isLooked ? mostLooked : mostListed;
    const result = await this.events.select(most > 0 ? { ...request, listed: most } : request);
    if (result.list !== null) yield { candidates: [{ point, list: result.list, total: result.total }] };
    return result;
  }

  /** How often each of some sites was passed, where activations keep what was last, and how many scopes have begun that the first one tells. */
  async passagesOf(sites: readonly number[]): Promise<Passages> {
    const { isLong, counts, scopes } = await this.events.passages(sites);
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
    return candidateTimes(this.state.candidates.get(point) ?? [], (site) => this.positionOf(site), isThere);
  }

  /** The candidates of every point that has been decided. */
  listings(): ReadonlyMap<string, Listing> {
    const position = (number: number) => this.positionOf(number);
    const { candidates, answers } = this.state;
    return new Map([...candidates].map(([id, listed]) => [id, listingOf(listed, answers.get(id)?.time ?? null, position)] as const));
  }

  private positionOf(number: number): SourcePosition | null {
    const found = this.texts.site(number);
    return found === undefined ? null : (this.texts.text(found.path)?.sourcePosition(found.site.offset) ?? null);
  }

  /** `top`: where the point is, which V8 only knows as where its probe is. */
  stackOf({ frames }: Paused, top?: PointAnswer['position']): PointAnswer['stack'] {
    return frames.map((frame, index) => {
      if (index === 0 && top) return { ...frame, ...top };
      const text = this.texts.text(frame.path);
      if (text === undefined) return frame;
      const offset = text.offsetAt(frame.line, frame.column);
      const isAnonymous = frame.functionName === '' && pathTo(text.program, offset).some(isFunction);
      return { ...frame, ...text.sourcePosition(offset), ...(isAnonymous ? { isAnonymous } : {}) };
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

  /** A value with the fields that it had when an event gave it to a place, where the run has waited there; else with those of the stop. */
  asItWas({ ordinal }: SelectedEvent, value: ValueReport | null): ValueReport | null {
    const then = this.observations.get(ordinal)?.paused.value ?? null;
    return then !== null && value?.kind === 'object' && isSame(value, then) ? then : value;
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
      before: observation?.before ?? event.before ?? (found !== undefined && isBinding(found.site, text) ? { kind: 'absent' } : null),
      after: event.value === null || isShortened(event.value) ? (seen?.value ?? event.value) : event.value,
      stack: seen === undefined ? null : this.stackOf(seen, text?.sourcePosition(site.offset, site.end)),
    };
  }
}

/** The activations of the function around a place. */
export function demandOfForksAt(place: CodePlace | null): Demand {
  return place === null ? emptyDemand : demandOfForks({ path: place.text.path, offset: homeAt(place.text.program, place.offset).start });
}

/** The how-many-th call of a function of the language; how often constructors have been called that call others is not known. */
function passageOf(seen: Paused | undefined, text: LoadedText | undefined, offset: number): number | null {
  return seen === undefined || text === undefined || /^new\b/.test(text.text.slice(offset, offset + 4)) ? null : seen.passage;
}

/** Whether a variable begins there: each scope has its own, but for those of `var`. */
function isBinding({ declaration, offset }: Site, text: LoadedText | undefined): boolean {
  return declaration === offset && text !== undefined && text.scopes.bindingAt.get(offset)?.kind !== 'var';
}

/** Of a long text only the length was recorded, of an object its number. */
function isShortened(value: ValueReport): boolean {
  return value.kind === 'object' || (value.kind === 'primitive' && value.length !== undefined);
}
