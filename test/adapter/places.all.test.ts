import assert from 'node:assert/strict';
import { check, why } from '../support/querying.js';
import { assertSameAnswers } from '../support/sameAnswers.js';

describe('lastChange of a variable', () => {
  const programs: Readonly<Record<string, readonly [string, string, object?]>> = {
    'tells activations of a recursive function apart': [
      `
function walk(n) {
  let depth = n; //P2
  if (n > 0) walk(n - 1);
  return depth; //stop
}
walk(2);
`,
      'lastChange(depth)',
      { hit: 3, after: 0, candidates: { total: 3, rejected: { before: 0, sameness: 0, mayAffect: 2, index: 0 } } },
    ],
    'of an outer frame, asked from the frame where it lives': [
      `
function outer() {
  let total = 0;
  for (const n of [1, 2]) total += n; //P2
  inner();
}
function inner() {
  console.log('here'); //stop
}
outer();
`,
      'lastChange(P1(1):total)',
      { before: 1, after: 3 },
    ],
    'that another closure has changed': [
      `
function counter() {
  let count = 0;
  const bump = () => {
    count++; //P2
  };
  const show = () => {
    return count; //stop
  };
  return { bump, show };
}
const a = counter(), b = counter();
a.bump();
b.bump();
b.bump();
a.show();
`,
      'lastChange(count)',
      { before: 0, after: 1, hit: 1 },
    ],
    'in interleaved asynchronous activations': [
      `
async function job(name) {
  let step = 0;
  await null;
  step = name + '1'; //P2
  await null;
  await null;
  if (name === 'b') {
    console.log(step); //stop
  }
}
Promise.all([job('a'), job('b'), job('c')]);
`,
      'lastChange(step)',
      { after: 'b1', hit: 2 },
    ],
    'of a generator, over yields': [
      `
function* ids(start) {
  let id = start;
  for (;;) {
    yield id;
    id += 10; //P2
    if (id > 25) {
      console.log(id); //stop
    }
  }
}
const one = ids(1), two = ids(2);
one.next(); two.next(); one.next(); two.next(); one.next(); two.next(); one.next(); two.next();
`,
      'lastChange(id)',
      { before: 21, after: 31 },
    ],
    'of a parameter': [`function f(x, y = 2) { //P2\n  console.log(x, y); //stop\n}\nf(1);\n`, 'lastChange(y)', { after: 2, column: 15 }],
    'that a pattern has bound': [
      `const source = { a: 1, b: [2, 3] };\nconst { a, b: [, c = 5] } = source; //P2\nconsole.log(a, c); //stop\n`,
      'lastChange(c)',
      { after: 3 },
    ],
    'of a catch clause': [
      `try {\n  throw new RangeError('x');\n} catch (error) { //P2\n  console.log(error); //stop\n}\n`,
      'lastChange(error)',
      {},
    ],
    'that a for-of head has written': [
      `let last;\nfor (last of [1, 2, 3]) { //P2\n  console.log(last); //stop\n}\n`,
      'lastChange(last)',
      { after: 1 },
    ],
    'declared by var in a loop': [
      `for (var i = 0; i < 3; i++) { //P2\n  if (i === 2) {\n    console.log(i); //stop\n  }\n}\n`,
      'lastChange(i)',
      { after: 2, column: 24 },
    ],
    'by a logical assignment': [
      `let a = null;\na ??= 'set'; //P2\na ||= 'never';\nconsole.log(a); //stop\n`,
      'lastChange(a)',
      { before: null, after: 'set' },
    ],
    'of a module': [
      `import { on } from 'node:events';\nexport let state = 'new';\nfunction change() {\n  state = 'changed'; //P2\n}\nchange();\nconsole.log(state, on.name); //stop\n`,
      'lastChange(state)',
      { before: 'new' },
    ],
  };
  for (const [title, [program, question, more = {}]] of Object.entries(programs)) {
    it(title, () =>
      check(program, [question], { P2: more }, title.includes('for-of') ? {} : title.includes('declared by var') ? { hit: 1 } : {}),
    );
  }

  it('that is imported, in the module that exports it', () =>
    check(
      '',
      ['lastChange(count)'],
      { P2: { file: 'counter.mjs', before: 1 } },
      {
        files: {
          'program.mjs': `import { value as count, bump } from './counter.mjs';\nbump();\nconsole.log(count); //stop\n`,
          'counter.mjs': `let value = 1;\nexport function bump() {\n  value++; //P2\n}\nexport { value };\n`,
        },
      },
    ));

  it('of which there are more changes than can be kept', () =>
    check(
      `
function hot(n) {
  let t = 0;
  for (let i = 0; i < n; i++) {
    t = (t * 31 + i) | 0; //P2
  }
  return t; //stop
}
hot(21_000_000);
`,
      ['lastChange(t)'],
      { P2: { hit: 21_000_000, candidates: { total: 21_000_001, rejected: { before: 0, sameness: 0, mayAffect: 0, index: 21_000_000 } } } },
    ));

  it('without a value yet is initial', () =>
    check(`let x;\nlet never = 0;\nconsole.log(x, never); //stop\n`, ['lastChange(x)'], { P2: { status: 'initial', line: 1, column: 5 } }));
});

describe('lastChange of other places', () => {
  const programs: Readonly<Record<string, readonly [string, string, object?]>> = {
    'a private field': [
      `
class Account {
  #balance = 0;
  deposit(n) { this.#balance += n; } //P2
  show() {
    return this.#balance; //stop
  }
}
const a = new Account(), b = new Account();
a.deposit(5);
b.deposit(6);
a.show();
`,
      'lastChange(this.#balance)',
      { before: 0, after: 5 },
    ],
    'a private field, seen from outside of its class': [
      `
class Item {
  #kind = 'item';
}
class Account extends Item {
  #balance = 0;
  deposit(n) { this.#balance += n; } //P2
}
class Purse {
  #balance = 1;
}
class Savings extends Account {
  #kind = 'savings';
}
const mine = new Savings();
mine.deposit(5);
new Purse();
console.log(mine); //stop
`,
      'lastChange(mine.#balance)',
      { before: 0, after: 5 },
    ],
    'a static field': [
      `class Id {\n  static next = 0;\n  static make() { return Id.next++; } //P2\n}\nId.make();\nconsole.log(Id.next); //stop\n`,
      'lastChange(Id.next)',
      { after: 1, column: 26 },
    ],
    'a class field that begins with its object': [
      `class P {\n  x = 1; //P2\n}\nconst p = new P();\nconsole.log(p.x); //stop\n`,
      'lastChange(p.x)',
      { after: 1 },
    ],
    'a property of a literal': [
      `const o = {\n  a: 1,\n  b: 2, //P2\n};\nconsole.log(o.b); //stop\n`,
      'lastChange(o.b)',
      { after: 2, column: 3 },
    ],
    'a property that a spread has copied': [
      `const base = { a: 1 };\nconst o = { b: 2, ...base }; //P2\nconsole.log(o.a); //stop\n`,
      'lastChange(o.a)',
      { after: 1, column: 19 },
    ],
    'a property behind an accessor': [
      `
const o = {
  get size() { return this._size; },
  set size(n) { this._size = n; }, //P2
};
o.size = 4;
console.log(o._size); //stop
`,
      'lastChange(o._size)',
      { after: 4 },
    ],
    'a computed name': [
      `const o = {};\nconst key = 'a' + 'b';\no[key] = 1; //P2\nconsole.log(o.ab); //stop\n`,
      'lastChange(o.ab)',
      { after: 1 },
    ],
    'a key that an expression computes': [
      `const o = { x: 1, y: 2 };\nconst k = 'y';\no.y = 3; //P2\no.x = 4;\nconsole.log(o[k]); //stop\n`,
      'lastChange(o[k])',
      { after: 3 },
    ],
    'Object.assign': [
      `const o = { a: 1 };\nObject.assign(o, { b: 1 }, { a: 2 }); //P2\nconsole.log(o.a); //stop\n`,
      'lastChange(o.a)',
      { after: 2, column: 8 },
    ],
    'Object.assign, of which several sources have the key: each is a change': [
      `const o = { a: 1 };\nObject.assign(o, { a: 2 }, { a: 3 }); //P2\nconsole.log(o.a); //stop\n`,
      'lastChange(o.a)[-2]',
      { before: 1, after: 2 },
    ],
    'Object.defineProperty': [
      `const o = {};\nObject.defineProperty(o, 'a', { value: 1 }); //P2\nconsole.log(o.a); //stop\n`,
      'lastChange(o.a)',
      { after: 1, column: 8 },
    ],
    'Reflect.set through another name': [
      `const o = { a: 1 };\nconst { set } = Reflect;\nset(o, 'a', 2); //P2\nconsole.log(o.a); //stop\n`,
      'lastChange(o.a)',
      { after: 2 },
    ],
    'Map.delete, whose name is a word': [
      `const m = new Map([['k', 1]]);\nm.delete('k'); //P2\nconsole.log(m); //stop\n`,
      `lastChange(m.get('k'))`,
      { column: 3 },
    ],
    delete: [`const o = { a: 1 };\ndelete o.a; //P2\nconsole.log(o.a); //stop\n`, 'lastChange(o.a)', { before: 1, column: 8 }],
    'an element by an index that changes': [
      `const a = [1, 2, 3];\nfor (let i = 0; i < 3; i++) a[i] *= 2; //P2\nconsole.log(a[1]); //stop\n`,
      'lastChange(a[1])',
      { before: 2, after: 4, hit: 2 },
    ],
    'an element that push has added': [
      `const a = [];\na.push('x', 'y'); //P2\nconsole.log(a[1]); //stop\n`,
      'lastChange(a[1])',
      { after: 'y', column: 3 },
    ],
    'a length': [`const a = [1];\na[5] = 1; //P2\na.length = 6;\nconsole.log(a.length); //stop\n`, 'lastChange(a.length)', { after: 6 }],
    'an entry of a Map': [
      `const m = new Map([['k', 1]]);\nm.set('k', 2); //P2\nm.set('j', 3);\nconsole.log(m.get('k')); //stop\n`,
      "lastChange(m.get('k'))",
      { before: 1, after: 2, column: 3 },
    ],
    'an entry whose key is an object': [
      `const key = {};\nconst m = new Map();\nm.set(key, 2); //P2\nm.set({}, 3);\nconsole.log(m.get(key)); //stop\n`,
      'lastChange(m.get(key))',
      { after: 2 },
    ],
    'a write by several names': [
      `const o = { f: 0 };\nconst alias = o, { self } = { self: o };\nself.f = 1; //P2\nconst other = { f: 0 };\nother.f = 2;\nconsole.log(alias.f); //stop\n`,
      'lastChange(o.f)',
      { after: 1 },
    ],
    'the owner of the last change': [
      `const o = { f: 0, g: 0 };\no.g = 7; //P3\no.f = 1; //P2\nconsole.log(o); //stop\n`,
      'lastChange(o.f)|lastChange(P2:.owner.g)',
      {},
    ],
    'the change before the last': [
      `const o = { f: 0 };\no.f = 1; //P2\no.f = 2;\nconsole.log(o.f); //stop\n`,
      'lastChange(o.f)[-2]',
      { before: 0, after: 1 },
    ],
    'the first change': [`const o = { f: 0 }; //P2\no.f = 1;\nconsole.log(o.f); //stop\n`, 'lastChange(o.f)[0]', { after: 0 }],
    'of a frozen object, to which nothing was stored since': [
      `const o = { f: 1, g: 2 };\no.f = 2; //P2\nObject.freeze(o);\no.f = 2;\no.f = 3;\ndelete o.f;\nconsole.log(o.f); //stop\n`,
      'lastChange(o.f)',
      { before: 1, after: 2 },
    ],
    'of a property that cannot be written': [
      `const o = {};\nObject.defineProperty(o, 'f', { value: 1 }); //P2\no.f = 2;\n(function () { 'use strict'; try { o.f = 1; } catch {} })();\nconsole.log(o.f); //stop\n`,
      'lastChange(o.f)',
      { after: 1 },
    ],
    'an element beyond what a sealed array may hold': [
      `const a = [1]; //P2\nObject.seal(a);\na[1] = 2;\nconsole.log(a.length); //stop\n`,
      'lastChange(a[0])',
      { after: 1 },
    ],
    'a private name that a subclass has too': [
      `
class Base {
  #f = 0;
  setBase(f) { this.#f = f; } //P2
  show() {
    console.log(this.#f); //stop
  }
}
class Derived extends Base {
  #f = 0;
  setDerived(f) { this.#f = f; }
}
const d = new Derived();
d.setBase(1);
d.setDerived(1);
d.show();
`,
      'lastChange(this.#f)',
      { before: 0, after: 1 },
    ],
    'an element of a typed array, as it holds it': [
      `const a = new Uint8Array(4);\na[1] = 300; //P2\na[9] = 44;\na.fill(7, 2);\nconsole.log(a[1]); //stop\n`,
      'lastChange(a[1])',
      { before: 0, after: 44 },
    ],
    'elements that a method of typed arrays writes': [
      `const a = new Float32Array(4);\na.set([0.1, 2], 1); //P2\nconsole.log(a[2]); //stop\n`,
      'lastChange(a[2])',
      { after: 2 },
    ],
    'an element that a shorter length has deleted': [
      `const a = [1, 2];\na.length = 1; //P2\na['len' + 'gth'] = 1;\nconsole.log(a[1]); //stop\n`,
      'lastChange(a[1])',
      { before: 2 },
    ],
    'a spread whose literal is evaluated again before it is complete': [
      `
function chain(n) {
  return {
    ...{ f: n }, //P2
    next: n > 0 ? chain(n - 1) : null,
  };
}
const c = chain(2);
console.log(c.f); //stop
`,
      'lastChange(c.f)',
      { after: 2, hit: 3 },
    ],
    'a computed key over a yield, in two generators at once': [
      `
function* make(name) {
  return {
    [name]: yield, //P2
  };
}
const a = make('f'), b = make('g');
a.next();
b.next();
const first = a.next(1).value, second = b.next(2).value;
console.log(first.f, second.g); //stop
`,
      'lastChange(first.f)',
      { after: 1, hit: 1 },
    ],
    'an element that Object.assign takes of a string': [
      `const a = ['x', 'y'];\nObject.assign(a, 'pq'); //P2\nconsole.log(a[1]); //stop\n`,
      'lastChange(a[1])',
      { before: 'y', after: 'q' },
    ],
    'code that nobody sees': [
      `const o = { f: 1 };\neval('o.f = 2');\nconsole.log(o.f); //stop\n`,
      'lastChange(o.f)',
      { status: 'not-found', line: null },
    ],
    'a name that a with statement may take for a property': [
      `var x = 1;\nconst o = { x: 0 };\nwith (o) x = 1;\nconsole.log(x); //stop\n`,
      'lastChange(x)',
      { status: 'not-found', reason: 'x is written where `with` may mean a property by it.' },
    ],
    'an element beside what another view has written': [
      `const a = new Uint8Array(8);\nconst b = a.subarray(2, 4);\na[1] = 3; //P2\nb[0] = 9;\nnew DataView(a.buffer).setUint16(4, 1);\nconsole.log(a[1]); //stop\n`,
      'lastChange(a[1])',
      { after: 3 },
    ],
    'a field that a with statement may have changed': [
      `const o = { f: 1 };\no.f = 2;\nwith (o) f = 2;\nconsole.log(o.f); //stop\n`,
      'lastChange(o.f)',
      { status: 'not-found', reason: 'A statement with may have changed it later (line 3 of program.js).' },
    ],
    'a field that was changed after a with statement': [
      `const o = { f: 1 };\nwith (o) { for (f of [2, 3]); var f = 4, g = f++; ({ f } = { f: 5 }); }\no.f = g; //P2\nconsole.log(o.f); //stop\n`,
      'lastChange(o.f)',
      { before: 5, after: 4 },
    ],
    'code of a vm': [
      `const o = { f: 1 };\nrequire('node:vm').runInNewContext('o.f = 2', { o }); //P2\nconsole.log(o.f); //stop\n`,
      'lastChange(o.f)',
      { before: 1, after: 2 },
    ],
  };
  for (const [title, [program, questions, more = {}]] of Object.entries(programs)) {
    const isTold = 'status' in more;
    it(title, () => check(isTold ? program.replaceAll('//P2', '') : program, questions.split('|'), { P2: more }));
  }

  it('in texts that do not hold the name, also where the value stays what it was', async () => {
    for (const value of [1, 2])
      await check(
        '',
        ['lastChange(box.price)', 'lastChange(P1:copy.price)'],
        { P2: { file: 'keys.js', before: 1, after: value }, P3: { file: 'keys.js', after: value } },
        {
          files: {
            'program.js': `const { put, copied } = require('./keys.js');\nconst box = { price: 1 };\nput(box, 'price', ${value});\nconst copy = copied(box);\nconsole.log(box.price, copy.price); //stop\n`,
            'keys.js': `exports.put = (object, key, value) => {\n  object[key] = value; //P2\n};\nexports.copied = (object) => ({\n  ...object, //P3\n});\n`,
          },
        },
      );
  });

  it('in a package, and in text that a compiler has made', async () => {
    await check(
      '',
      ['lastChange(box.value)'],
      { P2: { file: 'node_modules/boxes/index.js' } },
      {
        files: {
          'program.js': `const { fill } = require('boxes');\nconst box = {};\nfill(box);\nconsole.log(box.value); //stop\n`,
          'node_modules/boxes/index.js': `exports.fill = (box) => {\n  box.value = 'full'; //P2\n};\n`,
        },
      },
    );
    await check(
      '',
      ['lastChange(box.value)', 'lastCondition(P2)'],
      { P3: { taken: 'then', values: { 'box.value': 0 } } },
      {
        files: {
          'program.ts': `interface Box {\n  value: number;\n}\n\nconst box: Box = { value: 0 };\nif (box.value === 0) { //P3\n  box.value = 5; //P2\n}\nconsole.log(box.value); //stop\n`,
        },
      },
    );
  });
});

describe('lastChange of an accessor', () => {
  it('is that of the field behind it', () =>
    check(
      `
class Base {
  get open() { return this.isOpen; }
}
class Door extends Base {
  #angle = 0;
  isOpen = false;
  get angle() { return this.#angle; }
  set angle(value) { this.#angle = value; }
  push() {
    this.#angle++; //P2
    this.isOpen = true; //P3
  }
}
const door = new Door();
door.angle = 4;
door.push();
console.log(door.angle); //stop
`,
      ['lastChange(door.angle)', 'lastChange(P1:door.open)'],
      { P2: { before: 4, after: 5 }, P3: { before: false, after: true } },
    ));

  it('is not decided when it computes something, but for what the language computes', () =>
    check(
      `
let hidden = 0;
const made = { get twice() { return hidden * 2; } };
hidden = 4;
const sizes = new Map([[1, 2]]);
sizes.set(3, 4);
console.log(made, sizes); //stop
`,
      ['lastChange(made.twice)', 'lastChange(P1:sizes.size)'],
      {
        P2: { status: 'not-found', reason: 'made.twice is what a getter computes: ask about what that reads.' },
        P3: { status: 'located', before: 1, after: 2 },
      },
    ));
});

describe('what a native found in a place', () => {
  it('is told, also where nothing was written before', () =>
    check(
      `
const data = JSON.parse('{"a": 0, "l": [5, 6, 7, 8], "b": {"c": 1}, "d": 1}');
const bytes = new Uint8Array([1, 2, 3]);
const args = (function () { return arguments; })(1, 2, 3);
Object.assign(data, { a: 1 }); //P2
data.l.splice(0, 1); //P3 P4
Object.defineProperty(data.b, 'c', { value: 2 }); //P5
bytes.set([9, 8], 1); //P6
Array.prototype.push.call(args, 4); //P7 P8
Reflect.set(data, 'd', 2); //P9
console.log(data, bytes, args); //stop
`,
      [
        'lastChange(data.a)',
        'lastChange(P1:data.l.length)',
        'lastChange(P1:data.l[0])',
        'lastChange(P1:data.b.c)',
        'lastChange(P1:bytes[1])',
        'lastChange(P1:args[3])',
        'lastChange(P1:args.length)',
        'lastChange(P1:data.d)',
      ],
      {
        P2: { before: 0, after: 1 },
        P3: { before: 4, after: 3 },
        P4: { before: 5, after: 6 },
        P5: { before: 1, after: 2 },
        P6: { before: 2, after: 9 },
        P7: { before: undefined, after: 4 },
        P8: { before: 3, after: 4 },
        P9: { before: 1, after: 2 },
      },
    ));
});

describe('a place in what a private field holds', () => {
  it('is asked for from outside of the class too', () =>
    check(
      `
class Cache {
  #map = new Map();
  #rows = [];
  set(k, v) {
    this.#map.set(k, v); //P2
    this.#rows[0] = v; //P3
  }
}
const cache = new Cache();
cache.set('a', 1);
cache.set('b', 2);
console.log(cache); //stop
`,
      ["lastChange(cache.#map.get('a'))", 'lastChange(P1:cache.#rows[0])', 'created(P1:cache.#map)'],
      { P2: { hit: 1, after: 1 }, P3: { hit: 2, before: 1, after: 2 }, P4: { line: 3 } },
    ));

  it('is not decided behind code that would have to run', () =>
    check(
      `
let reads = 0;
const o = { get list() { reads++; return []; } };
console.log(o); //stop
`,
      ['lastChange(o.list.length)'],
      {
        P2: {
          status: 'not-found',
          reason: 'o.list cannot be read without running code of the program (a getter, or a trap of a Proxy).',
        },
      },
    ));
});

it('what a private field held before is shown with its parts', async () => {
  const program = `class A { #x = ['a']; }
class B extends A {
  #x = ['b'];
  set(v) { this.#x = v; }
  show() {
    return this.#x; //stop
  }
}
const b = new B();
b.set(['c']);
b.show();
`;
  const [, last, first] = await assertSameAnswers([program, ['lastChange(this.#x)', 'lastChange(P1:this.#x)[-2]']]);
  assert.deepEqual(
    [last?.['before'], first?.['before']].map((one) => (one as { preview?: string } | null)?.preview),
    ['["b"]', undefined],
  );
});

describe('a private field that cannot be told from outside of its class', () => {
  const program = `
class Base {
  #kind = 'base';
}
class Derived extends Base {
  #kind = 'derived';
}
const one = new Derived();
console.log(one); //stop
`;

  it('is not decided when several of its classes declare it, or none', async () => {
    const { points } = await why({ files: { 'program.js': program }, ask: ['lastChange(one.#kind)', 'lastChange(P1:one.#size)'] });
    assert.deepEqual(
      points.slice(1).map(({ status, reason }) => [status, reason]),
      [
        ['not-found', 'one: several of its classes declare #kind; ask in a method of the one that is meant.'],
        ['not-found', 'one: no class around this point, and none of its own, declares #size.'],
      ],
    );
  });
});

describe('exceptionAfter', () => {
  it('is the first throw after the point in its activation or in a call from it', () =>
    check(
      `
function risky(n) {
  if (n === 2) throw new TypeError('two'); //P3
}
function other() {
  try { throw new Error('elsewhere'); } catch {}
}
function run(n) {
  const state = { n };
  state.started = true; //P2
  try { risky(n); } catch {}
  return state;
}
run(1); other();
const state = run(2); other();
console.log(state.started); //stop
`,
      ['lastChange(state.started)', 'exceptionAfter(P2)'],
      { P3: { exception: { class: 'TypeError', message: 'two', caught: true }, column: 16 } },
    ));

  it('is also what it awaits that throws, whatever others await meanwhile', () =>
    check(
      `
async function fetchRow(n) {
  await null;
  if (n === 2) throw new TypeError('two'); //P3
  throw new RangeError('other');
}
async function through(n) {
  return await fetchRow(n);
}
async function run(n) {
  const state = { n };
  state.started = true; //P2
  try { await through(n); } catch {}
  return state;
}
Promise.all([run(1), run(2), run(3)]).then(([, state]) => {
  console.log(state.started); //stop
});
`,
      ['lastChange(state.started)', 'exceptionAfter(P2)'],
      { P3: { line: 4, column: 16, function: 'fetchRow' } },
    ));
});

describe('a stop at an uncaught exception', () => {
  it('is the throw, also out of a rejected promise', async () => {
    await check(
      `
let state = { n: 0 };
async function work() {
  state.n++; //P2
  await null;
  if (state.n > 2) state.bad.x = 1;
}
work().then(work).then(() => { try { null.x; } catch {} }).then(work);
`,
      ['lastChange(state.n)'],
      {
        P1: { line: 6, exception: { class: 'TypeError', message: "Cannot set properties of undefined (setting 'x')", caught: false } },
        P2: { after: 3 },
      },
      { stop: 'uncaught' },
    );
  });
});
