import { Script } from 'node:vm';
import { defineProperty, OwnWeakSet } from './intrinsics.js';

/** All that was declared, for contexts that the program makes later. */
const declared: Readonly<Record<string, unknown>>[] = [];

/** Names that change what they hold, with what sets them in each realm. */
interface Variables {
  readonly names: readonly string[];
  readonly setters: ((...values: readonly unknown[]) => void)[];
}

const variables: Variables[] = [];

/** Contexts of `node:vm` in which the names are declared, too. */
const contexts = new OwnWeakSet<object>();

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
export function declareInContext(context: object): void {
  if (contexts.has(context)) return;
  contexts.add(context);
  const run = (text: string): unknown => new Script(text, { filename: __filename }).runInContext(context);
  for (let at = 0; at < declared.length; at++) declareIn(context, declared[at] ?? {}, run);
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
