import type { CallPlace, Stopped } from './failure.js';
import type { Realm } from './realm.js';
import { Abandoned, Thrown, Unmodelled } from './signals.js';
import { findProperty } from './properties.js';
import { ConcreteObject, Opaque, isCallable, type BuiltinSteps, type ConcreteValue, type Nature } from './concreteValue.js';

/** The jobs of somebody who waits for a promise, one for each way in which it is settled. */
export interface Reaction {
  fulfilled(value: ConcreteValue): void;
  rejected(reason: ConcreteValue, origin: Stopped | null): void;
}

export type PromiseNature = Extract<Nature, { readonly kind: 'promise' }>;
export type PromiseObject = ConcreteObject & { readonly nature: PromiseNature };

export const isPromise = (value: ConcreteValue): value is PromiseObject =>
  value instanceof ConcreteObject && value.nature.kind === 'promise';

/** Something that begins with nothing else going on. */
export type Job = () => void;

/** A job for later. */
interface Task {
  /** When it is to run, in milliseconds from the start. */
  readonly due: number;
  readonly delay: number;
  readonly job: Job;
  /** The milliseconds until it runs again; null: never. */
  readonly period: number | null;
  readonly timer: Opaque;
}

/** The operations that a job performs on what is going on. */
export interface Stage {
  /** Runs the steps of a built-in, with nothing else going on. `asked`: the calls that were open where they were asked for. */
  start(steps: BuiltinSteps, asked: readonly CallPlace[]): void;
  /** The calls that are open, the one in progress included. */
  readonly openCalls: readonly CallPlace[];
  /** Where the value was thrown; where control is, if it was not. */
  originOf(reason: ConcreteValue): Stopped | null;
}

/**
 * The jobs of promises (ECMA-262, 27.2): each runs when nothing else goes on, in the order in which they were put. Tasks of timers run
 * once there are no jobs. A promise that is rejected, and that nobody handles by then, ends the process (Node's
 * `--unhandled-rejections=throw`, the default).
 */
export class PromiseJobs {
  private readonly queue: Job[] = [];
  private readonly tasks: Task[] = [];
  /** The time of the task that runs, in milliseconds from the start: what the program computes takes no time. */
  private now = 0;
  private readonly timers = new WeakSet<Opaque>();
  /** Rejected without somebody who handles it, the earliest first. */
  private readonly rejected: PromiseObject[] = [];
  /** Something was put off: what goes on is not all that there is. */
  hasBegun = false;

  constructor(
    private readonly realm: Realm,
    readonly stage: Stage,
    /** Milliseconds: timers that are due so far apart run in that order; `Infinity`: the order of different delays is not told. */
    private readonly surelyApart: number,
  ) {}

  put(job: Job): void {
    this.hasBegun = true;
    this.realm.fuel.spend(1);
    this.queue.push(job);
  }

  get isEmpty(): boolean {
    return this.queue.length === 0;
  }

  next(): Job | null {
    return this.queue.shift() ?? null;
  }

  /** Puts a job for after the delay, in milliseconds; 0: as soon as others have run. Gives what the program has of it. */
  putTask(delay: number, job: Job, period: number | null = null): Opaque {
    if (period !== null && this.surelyApart === Infinity) throw new Abandoned('a timer that goes on');
    this.hasBegun = true;
    const timer = new Opaque('a timer');
    this.timers.add(timer);
    this.tasks.push({ due: this.now + delay, delay, job, period, timer });
    return timer;
  }

  /** Takes a timer back; false where the value is none. */
  clearTask(timer: ConcreteValue): boolean {
    if (!(timer instanceof Opaque) || !this.timers.has(timer)) return false;
    const at = this.tasks.findIndex((task) => task.timer === timer);
    if (at >= 0) this.tasks.splice(at, 1);
    return true;
  }

  nextTask(): Job | null {
    const [first, ...others] = this.tasks.toSorted((a, b) => a.due - b.due);
    if (first === undefined) return null;
    const isInOrder = ({ delay, period }: Task): boolean => delay === first.delay && period === null && first.period === null;
    const isBeside = (task: Task): boolean => !isInOrder(task) && task.due - first.due < this.surelyApart;
    if (others.some(isBeside)) throw new Abandoned('timers of different delays');
    this.now = first.due;
    this.tasks.splice(this.tasks.indexOf(first), 1);
    if (first.period !== null) this.tasks.push({ ...first, due: first.due + first.period });
    return first.job;
  }

  /** The first promise that is rejected, and that nobody handles. */
  get unhandled(): PromiseObject | null {
    return this.rejected.find(({ nature }) => nature.isHandled !== true) ?? null;
  }

  /** A promise that is pending. */
  make(): PromiseObject {
    const nature: PromiseNature = { kind: 'promise', rejected: false, value: undefined, isOpen: true, reactions: [] };
    return new ConcreteObject(this.realm.prototypeOf('Promise'), nature) as PromiseObject;
  }

  /** The promise is settled as the value is: at once, where that is no promise. */
  resolve(promise: PromiseObject, value: ConcreteValue): void {
    if (value instanceof Opaque) throw new Unmodelled(value.what);
    if (value === promise) throw new Unmodelled('a promise of itself');
    if (isPromise(value)) {
      refuseChanged(value);
      const follow: Reaction = {
        fulfilled: (result) => this.fulfil(promise, result),
        rejected: (reason, origin) => this.reject(promise, reason, origin),
      };
      this.put(() => this.react(value, follow));
      return;
    }
    if (value instanceof ConcreteObject && findProperty(value, 'then', this.realm) !== undefined) throw new Unmodelled('a thenable');
    this.fulfil(promise, value);
  }

  private fulfil({ nature }: PromiseObject, value: ConcreteValue): void {
    nature.value = value;
    nature.isOpen = false;
    for (const reaction of nature.reactions?.splice(0) ?? []) this.put(() => reaction.fulfilled(value));
  }

  reject(promise: PromiseObject, reason: ConcreteValue, origin = this.stage.originOf(reason)): void {
    const { nature } = promise;
    nature.value = reason;
    nature.isOpen = false;
    nature.rejected = true;
    nature.origin = origin;
    if (nature.isHandled !== true) this.rejected.push(promise);
    for (const reaction of nature.reactions?.splice(0) ?? []) this.put(() => reaction.rejected(reason, origin));
  }

  /** Somebody waits for the promise, and handles its rejection. */
  react({ nature }: PromiseObject, reaction: Reaction): void {
    nature.isHandled = true;
    if (nature.isOpen === true) {
      if (nature.reactions === undefined) throw new Unmodelled('a promise that is open');
      nature.reactions.push(reaction);
      return;
    }
    const { value, rejected, origin = null } = nature;
    this.put(() => (rejected ? reaction.rejected(value, origin) : reaction.fulfilled(value)));
  }

  /** The promise that a value stands for where somebody waits for it. */
  promiseOf(value: ConcreteValue): PromiseObject {
    if (isPromise(value)) {
      refuseChanged(value);
      return value;
    }
    const promise = this.make();
    this.resolve(promise, value);
    return promise;
  }

  /** `promise.then(onFulfilled, onRejected)`. */
  then(promise: PromiseObject, onFulfilled: ConcreteValue, onRejected: ConcreteValue): PromiseObject {
    refuseChanged(promise);
    for (const handler of [onFulfilled, onRejected]) if (handler instanceof Opaque) throw new Unmodelled(handler.what);
    const derived = this.make();
    const { openCalls } = this.stage;
    this.react(promise, {
      fulfilled: (value) => {
        if (isCallable(onFulfilled)) this.stage.start(this.callThen(onFulfilled, [value], derived), openCalls);
        else this.fulfil(derived, value);
      },
      rejected: (reason, origin) => {
        if (isCallable(onRejected)) this.stage.start(this.callThen(onRejected, [reason], derived), openCalls);
        else this.reject(derived, reason, origin);
      },
    });
    return derived;
  }

  /** Calls a function, and settles the promise with what comes of it. */
  private *callThen(callee: ConcreteObject, args: readonly ConcreteValue[], derived: PromiseObject): BuiltinSteps {
    let result: ConcreteValue;
    try {
      result = yield { callee, self: undefined, args, isCaught: true };
    } catch (signal) {
      if (!(signal instanceof Thrown)) throw signal;
      this.reject(derived, signal.value);
      return undefined;
    }
    this.resolve(derived, result);
    return undefined;
  }

  /** The functions that settle a promise, once: `resolve` and `reject` of `new Promise`. */
  settlers(promise: PromiseObject): { readonly resolve: ConcreteObject; readonly reject: ConcreteObject } {
    let isDone = false;
    const once = (settle: (value: ConcreteValue) => void): ConcreteObject =>
      this.realm.builtin('', (_self, [value]) => {
        if (!isDone) {
          isDone = true;
          settle(value);
        }
        return undefined;
      });
    return { resolve: once((value) => this.resolve(promise, value)), reject: once((reason) => this.reject(promise, reason)) };
  }
}

/** A promise of the program's own making may behave in any way. */
function refuseChanged(promise: PromiseObject): void {
  if (promise.properties.size > 0 || promise.isExposed) throw new Unmodelled('a promise that was changed');
}
