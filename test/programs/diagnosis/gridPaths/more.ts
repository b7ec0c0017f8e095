import assert from 'node:assert/strict';
import { gridPaths } from './gridPaths.ts';

assert.equal(gridPaths(4, 4), 20);
assert.equal(gridPaths(5, 3), 15);
