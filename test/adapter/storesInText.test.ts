import assert from 'node:assert/strict';
import { mayWriteIn, storesIn } from '../../adapter/runtime/probes/storesInText.js';

/** The names that a text stores, the methods that it calls, and whether it hands `this` on. */
function read(text: string): readonly [string, string, string] {
  const { names, called, helps, tells } = storesIn(text);
  const listed = (set: typeof names): string => {
    const all: string[] = [];
    set.forEach((name) => all.push(name));
    return all.join(' ');
  };
  return [listed(names), listed(called), `${helps ? 'helps' : ''}${tells ? 'tells' : ''}`];
}

describe('what the text of a function of Node stores', () => {
  for (const [text, expected] of [
    ['m(code) { this.status = code; other.state.x = 1; a.b ||= 2; c.d ??= 3; e.f &&= 4; }', ['status x b d f', '', '']],
    ['m() { if (this.a == 1 || this.b === 2 || this.c >= 3) return (x) => this.d; }', ['', '', '']],
    ['m() { this.count++; --this.left; this.sum += 1; this.bits |= 1; this[kState] = 1; }', ['', '', '']],
    ['m() { this.reset(); this . end (1); this[kInit](); }', ['', 'reset end', 'helps']],
    ['m() { const self = this; }', ['', '', 'helps']],
    ['m() { init(this); return this; }', ['', '', 'helps']],
    ['m() { if (x) return this; return  this.a; }', ['', '', '']],
    ['m() { super.m(); }', ['', '', 'helps']],
    ['m() { ReflectApply(handler, this, args); ReflectApply(listeners[i], this, args); }', ['', '', 'tells']],
    ['m() { ReflectApply(Stream.prototype.on, this, args); }', ['', '', 'helps']],
    ['m() { thisIsNot(x.this); }', ['', '', '']],
    ['m() { this.options = this; }', ['options', '', 'helps']],
  ] as const)
    it(text, () => assert.deepEqual(read(text), expected));
});

describe('a text that may write a property', () => {
  for (const [text, expected] of [
    ['o.message = 1', true],
    ['o["message"] = 1', true],
    ['o[key] = 1', true],
    ['f()[0]++', true],
    ['o.m\\u0065ssage = 1', true],
    ['[1, 2]; f([3]); o.other = [4]', false],
    ['', false],
  ] as const)
    it(text, () => assert.equal(mayWriteIn(text, 'message'), expected));
});
