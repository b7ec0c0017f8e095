import assert from 'node:assert/strict';
import { Pins, placeOf } from '../../extension/abstractState/pins.js';
import type { Edit, Pin } from '../../extension/abstractState/pins.js';
import type { Position, Range, Side } from '../../server/lsp/protocol.js';

const uri = 'file:///shop.ts';
const at = (line: number, character: number): Position => ({ line, character });
const edit = (start: Position, end: Position, text: string): Edit => ({ range: { start, end }, text });
const before = (span: Range): { readonly span: Range; readonly side: Side } => ({ span, side: 'before' });

/** A statement from 10:4 to 12:5, pinned with the cursor in its second line; then the edits; where it is asked for now. */
function placeAfter(...edits: readonly Edit[]): Position {
  const pins = new Pins();
  pins.add(uri, before({ start: at(10, 4), end: at(12, 5) }), at(11, 7));
  pins.edit(uri, edits);
  return placeOf(only(pins));
}

function only(pins: Pins): Pin {
  const [pin] = pins.all;
  assert.ok(pin);
  return pin;
}

describe('pinned statements', () => {
  it('are asked for where the cursor was', () => {
    assert.deepEqual(placeAfter(), at(11, 7));
  });

  it('are asked for where they begin, if the cursor was beside them', () => {
    const pins = new Pins();
    pins.add(uri, before({ start: at(10, 4), end: at(10, 9) }), at(10, 0));
    assert.deepEqual(placeOf(only(pins)), at(10, 4));
  });

  it('go with their line when lines before them come and go', () => {
    assert.deepEqual(placeAfter(edit(at(3, 0), at(3, 0), 'a\nb\n')), at(13, 7));
    assert.deepEqual(placeAfter(edit(at(3, 0), at(5, 0), '')), at(9, 7));
    assert.deepEqual(placeAfter(edit(at(3, 0), at(3, 0), 'a\r\nb\r\n')), at(13, 7));
  });

  it('go along when a line is broken right before them', () => {
    assert.deepEqual(placeAfter(edit(at(10, 4), at(10, 4), '\n    ')), at(12, 7));
  });

  it('stay when the text behind them changes', () => {
    assert.deepEqual(placeAfter(edit(at(10, 8), at(10, 8), 'more')), at(11, 7));
    assert.deepEqual(placeAfter(edit(at(12, 5), at(40, 0), '')), at(11, 7));
  });

  it('move within their line', () => {
    const pins = new Pins();
    pins.add(uri, before({ start: at(10, 4), end: at(10, 9) }), at(10, 6));
    pins.edit(uri, [edit(at(10, 0), at(10, 4), '\t')]);
    assert.deepEqual(placeOf(only(pins)), at(10, 3));
    pins.edit(uri, [edit(at(9, 2), at(10, 1), ' ')]);
    assert.deepEqual(placeOf(only(pins)), at(9, 5));
  });

  it('fall to where they were when they are deleted', () => {
    assert.deepEqual(only(edited(edit(at(8, 2), at(20, 0), 'x'))).start, at(8, 2));
  });

  it('follow several edits, each of the text that the ones before it left', () => {
    assert.deepEqual(placeAfter(edit(at(9, 0), at(9, 0), '\n'), edit(at(1, 0), at(1, 0), '\n')), at(13, 7));
  });

  it('do not care for other files', () => {
    const pins = new Pins();
    pins.add(uri, before({ start: at(10, 4), end: at(10, 9) }), at(10, 4));
    assert.equal(pins.edit('file:///other.ts', [edit(at(0, 0), at(0, 0), '\n')]), false);
    assert.equal(pins.edit(uri, [edit(at(0, 0), at(0, 0), '\n')]), true);
  });

  it('are pinned once, and removed one by one', () => {
    const pins = new Pins();
    const span = { start: at(1, 0), end: at(1, 5) };
    const first = pins.add(uri, before(span), at(1, 0));
    assert.ok(first);
    assert.equal(pins.add(uri, before(span), at(1, 3)), null);
    const second = pins.add(uri, before({ start: at(2, 0), end: at(2, 5) }), at(2, 0));
    const after = pins.add(uri, { span, side: 'after' }, at(1, 9));
    pins.remove(first.id);
    assert.deepEqual(pins.all, [second, after]);
  });

  it('are there again in the next window, where the edits have moved them', () => {
    const pins = edited(edit(at(3, 0), at(3, 0), 'a\n'));
    const kept: unknown = JSON.parse(JSON.stringify(pins.toKeep()));
    const again = new Pins(kept);
    assert.deepEqual(placeOf(only(again)), at(12, 7));
    assert.notEqual(again.add(uri, before({ start: at(2, 0), end: at(2, 5) }), at(2, 0))?.id, only(pins).id);
  });

  it('are none where what was kept cannot be read', () => {
    for (const kept of [undefined, null, 'pins', [null, 3, {}, { uri, start: at(1, 2) }, { uri, start: {}, side: 'before', cursor: {} }]]) {
      assert.deepEqual(new Pins(kept).all, []);
    }
  });

  function edited(...edits: readonly Edit[]): Pins {
    const pins = new Pins();
    pins.add(uri, before({ start: at(10, 4), end: at(12, 5) }), at(11, 7));
    pins.edit(uri, edits);
    return pins;
  }
});
