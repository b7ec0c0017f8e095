import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roman } from './romanNumeral.ts';

test('small', () => assert.equal(roman(7), 'VII'));
test('a hundred', () => assert.equal(roman(111), 'CXI'));
test('forty', () => assert.equal(roman(40), 'XL'));
test('forty-nine', () => assert.equal(roman(49), 'XLIX'));
