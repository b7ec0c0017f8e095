import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { requests, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging } from '../../support/debugging.js';

/** Fails at the second name, whose column is gone; `by` calls `width` for each. */
const program = (by: string): string => `
const columns = { name: { width: 10 }, stock: { width: 6 } };
function width(key) {
  return columns[key].width; //fails
}
try {
  [0].forEach(() => width('other'));
} catch {}
delete columns.stock; //gone
${by}
`;

const natives = {
  'Array.prototype.map': "['name', 'stock'].map((key) => width(key));",
  'Array.prototype.sort': "['name', 'stock'].sort((a, b) => width(b) - width(a));",
  'JSON.stringify': "JSON.stringify({ toJSON: () => width('stock') });",
  'String.prototype.replace': "'name stock'.replace(/\\w+/g, (key) => width(key));",
  'Reflect.apply': "Reflect.apply(width, undefined, ['stock']);",
  'new Function': "new Function('width', 'width(\"stock\")')(width);",
};

const rules = `import { call, rule } from 'whence/rules';
import { widthOf } from './main.js';
export const asked = rule({ at: [call((key: string) => widthOf(key), { settled: () => {} })] });
`;

describe('what a callback of a native throws, and nobody catches', () => {
  for (const [name, by] of Object.entries(natives)) {
    it(`${name}: the other run comes to the same exception, and not to one that the program has caught`, () =>
      debugging(program(by), async (debugged) => {
        await debugged.launch({}, () => debugged.client.request('setExceptionBreakpoints', { filters: ['uncaught'] }));
        const stopped = await debugged.stopped();
        assert.equal(stopped.frame.line, debugged.line('//fails'));
        const { points } = await debugged.client.request<Chain>(requests.ask, {
          kind: 'lastChange',
          frameId: stopped.frame.id,
          expression: 'columns[key]',
        });
        const [stop, change] = points;
        assert.equal(stop?.status, 'located', stop?.reason ?? '');
        assert.deepEqual([change?.status, change?.place?.line, change?.after], ['located', debugged.line('//gone'), 'absent']);
        await debugged.finish(stopped);
      }));
  }

  it('the debugger stops in a call that a rule follows, too', () =>
    debugging(`function widthOf(key) { return width(key); }\n${program("widthOf('stock');")}`, async (debugged) => {
      writeFileSync(debugged.path('held.rules.ts'), rules);
      await debugged.launch({ rules: [debugged.path('held.rules.ts')] }, () =>
        debugged.client.request('setExceptionBreakpoints', { filters: ['uncaught'] }),
      );
      const stopped = await debugged.stopped();
      assert.equal(stopped.frame.line, debugged.line('//fails'));
      await debugged.finish(stopped);
    }));
});
