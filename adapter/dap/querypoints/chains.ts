import type { ReplayStep } from '../../instrument/plan.js';
import type { HeardRequests } from '../../launch/heardRequests.js';
import { checkedChain, isCall, isPlace } from '../../operations/askedChain.js';
import type { PointForecasts } from '../../operations/pointForecasts.js';
import { questionKinds } from '../../querypoints/question/kinds.js';
import type { Query, Question, Show } from '../../querypoints/question/question.js';
import type { Listing } from '../../querypoints/seen/listing.js';
import type { InvestigationResult } from '../../querypoints/runs/result.js';
import { cannotAsk, noSuchPoint } from '../errors.js';
import type { Target } from '../target.js';
import type { AskArguments, Chain, PointArguments } from './protocol.js';
import { chainOf, type UserPaths } from './report.js';
import type { StopPicture } from './sameStop.js';

/** The questions that were asked from a stop. */
export interface ChainState {
  readonly id: number;
  questions: readonly Question[];
  queries: readonly Query[];
  shows: readonly Show[];
  result: InvestigationResult | null;
  /** Places and values come first, stacks with another run, which may be cut short. */
  stacks: 'known' | 'following' | 'missing';
  notes: readonly string[];
  /** The point at which the program waits; null: it waits elsewhere, or runs. */
  current: string | null;
  /** The folder that findings name files in. */
  readonly folder: string;
  /** What the analysis says of the points, as far as it is known. */
  forecasts: PointForecasts;
}

/** The same of a stop of a program that another run is brought to. */
export interface LiveChain extends ChainState {
  /** The moment of P1. */
  readonly steps: readonly ReplayStep[];
  /** What had come to its servers. */
  readonly requests: HeardRequests;
  /** What was seen there; null where the program did not wait there. */
  readonly picture: StopPicture | null;
  /** Of which moment the answers are, where it is told by what is seen there; null: it is the very moment. */
  readonly about: string | null;
  /** What waited there when it was first asked; null where nobody did. */
  readonly target: Target | null;
  /** The thread or process that waits there, where it is not the program's main one: then the first that comes there alike is taken. */
  readonly elsewhere: Target | null;
  /** The finding of a rule whose moment it is; null: of none. */
  readonly finding: number | null;
}

/** Every chain of a session. */
export class Chains<S extends ChainState> {
  private readonly all: S[] = [];

  constructor(
    private readonly links: UserPaths,
    private readonly folder: string,
  ) {}

  /** A chain of which nothing is asked yet, with what `of` gives of its stop. */
  add(of: Omit<S, keyof ChainState>): S {
    const fresh: ChainState = {
      id: this.all.length + 1,
      questions: [],
      queries: [],
      shows: [],
      result: null,
      stacks: 'known',
      notes: [],
      current: 'P1',
      folder: this.folder,
      forecasts: new Map(),
    };
    const state = { ...fresh, ...of } as S;
    this.all.push(state);
    return state;
  }

  /** The chain of the point at which the program waits. */
  get waiting(): S | undefined {
    return this.waitingWhere(() => true);
  }

  /** The last chain for which this holds. */
  last(holds: (state: S) => boolean): S | undefined {
    return this.all.findLast(holds);
  }

  /** The last chain of a point at which the program waits for which this holds. */
  waitingWhere(holds: (state: S) => boolean): S | undefined {
    return this.all.findLast((state) => state.current !== null && holds(state));
  }

  find(id: number): S {
    const state = this.all.find((one) => one.id === id);
    return state ?? noSuch(`chain ${id}`);
  }

  point({ chain, point }: PointArguments) {
    const state = this.find(chain);
    const answer = state.result?.points.find(({ id }) => id === point);
    return { state, answer: answer ?? noSuch(point) };
  }

  /** The program goes on: it waits at no point any more. */
  leave(): readonly S[] {
    const left = this.all.filter(({ current }) => current !== null);
    for (const state of left) state.current = null;
    return left.filter(({ result }) => result !== null);
  }

  /** The program waits at a point of a chain. */
  arrive(state: S, point: string): void {
    this.leave();
    state.current = point;
  }

  reports(): readonly Chain[] {
    return this.all.flatMap((state) => reportOf(state, this.links) ?? []);
  }
}

export function reportOf(state: ChainState, links: UserPaths): Chain | null {
  return state.result === null ? null : chainOf(state.result, state, links);
}

function noSuch(what: string): never {
  throw noSuchPoint(what);
}

/** What the client asks, from a point of the chain; `frame` counts the program's frames from the innermost. */
export function questionOf({ kind, index }: AskArguments, of: string, frame: number, expression: string | null): Question {
  if (!Object.hasOwn(questionKinds, kind)) throw cannotAsk(`“${kind}” is no question: ask ${Object.keys(questionKinds).join(', ')}.`);
  const { names, index: standard } = questionKinds[kind];
  const common = { kind, of, frame, index: index ?? standard };
  if (names === 'nothing') return common;
  if (expression === null || expression === '') throw cannotAsk('The question needs a variable, a field or an element to be about.');
  if (names === 'place' && !isPlace(expression) && !(kind === 'origin' && isCall(expression)))
    throw cannotAsk(`“${expression}” is no place that changes: ask about a variable, a field, an element or an entry of a Map.`);
  return { ...common, expression };
}

/** A candidate as a question names it: by its place, and its number there from the end, because the oldest may not be listed. */
export function candidateOf(listing: Listing | undefined, point: string, candidate: number): Question {
  const { sites = [], places = [] } = listing ?? {};
  const site = sites[places[candidate] ?? -1];
  if (site === undefined) throw noSuchPoint(`candidate ${candidate} of ${point}`);
  const later = places.slice(candidate).filter((place) => place === places[candidate]).length;
  return { kind: 'candidate', of: point, candidate: { file: site.path, line: site.line, column: site.column }, index: -later };
}

/** The name of the point that a question leads to. */
export function idOf({ questions }: ChainState, question: Question): string {
  const known = questions.findIndex((one) => JSON.stringify(one) === JSON.stringify(question));
  return `P${(known < 0 ? questions.length : known) + 2}`;
}

/** The queries of a chain; throws a sentence for what cannot be asked. */
export function checked(questions: readonly Question[], shows: readonly Show[]): readonly Query[] {
  try {
    return checkedChain({ questions, shows }).queries;
  } catch (error) {
    throw cannotAsk(error instanceof Error ? error.message : String(error));
  }
}

/** Each once, in the order in which they come first: questions, or what is to be shown. */
export function distinct<T extends Question | Show>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
