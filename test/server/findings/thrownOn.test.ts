import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

describe('a primitive that is thrown', () => {
  const bodies: readonly string[] = [
    'for (const e of [5, n]) { if (e === 7) throw 0; } return 1;',
    'try { if (n === 7) throw 0; } finally { Math.abs(n); } return 1;',
    'const check = (x: number) => { if (x === 7) throw 0; }; for (const e of [1, n]) check(e); return 1;',
    'try { if (n === 7) throw 0; } catch {} if (n === 7) throw 0; return 1;',
  ];
  for (const body of bodies)
    it(`is told by the statement that throws it: ${body}`, () => {
      const { findings } = checkText(`export function f(n: number) { ${body} }`, { gate: true }, [], 'program.ts');
      assert.deepEqual(
        findings.map(({ message }) => message),
        ['f fails if n === 7: it throws 0 (line 1).'],
      );
    });
});
