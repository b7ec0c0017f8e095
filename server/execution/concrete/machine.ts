import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { AssertionId, FunctionId, FunctionIr, ModuleIr, NodeId, VariableId } from '../../ir/program.js';
import { InternalError } from '../../base/errors.js';
import { evaluate } from './concreteExpression.js';
import { FunctionFrame, type BuiltinFrame, type Frame, type Purpose, type Progress } from './frame.js';
import { execute } from './execute.js';
import { finish, resume, type GeneratorBody } from './generator.js';
import { advanceIn, type IterationStep } from './ownIterators.js';
import { advance } from './iterators.js';
import { stoppedIn, type Failure, type CallPlace, type FailurePlace, type Stopped } from './failure.js';
import { isPromise, PromiseJobs, type PromiseObject, type Stage } from './promiseJobs.js';
import { catches, departureOf, functionIndex, indexOf, type Departure, type FunctionIndex, type ModuleIndex } from './moduleIndex.js';
import { isTrue } from './primitive.js';
import { containedIn, mayReach } from './reach.js';
import { findProperty, getData, isConstructor, refuseExposed } from './properties.js';
import { Realm, type RealmTables } from './realm.js';
import { FrameCalls } from './innerCalls.js';
import { Abandoned, CallNeeded, OutOfFuel, ProcessEnd, RanAhead, Thrown, Unmodelled } from './signals.js';
import {
  ConcreteObject,
  Opaque,
  Term,
  hiddenProperty,
  isCallable,
  isSteps,
  uninitialised,
  type BuiltinResult,
  type BuiltinSteps,
  type Cell,
  type Closure,
  type ConcreteValue,
} from './concreteValue.js';

/** How a call of the program ended. */
export type Completion =
  | { readonly kind: 'normal'; readonly value: ConcreteValue }
  | { readonly kind: 'thrown'; readonly value: ConcreteValue }
  | { readonly kind: 'violated'; readonly assertion: AssertionId }
  | { readonly kind: 'ended' };

/** The run stands for all runs: others may go on at an `await`, and a call inside a recursion may find the stack exhausted. */
export interface Universal {
  readonly mayOverflow: (caller: FunctionId) => boolean;
  /** Runs go on where an assertion is violated, as they do in Node. */
  readonly passesAssertions: boolean;
}

/** The step of an iterator. */
type Step = Instruction & { readonly kind: 'step' };

type Branch = Departure & { readonly kind: 'branch' };
type Stepping = Departure & { readonly kind: 'step' };

/** The handling of code that is not seen, where something is assumed of it. */
export interface UnseenCode {
  /** Whether there was any on the way. */
  readonly hasRun: boolean;
  /** Whether built-ins that call back for each element of an unknown list are performed, too. */
  readonly standsInForCallbacks: boolean;
  /** Performs what the interpreter can't: an instruction that runs code which is not seen. False where nothing is assumed of it. */
  perform(frame: FunctionFrame, instruction: Instruction): boolean;
  /** Decides a branch on something that is not known; `runsCode`: whether the test may convert an object. */
  choose(frame: FunctionFrame, condition: Expression, runsCode: boolean): boolean;
  /** Whether an iterator of unseen code gives one more, and what. Null where nothing is assumed of it. */
  advance(iterator: ConcreteValue, step: Step): { readonly done: boolean; readonly value: ConcreteValue } | null;
  /** Other tasks run. */
  wait(): void;
  /** It has the value from now on. */
  learn(value: ConcreteValue): void;
  /** It goes on with the activation, which waits, at any later time. False where nothing is assumed of it. */
  goOnLater(frame: FunctionFrame): boolean;
  /** Whether the body, from a node on, writes nothing that others may look at, and looks at no variable that others write. */
  isByItself(body: FunctionIr, node: NodeId): boolean;
  /** Whether the instruction looks into an object that the program has made, and that it may change meanwhile. */
  looksIntoMade(instruction: Instruction, frame: FunctionFrame): boolean;
  /** A call may find the stack exhausted, as unknown code left it. Throws where it does. */
  mayOverflow(): void;
}

/** A part of the program that may do something else than it says: diagnosis looks for what it would have had to do. */
export interface Abnormal {
  /** Performs an instruction in another way; null where it is done as ever, which `asEver` does. */
  perform(frame: FunctionFrame, instruction: Instruction, asEver: () => Progress): Progress | null;
  /** Which way a branch goes; null where it goes as ever. */
  choose(frame: FunctionFrame, test: Instruction): boolean | null;
}

/** Told of each node that a run passes. */
export type Observer = (frame: FunctionFrame) => void;

/**
 * Runs graphs with an explicit stack of activations, so that the program's depth is not the host's.
 * An activation that calls waits with `pending`; a result is delivered to it, an exception unwinds to the nearest handler edge.
 */
export class Machine implements Stage {
  readonly realm: Realm;
  readonly index: ModuleIndex;
  readonly passed = new Set<AssertionId>();
  /** The functions that were called. */
  readonly entered = new Set<FunctionId>();
  /** Closures made so far, by function: how a function is found that has no name outside. */
  readonly closures = new Map<FunctionId, ConcreteObject>();
  private stopped: Stopped | null = null;
  /** Where exceptions were thrown first. */
  private readonly origins = new Map<ConcreteObject, Stopped>();
  /** The end of the activation that the run began with, while jobs go on; and where it failed. */
  private ending: { readonly completion: Completion; readonly stopped: Stopped | null } | null = null;
  private root: FunctionFrame | null = null;
  /** Other runs of the same entry may have failed on the way. */
  hasPresumed = false;
  /** A loop was entered that is meant not to end. */
  isEndlessMeant = false;
  private readonly stack: Frame[] = [];
  private readonly maxDepth: number;
  private readonly universal: Universal | null;
  private readonly endsByItself: boolean;
  private readonly innerCalls: FrameCalls;
  /** The instructions so far that may have changed what others see. */
  private changes = 0;
  /** The activations whose callers have these promises. */
  private readonly suspended = new WeakMap<ConcreteObject, FunctionFrame>();
  private outcome: Completion | null = null;
  private delivery: { readonly value: ConcreteValue } | null = null;
  /** Null: a run that meets unseen code says nothing. */
  unseen: UnseenCode | null = null;
  /** A name that neither the module nor Node declares is an error. */
  readonly isWhole: boolean;
  /** Null: the program does what it says. */
  abnormal: Abnormal | null = null;

  constructor(
    module: ModuleIr,
    limits: {
      readonly fuel: number;
      readonly maxDepth: number;
      readonly universal?: Universal;
      readonly builtins: RealmTables;
      /** No other script declares names that the module does not. */
      readonly isWhole?: true;
      /**
       * Jobs of promises run, too, and a rejection that nobody handles ends the run. `own`: timers run only as long as the run's own
       * activation is not over, and such a rejection says nothing.
       */
      readonly runsJobs?: boolean | 'own';
    },
    private readonly observer: Observer | null,
  ) {
    this.realm = new Realm(limits.builtins, limits.fuel, limits.universal !== undefined);
    this.index = indexOf(module);
    this.innerCalls = new FrameCalls(this.realm);
    this.realm.originOf = (reason) => this.originOf(reason);
    this.endsByItself = limits.runsJobs === 'own';
    if (limits.runsJobs === true || this.endsByItself)
      this.realm.jobs = new PromiseJobs(this.realm, this, this.endsByItself ? 10 : Infinity);
    this.maxDepth = limits.maxDepth;
    this.universal = limits.universal ?? null;
    this.isWhole = limits.isWhole ?? false;
  }

  /** Runs the module's top level. `alone`: while it waits nobody else runs who knows the module. */
  runTopLevel(fn: FunctionIr, alone = true): Completion {
    return this.run(() => {
      const frame = this.activate(fn.id, new Map(), 'call', alone);
      this.root = frame;
      if (fn.thisVariable !== null) frame.declare(fn.thisVariable, undefined);
    });
  }

  /** Calls a function value (or constructs, when it is a constructor that cannot be called). */
  runCall(callee: ConcreteObject, self: ConcreteValue, args: readonly ConcreteValue[], purpose: Purpose): Completion {
    return this.run(() => (purpose === 'construct' ? this.construct(callee, args, callee) : this.call(callee, self, args, true)));
  }

  /** Takes back what was entered and passed since. */
  beginAgain(entered: ReadonlySet<FunctionId>, passed: ReadonlySet<AssertionId>): void {
    this.entered.clear();
    this.passed.clear();
    for (const id of entered) this.entered.add(id);
    for (const id of passed) this.passed.add(id);
  }

  /** Calls a function of the program as the run's own: the run is over when what it waits for is. */
  runOwn(callee: ConcreteObject, args: readonly ConcreteValue[]): Completion {
    return this.run(() => {
      this.call(callee, undefined, args, true);
      const frame = this.stack.at(-1);
      if (frame?.kind === 'function') this.root = frame;
    });
  }

  /** Calls a root as unknown code may: `self` is what it is called on, or the object that `new` made; `rest` are arguments that were not counted. */
  runRoot({ function: fn, cells }: Closure, self: ConcreteValue, args: readonly ConcreteValue[], rest: ConcreteValue): Completion {
    return this.run(() => {
      const frame = this.activate(fn.id, cells, fn.kind === 'constructor' ? 'construct' : 'call', this.unseen !== null);
      this.root = frame;
      if (fn.thisVariable !== null) frame.declare(fn.thisVariable, self);
      this.bindArguments(frame, args);
      if (fn.rest !== null) frame.declare(fn.rest, rest);
      if (fn.newTargetVariable !== null) frame.declare(fn.newTargetVariable, new Opaque('new.target'));
    });
  }

  private run(start: () => void): Completion {
    this.stack.length = 0;
    this.outcome = null;
    this.ending = null;
    this.root = null;
    this.delivery = null;
    try {
      start();
      while (this.outcome === null) this.advanceOnce();
    } catch (signal) {
      if (signal instanceof ProcessEnd) return { kind: 'ended' };
      if (signal instanceof Thrown && this.stack.length === 0 && this.root === null) return { kind: 'thrown', value: signal.value };
      throw signal;
    }
    return this.outcome;
  }

  private advanceOnce(): void {
    try {
      const { delivery } = this;
      this.delivery = null;
      const frame = this.stack.at(-1);
      if (delivery !== null) this.receive(delivery.value);
      else if (frame === undefined) this.takeUp();
      else if (frame?.kind === 'function') this.step(frame);
      else throw new InternalError('a built-in on top of the stack waits for a result');
    } catch (signal) {
      if (signal instanceof RanAhead) return this.leaveAhead();
      if (!(signal instanceof Thrown)) throw signal;
      this.noteOrigin(signal);
      this.unwind(signal.value);
    }
  }

  /** An error that is thrown again, as at the end of a finally block, has its origin where it was thrown first. */
  private noteOrigin({ value, origin }: Thrown): void {
    const frame = this.stack.findLast((each) => each.kind === 'function');
    if (frame === undefined) return;
    const place = this.placeOf(frame);
    const known = value instanceof ConcreteObject ? this.origins.get(value) : isThrownOn(frame) ? this.stopped : null;
    const isSame = known !== null && (value instanceof ConcreteObject || Object.is(known?.value, value));
    const first = origin ?? (isSame ? known : null) ?? null;
    const stopped = first === null ? { place, again: null, value } : { ...first, again: place };
    this.stopped = stopped;
    if (value instanceof ConcreteObject) this.origins.set(value, stopped);
  }

  originOf(reason: ConcreteValue): Stopped | null {
    const { stopped } = this;
    const known = reason instanceof ConcreteObject ? this.origins.get(reason) : stopped?.value === reason ? stopped : null;
    if (known) return known;
    const { place } = this;
    return place === null ? null : { place, again: null, value: reason, isRejection: true };
  }

  start(steps: BuiltinSteps, asked: readonly CallPlace[] = []): void {
    this.push({ kind: 'builtin', steps, asked, catches: false });
    this.deliver(undefined);
  }

  /** Nothing goes on: the next job begins. Without one the run ends, unless a timer is still to come. */
  private takeUp(): void {
    const { jobs } = this.realm;
    if (jobs === null) throw new InternalError('a run without an end');
    const job = jobs.next();
    if (job !== null) return job();
    if (this.ending?.completion.kind === 'thrown') return this.end(this.ending.completion, this.ending.stopped);
    const { unhandled } = jobs;
    if (unhandled !== null && this.endsByItself) throw new Unmodelled('a rejection that nobody handles');
    if (this.endsByItself && this.ending !== null) return this.end(this.ending.completion, this.ending.stopped);
    if (unhandled !== null && this.isHandedOut(unhandled)) throw new Abandoned('a promise that importers may handle');
    if (unhandled !== null) return this.end({ kind: 'thrown', value: unhandled.nature.value }, unhandled.nature.origin ?? null);
    const task = jobs.nextTask();
    if (task !== null) return task();
    if (this.ending === null) throw new Unmodelled('a wait that does not end');
    this.end(this.ending.completion, this.ending.stopped);
  }

  /** Whether those that import the module have the promise before its jobs run. */
  private isHandedOut(promise: ConcreteObject): boolean {
    const exported = this.index.module.exports.flatMap(({ variable }) => variable ?? []);
    return mayReach([this.realm.global('module'), this.realm.global('exports'), ...this.topLevelValues(exported)], promise);
  }

  private end(completion: Completion, stopped: Stopped | null): void {
    this.stopped = stopped;
    this.outcome = completion;
  }

  /** Leaves the activation on top until the promise is settled; whoever called it has a promise of its own meanwhile. */
  waitFor(frame: FunctionFrame, value: ConcreteValue, then: (value: ConcreteValue) => Progress): Progress {
    const { jobs } = this.realm;
    if (jobs === null || frame.generator !== null) throw new Abandoned('await beside running code');
    const awaited = jobs.promiseOf(value);
    const isFirst = frame.suspension === null;
    const { calls } = this.placeOf(frame);
    this.stack.pop();
    frame.suspension ??= { promise: frame === this.root ? null : jobs.make(), calls, waiting: new Set() };
    if (frame.suspension.promise !== null) this.suspended.set(frame.suspension.promise, frame);
    this.suspended.get(awaited)?.suspension?.waiting.add(frame);
    frame.pending = then;
    jobs.react(awaited, {
      fulfilled: (result) => {
        this.push(frame);
        this.deliver(result);
      },
      rejected: (reason, origin) => {
        this.push(frame);
        throw new Thrown(reason, origin);
      },
    });
    if (isFirst && frame.suspension.promise !== null) this.deliver(frame.suspension.promise);
    return 'called';
  }

  /**
   * Leaves the activation on top, an async one that comes to its first `await` and that its caller does not wait for: unseen code stands in for
   * the rest of it. Its promise is open, unless what it waits for is `rejected`, and nobody handles that.
   */
  leaveToUnseen(frame: FunctionFrame, rejected: PromiseObject | null): Progress {
    if (frame.generator !== null || this.isRoot(frame)) throw new Abandoned('await beside running code');
    if (rejected !== null && !isCaughtAt(frame) && !closesByCode(frame)) {
      const { value, origin = null } = rejected.nature;
      rejected.nature.isHandled = true;
      const { realm } = this;
      this.stack.pop();
      this.deliver(new ConcreteObject(realm.prototypeOf('Promise'), { kind: 'promise', rejected: true, value, origin }));
      return 'called';
    }
    if (this.unseen?.goOnLater(frame) !== true) throw new Abandoned('await beside running code');
    this.stack.pop();
    this.deliver(this.realm.openPromise());
    return 'called';
  }

  /**
   * Whether an activation that its caller does not wait for comes to the same end if it goes on at once, ahead of what its caller does
   * meanwhile: it touches nothing that others do.
   */
  goesAhead(frame: FunctionFrame): boolean {
    if (this.unseen?.standsInForCallbacks !== false || frame.generator !== null || this.isRoot(frame) || frame.isLinked) return false;
    if (!this.unseen.isByItself(frame.index.function, frame.node)) return false;
    frame.ahead ??= 'first';
    return true;
  }

  /** Leaves the rest of the activation that runs ahead to unseen code: later it would come to something else. */
  private leaveAhead(): void {
    const at = this.stack.findIndex((each) => each.kind === 'function' && each.ahead === 'first');
    const frame = this.stack[at];
    if (frame?.kind !== 'function' || this.unseen?.goOnLater(frame) !== true) throw new Abandoned('await beside running code');
    this.stack.length = at;
    this.delivery = null;
    this.deliver(this.realm.openPromise());
  }

  /** Whether something else may go on while an activation waits. */
  get isInterleaved(): boolean {
    return this.realm.jobs?.hasBegun === true;
  }

  /** Where control is. */
  get place(): FailurePlace | null {
    const frame = this.stack.findLast((each) => each.kind === 'function');
    return frame === undefined ? null : this.placeOf(frame);
  }

  get openCalls(): readonly CallPlace[] {
    const { place } = this;
    return place === null ? [] : [...place.calls, { function: place.function, node: place.node }];
  }

  private placeOf(frame: FunctionFrame): FailurePlace {
    const calls = this.stack.flatMap((each) =>
      each.kind === 'function' && each !== frame ? [{ function: each.index.function.id, node: each.node }] : [],
    );
    const [first] = this.stack;
    const before = first?.kind === 'builtin' ? first.asked : (first?.suspension?.calls ?? []);
    return { function: frame.index.function.id, node: frame.node, calls: [...before, ...calls] };
  }

  /** Where a call of the root came to such an end that fails; null where it is not one. */
  failureOf(completion: Completion, root: FunctionIr): Failure | null {
    const { stopped } = this;
    switch (completion.kind) {
      case 'ended':
        return null;
      case 'normal': {
        const { value } = completion;
        // A rejected promise that a plain function hands out is not its failure.
        if (!root.isAsync || !(value instanceof ConcreteObject) || value.nature.kind !== 'promise' || !value.nature.rejected) return null;
        const isThrown = stopped !== null && stopped.value === value.nature.value;
        return this.failureAt(isThrown ? stopped : (value.nature.origin ?? null), root, 'returned');
      }
    }
    return this.failureAt(stopped, root, 'unhandled');
  }

  private failureAt(stopped: Stopped | null, root: FunctionIr, rejection: Failure['rejection'] & string): Failure {
    if (stopped === null) return stoppedIn(root.id);
    const { place, again, value, isRejection } = stopped;
    const failure: Failure = { kind: 'stopped', ...place, again, fault: this.realm.faultOf(value) };
    return isRejection === true ? { ...failure, rejection } : failure;
  }

  private step(frame: FunctionFrame): void {
    this.realm.fuel.spend(1);
    const fn = frame.index.function;
    const { mark } = nodeOf(frame);
    if (mark?.kind === 'violation') {
      this.stopped = { place: this.placeOf(frame), again: null, value: undefined };
      this.outcome = { kind: 'violated', assertion: mark.assertion };
      return;
    }
    if (mark?.kind === 'sometime') this.passed.add(mark.assertion);
    if (mark?.kind === 'endless') this.isEndlessMeant = true;
    this.observer?.(frame);
    if (frame.node === fn.exit) return this.leave(frame);
    if (frame.node === fn.throwExit) {
      const value = frame.read(fn.exception);
      this.stack.pop();
      return this.abandon(frame, value);
    }
    this.depart(frame, departureOf(frame.index, frame.node));
  }

  private depart(frame: FunctionFrame, departure: Departure): void {
    switch (departure.kind) {
      case 'end':
        throw new Unmodelled('a node without successors');
      case 'undecided':
        throw new Unmodelled(`a choice that the graph leaves open: ${departure.what}`);
      case 'branch': {
        this.withInnerCalls(frame, () => {
          const choice = this.choose(frame, departure);
          if (choice === undefined) throw new Unmodelled('no branch holds');
          frame.node = this.passing(frame, departure, choice.target);
          return 'gone';
        });
        return;
      }
      case 'step': {
        this.stepBy(frame, departure);
        return;
      }
      case 'yield':
        this.perform(frame, departure.instruction);
        return;
      case 'single':
        if (this.perform(frame, departure.instruction) === 'done') this.proceed(frame, departure);
    }
  }

  private stepBy(frame: FunctionFrame, departure: Stepping): void {
    const { instruction } = departure;
    const iterator = frame.read(instruction.iterator);
    const take = (next: IterationStep): Progress => {
      if (!next.done) {
        frame.write(instruction.target, next.value);
        frame.write(instruction.index, Number(frame.read(instruction.index)) + 1);
      }
      frame.node = next.done ? departure.done : departure.found;
      return 'gone';
    };
    if (!(iterator instanceof ConcreteObject) || iterator.isExposed || !runsCode(iterator)) {
      take(this.next(frame, instruction));
      return;
    }
    const isWaiting = instruction.protocol === 'asyncOf';
    const refuseOthers = (): void => {
      if (isWaiting && this.realm.jobs?.isEmpty === false) throw new Abandoned('for await beside running code');
    };
    refuseOthers();
    const then = (next: IterationStep): Progress => {
      refuseOthers();
      if (isWaiting) this.unseen?.wait();
      return take(next);
    };
    advanceIn(this, frame, { iterator, sent: undefined, alone: isWaiting && frame.alone }, then);
  }

  private perform(frame: FunctionFrame, instruction: Instruction): Progress {
    return this.withInnerCalls(frame, () => this.performOnce(frame, instruction));
  }

  /**
   * Performs what may need calls of the program's code in its middle, before it changes anything: it begins again behind each of them.
   * What they change it would see too early.
   */
  private withInnerCalls(frame: FunctionFrame, act: () => Progress): Progress {
    if (this.universal !== null) return act();
    const { realm } = this;
    this.innerCalls.enter(frame);
    realm.innerCalls = this.innerCalls;
    try {
      const progress = act();
      if (frame.given.length > 0) frame.given = [];
      return progress;
    } catch (signal) {
      if (!(signal instanceof CallNeeded)) throw signal;
      const { changes } = this;
      frame.pending = (value) => {
        if (this.changes !== changes) throw new Unmodelled('a conversion that changes something');
        frame.given.push(value);
        return this.withInnerCalls(frame, act);
      };
      realm.innerCalls = null;
      this.call(signal.callee, signal.self, signal.args, false);
      return 'called';
    } finally {
      realm.innerCalls = null;
    }
  }

  /** An instruction; code that is not seen may stand in for what the interpreter can't do, but not for a call that has begun. */
  private performOnce(frame: FunctionFrame, instruction: Instruction): Progress {
    if (isChange(frame, instruction)) this.changes++;
    if (frame.ahead !== null && this.unseen?.looksIntoMade(instruction, frame) !== false) throw new RanAhead();
    const { unseen } = this;
    const other = this.abnormal?.perform(frame, instruction, () => execute(this, frame, instruction)) ?? null;
    if (other !== null) return other;
    if (unseen === null) return execute(this, frame, instruction);
    const { length } = this.stack;
    try {
      return execute(this, frame, instruction);
    } catch (signal) {
      if (!isOpen(signal) || this.stack.length !== length) throw signal;
      frame.pending = null;
      if (!unseen.perform(frame, instruction)) throw signal;
      return 'done';
    }
  }

  /** The branch that is taken; of two that depend on what is not known either may be. */
  private choose(frame: FunctionFrame, { choices, thrown }: Branch): Branch['choices'][number] | undefined {
    const [some] = choices;
    if (frame.ahead !== null && some !== undefined && this.unseen?.looksIntoMade(some.assume, frame) !== false) throw new RanAhead();
    const way = some === undefined ? null : (this.abnormal?.choose(frame, some.assume) ?? null);
    if (way !== null) return choices.find(({ assume }) => assume.truth === way);
    try {
      return choices.find(({ assume }) => {
        this.realm.innerCalls?.rewind();
        return isTrue(evaluate(assume.condition, frame)) === assume.truth;
      });
    } catch (signal) {
      const [first, second] = choices;
      if (!isOpen(signal) || this.unseen === null || first === undefined || choices.length !== 2) throw signal;
      return this.unseen.choose(frame, first.assume.condition, thrown !== null) ? first : second;
    }
  }

  private next(frame: FunctionFrame, step: Step): { readonly done: boolean; readonly value: ConcreteValue } {
    const iterator = frame.read(step.iterator);
    try {
      if (!(iterator instanceof ConcreteObject)) throw new Unmodelled('an iterator of the program');
      return advance(iterator, this.realm);
    } catch (signal) {
      if (!isOpen(signal) || this.unseen === null) throw signal;
      const next = this.unseen.advance(iterator, step);
      if (next === null) throw signal;
      // What it was iterating is not known any more.
      frame.write(step.iterator, new Opaque('an iterator'));
      return next;
    }
  }

  /** Whether it is the activation that the run began with. */
  isRoot(frame: FunctionFrame): boolean {
    return this.root === frame || (this.root === null && this.stack[0] === frame);
  }

  /** Whether it is the activation that the run began with, and no other one is open. */
  isAlone(frame: FunctionFrame): boolean {
    return this.stack.length === 1 && this.stack[0] === frame;
  }

  /** The values that variables of the module's top level hold, while it is being evaluated. */
  *topLevelValues(variables: readonly VariableId[]): Generator<ConcreteValue> {
    const frame = this.root;
    if (frame === null) return;
    for (const variable of variables) {
      const value = frame.bound(variable)?.value;
      if (value !== undefined && value !== uninitialised) yield value;
    }
  }

  /** All that the activations hold. */
  *held(): Generator<ConcreteValue> {
    for (const frame of this.stack) {
      if (frame.kind === 'builtin') throw new Abandoned('a built-in in the middle of calling back');
      for (const [, value] of frame.bindings()) if (value !== uninitialised && value !== undefined) yield value;
    }
  }

  /** The captured variables of the activations, from the outside inwards. */
  *heldCells(): Generator<readonly [Cell, VariableId]> {
    for (const frame of this.stack) if (frame.kind !== 'builtin') yield* frame.ownCells();
  }

  /** An instruction may throw, for all that is known: a run that nobody saves fails then. The other one is followed. */
  presumeNoThrow(): void {
    if (this.isCaught) throw new Abandoned('an exception that is caught');
    this.hasPresumed = true;
  }

  /** Whether somebody catches what is thrown now, or hears of it as a promise. */
  get isCaught(): boolean {
    return this.stack.some((frame, depth) => {
      if (frame.kind === 'builtin' || frame.isLinked || isHeardOf(frame)) return true;
      // Whoever waits for an activation at once hears of it as of a call.
      if (frame.suspension === null && depth > 0 && frame.index.function.isAsync && !frame.alone) return true;
      return isCaughtAt(frame) || closesByCode(frame);
    });
  }

  /** Whether what leaves the activation on top as an exception may be caught, or heard of as a promise. */
  get mayBeCaughtOutside(): boolean {
    return this.stack.some((frame, depth) => {
      if (frame.kind === 'builtin') return frame.catches;
      if (frame.isLinked) return true;
      if (frame.suspension !== null && isHeardOf(frame)) return true;
      // Whoever waits for an activation at once hears of it as of a call.
      if (frame.suspension === null && frame.index.function.isAsync && !frame.alone) return true;
      return depth < this.stack.length - 1 && isCaughtIn(frame);
    });
  }

  /** Where assertions are passed over, the other way of one that is violated. */
  private passing({ index }: FunctionFrame, { choices }: Branch, target: NodeId): NodeId {
    const isViolation = (node: NodeId): boolean => index.function.nodes[node]?.mark?.kind === 'violation';
    if (this.universal?.passesAssertions !== true || !isViolation(target)) return target;
    return choices.find((other) => !isViolation(other.target))?.target ?? target;
  }

  private proceed(frame: FunctionFrame, departure: Departure): void {
    if (departure.kind !== 'single' || departure.normal === null) throw new Unmodelled('an instruction that cannot complete did');
    frame.node = departure.normal;
  }

  /** A normal end of the activation: its result goes to whoever waits. */
  private leave(frame: FunctionFrame): void {
    const fn = frame.index.function;
    let value = frame.read(fn.result);
    if (frame.purpose === 'construct' && value instanceof Opaque) throw new Unmodelled(value.what);
    if (frame.purpose === 'construct' && !(value instanceof ConcreteObject)) value = this.constructed(frame, fn, value);
    this.stack.pop();
    const { jobs } = this.realm;
    if (jobs !== null && frame === this.root) this.ending = { completion: { kind: 'normal', value }, stopped: null };
    else if (frame.generator !== null) finish(this, frame.generator, { value });
    else if (jobs !== null && isPromise(frame.suspension?.promise)) jobs.resolve(frame.suspension.promise, value);
    else if (fn.isAsync && jobs === null && mayBeThenable(value)) this.deliver(this.realm.openPromise());
    else this.deliver(fn.isAsync ? this.promise(false, value) : value);
  }

  /** The object that a constructor makes which `returned` none (ECMA-262, 10.2.2). */
  private constructed(frame: FunctionFrame, fn: FunctionIr, returned: ConcreteValue): ConcreteValue {
    if (fn.thisVariable === null) throw new Unmodelled('a constructor without this');
    if (fn.kind === 'derivedConstructor' && returned !== undefined) {
      this.stack.pop();
      return this.realm.throwError('TypeError', 'a constructor that returns no object');
    }
    const self = frame.binding(fn.thisVariable);
    if (self !== uninitialised) return self;
    this.stack.pop();
    return this.realm.throwError('ReferenceError', 'this before super()');
  }

  private promise(rejected: boolean, value: ConcreteValue): ConcreteObject {
    const { jobs } = this.realm;
    if (jobs !== null) {
      const promise = jobs.make();
      if (rejected) jobs.reject(promise, value);
      else jobs.resolve(promise, value);
      return promise;
    }
    if (!rejected && value instanceof ConcreteObject) {
      if (value.nature.kind === 'promise') return value;
      if (findProperty(value, 'then', this.realm) !== undefined) throw new Unmodelled('a thenable');
    }
    const origin = rejected ? this.originOf(value) : null;
    return new ConcreteObject(this.realm.prototypeOf('Promise'), { kind: 'promise', rejected, value, origin });
  }

  /** An exception leaves the activation, which has been popped. */
  private abandon(frame: FunctionFrame, value: ConcreteValue): void {
    if (frame.generator !== null) finish(this, frame.generator, null);
    const { jobs } = this.realm;
    if (jobs !== null && isPromise(frame.suspension?.promise)) return jobs.reject(frame.suspension.promise, value);
    if (frame.generator === null && frame.index.function.isAsync && this.stack.length > 0) this.deliver(this.promise(true, value));
    else this.unwind(value);
  }

  /** Takes the edge of the nearest handler; activations without one are left. */
  private unwind(value: ConcreteValue): void {
    for (let frame = this.stack.at(-1); frame !== undefined; frame = this.stack.at(-1)) {
      if (frame.kind === 'function') {
        const departure = departureOf(frame.index, frame.node);
        const target = departure.kind === 'end' || departure.kind === 'undecided' ? null : (departure.thrown ?? this.wayOut(frame));
        if (target === null)
          throw new Unmodelled(`an exception where the graph has no edge for it (${frame.index.function.name}, node ${frame.node})`);
        frame.pending = null;
        frame.given = [];
        frame.write(frame.index.function.exception, value);
        frame.node = target;
        return;
      }
      if (frame.catches) {
        frame.catches = false;
        return this.goOn(frame, () => frame.steps.throw(new Thrown(value)));
      }
      this.stack.pop();
    }
    if (this.realm.jobs !== null && this.ending === null) this.ending = { completion: { kind: 'thrown', value }, stopped: this.stopped };
    else this.outcome = { kind: 'thrown', value };
  }

  /** Where a part that is abnormal throws what the program does not: out of the activation, if its function does nothing then. */
  private wayOut(frame: FunctionFrame): NodeId | null {
    if (this.abnormal === null || handles(frame.index)) return null;
    return closesByCode(frame) ? null : frame.index.function.throwExit;
  }

  /** The result of a call; the activation on top receives it in the next turn, so that built-ins do not nest on the host's stack. */
  deliver(value: ConcreteValue): void {
    this.delivery = { value };
  }

  private receive(value: ConcreteValue): void {
    const frame = this.stack.at(-1);
    if (frame === undefined) {
      if (this.realm.jobs === null) this.outcome = { kind: 'normal', value };
    } else if (frame.kind === 'function') {
      const { pending } = frame;
      frame.pending = null;
      if (pending === null) throw new InternalError('a result that nobody waits for');
      if (pending(value) === 'done') this.proceed(frame, departureOf(frame.index, frame.node));
    } else {
      this.realm.fuel.spend(1);
      this.goOn(frame, () => frame.steps.next(value));
    }
  }

  /** A built-in goes on until it ends, or wants another call. */
  private goOn(frame: BuiltinFrame, advanceSteps: () => ReturnType<BuiltinSteps['next']>): void {
    const next = advanceSteps();
    if (next.done === true) {
      this.stack.pop();
      return this.deliver(next.value);
    }
    const { callee, self, args, isNew, isCaught = false, isWaitedFor = false } = next.value;
    frame.catches = isCaught;
    if (isNew === true && callee instanceof ConcreteObject) this.construct(callee, args, callee);
    else this.call(callee, self, args, isWaitedFor);
  }

  /** Starts a call of what gives the head of a chain of promises, which is waited for: the chain may handle its rejection. */
  callLinked(callee: ConcreteValue, self: ConcreteValue, args: readonly ConcreteValue[]): void {
    const { length } = this.stack;
    this.call(callee, self, args, true);
    const frame = this.stack[length];
    if (frame?.kind === 'function') frame.isLinked = true;
  }

  /** Starts a call; its result is delivered to the activation that is on top now. */
  call(callee: ConcreteValue, self: ConcreteValue, args: readonly ConcreteValue[], alone: boolean): void {
    if (callee instanceof Term) callee.algebra.refuseMissingCallee(callee, this.realm, 'not a function');
    if (callee instanceof Opaque) throw new Unmodelled(`a call of ${callee.what}`);
    if (!isCallable(callee)) return this.realm.throwError('TypeError', 'not a function');
    const { nature } = callee;
    if (nature.kind === 'bound') return this.call(nature.target, nature.self, [...nature.args, ...args], alone);
    if (nature.kind === 'builtin') {
      if (this.unseen !== null) refuseExposedParts([self, ...args], copying.has(nature.builtin.name));
      if (nature.builtin.resumes !== undefined && self instanceof ConcreteObject && self.nature.kind === 'generator') {
        return resume(this, self.nature.body, { kind: nature.builtin.resumes, sent: args[0], givesResults: true, alone: false });
      }
      if (nature.builtin.call === null) return this.realm.throwError('TypeError', 'a constructor called without new');
      const term = [self, ...args].find((value): value is Term => value instanceof Term);
      const known = term?.algebra.call(callee, self, args, this.realm) ?? null;
      if (known !== null) return this.deliver(known.value);
      const { call, callWaitedFor } = nature.builtin;
      if (callWaitedFor === undefined || !alone || this.realm.jobs !== null) return this.settle(call(self, args), [self, ...args]);
      const steps = callWaitedFor(self, args);
      // Others run before what is put off does.
      this.unseen?.wait();
      return this.settle(steps, [self, ...args]);
    }
    if (nature.kind !== 'closure') throw new InternalError('a callable is a closure, a built-in or bound');
    if (nature.closure.isClass) return this.realm.throwError('TypeError', 'a class called without new');
    const { function: fn, cells } = nature.closure;
    if (fn.isGenerator) return this.deliver(this.generator(nature.closure, self, args));
    const frame = this.activate(fn.id, cells, 'call', alone);
    frame.closure = nature.closure;
    this.bindReceiver(frame, self);
    this.bindArguments(frame, args);
  }

  /** Sloppy code sees the global object, or a wrapper, in place of what is no object; the graph does not tell. */
  private bindReceiver(frame: FunctionFrame, self: ConcreteValue): void {
    const { thisVariable } = frame.index.function;
    const isForeign = this.universal !== null && !(self instanceof ConcreteObject);
    if (thisVariable !== null) frame.declare(thisVariable, isForeign ? new Opaque('this') : self);
  }

  /** The object that a call of a generator gives: its body has not begun. */
  private generator(closure: Closure, self: ConcreteValue, args: readonly ConcreteValue[]): ConcreteObject {
    const { function: fn } = closure;
    if (fn.opaque) throw new Abandoned('direct eval or with');
    if (!fn.bindsPlainly) throw this.refused('a generator that binds its arguments by code');
    // A summary of a loop would not tell what the pieces in between do.
    if (this.unseen?.standsInForCallbacks === true) throw this.refused('a body that runs later');
    const prototype = this.realm.prototypeOf(fn.isAsync ? 'AsyncGenerator' : 'Generator');
    const body: GeneratorBody = { closure, self, args, frame: null, state: 'new', delegate: null, givesResults: false };
    return new ConcreteObject(prototype, { kind: 'generator', body });
  }

  /** Begins the body of a generator. */
  begin(body: GeneratorBody, alone: boolean): FunctionFrame {
    const { closure, self, args } = body;
    const frame = this.activate(closure.function.id, closure.cells, 'call', alone, body);
    frame.closure = closure;
    this.bindReceiver(frame, self);
    this.bindArguments(frame, args);
    return frame;
  }

  /** Control comes back into an activation that was left suspended. */
  reenter(frame: FunctionFrame): void {
    if (this.universal !== null) this.refuseOverflow(frame.index, this.universal);
    this.push(frame);
  }

  /** Control leaves the activation on top, which is not over. */
  leaveSuspended(): void {
    this.stack.pop();
  }

  /** Starts `new`; the object is delivered. */
  construct(callee: ConcreteValue, args: readonly ConcreteValue[], newTarget: ConcreteObject): void {
    if (callee instanceof Term) callee.algebra.refuseMissingCallee(callee, this.realm, 'not a constructor');
    if (callee instanceof Opaque) throw new Unmodelled(`a call of ${callee.what}`);
    if (!(callee instanceof ConcreteObject) || !isConstructor(callee)) return this.realm.throwError('TypeError', 'not a constructor');
    const { nature } = callee;
    if (nature.kind === 'bound')
      return this.construct(nature.target, [...nature.args, ...args], newTarget === callee ? nature.target : newTarget);
    if (nature.kind === 'builtin') {
      if (this.unseen !== null) refuseExposedParts(args, false);
      if (nature.builtin.construct === null) throw new InternalError('a constructor constructs');
      const term = newTarget === callee ? args.find((value): value is Term => value instanceof Term) : undefined;
      const known = term?.algebra.call(callee, callee, args, this.realm) ?? null;
      if (known !== null) return this.deliver(known.value);
      return this.settle(nature.builtin.construct(args, newTarget), args);
    }
    if (nature.kind !== 'closure') throw new InternalError('a constructor is a closure, a built-in or bound');
    const { function: fn, cells } = nature.closure;
    const frame = this.activate(fn.id, cells, 'construct', false);
    frame.newTarget = newTarget;
    if (fn.thisVariable !== null)
      frame.declare(fn.thisVariable, fn.kind === 'derivedConstructor' ? uninitialised : this.instanceOf(newTarget));
    this.bindArguments(frame, args);
  }

  /** The object that a constructor begins with. */
  instanceOf(newTarget: ConcreteObject): ConcreteObject {
    const prototype = getData(newTarget, 'prototype', this.realm);
    if (prototype instanceof Opaque) throw new Unmodelled(prototype.what);
    return new ConcreteObject(prototype instanceof ConcreteObject ? prototype : this.realm.objectPrototype, { kind: 'ordinary' });
  }

  /** A built-in's answer: a value at once, or steps that call back; a host generator ignores what it is started with. */
  private settle(result: BuiltinResult, given: readonly ConcreteValue[]): void {
    if (!isSteps(result)) {
      if (isPromise(result) && result.nature.rejected) result.nature.origin ??= this.originOf(result.nature.value);
      return this.deliver(result);
    }
    if (this.unseen?.standsInForCallbacks === true && given.some((value) => value instanceof Term))
      throw new Unmodelled('calls for each of a list');
    this.start(result);
  }

  private activate(
    id: FunctionId,
    cells: ConstructorParameters<typeof FunctionFrame>[3],
    purpose: Purpose,
    alone: boolean,
    generator: GeneratorBody | null = null,
  ): FunctionFrame {
    const index = functionIndex(this.index, id);
    const fn = index.function;
    if (fn.opaque) throw new Abandoned('direct eval or with');
    const isBegun = this.stack.length === 0 && this.universal !== null;
    const isLeft = fn.isAsync && !alone && this.unseen !== null && mayWait(fn);
    if (!isBegun && ((fn.isGenerator && generator === null) || (isLeft && !this.isFollowedToWait(index, generator))))
      throw this.refused('a body that runs later');
    const isAhead = this.stack.some((each) => each.kind === 'function' && each.ahead !== null);
    if (isAhead && this.unseen?.isByItself(fn, fn.entry) !== true) throw new RanAhead();
    if (this.universal !== null) this.refuseOverflow(index, this.universal);
    const frame = new FunctionFrame(this.realm, this.index, index, cells, purpose, alone);
    frame.generator = generator;
    if (isAhead) frame.ahead = 'inside';
    this.entered.add(id);
    this.push(frame);
    return frame;
  }

  /** Whether an async function that its caller does not wait for is followed as far as its first `await`. */
  private isFollowedToWait(index: FunctionIndex, generator: GeneratorBody | null): boolean {
    if (generator !== null || this.unseen?.standsInForCallbacks !== false) return false;
    return !this.stack.some((frame) => frame.kind === 'function' && frame.index === index);
  }

  private refused(what: string): Unmodelled {
    return this.unseen === null ? new Abandoned(what) : new Unmodelled(what);
  }

  isRunning(frame: Frame): boolean {
    return this.stack.includes(frame);
  }

  /** Whoever waits for an activation would wait for ever if it did not end: nobody has its promise already. */
  get isSynchronous(): boolean {
    return this.stack.every((frame) => (frame.kind === 'builtin' ? !frame.catches : !frame.index.function.isAsync));
  }

  /** A call inside a recursion may find the stack exhausted: that is asked only where nobody would catch it. */
  private refuseOverflow(callee: FunctionIndex, { mayOverflow }: Universal): void {
    const below = this.stack.filter((frame) => frame.kind === 'function');
    // A module is evaluated on a stack that is all but empty, and so are its jobs.
    if ((below[0] ?? this.root)?.index.function.kind === 'module' || this.isInterleaved) return;
    const isRecursion = below.some((frame) => frame.index === callee);
    if (isRecursion && (below.length < this.stack.length || !this.isSynchronous)) throw new Abandoned('a recursion');
    const caller = below.at(-1);
    if (caller === undefined || !(isRecursion || mayOverflow(caller.index.function.id))) return;
    const isCaught = below.some((frame) => {
      const departure = departureOf(frame.index, frame.node);
      const calls = departure.kind === 'single' || departure.kind === 'step' || departure.kind === 'yield';
      return !calls || catches(frame.index, departure);
    });
    if (!isCaught) return;
    if (this.unseen === null) throw new Abandoned('a call that may overflow the stack');
    this.unseen.mayOverflow();
  }

  private push(frame: Frame): void {
    if (this.stack.length >= this.maxDepth) throw new OutOfFuel();
    this.stack.push(frame);
  }

  private bindArguments(frame: FunctionFrame, args: readonly ConcreteValue[]): void {
    const fn = frame.index.function;
    this.realm.fuel.spend(args.length);
    fn.parameters.forEach((parameter, i) => frame.declare(parameter, args[i]));
    if (fn.rest !== null) frame.declare(fn.rest, this.realm.array(args.slice(fn.parameters.length)));
    if (fn.newTargetVariable !== null) frame.declare(fn.newTargetVariable, frame.newTarget ?? undefined);
    if (fn.argumentsVariable !== null) frame.declare(fn.argumentsVariable, this.argumentsObject(args));
  }

  private argumentsObject(args: readonly ConcreteValue[]): ConcreteObject {
    const object = new ConcreteObject(this.realm.objectPrototype, { kind: 'arguments' });
    args.forEach((value, i) => object.properties.set(String(i), { kind: 'data', value, enumerable: true, writable: true }));
    object.properties.set('length', hiddenProperty(args.length));
    object.properties.set('callee', hiddenProperty(new Opaque('the callee of an arguments object')));
    return object;
  }
}

/** The methods of the language that change what they are called on. */
const changing =
  /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set\w*|add|delete|clear|assign|define\w+|exec|test|match\w*|next|return|freeze|seal)$/;

/** Whether an instruction may change what others see: a property, a variable of several functions, an object of the language. */
function isChange(frame: FunctionFrame, instruction: Instruction): boolean {
  switch (instruction.kind) {
    case 'store':
      return instruction.mode === 'set';
    case 'delete':
    case 'defineAccessor':
    case 'yield':
    case 'await':
      return true;
    case 'assign':
      return frame.variable(instruction.target).captured;
    case 'call': {
      if (instruction.callee.kind !== 'variable' || instruction.mode !== 'call') return false;
      const callee = frame.read(instruction.callee.variable);
      return callee instanceof ConcreteObject && callee.nature.kind === 'builtin' && changing.test(callee.nature.builtin.name);
    }
    default:
      return false;
  }
}

/** Whether some exception of the function is caught in it. */
const handles = (index: FunctionIndex): boolean =>
  index.departures.some((departure) => 'thrown' in departure && departure.thrown !== null && catches(index, departure));

/** Whether the activation handles what is thrown where it is. */
function isCaughtIn({ index, node }: FunctionFrame): boolean {
  const departure = departureOf(index, node);
  return departure.kind !== 'end' && catches(index, departure);
}

/** Whether somebody would handle the rejection of an activation that was left at an `await`: all but those that wait for it alone. */
function isHeardOf({ suspension }: FunctionFrame): boolean {
  const promise = suspension?.promise ?? null;
  if (suspension === null || promise === null) return false;
  const [waiting] = suspension.waiting;
  const { nature } = promise;
  const hasOneReaction = nature.kind === 'promise' && nature.reactions?.length === 1;
  return waiting === undefined || suspension.waiting.size > 1 || !hasOneReaction || isCaughtIn(waiting) || isHeardOf(waiting);
}

/** Whether the activation does so, or is where no exception is known to lead. */
function isCaughtAt({ index, node }: FunctionFrame): boolean {
  return catches(index, departureOf(index, node));
}

/** Whether code of the program may run where the activation closes an iterator. */
function closesByCode(frame: FunctionFrame): boolean {
  return closedIn(frame.index.function).some((variable) => {
    const iterator = frame.bound(variable)?.value;
    return iterator instanceof ConcreteObject && runsCode(iterator);
  });
}

const closed = new WeakMap<FunctionIr, readonly VariableId[]>();

/** The iterators that the function closes. */
function closedIn(body: FunctionIr): readonly VariableId[] {
  let known = closed.get(body);
  if (known === undefined) {
    known = body.edges.flatMap(({ instruction }) => (instruction.kind === 'closeIterator' ? [instruction.iterator] : []));
    closed.set(body, known);
  }
  return known;
}

/** Whether advancing the iterator runs code of the program. */
const runsCode = ({ nature }: ConcreteObject): boolean =>
  nature.kind === 'generator' || (nature.kind === 'iterator' && nature.source.kind === 'own');

/** Whether code that is not seen may stand in for what the interpreter does not do. */
const isOpen = (signal: unknown): signal is Unmodelled => signal instanceof Unmodelled && !(signal instanceof Abandoned);

/** Whether the activation throws on what a cleanup, such as that of an iterator, had to come before. */
function isThrownOn(frame: FunctionFrame): boolean {
  const { edges, exception } = frame.index.function;
  const thrown = edges.find(({ source, instruction }) => source === frame.node && instruction.kind === 'throw')?.instruction;
  if (thrown?.kind !== 'throw' || thrown.value.kind !== 'variable') return false;
  const { variable } = thrown.value;
  return edges.some(
    ({ instruction: made }) =>
      made.kind === 'assign' && made.target === variable && made.value.kind === 'variable' && made.value.variable === exception,
  );
}

const waiting = new WeakMap<FunctionIr, boolean>();

/** Whether the body may wait for a promise. */
function mayWait(body: FunctionIr): boolean {
  let known = waiting.get(body);
  if (known === undefined) {
    known = body.edges.some(
      ({ instruction }) => instruction.kind === 'await' || ('protocol' in instruction && instruction.protocol === 'asyncOf'),
    );
    waiting.set(body, known);
  }
  return known;
}

/** Objects that a built-in may look at; more are not looked through. */
const mostLookedAt = 300;

/** Built-ins that look at no more of an object with copied members than these. */
const copying: ReadonlySet<string> = new Set(['assign', 'freeze']);

/** A built-in looks at all parts of what it is given, of which nothing is known where unseen code has them. */
function refuseExposedParts(given: readonly ConcreteValue[], isCopying: boolean): void {
  const seen = new Set<ConcreteObject>();
  const pending = [...given];
  for (let value = pending.pop(); value !== undefined || pending.length > 0; value = pending.pop()) {
    if (!(value instanceof ConcreteObject) || seen.has(value) || value.library !== null || isCallable(value)) continue;
    if (isCopying && value.copied !== null) continue;
    refuseExposed(value);
    if (seen.size >= mostLookedAt) throw new Unmodelled('a large object');
    seen.add(value);
    const { nature } = value;
    for (const property of value.properties.values()) if (property.kind === 'data') pending.push(property.value);
    for (const part of containedIn(nature)) pending.push(part);
  }
}

/** Whether the value is an input that may be a promise, or another object with a method `then`. */
function mayBeThenable(value: ConcreteValue): boolean {
  if (!(value instanceof Term)) return false;
  try {
    value.algebra.refuseObject(value);
    return false;
  } catch (signal) {
    if (signal instanceof Unmodelled) return true;
    throw signal;
  }
}

function nodeOf(frame: FunctionFrame): FunctionIr['nodes'][number] {
  const node = frame.index.function.nodes[frame.node];
  if (node === undefined) throw new InternalError(`the node ${frame.node} is missing`);
  return node;
}
