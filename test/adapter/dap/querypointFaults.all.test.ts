import type { DebugProtocol } from '@vscode/debugprotocol';
import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { events, requests, type AskArguments, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged } from '../../support/debugging.js';

const ask = (debugged: Debugged, args: AskArguments): Promise<Chain> => debugged.client.request(requests.ask, args);
const refusal = (debugged: Debugged, args: AskArguments): Promise<string> =>
  ask(debugged, args).then(
    () => assert.fail('it was answered'),
    (error: Error) => error.message,
  );

const throwing = `
const account = { limit: 10 };
function check(n) {
  if (n > account.limit) throw new RangeError('too much: ' + n); //throw
}
for (const n of [5, 20, 7, 30]) {
  account.limit = n === 30 ? 25 : 10; //limit
  try { check(n); } catch (error) { account.last = error.message; } //catch
}
account.limit = 1; //end
check(2);
`;

/** Filters of exceptions, as the client sets them. */
const stopAt = (debugged: Debugged, ...filters: readonly string[]) => debugged.client.request('setExceptionBreakpoints', { filters });

describe('questions at exceptions, in other programs, and what cannot be answered', () => {
  it('the how-many-th throw of a line', () =>
    debugging(throwing, async (debugged) => {
      await debugged.launch({}, () => stopAt(debugged, 'all'));
      const stopped = await debugged.go('continue', await debugged.stopped());
      const { points } = await ask(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'account.limit' });
      assert.deepEqual([points[1]?.place?.line, points[1]?.before, points[1]?.after], [debugged.line('//limit'), '10', '25']);
      assert.match(points[0]?.exception?.message ?? '', /too much: 30/);
      const { points: more } = await ask(debugged, { kind: 'lastChange', frameId: stopped.frame.id, frame: 0, expression: 'n' });
      assert.equal(more[2]?.after, '30');
      await stopAt(debugged);
      await debugged.finish(stopped);
    }));

  it('the throw that nothing catches, and steps behind one that is caught', () =>
    debugging(throwing, async (debugged) => {
      await debugged.launch({}, () => stopAt(debugged, 'uncaught'));
      const stopped = await debugged.stopped();
      const { points } = await ask(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'account.limit' });
      assert.deepEqual([points[1]?.place?.line, points[1]?.after], [debugged.line('//end'), '1']);
      await debugged.finish(stopped);
    }));

  it('a bundle, with the names and lines of its sources', async () => {
    const source = 'export class Cart {\n  total = 0;\n  add(price: number): void {\n    this.total += price; //add\n  }\n}\n';
    const main = `import { Cart } from './cart.js';\nconst cart = new Cart();\nfor (const price of [1, 2, 3]) cart.add(price);\nconsole.log(cart.total); //stop\n`;
    await debugging({ 'bundle.cjs': '', 'main.ts': main, 'cart.ts': source }, async (debugged) => {
      const { outputFiles } = await build({
        entryPoints: [debugged.path('main.ts')],
        bundle: true,
        minify: true,
        sourcemap: 'inline',
        platform: 'node',
        write: false,
        outfile: debugged.path('bundle.cjs'),
      });
      writeFileSync(debugged.path('bundle.cjs'), outputFiles[0]?.text ?? '');
      await debugged.launch({}, () => debugged.breakAt(['//stop'], {}, 'main.ts'));
      const stopped = await debugged.stopped();
      const { points } = await ask(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'cart.total' });
      assert.deepEqual([points[1]?.place?.file, points[1]?.place?.line], [debugged.path('cart.ts'), debugged.line('//add', 'cart.ts')]);
      assert.deepEqual([points[1]?.before, points[1]?.after], ['3', '6']);
      await debugged.finish(stopped);
    });
  });

  it('a program whose runs differ: the user is told, of which run all is said', () =>
    debugging(
      `const token = process.hrtime.bigint();\nconst box = { token: null };\nbox.token = token; //write\nconsole.log(box.token); //stop\n`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//stop']));
        const stopped = await debugged.stopped();
        const { points, notes } = await ask(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'box.token' });
        assert.equal(points[1]?.place?.line, debugged.line('//write'));
        assert.match(notes.join(' '), /Runs of this program differ: token was \d+ in the paused program, and is \d+ here/);
        await debugged.finish(stopped);
      },
    ));

  it('a program that does not get there again', () =>
    debugging(
      `const fs = require('node:fs');\nconst box = { n: 1 };\nif (fs.existsSync(__dirname + '/flag')) process.exit(3);\nfs.writeFileSync(__dirname + '/flag', '');\nbox.n++; //stop\n`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//stop']));
        const stopped = await debugged.stopped();
        const sentence = await refusal(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'box.n' });
        assert.match(sentence, /ended with exit code 3 before it came to this moment again/);
        await debugged.finish(stopped);
      },
    ));

  it('a program that comes to a point on another way, or no more: the user is told, and the paused one stays', () =>
    debugging(
      `const fs = require('node:fs');
const box = { n: 0 };
const flag = (name) => process.env.WHENCE_RENDEZVOUS !== undefined && fs.existsSync(__dirname + name);
function write() { box.n++; } //write
function other() { write(); }
if (flag('/end')) process.exit(0);
if (flag('/other')) other(); else write();
console.log(box.n); //stop
`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//stop']));
        const stopped = await debugged.stopped();
        const { id } = await ask(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'box.n' });
        writeFileSync(debugged.path('end'), '');
        const stop = { chain: id, point: 'P2' };
        await assert.rejects(debugged.client.request(requests.stopAt, stop), /The program ended before it came there again/);
        assert.equal((await debugged.evaluate('box.n', 'watch', stopped)).result, '1');
        rmSync(debugged.path('end'));
        writeFileSync(debugged.path('other'), '');
        await debugged.client.request(requests.stopAt, stop);
        assert.equal((await debugged.stopped()).line, debugged.line('//write'));
        assert.match(
          debugged.output('important'),
          /^Runs of this program differ: it is in write from other from the top level.* here, and was in write from the top level/,
        );
      },
    ));

  it('two sessions that ask at once get answers of their own', () =>
    debugging(throwing, (first) =>
      debugging(throwing.replace('25 : 10', '35 : 20'), async (second) => {
        const answers = [first, second].map(async (one) => {
          await one.launch({}, () => one.breakAt(['//end']));
          const { frame } = await one.stopped();
          return (await ask(one, { kind: 'lastChange', frameId: frame.id, expression: 'account.limit' })).points[1];
        });
        const [one, other] = await Promise.all(answers);
        assert.deepEqual([one?.after, other?.after], ['25', '35']);
        assert.deepEqual([one?.place?.file, other?.place?.file], [first.path('program.js'), second.path('program.js')]);
      }),
    ));

  it('a program that is killed while a question is answered', () =>
    debugging(
      `const box = { n: 0 };\nbox.n++;\nif (process.env.WHENCE_RENDEZVOUS === undefined) process.kill(process.pid, 'SIGKILL');\nconsole.log(box.n); //stop\n`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//stop']));
        const stopped = await debugged.stopped();
        const sentence = await refusal(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'box.n' });
        assert.match(sentence, /was ended by SIGKILL before it came to this moment again/);
        assert.equal((await debugged.evaluate('box.n', 'watch', stopped)).result, '1');
        await debugged.finish(stopped);
      },
    ));

  it('a run is cancelled from its progress, and the paused program stays', () =>
    debugging(
      `const box = { n: 0 };\nfor (let i = 0; i < 3; i++) box.n++;\nconst { WHENCE_RENDEZVOUS } = process.env;\nif (WHENCE_RENDEZVOUS === undefined) for (;;);\nconsole.log(box.n); //stop\n`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//stop']));
        const stopped = await debugged.stopped();
        const answer = refusal(debugged, { kind: 'lastChange', frameId: stopped.frame.id, expression: 'box.n' });
        const { body } = await debugged.client.event('progressStart');
        const { progressId, title, cancellable } = body as DebugProtocol.ProgressStartEvent['body'];
        assert.deepEqual([title, cancellable], ['Whence: last change of box.n', true]);
        await debugged.client.event('progressUpdate');
        await debugged.client.request('cancel', { progressId });
        assert.equal(await answer, 'Cancelled.');
        await debugged.client.event('progressEnd');
        assert.equal((await debugged.evaluate('box.n', 'watch', stopped)).result, '3');
        await debugged.finish(stopped);
      },
    ));

  it('a run for the stack is cancelled: where it was stays, and the next question brings the stack', () =>
    debugging(
      `const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const count = existsSync('count') ? Number(readFileSync('count', 'utf8')) : 0;
writeFileSync('count', String(count + 1));
const box = { n: 0 };
function set() {
  box.n = 1; //set
}
if (count === 2) for (;;);
set(); //call
console.log(box.n); //stop
`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//stop']));
        const stopped = await debugged.stopped();
        const question = { kind: 'lastChange', frameId: stopped.frame.id, expression: 'box.n' } as const;
        const answer = refusal(debugged, question);
        const { body } = await debugged.client.event('progressStart');
        const early = (await debugged.client.event(events.chain)).body as Chain;
        await debugged.client.request('cancel', { progressId: (body as DebugProtocol.ProgressStartEvent['body']).progressId });
        assert.equal(await answer, 'Cancelled.');
        const left = (await debugged.client.event(events.chain)).body as Chain;
        assert.deepEqual([early.isSettled, early.points[1]?.place?.line], [false, debugged.line('//set')]);
        assert.deepEqual(left, { ...early, isSettled: true });
        rmSync(debugged.path('count'), { force: true });
        const { points } = await debugged.client.request<Chain>(requests.ask, { ...question, chain: early.id, of: 'P1' });
        assert.deepEqual(
          points[1]?.stack.map(({ place }) => place.line),
          [debugged.line('//set'), debugged.line('//call')],
        );
        await debugged.finish(stopped);
      },
    ));

  it('where the moment is not known, one sentence says why', () =>
    debugging(
      `let n = 0;\nconst timer = setInterval(() => {\n  n++; //tick\n  if (n > 3) clearInterval(timer); //check\n}, 1);\n`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//tick']));
        const stopped = await debugged.stopped();
        const frameId = stopped.frame.id;
        assert.match(await refusal(debugged, { kind: 'lastChange', frameId, expression: 'n + 1' }), /“n \+ 1” is no place that changes/);
        assert.match(await refusal(debugged, { kind: 'origin', frameId }), /needs a variable, a field or an element/);
        await debugged.client.request('setVariable', {
          variablesReference: (await scope(debugged, frameId)).variablesReference,
          name: 'n',
          value: '9',
        });
        assert.match(
          await refusal(debugged, { kind: 'lastChange', frameId, expression: 'n' }),
          /You have changed a value, which another run does not repeat/,
        );
        await debugged.finish(stopped);
      },
    ));
});

async function scope(debugged: Debugged, frameId: number): Promise<DebugProtocol.Scope> {
  const { scopes } = await debugged.client.request<DebugProtocol.ScopesResponse['body']>('scopes', { frameId });
  for (const one of scopes) if ('n' in (await debugged.children(one))) return one;
  return assert.fail('no scope has n');
}
