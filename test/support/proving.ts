import assert from 'node:assert/strict';
import { checkText } from './checking.js';

/** How many element accesses of each function are proven: `proven/total`. */
export function proves(text: string, expected: Readonly<Record<string, string>>, file = 'program.ts'): void {
  const { functions } = checkText(text, { integers: false }, [], file);
  const proven = Object.fromEntries(functions.map(({ name, accesses }) => [name, `${accesses.proven}/${accesses.total}`]));
  for (const [name, count] of Object.entries(expected)) assert.equal(proven[name], count, name);
}
