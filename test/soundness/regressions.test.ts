import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { whence } from './checker.js';
import { examine } from './verdict.js';

/** Programs about which something wrong was once claimed. */
const programs: readonly (readonly [string, string])[] = [
  [
    'a private name in an assertion, of a class whose superclass has one written alike',
    `
class Base {
  #size = 0;
  least = 0;
}
class Box extends Base {
  #size = 1;
  constructor() {
    super();
    // @always this.#size > this.least
  }
}
const box = new Box();
export function main(n: number) {
  return n;
}
`,
  ],
  [
    'what is said where the name of a method is computed, not where the method is called',
    `
let low: any = 5;
let high: any = 13;
function add(n?: any) {
  // @always low <= high
  const rows: any = { [Symbol.iterator]() { return { next() { low = n; return { done: true }; } }; } };
  new Set(rows);
}
export function twice() {
  const kind: any = { [Symbol.hasInstance]() {} };
  const is = (add() as any) instanceof kind;
}
export function main(n: number) {
  return n;
}
`,
  ],
  [
    'what an assertion and a throw ask together, of a function whose exceptions the program catches',
    `
let factor = 1;
export function scale(by: number) {
  by += 1;
  if (by > -7) {
    throw 0;
  }
  // @always factor == 4 && by <= 4
  by *= factor;
}
export function main(n: number) {
  try {
    scale(0);
  } catch {}
  factor = 9;
  return n;
}
`,
  ],
  [
    'a field in which the module itself stores what its type excludes: its methods are asked of objects that keep the type',
    `
export class Box {
  value: number;
  constructor(n: number) {
    this.value = n;
  }
  spoil(n: number): number {
    const list = [1, 2];
    this.value = list[n + 7];
    return n;
  }
  read(n: number): number {
    const value: number = this.value;
    return value + n;
  }
}
export class Inner extends Box {
  again(n: number): number {
    const value: number = this.value;
    return value + n;
  }
}
export function main(n: number) {
  return n;
}
`,
  ],
  [
    'sorting what unknown code may have changed: nothing is known of what is written back',
    `
let shared: any[] = [0, 3];
export function grow() {
  shared.push([]);
}
export function main(n: number) {
  shared.sort((p, q) => p - q);
  const kept = shared.filter(() => true);
  return kept.length + n;
}
`,
  ],
  [
    'an index in an assertion: it is no access of the program, and asks nothing',
    `
const list: number[] = [];
export function main(n: number) {
  // @sometime list[n] === undefined
}
`,
  ],
  [
    'super() in an arrow function binds the `this` of the constructor around',
    `
class Base {}
class Derived extends Base {
  constructor() {
    const construct = () => super();
    construct();
  }
}
const made = new Derived();
export function main(n: number) {
  if (n > 3) {
    throw made;
  }
}
`,
  ],
  [
    'a setter that unknown code may call is a root, although the write itself seems to hide it',
    `
class Counter {
  static set total(value: number) {
    void value;
  }
}
export function main(n: number) {
  const list: any = [];
  Counter.total = n;
  Counter.total = -list;
}
`,
  ],
  [
    'a setter that is not followed gets what its declared type excludes',
    `
class Counter {
  static set total(value: number) {
    void value;
  }
}
export function main(n: number) {
  const list: any = [];
  Counter.total = -list;
  Counter.total = list;
  return n;
}
`,
  ],
  [
    'where an index counts as a failure, calls are found that were unknown code before',
    `
export function main(n: number) {
  const list: number[] = [];
  for (const i = 5; n; 0) {
    list[-1] = i;
  }
  list.forEach(() => {});
}
`,
  ],
  [
    'a call that is unknown code on the way up stays so on the way down',
    `
class Gauge {
  set level(value: number) {
    this.seen = value + 1;
  }
  show(value: number): void {
    this.level = value;
  }
}
let gauge = new Gauge();
export function main(n: number) {
  let x = n;
  gauge.show(8);
  gauge.show(x);
  const sink: any = { set x(value) { n = value; } };
  return missing;
}
`,
  ],
  [
    'an assertion that counts down: a debugger that asks it once more would change the run, and does not',
    `
class Counter {
  count = 2;
  get next(): number {
    return this.count--;
  }
}
const counter = new Counter();
export function main(n: number) {
  // @always !(counter.next <= 1)
  return n;
}
`,
  ],
  [
    'NaN and its copy in a loop, related by a sum: both are beside all numbers, and neither is below the other',
    `
let limit = 5;
export function main(n: number) {
  let x = n;
  for (let i = 0; i < limit; i += 2) {
  }
  if (x !== 1) {
    limit + x;
  } else {
    missing;
  }
}
`,
  ],
];

describe('what was once wrong holds in every run', () => {
  for (const [what, text] of programs) {
    for (const integers of [false, true]) {
      it(`${what}${integers ? ', with integers' : ''}`, async () => {
        const { faults } = await examine({ file: 'program.ts', text, integers, seed: 1 }, whence);
        assert.deepEqual(faults, []);
      });
    }
  }
});
