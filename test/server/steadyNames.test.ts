import assert from 'node:assert/strict';
import { EditorSource } from '../../server/syntax/editor/editorSource.js';
import { steadyNames } from '../../server/syntax/editor/steadyNames.js';
import { statementAt } from '../../server/syntax/editor/statements.js';

/** Of `a`, `b` and `c`, those that hold at the sign `^` what they held before its statement. */
function steady(marked: string): string {
  const offset = marked.indexOf('^');
  const text = marked.replace('^', '');
  const source = new EditorSource(text, '/p/a.ts');
  const statement = statementAt(source, offset);
  assert.ok(statement !== null);
  return [...steadyNames(source, statement.span, offset, ['a', 'b', 'c'])].join(' ');
}

describe('names that a statement does not change before a place in it', () => {
  it('are all, but for those that it assigns elsewhere', () => {
    assert.equal(steady('let a = 1, b = 2, c = 3; ^a = b + c;'), 'a b c');
    assert.equal(steady('let a = 1, b = 2, c = 3; a = b++ + ^c;'), 'c');
    assert.equal(steady('let a = 1, b = 2, c = 3; [a, b] = [b, ^c];'), 'c');
    assert.equal(steady('let a = 1, b = 2, c = 3; for (a of [b]) ^f(c);'), 'a b c');
  });

  it('are not those that a call may change', () => {
    assert.equal(steady('let a = 1, b = 2, c = 3; function f() { a = 2; } f(b) + ^c;'), 'b c');
    assert.equal(steady('let a = 1, b = 2, c = 3; function f() { return a; } f(b) + ^c;'), 'a b c');
    assert.equal(steady('let a = 1, b = 2, c = 3; const f = () => { a = 2; }; ^c + b;'), 'a b c');
  });
});
