import assert from 'node:assert/strict';
import { LinkedList } from './linkedList.ts';

const l = new LinkedList();
for (const c of 'abcdef') l.add(c);
assert.equal(l.toArray().join(''), 'abcdef');
