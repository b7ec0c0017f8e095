import assert from 'node:assert/strict';
import { calleeText } from '../../adapter/runtime/traces/calleeText.js';

describe('what V8 shows of what is called', () => {
  for (const [source, shown] of [
    ['return a.b(1, "x)").|c()', 'a.b(...).c'],
    ['f()|()', 'f(...)'],
    ['f(g(1))(2)|()', 'f(...)(...)'],
    ['a?.b().|c()', 'a?.b(...).c'],
    ['(() => 1)()|()', '(intermediate value)(...)'],
    ['x[0]().|y()', '(intermediate value)(...).y'],
    ['|new (f())()', 'f(...)'],
    ['a\n  .b()\n  .|c()', 'a.b(...).c'],
  ] as const)
    it(source.replaceAll('\n', ' '), () => assert.equal(calleeText(source.replace('|', ''), source.indexOf('|'), true), shown));

  it('is of what is iterated its name', () => assert.equal(calleeText('for (const x of a.list()) ;', 16, false), 'a.list'));
});
