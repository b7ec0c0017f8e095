import assert from 'node:assert/strict';
import { isPalindrome } from './isPalindrome.ts';

assert.equal(isPalindrome('racecar'), true);
assert.equal(isPalindrome('xyyz'), false);
