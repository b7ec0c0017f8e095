import type { Site } from '../../instrument/site.js';
import { isFunction, pathTo, walk, type AnyNode } from '../../instrument/tree.js';
import { initialisedMember } from '../../querypoints/text/frameName.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { Home } from '../steps/home.js';
import type { ActivationSteps } from './activationSteps.js';
import { frameOffset } from './callPlace.js';
import { Delegations } from './delegations.js';
import { Endings } from './endings.js';
import { Initialisers } from './initialisers.js';
import { IteratingLoops } from './iteratingLoops.js';
import type { Position } from './recordedPosition.js';
import { seenPlace } from './seenPlaces.js';
import { accessorKind, accessorName, unwrittenCall, type Turn } from './unwrittenCalls.js';

/** Longer stacks are cut. */
const mostFrames = 10_000;

/** The stack of a position, as far as the program's own functions are on it. */
export class RecordedStack {
  private readonly suspending = new Map<AnyNode, boolean>();
  private readonly iterating: IteratingLoops;
  private readonly initialisers: Initialisers;
  private readonly delegations: Delegations;
  private readonly endings: Endings;

  constructor(
    private readonly store: TraceStore,
    private readonly steps: ActivationSteps,
  ) {
    this.iterating = new IteratingLoops(store, steps);
    this.initialisers = new Initialisers(store, steps, (began) => this.callerOf(began));
    this.delegations = new Delegations(store, steps);
    this.endings = new Endings(store, steps, this.iterating);
  }

  /** The frames, innermost first: where each waits for what it has called. */
  *frames(position: Position): Generator<Position> {
    yield position;
    let at = position;
    for (let count = 1; count < mostFrames; count++) {
      const caller = this.initialisers.below(at) ?? this.caller(at);
      if (caller === null) return;
      yield { ...caller, time: position.time };
      at = caller;
    }
  }

  /** Where an activation is called from, at the time of the call; null when only Node called it. */
  caller({ activation, time }: Position): Position | null {
    const delegating = this.delegations.above(activation, time);
    if (delegating !== null) return delegating;
    const began = this.begunBy(activation, time);
    return began === null ? null : this.callerOf(began);
  }

  /** The row with which what runs in an activation at a time was begun: its call, or where it went on. */
  begunBy(activation: number, time: number): TraceRow | null {
    const home = this.steps.homeOf(activation, time);
    // An activation that never waits is begun by its call alone, which is found without a search.
    if (home !== null && this.suspends(home.node)) {
      if (this.isBehindRejection(activation, time)) return null;
      const own = this.store.segmentOf(activation, time);
      // While it has handed over by `yield*`, what it has handed over to goes on in its place.
      const inner = this.delegations.below(activation, time);
      const other = inner === null ? null : this.begunBy(inner, time);
      const isOther = other !== null && other.activation !== activation && other.event > (own?.event ?? 0);
      // Whoever ends the inner one ends this one.
      const asked = !isOther ? own : this.endings.isEnding(other) ? { ...other, subject: activation } : other;
      if (!this.isGenerator(home.node)) return asked;
      return this.endings.begunBy(activation, time, own) ?? this.delegations.askedThrough(activation, time) ?? asked;
    }
    const event = this.store.source.callOf(activation, time);
    return event === null ? null : this.store.row(event);
  }

  /** Whether what runs in an activation at a time goes on behind an `await`, so that nobody has called it. */
  isBehindAwait(activation: number, time: number): boolean {
    const began = this.store.segmentOf(activation, time);
    if (began === null) return false;
    return (began.kind === Kind.resume && !this.store.source.isCalledAgain(began.site)) || this.isBehindRejection(activation, time);
  }

  /** Whether it goes on in a handler or a `finally` block, because what it has awaited was rejected. */
  private isBehindRejection(activation: number, time: number): boolean {
    for (const { kind, site } of this.store.rowsBefore(activation, time, this.store.segmentOf(activation, time)?.event ?? 0))
      if (kind === Kind.suspend) return this.store.source.site(site)?.site.key === 'await';
    return false;
  }

  /** Where what a row begins is called from; null when only Node called it. */
  callerOf(began: TraceRow): Position | null {
    if (this.endings.isEnding(began)) return this.endings.placeOf(began);
    const known = this.seen(began) ?? this.unwritten(began);
    if (known !== null) return known;
    for (let row: TraceRow | null = began; row !== null && row.activation !== 0; row = this.begunBy(row.activation, row.event)) {
      const field = this.inField(row);
      if (field !== null) return field;
      const site = this.store.callSiteOf(row);
      const found = site === null ? undefined : this.store.source.site(site)?.site;
      const home = this.steps.homeOf(row.activation, row.event);
      const isHandedOver = this.delegations.iterates(row.subject, row.event + 1) !== null;
      const place = home === null ? null : (this.iterating.headOf(row, home, isHandedOver) ?? (found && callIn(home.text, found)));
      if (home !== null && place) {
        const { start, end } = place;
        return { activation: row.activation, text: home.text, offset: start, end, time: row.event, kind: 'event', isCertain: true };
      }
      const implicit = home === null ? this.steps.implicitConstructorOf(row.activation, row.event) : null;
      if (implicit !== null) {
        // Its base is called in no place of its own.
        const { start, end } = implicit.node;
        return { activation: row.activation, text: implicit.text, offset: start, end, time: row.event, kind: 'event', isCertain: true };
      }
      // A native has called, as `forEach` does: the caller is in the statement that called the native.
      const step = this.steps.at(row.activation, row.event);
      if (step !== null) return { ...step, time: row.event, kind: 'event' };
      // Of a function that is recorded by its calls alone no place is known: it is left out.
    }
    return null;
  }

  /** Where a caller was seen on the stack. */
  private seen(began: TraceRow): Position | null {
    const number = began.activation === 0 ? null : this.store.callSiteOf(began);
    const found = number !== null && this.store.source.isSeen(number) ? this.store.source.site(number) : undefined;
    // The field of an object may be in another text than the activation that constructs it.
    const text = found === undefined ? undefined : this.steps.textAt(found.path);
    if (found === undefined || text === undefined) return null;
    const called = this.steps.homeOf(began.subject, began.event);
    const isSetter = called !== null && accessorKind(called) === 'set';
    const isEnd = began.kind === Kind.call && this.store.source.entersReturn(began.site);
    const { start, end } = seenPlace(text, found.site.offset, isSetter ? 'setter' : isEnd ? 'return' : null);
    return { activation: began.activation, text, offset: start, end, time: began.event, kind: 'event', isCertain: true };
  }

  /** The call in the field of an object that a row is begun by: the class may be in another text than what constructs the object. */
  private inField(began: TraceRow): Position | null {
    const number = this.store.callSiteOf(began);
    const found = number === null ? undefined : this.store.source.site(number);
    const text = found === undefined ? undefined : this.steps.textAt(found.path);
    if (found === undefined || text === undefined || !isInField(text, found.site.offset)) return null;
    const { start, end } = callIn(text, found.site);
    return { activation: began.activation, text, offset: start, end, time: began.event, kind: 'event', isCertain: true };
  }

  /** Where a caller is that has made no call: what it has called last then is another function. */
  private unwritten(began: TraceRow): Position | null {
    const called = this.steps.homeOf(began.subject, began.event);
    if (called === null || began.activation === 0) return null;
    const isAccessor = accessorKind(called) !== null;
    const last = this.store.callSiteOf(began);
    if (!isAccessor && last !== null) return null;
    const step = this.steps.at(began.activation, began.event);
    if (step === null) return null;
    const at: Position = { ...step, time: began.event, kind: 'event' };
    const place = unwrittenCall(step, called, () => this.turnOf(began, step, called));
    if (place !== null) return { ...at, offset: place.start, end: place.end, isCertain: true };
    const site = last === null ? undefined : this.store.source.site(last)?.site;
    // A native of the same statement may have called it.
    const isCalled = site !== undefined && step.offset <= site.offset && site.end <= step.end;
    return isAccessor && !isCalled ? at : null;
  }

  /** Which of the calls of accessors of one name a row is that its statement has made, and how many there are. */
  private turnOf(began: TraceRow, step: Position, called: Home): Turn {
    const [name, kind] = [accessorName(called), accessorKind(called)];
    const until = this.steps.after(step)?.time ?? this.endOfPart(step.activation, step.time)?.event ?? this.store.end;
    let [index, count] = [-1, 0];
    for (const row of this.store.rowsOf(began.activation, step.time, until - 1)) {
      const other = row.kind === Kind.call ? this.steps.homeOf(row.subject, row.event) : null;
      if (other === null || accessorKind(other) !== kind || accessorName(other) !== name) continue;
      if (row.event === began.event) index = count;
      count++;
    }
    return { index, count };
  }

  /** Where the part of an activation ends that runs at a time: with its end, or where it waits. Null: it is not in the recording. */
  endOfPart(activation: number, time: number): { readonly event: number; readonly how: 'exit' | 'thrown' | 'suspend' } | null {
    const home = this.steps.homeOf(activation, time);
    if (home !== null && this.suspends(home.node)) {
      for (const row of this.store.rowsOf(activation, time)) if (row.kind === Kind.suspend) return { event: row.event, how: 'suspend' };
    }
    const end = this.store.source.endOf(activation, Math.max(0, time - 1));
    return end === null || end.how === 'open' ? null : { event: end.event, how: end.how };
  }

  /** Whether an activation may wait and go on, so that it runs in several parts. */
  mayWait(activation: number, near: number): boolean {
    const home = this.steps.homeOf(activation, near);
    return home === null || this.suspends(home.node);
  }

  private isGenerator(node: AnyNode): boolean {
    return isFunction(node) && node.generator && !node.async;
  }

  /** Whether a function or top level may wait and go on: it is asynchronous, or a generator. */
  private suspends(node: AnyNode): boolean {
    if (isFunction(node)) return node.async || node.generator;
    let found = this.suspending.get(node);
    if (found === undefined) {
      let awaits = false;
      walk(node, (one) => {
        if (one.type === 'AwaitExpression' || (one.type === 'ForOfStatement' && one.await)) awaits = true;
        return !awaits && !isFunction(one);
      });
      this.suspending.set(node, (found = awaits));
    }
    return found;
  }
}

/** A part of a text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether a place gives a field of an object its value. */
function isInField({ program }: LoadedText, offset: number): boolean {
  const member = initialisedMember(pathTo(program, offset));
  return member?.type === 'PropertyDefinition' && !member.static;
}

function callIn(text: LoadedText, { offset, end }: Pick<Site, 'offset' | 'end'>): Span {
  return { start: frameOffset(text, offset, end), end };
}
