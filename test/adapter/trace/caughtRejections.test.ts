import assert from 'node:assert/strict';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const program = `async function ask(list) {
  for (const n of list) {
    try {
      if (n === 1) throw new Error('one');
      if (n === 2) await Promise.reject(new Error('two'));
      if (n === 3) await { then(_, no) { no('three'); } };
      if (n === 4) await later(n);
    } catch (error) {
      console.log(String(error));
    }
  }
}
async function later(n) {
  await null;
  if (n > 0) throw new Error('later');
}
function* counted() {
  for (let n = 0; n < 4; n++) {
    try {
      if (n === 1) throw new Error('own');
      yield n;
    } catch (error) {
      console.log(n, error.message);
    }
  }
}
ask([1, 2, 3, 4]);
const numbers = counted();
numbers.next();
numbers.next();
numbers.throw(new Error('given'));
`;

describe('a handler in a recording', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.js': program })));
  after(() => run.dispose());

  /** The line of the last condition at the how-many-th time that control is in a line, and what was caught there. */
  async function caught(line: number, hit: number): Promise<readonly unknown[]> {
    const stop = { kind: 'line', file: 'main.js', line, column: null, hit, when: null } as const;
    const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(['lastCondition(P1)'], []) });
    const { status, position, taken, exception } = points[1] ?? assert.fail('there is no answer');
    const value = exception?.value;
    return [status, position?.line, taken, value?.kind === 'object' ? value.preview : value?.kind === 'primitive' ? value.text : null];
  }

  it('is come to from the throw of what it caught, also in an awaited function', async () => {
    assert.deepEqual(await caught(9, 1), ['located', 4, 'caught', 'Error: one']);
    assert.deepEqual(await caught(9, 4), ['located', 15, 'caught', 'Error: later']);
    assert.deepEqual(await caught(23, 1), ['located', 20, 'caught', 'Error: own']);
  });

  it('is the answer itself where nothing of the program threw what it caught', async () => {
    assert.deepEqual(await caught(9, 2), ['located', 8, 'caught', 'Error: two']);
    assert.deepEqual(await caught(9, 3), ['located', 8, 'caught', 'three']);
    assert.deepEqual(await caught(23, 2), ['located', 22, 'caught', 'Error: given']);
  });
});

describe('an exception after a point', () => {
  const text = `const o = {};
const e = new Error('own');
o.a = 1;
try { throw e; } catch (one) { o.b = one; }
o.c = 2;
throw e;
`;

  it('is not the throw at which the user stopped', async () => {
    const run = await recorded({ 'main.js': text });
    try {
      const asked = ['lastChange(o.a)', 'exceptionAfter(P2)[-1]', 'lastChange(P1:o.c)', 'exceptionAfter(P4)'];
      const line = { kind: 'line', file: 'main.js', line: 6, column: null, hit: 1, when: null } as const;
      for (const stop of [{ kind: 'uncaught' } as const, line]) {
        const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(asked, []) });
        assert.deepEqual([points[2]?.status, points[2]?.position?.line, points[4]?.status], ['located', 4, 'not-found']);
      }
    } finally {
      run.dispose();
    }
  });
});

describe('what a promise was rejected with, in a recording,', () => {
  const text = `const fail = async (m) => { await null; throw new Error(m); };
function swallows() { try { throw new Error('gone'); } finally { return 1; } }
(async () => {
  await fail('z').catch(() => 1);
  await Promise.allSettled([fail('q')]);
  try { await Promise.any([fail('p'), fail('o')]); } catch (e) { swallows(e); }
  try { await Promise.all([fail('a'), fail('b')]); } catch (e) { swallows(e); }
  throw new Error('end');
})();
`;
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.js': text })));
  after(() => run.dispose());

  it('is caught where a handler had it, not caught where it ended the program, and else unknown', () => {
    const told = run.rows('exceptionHistory()', 'exception').map(([one]) => {
      const { message, caught } = one as { readonly message: string; readonly caught: boolean | null };
      return [message, caught];
    });
    assert.deepEqual(told, [
      ['z', null],
      ['q', null],
      ['p', null],
      ['o', null],
      ['All promises were rejected', true],
      ['gone', null],
      ['a', true],
      ['b', null],
      ['gone', null],
      ['end', false],
    ]);
  });

  it('may be what the program caught first', async () => {
    const { points } = await whyRecorded({
      recording: run.file,
      cwd: run.folder,
      stop: { kind: 'caught', hit: 1 },
      ...readQuestions(['lastCondition(P1)'], []),
    });
    assert.equal(points[0]?.status, 'not-recorded');
    assert.match(points[0]?.reason ?? '', /^Whether anybody handled the promise that event \d+ rejected was not recorded\.$/);
  });
});
