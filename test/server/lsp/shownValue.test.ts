import assert from 'node:assert/strict';
import { shownValue } from '../../../server/lsp/shownValue.js';

const shown = (show: string): string => shownValue({ show, min: null, max: null, integer: false, nan: false });

describe('abstract values as people read them', () => {
  for (const [show, expected] of [
    ['⊤', 'any number'],
    ['boolean | ⊤ | -∞n..∞n | string | symbol | object', 'anything but null and undefined'],
    ['uninitialised | boolean | ⊤ | -∞n..∞n | string | symbol | object', 'not set | anything but null and undefined'],
    ['undefined | null | boolean | -∞..50 | NaN | -∞n..∞n | string | symbol | object', 'anything; of numbers -∞..50 | NaN'],
    ['boolean | 0..1e+21 int | -∞n..∞n | string | symbol | object', 'anything but null and undefined; of numbers 0..1e+21 int'],
    ['uninitialised | 0..3 int', 'not set | 0..3 int'],
    ['"uninitialised"', '"uninitialised"'],
    ['0..11 int', '0..11 int'],
    ['-1.5..2.25', '-1.5..2.25'],
    ['-∞..9.999999999999998', '-∞..<10'],
    ['5e-324..∞ | NaN', '>0..∞ | NaN'],
    ['-∞..-5e-324', '-∞..<0'],
    ['10.000000000000002..1.7976931348623157e+308', '>10..∞'],
    ['-1.7976931348623157e+308..3', '-∞..3'],
    ['0..2^53 int', '0..2^53 int'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['3.141592653589793..3.1415926535897936', '3.141592653589793..3.1415926535897936'],
    ['"0..9.999999999999998" | undefined', '"0..9.999999999999998" | undefined'],
  ] as const) {
    it(`${show} is ${expected}`, () => assert.equal(shown(show), expected));
  }
});
