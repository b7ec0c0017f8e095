import assert from 'node:assert/strict';
import { runLengths } from './runLengths.ts';

assert.deepEqual(runLengths('xxxyzz'), [['x', 3], ['y', 1], ['z', 2]]);
assert.deepEqual(runLengths(''), []);
