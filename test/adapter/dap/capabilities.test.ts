import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { recordingCapabilities } from '../../../adapter/dap/capabilities.js';
import { debugging } from '../../support/debugging.js';
import { offeredCapabilities, testsWith, usedOfCapability } from '../../support/generatedDocuments.js';
import { read } from '../../tidy/files.js';

describe('what the adapter declares', () => {
  it('is what docs/debugAdapter.md says, and a test uses each', () =>
    debugging('', async ({ client }) => {
      const declared = await client.request<DebugProtocol.Capabilities>('initialize', { adapterID: 'whence', linesStartAt1: true });
      // Where a recording is opened an event offers more.
      const offered = Object.entries({ ...recordingCapabilities, ...declared })
        .flatMap(([name, value]) => (value === false ? [] : [name]))
        .sort();
      assert.deepEqual([...offeredCapabilities].sort(), offered);
      assert.deepEqual(Object.keys(usedOfCapability).sort(), offered);
      const page = read('docs/debugAdapter.md');
      const missing = offered.filter((name) => !page.includes(`| \`${name}\` |`));
      assert.deepEqual(missing, []);
      const unused = Object.entries(usedOfCapability).flatMap(([name, used]) => (testsWith(used).length === 0 ? [name] : []));
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
