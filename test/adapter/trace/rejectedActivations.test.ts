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

describe('a callback of Node that ends by an exception', () => {
  const program = `function check(v) { throw new TypeError('big ' + v); }
function broken(v) { return v.x.y; }
function other() { return 1; }
function handler(e) { return e.message; }
function first(v) { check(v); }
function second(v) { broken(v); }
function third(v) { try { check(v); } finally { other(); } }
function fourth(v) { if (v) throw new Error('own'); }
function bad() { check('t'); }
function onUncaught() { setTimeout(function again() { other(); }, 1); }
for (const one of [first, second, third, fourth]) Promise.resolve(1).then(one).catch(handler);
Promise.resolve(2).then(other).then(other).then(other).then(other);
process.on('uncaughtException', onUncaught);
setTimeout(bad, 1);
`;

  it('calls nothing from then on', async () => {
    const run = await recorded({ 'main.js': program });
    try {
      const rows = run.rows('callTree()', 'function', 'depth', 'outcome', 'result');
      const messages = new Map(
        rows.map(([name, , outcome, result]) => [name, outcome === 'throw' ? (result as { preview?: string } | undefined)?.preview : '']),
      );
      assert.equal(messages.get('first'), 'TypeError: big 1');
      assert.equal(messages.get('bad'), 'TypeError: big t');
      for (const [name, depth] of rows)
        if (/^(first|second|third|fourth|handler|bad|again|onUncaught)$/.test(String(name))) assert.equal(depth, 0, String(name));
      assert.deepEqual(
        rows.filter(([name]) => name === 'other').map(([, depth]) => depth),
        [1, 0, 0, 0, 0, 1],
      );
    } finally {
      run.dispose();
    }
  });

  it('leaves those running that called it, where a native has caught the exception', async () => {
    const text = `const o = { get g() { return 1; } };
require('node:assert').throws(() => { throw new Error('x'); });
o.g;
function within() { new Promise(() => { throw new Error('y'); }).catch(() => 0); return o.g; }
within();
`;
    const run = await recorded({ 'main.js': text });
    try {
      const rows = run.rows('callTree()', 'function', 'depth').filter(([name]) => name === 'g' || name === 'within');
      assert.deepEqual(rows, [
        ['g', 1],
        ['within', 1],
        ['g', 2],
      ]);
    } finally {
      run.dispose();
    }
  });
});
