import assert from 'node:assert/strict';
import { average } from './average.ts';

assert.equal(average([10, 20, 30, 40]), 25);
