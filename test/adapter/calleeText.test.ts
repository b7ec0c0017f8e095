import assert from 'node:assert/strict';
import { calleeText, iterableText, takenApartText } from '../../adapter/runtime/traces/calleeText.js';

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
    it(source.replaceAll('\n', ' '), () => assert.equal(calleeText(source.replace('|', ''), source.indexOf('|')), shown));

  it('is of a choice both', () => assert.equal(calleeText('(a || b)()', 8), '(a || b)'));

  it('is of what is iterated its name', () => {
    const said = ' is not a function or its return value is not iterable';
    assert.equal(iterableText('for (const x of a.list()) ;', 16, said), `a.list${said}`);
    assert.equal(iterableText('[...a.list]', 4, said), 'a.list is not iterable');
    assert.equal(iterableText('[...await f()]', 4, said), '(intermediate value) is not iterable');
    assert.equal(iterableText('f(1, ...a.b)', 0, ' is not iterable'), 'a.b is not iterable');
  });

  for (const [source, shown] of [
    ['const { |a } = f(1)', 'f(...)'],
    ['const |{ a } = f(1).b;', 'f(...).b'],
    ['const { |a } = await f()', '(intermediate value)'],
    ['const { |a } = (() => null)();', '(intermediate value)(...)'],
    ['const { |a = 1 } = o.p, b = 2', 'o.p'],
  ] as const)
    it(`is what is taken apart: ${source}`, () => assert.equal(takenApartText(source.replace('|', ''), source.indexOf('|')), shown));
});
