import assert from 'node:assert/strict';
import { checkText } from '../../../server/check/checkFile.js';
import { testSettings } from '../../support/checking.js';

/** Two classes whose private names are written alike; what the second says of its own. */
const told = (members: string, more = ''): readonly string[] =>
  checkText(
    `class First {
  #size = 0;
  #grow() { return 0; }
  first() { return this.#size + this.#grow(); }
}
class Second {
  ${members}
}
export const seen = [new First().first(), new Second().second()];
${more}`,
    'program.mjs',
    testSettings,
  ).findings.map(({ message }) => message);

describe('a private name in an assertion', () => {
  it('is that of the class in which the assertion is written', () => {
    const second = (condition: string): string => `#size = 1; second() {
      // @always ${condition}
      return this.#size;
    }`;
    assert.deepEqual(told(second('this.#size > 0')), []);
    assert.deepEqual(told(second('this.#size > 0'), "export const quoted = '#size';"), []);
    assert.deepEqual(told(second('this.#size > 1')), ['Running this module always fails: @always this.#size > 1 is violated (line 8).']);
    assert.deepEqual(told(second('#size in this')), []);
  });

  it('is so at entries, at ends, and in classes within', () => {
    assert.deepEqual(told('#size = 1; /** @requires this.#size > 0\n @ensures this.#size > 0 */ second() { return this.#size; }'), []);
    const within = 'class Inner { #other = 2; read(of) { /* @always of.#size > 0 */ return this.#other + of.#size; } }';
    assert.deepEqual(told(`#size = 1; second() { ${within} return new Inner().read(this); }`), []);
  });
});
