import assert from 'node:assert/strict';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { recorded } from '../../support/recorded.js';

const program = `const path = require('node:path');
const list = [1, 2, 3], made = { z: 1 }, native = path.parse('/a/b.txt');
const copy = { ...made, own: 2 }, ofNative = { ...native }, ofList = { ...list }, twice = { ...copy, z: 5 };
const symbol = Symbol('s'), keyed = { ...{ [symbol]: 6 } };
const found = 'xab'.match(/(a)(b)/), all = [...'abab'.matchAll(/b/g)];
console.log('end');
`;

/** What is true of the program at its end; null: the recording cannot say. */
const held: Readonly<Record<string, string | null>> = {
  ...{ 'list.length': '3', 'list[5]': 'undefined', 'made.z': '1', 'made.none': 'undefined' },
  ...{ 'copy.z': '1', 'copy.own': '2', 'copy.none': 'undefined', 'twice.z': '5', 'twice.own': '2' },
  ...{ 'ofNative.base': 'b.txt', 'ofNative.none': 'undefined', 'ofList[1]': '2', 'keyed[symbol]': '6' },
  ...{ 'found.index': '1', 'found[1]': 'a', 'found.input': 'xab', 'found.length': '3', 'all[1].index': '3' },
  'native.base': null,
};

const views = `const fs = require('node:fs');
fs.writeFileSync('x', 'hello');
const file = fs.readFileSync('x'), part = file.subarray(1), words = new Uint16Array(4);
part[0] = 7;
const random = crypto.getRandomValues(new Uint8Array(2)), read = Buffer.alloc(2);
fs.readvSync(fs.openSync('x'), [read]);
words[1] = 258; const bytes = new Uint8Array(words.buffer); bytes[2] = 9; bytes[7] = 1;
console.log(random.join());
`;

describe('a recording of what objects hold', () => {
  it('knows that views show the same memory, and what natives have filled', async () => {
    const run = await recorded({ 'main.js': views });
    try {
      const stop = { kind: 'line', file: 'main.js', line: 8, column: null, hit: 1, when: null } as const;
      const places = ['file[0]', 'file[1]', 'part[0]', 'words[0]', 'words[1]', 'words[2]', 'words[3]', 'read[0]'];
      const questions = readQuestions(['lastChange(file[1])', 'lastChange(P1: words[1])'], places);
      const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...questions });
      const held = Object.values(points[0]?.shown ?? {}).map((one) =>
        'error' in one ? null : one.value.kind === 'primitive' ? one.value.text : one.value.kind,
      );
      // What is null was written by what tells no bytes.
      assert.deepEqual(held, ['104', '7', '7', '0', '265', '0', '256', null]);
      assert.deepEqual(
        points.slice(1).map(({ position }) => position?.line),
        [4, 7],
      );
      const changes = run.rows('dataStructureHistory(object: "random @ end")', 'operation', 'key');
      assert.equal(JSON.stringify(changes).includes('getRandomValues'), true, JSON.stringify(changes));
    } finally {
      run.dispose();
    }
  });

  it('has what was spread into them, what matches say beside their groups, and that a literal holds no more', async () => {
    const run = await recorded({ 'main.js': program });
    try {
      const stop = { kind: 'line', file: 'main.js', line: 6, column: null, hit: 1, when: null } as const;
      const questions = readQuestions(['lastChange(list)'], Object.keys(held));
      const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...questions });
      const shown = Object.entries(points[0]?.shown ?? {}).map(([name, one]) => [
        name,
        'error' in one ? null : one.value.kind === 'primitive' ? one.value.text : one.value.kind,
      ]);
      assert.deepEqual(Object.fromEntries(shown), held);
    } finally {
      run.dispose();
    }
  });
});
