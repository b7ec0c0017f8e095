import { Script } from 'node:vm';
import { moduleText } from '../tests/moduleText.js';

/**
 * Those of some changes with which a text is still a program: one that is none would keep all others from being loaded, or change what
 * they mean. `scriptOf` gives null where the compiler finds an error.
 */
export function validOnes<T>(changes: readonly T[], scriptOf: (changes: readonly T[]) => string | null): readonly T[] {
  if (changes.length === 0) return changes;
  const script = scriptOf(changes);
  if (script !== null && isProgram(script)) return changes;
  if (changes.length === 1) return [];
  const middle = changes.length >> 1;
  return [...validOnes(changes.slice(0, middle), scriptOf), ...validOnes(changes.slice(middle), scriptOf)];
}

/** Whether the engine takes a script of CommonJS. Nothing of it is run. */
function isProgram(script: string): boolean {
  try {
    return new Script(moduleText(script)) instanceof Script;
  } catch {
    return false;
  }
}
