import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { requests, type AskArguments, type Chain, type RerunTold } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';
import { freePort } from '../../support/freePort.js';

const ask = (debugged: Debugged, { frame }: Stopped, args: Partial<AskArguments> = {}): Promise<Chain> =>
  debugged.client.request(requests.ask, { kind: 'lastChange', frameId: frame.id, expression: 'totals.sum', ...args });

const server = `
const totals = { sum: 0 };
const server = require('node:http').createServer((request, response) => {
  totals.sum += Number(new URL(request.url, 'http://x').searchParams.get('add')); //add
  request.resume().on('end', () => {
    response.end(String(totals.sum)); //answer
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
`;

/** What somebody does who repeats what led to the stop, each time that a run waits for it. */
function repeating(debugged: Debugged, action: () => void): readonly string[] {
  const told: string[] = [];
  const next = () =>
    void debugged.client.event('progressUpdate').then(({ body }) => {
      const { message = '' } = body as DebugProtocol.ProgressUpdateEvent['body'];
      told.push(message);
      if (/: repeat (what led|POST)/.test(message)) action();
      next();
    });
  next();
  return told;
}

const get = (port: number, add: number) => fetch(`http://127.0.0.1:${port}/?add=${add}`).catch(() => {});

/** More than is kept of one request. */
const post = (port: number, add: number) =>
  fetch(`http://127.0.0.1:${port}/?add=${add}`, { method: 'POST', body: 'x'.repeat(1_300_000) }).catch(() => {});

async function threads(debugged: Debugged): Promise<readonly string[]> {
  const body = await debugged.client.request<DebugProtocol.ThreadsResponse['body']>('threads', {});
  return body.threads.map(({ name }) => name);
}

describe('the life of a run that answers a question', () => {
  it('a server: it is ended first, what it was asked is repeated, and it comes back to where it was', () =>
    debugging(server, async (debugged) => {
      const port = await freePort();
      await debugged.launch({ env: { PORT: String(port) } }, () => debugged.breakAt(['//answer'], { hitCondition: '2' }));
      await debugged.client.event('output');
      void get(port, 3).then(() => get(port, 4));
      const stopped = await debugged.stopped();
      const told = repeating(debugged, () => assert.fail('nobody is asked'));
      const { id, points } = await ask(debugged, stopped);
      assert.deepEqual([points[1]?.status, points[1]?.before, points[1]?.after], ['located', '3', '7']);
      assert.ok(told.includes(`The run listens at port ${port}: the 2 requests that it has had are repeated.`), told.join('\n'));
      const again = await debugged.stopped();
      assert.deepEqual([again.line, again.description], [debugged.line('//answer'), 'Paused at P1']);
      assert.notDeepEqual(again.threadId, stopped.threadId);
      assert.equal((await debugged.evaluate('totals.sum', 'hover', again)).result, '7');

      await debugged.client.request(requests.stopAt, { chain: id, point: 'P2' });
      const there = await debugged.stopped();
      assert.deepEqual([there.line, there.description], [debugged.line('//add'), 'Paused at P2']);
      assert.equal((await debugged.evaluate('totals.sum', 'hover', there)).result, '3');
      assert.equal((await threads(debugged)).length, 1);
    }));

  it('a server with “reproduce”: the command is run when it listens, its output is shown, and it ends with the run', () => {
    const client = `
      console.log('client of', process.argv[2], process.env.NODE_OPTIONS === undefined);
      setInterval(() => {}, 1000); // it would never end by itself
      fetch('http://127.0.0.1:' + process.argv[2] + '/?add=5');
    `;
    return debugging({ 'program.js': server, 'client.cjs': client }, async (debugged) => {
      const port = await freePort();
      const reproduce = [process.execPath, '${workspaceFolder}/client.cjs', '${port}'];
      await debugged.launch({ env: { PORT: String(port) }, reproduce }, () => debugged.breakAt(['//answer']));
      await debugged.client.event('output');
      void get(port, 5);
      const stopped = await debugged.stopped();
      const told = repeating(debugged, () => assert.fail('nobody is asked'));
      const { points } = await ask(debugged, stopped);
      assert.deepEqual([points[1]?.before, points[1]?.after], ['0', '5']);
      assert.ok(told.includes(`The run listens at port ${port}: “reproduce” is run.`), told.join('\n'));
      assert.match(debugged.output('console'), new RegExp(`client of ${port} true`));
      const again = await debugged.stopped();
      assert.equal(again.line, debugged.line('//answer'));
      await debugged.client.request('disconnect', {});
    });
  });

  it('a “reproduce” that goes wrong: one line says so, and the session ends with a sentence', () =>
    debugging(server, async (debugged) => {
      const port = await freePort();
      await debugged.launch({ env: { PORT: String(port) }, reproduce: 'exit 7', rerunTimeout: 1500 }, () => debugged.breakAt(['//answer']));
      await debugged.client.event('output');
      void get(port, 5);
      const stopped = await debugged.stopped();
      await assert.rejects(ask(debugged, stopped), /did not get there within 1.5 seconds: raise “rerunTimeout”/);
      await debugged.client.event('terminated');
      assert.match(debugged.output('console'), /^The program holds a port: it is ended, .*\n(“reproduce” ended with exit code 7\.\n)+$/);
      assert.match(debugged.output('important'), /The program held a port, so it was ended for another run, .* Start it again/);
    }));

  it('a run that waits for a request that is too long to be kept is cancelled: the session ends with a sentence', () =>
    debugging(server, async (debugged) => {
      const port = await freePort();
      await debugged.launch({ env: { PORT: String(port) } }, () => debugged.breakAt(['//answer']));
      await debugged.client.event('output');
      void post(port, 5);
      const stopped = await debugged.stopped();
      const answer = assert.rejects(ask(debugged, stopped), /Cancelled/);
      await debugged.client.event('progressUpdate', ({ message }: { message: string }) => message.includes(': repeat POST /'));
      const { body } = await debugged.client.event('progressStart');
      await debugged.client.request('cancel', { progressId: (body as DebugProtocol.ProgressStartEvent['body']).progressId });
      await answer;
      await debugged.client.event('terminated');
    }));

  it('what is too long to be kept is asked for in its turn, and what came before and after is repeated', () =>
    debugging(server, async (debugged) => {
      const port = await freePort();
      await debugged.launch({ env: { PORT: String(port) } }, () => debugged.breakAt(['//answer'], { hitCondition: '3' }));
      await debugged.client.event('output');
      void get(port, 1)
        .then(() => post(port, 2))
        .then(() => get(port, 4));
      const stopped = await debugged.stopped();
      const before: RerunTold = await debugged.client.request(requests.rerun, {});
      assert.deepEqual(before, { isEnded: true, repeated: 2, byHand: ['POST /, which is longer than 1 MB'] });
      const told = repeating(debugged, () => void post(port, 2));
      const { points } = await ask(debugged, stopped);
      const sentences =
        /2 requests that it has had are repeated\. This .*: POST \/, which is longer than 1 MB\. Connections that it makes by itself/;
      assert.match(debugged.output('console'), sentences);
      assert.deepEqual([points[1]?.status, points[1]?.before, points[1]?.after], ['located', '3', '7']);
      assert.ok(told.includes(`The run listens at port ${port}: repeat POST /, which is longer than 1 MB.`), told.join('\n'));
      assert.match(told.join('\n'), /the 2 requests that it has had are repeated/);
    }));

  it('a question that cannot be put ends nothing', () =>
    debugging(server, async (debugged) => {
      const port = await freePort();
      await debugged.launch({ env: { PORT: String(port) } }, () => debugged.breakAt(['//answer']));
      await debugged.client.event('output');
      void get(port, 5);
      const stopped = await debugged.stopped();
      await assert.rejects(ask(debugged, stopped, { expression: 'totals.sum + 1' }), /no place that changes/);
      assert.equal((await debugged.evaluate('totals.sum', 'hover', stopped)).result, '5');
    }));
});

const reader = `
const lines = require('node:readline').createInterface({ input: process.stdin });
const totals = { sum: 0 };
lines.once('line', (first) => {
  totals.sum = Number(first); //first
  setTimeout(() => lines.once('line', (second) => {
    totals.sum += Number(second); //second
    console.log(totals.sum); //stop
    lines.once('line', (third) => { console.log('third', third); lines.close(); });
  }), 10);
});
`;

const readerAtOnce = `
const { readSync, readFileSync } = require('node:fs');
const totals = { sum: 0 };
const buffer = Buffer.alloc(100);
const next = (length) => Number(buffer.toString('utf8', 0, length));
totals.sum += next(readSync(0, buffer));
totals.sum += next(readSync(0, buffer)); //second
totals.sum += Number(readFileSync(0, 'utf8')); //read
console.log(totals.sum); //stop
`;

/** The client's terminal: a process whose standard input is written by the test. */
function terminal(debugged: Debugged): { readonly program: () => ChildProcess; end(): void } {
  let program: ChildProcess | undefined;
  debugged.client.onRequest = async ({ arguments: given }) => {
    const { args, env, cwd } = given as DebugProtocol.RunInTerminalRequestArguments;
    const [file = '', ...rest] = args;
    const environment = Object.fromEntries(Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== null));
    program = spawn(file, rest, { cwd, env: environment as NodeJS.ProcessEnv, stdio: ['pipe', 'ignore', 'ignore'] });
    await once(program, 'spawn');
    return { processId: program.pid };
  };
  return { program: () => program ?? assert.fail('nothing was started'), end: () => program?.kill('SIGKILL') };
}

describe('standard input of a run that answers a question', () => {
  it('is what was typed before, line by line', () =>
    debugging(reader, async (debugged) => {
      const { program, end } = terminal(debugged);
      try {
        await debugged.launch({ console: 'integratedTerminal' }, () => debugged.breakAt(['//first', '//stop']));
        program().stdin?.write('20\n');
        const first = await debugged.stopped();
        await debugged.client.request('continue', { threadId: first.threadId });
        await new Promise((resolve) => setTimeout(resolve, 50));
        program().stdin?.write('22\n');
        const stopped = await debugged.stopped();
        assert.equal(stopped.line, debugged.line('//stop'));
        const { id, points } = await ask(debugged, stopped);
        assert.deepEqual([points[1]?.before, points[1]?.after], ['20', '42']);
        await debugged.client.request(requests.stopAt, { chain: id, point: 'P2' });
        const there = await debugged.stopped();
        assert.equal(there.line, debugged.line('//second'));
        assert.equal((await debugged.evaluate('totals.sum + Number(second)', 'hover', there)).result, '42');
      } finally {
        end();
      }
    }));

  it('that is read at once is given again, with its end', () =>
    debugging(readerAtOnce, async (debugged) => {
      const { program, end } = terminal(debugged);
      try {
        await debugged.launch({ console: 'integratedTerminal' }, () => debugged.breakAt(['//second', '//read', '//stop']));
        program().stdin?.write('7');
        const second = await debugged.stopped();
        program().stdin?.write('8');
        const read = await debugged.go('continue', second);
        program().stdin?.end('9');
        const stopped = await debugged.go('continue', read);
        const { points } = await ask(debugged, stopped);
        assert.deepEqual([points[1]?.before, points[1]?.after], ['15', '24']);
      } finally {
        end();
      }
    }));
});
