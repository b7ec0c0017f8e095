import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LinkedList } from './linkedList.ts';

function listOf(...values: string[]): LinkedList {
  const list = new LinkedList();
  for (const value of values) list.add(value);
  return list;
}

test('empty', () => assert.deepEqual(listOf().toArray(), []));
test('one', () => assert.deepEqual(listOf('a').toArray(), ['a']));
test('three', () => assert.deepEqual(listOf('a', 'b', 'c').toArray(), ['a', 'b', 'c']));
test('its size', () => assert.equal(listOf('a', 'b').size, 2));
