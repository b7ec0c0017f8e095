import type { Debugged } from '../../support/debugging.js';

/** Pausing where a necessary condition breaks is turned on. */
export const on = (debugged: Debugged, ...filters: readonly string[]) =>
  debugged.client.request('setExceptionBreakpoints', { filters: ['necessary', ...filters] });

/** A module whose function fails with large numbers. */
export const pick = `export function pick(items: readonly string[], n: number): string {
  const label = 'item ' + n; //entry
  if (n > 99) throw new RangeError('too big'); //throw
  return label + items[n]; //return
}
`;
/** The module that calls it with ever larger numbers, of which the first is known to none but the run: else it is the module that certainly fails. */
export const main = `import { pick } from './pick.js';
let n = process.argv.length + 1;
for (let step = 0; step < 3; step++) {
  console.log(pick(['a', 'b'], n)); //call
  n *= 6; //grow
}
`;
