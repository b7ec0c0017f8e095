import { transformSync } from 'esbuild';
import { checkText } from '../../support/checking.js';
import { Random } from '../random.js';
import { unknownProgram, type UnknownProgram } from './program.js';

/** What is said of a random function, held against runs of it in which unknown code does whatever it likes. */
export interface UnknownExamination {
  readonly text: string;
  readonly requires: string | null;
  /** Runs whose inputs the condition excludes. */
  readonly condemned: number;
  /** Inputs of such runs that ended well. */
  readonly good: readonly number[];
}

const inputs = [0, 1, 2, 3, 4, 5, -1, 2.5, NaN, 100];
const runsOfInput = 12;

/** `claimed`: what is taken for the condition instead of what the check says. */
export async function examineUnknown(seed: number, claimed?: string): Promise<UnknownExamination> {
  const program = unknownProgram(new Random(seed), 'examined');
  const { text } = program;
  const report = checkText(text, { unknownCalls: 'return-or-throw' }).functions.find(({ name }) => name === 'examined');
  const requires = claimed ?? report?.requires ?? null;
  if (requires === null) return { text, requires, condemned: 0, good: [] };
  const code = transformSync(text, { loader: 'ts', format: 'cjs' }).code;
  const good: number[] = [];
  let condemned = 0;
  for (const [index, n] of inputs.entries()) {
    for (let run = 0; run < runsOfInput; run++) {
      const world = new World(new Random(seed + 7919 * index + 131 * run), code);
      if (world.holds(requires, n) !== false) continue;
      condemned++;
      if (await world.endsWell(n, program)) good.push(n);
    }
  }
  return { text, requires, condemned, good };
}

/** Calls that unknown code makes before it only throws: every run ends. */
const mostCalls = 60;
const mostKnown = 30;

/** A promise that stays open fails the run. */
function settled(promise: unknown): Promise<unknown> {
  return Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error('it does not settle')), 50))]);
}

/** A module that is loaded among unknown code: it calls back, changes what it was given, throws, and gives anything. */
class World {
  private readonly known: unknown[] = [];
  private calls = 0;
  private currentAt = -1;
  private currentValue: unknown = 0;
  private depth = 0;
  private readonly module: { exports: Record<string, (...given: readonly unknown[]) => unknown> } = { exports: {} };
  private readonly parameter: object;
  private readonly rows: readonly { readonly x: number }[];

  constructor(
    private readonly random: Random,
    code: string,
  ) {
    const behave = (...given: readonly unknown[]): unknown => this.behave(given);
    class Ext {
      constructor(...given: readonly unknown[]) {
        behave(...given);
      }
    }
    const current = (): unknown => this.current();
    this.parameter = {
      z: random.below(4),
      list: [1, 2, 3].slice(0, random.below(4)),
      m: behave,
      // It gives the same until unknown code runs, or throws.
      get w() {
        if (random.chance(0.1)) throw new Error('a getter');
        return current();
      },
      set w(value: unknown) {
        behave(value);
      },
    };
    this.rows = Array.from({ length: random.below(4) }, () => ({ x: random.below(4) }));
    // The text is the generator's own.
    const load = new Function('module', 'exports', 'ext', 'Ext', code) as (...given: readonly unknown[]) => void;
    load(this.module, this.module.exports, behave, Ext);
  }

  /** The value of what unknown code alone changes. */
  private current(): unknown {
    const { currentAt, calls } = this;
    if (currentAt !== calls) this.currentValue = this.random.choice<unknown>([0, 1, 2, 3, null, undefined, 'a', true]);
    this.currentAt = calls;
    return this.currentValue;
  }

  /** Null where the condition cannot be evaluated. */
  holds(requires: string, n: number): boolean | null {
    try {
      const { z, list } = this.parameter as { readonly z: unknown; readonly list: unknown };
      const w = this.current();
      const test = new Function('n', 'p', 'h', 'rows', `return (${requires});`) as (...given: readonly unknown[]) => unknown;
      return Boolean(test(n, { z, list, m: () => 0, w }, () => 0, this.rows));
    } catch {
      return null;
    }
  }

  async endsWell(n: number, { isAsync, isGenerator }: UnknownProgram): Promise<boolean> {
    try {
      const h = (...given: readonly unknown[]): unknown => this.behave(given);
      const result = this.module.exports['examined']?.(n, this.parameter, h, this.rows);
      if (isGenerator) await this.iterate(result as Generator | AsyncGenerator);
      else if (isAsync) await settled(result);
      return true;
    } catch {
      return false;
    }
  }

  /** Takes the first values, or all of them. */
  private async iterate(iterator: Generator | AsyncGenerator): Promise<void> {
    for (let left = 1 + this.random.below(30); left > 0; left--) {
      const step = iterator.next(this.random.below(4));
      const { done } = (await settled(step)) as IteratorResult<unknown>;
      if (done === true) return;
    }
  }

  private behave(given: readonly unknown[]): unknown {
    const { random } = this;
    this.calls++;
    for (const value of given) this.remember(value);
    if (this.calls > mostCalls) throw new Error('enough');
    if (this.depth > 4) return this.anything();
    this.depth++;
    try {
      for (let times = random.below(3); times > 0; times--) this.change(random.choice([...this.known, 0]));
      if (random.chance(0.15)) this.module.exports['bump']?.();
      if (random.chance(0.15)) throw new Error('unknown code');
      return this.anything();
    } finally {
      this.depth--;
    }
  }

  private remember(value: unknown): void {
    if (this.known.length < mostKnown) this.known.push(value);
  }

  private anything(): unknown {
    const { random } = this;
    return random.choice<unknown>([undefined, null, 0, 1, 2, 3, 'a', true, false, [], [1, 2], { y: 1, a: 3 }, () => 1, ...this.known]);
  }

  /** Uses what it was given once; whatever that throws is its own affair. */
  private change(value: unknown): void {
    const { random } = this;
    try {
      if (isClass(value)) value.prototype['check'] = () => 1;
      else if (typeof value === 'function') (value as (given: unknown) => unknown)(random.choice([1, 3, 7]));
      else if (Array.isArray(value)) random.choice([() => value.push(3), () => (value.length = 0), () => (value[0] = 3)])();
      else if (value instanceof Map) value.set('a', random.choice([3, 1, 9]));
      else if (value instanceof Set) value.add(random.next());
      else if (typeof value === 'object' && value !== null) {
        const key = random.choice(['a', 'b', 'c', 'v', 'f', 'z', 'o', ...Object.keys(value)]);
        this.remember(Reflect.get(value, key));
        Reflect.set(value, key, random.choice([0, 1, 2, 3, 9]));
      }
    } catch {
      // It goes on.
    }
  }
}

/** Who is handed a class may rewrite its methods. */
const isClass = (value: unknown): value is { readonly prototype: Record<string, unknown> } =>
  typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
