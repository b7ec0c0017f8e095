import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whence, inFolder } from '../support/command.js';

const plain = 'const box = { n: 1 };\nbox.n = 2;\nconsole.log(box.n);\n';

describe('modules that a program makes itself', () => {
  it('are compiled under a name that no file can have, and without one', () => {
    const made = `
const Module = require('node:module');
new Module('made')._compile('globalThis.count = 1', '\\0made.js');
new Module('made')._compile('count++', 'made.js');
console.log(count);
`;
    inFolder({ 'main.cjs': made }, (folder) => {
      const { out, err } = whence(folder, 'why', '--json', '--stop', 'main.cjs:5', '--ask', 'lastChange(count)', '--', 'main.cjs');
      const { points } = JSON.parse(out) as { readonly points: readonly { readonly status: string; readonly line: number | null }[] };
      assert.deepEqual([points[0]?.status, points[0]?.line], ['located', 5], err);
      assert.doesNotMatch(err, /TypeError/);
    });
  });
});

describe('a file that begins with the mark of its encoding', () => {
  for (const name of ['marked.cjs', 'marked.mjs', 'marked.ts'])
    it(`is recorded as it runs: ${name}`, () => {
      inFolder({ [name]: `\uFEFF${plain}` }, (folder) => {
        assert.equal(whence(folder, 'record', '--out', 'run.trace', '--', name).code, 0);
        const asked = ['why', '--json', '--recording', 'run.trace', '--stop', `${name}:3`, '--ask', 'lastChange(box.n)'];
        const { out, err } = whence(folder, ...asked);
        const { points, notes } = JSON.parse(out) as {
          readonly points: readonly { readonly line: number | null }[];
          readonly notes?: unknown;
        };
        assert.deepEqual([points.map((point) => point.line), notes], [[3, 2], undefined], err);
        const against = whence(folder, 'check', '--against', 'run.trace', name);
        assert.doesNotMatch(against.err, /no longer what was recorded/);
      });
    });
});

describe('a recording of files that were edited since', () => {
  const typed = plain.replace('box =', 'box: { n: number } =');
  for (const [name, text] of [
    ['main.cjs', plain],
    ['main.ts', typed],
  ] as const)
    it(`answers with what it has, and says which: ${name}`, () => {
      inFolder({ [name]: text }, (folder) => {
        const ask = (...more: readonly string[]): string =>
          whence(folder, 'why', '--recording', 'run.trace', '--stop', `${name}:3`, '--ask', 'lastChange(box.n)', ...more).out;
        assert.equal(whence(folder, 'record', '--out', 'run.trace', '--', name).code, 0);
        assert.doesNotMatch(ask(), /changed since/);
        writeFileSync(join(folder, name), text.replace('= 2', '= 3'));
        const note = `${name} changed since: lines and text are those of the recording.`;
        assert.match(ask(), /box\.n = 2;/);
        assert.ok(ask().endsWith(`\n${note}\n`), ask());
        assert.deepEqual((JSON.parse(ask('--json')) as { readonly notes: unknown }).notes, [note]);
        const query = (...more: readonly string[]): string => whence(folder, 'query', 'run.trace', '--ask', 'callTree()', ...more).out;
        for (let time = 0; time < 2; time++) assert.ok(query().endsWith(`\n${note}\n`), query()); // the second is kept
        assert.deepEqual((JSON.parse(query('--json')) as { readonly notes: unknown }).notes, [note]);
        writeFileSync(join(folder, name), text);
        assert.doesNotMatch(query(), /changed since/);
        rmSync(join(folder, name));
        assert.doesNotMatch(ask(), /changed since/);
      });
    });
});
