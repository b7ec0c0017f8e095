import assert from 'node:assert/strict';
import { debugging } from '../../support/debugging.js';
import { testedNodes } from '../../support/nodes.js';
import { main, on, pick } from './conditionsProgram.js';

describe('pausing where a necessary condition breaks', () => {
  for (const { name, path } of testedNodes.slice(1))
    it(`stops in types that Node erases, ${name}`, () =>
      debugging({ 'main.mts': main.replace('./pick.js', './pick.mts'), 'pick.mts': pick }, async (debugged) => {
        await debugged.launch({ runtimeExecutable: path() }, () => on(debugged));
        const stopped = await debugged.stopped();
        assert.deepEqual([stopped.frame.source?.name, stopped.line], ['pick.mts', debugged.line('//entry', 'pick.mts')]);
        assert.equal((await debugged.evaluate('n', 'hover', stopped)).result, '108');
        await debugged.finish(stopped);
      }));
});
