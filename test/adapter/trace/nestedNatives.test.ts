import assert from 'node:assert/strict';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const program = `const sticky = /a/y, both = /a/gy, matched = /b/y, searched = /a/y, called = /a/y, shared = /a/g;
sticky.lastIndex = 1; 'baab'.replace(sticky, 'x');
both.lastIndex = 1; 'aab'.replace(both, 'x');
'baab'.match(matched);
searched.lastIndex = 2; 'aab'.search(searched);
called.lastIndex = 1; RegExp.prototype[Symbol.replace].call(called, 'baab', 'x');
'aab'.replace(shared, () => { shared.lastIndex = 0; return 'c'; });
console.log('end');
`;

/** Between the program and the native that writes there are the natives that call it, and what stands in for each. */
describe('what a native writes that natives call', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.js': program })));
  after(() => run.dispose());

  async function lastChange(place: string) {
    const stop = { kind: 'line', file: 'main.js', line: 8, column: null, hit: 1, when: null } as const;
    const { points } = await whyRecorded({
      recording: run.file,
      cwd: run.folder,
      stop,
      ...readQuestions([`lastChange(${place})`], [place]),
    });
    const shown = points[0]?.shown?.[place];
    const held = shown !== undefined && 'value' in shown && shown.value.kind === 'primitive' ? shown.value.text : 'unknown';
    return [points[1]?.position?.line, held];
  }

  it('is a change in a recording, at the call of the program', async () => {
    assert.deepEqual(await lastChange('sticky.lastIndex'), [2, '2']);
    assert.deepEqual(await lastChange('both.lastIndex'), [3, '0']);
    assert.deepEqual(await lastChange('matched.lastIndex'), [4, '1']);
    assert.deepEqual(await lastChange('called.lastIndex'), [6, '2']);
    assert.deepEqual((await lastChange('shared.lastIndex'))[1], '0');
  });

  it('is none where the native puts back what was there', async () => {
    assert.equal((await lastChange('searched.lastIndex'))[1], '2');
  });
});
