import assert from 'node:assert/strict';
import { assertSameAnswers } from './sameAnswers.js';

/** A program that leaves something in `v`, by its lines, and the line from which that came; null where that cannot be told. */
export type OriginCase = readonly [what: string, program: readonly string[], line: number | null];

/** A test for each case: the origin of `v` is on the line, of the program as it runs and of its recording. */
export function originsAreTold(cases: readonly OriginCase[]): void {
  for (const [what, program, line] of cases)
    it(`is that of ${what}`, async () => {
      const text = `${program.join('\n')}\nv; //stop\n`;
      const whole = program.some((one) => /^const \w+ = await\b/.test(one)) ? `void (async () => { ${text}})();\n` : text;
      const [, origin] = await assertSameAnswers([whole, ['origin(v)']]);
      const expected = line === null ? ['not-found', null] : ['located', line];
      assert.deepEqual([origin?.['status'], origin?.line ?? null], expected, String(origin?.['reason']));
    });
}
