import { homeAt } from '../../instrument/tree.js';
import { isTruthy, notRecorded } from '../../trace/moment/recordedOperators.js';
import type { RecordedMoment } from '../../trace/moment/recordedMoment.js';
import type { FrameAt } from '../../trace/moment/scopeInstances.js';
import { passagesOf, statementsAt, type LinePlace, type Passage, type StatementPlace } from '../../trace/steps/recordedPassages.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceStore } from '../../trace/store/traceStore.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import { nearestLines, offered } from '../text/nearestLines.js';
import { isOfPackage } from '../text/ofPackage.js';
import type { RunTexts } from '../text/texts.js';
import { evaluateSource } from './observer.js';
import type { RecordedSights } from './recordedSights.js';
import { unfoundThrow } from './unfoundThrow.js';

/** Where a chain of questions about a recording begins. */
export type RecordedStop =
  /** The how-many-th time, from 1, that control is on a line; `when`: of the times that this expression holds. */
  | { readonly kind: 'line'; readonly place: LinePlace; readonly hit: number; readonly when: string | null }
  | { readonly kind: 'event'; readonly event: number }
  /** The throw of the exception that ended the program. */
  | { readonly kind: 'uncaught' }
  /** The how-many-th throw, from 1, of an exception that is caught, or of one that an assertion made. */
  | { readonly kind: 'caught' | 'failure'; readonly hit: number }
  /** A place in an activation at a time. */
  | { readonly kind: 'moment'; readonly frame: FrameAt; readonly end: number };

/** A moment that was found. */
export interface FoundStop {
  readonly moment: RecordedMoment;
  /** Its point without the stack; null of a throw, which says itself where it is. */
  readonly point: PointAnswer | null;
  /** Whether it is the throw of the exception that ended the program. */
  readonly isUncaught?: boolean;
}

/** Why there is no such moment, as a sentence. */
export interface NoStop {
  readonly status: 'not-reached' | 'not-recorded';
  readonly reason: string;
}

export interface StopSearch {
  readonly store: TraceStore;
  readonly texts: RunTexts;
  readonly sights: RecordedSights;
  /** The texts that ran. */
  readonly paths: readonly string[];
}

/** Finds where a chain begins. */
export async function findStop(search: StopSearch, stop: RecordedStop): Promise<FoundStop | NoStop> {
  switch (stop.kind) {
    case 'line':
      return lineStop(search, stop);
    case 'event':
      return eventStop(search, stop.event);
    case 'uncaught':
      return uncaughtStop(search);
    case 'caught':
    case 'failure':
      return wantedThrow(search, stop);
    case 'moment':
      return stopAt(search, stop.frame, stop.end, null);
  }
}

async function lineStop(search: StopSearch, { place, hit, when }: Extract<RecordedStop, { kind: 'line' }>): Promise<FoundStop | NoStop> {
  const { store, texts, paths } = search;
  const [statement] = statementsAt(texts, paths, place);
  if (statement === undefined) {
    if (store.source.ending === null && !paths.some(place.isFile))
      return { status: 'not-recorded', reason: 'The recording has no end, and the text is not in it until then.' };
    const nearest = offered(nearestLines(texts, paths, place.isFile, place.line));
    return notReached(`No statement of a text that was recorded starts on line ${place.line}${nearest}.`);
  }
  let count = 0;
  for (const passage of passagesOf(store, statement)) {
    if (!passage.isCertain || mayLackBranches(store, statement, passage)) return notCounted(place.line);
    if (passage.time >= store.end && store.source.ending === null) break; // what the text says of it may not have happened
    const frame: FrameAt = { activation: passage.activation, text: statement.text, offset: statement.node.start, time: passage.time };
    const holds = when === null ? true : await isTrue(search, frame, when);
    if (holds === null)
      return { status: 'not-recorded', reason: `Whether ${when ?? ''} held each time before cannot be told: a value was not recorded.` };
    if (holds && ++count === hit) return stopAt(search, frame, statement.node.end, hit);
  }
  if (mayLackBranches(store, statement, { time: Infinity })) return notCounted(place.line);
  if (store.source.ending === null)
    return {
      status: 'not-recorded',
      reason: `The recording has no end: whether control came to line ${place.line} behind it is not known.`,
    };
  return notReached(`The recording has no such time that control was there${hit === 1 ? '' : ` (${hit})`}.`);
}

/** Whether control may have been at a statement before a time without a row that says so. */
function mayLackBranches({ counted }: TraceStore, { text, node }: StatementPlace, { time }: Pick<Passage, 'time'>): boolean {
  const { start, end } = homeAt(text.program, node.start);
  return counted.mayLack(Kind.fork, { path: text.path, start, end }, time);
}

async function isTrue({ texts, sights }: StopSearch, frame: FrameAt, expression: string): Promise<boolean | null> {
  const outcome = await evaluateSource(texts, sights.innermostAt(frame), 0, expression);
  if ('value' in outcome) return outcome.value.kind !== 'absent' && isTruthy(outcome.value);
  // As of a breakpoint: what throws does not hold.
  return outcome.error === notRecorded ? null : false;
}

function eventStop(search: StopSearch, event: number): FoundStop | NoStop {
  const { store, texts, sights } = search;
  const row = store.row(event);
  if (row === null) return notReached(`There is no event ${event}: the recording has ${store.end} events, from 0 to ${store.end - 1}.`);
  if (row.kind === Kind.throw) return throwStop(search, event);
  const found = store.source.site(row.site);
  const moment = sights.momentOf(event, 'stop');
  const text = found === undefined ? undefined : texts.text(found.path);
  if (moment === null || found === undefined || text === undefined) return unknownText;
  const { offset, end, kind } = found.site;
  const occurrence = store.occurrenceAt(row.site, event);
  return {
    moment,
    point: {
      ...unknownPoint('P1', 'stop', null, 'located', ''),
      reason: null,
      position: text.sourcePosition(offset, end),
      functionName: moment.paused.frames[0]?.functionName ?? null,
      identity: { path: text.path, offset, end, siteKind: kind, occurrence },
      hit: occurrence,
      time: event,
    },
  };
}

function uncaughtStop(search: StopSearch): FoundStop | NoStop {
  const { store } = search;
  const { ending } = store.source;
  for (const { event } of store.uncaught()) return { ...throwStop(search, event), isUncaught: true };
  if (ending === null)
    return { status: 'not-recorded', reason: 'The recording has no end, so it does not say which exception ended the program.' };
  if (ending.uncaught === null) return notReached('The program ended without an uncaught exception.');
  return { status: 'not-recorded', reason: 'The throw of the exception that ended the program was not recorded.' };
}

function wantedThrow(search: StopSearch, { kind, hit }: { readonly kind: 'caught' | 'failure'; readonly hit: number }): FoundStop | NoStop {
  const { store } = search;
  let count = 0;
  const failed = new Set<number>();
  for (const row of store.ofKind(Kind.throw)) {
    const value = store.valueOf(row);
    const path = store.source.site(row.site)?.path ?? '';
    // What is thrown again has not failed again.
    const isFailure = value?.kind === 'object' && value.className.includes('AssertionError') && !failed.has(value.id);
    if (isFailure) failed.add(value.id);
    const isIt = kind === 'failure' ? isFailure : !isOfPackage(path) && store.caughtAt(row) !== null;
    if (isIt && ++count === hit) return throwStop(search, row.event);
    if (kind === 'caught' && !isIt && !isOfPackage(path) && isMaybeCaught(search, row.event)) return unknownHandler(row.event);
  }
  if (kind === 'failure') return { status: 'not-recorded', reason: `The recording has no throw of failed assertion number ${hit}.` };
  return notReached(unfoundThrow({ kind, hit }));
}

/** Whether what was thrown may have rejected a promise that somebody handles, which is not recorded: nobody handles what ended the program. */
function isMaybeCaught({ store, sights }: StopSearch, event: number): boolean {
  if (sights.throwOf(event, 'stop')?.paused.exception?.isCaught !== null) return false;
  for (const row of store.uncaught()) if (row.event === event) return false;
  return true;
}

function throwStop({ sights }: StopSearch, event: number): FoundStop | NoStop {
  const moment = sights.throwOf(event, 'stop');
  return moment === null ? unknownText : { moment, point: null };
}

function stopAt({ sights }: StopSearch, frame: FrameAt, end: number, hit: number | null): FoundStop {
  const { text, offset, time } = frame;
  const moment = sights.momentAt(frame, 'stop', null);
  return {
    moment,
    point: {
      ...unknownPoint('P1', 'stop', null, 'located', ''),
      reason: null,
      position: text.sourcePosition(offset, end),
      functionName: moment.paused.frames[0]?.functionName ?? null,
      identity: { path: text.path, offset, end, siteKind: 'stop', occurrence: hit ?? 0 },
      hit,
      time,
    },
  };
}

const unknownText: NoStop = { status: 'not-recorded', reason: 'The text of this event is not in the recording.' };

function notReached(reason: string): NoStop {
  return { status: 'not-reached', reason };
}

function unknownHandler(event: number): NoStop {
  return { status: 'not-recorded', reason: `Whether anybody handled the promise that event ${event} rejected was not recorded.` };
}

function notCounted(line: number): NoStop {
  return { status: 'not-recorded', reason: `How often control came to line ${line} until then was not recorded.` };
}
