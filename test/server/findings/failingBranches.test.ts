import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is said of the body of a function that knows an unknown function `ext`. */
function said(body: string): readonly string[] {
  const { findings } = checkText(`declare const ext: (...given: any[]) => any;\nexport function f(p: string) { ${body} }`);
  return findings.map(({ severity, message }) => `${severity} ${message}`);
}

const found = ['error Every run that comes here fails: nothing.x is a property of undefined or null (line 2).'];
const nothing = 'const nothing: any = null;';

describe('a branch all of whose runs the engine refuses', () => {
  it('is told, whatever an unknown value is tested for', () => {
    assert.deepEqual(said(`${nothing} const mode = ext(); if (mode === 'dark') return 1; return nothing.x;`), found);
    assert.deepEqual(said(`${nothing} const mode = ext(); if (mode > 3) return 1; const two = 2; return nothing.x + two;`), found);
    assert.deepEqual(said(`${nothing} if (ext().mode !== 'dark') return nothing.x; return 1;`), found);
    assert.deepEqual(said(`${nothing} switch (ext()) { case 1: return 1; case 2: return 2; default: return nothing.x; }`), found);
  });

  it('is not told where something is called that may be meant to throw, or is thrown', () => {
    assert.deepEqual(
      said("const user = ext(); if (user !== null && user !== undefined) return user.x; ext('no user'); return user.x;"),
      [],
    );
    assert.deepEqual(said(`${nothing} if (ext() === 'dark') return 1; ext('light'); return nothing.x;`), []);
    assert.deepEqual(said("const mode = ext(); if (mode === 'dark') return 1; throw new Error('light');"), []);
  });

  it('is told once, where the entry decides it', () => {
    assert.deepEqual(said(`${nothing} if (p === 'dark') return 1; return nothing.x;`), [
      'hint f fails if p !== "dark": nothing.x is a property of undefined or null (line 2).',
    ]);
  });
});
