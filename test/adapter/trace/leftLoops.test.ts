import assert from 'node:assert/strict';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { recorded } from '../../support/recorded.js';

const generator = (last = '') => `async function* items() { try { yield 1; yield 2; } finally { await 0; o.x = 7; ${last} } }`;

/** The line of the last change of `o.x` before the line with `//stop`, in a recording of a program that goes through the items. */
async function lastChange(main: string, items: string): Promise<readonly unknown[]> {
  const text = `const o = { x: 1 };
${items}
async function main() {
${main}
}
main();
`;
  const run = await recorded({ 'main.js': text });
  try {
    const line = text.split('\n').findIndex((one) => one.includes('//stop')) + 1;
    const stop = { kind: 'line', file: 'main.js', line, column: null, hit: 1, when: null } as const;
    const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(['lastChange(o.x)'], []) });
    return points.map(({ status, position }) => [status, position?.line]);
  } finally {
    run.dispose();
  }
}

describe('a loop that awaits, and is left early', () => {
  it('waits until its iterator has ended', async () => {
    assert.deepEqual(await lastChange('for await (const v of items()) { if (v) break; }\nconsole.log(o.x); //stop', generator()), [
      ['located', 5],
      ['located', 2],
    ]);
  });

  it('is left by what the end of its iterator throws', async () => {
    const main = 'try { for await (const v of items()) { if (v) break; } o.x = 5; } catch {\nconsole.log(o.x); //stop\n}';
    assert.deepEqual(await lastChange(main, generator(`throw new Error('end');`)), [
      ['located', 5],
      ['located', 2],
    ]);
  });

  it('waits for nothing where its iterator is through', async () => {
    assert.deepEqual(await lastChange('for await (const v of items()) o.x = v;\nawait 0;\nconsole.log(o.x); //stop', generator()), [
      ['located', 6],
      ['located', 2],
    ]);
  });
});

describe('a loop through an iterator of the program, that is left early', () => {
  const iterator = (last = '') =>
    `const items = () => ({ [Symbol.iterator]() { return this; }, next: () => ({ value: 1 }), return() { if (o.x) o.x += 1; ${last} return {}; } });`;

  it('ends it by its own method', async () => {
    for (const main of [
      'for (const v of items()) { if (v) break; }\nconsole.log(o.x); //stop',
      'out: for (const a of [1, 2]) for (const v of items()) { if (v) continue out; }\nconsole.log(o.x); //stop',
      'const [first = 3] = items();\nif (first) console.log(o.x); //stop',
      '(() => { for (const v of items()) return v; })();\nif (o.x === 2) console.log(o.x); //stop',
    ])
      assert.deepEqual(await lastChange(main, iterator()), [
        ['located', 5],
        ['located', 2],
      ]);
  });

  it('is left by what that throws, unless another exception is under way', async () => {
    for (const way of ['break', 'throw 5'])
      assert.deepEqual(
        await lastChange(
          `try { for (const v of items()) { if (v) ${way}; } o.x = 0; } catch {\nconsole.log(o.x); //stop\n}`,
          iterator(`throw new Error('end');`),
        ),
        [
          ['located', 5],
          ['located', 2],
        ],
      );
  });
});
