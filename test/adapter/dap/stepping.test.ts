import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { debugging } from '../../support/debugging.js';

const program = `
const inner = (n) => {
  return n + 1; //inner
};
function outer(n) {
  return n * 2; //outer
}
async function wait() {
  await null; //await
  return 5; //after
}
let x = outer(inner(1)); //two
x = x + 1; //next
wait().then((five) => console.log(five + x)); //wait
`;

describe('stepping', () => {
  it('goes into a call, over it, and out of it', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//two', '//await']));
      const two = await debugged.stopped();
      const inner = await debugged.go('stepIn', two);
      assert.deepEqual([inner.line, inner.reason], [debugged.line('//inner'), 'step']);
      const back = await debugged.go('stepOut', inner);
      assert.equal(back.line, debugged.line('//two'));
      const outer = await debugged.go('stepIn', back);
      assert.equal(outer.line, debugged.line('//outer'));
      const end = await debugged.go('next', outer);
      assert.equal((await debugged.variables(end, 'Local'))['Return value']?.value, '4');
      const next = await debugged.go('next', end);
      assert.equal(next.line, debugged.line('//next'));

      const atAwait = await debugged.go('continue', next);
      const after = await debugged.go('next', atAwait);
      assert.equal(after.line, debugged.line('//after'), 'a step over an await stays in the function');
      assert.match(await debugged.finish(after), /^10$/m);
    }));

  it('goes into the call that is chosen', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//two']));
      const two = await debugged.stopped();
      const { targets } = await debugged.client.request<DebugProtocol.StepInTargetsResponse['body']>('stepInTargets', {
        frameId: two.frame.id,
      });
      assert.deepEqual(
        targets.map(({ label }) => label),
        ['outer(…)', 'inner(…)'],
      );
      const outer = await debugged.go('stepIn', two, { targetId: targets[0]?.id });
      assert.equal(outer.line, debugged.line('//outer'));
      await debugged.finish(outer);
    }));

  it('leaves out what skipFiles names, with exceptions from it, and shows it faintly', () =>
    debugging(
      {
        'program.js': "const { each } = require('./lib/each.js');\neach([1], (n) => { //call\n  console.log(n); //callback\n});",
        'lib/each.js': 'exports.each = (list, action) => {\n  for (const one of list) action(one);\n};',
      },
      async (debugged) => {
        const skipFiles = ['<node_internals>/**', '**/lib/**', '!**/lib/kept/**'];
        await debugged.launch({ skipFiles }, () => debugged.breakAt(['//call']));
        const call = await debugged.stopped();
        const callback = await debugged.go('stepIn', call);
        assert.equal(callback.line, debugged.line('//callback'));
        assert.deepEqual([callback.frames[1]?.presentationHint, callback.frames[1]?.source?.presentationHint], ['subtle', 'deemphasize']);
        await debugged.client.request('toggleSkipFileStatus', { resource: debugged.path('lib/each.js') });
        const library = await debugged.go('stepOut', callback);
        assert.equal(library.frame.source?.path, debugged.path('lib/each.js'));
        await debugged.finish(library);
      },
    ));

  it('begins a frame anew', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//outer']));
      const outer = await debugged.stopped();
      const stopped = debugged.stopped();
      await debugged.client.request('restartFrame', { frameId: outer.frame.id });
      const again = await stopped;
      assert.deepEqual([again.frame.name, again.reason, again.line], ['outer', 'restart', debugged.line('//outer')]);
      await debugged.finish(again);
    }));

  it('backwards needs a located point', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({ stopOnEntry: true });
      const { threadId } = await debugged.stopped();
      await assert.rejects(debugged.client.request('stepBack', { threadId }), /no earlier located point/);
      await assert.rejects(debugged.client.request('reverseContinue', { threadId }), /no earlier located point/);
    }));

  it('shows the functions that wait for a stack, when they are asked for', () =>
    debugging(
      'async function a() {\n  await null;\n  debugger; //here\n}\nasync function b() {\n  await a(); //b\n}\nasync function c() {\n  await b(); //c\n}\nc();',
      async (debugged) => {
        await debugged.launch();
        const stopped = await debugged.stopped(1);
        assert.equal(stopped.frames.length, 1);
        const { stackFrames } = await debugged.client.request<DebugProtocol.StackTraceResponse['body']>('stackTrace', {
          threadId: stopped.threadId,
          startFrame: 0,
          levels: 50,
        });
        const shown = stackFrames.map(({ name, presentationHint, line }) =>
          presentationHint === 'label' ? `(${name})` : `${name}:${line}`,
        );
        const own = shown.filter((name) => /^[abc]:|^\(/.test(name));
        assert.deepEqual([own.slice(0, 3), own.includes('c:9')], [['a:3', '(await)', 'b:6'], true]);
        const waiting = stackFrames.find(({ name }) => name === 'b')?.id ?? assert.fail();
        await assert.rejects(debugged.client.request('evaluate', { expression: '1', frameId: waiting }), /suspended/);
        await debugged.finish(stopped);
      },
    ));
});
