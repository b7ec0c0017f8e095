import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../tidy/files.js';

/** A suite of our own in the form of test262. */
const files: Readonly<Record<string, string>> = {
  'harness/assert.js': `function assert(held, message) { if (held !== true) throw new Test262Error(message); }`,
  'harness/sta.js': `function Test262Error(message) { this.message = message; } function $DONE(error) {
    print(error ? 'Test262:AsyncTestFailure:' + error.message : 'Test262:AsyncTestComplete'); }`,
  'harness/doneprintHandle.js': '',
  'test/language/writes.js': `/*---
flags: [onlyStrict]
---*/
const o = { f: 1 }; o.f += 1; [o.g, ...o['h']] = [3, 4];
assert(o.f === 2 && o.h[0] === 4 && (() => { "use strict"; return this; })() === this, 'writes');`,
  'test/language/later.js': `/*---
flags: [async]
---*/
async function add(x) { const y = await x; return y + 1; }
add(1).then((sum) => assert(sum === 2, 'sum')).then($DONE, $DONE);`,
  'test/language/refused.js': `/*---
negative:
  phase: parse
  type: SyntaxError
---*/
let twice; let twice;`,
  'test/language/module.js': `/*---
flags: [module]
---*/
import { count, next } from './other_FIXTURE.js';
next(); assert(count === 1, 'live');`,
  'test/language/other_FIXTURE.js': `export let count = 0; export const next = () => { count++; };`,
  'test/language/wrong.js': `assert(1 === 2, 'Node does not pass it: it is no test');`,
  'test/language/seen.js': `/*---
flags: [noStrict]
---*/
const seen = []; const o = { f: 1 };
with (new Proxy({}, { has(target, name) { seen.push(name); return false; } })) { o.f = 2; }
assert(seen.length === 1, 'names that only the probes use: ' + seen);`,
};

describe("tests of the language's own suite, plain and with every probe", () => {
  it('are run in each variant that Node passes, and those that change are told', () => {
    const folder = mkdtempSync(join(tmpdir(), 'whence-suite-'));
    try {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const args = ['--import=tsx', 'test/soundness/test262/run.ts', folder, '--jobs', '1'];
      const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
      assert.match(stdout, /^seen\.js sloppy: .*names that only the probes use: .*__w_/);
      assert.match(stdout, /6 tests; Node v\S+ passes 7 variants, of which 6 \(/);
      assert.equal(status, 1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
