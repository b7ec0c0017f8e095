import { onceIn, stoppableAround, type Stoppable } from '../../instrument/stoppable.js';
import type { PointIdentity } from '../../events/controlPoint.js';
import type { PointAnswer } from '../../querypoints/question/point.js';
import type { InvestigationResult } from '../../querypoints/runs/result.js';
import type { HeardRequests } from '../../launch/heardRequests.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { cannotAsk, noLocatedPoint } from '../errors.js';
import type { Target } from '../target.js';
import type { WantedPassage } from './runToPassage.js';
import type { ChainState, LiveChain } from './chains.js';
import type { Progresses } from './progress.js';
import type { PointArguments } from './protocol.js';
import type { Questions } from './questions.js';
import { otherArrival } from './sameStop.js';

/** Brings the program to a passage. */
interface Carrier {
  bringTo(at: WantedPassage, requests: HeardRequests, signal: AbortSignal, tell: (message: string) => void): Promise<Target>;
  stoppedAt(target: Target, description: string): void;
  output(category: 'important', text: string): void;
  /** Ends a program that holds a port. */
  giveWay(requests: HeardRequests): Promise<boolean>;
  /** Ends the session when its program was ended for another run, which did not take its place. */
  endIfGone(): void;
}

/** Going to located points: the program is run again, and waits there before the statement that the point is in. */
export class StopHere {
  constructor(
    private readonly questions: Questions,
    private readonly progresses: Progresses,
    private readonly carrier: Carrier,
  ) {}

  /** To the point that happened last before the one at which the program waits; to the first of all for `isFirst`. */
  async back(isFirst: boolean, signal: AbortSignal): Promise<undefined> {
    const state = this.questions.chains.waiting;
    const point = state === undefined ? null : pointBefore(state, isFirst);
    if (state === undefined || point === null) throw noLocatedPoint();
    return this.to({ chain: state.id, point: point.id }, signal);
  }

  async to(args: PointArguments, signal: AbortSignal): Promise<undefined> {
    const { state, answer } = this.questions.chains.point(args);
    const { carrier } = this;
    if (state.elsewhere !== null)
      throw cannotAsk('A program is brought to points of its main thread alone: this one is in another thread or process.');
    const before = placeBefore(answer, state);
    const target = await this.progresses
      .during(`Whence: stop at ${answer.id}`, signal, async (both, tell) => {
        await carrier.giveWay(state.requests);
        return carrier.bringTo(await this.passageAt(state, answer, before, both, tell), state.requests, both, tell);
      })
      .catch((error: unknown) => {
        carrier.endIfGone();
        throw error;
      });
    this.questions.chains.arrive(state, answer.id);
    const other = otherArrival(target, answer.stack);
    if (other !== null) carrier.output('important', `${other}\n`);
    this.questions.tell(state);
    // After the response, which tells the client that the program goes on.
    setImmediate(() => carrier.stoppedAt(target, `Paused at ${answer.id}`));
    return undefined;
  }

  /** For the how-many-th time a place is passed right before a point: one more run may be needed to say so. */
  private async passageAt(
    state: LiveChain,
    answer: PointAnswer,
    { text, place, identity }: PlaceBefore,
    signal: AbortSignal,
    tell: (message: string) => void,
  ): Promise<WantedPassage> {
    const start = text.lines.positionOf(place.node.start);
    if (identity.siteKind === 'stop') return { path: identity.path, ...start, passage: identity.occurrence };
    const counted = { path: identity.path, offset: place.node.start };
    const result = await this.questions.again(state, { counted, signal, tell });
    const passage = passageOf(result, answer);
    if (passage === null)
      throw cannotAsk(`${answer.id} is not in the body of its function, or was not found again: it cannot be stopped there.`);
    return { path: identity.path, ...start, passage };
  }
}

interface PlaceBefore {
  readonly text: LoadedText;
  readonly place: Stoppable;
  readonly identity: PointIdentity;
}

/** What control can stop before right before a point; throws a sentence when there is nothing. */
function placeBefore({ identity, id, status }: PointAnswer, { result }: ChainState): PlaceBefore {
  if (status !== 'located' || identity === null || result === null) throw cannotAsk(`${id} is not located: nothing can be stopped there.`);
  const text = result.texts.text(identity.path);
  const place = text === undefined ? undefined : stoppableBefore(text, identity);
  if (text === undefined || place === undefined) throw cannotAsk(`${id} is in no statement that a program can be stopped before.`);
  return { text, place, identity };
}

/** Null where the run has located the point elsewhere. */
function passageOf({ points, passages }: InvestigationResult, { id, identity }: PointAnswer): number | null {
  const again = points.find((point) => point.id === id);
  return JSON.stringify(again?.identity) === JSON.stringify(identity) ? (passages.get(id) ?? null) : null;
}

/** The innermost that control can stop before, which is evaluated once each time; undefined where that is in another function, or in a loop's head. */
function stoppableBefore({ program }: LoadedText, { offset }: PointIdentity): Stoppable | undefined {
  const place = stoppableAround(program, offset);
  if (place?.kind !== 'statement') return place;
  const once = onceIn(place.node);
  return once !== null && once.start <= offset && offset < once.end ? place : undefined;
}

function pointBefore({ result, current }: ChainState, isFirst: boolean): PointAnswer | null {
  const points = result?.points ?? [];
  const time = points.find(({ id }) => id === current)?.time ?? null;
  if (time === null) return null;
  const earlier = points
    .filter((point) => point.status === 'located' && point.time !== null && point.id !== current && point.time < time)
    .sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
  return (isFirst ? earlier.at(-1) : earlier[0]) ?? null;
}
