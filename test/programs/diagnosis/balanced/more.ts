import assert from 'node:assert/strict';
import { balanced } from './balanced.ts';

assert.equal(balanced('((('), false);
assert.equal(balanced('()()(())'), true);
assert.equal(balanced('())'), false);
