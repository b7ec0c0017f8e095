import assert from 'node:assert/strict';
import { inferredName } from '../../adapter/runtime/traces/inferredName.js';

describe('the name that V8 infers for a function', () => {
  for (const [before, name] of [
    ['lib.on = ', 'lib.on'],
    ['let x = 1; lib.a = lib.b = ', 'lib.a.lib.b'],
    ['x = lib.b = ', 'lib.b'],
    ['Thing.prototype.added = ', 'Thing.added'],
    ['this.f = ', 'f'],
    ['l.x ||=\n  ', 'l.x'],
    ['[ns.d = ', 'ns.d'],
    ['f(', null],
    ['a == ', null],
    ['a[0].b = ', null],
  ] as const)
    it(`behind ${JSON.stringify(before)} is ${name}`, () => assert.equal(inferredName(before), name));
});
