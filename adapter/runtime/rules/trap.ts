import { Script } from 'node:vm';

let trap: (() => void) | null = null;

/** Stops in a script whose name the debugger knows: it shows none of its frames, nor of ours. */
export function stopInTrap(): void {
  trap ??= new Script('(function(){debugger})', { filename: 'whence-internal.js' }).runInThisContext() as () => void;
  trap();
}
