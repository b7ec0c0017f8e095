import assert from 'node:assert/strict';
import { checkText, type CheckSettings } from '../../../server/check/checkFile.js';
import { DocumentSession } from '../../../server/check/session.js';

const settings: CheckSettings = {
  integers: true,
  termination: true,
  arrayIndex: 'hint',
  unknownCalls: 'return-or-throw',
  rounds: 1,
  unfolding: true,
  gate: true,
};
const control = { cancelled: () => false };
const text = `export function limited(n: number): number {
  const twice = 2 * n;
  if (n > 99) throw new Error();
  return twice;
}
`;

describe('a check that has begun', () => {
  it('answers for states, good ones too, before it has found any condition', () => {
    const session = new DocumentSession('limited.ts');
    assert.deepEqual(session.begin(text, settings, control), []);
    const [unfolding] = session.statesAt({ line: 3, column: 3 }, control)?.unfoldings ?? [];
    assert.equal(unfolding?.good?.['n']?.max, 99);
    assert.deepEqual(session.check(text, settings, control), checkText(text, 'limited.ts', settings));
  });

  it('says what is wrong with a text', () => {
    const session = new DocumentSession('broken.ts');
    assert.equal(session.begin('const = 1;', settings, control)?.length, 1);
    assert.equal(session.check('const = 1;', settings, control)?.errors.length, 1);
  });

  it('is not gone on with when the text has changed', () => {
    const session = new DocumentSession('limited.ts');
    session.begin(text, settings, control);
    const changed = text.replace('99', '50');
    assert.deepEqual(session.check(changed, settings, control), checkText(changed, 'limited.ts', settings));
  });

  it('that is cancelled gives nothing, and the next one is whole', () => {
    const session = new DocumentSession('limited.ts');
    session.begin(text, settings, control);
    session.check(text, settings, { cancelled: () => true });
    assert.deepEqual(session.check(text, settings, control), checkText(text, 'limited.ts', settings));
  });
});
