import assert from 'node:assert';
import { clamp } from './clamp.ts';

assert.equal(clamp(100, 0, 7), 7);
assert.equal(clamp(7.5, 0, 7), 7);
