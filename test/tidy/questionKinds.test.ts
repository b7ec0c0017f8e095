import assert from 'node:assert/strict';
import { codeFiles, read } from './files.js';

/** Kinds that no other question asks for its own steps, and whose names stand for nothing else. */
const plain = ['lastCondition', 'exceptionAfter', 'inevitable'];

describe('a kind of question', () => {
  for (const kind of plain)
    it(`is a row, a decider with its entry, and a command: ${kind}`, () => {
      const files = [...codeFiles, 'package.json'].filter((file) => /^(adapter|extension|server)\/|^package\.json$/.test(file));
      const naming = files.filter((file) => new RegExp(`['".]${kind}['"]|^\\s+${kind}: `, 'm').test(read(file)));
      assert.deepEqual(naming, ['adapter/querypoints/question/kinds.ts', 'adapter/querypoints/runs/decideChain.ts', 'package.json']);
    });
});
