import { OwnMethods } from './ownMethods.js';
import type { BrokenAssertion } from './testMessages.js';

/** What an assertion of the program throws that does not hold. */
class AssertionBroken extends Error {
  override readonly name = 'AssertionBroken';
  constructor(readonly broken: BrokenAssertion) {
    super(brokenText(broken));
  }
}

/** What a call of a method does: `ways` says where it leads from each state. */
interface ProtocolStep {
  readonly method: string;
  readonly ways: Readonly<Record<number, number>>;
  readonly names: readonly string[];
}

/** Which assertions of the program hold in a run of its tests. */
export class HeldRun {
  private isHeld = false;
  private first: AssertionBroken | null = null;
  /** The `@sometime` assertions whose functions ran, and those that were true. */
  private entered = new Set<string>();
  private passed = new Set<string>();
  private enteredByLoad: readonly string[] = [];
  private passedByLoad: readonly string[] = [];
  /** By protocol, the states of objects that have left the first one. */
  private states = new Map<string, WeakMap<object, number>>();
  private readonly ownMethods = new OwnMethods();

  /** `quietly`: begins what a question may do without being noted; it gives what ends that. `isOfTest`: whether a test calls the function that asks. */
  constructor(
    private readonly quietly: () => () => void,
    private readonly isOfTest: () => boolean,
  ) {}

  /** What texts call that hold their assertions. */
  readonly probes = {
    /** Something is true here. */
    a: (key: string, test: () => unknown): void => {
      if (!this.isHeld || this.isTrue(test)) return;
      const broken = assertionOf(key);
      // What a test hands over by itself is what it wants to see refused: no part of the program can be blamed for it.
      if (broken.tag !== 'requires' || !this.isOfTest()) this.refuse(broken);
    },
    /** Something is true here some time; `e`: the function runs in which that is. */
    s: (key: string, test: () => unknown): void => {
      if (this.isHeld && this.isTrue(test)) this.passed.add(key);
    },
    e: (key: string): void => void this.entered.add(key),
    /** What a function gives. */
    r: <T>(key: string, result: T, test: (result: T) => unknown): T => {
      this.probes.a(key, () => test(result));
      return result;
    },
    /** What is written, and asked behind it. */
    k: <T>(written: T, check: () => void): T => {
      check();
      return written;
    },
    v: <T>(value: T, check: (value: T) => void): T => {
      check(value);
      return value;
    },
    /** A class was evaluated that has a protocol; `u`: a class with methods that always call those that they override. */
    n: (key: string, prototype: object, names: readonly string[]): void => this.ownMethods.note(key, prototype, names),
    u: (prototype: object, names: readonly string[]): void => this.ownMethods.noteCalling(prototype, names),
    /** A method is called. Of an object that has other methods than the class it is not known which steps it took. */
    p: (key: string, object: unknown, { method, ways, names }: ProtocolStep): void => {
      if (!this.isHeld || typeof object !== 'object' || object === null || !this.ownMethods.areOf(key, object)) return;
      let states = this.states.get(key);
      if (states === undefined) this.states.set(key, (states = new WeakMap()));
      const state = states.get(object) ?? 0;
      const next = ways[state];
      if (next === undefined) this.refuse({ ...assertionOf(key), called: { method, state: names[state] ?? '' } });
      else states.set(object, next);
    },
  };

  /** Begins a run; what is not held is not asked. */
  begin(isHeld: boolean): void {
    this.isHeld = isHeld;
    this.first = null;
    this.entered = new Set();
    this.passed = new Set();
    this.states = new Map();
  }

  /** The modules were loaded: each test sees what that did. */
  loaded(): void {
    this.enteredByLoad = [...this.entered];
    this.passedByLoad = [...this.passed];
  }

  beginTest(): void {
    this.first = null;
    this.entered = new Set(this.enteredByLoad);
    this.passed = new Set(this.passedByLoad);
  }

  /** What did not hold in a test, which a program may have caught; a test that passes must also have come where something is true some time. */
  broken(passes: boolean): Error | null {
    if (this.first !== null || !passes) return this.first;
    const missed = [...this.entered].find((key) => !this.passed.has(key));
    return missed === undefined ? null : new AssertionBroken(assertionOf(missed));
  }

  private refuse(broken: BrokenAssertion): never {
    const error = new AssertionBroken(broken);
    this.first ??= error;
    throw error;
  }

  /** What throws is false. What it runs is no part of the test. */
  private isTrue(test: () => unknown): boolean {
    const resume = this.quietly();
    const { first } = this;
    try {
      return Boolean(test());
    } catch {
      return false;
    } finally {
      this.first = first;
      resume();
    }
  }
}

function assertionOf(key: string): BrokenAssertion {
  const [tag, text, file, line] = JSON.parse(key) as [BrokenAssertion['tag'], string, string, number];
  return { tag, text, file, line };
}

function brokenText({ tag, text, called }: BrokenAssertion): string {
  if (called !== undefined) return `@protocol ${text} is broken: ${called.method} is called in the state "${called.state}"`;
  return tag === 'sometime' ? `@sometime ${text} is true at no time` : `@${tag} ${text} does not hold`;
}

/** The assertion that an error is about. */
export const brokenBy = (thrown: unknown): { readonly broken?: BrokenAssertion } =>
  thrown instanceof AssertionBroken ? { broken: thrown.broken } : {};
