import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linesIn } from '../../adapter/runtime/traces/lines.js';

describe('the lines of a text', () => {
  it('are those of a pattern, with what ends them', () => {
    const signs = fc.constantFrom('a', '\r', '\n', '\u2028', '\u2029', '\u{1F600}', ' ');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 30 }), (all) => {
        const text = all.join('');
        const ended = text.split(/(?<=\r\n|\n|\r(?!\n)|\u2028|\u2029)/);
        // A text that ends with an end of a line has an empty line behind it.
        const last = /[\r\n\u2028\u2029]$/.test(text) ? [''] : [];
        assert.deepEqual(Array.from(linesIn(text)), [...ended, ...last]);
      }),
    );
  });

  it('are found without the methods of patterns, which a program may have replaced', () => {
    const { exec } = RegExp.prototype;
    RegExp.prototype.exec = () => assert.fail('a pattern is used');
    try {
      assert.deepEqual(Array.from(linesIn('a\nb')), ['a\n', 'b']);
    } finally {
      RegExp.prototype.exec = exec;
    }
  });
});
