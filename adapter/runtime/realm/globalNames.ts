import { Script } from 'node:vm';
import { defineProperty } from './intrinsics.js';

/**
 * Declares names that every text of the program's realm sees, as a script's `const` is seen. They are no properties of the global
 * object: whoever lists, walks, copies, freezes or empties it comes across nothing of ours. V8 takes what they hold for constants.
 */
export function declareNames(values: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(values);
  // A script has no other way to be given something than the global object; it is there until the script has run.
  defineProperty(globalThis, handedOver, { value: values, configurable: true });
  run(`const {${names.join()}}=${handedOver};`);
  Reflect.deleteProperty(globalThis, handedOver);
}

/** The same of names that change what they hold: gives what sets them, in their order. */
export function declareVariables(names: readonly string[]): (...values: readonly unknown[]) => void {
  const given = names.map((_, index) => `value${index}`);
  const set = `(${given.join()})=>{${names.map((name, index) => `${name}=${given[index]};`).join('')}}`;
  return run(`let ${names.join()};${set}`) as (...values: readonly unknown[]) => void;
}

const handedOver = '__w_handedOver';

function run(text: string): unknown {
  return new Script(text, { filename: __filename }).runInThisContext();
}
