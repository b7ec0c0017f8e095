import assert from 'node:assert/strict';
import { reachable } from './reachable.ts';

assert.deepEqual(reachable({ a: ['a'] }, 'a'), ['a']);
assert.deepEqual(reachable({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['a'], e: ['a'] }, 'a'), ['a', 'b', 'c', 'd']);
