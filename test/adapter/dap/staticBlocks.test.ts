import assert from 'node:assert/strict';
import { debugging } from '../../support/debugging.js';

const program = `
class C {
  static a = 4;
  static {
    const x = 5;
    let n = 1;
    this.b = x + n;
    console.log(x); //first
    console.log(n, this.b); //second
  }
}
console.log(C.a, C.b);
`;

describe('in a static block the debugger', () => {
  it('evaluates as often as it is asked, also before Node 22', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//first', '//second']));
      const stopped = await debugged.stopped();
      for (const context of ['hover', 'watch', 'repl'] as const) {
        const told = await Promise.all(['this.a', 'x', 'this.b', 'x + this.a'].map((one) => debugged.evaluate(one, context, stopped)));
        assert.deepEqual(
          told.map(({ result }) => result),
          ['4', '5', '6', '9'],
        );
      }
      await assert.rejects(debugged.evaluate('n = 2', 'hover', stopped), /side-effect/);
      assert.equal((await debugged.evaluate('this.b = 7', 'repl', stopped)).result, '7');
      assert.equal((await debugged.evaluate('n = 3', 'repl', stopped)).result, '3');
      assert.equal((await debugged.evaluate('n + this.b', 'watch', stopped)).result, '10');
      await assert.rejects(debugged.evaluate('nobody', 'watch', stopped), /nobody is not defined/);
    }));

  it('says so at a later stop, instead of something wrong', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//first', '//second']));
      const first = await debugged.stopped();
      assert.equal((await debugged.evaluate('this.b', 'watch', first)).result, '6');
      await debugged.client.request('continue', { threadId: first.threadId });
      const second = await debugged.stopped();
      const told = await debugged.evaluate('this.b', 'watch', second).then(
        ({ result }) => result,
        (error: unknown) => String(error),
      );
      assert.match(told, Number(process.versions.node.split('.')[0]) < 22 ? /at one moment alone/ : /^6$/);
    }));
});
