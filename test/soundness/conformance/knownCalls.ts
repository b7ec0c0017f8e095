import type { GeneratedCall } from './calls.js';
import { factsOf } from './facts.js';
import { fresh, instantiate, processEnd, run } from './node.js';
import { agreeing, probe, type Outcome } from './programs.js';

/** A call that Node made, with what was seen of it. */
export interface KnownCall {
  /** Of functions that are made of it. */
  readonly name: string;
  readonly generated: GeneratedCall;
  readonly outcome: Outcome;
  /** It ends the process: nothing goes on after it. */
  readonly ends: boolean;
  /** Conditions that hold after the call. */
  readonly facts: readonly string[];
}

/** Makes the calls in Node; those whose setup fails, and texts that do not parse, are left out. */
export function makeInNode(calls: readonly GeneratedCall[]): KnownCall[] {
  return calls.map((generated, index) => makeOne(`k${index}`, generated)).filter((made) => made !== null);
}

function makeOne(name: string, generated: GeneratedCall): KnownCall | null {
  const ending = call(probe(name, generated), name, generated);
  if (ending?.kind !== 'returned') return null;
  const { outcome, values } = ending.value as { outcome: Outcome; values: Record<string, unknown> };
  if (values['error'] === processEnd) return { name, generated, outcome: 'returned', ends: true, facts: [] };
  const objects = new Map<unknown, string>();
  const facts: string[] = [];
  for (const [expression, value] of Object.entries(values)) {
    // What the call was given is constant: primitives stay what they are.
    if (isObject(value) || expression === 'out' || expression === 'error') facts.push(...factsOf(expression, value, objects));
    if (isObject(value) && !objects.has(value)) objects.set(value, expression);
  }
  // What depends on more than the call, such as the time, and what changes by being looked at, is no fact.
  for (const kept of [facts, facts.slice(0, 1), []]) {
    const repeated = call(agreeing(name, generated, outcome, kept, false), name, generated);
    if (repeated?.kind === 'returned') return { name, generated, outcome, ends: false, facts: kept };
  }
  return null;
}

const isObject = (value: unknown): boolean => (typeof value === 'object' && value !== null) || typeof value === 'function';

function call(text: string, name: string, { parameter }: GeneratedCall): ReturnType<typeof run> | null {
  let functions: Readonly<Record<string, unknown>>;
  try {
    functions = instantiate(text);
  } catch {
    return null;
  }
  return run(functions[name], parameter === null ? [] : [fresh(parameter.value)]);
}
