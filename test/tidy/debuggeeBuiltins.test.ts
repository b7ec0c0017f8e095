import assert from 'node:assert/strict';
import { writingArrayMethods } from '../../adapter/instrument/builtinNames.js';
import { keysWritten } from '../../adapter/runtime/probes/arrayNatives.js';
import { debuggeeBuiltinsFile, debuggeeBuiltinsText } from '../support/debuggeeBuiltins.js';
import { read } from './files.js';

describe('what the dynamic half is told of built-ins', () => {
  it('is what npm run builtins writes of the facts', async () => {
    assert.equal(read(debuggeeBuiltinsFile), await debuggeeBuiltinsText());
  });

  it('says of which methods of arrays the written keys are known', () => {
    assert.deepEqual(Object.keys(keysWritten).toSorted(), writingArrayMethods.split(' '));
  });
});
