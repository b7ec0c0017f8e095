import assert from 'node:assert/strict';
import { recorded } from '../../support/recorded.js';

const program = `async function fails(n) { await null; throw new Error(String(n)); }
function seen(e) { return e.message; }
function long() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600); for (let n = 0; n < 200; n++) seen({ message: n }); }
fails(1).catch((e) => seen(e));
Promise.resolve().then(() => null).then(() => null).then(() => { long(); });
setTimeout(() => { long(); seen({ message: 'later' }); }, 1);
`;

describe('an async function that ends by throwing', () => {
  it('calls nothing from then on, also in frames that begin behind it', async () => {
    const run = await recorded({ 'main.js': program });
    try {
      // Two frames at least lie behind the exception: a program that goes on for long is shipped in parts.
      const rows = run.rows('callTree()', 'function', 'parent');
      const callbacks = rows.filter(([name]) => /^main\.js:[456]$/.test(String(name)));
      assert.equal(callbacks.length >= 3, true, JSON.stringify(rows));
      for (const [name, parent] of callbacks) assert.equal(parent, null, String(name));
    } finally {
      run.dispose();
    }
  });
});
