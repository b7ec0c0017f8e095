import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { whence } from './checker.js';
import { examine } from './verdict.js';

/** Programs about which something wrong was once claimed. */
const programs: readonly (readonly [string, string])[] = [
  [
    'sorting what unknown code may have changed: nothing is known of what is written back',
    `
let shared: any[] = [0, 3];
export function grow() {
  shared.push([]);
}
export function main(n: number) {
  shared.sort((p, q) => p - q);
  const kept = shared.filter(() => true);
  return kept.length + n;
}
`,
  ],
  [
    'an index in an assertion: it is no access of the program, and asks nothing',
    `
const list: number[] = [];
export function main(n: number) {
  // @sometime list[n] === undefined
}
`,
  ],
];

describe('what was once wrong holds in every run', () => {
  for (const [what, text] of programs) {
    for (const integers of [false, true]) {
      it(`${what}${integers ? ', with integers' : ''}`, async () => {
        const { faults } = await examine({ file: 'program.ts', text, integers, seed: 1 }, whence);
        assert.deepEqual(faults, []);
      });
    }
  }
});
