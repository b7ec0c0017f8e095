import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { debugging } from '../../support/debugging.js';
import { read, root } from '../../tidy/files.js';

interface Row {
  readonly capabilities: readonly string[];
  readonly used: readonly string[];
  readonly test: string;
}

const quoted = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** The table of ARCHITECTURE.md. */
const rows: readonly Row[] = read('ARCHITECTURE.md')
  .split('\n')
  .filter((line) => /^\| `(supports?[A-Z]|exceptionBreakpointFilters)/.test(line))
  .map((line) => line.split('|').slice(1, 4))
  .map(([capabilities = '', used = '', test = '']) => ({
    capabilities: quoted(capabilities),
    used: quoted(used),
    test: quoted(test)[0] ?? '',
  }));

describe('what the adapter declares', () => {
  it('is what the table of ARCHITECTURE.md says, and a test shows each', () =>
    debugging('', async ({ client }) => {
      const declared = await client.request<DebugProtocol.Capabilities>('initialize', { adapterID: 'whence', linesStartAt1: true });
      const offered = Object.entries(declared).flatMap(([name, value]) => (value === false ? [] : [name]));
      assert.deepEqual(rows.flatMap(({ capabilities }) => capabilities).sort(), offered.sort());
      const unused = rows.flatMap(({ used, test }) => {
        const file = test.includes('/') ? `${test}.ts` : `test/adapter/dap/${test}.test.ts`;
        const text = readFileSync(join(root, file), 'utf8');
        return used.filter((one) => !text.includes(one)).map((one) => `${file} does not use ${one}`);
      });
      assert.deepEqual(unused, []);
    }));

  it('one thread goes on while another waits: singleThread', () =>
    debugging(
      {
        'main.js': `const { Worker } = require('node:worker_threads');
const worker = new Worker(__dirname + '/worker.js');
worker.on('message', (text) => {
  console.log(text);
  process.exit();
});
`,
        'worker.js': `const { parentPort, threadId } = require('node:worker_threads');
console.log('worker', threadId); //worker
console.log('has gone on'); //second
parentPort.postMessage('is over');
`,
      },
      async (debugged) => {
        await debugged.launch({}, async () => {
          await debugged.breakAt(['worker.on']);
          await debugged.breakAt(['//worker', '//second'], {}, 'worker.js');
        });
        const main = await debugged.stopped();
        assert.equal(main.line, debugged.line('worker.on'));
        const worker = await debugged.stopped();
        const second = await debugged.go('continue', worker, { singleThread: true });
        assert.deepEqual([second.threadId, second.line], [worker.threadId, debugged.line('//second', 'worker.js')]);
        assert.equal((await debugged.evaluate('typeof worker.on', 'watch', main)).result, "'function'", 'the main thread waits');
        await debugged.client.request('continue', { threadId: worker.threadId, singleThread: true });
        assert.match(await debugged.finish(main), /is over/);
      },
    ));

  it('colours are left in what a program prints: ANSI', () =>
    debugging("console.log('\\x1b[31mred\\x1b[0m');\nprocess.stdout.write('\\x1b[1mbold\\x1b[0m\\n');", async (debugged) => {
      await debugged.launch({ outputCapture: 'std' });
      const printed = await debugged.finish();
      assert.ok(printed.includes('\x1b[31mred\x1b[0m') && printed.includes('\x1b[1mbold\x1b[0m'), JSON.stringify(printed));
    }));
});
