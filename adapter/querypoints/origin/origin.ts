import { isIndexName } from '../../instrument/indexNames.js';
import { pathTo } from '../../instrument/tree.js';
import nodeModule from 'node:module';
import { basename } from 'node:path';
import type { SelectedEvent, ValueReport } from '../../events/rows.js';
import { creationOf } from '../decide/creation.js';
import { throwPoint, thrownFirst } from '../decide/throws.js';
import type { Arrival, Step } from '../question/arrival.js';
import { unknownPoint, type OriginStep, type PointAnswer } from '../question/point.js';
import { placeOf, seenAs, type Place, type Query } from '../question/question.js';
import { isSame } from '../../events/sameValue.js';
import { decided, joinNotes, open, noNotes, type Deciding, type DecidingNow, type Note } from '../seen/deciding.js';
import type { Observation } from '../seen/observation.js';
import type { Resolved } from '../seen/resolve.js';
import type { SeenException, SeenRun } from '../seen/seenRun.js';
import type { CodePlace } from '../text/texts.js';
import { boundArgument } from './bound.js';
import { isBrokenChain } from './brokenChain.js';
import { argumentOf } from './callers.js';
import { copiedBy, elementTaken } from './copied.js';
import { callOf, memberStep, type Copied, type Read, type Returning, type Surroundings } from './copies.js';
import { entryAt } from './entries.js';
import { givenWhenMade } from './generators.js';
import { elementYielded, handedOn, isOfLanguage } from './handedOn.js';
import { isLengthOfArray, storesLength } from './lengths.js';
import { elementBefore, elementsBehind } from './moved.js';
import { behindOf, pushed } from './nativeWrites.js';
import { isKnown, isMadeHere, StepSight } from './originSight.js';
import { changeWith, copiedAt, isTakenOfSet, keyOf, lowered, methodCalled, nextOf, stepOf, type Next } from './originStep.js';
import { partMade } from './partMade.js';
import { indexTaken } from './iterations.js';
import { read, shortened } from './reading.js';
import { evaluatedCall } from './evaluatedCall.js';
import { decideReturned, isDelegated, isYield } from './returned.js';
import { throwOf, thrownValue } from './thrown.js';

/** Longer chains of copies are not followed. */
const maxSteps = 60;

/** Decides a step of an origin, a question of its own. */
export type DecideStep = (run: SeenRun, step: Query) => Deciding<PointAnswer>;

/** Follows copies, each by a question of its own, until the value was computed or came in. */
export async function* decideOrigin(start: SeenRun, query: Query, decideStep: DecideStep): Deciding<PointAnswer> {
  const { of, frame, expression, place, isOfText = false } = query;
  let next: Next = { of, frame, expression, isOfText, place, steps: [], call: null, span: null };
  let chain = new Chain({ ...nothingFollowed, run: start, query });
  if (place === null) {
    const { value: turn, ...notes } = await decided(chain.fromCall());
    yield notes;
    if (turn.kind === 'end') return turn.answer;
    next = turn.next;
    chain = turn.chain.noting(notes);
  }
  for (let number = 1; number <= maxSteps; number++) {
    const { value: turn, ...notes } = await decided(chain.follow(stepOf(query, next, number), next, decideStep));
    yield notes;
    if (turn.kind === 'end') return turn.answer;
    next = turn.next;
    chain = turn.chain.noting(notes);
  }
  return chain.stopped(`it was copied more than ${maxSteps} times`);
}

/** Whether a point is the throw of an assertion, which has evaluated all that it was given. */
const isAssertion = ({ exception }: PointAnswer): boolean =>
  exception?.value.kind === 'object' && exception.value.className.includes('AssertionError');

const isUndefined = (value: ValueReport | null): boolean => value?.kind === 'primitive' && value.type === 'undefined';

/** Whether an object is one of those that `await Promise.allSettled(…)` has made: which one, its place alone says. */
async function isOutcome(run: SeenRun, id: number, creation: SelectedEvent): Promise<boolean> {
  const found = run.texts.site(creation.site);
  const text = found === undefined ? undefined : run.texts.text(found.path);
  if (found === undefined || text === undefined || (await run.events.wholeOf(id)) === null) return false;
  const { offset, end } = found.site;
  return pathTo(text.program, offset).some((node) => node.type === 'AwaitExpression' && node.start === offset && node.end === end);
}

type Turn = { readonly kind: 'next'; readonly next: Next; readonly chain: Chain } | { readonly kind: 'end'; readonly answer: PointAnswer };

interface ChainState {
  /** What is known of the run, with the points of the chain. */
  readonly run: SeenRun;
  readonly query: Query;
  readonly steps: readonly OriginStep[];
  readonly last: PointAnswer | null;
  /** Of the place that was asked about last. */
  readonly key: string | null;
  readonly owner: number | null;
  readonly entry: Surroundings['entry'];
  /** When what is awaited was there: a promise may be made long before. */
  readonly awaitedAt: number | null;
  /** When a value was taken that a generator had others yield for it: they began before. */
  readonly takenAt: number | null;
  readonly wanted: ValueReport | null;
}

const nothingFollowed = {
  steps: [],
  last: null,
  key: null,
  owner: null,
  entry: null,
  awaitedAt: null,
  takenAt: null,
  wanted: null,
} as const;

/** A chain of copies, as far as it was followed: an immutable value. */
class Chain {
  constructor(private readonly state: ChainState) {}

  noting(note: Note): Chain {
    return this.with({ run: this.state.run.noting(joinNotes(noNotes, note)) });
  }

  async *follow(step: Query, next: Next, decideStep: DecideStep): Deciding<Turn> {
    if (!(yield* isKnown(this.state.run, step, this.seenAt(step.of)))) return this.end('its steps are not known yet');
    return next.call === null ? yield* this.atPlace(step, next, decideStep) : yield* this.atCall(step, next, next.call);
  }

  /** Not decided: copies were followed so far. */
  stopped(reason: string): PointAnswer {
    const { query, last, steps } = this.state;
    const { id, kind, of } = query;
    const { position } = last ?? {};
    const where = position
      ? `It was followed to line ${position.line} of ${basename(position.path)}; but ${reason}.`
      : `Where it came from cannot be told: ${reason}.`;
    return { ...unknownPoint(id, kind, of, 'not-found', where), steps };
  }

  /** What was asked about is a call that has just been evaluated where the point is. */
  async *fromCall(): Deciding<Turn> {
    const { run, query } = this.state;
    const { of, frame, expression } = query;
    const answer = run.answers.get(of);
    const observation = answer === undefined ? null : run.observationOf(answer);
    if (answer === undefined || observation === null) yield open();
    if (answer === undefined || observation === null) return this.end('its steps are not known yet');
    const sight = new StepSight(run, of, answer, this.value);
    const place = this.placeOfFrame(answer, sight, frame);
    // Only where it waits for something that it has called were the arguments evaluated.
    const isWaiting = frame !== 0 || isAssertion(answer);
    const call = place === null || !isWaiting ? null : evaluatedCall(place, expression, run.texts);
    if (place === null || call === null)
      return this.end(`\`${shortened(expression)}\` is not what was called last there: ask about a variable, a field or an element`);
    const looked = yield* sight.look((around) => read(call, [], place.text.text, around.choose, frame));
    return yield* this.turn(of, looked.copied, looked.sight);
  }

  private with(change: Partial<ChainState>): Chain {
    return new Chain({ ...this.state, ...change });
  }

  private get value(): ValueReport {
    return this.state.wanted ?? { kind: 'absent' };
  }

  /** The same chain, with a point that it has come to. */
  private *at(answer: PointAnswer): DecidingNow<Chain> {
    const note: Note = { points: [answer] };
    yield note;
    return this.noting(note);
  }

  private seenAt(point: string): Observation | null {
    const answer = this.state.run.answers.get(point);
    return answer === undefined ? null : this.state.run.observationOf(answer);
  }

  /** Which change gave a place the value. */
  private async *atPlace(step: Query, next: Next, decideStep: DecideStep): Deciding<Turn> {
    const { run } = this.state;
    const isPart = next.steps.length > 0 || next.isKey === true;
    const from = run.answers.get(step.of);
    const resolved = from === undefined ? undefined : run.observationOf(from)?.places.get(seenAs(step));
    if (resolved?.kind === 'unprobed') yield { unrecorded: [resolved.variable] };
    const place = resolved?.kind === 'resolved' ? resolved : null;
    const asking = this.with({
      key: place?.key.kind === 'property' ? place.key.name : null,
      owner: place?.owner ?? null,
      entry: place?.key.kind === 'entry' ? { key: place.key, isKey: next.isKey === true } : null,
    });
    // What a pattern takes of a Set is no property of it.
    if (place !== null && isTakenOfSet(place, next, this.state.wanted)) {
      const { base, key } = next.place as Extract<Place, { kind: 'element' }>;
      const entry = entryAt({ place: base, start: 0, end: 0 }, 'set', 'key', Number(key), next.frame, next.steps);
      return yield* asking.turn(next.of, entry, null);
    }
    const { value: found, ...notes } = await decided(decideStep(run, step));
    yield notes;
    const deciding = yield* asking.noting(notes).at(found);
    const wanted = this.state.wanted ?? (isPart ? null : (found.after ?? place?.value ?? null));
    const chain = deciding.with({ wanted });
    if (resolved?.kind === 'failed' && resolved.getter !== undefined) {
      const call = callOf(null, { written: resolved.getter });
      return yield* chain.turn(next.of, { kind: 'call', call, steps: next.steps, frame: next.frame, start: 0, end: 0 }, null);
    }
    const method = resolved?.kind === 'failed' && resolved.called !== undefined ? methodCalled(step, resolved.called) : null;
    if (method !== null) {
      const steps = [...method.steps, ...next.steps];
      return { kind: 'next', next: { ...next, expression: method.callee, place: null, call: method.call, steps }, chain: this };
    }
    // What the language computes of a text is computed where it was read.
    if (resolved?.kind === 'failed' && resolved.isComputed === true && !isPart && from !== undefined && next.span !== null)
      return chain.computed(
        { kind: 'computed', frame: next.frame, ...next.span },
        new StepSight(chain.state.run, step.of, from, this.value),
      );
    const located = await changeWith(chain.state.run, step, found, place, isPart ? null : wanted, this.state.last === null);
    if (located !== null && place !== null && isLengthOfArray(place) && !storesLength(located, chain.state.run.texts))
      return (yield* chain.at(located)).computedAt(located, step.expression);
    if (located !== null) return yield* (yield* chain.at(located)).arrive(step, located, next, step.expression, false);
    if (found.status === 'initial' && place !== null) return yield* chain.fromTheStart(step, found, place, next);
    if (found.status === 'located') return chain.end(`\`${step.expression}\` has changed since`);
    // What an object of Node's shows, or its modules export, came in where it was read.
    const isOfNode =
      resolved?.kind === 'failed' ? nodeModule.isBuiltin(resolved.module ?? '') : resolved?.kind === 'resolved' && resolved.isNative;
    if (isOfNode && found.status === 'not-found' && this.state.last !== null) return chain.finish(this.state.last);
    return this.state.last === null ? chain.finish(found) : chain.end(lowered(found.reason));
  }

  /** No write gave it the value: it came into being with its object, or with what that was taken from. */
  private async *fromTheStart(step: Query, found: PointAnswer, place: Resolved, next: Next): Deciding<Turn> {
    const { run, wanted, last } = this.state;
    const { base } = place;
    const key = place.key.kind === 'property' ? place.key.name : null;
    const asked = step.place;
    if (base?.kind === 'object' && key !== null && asked !== null && asked.kind !== 'variable') {
      const way = [memberStep(key), ...next.steps];
      if (base.type === 'arguments' && isIndexName(key) && asked.base === 'arguments')
        return yield* this.turn(next.of, { kind: 'argument', frame: step.frame, index: Number(key), steps: next.steps }, null);
      const creation = yield* creationOf(run, base);
      if (creation !== null && !(await isOutcome(run, base.id, creation))) {
        const made = run.located(step, creation);
        const chain = yield* this.at(made);
        if (isLengthOfArray(place)) return chain.computedAt({ ...made, before: null, after: wanted }, step.expression);
        return yield* chain.arrive(step, { ...made, before: null, after: wanted }, { ...next, steps: way }, step.expression, true);
      }
      const isName = placeOf(asked.base) !== null && asked.base !== 'this' && !/^[A-Z]\w*$|^process\b|^globalThis\b/.test(asked.base);
      if (isName) {
        const { isOfText, frame, of } = next;
        const basis = { of, frame, isOfText, expression: asked.base, place: placeOf(asked.base), steps: way, call: null, span: null };
        return { kind: 'next', next: basis, chain: this };
      }
    }
    return this.finish(last ?? found);
  }

  /** What a call returned. */
  private async *atCall(step: Query, next: Next, call: Returning): Deciding<Turn> {
    const { run, wanted, awaitedAt, takenAt } = this.state;
    const isPart = next.steps.some(({ isAwait }) => isAwait !== true);
    const isAwaited = next.steps[0]?.isAwait === true;
    const before = isAwaited ? awaitedAt : takenAt;
    const begun = (called: CodePlace) => this.begunBy(step, call, called);
    const [part, inside] = next.steps;
    const element = inside === undefined ? (part?.name ?? null) : null;
    const found = yield* decideReturned(run, step, { ...call, isAwaited, isPart, element, before, begun }, wanted);
    // Of a call that was asked about nothing is known but what it returned.
    const value = wanted ?? (isPart || isAwaited ? null : found.after);
    const chain = (yield* this.at(found)).with({ wanted: value });
    if (found.status === 'located') {
      const isElement = !call.isYielded && !call.isResolved && isPart && this.isYielded(found);
      const isAsync = isAwaited && found.after !== null && wanted !== null && (isPart || isSame(found.after, wanted));
      const steps = isAsync || isElement ? next.steps.slice(1) : next.steps;
      return yield* chain.arrive(step, { ...found, after: value }, { ...next, steps }, `${call.callee ?? call.method ?? ''}()`, true);
    }
    const from = run.answers.get(step.of);
    const observation = from === undefined ? null : run.observationOf(from);
    if (observation === null || from === undefined) return chain.end('its steps are not known yet');
    const isNative = observation.natives.has(seenAs(step)) || (call.callee === null && isOfLanguage(call.method));
    if (!isNative) return yield* chain.orCreation(lowered(found.reason));
    const sight = new StepSight(chain.state.run, step.of, from, this.value);
    return yield* chain.handedBy(step, next, call, from, sight);
  }

  /** What a function of the language has handed on. */
  private async *handedBy(step: Query, next: Next, call: Returning, from: PointAnswer, sight: StepSight): Deciding<Turn> {
    const { run, last } = this.state;
    const place = this.placeOfFrame(from, sight, step.frame);
    if (place === null) return this.end('what called this function is not seen');
    if (call.callee !== null && (yield* isMadeHere(run, sight, place, step.frame, call.callee)))
      return yield* this.orCreation(`\`${call.callee}\` hands on what it was made of`);
    // A callback, or what `call` has called: it is not known what it was given.
    const { node } = call;
    // `get` and `has` of an object of Node's that is no Map: headers, or the parts of an address.
    const isTold = node === null && /^(get|has)$/.test(call.method ?? '') && last !== null;
    if (isTold) return this.finish(last);
    if (node === null)
      return /^(Number|String|Boolean|BigInt|parseInt|parseFloat)$/.test(next.expression) && last !== null
        ? this.finish(last)
        : this.end(`\`${next.expression}\` gave it`);
    const ask = call.isYielded ? elementYielded : handedOn;
    const looked = yield* sight.look((around) => ask(place, node, next.steps, step.frame, around));
    return yield* this.turn(step.of, looked.copied, looked.sight);
  }

  private async *begunBy(step: Query, { node }: Returning, called: CodePlace): Deciding<readonly [number, number] | null> {
    const from = this.state.run.answers.get(step.of);
    if (from === undefined || node === null) return null;
    const sight = new StepSight(this.state.run, step.of, from, this.value);
    const place = this.placeOfFrame(from, sight, step.frame);
    return place === null ? null : yield* sight.begunBy({ text: place.text, offset: node.start }, step.frame, called);
  }

  private isYielded({ identity }: PointAnswer): boolean {
    const text = this.state.run.texts.text(identity?.path ?? '');
    return identity !== null && text !== undefined && isYield(text.program, identity.offset, identity.end);
  }

  private placeOfFrame(from: PointAnswer, sight: StepSight, frame: number): CodePlace | null {
    const text = frame === 0 && from.identity !== null ? this.state.run.texts.text(from.identity.path) : undefined;
    return text === undefined || from.identity === null ? sight.placeAt(frame) : { text, offset: from.identity.offset };
  }

  /** The chain is at a point: what the code there copies is asked next. */
  private async *arrive(step: Query, answer: PointAnswer, next: Next, expression: string, isRead: boolean): Deciding<Turn> {
    const { run, wanted, steps, entry, key, takenAt, query } = this.state;
    const { identity, position } = answer;
    const text = identity === null ? undefined : run.texts.text(identity.path);
    if (identity === null || position === null || text === undefined) return this.finish(answer);
    const isOthers = isRead && isDelegated(text.program, identity.offset, identity.end);
    const chain = this.with({
      last: next.steps.length === 0 && next.isKey !== true ? answer : { ...answer, after: wanted },
      steps: [...steps, { position, expression }],
      takenAt: isOthers ? (takenAt ?? run.answers.get(step.of)?.time ?? null) : null,
    });
    const sight = new StepSight(run, step.id, answer, this.value, entry);
    const arrival: Arrival = { key: key ?? keyOf(step), steps: next.steps, isRead, isOthers };
    if (run.observationOf(answer) === null) yield { arrivals: [{ query, answer, arrival }] };
    const looked = yield* sight.look((around) => copiedAt({ text, offset: identity.offset }, identity.end, arrival, around));
    return yield* chain.turn(step.id, looked.copied, looked.sight);
  }

  private async *turn(of: string, copied: Copied, sight: StepSight | null): Deciding<Turn> {
    const isAwaited = 'steps' in copied && copied.steps.some(({ isAwait }) => isAwait === true);
    const awaitedAt = isAwaited ? (this.state.awaitedAt ?? this.state.run.answers.get(of)?.time ?? null) : null;
    const isRead = (copied.kind === 'place' || copied.kind === 'call') && copied.steps.length === 0;
    if (isRead && isUndefined(this.state.wanted) && (yield* this.endsInChain(of, copied, sight)))
      return this.computed({ ...copied, kind: 'computed' }, sight);
    return yield* this.with({ awaitedAt }).turnTo(of, copied, sight);
  }

  /** Whether what was read is a chain of `?.` that had nothing to go on with. */
  private *endsInChain(of: string, copied: Read, sight: StepSight | null): DecidingNow<boolean> {
    const from = this.state.run.answers.get(of);
    const place = from === undefined || sight === null ? null : this.placeOfFrame(from, sight, copied.frame);
    return place !== null && sight !== null && (yield* isBrokenChain(sight, place, copied));
  }

  private async *turnTo(of: string, copied: Copied, sight: StepSight | null): Deciding<Turn> {
    switch (copied.kind) {
      case 'unknown':
        return yield* this.orCreation(copied.reason);
      case 'moved':
        return yield* this.toMoved(of);
      case 'pushed':
        return yield* this.toPushed(of, copied, sight);
      case 'iterated':
        return yield* this.toElement(of, copied, sight);
      case 'thrown': {
        const answer = this.state.run.answers.get(of);
        const seen = answer === undefined || sight === null ? null : yield* throwOf(this.state.run, answer, sight, copied);
        return seen === null
          ? yield* this.orCreation('it was thrown, and where cannot be told')
          : yield* this.fromThrow(of, seen, copied.steps);
      }
      case 'made':
        return yield* this.toPart(of, copied, sight);
      case 'bound':
      case 'generated':
        return yield* this.toMaker(of, copied, sight);
      case 'argument': {
        const from = this.state.run.answers.get(of);
        const seen = sight ?? (from === undefined ? null : new StepSight(this.state.run, of, from, this.value));
        if (seen === null) return this.end('what called this function is not seen');
        const looked = yield* seen.look((around) => argumentOf(copied.frame, copied.index, copied.steps, around));
        return yield* this.turn(of, looked.copied, looked.sight);
      }
      case 'computed':
        return this.computed(copied, sight);
      case 'call':
        return { kind: 'next', next: nextOf(of, copied, sight?.placeAt(copied.frame)?.text.text), chain: this };
      case 'place':
        return { kind: 'next', next: nextOf(of, copied, undefined), chain: this };
    }
  }

  /** The argument of `push` that has become the element. */
  private async *toPushed(of: string, copied: Extract<Copied, { kind: 'pushed' }>, sight: StepSight | null): Deciding<Turn> {
    const { run, last, owner, key } = this.state;
    const answer = run.answers.get(of);
    const place = sight === null || answer === undefined ? null : this.placeOfFrame(answer, sight, 0);
    if (sight === null || place === null) return this.end('which argument of `push` it was cannot be told');
    const { areCallsWhole } = run.events;
    const counted = last === null || owner === null || areCallsWhole ? null : await elementsBehind(run, last, owner);
    const looked = yield* sight.look((around) => pushed(copied, areCallsWhole ? behindOf(key, around) : counted, place.text.text, around));
    return yield* this.turn(of, looked.copied, looked.sight);
  }

  /** The element that a loop has taken at the passage in which the point is. */
  private async *toElement(of: string, copied: Extract<Copied, { kind: 'iterated' }>, sight: StepSight | null): Deciding<Turn> {
    const answer = this.state.run.answers.get(of);
    const place = sight === null || answer === undefined ? null : this.placeOfFrame(answer, sight, 0);
    const around = place === null ? null : { text: place.text, offset: copied.start };
    const time = answer?.time ?? 0;
    const index = sight === null || around === null ? null : yield* indexTaken(this.state.run, sight, around, copied.list, time);
    if (sight === null || place === null || index === 'renamed')
      return yield* this.orCreation(`which element${copied.list === null ? '' : ` of \`${copied.list}\``} it was cannot be told`);
    const { copied: taken, sight: seen } = yield* sight.look((around) => elementTaken(copied, index, place.text, around));
    const isWritten = copied.list === null && taken.kind === 'computed' && this.state.last !== null;
    if (isWritten) return this.finish({ ...this.state.last, position: place.text.sourcePosition(taken.start, taken.end) });
    return yield* this.turn(of, taken, seen);
  }

  /** From where one of the language's own functions has moved an element. */
  private async *toMoved(of: string): Deciding<Turn> {
    const { run, last, owner, wanted } = this.state;
    const before = last === null || owner === null ? null : await elementBefore(run, last, owner, wanted);
    return before === null
      ? yield* this.orCreation('which element was moved there cannot be told')
      : yield* this.visit(`${of}~moved`, before, 'moved', (point, end, around) => copiedBy(point, end, null, [], around));
  }

  /** The write that gave the part of an object which no place holds. */
  private async *toPart(of: string, copied: Extract<Copied, { kind: 'made' }>, sight: StepSight | null): Deciding<Turn> {
    const { run, wanted } = this.state;
    const from = run.answers.get(of);
    const text = sight === null || from === undefined ? undefined : this.placeOfFrame(from, sight, copied.frame)?.text;
    const event = text && wanted ? yield* partMade(run, text.path, copied, from?.time ?? 0, wanted) : null;
    const key = copied.steps.at(-1)?.name ?? null;
    if (text === undefined || event === null)
      return yield* this.orCreation(`it is a part of what \`${shortened(text?.text.slice(copied.start, copied.end) ?? 'new')}\` made`);
    return yield* this.visit(`${of}~part`, event, key ?? '', (point, end, around) => copiedBy(point, end, key, [], around));
  }

  /** Where a bound function or a generator was made: it was given the argument there. */
  private async *toMaker(of: string, copied: Extract<Copied, { kind: 'bound' | 'generated' }>, sight: StepSight | null): Deciding<Turn> {
    const { steps, index, kind } = copied;
    const place = kind === 'bound' ? copied.callee : copied.generator;
    const made = sight === null ? null : yield* sight.valueOf(copied.frame, place);
    const creation = made?.kind === 'object' ? yield* creationOf(this.state.run, made) : null;
    if (creation === null) return this.end(`where \`${place}\` was made is not seen`);
    const given = kind === 'bound' ? boundArgument : givenWhenMade;
    return yield* this.visit(`${of}~made`, creation, place, (point, end, around) => given(point, end, index, steps, around));
  }

  private computed({ frame, start, end }: Extract<Copied, { kind: 'computed' }>, sight: StepSight | null): Turn {
    const { last } = this.state;
    if (last === null) return this.end('it was computed');
    // A parameter's value was computed where the function was called.
    const caller = frame > 0 ? (sight?.placeAt(frame) ?? null) : null;
    if (caller === null) return this.finish(last);
    return this.finish({ ...last, position: caller.text.sourcePosition(start, end), functionName: sight?.nameAt(frame) ?? null });
  }

  /** The chain ends at a point that computed the value. */
  private computedAt(answer: PointAnswer, expression: string): Turn {
    const { position } = answer;
    const { steps } = this.state;
    return this.with({ steps: position === null ? steps : [...steps, { position, expression }] }).finish(answer);
  }

  /** The chain goes on from a throw. */
  private async *fromThrow(of: string, { observation }: SeenException, steps: readonly Step[]): Deciding<Turn> {
    const { run, query, wanted } = this.state;
    const id = `${of}~thrown`;
    const thrown: Query = { ...query, id, of, kind: 'thrown', place: null, expression: '', text: '' };
    if (!(yield* isKnown(run, thrown, this.seenAt(of)))) return this.end('its steps are not known yet');
    const answer: PointAnswer = { ...throwPoint(run, observation.paused), id, exception: null, after: wanted };
    const note: Note = { points: [answer], throws: [{ point: id, observation }] };
    yield note;
    const { position } = answer;
    const chain = this.noting(note).with({
      last: answer,
      key: null,
      steps: position === null ? this.state.steps : [...this.state.steps, { position, expression: 'throw' }],
    });
    const sight = new StepSight(chain.state.run, id, answer, this.value);
    const place = sight.placeAt(0);
    const looked = yield* sight.look((around) => thrownValue(place, steps, around.choose));
    const { copied } = looked;
    if (copied.kind === 'unknown' && wanted !== null && (yield* thrownFirst(chain.state.run, wanted))?.observation === observation)
      return chain.finish(answer);
    const last = copied.kind === 'computed' && place !== null ? place.text.sourcePosition(copied.start, copied.end) : position;
    return yield* chain.with({ last: { ...answer, position: last } }).turn(id, copied, looked.sight);
  }

  /** The chain goes on from an event that no place was asked about for. */
  private async *visit(
    id: string,
    event: SelectedEvent,
    expression: string,
    ask: (point: CodePlace, end: number, around: Surroundings) => Copied,
  ): Deciding<Turn> {
    const { run, query, wanted, steps } = this.state;
    const answer = run.located({ ...query, id, isOfText: true }, event);
    const { identity, position } = answer;
    const text = identity === null ? undefined : run.texts.text(identity.path);
    const there = yield* this.at(answer);
    if (identity === null || position === null || text === undefined) return there.finish(answer);
    const chain = there.with({ last: { ...answer, after: wanted }, key: null, steps: [...steps, { position, expression }] });
    const sight = new StepSight(chain.state.run, id, answer, this.value);
    const looked = yield* sight.look((around) => ask({ text, offset: identity.offset }, identity.end, around));
    return yield* chain.turn(id, looked.copied, looked.sight);
  }

  private end(reason: string): Turn {
    return { kind: 'end', answer: this.stopped(reason) };
  }

  private finish(answer: PointAnswer): Turn {
    const { id, kind, of } = this.state.query;
    return { kind: 'end', answer: { ...answer, id, kind, of, steps: this.state.steps } };
  }

  /** An object is the same one wherever it has been: it came from where it was made. */
  private async *orCreation(reason: string): Deciding<Turn> {
    const { run, wanted, last, query } = this.state;
    if (wanted?.kind === 'object' && wanted.type !== 'function' && last !== null) {
      const event = yield* creationOf(run, wanted);
      if (event !== null) {
        const made = run.located({ ...query, id: `${query.id}~made` }, event);
        const chain = yield* this.at(made);
        return chain.finish({ ...made, before: null, after: wanted });
      }
    }
    return this.end(reason);
  }
}
