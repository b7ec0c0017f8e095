import assert from 'node:assert/strict';
import { recorded } from '../../support/recorded.js';
import { hasPython, heldAgainstSecondReader } from '../../support/secondReader.js';

const programs: Readonly<Record<string, string>> = {
  'callbacks of promises that exceptions have ended': `
    function check(v) { throw new TypeError('big ' + v); }
    function other(v) { return { v }; }
    for (let i = 0; i < 3; i++) Promise.resolve(i).then((v) => { check(v); }).catch((e) => e.message).then(other).then(other);
    Promise.resolve(2).then(other).then(other).then(other);
  `,
  'calls, writes and tests': `
    class Row { #open = true; constructor(name) { this.name = name; } close(by) { this.#open = false; return by ?? this.name; } }
    class Special extends Row {}
    const rows = [new Row('a'), new Special('b')];
    for (const row of rows) if (row.close(row.name === 'a' ? null : 'me') === 'a') rows.push({ [row.name]: -0, big: 10n, u: undefined });
    const map = new Map([[rows[0], NaN]]); map.set('k', Infinity); rows.length = 1;
    console.log(rows.map(({ name }, index) => name + index), 'x'.repeat(50));
  `,
  'two threads at once': `
    const { Worker } = require('node:worker_threads');
    function count(n) { let sum = 0; for (let i = 0; i < n; i++) sum += i; return { sum }; }
    new Worker(count + 'count(50); setTimeout(() => count(50), 60);', { eval: true });
    for (let i = 0; i < 4; i++) setTimeout(() => count(20), i * 60);
  `,
  'exceptions, generators and waits': `
    function* counts(n) { try { while (true) { if (n > 3) throw new RangeError('n'); yield n++; } } finally { n = 0; } }
    async function waits(v) { try { await null; return await Promise.reject(v); } catch (e) { return e; } finally { v = 0; } }
    try { for (const each of counts(1)) each.x; } catch (e) { e.seen = 1; }
    function deep(n) { return n === 0 ? null.x : deep(n - 1); }
    try { try { deep(3); } finally { JSON.stringify({ a: [1] }); } } catch {}
    Promise.all([waits(1), waits(2)]).then((all) => { all.push(3); });
    function* plain(n) { yield n; n = 0; }
    for (const each of plain(1)) if (each) break;
    const it = counts(2); it.next(); try { it.throw(1); } catch {}
    const other = plain(3); other.next(); other.return(4);
  `,
};

// Without Python there is nobody to compare with: then this is not listed.
if (hasPython)
  describe('a second reader of traces, written from docs/traceFormat.md', () => {
    for (const [name, text] of Object.entries(programs))
      it(`reads the same rows: ${name}`, async () => {
        const run = await recorded({ 'a.js': text }, { strings: 20 });
        try {
          assert.ok(heldAgainstSecondReader(run) > 60);
        } finally {
          run.dispose();
        }
      });
  });
