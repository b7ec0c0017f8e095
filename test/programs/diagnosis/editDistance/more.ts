import assert from 'node:assert/strict';
import { editDistance } from './editDistance.ts';

assert.equal(editDistance('kitten', 'sitting'), 3);
assert.equal(editDistance('', 'abc'), 3);
assert.equal(editDistance('flaw', 'lawn'), 2);
