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

describe('a call that only asks for a throw', () => {
  const inBranch = (helper: string, call: string): readonly string[] =>
    messages(`${helper}
      export function run(o, text) { if (!o.onData) { ${call} } o.text = text; }`).filter((message) => message.startsWith('Every run'));
  const err = `const texts = ['a', 'b'];
    const err = (index, text, isKept) => {
      const e = new Error(text || texts[index]);
      e.code = index;
      if (!isKept) throw e;
      return e;
    };`;
  const invariant = 'function invariant(isMet, text) { if (!isMet) throw new Error(text ?? "not met"); }';
  const validate = 'function validate(value, name) { if (typeof value !== "string") throw new TypeError(name + " must be a text"); }';
  const setLevel = 'let level = 0; function setLevel(n) { if (n > 5) throw new RangeError("bad level " + n); level = n; }';

  it('is not told', () => {
    assert.deepEqual(inBranch(err, 'err(1);'), []);
    assert.deepEqual(inBranch(err, "err(1, 'no', false);"), []);
    assert.deepEqual(inBranch(invariant, "invariant(false, 'done');"), []);
    assert.deepEqual(inBranch(invariant, 'invariant(false, `${o.text}`);'), []);
  });

  it('is told where the arguments are what the function refuses', () => {
    assert.equal(inBranch(setLevel, 'setLevel(7);').length, 1);
    assert.equal(inBranch(validate, "validate(7, 'name');").length, 1);
    assert.equal(inBranch(`${setLevel} function set() { setLevel(7); }`, 'set();').length, 1);
  });

  it('makes no finding of a function that does nothing else', () => {
    assert.deepEqual(messages(`${invariant} export function unreachable(text) { invariant(false, text); }`), []);
    assert.equal(messages(`${setLevel} export function highest() { setLevel(7); }`).length, 1);
  });

  it('is not told either where what is thrown is converted to a text first', () => {
    assert.deepEqual(messages("export function g(o) { if (o.length !== this.size) { throw 'not ' + this.size; } return 2; }"), []);
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

describe('a function that a test wants to throw', () => {
  const failures = (statement: string): number =>
    messages(`function check(n) { if (n < 0) throw new RangeError('negative'); return n; }
      test('negative', async (t) => { ${statement} });`).filter((message) => message.includes('always fails')).length;

  it('is no failure', () => {
    for (const statement of [
      'assert.throws(() => check(-1), RangeError);',
      "t['throws'](function () { check(-1); }, /negative/);",
      'throws((() => check(-1)));',
      'await assert.rejects(async () => { check(-1); });',
      'expect(() => check(-1)).toThrow();',
      "expect(() => { check(-1); }).toThrowError('negative');",
      'expect(() => check(-1)).to.throw(RangeError);',
      'await expect(async () => check(-1)).rejects.toThrow();',
    ])
      assert.equal(failures(statement), 0, statement);
  });

  it('is one where the test wants it not to, or what it gives', () => {
    for (const statement of [
      'assert.doesNotThrow(() => check(-1));',
      'expect(() => check(-1)).not.toThrow();',
      'expect(() => check(-1)).to.not.throw();',
      'run(() => check(-1));',
      'expectation(() => check(-1)).throws();',
      'expect(() => check(-1)).toBeInstanceOf(Function);',
      'const all = rejects(list, () => check(-1));',
      'assert.throws(make, () => check(-1));',
      'expect(list.map(() => check(-1))).toThrow();',
    ])
      assert.equal(failures(statement), 1, statement);
  });
});
