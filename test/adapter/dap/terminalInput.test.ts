import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { RecordedInput } from '../../../adapter/launch/input.js';
import { root } from '../../tidy/files.js';

const typed = (text: string) => ({ kind: 'input', data: Buffer.from(text).toString('base64'), isTerminal: true }) as const;

describe('input that was typed', () => {
  it('is read as keys by a program that asks for them: what was deleted is not there', async () => {
    const imitation = JSON.stringify(join(root, 'adapter/launch/standardStreams.ts'));
    const program = `
      import { imitateTerminal } from ${imitation};
      import { createInterface } from 'node:readline';
      imitateTerminal();
      const lines = createInterface({ input: process.stdin, output: process.stdout });
      lines.on('line', (line) => { console.error(lines.terminal, process.stdin.isRaw, line); lines.close(); });
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { cwd: root, stdio: 'pipe' });
    child.stdout.resume();
    child.stdin.write('ab\x7fc\r');
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    assert.equal(String(said), 'true true ac\n');
    child.stdin.end();
    await once(child, 'close');
  });

  it('is given part by part, as the program takes it, and ends where it has ended', async () => {
    const input = new RecordedInput(false);
    for (const part of ['1\n', '2\n']) input.record(typed(part));
    const open = new PassThrough();
    const feeding = input.feed(open);
    assert.equal(String(open.read()), '1\n');
    feeding.taken();
    await once(open, 'readable');
    assert.equal(String(open.read()), '2\n');
    assert.equal(open.writableEnded, false);
    input.record({ kind: 'input', data: null, isTerminal: true });
    const ended = new PassThrough();
    input.feed(ended).taken();
    await once(ended, 'finish');
    assert.equal(String(ended.read()), '1\n2\n');
    assert.equal(input.isTerminal, true);
  });

  it('follows when the program has nothing to do for as long as it had before', async () => {
    const input = new RecordedInput(false);
    input.record(typed('1\n'));
    input.idle(20);
    input.idle(50);
    input.record(typed('2\n'));
    input.idle(20);
    input.record(typed('3\n'));
    const open = new PassThrough();
    const feeding = input.feed(open);
    assert.equal(String(open.read()), '1\n');
    feeding.taken();
    feeding.idle(20);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(open.read(), null, 'it is busy yet');
    feeding.idle(50);
    assert.equal(String(open.read()), '2\n');
    feeding.idle(100);
    assert.equal(open.read(), null, 'it has not taken the second');
    feeding.taken();
    feeding.idle(20);
    assert.equal(String(open.read()), '3\n');
  });
});
