import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanced } from './balanced.ts';

test('nothing', () => assert.equal(balanced(''), true));
test('nested', () => assert.equal(balanced('(a(b))'), true));
test('closed too early', () => assert.equal(balanced(')('), false));
test('open', () => assert.equal(balanced('(()'), false));
