import assert from 'node:assert/strict';
import { checkText } from '../../../server/check/checkFile.js';
import { testSettings } from '../../support/checking.js';

const messages = (text: string): readonly string[] => checkText(text, 'program.mjs', testSettings).findings.map(({ message }) => message);

const parser = (fail: string, otherwise: string): string => `export class Parser {
  parse() {
    let node;
    if (this.skip('for')) node = { at: 1 };
    else { ${otherwise} }
    node.name = this.next();
    while (this.more()) node.name.add(1);
    return node;
  }
  ${fail}
}`;

describe('a branch that good runs do not take', () => {
  const told = 'Every run that comes here fails: node.name is a property of undefined or null (line 6).';

  it('is told with what no run gets past, not with what may fail instead', () => {
    assert.deepEqual(messages(parser('', "this.log('no');")), [told]);
  });

  it('is not told where it calls what is there to throw, known or not', () => {
    const fail = 'fail(message) { throw new Error(message); }';
    assert.deepEqual(messages(parser(fail, "this.fail('no');")), []);
    assert.deepEqual(messages(parser(fail, "if (this.x) this.log('no'); this.fail('no');")), []);
  });

  it('is told where not all of it does, or the result is used', () => {
    const fail = 'fail(message) { throw new Error(message); }';
    assert.deepEqual(messages(parser(fail, "if (this.x) this.fail('no');")), [told]);
    assert.deepEqual(messages(parser('fail(message) { this.log(message); }', "this.fail('no');")), [told]);
  });
});

describe('a function that throws at its end whatever it is given', () => {
  const handler = (
    hand: string,
    end: string,
  ): string => `function rethrow(error) { if (error.code === 'moved' || error.old) throw error.cause; }
    export function makeHandler(log) {
      return (cause) => {
        const error = wrapped(cause);
        log(error);
        ${hand}
        ${end}
      };
    }`;

  it('is meant to, also where a function that it calls may throw before', () => {
    assert.deepEqual(messages(handler('rethrow(error);', 'throw error;')), []);
  });
});
