import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tidy/files.js';

/** Each ends with an exception that nobody catches. They stand in a line with much that is recorded. */
const endings: Readonly<Record<string, string>> = {
  'that V8 throws': 'const o = {}; let total = 0; total += o.x.y;',
  'made before it is thrown': "const e = new Error('made'); let a = 1; a++; throw e;",
  'caught and thrown again': 'try { null.x; } catch (e) { let t = e; throw t; }',
  'of a callback': '[1].forEach((x) => { let m = x; m++; throw Object.assign(new Error(`m is ${m}`), { code: 1 }); });',
  'of a timer': "setTimeout(() => { let b = 1; b++; throw new TypeError('later ' + b); });",
  'of a promise': "let c = 1; c++; Promise.reject(new Error('rejected'));",
  'of an async function': "(async () => { let c = 1; await null; c = 2; throw new RangeError('async ' + c); })();",
  'of a native': "let s = 'x'; s = s.repeat(-1);",
  'that an emitter of Node throws': "let d = 1; d++; new events.EventEmitter().emit('error', new Error('emitted'));",
  'that was thrown and caught before an emitter throws it':
    "try { throw new Error('caught'); } catch (e) { let g = e; new events.EventEmitter().emit('error', g); }",
  'behind tabs, over lines': 'let m = 1;\n\t \tthrow new Error(`m is ${\n\t m++ }`);',
  frozen: "const f = Object.freeze(new Error('frozen')); throw f;",
  'that is no error': "let q = 1; q++; throw { code: 'E_LIMIT', q };",
  'that is no error, of a callback': 'setTimeout(function tick() { let q = 1; q++; throw [q]; }, 1);',
  'with a cause': "let k = 1; k++; throw new Error('outer', { cause: new Error('inner') });",
  'of a native, with more frames below than are shown':
    'const deep = (n) => (n > 0 ? deep(n - 1) : Object.defineProperty(n, "x", {})); deep(12);',
  'of a callback, with more frames below': 'const down = (n) => (n > 0 ? down(n - 1) : [n].map((x) => x.y.z)); down(12);',
};

const suffix = "process.on('exit', () => console.error('the end'));\n";

describe('of an exception that ends the program, what Node prints is the same while it is recorded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-uncaught-'));
  after(() => rmSync(folder, { recursive: true }));

  const printed = (args: readonly string[]): string =>
    spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
      .stderr.replaceAll(/^run\.trace: .*\n/gm, '')
      .trim();

  for (const [name, code] of Object.entries(endings))
    for (const extension of ['cjs', 'mjs'])
      it(`${name} (${extension})`, () => {
        const program = `program.${extension}`;
        const events = extension === 'cjs' ? "const events = require('node:events');\n" : "import events from 'node:events';\n";
        writeFileSync(join(folder, program), events + suffix + code);
        const whence = [join(root, 'dist/whence.js'), 'record', '--force', '--out', 'run.trace', '--'];
        const plain = printed([program]);
        assert.match(plain, /Node\.js v/);
        assert.equal(printed([...whence, program]), plain);
      });

  const unlinked = {
    'that imports what is not exported':
      "import { there, missing } from './exports.mjs';\nlet n = there;\nn++;\nconsole.log(n, missing);\n",
    'behind a directive': "'use strict'; import { missing } from './exports.mjs'; let n = 1; n++;",
    'whose error is frozen and thrown again': "try { await import('./handing.mjs'); } catch (error) { throw Object.freeze(error); }\n",
    'that only hands on': "export { there, missing } from './exports.mjs';\n",
  };
  for (const [name, code] of Object.entries(unlinked))
    it(`of a module ${name}`, () => {
      writeFileSync(join(folder, 'exports.mjs'), 'export let there = 1;\n');
      writeFileSync(join(folder, 'handing.mjs'), "import { missing } from './exports.mjs';\nlet n = 1;\nn++;\n");
      writeFileSync(join(folder, 'program.mjs'), code);
      const whence = [join(root, 'dist/whence.js'), 'record', '--force', '--out', 'run.trace', '--'];
      const plain = printed(['program.mjs']);
      assert.match(plain, /missing/);
      assert.equal(printed([...whence, 'program.mjs']), plain);
    });

  it('the trace of a module that cannot be linked has its line as it is, when it is caught', () => {
    writeFileSync(join(folder, 'exports.mjs'), 'export let there = 1;\n');
    writeFileSync(join(folder, 'part.mjs'), "import { missing } from './exports.mjs';\nlet n = 1;\nn++;\n");
    writeFileSync(join(folder, 'program.mjs'), "import('./part.mjs').catch((error) => console.error(error.stack));\n");
    const plain = printed(['program.mjs']);
    assert.match(plain, /import \{ missing \}/);
    assert.equal(printed([join(root, 'dist/whence.js'), 'record', '--force', '--out', 'run.trace', '--', 'program.mjs']), plain);
  });

  it('while rules watch it', () => {
    writeFileSync(join(folder, 'watched.mjs'), `export class Node { size = 1; }\n${endings['made before it is thrown']}\n`);
    writeFileSync(
      join(folder, 'size.rules.ts'),
      "import { extent, rule } from 'whence/rules';\nimport { Node } from './watched.mjs';\n" +
        'export const small = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.size > 5 });\n',
    );
    const watched = printed([join(root, 'dist/whence.js'), 'watch', '--rules', 'size.rules.ts', '--', 'watched.mjs']);
    assert.equal(watched, printed(['watched.mjs']));
  });
});
