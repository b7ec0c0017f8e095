/** A test that fails, with the module that has the fault; the line that gives the wrong value ends with `faultMark`. */
export interface FailingTest {
  readonly name: string;
  /** Exports by `export` at the beginning of a line. */
  readonly source: string;
  readonly exported: readonly string[];
  readonly setup: string;
  readonly actual: string;
  readonly expected: string;
  readonly isDeep?: boolean;
}

export const faultMark = '// the fault';

/** Twelve bugs, written down before any of them was tried. */
export const failingTests: readonly FailingTest[] = [
  {
    name: 'a product without its count',
    source: `export class Cart {
  sum = 0;
  add(price, count) {
    this.sum += price; // the fault
    return this;
  }
}
`,
    exported: ['Cart'],
    setup: 'const cart = new Cart().add(2, 3).add(5, 1);',
    actual: 'cart.sum',
    expected: '11',
  },
  {
    name: 'the same in a callback',
    source: `export function total(items) {
  return items.reduce((sum, item) => sum + item.price, 0); // the fault
}
`,
    exported: ['total'],
    setup: 'const items = [{ price: 2, count: 3 }, { price: 5, count: 1 }];',
    actual: 'total(items)',
    expected: '11',
  },
  {
    name: 'defaults that are shared',
    source: `const defaults = { tags: [] };
export function create(name) {
  return { ...defaults, name };
}
export function tag(item, text) {
  item.tags.push(text); // the fault
}
`,
    exported: ['create', 'tag'],
    setup: "const [first, second] = [create('a'), create('b')]; tag(first, 'x');",
    actual: 'second.tags.length',
    expected: '0',
  },
  {
    name: 'a cache with another key',
    source: `const cache = new Map();
const fetched = async (id) => ({ id, name: 'user ' + id });
export async function load(id) {
  const user = await fetched(id);
  cache.set(user.name, user);
  return cache.get(id); // the fault
}
`,
    exported: ['load'],
    setup: "const user = await load('7');",
    actual: 'user',
    expected: "{ id: '7', name: 'user 7' }",
    isDeep: true,
  },
  {
    name: 'one too late',
    source: `export function initials(words) {
  let text = '';
  for (let at = 1; at < words.length; at++) {
    text += words[at][0]; // the fault
  }
  return text;
}
`,
    exported: ['initials'],
    setup: "const words = ['Ada', 'Byron', 'Lovelace'];",
    actual: 'initials(words)',
    expected: "'ABL'",
  },
  {
    name: 'an argument that is sorted',
    source: `export function median(numbers) {
  numbers.sort((one, other) => one - other); // the fault
  return numbers[numbers.length >> 1];
}
`,
    exported: ['median'],
    setup: 'const numbers = [3, 1, 2]; median(numbers);',
    actual: 'numbers[0]',
    expected: '3',
  },
  {
    name: 'a field that comes after the constructor',
    source: `class Shape {
  constructor() {
    this.kind = this.describe();
  }
  describe() {
    return 'shape';
  }
}
export class Circle extends Shape {
  kind = 'unknown'; // the fault
  describe() {
    return 'circle';
  }
}
`,
    exported: ['Circle'],
    setup: 'const shape = new Circle();',
    actual: 'shape.kind',
    expected: "'circle'",
  },
  {
    name: 'a value before its step',
    source: `export function counter() {
  let last = 0;
  return () => last++; // the fault
}
`,
    exported: ['counter'],
    setup: 'const next = counter();',
    actual: 'next()',
    expected: '1',
  },
  {
    name: 'a limit that cuts',
    source: `export function parse(text) {
  const result = {};
  for (const part of text.split(';')) {
    const [key, value] = part.split('=', 1); // the fault
    result[key] = value;
  }
  return result;
}
`,
    exported: ['parse'],
    setup: "const parsed = parse('a=1;b=2');",
    actual: 'parsed.b',
    expected: "'2'",
  },
  {
    name: 'a listener that is there twice',
    source: `import { EventEmitter } from 'node:events';
export class Door extends EventEmitter {
  opened = 0;
  constructor() {
    super();
    this.watch();
    this.watch();
  }
  watch() {
    this.on('open', () => {
      this.opened++; // the fault
    });
  }
}
`,
    exported: ['Door'],
    setup: "const door = new Door(); door.emit('open');",
    actual: 'door.opened',
    expected: '1',
  },
  {
    name: 'digits that are missing',
    source: `export function time(minutes) {
  const hours = String(Math.floor(minutes / 60)).padStart(1, '0');
  return hours + ':' + String(minutes % 60).padStart(2, '0'); // the fault
}
`,
    exported: ['time'],
    setup: '',
    actual: 'time(67)',
    expected: "'01:07'",
  },
  {
    name: 'a failure that is swallowed',
    source: `export async function retry(job, times) {
  let result = null;
  for (let left = times; left > 0; left--) {
    try {
      result = await job();
    } catch {
      result = null; // the fault
    }
  }
  return result;
}
`,
    exported: ['retry'],
    setup: "let calls = 0; const result = await retry(async () => { if (++calls === 2) throw new Error('no'); return calls; }, 2);",
    actual: 'result',
    expected: '1',
  },
];
