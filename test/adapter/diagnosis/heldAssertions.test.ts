import assert from 'node:assert/strict';
import { HeldRun } from '../../../adapter/tests/heldRun.js';
import { heldText } from '../../../server/syntax/diagnosis/heldAssertions.js';
import { plainScript } from '../../../server/syntax/diagnosis/plainScript.js';

type Exported = Readonly<Record<string, (...given: unknown[]) => unknown>>;

/** What a test breaks that does something with a program; null where all holds. */
function broken(program: string, act: (exported: Exported) => unknown): string | null {
  const held = new HeldRun(
    () => () => {},
    () => false,
  );
  const text = heldText(program, '/p.ts');
  assert.equal(text.split('\n').length, program.split('\n').length);
  held.begin(true);
  const exported = {};
  new Function('exports', '__whence', plainScript(text, '/p.ts'))(exported, held.probes);
  held.loaded();
  held.beginTest();
  let passes = true;
  try {
    act(exported);
  } catch {
    passes = false;
  }
  return held.broken(passes)?.message ?? null;
}

describe('assertions of a program are held in its tests', () => {
  it('at points, also at the sole statement of a branch', () => {
    const program = `export function f(n) {
  let s = 0;
  // @always s === 0
  if (n > 1)
    // @always n < 9
    s = n;
  else s--; // @always s < 0
  for (let i = 0; i < n; i++) {
    // @always i < 5
  }
  switch (n) {
    case 3:
      s = 4;
      // @always s === 5
  }
  return s; // @always s !== 7
}`;
    for (const [n, what] of [
      [0, null],
      [2, null],
      [9, '@always n < 9 does not hold'],
      [6, '@always i < 5 does not hold'],
      [3, '@always s === 5 does not hold'],
    ] as const)
      assert.equal(
        broken(program, ({ f }) => f?.(n)),
        what,
      );
  });

  it('at the entry of a function, and whatever way it ends', () => {
    const program = `/** @requires n > 0
 * @ensures result > n */
export function f(n) {
  'use strict';
  if (n === 5) return 5;
  if (n === 6) return arguments[0] + 1;
  { const result = 3; if (n === 7) return result; }
  return n + 1;
}
/** @ensures result !== null */
export const g = (n) => ({ n }).n;
/** @ensures result === undefined */
export const h = (n) => { if (n) return; };
export class A {
  /** @ensures this.x === n */
  constructor(n) { this.x = n - (n % 2); }
  /** @requires this.x > 0 */
  get half() { return this.x / 2; }
}
export const made = (n) => new A(n).half;`;
    const said = (name: string, n: unknown): string | null => broken(program, (exported) => exported[name]?.(n));
    assert.equal(said('f', 0), '@requires n > 0 does not hold');
    assert.equal(said('f', 5), '@ensures result > n does not hold');
    assert.deepEqual([said('f', 6), said('f', 8), said('g', 1), said('h', 1), said('h', 0), said('made', 2)], Array(6).fill(null));
    assert.equal(said('f', 7), '@ensures result > n does not hold');
    assert.equal(said('g', null), '@ensures result !== null does not hold');
    assert.equal(said('made', 3), '@ensures this.x === n does not hold');
    assert.equal(said('made', 0), '@requires this.x > 0 does not hold');
  });

  it('also where the program catches what says so', () => {
    const program = `export function f(n) {
  try {
    // @always n > 0
    n++;
  } catch {}
}`;
    assert.equal(
      broken(program, ({ f }) => f?.(0)),
      '@always n > 0 does not hold',
    );
  });

  it('some time, in each test that runs their function', () => {
    const program = `export function f(list) {
  for (const x of list) {
    // @sometime x > 3
  }
}
export const g = () => 1;`;
    const missed = '@sometime x > 3 is true at no time';
    assert.deepEqual(
      [broken(program, ({ f }) => f?.([1, 4, 2])), broken(program, ({ f }) => f?.([1])), broken(program, ({ f }) => f?.([]))],
      [null, missed, missed],
    );
    assert.equal(
      broken(program, ({ g }) => g?.()),
      null,
    );
  });

  it('of variables and fields, wherever they are given a value', () => {
    const program = `export function f(n /* @range 0..9 */) {
  let size = n; // @range 0..6
  size++;
  [size] = [size * 2];
  for (const each of [size]) size = each - 6;
  { let size = 100; size++; }
}
export class B {
  left = 3; // @invariant this > 0
  take(n) { this.left -= n; return this; }
}
export const taken = (n) => new B().take(n);`;
    const range = '@range 0..6 does not hold';
    assert.deepEqual(
      [1, 2, 0, 6, 10, NaN].map((n) => broken(program, ({ f }) => f?.(n))),
      [range, null, range, range, '@range 0..9 does not hold', '@range 0..9 does not hold'],
    );
    assert.deepEqual(
      [1, 3].map((n) => broken(program, ({ taken }) => taken?.(n))),
      [null, '@invariant this > 0 does not hold'],
    );
  });

  it('of a field that is inherited, and not of what else has its name', () => {
    const program = `class A {
  left = 3; // @range 0..5
  static of() { return { left: 1, put(n) { this.left = n; } }; }
}
class B extends A { take(n) { this.left -= n; } }
class C extends B { static left = 1; static put(n) { this.left = n; } }
export const taken = (n) => new C().take(n);
export const others = (n) => { A.of().put(n); C.put(n); };`;
    assert.deepEqual(
      [1, 4].map((n) => broken(program, ({ taken }) => taken?.(n))),
      [null, '@range 0..5 does not hold'],
    );
    assert.equal(
      broken(program, ({ others }) => others?.(9)),
      null,
    );
  });

  it('of a class, in the order in which its methods are called', () => {
    const program = `/** @protocol start -open-> opened; opened -close-> start */
export class Door { open() {} close() {} look() {} }
export const through = (...calls) => { const door = new Door(); for (const call of calls) door[call](); };`;
    const said = (...calls: readonly string[]): string | null => broken(program, ({ through }) => through?.(...calls));
    assert.equal(said('look', 'open', 'close', 'open'), null);
    assert.equal(
      said('open', 'open'),
      '@protocol start -open-> opened; opened -close-> start is broken: open is called in the state "opened"',
    );
  });

  it('of no object that has other methods than the class', () => {
    const program = `/** @protocol start -open-> opened; opened -close-> start */
class Door { open() {} close() {} }
class Gate extends Door { open() {} }
class Low extends Gate {}
class Same extends Door { look() {} }
class Calling extends Door { open() { super.open(); } close() { return super.close(); } }
class Perhaps extends Door { open() { if (this.isNew) super.open(); } }
export const overridden = () => { const d = new Low(); d.open(); d.close(); d.close(); };
export const given = (d) => { d.open(); d.close(); };
export const door = () => new Door();
export const same = () => { const d = new Same(); d.close(); };
export const calling = (isOpened) => { const d = new Calling(); if (isOpened) d.open(); d.close(); };
export const perhaps = () => { const d = new Perhaps(); d.open(); d.close(); };
export const replaced = (name) => { Door.prototype[name] = () => 5; const d = new Door(); d.open(); d.close(); };`;
    assert.equal(
      broken(program, ({ overridden }) => overridden?.()),
      null,
    );
    assert.equal(
      broken(program, ({ given, door }) => given?.(Object.assign(door?.() as object, { open: () => 5 }))),
      null,
    );
    for (const act of [
      (all: Exported) => all['perhaps']?.(),
      (all: Exported) => all['replaced']?.('open'),
      (all: Exported) => all['calling']?.(true),
    ])
      assert.equal(broken(program, act), null);
    assert.match(broken(program, ({ same }) => same?.()) ?? '', /close is called in the state "start"/);
    assert.match(broken(program, ({ calling }) => calling?.(false)) ?? '', /close is called in the state "start"/);
  });

  it('and what can not be asked is left out', () => {
    const program = `/** @ensures result > low */
export function f(n) { const low = n; return low; }
/** @ensures result > 1 */
export function* g() { return 0; }
export const h = () => [...g()];`;
    assert.equal(
      broken(program, ({ f }) => f?.(1)),
      null,
    );
    assert.equal(
      broken(program, ({ h }) => h?.()),
      null,
    );
  });
});
