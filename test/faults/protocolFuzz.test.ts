import assert from 'node:assert/strict';
import { join } from 'node:path';
import { countOf, seedOf } from '../support/counts.js';
import { root } from '../tidy/files.js';
import { fuzzSession } from './protocolFuzz.js';
import { fuzzServer } from './serverFuzz.js';

if (process.platform === 'linux')
  describe('messages that are none, or not right', () => {
    for (const seed of [1, 2, 3].map(seedOf))
      it(`are answered or told of by the debug adapter, which leaves no process (${seed})`, async () => {
        assert.deepEqual(await fuzzSession(seed, countOf('adapterMessages'), join(root, 'dist')), []);
      });
    for (const seed of [1, 2].map(seedOf))
      it(`are answered or told of by the language server, which answers what is right (${seed})`, async () => {
        assert.deepEqual(await fuzzServer(seed, countOf('serverMessages'), join(root, 'dist')), []);
      });
  });
