import { Script } from 'node:vm';

let trap: ((tuple: object) => void) | null = null;

/**
 * Stops in a script whose name the debugger knows: it shows none of its frames, nor of ours. `tuple`: the objects of the finding, by the names of
 * the rule's variables, which the debugger may ask about.
 */
export function stopInTrap(tuple: object): void {
  trap ??= new Script('(function(tuple){debugger})', { filename: 'whence-internal.js' }).runInThisContext() as (tuple: object) => void;
  trap(tuple);
}
