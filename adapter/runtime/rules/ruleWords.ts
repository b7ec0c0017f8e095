import { each, listFrom } from '../../maintain/ownLists.js';
import { isObject } from '../realm/identity.js';
import { isArray, OwnSet, OwnWeakMap } from '../realm/intrinsics.js';

type Action = (...values: unknown[]) => unknown;

/** A rule as the file's own code has made it: what of it runs in the program. */
export interface RuleObject {
  readonly found: Action | null;
  readonly entries: readonly PatternObject[];
}

/** An entry of `at`. */
export interface PatternObject {
  readonly before: Action | null;
  readonly after: Action | null;
  readonly settled: Action | null;
  readonly instead: Action | null;
  /** A predicate of the place; null where the file asks for none. */
  readonly inside: Action | null;
}

/** Who hears of what the code of rules does. */
export interface RuleListener {
  report(values: readonly unknown[]): void;
  stop(): void;
  tracked(set: TrackedSet, change: 'add' | 'delete', value: unknown): void;
  stated(state: ObjectState, object: object, value: unknown): void;
  /** A set or state of a file's top level, with its name there. */
  declared(name: string, object: object): void;
  /** The value of a private field. */
  privateField(object: object, name: string): unknown;
  /** The call of the program for which code of a rule runs. */
  keys(): CallKeys;
  here(): unknown;
  placeOf(value: unknown): unknown;
}

/** A set of the rule's own. */
export class TrackedSet<T = unknown> {
  private readonly values = new OwnSet<T>();

  constructor(private readonly listener: RuleListener) {}

  get size(): number {
    return this.values.size;
  }

  add(value: T): this {
    if (!this.values.has(value)) {
      this.values.add(value);
      this.listener.tracked(this as TrackedSet, 'add', value);
    }
    return this;
  }

  delete(value: T): boolean {
    if (!this.values.delete(value)) return false;
    this.listener.tracked(this as TrackedSet, 'delete', value);
    return true;
  }

  clear(): void {
    for (const value of each(listFrom(each(this.values)))) this.delete(value);
  }

  has(value: T): boolean {
    return this.values.has(value);
  }

  forEach(action: (value: T) => void): void {
    for (const value of each(this.values)) action(value);
  }

  [Symbol.iterator](): IterableIterator<T> {
    return each(this.values) as IterableIterator<T>;
  }
}

/** A value for each object of a class. */
export class ObjectState {
  private readonly values = new OwnWeakMap<object, unknown>();

  /** @param initial What an object has until something is set for it; a function is asked once for each object. */
  constructor(
    private readonly listener: RuleListener,
    private readonly initial: unknown,
  ) {}

  get(object: object): unknown {
    const { initial, values } = this;
    if (values.has(object)) return values.get(object);
    if (typeof initial !== 'function') return initial;
    const value = (initial as Action)(object);
    values.set(object, value);
    return value;
  }

  set(object: object, value: unknown): void {
    this.values.set(object, value);
    this.listener.stated(this, object, value);
  }
}

/** The call that a pattern matches, and the activation of the program that it is in. */
export interface CallKeys {
  readonly call: object;
  readonly activation: object;
}

/** A value for each activation in which a pattern matches; of several calls in one, each keeps what was set for it. */
class CallState {
  private readonly values = new OwnWeakMap<object, unknown>();

  constructor(
    private readonly initial: Action,
    private readonly keys: () => CallKeys,
  ) {}

  get(): unknown {
    const { call, activation } = this.keys();
    if (this.values.has(call)) return this.values.get(call);
    if (!this.values.has(activation)) this.values.set(activation, this.initial());
    return this.values.get(activation);
  }

  set(value: unknown): void {
    const { call, activation } = this.keys();
    this.values.set(call, value);
    this.values.set(activation, value);
  }
}

/** The words of `whence/rules`, as the code of rules files gets them. */
export function ruleWords(listener: RuleListener): Readonly<Record<string, unknown>> {
  const action = (value: unknown): Action | null => (typeof value === 'function' ? (value as Action) : null);
  const declared = <T extends object>(name: unknown, object: T): T => {
    if (typeof name === 'string') listener.declared(name, object);
    return object;
  };
  const initial = (value: unknown): Action => action(value) ?? (() => value);
  const entry = (_pattern: unknown, options: unknown): PatternObject => {
    const given = (isObject(options) ? options : {}) as Readonly<Record<string, unknown>>;
    return {
      before: action(given['before']),
      after: action(given['after']),
      settled: action(given['settled']),
      instead: action(given['instead']),
      inside: action(given['in']),
    };
  };
  return {
    rule: (options: unknown): RuleObject => {
      const given = (isObject(options) ? options : {}) as Readonly<Record<string, unknown>>;
      const entries = given['at'] === undefined ? [] : isArray(given['at']) ? given['at'] : [given['at']];
      return { found: action(given['found']), entries: entries as readonly PatternObject[] };
    },
    extent: (of: unknown) => ({ extent: of }),
    site: (place: unknown) => ({ site: place }),
    tracked: (name: unknown) => declared(name, new TrackedSet(listener)),
    state: (_class: unknown, first: unknown, name: unknown) => declared(name, new ObjectState(listener, first)),
    perCall: (first: unknown) => new CallState(initial(first), () => listener.keys()),
    of: () => null,
    call: entry,
    match: entry,
    changes: entry,
    field: (object: object, name: string) =>
      name[0] === '#' ? listener.privateField(object, name) : (object as Readonly<Record<string, unknown>>)[name],
    placeOf: (value: unknown) => listener.placeOf(value),
    get here() {
      return listener.here();
    },
    report: (...values: unknown[]) => listener.report(values),
    stop: () => listener.stop(),
  };
}
