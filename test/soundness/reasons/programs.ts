/** Programs with bugs of which ECMA-262 says why they fail: what is said must be what happens in Node. */
export const buggyPrograms: Readonly<Record<string, string>> = {
  'an index one too far in an array of fixed length': `const rows = [{ x: 1 }, { x: 2 }, { x: 3 }];
export function sum() {
  let total = 0;
  for (let i = 0; i <= rows.length; i++) total += rows[i].x;
  return total;
}`,
  'a class without new': `class Point { x: any; constructor(x: any) { this.x = x; } }
export function make(x: number) {
  const make: any = Point;
  return make(x);
}`,
  'new of an arrow function': `const Maker = (x: number) => ({ x });
export function make(x: number) {
  const maker: any = Maker;
  return new maker(x);
}`,
  'an assertion on the way to what fails always': `const coupon = { percent: 80 };
export function checkout(orders: number) {
  let total = 0;
  for (let i = 0; i < orders; i++) {
    // @always coupon.percent <= 50
    total += coupon.percent;
  }
  const settings: { name: string }[] = [];
  return settings[0].name + total;
}`,
  'an assertion behind one that nobody waits for': `const limit = NaN;
async function beside(n: number) {
  // @always limit <= 7
  return n;
}
export async function main(n: number) {
  void beside(n);
  const x = await limit;
  // @always x > limit
}`,
  'templates in what is thrown': `export function fail(x: number) {
  if (x > 3) return 1;
  throw new Error(\`bad \${x}\`);
}`,
  'two guards, one with a bracket in a regular expression': `export function f(n: number, m: number, s: string) {
  if (n > 99) throw new RangeError('n');
  if (!/[(]/.test(s) && m > 3) throw new TypeError('m');
  return 1;
}`,
  'a step over the end': `export function spin(n: number) {
  while (n !== 0) n -= 2;
  return n;
}`,
  'a loop without a step, and a guard in it': `export function count(n: number) {
  let i = 0;
  while (i < n) { if (n > 100) throw new Error('too many'); }
  return i;
}`,
  'a guard before loops, which end for one number alone': `export function main(n: number) {
  let x = n;
  if (n < -3) throw new TypeError('r');
  let count = 0;
  do {
    count++;
    x = count / (n + 10) + 2;
  } while (x !== 4);
  while (x !== -2) {
    x = 100 - n;
    x -= 1;
  }
}`,
  'a loop over more than can be counted, behind calls that may throw': `let m1: any[] = [];
export function main(n: number) {
  while (n <= 8) {
    m1.push(n);
    n += 1;
  }
  while (n !== 0) {
    m1 = m1.toSorted();
    n -= 1;
  }
  return m1.length;
}`,
  'a constant that is assigned': `const K = 3;
export function f(n: number) {
  (K as any) = n;
  return K;
}`,
  'elements until one that is not there': `export function f(n: number) {
  const list = [1, 2, 3];
  let i = 0;
  while (list[i].toFixed(2) !== '9') i++;
  return i + n;
}`,
  'a chain that ends with null': `export function walk(n: number) {
  const chain: any = { next: { next: null } };
  let c = chain;
  while (c.next !== undefined) c = c.next;
  return n;
}`,
  'a field before super()': `class A { a: any; constructor() { this.a = 1; } }
class B extends A { b: any; constructor() { const self: any = this; self.b = 1; super(); } }
export function f() { return new B(); }`,
  'a constant before its declaration': `export function f(n: number) {
  const x = y + n;
  const y = 2;
  return x;
}`,
  'nothing that is taken apart': `export function f(n: number) {
  const { a: { b } }: any = {};
  return b + n;
}`,
  'a number that is iterated': `export function h(n: number) {
  const five: any = 5;
  for (const x of five) n += x;
  return n;
}`,
  'a bigint and a number': `export function g(n: number) {
  const big: any = 1n;
  return big + n;
}`,
  'an array of negative length': `export function i(n: number) { if (n < 0) return new Array(-1); return []; }`,
  'too many digits': `export function k(n: number) { return n.toFixed(n > 0 ? 101 : 2); }`,
  'a method that is not there': `export function m(n: number) {
  const api = { get: () => 1 };
  if (n === 7) (api as any).fetch();
  let i = 0;
  while (n === 8) i++;
  if (n === 9) throw new Error('nine');
  return i;
}`,
  'an empty array that is reduced': `export function s(n: number) {
  const none: number[] = [];
  if (n > 2) return none.reduce((a, b) => a + b);
  return 0;
}`,
  'a recursion without an end': `export function fact(n: number): number { return n * fact(n - 1); }`,
  'a recursion past its end': `export function fact(n: number): number { return n === 0 ? 1 : n * fact(n - 1); }`,
  'an assertion behind a guard': `export function f(a: number[], i: number) {
  if (i < 0) throw new RangeError('index');
  // @always i < a.length
  return a[i];
}`,
  'guards in functions that call each other': `function check(n: number) { if (n < 0) throw new RangeError(\`negative \${n}\`); return n; }
function outer(n: number) { return check(n - 10); }
export function f(n: number) {
  if (n > 100) throw new TypeError('too big');
  return outer(n);
}`,
  'a default that throws': `export function f(kind: number) {
  switch (kind) {
    case 1: return 1;
    case 2: return 2;
    default: throw new TypeError(\`unknown kind \${kind}\`);
  }
}`,
  'a getter that is set': `export function h(n: number) { const o: any = { get x() { return 1; } }; o.x = n; return o; }`,
  'a finally block that throws': `export function f(n: number) {
  try {
    if (n > 3) throw new Error('three');
  } finally {
    if (n > 2) throw new RangeError('two');
  }
  return 1;
}`,
  'a catch block that throws': `export function f(n: number) {
  try {
    if (n > 3) throw new Error('three');
  } catch (e: any) {
    throw new TypeError('wrapped ' + e.message);
  }
  return 1;
}`,
  'what is caught and thrown again': `export function f(n: number) {
  try {
    if (n > 3) throw new RangeError('three');
  } catch (e: any) {
    n = 0;
    throw e;
  }
  return 1;
}`,
  'a stack that is empty': `class Stack { items: number[] = []; pop() { if (this.items.length === 0) throw new RangeError('empty'); return this.items.pop(); } }
export function f(n: number) {
  const s = new Stack();
  s.items.push(n);
  s.pop();
  return s.pop();
}`,
  'three guards, a loop and an assertion': `export function f(a: number, b: number) {
  if (a > 1) throw new TypeError('a');
  if (b > 2) throw new RangeError('b');
  while (a < -100) { b++; }
  // @always b > -50
  return a + b;
}`,
  'a grid with one row too many': `export function f(n: number) {
  const grid = [[1, 2], [3, 4]];
  let t = 0;
  for (let y = 0; y <= grid.length; y++) for (let x = 0; x < grid[y].length; x++) t += grid[y][x];
  return t + n;
}`,
  'a map without the key': `export function f(n: number) {
  const m: any = new Map([['a', { n }]]);
  return m.get('b').n;
}`,
  'money that is not there': `export function transfer(from: number, amount: number) {
  if (amount <= 0) throw new RangeError('amount');
  if (from < amount) throw new Error('funds');
  from -= amount;
  // @always from >= 10
  return from;
}`,
  'an async function that throws': `export async function f(n: number) {
  if (n > 3) throw new RangeError('big');
  await null;
  const none: any = null;
  if (n < -3) return none.x;
  return 1;
}`,
  'a throw in finally that takes the place of another': `export function f(n: number) { try { if (n > 1) throw new Error('a'); } finally { if (n > 4) throw new RangeError('f'); } return n; }`,
  'a loop that ends for even numbers alone, by a throw or not': `export function f(n: number) { let i = n; while (i !== 0) { i -= 2; if (i < -100) throw new RangeError('low'); } return i; }`,
  'a recursion that goes up until it throws': `export function f(n: number): number { if (n > 50) throw new Error('deep'); if (n === 0) return 0; return f(n + 1); }`,
  'a bigint that is added to a number': `export function f(n: number) { const k: any = n > 3 ? 1n : 1; return k + 1; }`,
  'throws before and behind super': `class A { x = 1; }
class B extends A { constructor(n: number) { if (n < 0) { throw new Error('neg'); } super(); if (n > 9) throw new RangeError('big'); } }
export function f(n: number) { return new B(n).x; }`,
  'a constant that is used before its declaration on one of two ways': `export function f(n: number) { if (n > 0) { return g(); } const late = 1; function g() { return late; } return g(); }`,
  'three throws under two conditions': `export function f(a: number, b: number) { if (a > 3) { if (b > 3) throw new Error('both'); else throw new TypeError('a only'); } if (b > 7) throw new RangeError('b only'); return a - b; }`,
  'a throw within a loop that may be left before': `export function f(n: number) { for (let i = 0; ; i++) { if (i > n) break; if (i === 7) throw new RangeError('seven'); } return n; }`,
  'a throw in the body of a do-while loop': `export function f(n: number) { let i = 0; do { i++; if (i > 5) throw new TypeError('six'); } while (i < n); return i; }`,
  'a private name that an object lacks': `class P { #v = 1; static get(o: any) { return o.#v; } }
export function f(o: any) { return P.get(o); }`,
  'a getter that throws': `const o = { get v(): number { throw new RangeError('getter'); } };
export function f(n: number) { if (n > 3) return o.v; return 0; }`,
  'an error that is caught and wrapped': `function g(x: number) { if (x > 9) throw new Error('g'); return x; }
export function f(a: number) { try { g(a); } catch (e) { throw new TypeError('wrapped'); } return a; }`,
  'a throw whose message converts what is null': `export function f(o: any) { if (o === null) throw new Error(\`bad \${o}\`); return o.x; }`,
  'an awaited promise that is rejected before an assertion': `async function zero(p: number) { p--; return (p -= p); }
export async function f(n: number) {
  const x = await zero(n);
  if (Number.isInteger(x)) await Promise.reject(x);
  // @always n > 1
  return x;
}`,
  'a loop that never ends, before an assertion': `export function f(n: number) {
  let x = 8;
  if ((n < 1 ? 100 : n) === 10) {
    while (x !== n) {
      x = 12 >> 31;
      x -= 2;
    }
  }
  while (x !== 0) {
    x--;
    if (x <= n && n <= 1) {
      // @always n !== 0
    }
    x -= 2;
  }
  x++;
  x >>= n;
  // @always x < 1
}`,
  'a recursion over numbers too large to count down, and another reason for the others': `function* none(p: number) { return p * 3; }
function down(p: number): number {
  if (p < 0) return p;
  return further(p - 2) + p;
}
function further(p: number): number {
  if (p === 4) return p;
  for (const y of none(p + 13)) if (p < 5) throw -30 * y;
  return down(p - 1) + 1;
}
export function f(n: number, q: number) {
  let x = 4;
  down(Math.pow(x, q));
  const o: any = q >= 5 ? { x } : undefined;
  q = o.x;
  const y = Math.atan2(further(x), further(0));
  return y + q + n;
}`,
  'an assertion and a throw before what throws for all': `export function main(n: number) {
  // @always n > -7
  if (n <= -1) throw n;
  const tagged: any = { [Symbol.toStringTag]: 'abc' };
  if (String(tagged).length !== -3) throw new Error('l');
}`,
  'an assertion that may hold before what throws for all': `export function main(n: number, o: any) {
  // @always n > 0
  const which: any = o instanceof Date ? 1 : 2;
  if (which > -7) throw new Error('l');
  try {
    if (which !== 1) throw new RangeError('e');
  } catch {
    n--;
  }
}`,
  'an assertion, a throw and a loop, one of which every run comes to': `export function checkout(orders: number, percent: number) {
  // @always percent <= 50
  if (orders >= 0) throw new Error('none');
  while (orders !== 0) orders -= 1;
  throw new RangeError('done');
}`,
  'a throw for some, and an assertion that the others violate': `export function main(n: number) {
  if (n > 3) throw new Error('l');
  // @always n > 3
  return n;
}`,
  'what may throw before an assertion and a throw': `export function main(n: number, o: any) {
  // @always n > 0
  const which: any = o.a ? 1 : 2;
  if (which > -7) throw new Error('l');
}`,
  'a test of the engine that leads to a throw before the others': `export function main(n: number) {
  if (!/[^a]/g.test('')) throw new Error('t');
  if (n <= 1) return n;
  const none: any = undefined;
  none.x = n;
}`,
  'what is thrown again, made elsewhere': `export function main(n: number) {
  let rounds = 0;
  do {
    for (let i = n; i >= 10; i--) {
      try {
        throw new Error('e');
      } catch (e: any) {
        if (n !== i) throw new RangeError('r');
        throw e;
      }
    }
    rounds++;
  } while (rounds !== 3);
}`,
  'stores and deletes that strict code refuses, before a throw': `export function constant(n: number) {
  const o: any = Object.defineProperty({}, 'x', { value: 1, writable: n <= 5 });
  o.x = n;
  if (n !== 2) throw new Error('l');
}
export function getter(n: number) {
  const o: any = n > 5 ? { get x() { return 1; } } : { x: 1 };
  o.x = 5;
  if (n !== 2) throw new Error('l');
}
export function primitive(n: number) {
  const o: any = 5;
  if (n > 5) o.x = 1;
  if (n !== 2) throw new Error('l');
}
export function frozen(n: number) {
  const list: any = [1, 2];
  if (n > 5) Object.freeze(list);
  list.push(3);
  if (n !== 2) throw new Error('l');
}
export function kept(n: number) {
  const o: any = n > 5 ? Object.freeze({ x: 1 }) : { x: 1 };
  delete o.x;
  if (n !== 2) throw new Error('l');
}`,
};
