import assert from 'node:assert/strict';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

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
  'native.base': 'b.txt',
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

/** Objects that come in by other ways than as the result of a function of the language. */
const met = `import { once, EventEmitter } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import fs from 'node:fs';
const ten = async (x) => x * 10;
const all = await Promise.all([ten(1), ten(2)]); all.push(30);
const settled = await Promise.allSettled([ten(1), Promise.reject(new Error('no'))]);
await mkdir('folder/inner', { recursive: true });
const names = await readdir('folder'), listed = fs.readdirSync('folder');
const stats = fs.statSync('folder/inner');
const emitter = new EventEmitter(); setTimeout(() => emitter.emit('go', { p: 1 }, 2), 1);
const given = await once(emitter, 'go');
const error = await new Promise((r) => fs.readFile('none', (e) => r(e)));
const strings = ((s, ...v) => s)\`x\${1}y\`;
const map = new Map([['k', [1]], ['j', [2]]]), iterated = [], waited = [];
for (const entry of map) iterated.push(entry);
for await (const list of (async function* () { yield Promise.all([ten(3)]); })()) waited.push(list);
const spread = [...map], made = Array.from(map.entries());
const env = process.env, [first] = await Promise.all([env]);
console.log('end');
`;

describe('a recording of what objects hold', () => {
  describe('that code has made which is not seen', () => {
    let run: RecordedProgram;
    before(async () => void (run = await recorded({ 'main.mjs': met })));
    after(() => run.dispose());

    const places: Readonly<Record<string, string | null>> = {
      ...{ 'all[0]': '10', 'all.length': '3', 'settled[0].value': '10', 'settled[1].status': 'rejected', 'names[0]': 'inner' },
      ...{ 'listed[0]': 'inner', 'stats.nlink': '2', 'given[0].p': '1', 'given[1]': '2', 'error.code': 'ENOENT', 'strings[1]': 'y' },
      ...{ 'strings.raw[0]': 'x', 'iterated[1][0]': 'j', 'waited[0][0]': '30', 'spread[0][1][0]': '1', 'made[1][0]': 'j' },
      ...{ 'env.PATH': null, 'first.PATH': null },
    };

    it('has what they held when they came in', async () => {
      const stop = { kind: 'line', file: 'main.mjs', line: 19, column: null, hit: 1, when: null } as const;
      const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions([], Object.keys(places)) });
      const shown = Object.entries(points[0]?.shown ?? {}).map(([name, one]) => [
        name,
        'error' in one ? null : one.value.kind === 'primitive' ? one.value.text : one.value.kind,
      ]);
      assert.deepEqual(Object.fromEntries(shown), places);
    });

    it('tells it before what changes them', () => {
      assert.deepEqual(run.rows('dataStructureHistory(object: "all @ end")', 'operation', 'line', 'contents'), [
        ['create', 5, [10, 20]],
        ['push', 5, [10, 20, 30]],
      ]);
      const [[given] = []] = run.rows('localVariableHistory(function: "main.mjs:", variable: "given")', 'after');
      assert.equal((given as { readonly preview?: string } | undefined)?.preview, '[Object, 2]');
    });

    it('was written where a list came in that was awaited, and is followed where it came from', async () => {
      const stop = { kind: 'line', file: 'main.mjs', line: 19, column: null, hit: 1, when: null } as const;
      const asked = readQuestions(['lastChange(all[0])', 'origin(P1: all[1])', 'lastChange(P1: given[0].p)'], []);
      const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...asked });
      assert.deepEqual(
        points.slice(1).map(({ status, position }) => [status, position?.line]),
        [
          ['located', 5],
          ['located', 4],
          ['located', 10],
        ],
      );
    });

    it('has no environment', () => {
      assert.deepEqual(run.rows('objectState(object: "env @ end", event: "end")', 'name'), []);
    });
  });

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
