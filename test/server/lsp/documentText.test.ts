import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { DocumentText, type TextChange } from '../../../server/lsp/documentText.js';

describe('document text', () => {
  it('has lines that end at \\n, \\r\\n or \\r', () => {
    const text = new DocumentText('a\r\nbc\rd\n');
    assert.equal(text.lineCount, 4);
    assert.deepEqual(text.positionAt(4), { line: 1, character: 1 });
    assert.equal(text.offsetAt({ line: 1, character: 99 }), 5);
    assert.equal(text.lineText(1), 'bc');
  });

  it('finds the places of reports, for which U+2028 ends a line too', () => {
    const text = new DocumentText('a\u2028bc\nd');
    assert.deepEqual(text.rangeOfReport({ line: 2, column: 1, endLine: 3, endColumn: 2 }), {
      start: { line: 0, character: 2 },
      end: { line: 1, character: 1 },
    });
    assert.deepEqual(text.reportPlace({ line: 0, character: 3 }), { line: 2, column: 2 });
  });

  it('counts UTF-16 units', () => {
    assert.deepEqual(new DocumentText('"😀" + x').positionAt(7), { line: 0, character: 7 });
  });

  it('takes changes one after the other', () => {
    const text = new DocumentText('one\ntwo\n').changed([
      { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }, text: '' },
      { range: { start: { line: 0, character: 3 }, end: { line: 0, character: 3 } }, text: '!' },
    ]);
    assert.equal(text.text, 'two!\n');
  });

  const texts = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u2028', '😀'), maxLength: 30 });

  it('offsets and positions are inverse, except between \\r and \\n', () => {
    fc.assert(
      fc.property(texts, fc.nat(60), (source, offset) => {
        const text = new DocumentText(source);
        const inside = Math.min(offset, source.length);
        if (source.slice(inside - 1, inside + 1) === '\r\n') return;
        assert.equal(text.offsetAt(text.positionAt(inside)), inside);
      }),
    );
  });

  it('a change of any range is the change of the text', () => {
    fc.assert(
      fc.property(texts, texts, fc.nat(60), fc.nat(60), (source, insertion, a, b) => {
        const text = new DocumentText(source);
        const [start, end] = [text.positionAt(Math.min(a, b)), text.positionAt(Math.max(a, b))];
        const change: TextChange = { range: { start, end }, text: insertion };
        const expected = source.slice(0, text.offsetAt(start)) + insertion + source.slice(text.offsetAt(end));
        assert.equal(text.changed([change]).text, expected);
      }),
    );
  });
});
