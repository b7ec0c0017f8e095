import { Script } from 'node:vm';
import { scriptNames } from '../../instrument/scriptNames.js';
import { shareNumber } from './identity.js';
import { defineProperty, OwnWeakMap } from './intrinsics.js';

/** All that was declared, for contexts that the program makes later. */
const declared: Readonly<Record<string, unknown>>[] = [];

/** Names that change what they hold, with what sets them in each realm. */
interface Variables {
  readonly names: readonly string[];
  readonly setters: ((...values: readonly unknown[]) => void)[];
}

const variables: Variables[] = [];

/** Exchanges what a realm keeps for the script that runs in it: the number of its activation, and its value so far. Gives what they were. */
type ExchangeOfScript = (activation: unknown, value: unknown) => readonly [activation: unknown, value: unknown];

/** Contexts of `node:vm` in which the names are declared, too. */
const contexts = new OwnWeakMap<object, ExchangeOfScript>();

let areContextsKnown = false;

/** Whether names are declared in a context. */
export const hasContexts = (): boolean => areContextsKnown;

let exchangeHere: ExchangeOfScript | null = null;

/**
 * Declares in the program's own realm what its scripts keep outside of their texts. `scope`: the number of the scope that its scripts
 * declare their names in.
 */
export function declareForScripts(scope: number): void {
  exchangeHere ??= exchangeOf(scope, runHere);
}

/** Runs a script: one that begins while another is on leaves that one what it has kept. `context`: undefined in the program's own realm. */
export function aroundScript<T>(context: object | undefined, run: () => T): T {
  const exchange = context === undefined ? exchangeHere : contexts.get(context);
  if (exchange === null || exchange === undefined) return run();
  const before = exchange(undefined, undefined);
  try {
    return run();
  } finally {
    exchange(before[0], before[1]);
  }
}

function exchangeOf(scope: number, run: Run): ExchangeOfScript {
  const { activation, value } = scriptNames;
  const body = `const before=[${activation},${value}];${activation}=activation;${value}=value;return before`;
  const text = `let ${activation},${value};const ${scriptNames.scope}=${scope},__w_entry=0;(activation,value)=>{${body}}`;
  return run(text) as ExchangeOfScript;
}

/**
 * Declares names that every text of the program's realm sees, as a script's `const` is seen. They are no properties of the global
 * object: whoever lists, walks, copies, freezes or empties it comes across nothing of ours. V8 takes what they hold for constants.
 */
export function declareNames(values: Readonly<Record<string, unknown>>): void {
  declared[declared.length] = values;
  declareIn(globalThis, values, runHere);
}

/** The same of names that change what they hold: gives what sets them, in their order. */
export function declareVariables(names: readonly string[]): (...values: readonly unknown[]) => void {
  const { setters } = (variables[variables.length] = { names, setters: [setterOf(names, runHere)] });
  return (...values) => {
    for (let at = 0; at < setters.length; at++) setters[at]?.(...values);
  };
}

/** Declares in a context of `node:vm` all names that the program's own realm has by now. Throws what V8 throws where nothing can be declared. */
export function declareInContext(context: object, scope: () => number): void {
  if (contexts.has(context)) return;
  const run = (text: string): unknown => new Script(text, { filename: __filename }).runInContext(context);
  contexts.set(context, exchangeOf(scope(), run));
  areContextsKnown = true;
  // Whoever names the global object means the one that the program has made the context of.
  shareNumber(run('globalThis') as object, context);
  for (let at = 0; at < declared.length; at++) {
    const values = declared[at] ?? {};
    declareIn(context, '__w_global' in values ? { ...values, __w_global: context } : values, run);
  }
  for (let at = 0; at < variables.length; at++) {
    const { names, setters } = variables[at] ?? { names: [], setters: [] };
    setters[setters.length] = setterOf(names, run);
  }
}

type Run = (text: string) => unknown;

function declareIn(global: object, values: Readonly<Record<string, unknown>>, run: Run): void {
  const names = Object.keys(values);
  // A script has no other way to be given something than the global object; it is there until the script has run.
  defineProperty(global, handedOver, { value: values, configurable: true });
  run(`const {${names.join()}}=${handedOver};`);
  Reflect.deleteProperty(global, handedOver);
}

function setterOf(names: readonly string[], run: Run): (...values: readonly unknown[]) => void {
  const given = names.map((_, index) => `value${index}`);
  const set = `(${given.join()})=>{${names.map((name, index) => `${name}=${given[index]};`).join('')}}`;
  return run(`let ${names.join()};${set}`) as (...values: readonly unknown[]) => void;
}

const handedOver = '__w_handedOver';

const runHere: Run = (text) => new Script(text, { filename: __filename }).runInThisContext();
