import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportChrome } from '../../../adapter/operations/exportChrome.js';
import type { ChromeEvent } from '../../../adapter/query/chromeEvents.js';
import { recorded } from '../../support/recorded.js';

const program = `function leaf(x) { if (x > 1) throw new Error('big'); return x; }
function root(x) { try { return leaf(x); } catch { return 0; } }
async function later(x) { await null; return root(x); }
root(1);
later(2);
`;

describe('whence export --chrome', () => {
  it('writes calls that lie in each other, with time that never goes back, and flows over waits', async () => {
    const run = await recorded({ 'main.js': program });
    try {
      const file = join(run.folder, 'trace.json');
      const { count } = exportChrome(run.file, file, run.folder);
      const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as { readonly traceEvents: readonly ChromeEvent[] };
      assert.equal(traceEvents.length, count);
      const open: string[] = [];
      const seen: string[] = [];
      let last = 0;
      for (const { ph, name, ts = last, args } of traceEvents) {
        assert.ok(ts >= last);
        last = ts;
        if (ph === 'B') {
          open.push(name);
          seen.push(`${open.join(' > ')} ${String(args?.['at'])} (${String(args?.['arguments'])})`);
        }
        if (ph === 'E') assert.equal(open.pop(), name);
      }
      assert.deepEqual(open, []);
      assert.deepEqual(seen, [
        'top level main.js:1 ()',
        'top level > root main.js:2 (1)',
        'top level > root > leaf main.js:1 (1)',
        'top level > later main.js:3 (2)',
        'later main.js:3 (2)',
        'later > root main.js:2 (2)',
        'later > root > leaf main.js:1 (2)',
      ]);
      const flows = traceEvents.filter(({ ph }) => ph === 's' || ph === 'f').map(({ ph, id }) => [ph, id]);
      assert.deepEqual(flows, [
        ['s', flows[0]?.[1]],
        ['f', flows[0]?.[1]],
      ]);
    } finally {
      run.dispose();
    }
  });
});
