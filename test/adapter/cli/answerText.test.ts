import assert from 'node:assert/strict';
import { textOfAnswer, textOfValue } from '../../../adapter/cli/answerText.js';

describe('answers as text', () => {
  it('write values as JavaScript does', () => {
    const values: readonly (readonly [unknown, string])[] = [
      [{ undefined: true }, 'undefined'],
      [null, 'null'],
      ['a "b"', '"a \\"b\\""'],
      [{ number: '-0' }, '-0'],
      [{ bigint: '12' }, '12n'],
      [{ length: 5000 }, 'a string of 5000 characters'],
      [[{ unknown: true }, 1], '[?, 1]'],
      [{ object: 'Cart#1', preview: '{n: 1}' }, 'Cart#1 {n: 1}'],
      [{ object: 'Function#2', preview: '' }, 'Function#2'],
      [{ n: { bigint: '1' }, undefined: { undefined: true } }, '{n: 1n, undefined: undefined}'],
      [{ class: 'TypeError', message: 'no', caught: false }, 'TypeError: no (not caught)'],
    ];
    assert.deepEqual(
      values.map(([value]) => textOfValue(value)),
      values.map(([, text]) => text),
    );
  });

  it('say what tells rows apart: the thread where there are several, a receiver where there is one', () => {
    const columns = ['event', 'thread', 'file', 'line', 'column', 'function', 'receiver', 'value'];
    const place = { event: 1, file: 'a.js', line: 1, column: 2 };
    const main = { ...place, thread: 'main', function: '', receiver: { undefined: true }, value: 'x' };
    const other = { ...place, thread: 'worker 1', function: 'f', receiver: 1, value: null };
    assert.equal(textOfAnswer({ columns, rows: [main], total: 1, missing: [] }), '#1 a.js:1:2  top level  value "x"\n');
    assert.equal(
      textOfAnswer({ columns, rows: [main, other], total: 3, missing: [] }),
      '#1 a.js:1:2  thread main  top level  value "x"\n#1 a.js:1:2  thread worker 1  function f  receiver 1  value null\n… and 1 more.\n',
    );
  });
});
