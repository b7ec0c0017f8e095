import assert from 'node:assert/strict';
import { roman } from './romanNumeral.ts';

assert.equal(roman(44), 'XLIV');
assert.equal(roman(1994), 'MCMXCIV');
