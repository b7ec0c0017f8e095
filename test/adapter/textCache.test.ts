import { strict as assert } from 'node:assert';
import { insertedLength, insertInto, isInsertedInto, type Insertion } from '../../adapter/instrument/edits.js';
import { TextCache } from '../../adapter/launch/textCache.js';

const source = 'let größe = 1; größe++; "😀".length;\n';
const insertions: readonly Insertion[] = [
  [0, 'a(', 0],
  [14, ');', 0],
  [14, 'b', 0],
  [15, '/*=größe*/c', 5],
  [36, '', 0],
];
const made = insertInto(source, insertions);
const lengths = insertions.map(insertedLength);

describe('a text with insertions', () => {
  it('is known to be made of its source', () => {
    assert.equal(isInsertedInto(source, lengths, made), true);
  });

  it('is made of no other source', () => {
    for (let at = 0; at < source.length; at++) {
      const isReplaced = at >= 15 && at < 20;
      const other = `${source.slice(0, at)}#${source.slice(at + 1)}`;
      assert.equal(isInsertedInto(other, lengths, made), isReplaced, `at ${at}`);
    }
    assert.equal(isInsertedInto(`${source} `, lengths, made), false);
    assert.equal(isInsertedInto(source.slice(0, -1), lengths, made), false);
  });
});

describe('texts that were instrumented before', () => {
  const settings = `test ${process.pid} ${Date.now()}`;
  let count = 0;
  const get = (text: string, about: string, isProbed: boolean) =>
    new TextCache(settings).get(text, about, () => {
      count++;
      return isProbed
        ? { text: insertInto(text, insertions), insertions, sites: [], leftOut: { names: 0, types: 0, aliases: 0 } }
        : undefined;
    });

  it('are taken from their files, with their probes and without', () => {
    for (const isProbed of [true, false]) {
      count = 0;
      const about = `same ${isProbed}`;
      const first = get(source, about, isProbed)?.text;
      assert.equal(get(source, about, isProbed)?.text, first);
      assert.deepEqual([first, count], [isProbed ? made : undefined, 1]);
    }
  });

  it('are made again when the text or what is asked is another', () => {
    for (const isProbed of [true, false]) {
      const about = `other ${isProbed}`;
      get(source, about, isProbed);
      count = 0;
      const other = source.replace('1', '2');
      assert.equal(get(other, about, isProbed)?.text, isProbed ? insertInto(other, insertions) : undefined);
      get(source, `${about} too`, isProbed);
      assert.equal(count, 2);
    }
  });
});
