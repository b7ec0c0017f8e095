import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { whence } from '../../support/command.js';
import { whencePath } from './mcpClient.js';

const opening = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** The answers to these lines, by number; one without a number stands under null. */
function answersTo(lines: readonly string[]): readonly { readonly id: number | null; readonly error?: { readonly message: string } }[] {
  const { stdout, status } = spawnSync(process.execPath, [whencePath, 'mcp', '--root', tmpdir()], {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    timeout: 30_000,
    maxBuffer: 1 << 26,
  });
  assert.equal(status, 0);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('messages to the server for agents', () => {
  it('that are none, or too long, are answered, and the server goes on', () => {
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
    const answers = answersTo(['nothing', '[1, 2]', '"text"', 'x'.repeat(20_000_000), JSON.stringify(opening), '{}', JSON.stringify(ping)]);

    const refused = answers.filter(({ id }) => id === null).map(({ error }) => error?.message);
    assert.deepEqual(refused.slice(0, 4), [
      'The message is no JSON.',
      'The message is no JSON object.',
      'The message is no JSON object.',
      'The message has more than 8 MB.',
    ]);
    assert.ok(answers.some(({ id, error }) => id === 1 && error === undefined));
  });

  it('with parameters of another shape are answered in one sentence', () => {
    const call = (id: number, params: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
    const read = JSON.stringify({ jsonrpc: '2.0', id: 14, method: 'resources/read', params: {} });
    const started = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const calls = [call(10, undefined), call(11, []), call(12, { name: 3 }), call(13, { name: 'check', arguments: null }), read];
    const answers = answersTo([JSON.stringify(opening), started, ...calls]);
    assert.deepEqual(
      [10, 11, 12, 13, 14].map((id) => answers.find((answer) => answer.id === id)?.error?.message),
      [
        'tools/call needs params.',
        'params must be an object.',
        'params.name must be a string.',
        'params.arguments must be an object.',
        'params.uri must be a string.',
      ],
    );
  });

  it('that call a tool which is not there are answered with those that are', () => {
    const ask = (id: number, method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const started = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const asked = [ask(20, 'tools/call', { name: 'nosuch', arguments: {} }), ask(21, 'tools/list', {})];
    const answers = answersTo([JSON.stringify(opening), started, ...asked]);
    const listed = answers.find(({ id }) => id === 21) as { readonly result?: { readonly tools: readonly { readonly name: string }[] } };
    const names = (listed.result?.tools ?? []).map(({ name }) => name);
    const sentence = answers.find(({ id }) => id === 20)?.error?.message ?? '';

    assert.match(sentence, /^There is no tool nosuch here: call check, /);
    assert.deepEqual(sentence.split(': call ')[1]?.replace('.', '').split(', ').toSorted(), names.toSorted());
  });

  it('go to a server whose folder exists', () => {
    const { code, err } = whence(tmpdir(), 'mcp', '--root', 'no-such-folder-of-ours');

    assert.equal(code, 2);
    assert.equal(err, 'whence: --root no-such-folder-of-ours: There is no such folder.\n');
  });

  it('are for the server that the printed entry starts', () => {
    const { code, out } = whence(tmpdir(), 'mcp', '--print-config', '--no-run');
    const { command, args } = JSON.parse(out).mcpServers.whence;

    assert.equal(code, 0);
    assert.equal(command, process.execPath);
    assert.deepEqual(args.slice(1, 3), ['mcp', '--root']);
    assert.equal(args.at(-1), '--no-run');
  });
});
