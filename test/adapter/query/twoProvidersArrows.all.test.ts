import assert from 'node:assert/strict';
import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** `this` of arrow functions is that of the function around (ECMA-262 10.2.1.2). */
const programs: Readonly<Record<string, readonly [AskedProgram, readonly unknown[]]>> = {
  'in a method without names, called by a native': [
    [
      `class G {
  constructor() { this.items = [1]; }
  run() { return [0].map(i => {
    const k = this.items[i];
    console.log(k); //stop
    return k;
  }); }
}
const g = new G();
new G().items[0] = 3;
g.items[0] = 7;
g.run();
`,
      ['lastChange(this.items[i])', 'lastChange(P1:this.items)'],
    ],
    [7],
  ],
  'in each other, later, of several activations': [
    [
      `function Timer(n) { this.n = n; this.later = () => { for (const x of [1]) (() => { const y = this.n + x; console.log(y); })(); }; }
const all = [new Timer(1), new Timer(2)];
all[0].n = 5;
all[1].later();
const late = {
  v: 4,
  run() { const f = (d) => () => { console.log(d); return this.v; }; return f(1); },
};
const g = late.run();
late.v = 6;
class Item { constructor(n) { this.n = n; this.tell = async () => {
  await null;
  console.log(this.n); //stop
}; } }
const items = [new Item(1), new Item(2), new Item(3)];
items[1].n = 8;
items[0].n = 9;
items[1].tell();
g();
`,
      ['lastChange(this.n)'],
    ],
    [8],
  ],
  'that mention it nowhere': [
    [
      `class View {
  constructor(items) { this.items = items; }
  render() {
    return this.items.map((it) => {
      const label = it.name.toUpperCase();
      return label; //stop
    });
  }
}
const v = new View([{ name: 'a' }]);
v.items[0].name = 'b';
v.title = 't';
v.render();
`,
      ['lastChange(this.title)', 'lastChange(P1:this.items[0].name)', 'origin(P1:this.items[0].name)'],
    ],
    ['t', 'b', 'b'],
  ],
  'that mention it nowhere, two calls below': [
    [
      `class Queue {
  constructor(size) { this.size = size; }
  drain() { return [1].forEach(() => {
    (() => {
      console.log('x'); //stop
    })();
  }); }
}
const q = new Queue(2);
q.size = 3;
q.drain();
`,
      ['lastChange(P1(1):this.size)', 'lastChange(P1:this.size)', 'origin(P1(1):this.size)'],
    ],
    [3, 3, 3],
  ],
  'in a field, of several objects': [
    [
      `class Button {
  static made = 0;
  static count = () => { const now = ++this.made; return now; };
  static { [1].forEach(() => (this.begun = true)); }
  #clicks = 0;
  handle = (by) => {
    this.#clicks += by;
    [by].forEach(() => {
      console.log(this.#clicks); //stop
    });
  };
}
const [one, other] = [new Button(), new Button()];
Button.count();
other.handle(4);
one.handle(3);
`,
      ['lastChange(this.#clicks)', 'lastChange(P1(-1):Button.made)', 'lastChange(P1:Button.begun)'],
    ],
    [4, 1, true],
  ],
  'at the top level': [
    [
      `this.value = 5;
const read = () => {
  console.log(this.value); //stop
};
const twice = () => [1, 2].forEach(() => (this.value += 2));
twice();
read();
`,
      ['lastChange(this.value)', 'lastChange(P1:this.value)[-2]'],
    ],
    [9, 7],
  ],
};

describe('two providers, one answer: this of arrow functions', () => {
  for (const [name, [program, after]] of Object.entries(programs))
    it(name, async () => {
      const points = await assertSameAnswers(program);
      assert.deepEqual(
        points.slice(1, after.length + 1).map((point) => point.after),
        after,
      );
    });
});
