import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPalindrome } from './isPalindrome.ts';

test('empty', () => assert.equal(isPalindrome(''), true));
test('odd', () => assert.equal(isPalindrome('level'), true));
test('even', () => assert.equal(isPalindrome('abba'), true));
test('none', () => assert.equal(isPalindrome('abca'), false));
test('nearly', () => assert.equal(isPalindrome('abcda'), false));
