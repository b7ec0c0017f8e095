import assert from 'node:assert/strict';
import { debugging } from '../../support/debugging.js';

const program = `
function add(a, b) {
  const sum = a + b; //sum
  return sum; //return
}
let total = 0; //begin
for (const n of [1, 2, 3]) { //loop
  total = add(total, n); //call
}
console.log('total', total); //print
`;

describe('a debug session', () => {
  it('launches, stops on entry, at a breakpoint, steps, shows the stack and values, prints and ends', () =>
    debugging(program, async (debugged) => {
      await debugged.launch({ stopOnEntry: true }, () => debugged.breakAt(['//sum']));
      const entry = await debugged.stopped();
      assert.deepEqual([entry.reason, entry.line], ['entry', debugged.line('//begin')]);

      const hit = await debugged.go('continue', entry);
      assert.deepEqual(
        [hit.reason, hit.line, hit.frames.map(({ name }) => name).slice(0, 2)],
        ['breakpoint', debugged.line('//sum'), ['add', '<anonymous>']],
      );
      const { a, b } = await debugged.variables(hit);
      assert.deepEqual([a?.value, b?.value], ['0', '1']);

      const stepped = await debugged.go('next', hit);
      assert.deepEqual([stepped.reason, stepped.line], ['step', debugged.line('//return')]);
      const out = await debugged.go('stepOut', stepped);
      assert.deepEqual([out.line, out.frame.name], [debugged.line('//loop'), '<anonymous>']);

      await debugged.client.request('setBreakpoints', { source: { path: debugged.path('program.js') }, breakpoints: [] });
      assert.match(await debugged.finish(out), /^total 6$/m);
      assert.equal((debugged.client.events.find(({ event }) => event === 'exited')?.body as { exitCode: number }).exitCode, 0);
    }));
});
