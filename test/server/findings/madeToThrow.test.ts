import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

describe('a method that is made to throw', () => {
  it('is no finding for what might be undefined before its throw', () => {
    const text = `export class Parser {
  constructor(input) { this.input = input; this.root = new Map(); this.current = this.root; this.root.source = { input, start: { line: 1 } }; }
  unclosedBlock() { let pos = this.current.source.start; throw this.input.error('Unclosed block', pos.line); }
}`;
    const { findings, functions } = checkText(text, { unknownCalls: 'return-or-throw' }, [], 'program.js');
    assert.deepEqual(findings, []);
    assert.equal(functions.find(({ name }) => name === 'Parser.unclosedBlock')?.requires, 'false');
  });
});
