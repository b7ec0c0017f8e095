import { basename } from 'node:path';
import type { SelectedEvent, ValueReport } from '../../runtime/messages.js';
import { boundArgument } from './bound.js';
import { callOf, memberStep, type Copied, type Returning, type Step, type Surroundings } from './copies.js';
import { entryAt } from './entries.js';
import { copiedBy } from './copied.js';
import { creationOf } from '../decide/created.js';
import { argumentOf } from './given.js';
import { givenWhenMade } from './generators.js';
import { elementYielded, handedOn, isOfLanguage } from './handedOn.js';
import { isSame } from '../decide/lastChange.js';
import type { CodePlace, Observation } from '../runs/observer.js';
import { isKnown, isMadeHere, StepSight } from './originSight.js';
import { unknownPoint, type OriginStep, type PointAnswer } from '../question/point.js';
import { placeOf, seenAs, type Place, type Query } from '../question/question.js';
import { elementBefore } from './moved.js';
import { partMade } from './partMade.js';
import { shortened } from './reading.js';
import { decideReturned, isDelegated, isYield } from './returned.js';
import type { Resolved } from '../seen/resolve.js';
import type { RunRecord, SeenException } from '../seen/seenRun.js';
import { thrownFirst, throwOf, thrownValue } from './thrown.js';
import { throwPoint } from '../decide/throws.js';
import { changeWith, copiedAt, isTakenOfSet, keyOf, lowered, nextOf, stepOf, type Arrival, type Next } from './originStep.js';

/** Longer chains of copies are not followed. */
const maxSteps = 60;

/** Follows copies, each by a question of its own, until the value was computed or came in. */
export async function decideOrigin(run: RunRecord, query: Query, decideStep: (step: Query) => Promise<PointAnswer>): Promise<PointAnswer> {
  return new Trail(run, query, decideStep).follow();
}

type Turn = { readonly kind: 'next'; readonly next: Next } | { readonly kind: 'end'; readonly answer: PointAnswer };

class Trail {
  private readonly steps: OriginStep[] = [];
  private last: PointAnswer | null = null;
  /** Of the place that was asked about last. */
  private key: string | null = null;
  private owner: number | null = null;
  private entry: Surroundings['entry'] = null;
  /** When what is awaited was there: a promise may be made long before. */
  private awaitedAt: number | null = null;
  /** When a value was taken that a generator had others yield for it: they began before. */
  private takenAt: number | null = null;
  private wanted: ValueReport | null = null;

  constructor(
    private readonly run: RunRecord,
    private readonly query: Query,
    private readonly decideStep: (step: Query) => Promise<PointAnswer>,
  ) {}

  async follow(): Promise<PointAnswer> {
    const { of, frame, expression, place, isOfText = false } = this.query;
    let next: Next = { of, frame, expression, isOfText, place, steps: [], call: null, span: null };
    for (let number = 1; number <= maxSteps; number++) {
      const step = stepOf(this.query, next, number);
      if (!isKnown(this.run, step, this.seenAt(step.of))) return this.stopped('its steps are not known yet');
      const turn = await (next.call === null ? this.atPlace(step, next) : this.atCall(step, next, next.call));
      if (turn.kind === 'end') return turn.answer;
      next = turn.next;
    }
    return this.stopped(`it was copied more than ${maxSteps} times`);
  }

  private seenAt(point: string): Observation | null {
    const answer = this.run.answers.get(point);
    return answer === undefined ? null : this.run.observationOf(answer);
  }

  /** Which change gave a place the value. */
  private async atPlace(step: Query, next: Next): Promise<Turn> {
    const { run } = this;
    const isPart = next.steps.length > 0 || next.isKey === true;
    const from = run.answers.get(step.of);
    const resolved = from === undefined ? undefined : run.observationOf(from)?.places.get(seenAs(step));
    if (resolved?.kind === 'unprobed') run.unrecorded.push(resolved.variable);
    this.key = resolved?.kind === 'resolved' && resolved.key.kind === 'property' ? resolved.key.name : null;
    this.owner = resolved?.kind === 'resolved' ? resolved.owner : null;
    this.entry = resolved?.kind === 'resolved' && resolved.key.kind === 'entry' ? { key: resolved.key, isKey: next.isKey === true } : null;
    // What a pattern takes of a Set is no property of it.
    if (resolved?.kind === 'resolved' && isTakenOfSet(resolved, next, this.wanted)) {
      const { base, key } = next.place as Extract<Place, { kind: 'element' }>;
      return this.turn(next.of, entryAt({ place: base, start: 0, end: 0 }, 'set', 'key', Number(key), next.frame, next.steps));
    }
    const found = run.answers.get(step.id) ?? (await this.decideStep(step));
    run.answers.set(step.id, found);
    if (this.wanted === null) this.wanted = isPart ? null : (found.after ?? (resolved?.kind === 'resolved' ? resolved.value : null));
    if (resolved?.kind === 'failed' && resolved.getter !== undefined)
      return this.turn(next.of, {
        kind: 'call',
        call: callOf(null, { written: resolved.getter }),
        steps: next.steps,
        frame: next.frame,
        start: 0,
        end: 0,
      });
    const place = resolved?.kind === 'resolved' ? resolved : null;
    const located = await changeWith(run, step, found, place, isPart ? null : this.wanted, this.last === null);
    if (located !== null) return this.arrive(step, located, next, step.expression);
    if (found.status === 'initial' && resolved?.kind === 'resolved') return this.fromTheStart(step, found, resolved, next);
    if (found.status === 'located') return this.end(this.stopped(`\`${step.expression}\` has changed since`));
    return this.end(this.last === null ? this.finish(found) : this.stopped(lowered(found.reason)));
  }

  /** No write gave it the value: it came into being with its object, or with what that was taken from. */
  private async fromTheStart(step: Query, found: PointAnswer, place: Resolved, next: Next): Promise<Turn> {
    const { run } = this;
    const { base } = place;
    const key = place.key.kind === 'property' ? place.key.name : null;
    const asked = step.place;
    if (base?.kind === 'object' && key !== null && asked !== null && asked.kind !== 'variable') {
      const way = [memberStep(key), ...next.steps];
      if (base.type === 'arguments' && /^\d+$/.test(key) && asked.base === 'arguments')
        return this.turn(next.of, { kind: 'argument', frame: step.frame, index: Number(key), steps: next.steps });
      const creation = await creationOf(run, base);
      if (creation !== null) {
        const made = run.located(step, creation);
        run.answers.set(step.id, made);
        return this.arrive(step, { ...made, before: null, after: this.wanted }, { ...next, steps: way }, step.expression, true);
      }
      const isName = placeOf(asked.base) !== null && asked.base !== 'this' && !/^[A-Z]\w*$|^process\b|^globalThis\b/.test(asked.base);
      if (isName) {
        const { isOfText, frame, of } = next;
        return {
          kind: 'next',
          next: { of, frame, isOfText, expression: asked.base, place: placeOf(asked.base), steps: way, call: null, span: null },
        };
      }
    }
    return this.end(this.finish(this.last ?? found));
  }

  /** What a call returned. */
  private async atCall(step: Query, next: Next, call: Returning): Promise<Turn> {
    const { run } = this;
    const isPart = next.steps.some(({ isAwait }) => isAwait !== true);
    const isAwaited = next.steps[0]?.isAwait === true;
    const known = run.answers.get(step.id);
    const found =
      known ??
      (await decideReturned(
        run,
        step,
        {
          ...call,
          isAwaited,
          isPart,
          before: isAwaited ? this.awaitedAt : this.takenAt,
          begun: (called) => this.begunBy(step, call, called),
        },
        this.wanted,
      ));
    run.answers.set(step.id, found);
    if (found.status === 'located') {
      const isElement = !call.isYielded && !call.isResolved && isPart && this.isYielded(found);
      const isAsync = isAwaited && found.after !== null && this.wanted !== null && (isPart || isSame(found.after, this.wanted));
      const steps = isAsync || isElement ? next.steps.slice(1) : next.steps;
      return this.arrive(step, { ...found, after: this.wanted }, { ...next, steps }, `${call.callee ?? call.method ?? ''}()`, true);
    }
    const from = run.answers.get(step.of);
    const observation = from === undefined ? null : run.observationOf(from);
    if (observation === null || from === undefined) return this.end(this.stopped('its steps are not known yet'));
    const isNative = observation.natives.has(seenAs(step)) || (call.callee === null && isOfLanguage(call.method));
    if (!isNative) return this.end(this.stopped(lowered(found.reason)));
    const sight = new StepSight(run, step.of, from, this.wanted ?? { kind: 'absent' });
    const place = this.placeOfFrame(from, sight, step.frame);
    if (place === null) return this.end(this.stopped('what called this function is not seen'));
    if (call.callee !== null && (await isMadeHere(run, sight, place, step.frame, call.callee)))
      return this.end(await this.orCreation(`\`${call.callee}\` hands on what it was made of`));
    // A callback, or what `call` has called: it is not known what it was given.
    if (call.node === null)
      return this.end(
        /^(Number|String|Boolean|BigInt|parseInt|parseFloat)$/.test(next.expression) && this.last !== null
          ? this.finish(this.last)
          : this.stopped(`\`${next.expression}\` gave it`),
      );
    const { node } = call;
    const copied = await sight.withForks(() => (call.isYielded ? elementYielded : handedOn)(place, node, next.steps, step.frame, sight));
    return this.turn(step.of, copied, sight);
  }

  private async begunBy(step: Query, { node }: Returning, called: CodePlace): Promise<readonly [number, number] | null> {
    const from = this.run.answers.get(step.of);
    if (from === undefined || node === null) return null;
    const sight = new StepSight(this.run, step.of, from, this.wanted ?? { kind: 'absent' });
    const place = this.placeOfFrame(from, sight, step.frame);
    return place === null ? null : sight.begunBy({ text: place.text, offset: node.start }, step.frame, called);
  }

  private isYielded({ identity }: PointAnswer): boolean {
    const text = this.run.texts.text(identity?.path ?? '');
    return identity !== null && text !== undefined && isYield(text.program, identity.offset, identity.end);
  }

  private placeOfFrame(from: PointAnswer, sight: StepSight, frame: number): CodePlace | null {
    const text = frame === 0 && from.identity !== null ? this.run.texts.text(from.identity.path) : undefined;
    return text === undefined || from.identity === null ? sight.placeAt(frame) : { text, offset: from.identity.offset };
  }

  /** The chain is at a point: what the code there copies is asked next. */
  private async arrive(step: Query, answer: PointAnswer, next: Next, expression: string, isRead = false): Promise<Turn> {
    const { run } = this;
    const { identity, position } = answer;
    this.last = next.steps.length === 0 && next.isKey !== true ? answer : { ...answer, after: this.wanted };
    const text = identity === null ? undefined : run.texts.text(identity.path);
    if (identity === null || position === null || text === undefined) return this.end(this.finish(answer));
    this.steps.push({ position, expression });
    const sight = new StepSight(run, step.id, answer, this.wanted ?? { kind: 'absent' }, this.entry);
    const point = { text, offset: identity.offset };
    const isOthers = isRead && isDelegated(text.program, identity.offset, identity.end);
    this.takenAt = isOthers ? (this.takenAt ?? run.answers.get(step.of)?.time ?? null) : null;
    const arrival: Arrival = { key: this.key ?? keyOf(step), steps: next.steps, isRead, isOthers };
    if (run.observationOf(answer) === null) run.unseen.push({ query: this.query, answer, arrival });
    const copied = await copiedAt(point, identity.end, arrival, sight);
    return this.turn(step.id, copied, sight);
  }

  private async turn(of: string, copied: Copied, sight?: StepSight): Promise<Turn> {
    const isAwaited = 'steps' in copied && copied.steps.some(({ isAwait }) => isAwait === true);
    this.awaitedAt = isAwaited ? (this.awaitedAt ?? this.run.answers.get(of)?.time ?? null) : null;
    switch (copied.kind) {
      case 'unknown':
        return this.end(await this.orCreation(copied.reason));
      case 'moved': {
        const before = this.last === null || this.owner === null ? null : await elementBefore(this.run, this.last, this.owner, this.wanted);
        if (before === null) return this.end(await this.orCreation('which element was moved there cannot be told'));
        return this.visit(`${of}~moved`, before, 'moved', (point, end, around) => copiedBy(point, end, null, [], around));
      }
      case 'thrown': {
        const answer = this.run.answers.get(of);
        const seen = answer === undefined || sight === undefined ? null : await throwOf(this.run, answer, sight, copied);
        if (seen === null) return this.end(await this.orCreation('it was thrown, and where cannot be told'));
        return this.fromThrow(of, seen, copied.steps);
      }
      case 'made': {
        const from = this.run.answers.get(of);
        const text = sight === undefined || from === undefined ? undefined : this.placeOfFrame(from, sight, copied.frame)?.text;
        const time = from?.time ?? 0;
        const event = text && this.wanted ? await partMade(this.run, text.path, copied, time, this.wanted) : null;
        const key = copied.steps.at(-1)?.name ?? null;
        if (text === undefined || event === null)
          return this.end(
            await this.orCreation(`it is a part of what \`${shortened(text?.text.slice(copied.start, copied.end) ?? 'new')}\` made`),
          );
        return this.visit(`${of}~part`, event, key ?? '', (point, end, around) => copiedBy(point, end, key, [], around));
      }
      case 'bound':
      case 'generated': {
        const { steps, index, kind } = copied;
        const place = kind === 'bound' ? copied.callee : copied.generator;
        const made = sight?.valueOf(copied.frame, place);
        const creation = made?.kind === 'object' ? await creationOf(this.run, made) : null;
        if (creation === null) return this.end(this.stopped(`where \`${place}\` was made is not seen`));
        const given = kind === 'bound' ? boundArgument : givenWhenMade;
        return this.visit(`${of}~made`, creation, place, (point, end, around) => given(point, end, index, steps, around));
      }
      case 'argument': {
        const from = this.run.answers.get(of);
        const seen = sight ?? (from === undefined ? undefined : new StepSight(this.run, of, from, this.wanted ?? { kind: 'absent' }));
        if (seen === undefined) return this.end(this.stopped('what called this function is not seen'));
        return this.turn(of, await seen.withForks(() => argumentOf(copied.frame, copied.index, copied.steps, seen)), seen);
      }
      case 'computed': {
        if (this.last === null) return this.end(this.stopped('it was computed'));
        // A parameter's value was computed where the function was called.
        const caller = copied.frame > 0 ? sight?.placeAt(copied.frame) : null;
        const last = caller
          ? {
              ...this.last,
              position: caller.text.sourcePosition(copied.start, copied.end),
              functionName: sight?.nameAt(copied.frame) ?? null,
            }
          : this.last;
        return this.end(this.finish(last));
      }
      case 'call':
        return { kind: 'next', next: nextOf(of, copied, sight?.placeAt(copied.frame)?.text.text) };
      case 'place':
        return { kind: 'next', next: nextOf(of, copied, undefined) };
    }
  }

  /** The chain goes on from a throw. */
  private async fromThrow(of: string, { observation }: SeenException, steps: readonly Step[]): Promise<Turn> {
    const { run } = this;
    const id = `${of}~thrown`;
    const isSeen = isKnown(run, { ...this.query, id, of, kind: 'thrown', place: null, expression: '', text: '' }, this.seenAt(of));
    if (!isSeen) return this.end(this.stopped('its steps are not known yet'));
    const answer: PointAnswer = { ...throwPoint(run, observation.paused), id, exception: null, after: this.wanted };
    run.throws.set(id, observation);
    run.answers.set(id, answer);
    this.last = answer;
    this.key = null;
    if (answer.position !== null) this.steps.push({ position: answer.position, expression: 'throw' });
    const sight = new StepSight(run, id, answer, this.wanted ?? { kind: 'absent' });
    const place = sight.placeAt(0);
    const copied = await sight.withForks(() => thrownValue(place, steps, sight.choose));
    if (copied.kind === 'unknown' && this.wanted !== null && (await thrownFirst(run, this.wanted))?.observation === observation)
      return this.end(this.finish(answer));
    if (copied.kind === 'computed' && place !== null)
      this.last = { ...answer, position: place.text.sourcePosition(copied.start, copied.end) };
    return this.turn(id, copied, sight);
  }

  /** The chain goes on from an event that no place was asked about for. */
  private async visit(
    id: string,
    event: SelectedEvent,
    expression: string,
    ask: (point: CodePlace, end: number, around: StepSight) => Copied,
  ): Promise<Turn> {
    const { run } = this;
    const answer = run.located({ ...this.query, id, isOfText: true }, event);
    run.answers.set(id, answer);
    const { identity, position } = answer;
    const text = identity === null ? undefined : run.texts.text(identity.path);
    if (identity === null || position === null || text === undefined) return this.end(this.finish(answer));
    this.last = { ...answer, after: this.wanted };
    this.key = null;
    this.steps.push({ position, expression });
    const sight = new StepSight(run, id, answer, this.wanted ?? { kind: 'absent' });
    return this.turn(id, await sight.withForks(() => ask({ text, offset: identity.offset }, identity.end, sight)), sight);
  }

  private end(answer: PointAnswer): Turn {
    return { kind: 'end', answer };
  }

  private finish(answer: PointAnswer): PointAnswer {
    const { id, kind, of } = this.query;
    return { ...answer, id, kind, of, steps: this.steps };
  }

  /** An object is the same one wherever it has been: it came from where it was made. */
  private async orCreation(reason: string): Promise<PointAnswer> {
    const { run, wanted } = this;
    if (wanted?.kind === 'object' && wanted.type !== 'function' && this.last !== null) {
      const event = await creationOf(run, wanted);
      if (event !== null) {
        const made = run.located({ ...this.query, id: `${this.query.id}~made` }, event);
        run.answers.set(`${this.query.id}~made`, made);
        return this.finish({ ...made, before: null, after: wanted });
      }
    }
    return this.stopped(reason);
  }

  /** Not decided: copies were followed so far. */
  private stopped(reason: string): PointAnswer {
    const { id, kind, of } = this.query;
    const { position } = this.last ?? {};
    const where = position
      ? `It was followed to line ${position.line} of ${basename(position.path)}; but ${reason}.`
      : `Where it came from cannot be told: ${reason}.`;
    return { ...unknownPoint(id, kind, of, 'not-found', where), steps: this.steps };
  }
}
