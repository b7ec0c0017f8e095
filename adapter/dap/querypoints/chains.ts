import type { ReplayStep } from '../../instrument/plan.js';
import { isPlace } from '../../operations/askedChain.js';
import { questionKinds } from '../../querypoints/question/kinds.js';
import type { Query, Question, Show } from '../../querypoints/question/question.js';
import type { InvestigationResult } from '../../querypoints/runs/result.js';
import { cannotAsk, noSuchPoint } from '../errors.js';
import type { Links } from '../links.js';
import type { AskArguments, Chain, PointArguments } from './protocol.js';
import { chainOf } from './report.js';
import type { StopPicture } from './sameStop.js';

/** A stop, and the questions that were asked from it. */
export interface ChainState {
  readonly id: number;
  /** The moment of P1. */
  readonly steps: readonly ReplayStep[];
  /** What was seen there; null where the program was brought there by us. */
  readonly picture: StopPicture;
  questions: readonly Question[];
  queries: readonly Query[];
  shows: readonly Show[];
  result: InvestigationResult | null;
  /** Places and values come first, stacks with another run, which may be cut short. */
  stacks: 'known' | 'following' | 'missing';
  notes: readonly string[];
  /** The point at which the program waits; null: it waits elsewhere, or runs. */
  current: string | null;
}

/** Every chain of a session. */
export class Chains {
  private readonly all: ChainState[] = [];

  constructor(private readonly links: Links) {}

  add(steps: readonly ReplayStep[], picture: StopPicture): ChainState {
    const state: ChainState = {
      id: this.all.length + 1,
      steps,
      picture,
      questions: [],
      queries: [],
      shows: [],
      result: null,
      stacks: 'known',
      notes: [],
      current: 'P1',
    };
    this.all.push(state);
    return state;
  }

  /** The chain of the point at which the program waits. */
  get waiting(): ChainState | undefined {
    return this.all.findLast(({ current }) => current !== null);
  }

  find(id: number): ChainState {
    const state = this.all.find((one) => one.id === id);
    return state ?? noSuch(`chain ${id}`);
  }

  point({ chain, point }: PointArguments) {
    const state = this.find(chain);
    const answer = state.result?.points.find(({ id }) => id === point);
    return { state, answer: answer ?? noSuch(point) };
  }

  /** The program goes on: it waits at no point any more. */
  leave(): readonly ChainState[] {
    const left = this.all.filter(({ current }) => current !== null);
    for (const state of left) state.current = null;
    return left.filter(({ result }) => result !== null);
  }

  /** The program waits at a point of a chain. */
  arrive(state: ChainState, point: string): void {
    this.leave();
    state.current = point;
  }

  reports(): readonly Chain[] {
    return this.all.flatMap((state) => reportOf(state, this.links) ?? []);
  }
}

export function reportOf(state: ChainState, links: Links): Chain | null {
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
  if (names === 'place' && !isPlace(expression))
    throw cannotAsk(`“${expression}” is no place that changes: ask about a variable, a field, an element or an entry of a Map.`);
  return { ...common, expression };
}

/** Each once, in the order in which they come first: questions, or what is to be shown. */
export function distinct<T extends Question | Show>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
