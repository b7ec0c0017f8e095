import assert from 'node:assert/strict';
import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

const required: AskedProgram = [
  `const fs = require('fs'), { join, posix: { basename: last } } = require('node:path'), home = require('os').homedir;
const text = fs.readFileSync(__filename, 'utf8');
const path = join('a', 'b');
const name = last(path);
const at = home();
const here = process.cwd();
const isThere = fs.existsSync('none');
console.log(text, path, name, at, here, isThere); //stop
`,
  ['text', 'P1:path', 'P1:name', 'P1:at', 'P1:isThere'].map((of) => `origin(${of})`),
];

const imported: AskedProgram = [
  `import fs, { existsSync } from 'node:fs';
import { readFile } from 'fs/promises';
import * as path from 'node:path';
const text = fs.readFileSync('program.js', 'utf8');
const isThere = existsSync('none');
const read = await readFile('program.js', 'utf8');
const ending = path.extname('a.js');
console.log(text, isThere, read, ending); //stop
`,
  ['text', 'P1:isThere', 'P1:read', 'P1:ending'].map((of) => `origin(${of})`),
];

const replaced: AskedProgram = [
  `const fs = require('fs'), path = require('path'), own = { readFileSync: () => 5 };
path.join = (one, other) => one + other;
let files = require('fs'); files = own;
const a = path.join('a', 'b');
const b = files.readFileSync('x');
const c = ((require) => require('fs').readFileSync('x'))(() => own);
console.log(a, b, c, fs); //stop
`,
  ['a', 'P1:b', 'P1:c'].map((of) => `origin(${of})`),
];

describe('what functions of Node gave has the same origin, live and recorded', () => {
  it('where its modules are required', async () => assertSameAnswers(required));
  it('where its modules are imported', async () => assertSameAnswers(imported));
  it('unless the program has put its own functions there', async () => assertSameAnswers(replaced));
});

const circle: AskedProgram = [
  `const one = require('./one.js');
console.log(one); //stop
`,
  ['created(one)', 'created(P1:one.other)', 'created(P1:one.other.early)', 'lastChange(P1:one.n)'],
  {
    'one.js': `exports.n = 1;
exports.other = require('./other.js');
`,
    'other.js': `const one = require('./one.js');
exports.early = one;
`,
  },
];

describe('what a module exports was made by the call that has loaded it, live and recorded', () => {
  it('where modules require each other in a circle', async () => {
    const points = await assertSameAnswers(circle);
    assert.deepEqual(
      points.slice(1, 4).map(({ file, line }) => `${file ?? ''}:${line ?? 0}`),
      ['program.js:1', 'one.js:2', 'program.js:1'],
    );
  });
});

const exportedValues: AskedProgram = [
  `import table, * as all from './table.mjs';
import { default as total, count as n } from './total.mjs';
import make from './make.mjs';
const lazy = await import('./table.mjs');
table.size = 2;
all.bump();
lazy.default.more = make();
for (let again = 0; again < 2; again++) { const inner = await import('./total.mjs'); inner.next(); }
console.log(table, total, n, lazy.count); //stop
`,
  [
    ...['lastChange(table.size)', 'lastChange(P1:table)', 'lastChange(P1:total)', 'lastChange(P1:make)', 'lastChange(P1:all.count)'],
    ...['lastChange(P1:lazy.count)', 'lastChange(P1:lazy.default.more)', 'lastChange(P1:all.default.size)', 'created(P1:table)'],
    ...['origin(P1:total)', 'origin(P1:lazy.default.more)', 'lastChange(P1:n)'],
  ],
  {
    'table.mjs': `export let count = 0;
export function bump() { count++; }
export default { size: 1 };
`,
    'total.mjs': `const five = 5;
export let count = 0;
export const next = () => count++;
export default five;
`,
    'make.mjs': `export default () => 3;
`,
  },
];

describe('what a module exports is asked for by the name that imports it, live and recorded', () => {
  it('default exports, namespaces, and modules that are imported as the program runs', async () => {
    const points = await assertSameAnswers(exportedValues);
    assert.deepEqual(
      points.slice(1).map(({ file, line }) => `${file ?? ''}:${line ?? 0}`),
      [
        ...['program.js:5', 'table.mjs:3', 'total.mjs:4', 'make.mjs:1', 'table.mjs:2', 'table.mjs:2', 'program.js:7', 'program.js:5'],
        ...['table.mjs:3', 'total.mjs:1', 'make.mjs:1', 'total.mjs:3'],
      ],
    );
  });
});
