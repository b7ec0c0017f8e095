import assert from 'node:assert/strict';
import { totalSize } from './totalSize.ts';

void totalSize((id) => Promise.resolve({ id, size: 1 }), [5, 5, 5]).then((size) => assert.equal(size, 3));
