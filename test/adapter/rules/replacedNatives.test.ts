import assert from 'node:assert/strict';
import { watched } from '../../support/watching.js';

const rules = `import { call, extent, report, rule, tracked } from 'whence/rules';
import { Node } from './prog.js';
const seen = tracked<any>();
export const known = rule({ check: 'change', foreach: { n: extent(Node), m: extent(Node) },
  where: ({ n, m }) => n.kids.has(m) && m.parent !== n, found: ({ n, m }) => report('child', m, 'of', n) });
export const named = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.name === 'bad' });
export const listed = rule({ check: 'change', foreach: { n: extent(Node), m: ({ n }) => n.list },
  where: ({ m }) => m.name.startsWith('c') || m.name.length > 2 });
export const counted = rule({ check: 'change', foreach: { n: extent(Node) }, where: ({ n }) => n.list.some((m) => m.name === 'b') && n.map.get('k') === 1 });
export const called = rule({ foreach: { s: seen }, where: ({ s }) => s.name === 'd',
  at: [call((x: Node, y: Node) => x.add(y), { after: ({ y }) => seen.add(y) })] });
`;

/** Everything that rules read changes; with what the language has given before. */
const changes = `
  b.parent = a;
  apply(add, a.kids, [b]);
  apply(add, a.kids, [c]);
  c.parent = a;
  c.parent = b;
  a.list[0] = b;
  apply(push, b.list, [c]);
  b.list.length = 0;
  apply(set, a.map, ['k', 1]);
  const d = new Node('d');
  d.name = 'bad';
  d.name = 'd';
  a.add(d);
`;

/** `spoil` replaces what a program can replace before it changes something. */
const program = (spoil: string): string => `
class Node {
  constructor(name) { this.name = name; this.parent = null; this.kids = new Set(); this.list = []; this.map = new Map(); }
  add(one) { apply(add, this.kids, [one]); one.parent = this; }
}
module.exports = { Node };
const { apply, ownKeys, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { add } = Set.prototype, { push } = Array.prototype, { set } = Map.prototype;
const a = new Node('a'), b = new Node('b'), c = new Node('c');
const replaced = () => { throw new Error('replaced'); };
const iterator = (of) => getPrototypeOf(of);
function spoil(holder) {
  const keys = ownKeys(holder);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at], found = getOwnPropertyDescriptor(holder, key);
    if (key === 'constructor' || !found.configurable) continue;
    if (typeof found.value === 'function') defineProperty(holder, key, { ...found, value: replaced });
    else if (found.get) defineProperty(holder, key, { ...found, get: replaced });
  }
}
${spoil}
${changes}`;

/** Node's own timers do not bear it: nothing may have to wait for a sweep. */
const elements = 'elements of all lists';

const spoilers: Readonly<Record<string, string>> = {
  'the iterator of arrays': 'Array.prototype[Symbol.iterator] = replaced;',
  'methods and iterators of all lists, sets and maps':
    'const some = [Array.prototype, Map.prototype, Set.prototype, WeakMap.prototype, WeakSet.prototype, iterator([].values()), iterator(new Set().values()), iterator(new Map().keys()), Array]; for (let at = 0; at < some.length; at++) spoil(some[at]);',
  'methods of texts, expressions, numbers and functions':
    "const some = [String.prototype, RegExp.prototype, Number.prototype, Symbol.prototype, Function.prototype, Promise.prototype, WeakRef.prototype, iterator(''[Symbol.iterator]())]; for (let at = 0; at < some.length; at++) spoil(some[at]);",
  'functions of Object, Reflect, Math, Number and JSON':
    'const some = [Object, Reflect, Math, Number, String, JSON, Promise]; for (let at = 0; at < some.length; at++) spoil(some[at]);',
  [elements]:
    'for (let at = 1; at < 40; at++) defineProperty(Array.prototype, at, { get() { return undefined; }, set: replaced, configurable: true });',
};

describe('rules in a program that replaces what the language gives', () => {
  const told = async (spoil: string, isSwept: boolean): Promise<unknown> => {
    const result = await watched(program(spoil), rules, { options: { isSwept } });
    return {
      findings: result.findings.map(({ rule, message, position }) => `${position?.line}: ${rule}: ${message}`),
      rules: result.rules.map(({ name, fired, fault }) => [name, fired, fault]),
      exit: result.exit,
    };
  };

  for (const [what, spoil] of Object.entries(spoilers))
    it(`find the same without ${what}`, async () => {
      const blank = '\n'.repeat(spoil.split('\n').length - 1);
      assert.deepEqual(await told(spoil, what !== elements), await told(blank, what !== elements));
    });
});
