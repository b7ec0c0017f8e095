import assert from 'node:assert/strict';
import { distances } from './distances.ts';

assert.deepEqual(distances({ s: ['x', 'y'], x: ['t'], y: ['z'], z: ['t'] }, 's'), { s: 0, x: 1, y: 1, t: 2, z: 2 });
