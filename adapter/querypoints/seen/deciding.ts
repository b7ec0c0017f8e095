import type { TextPlace } from '../../instrument/plan.js';
import type { CandidateList } from '../../events/rows.js';
import type { Arrival } from '../question/arrival.js';
import { emptyDemand, joinDemands, leq, type Demand } from '../question/demand.js';
import type { PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import type { Observation } from './observation.js';

/** What deciding gives beside its value. Nothing of it is done by what decides: only runs join demands and start another run. */
export interface Notes {
  /** What was not recorded. */
  readonly lacks: Demand;
  /** Whether a run that has it may decide otherwise. */
  readonly isOpen: boolean;
  /** Whether only how often something was is not known. */
  readonly lacksCounts: boolean;
  /** Points that were come to on the way: the next run waits there. */
  readonly points: readonly PointAnswer[];
  /** Of points that are throws: what was seen there. */
  readonly throws: readonly SeenThrow[];
  /** What a point was chosen from. */
  readonly candidates: readonly Listed[];
  /** Points that an origin has come to, at which only the next run waits. */
  readonly arrivals: readonly Unseen[];
  /** Variables that an origin has come to, and that are recorded from the next run on. */
  readonly unrecorded: readonly TextPlace[];
}

/** Some of the notes; the others are empty. */
export type Note = Partial<Notes>;

export interface SeenThrow {
  readonly point: string;
  readonly observation: Observation;
}

/** The candidates of a point that one selection has found. */
export interface Listed {
  readonly point: string;
  readonly list: CandidateList;
  readonly total: number;
}

/** A point that an origin has come to, and how. */
export interface Unseen {
  readonly query: Query;
  readonly answer: PointAnswer;
  readonly arrival: Arrival;
}

/** A value that is being decided; it yields notes on the way. */
export type Deciding<T> = AsyncGenerator<Note, T, void>;

/** The same where nothing has to be waited for. */
export type DecidingNow<T> = Generator<Note, T, void>;

/** A value, and what was noted while it was decided. */
export interface Decided<T> extends Notes {
  readonly value: T;
}

export const noNotes: Notes = {
  lacks: emptyDemand,
  isOpen: false,
  lacksCounts: false,
  points: [],
  throws: [],
  candidates: [],
  arrivals: [],
  unrecorded: [],
};

/** Notes, and then others. */
export function joinNotes(notes: Notes, more: Note): Notes {
  return {
    lacks: joinDemands(notes.lacks, more.lacks ?? emptyDemand),
    isOpen: notes.isOpen || more.isOpen === true,
    lacksCounts: notes.lacksCounts || more.lacksCounts === true,
    points: joined(notes.points, more.points),
    throws: joined(notes.throws, more.throws),
    candidates: joined(notes.candidates, more.candidates),
    arrivals: joined(notes.arrivals, more.arrivals),
    unrecorded: joined(notes.unrecorded, more.unrecorded),
  };
}

/** The value that is decided at last, with all notes. */
export async function decided<T>(deciding: Deciding<T>): Promise<Decided<T>> {
  let notes = noNotes;
  for (;;) {
    const next = await deciding.next();
    if (next.done === true) return { ...notes, value: next.value };
    notes = joinNotes(notes, next.value);
  }
}

/** The note that a run which records more may decide otherwise. */
export function open(lacks: Demand = emptyDemand): Note {
  return { lacks, isOpen: true };
}

/** Notes what a plan lacks of a demand, if it does. */
export function* need(planned: Demand, demand: Demand): DecidingNow<void> {
  if (!leq(demand, planned)) yield open(demand);
}

function joined<T>(some: readonly T[], more: readonly T[] = []): readonly T[] {
  return more.length === 0 ? some : [...some, ...more];
}
