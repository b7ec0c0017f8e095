import assert from 'node:assert/strict';
import { countChange } from './countChange.ts';

assert.equal(countChange(100, [50, 25, 10, 5, 1]), 292);
