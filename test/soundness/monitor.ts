import { including, joined, type Observed } from './observed.js';
import { withoutEffects } from './withoutEffects.js';

/**
 * The `$` that an instrumented program reports to while it runs in Node: it bounds the run, judges the assertions and
 * notes what the run passed. One monitor observes one module instance; `begin` starts each of its runs.
 */
export interface MonitorPlan {
  /** Statements of the program: each has a point before and one after it. */
  readonly statementCount: number;
  readonly recordNames: readonly (readonly string[])[];
  readonly sometimeCount: number;
  readonly claimCount: number;
}

export interface Bounds {
  /** Function entries and loop rounds of one run. */
  readonly fuel: number;
  /** Frames alive; one more is the RangeError that a real stack throws later. */
  readonly depth: number;
}

/**
 * What the numbers of a run may be. With `integers` unknown numbers are assumed to be safe integers (docs/semantics.md, "Numbers"), so a
 * run in which another number was seen, and may have become unknown, is outside the contract: nothing is held against it.
 */
export type NumberContract = 'doubles' | 'integers';

/** Thrown to end a run early; what the program does with it does not matter, `ending` decides. */
const stop = { toString: () => 'end of the observed run' };

export type Ending = null | 'fuel' | 'violated' | 'otherwise';

/** By record point, then by the variable's position among the recorded names. */
export type Observations = Map<number, (Observed | undefined)[]>;

/** The truth of a claimed condition at one of its points. */
interface ClaimState {
  pending: boolean;
  /** Passages of its only point with a false condition, but for those of functions that have thrown since. */
  passed: number;
  contradicted: boolean;
}

export class Monitor {
  ending: Ending = null;
  /** A value was seen that the contract excludes; never forgotten, since the module may have kept it. */
  outside = false;
  /** Passed with a true condition, by `@sometime`. */
  passed: boolean[] = [];
  observations: Observations = new Map();
  reached: Uint8Array;
  completed: Uint8Array;
  claims: ClaimState[] = [];
  /** By number of the function: an index that was no index of the array. */
  readonly outOfBounds = new Set<number>();
  private recordCounts: number[] = [];
  private entries = 0;
  private fuel = 0;
  private frames = 0;
  /** A condition about the run is evaluated: what it runs is no part of the run, and noting it would be an effect. */
  private isLooking = false;
  /** The condition runs a function of the program (an accessor, a conversion), which could change something: it was stopped at its start. */
  private isRefused = false;
  private refuses = false;

  constructor(
    private readonly plan: MonitorPlan,
    private readonly bounds: Bounds,
    private readonly contract: NumberContract,
  ) {
    this.reached = new Uint8Array(plan.statementCount);
    this.completed = new Uint8Array(plan.statementCount);
    this.begin();
  }

  /** Forgets the previous run, but not what the module remembers of it. */
  begin(): void {
    this.ending = null;
    this.fuel = this.bounds.fuel;
    this.frames = 0;
    this.passed = new Array<boolean>(this.plan.sometimeCount).fill(false);
    this.observations = new Map();
    this.recordCounts = [];
    this.entries = 0;
    this.reached = new Uint8Array(this.plan.statementCount);
    this.completed = new Uint8Array(this.plan.statementCount);
    this.claims = Array.from({ length: this.plan.claimCount }, () => ({ pending: false, passed: 0, contradicted: false }));
    this.outOfBounds.clear();
  }

  /** Ends the run: what runs from here on (the tasks that nobody waits for) belongs to none. Gives what the run passed. */
  takeObservations(): Observations {
    const taken = this.observations;
    this.observations = new Map();
    return taken;
  }

  readonly tick = (): void => {
    if (this.isLooking) return;
    if (this.ending !== null) throw stop;
    if (--this.fuel < 0) {
      this.ending = 'fuel';
      throw stop;
    }
  };

  /**
   * At the start of a getter of what the program is given. That such members do not change by themselves is assumed (docs/semantics.md): about a
   * run that reads one again, and gets another number, nothing is claimed.
   */
  readonly getter = (reads: number): void => {
    this.refuse();
    if (this.isLooking || reads === 0) return;
    this.ending = 'otherwise';
    throw stop;
  };

  /** A condition about the run goes no further where it would run code. */
  private refuse(): void {
    if (!this.isLooking || !this.refuses) return;
    this.isRefused = true;
    throw stop;
  }

  /** At the start of a function; the result goes to `leave`. */
  readonly enter = (): number => {
    this.refuse();
    if (this.isLooking) return 0;
    this.tick();
    if (this.frames >= this.bounds.depth) throw new RangeError('Maximum call stack size exceeded');
    this.entries++;
    return this.frames++;
  };

  /** The smaller one, because an async function may be resumed on an empty stack. */
  readonly leave = (frames: number): void => {
    if (this.isLooking) return;
    if (frames < this.frames) this.frames = frames;
  };

  /** The operand of an `await` or `yield`: the function gives its frame back. */
  readonly suspend = <T>(frames: number, value: T): T => {
    this.leave(frames);
    return value;
  };

  /** At the start of a handler: an ended run is not caught. */
  readonly alive = (): void => {
    if (this.ending !== null) throw stop;
  };

  /** A condition that throws is false (docs/semantics.md, "Assertions"). */
  readonly always = (condition: () => unknown): void => {
    this.alive();
    if (holds(condition)) return;
    this.ending = 'violated';
    throw stop;
  };

  readonly sometime = (index: number, condition: () => unknown): void => {
    this.alive();
    if (holds(condition)) this.passed[index] = true;
  };

  readonly before = (statement: number): void => {
    if (this.isLooking) return;
    this.reached[statement] = 1;
  };

  readonly after = (statement: number): void => {
    if (this.isLooking) return;
    this.completed[statement] = 1;
  };

  /** Just after the operand of a `return` was evaluated. */
  readonly value = <T>(statement: number, value: T): T => {
    if (this.isLooking) return value;
    this.completed[statement] = 1;
    this.inspect(value);
    return value;
  };

  readonly record = (point: number, read: () => readonly unknown[]): void => {
    if (this.ending !== null || this.isLooking) return;
    // Of a long loop every eighth round will do.
    const count = (this.recordCounts[point] = (this.recordCounts[point] ?? 0) + 1);
    if (count > 64 && (count & 7) !== 0) return;
    let values: readonly unknown[];
    try {
      values = read();
    } catch {
      // A name of an outer scope may still be uninitialised.
      return;
    }
    let summaries = this.observations.get(point);
    if (summaries === undefined) this.observations.set(point, (summaries = []));
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      this.inspect(value);
      summaries[i] = including(summaries[i], value);
    }
  };

  private inspect(value: unknown): void {
    if (this.contract === 'doubles' || this.outside) return;
    if (typeof value === 'number') this.outside = !Number.isSafeInteger(value);
    else if (Array.isArray(value)) this.outside = value.some((element) => typeof element === 'number' && !Number.isSafeInteger(element));
    else if (typeof value === 'object' && value !== null) {
      for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value))) {
        if (typeof descriptor.value === 'number' && !Number.isSafeInteger(descriptor.value)) this.outside = true;
      }
    }
  }

  /** At the entry of a method: what a caller in the module passes may belie the declared type. */
  readonly typed = (value: unknown, type: string): void => {
    if (this.isLooking) return;
    if (typeof value !== type) this.outside = true;
  };

  /** At the entry of a method: what the module itself stored in a field of its object may belie the declared type. */
  readonly typedField = (owner: unknown, name: string, type: string): void => {
    if (this.isLooking || typeof owner !== 'object' || owner === null) return;
    const field = Object.getOwnPropertyDescriptor(owner, name);
    if (field !== undefined && 'value' in field && typeof field.value !== type) this.outside = true;
  };

  readonly index = <T>(owner: number, array: unknown, key: T): T => {
    if (this.isLooking) return key;
    if (!isIndexOf(array, key, 0)) this.outOfBounds.add(owner);
    return key;
  };

  readonly writeIndex = <T>(array: unknown, key: T, pending: boolean[], site: number): T => {
    pending[site] = isIndexOf(array, key, 1);
    return Array.isArray(array) ? this.size(key) : key;
  };

  /** The right side of `a[i] = …` has its value: now the element is written. */
  readonly written = <T>(owner: number, pending: readonly boolean[], site: number, value: T): T => {
    if (pending[site] === false) this.outOfBounds.add(owner);
    return value;
  };

  /** Read, then written: `a[i]++`. */
  readonly updateIndex = <T>(owner: number, array: unknown, key: T): T => {
    this.index(owner, array, key);
    return Array.isArray(array) ? this.size(key) : key;
  };

  /** Natives walk a sparse array of a thousand million elements one by one: such runs are given up. */
  readonly size = <T>(length: T): T => {
    // What converts these is not the program's.
    const isText = typeof length === 'string' || Array.isArray(length) || length instanceof Number;
    const size = isText ? Number(length) : length;
    if (typeof size !== 'number' || !(size > 5000 && size < 2 ** 32)) return length;
    this.ending ??= 'fuel';
    throw stop;
  };

  /** The only point of the claim: being here with a false condition contradicts it, if the run is good. Gives whether it does. */
  readonly claim = (index: number, condition: () => unknown): boolean => {
    const state = this.claims[index];
    if (state === undefined || this.isTrue(condition)) return false;
    state.passed++;
    return true;
  };

  /** A call whose entry contradicted the claim has thrown: so the claim was true of it. */
  readonly claimFailed = (index: number): void => {
    const state = this.claims[index];
    if (state !== undefined) state.passed--;
  };

  /** A claim about a root's entry speaks of its own runs, not of calls inside the module. */
  readonly claimEntry = (index: number, condition: () => unknown): boolean => this.entries === 1 && this.claim(index, condition);

  /** A claim about a statement is contradicted when it is false before and after the statement. */
  readonly claimBefore = (index: number, condition: () => unknown): void => {
    const state = this.claims[index];
    if (state !== undefined) state.pending = !this.isTrue(condition);
  };

  readonly claimAfter = (index: number, condition: () => unknown): void => {
    const state = this.claims[index];
    if (state !== undefined && state.pending && !this.isTrue(condition)) state.contradicted = true;
  };

  readonly claimValue = <T>(index: number, value: T): T => {
    const state = this.claims[index];
    if (state !== undefined && state.pending) state.contradicted = true;
    return value;
  };

  private isTrue(condition: () => unknown): boolean {
    this.isLooking = true;
    this.refuses = true;
    this.isRefused = false;
    try {
      const isTrue = holds(condition);
      this.refuses = false;
      return this.isRefused ? holds(() => withoutEffects(condition)) : isTrue;
    } finally {
      this.isLooking = false;
    }
  }
}

/** Of what is neither an array nor a string as far as it has a whole length. */
function isIndexOf(array: unknown, key: unknown, beyond: number): boolean {
  if (!Array.isArray(array) && typeof array !== 'string' && !ArrayBuffer.isView(array)) {
    const length: unknown = array === null || array === undefined ? null : Reflect.get(Object(array) as object, 'length');
    return !Number.isSafeInteger(length) || isWithin(key, Number(length) + beyond);
  }
  return isWithin(key, (array as ArrayLike<unknown>).length + beyond);
}

function isWithin(key: unknown, length: number): boolean {
  return typeof key === 'number' && Number.isInteger(key) && key >= 0 && key < length;
}

function holds(condition: () => unknown): boolean {
  try {
    return Boolean(condition());
  } catch {
    return false;
  }
}

/** Adds the second to the first. */
export function addObservations(all: Observations, more: Observations): void {
  for (const [point, summaries] of more) {
    let known = all.get(point);
    if (known === undefined) all.set(point, (known = []));
    summaries.forEach((summary, i) => {
      if (summary !== undefined) known[i] = joined(known[i], summary);
    });
  }
}
