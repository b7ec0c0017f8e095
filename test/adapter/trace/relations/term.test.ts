import assert from 'node:assert/strict';
import { compound, Text, writeTerm } from '../../../../adapter/trace/jel/term.js';

describe('terms as Prolog reads them', () => {
  const written: readonly (readonly [Parameters<typeof writeTerm>[0], string])[] = [
    ['main', 'main'],
    ['<init>', "'<init>'"],
    ['Row', "'Row'"],
    ['', "''"],
    ["it's \\ \n", "'it\\'s \\\\ \\n'"],
    [new Text('say "ä😀"\u0000'), '"say \\"ä😀\\"\\x0\\"'],
    [new Text('\ud800\u{10d800}'), '"\u{10d800}\ufffd"'],
    [1, '1'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [1e300, '1.0e300'],
    [1.5e-7, '1.5e-7'],
    [2 ** 53, '9007199254740992.0'],
    [123n, '123'],
    [null, '_'],
    [[1, compound('f', 'x', [])], '[1, f(x, [])]'],
  ];
  for (const [term, text] of written) it(text, () => assert.equal(writeTerm(term), text));
});
