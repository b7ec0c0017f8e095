import assert from 'node:assert/strict';
import { parseQuery } from './parseQuery.ts';

assert.deepEqual(parseQuery('x=y&z=w'), { x: 'y', z: 'w' });
