import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whence } from '../support/command.js';

/** Each line changes something by a function of the context's own. */
const changes = `const a = [3, 1, 2]; const o = { x: 1, y: 1 }; const s = new Set(); const w = new WeakMap(); const k = {}; const m = new Map();
a.push(9);
a.sort();
Object.assign(o, { x: 2 });
Reflect.set(o, 'y', 3);
s.add('q'); s.delete('q');
w.set(k, 4);
const j = JSON.parse('{"p":{"q":5}}');
const f = Array.from([7, 8]);
const t = { z: 1 }; const p = new Proxy(t, {});
p.z = 6;
const g = [...f, 9];
const d = new Uint8Array(4); d.fill(3); new DataView(d.buffer).setUint8(1, 7);
Object.defineProperty(o, 'v', { value: 8, writable: true }); a.splice(1, 1);
const q = 'a,b'.split(','); m.set('a', 1); m.set('a', 2); a.pop();
console.log(a, o);
`;

const expected: readonly (readonly [place: string, line: number, before: unknown, after: unknown])[] = [
  ['a[0]', 3, 3, 1],
  ['a.length', 15, 3, 2],
  ['o.x', 4, 1, 2],
  ['o.y', 5, 1, 3],
  ["s.has('q')", 6, true, false],
  ['w.get(k)', 7, undefined, 4],
  ['j.p.q', 8, undefined, 5],
  ['f[1]', 9, undefined, 8],
  ['t.z', 11, 1, 6],
  ['g[2]', 12, undefined, 9],
  ['d[2]', 13, 0, 3],
  ['o.v', 14, undefined, 8],
  ['q[1]', 15, undefined, 'b'],
  ["m.get('a')", 15, 1, 2],
];

const ways: Readonly<Record<string, string>> = {
  runInContext: 'vm.runInContext(text, vm.createContext({ console }), { filename: file });',
  runInNewContext: 'vm.runInNewContext(text, { console }, { filename: file });',
  'a Script': 'new vm.Script(text, { filename: file }).runInContext(vm.createContext({ console }));',
  'a Script in a new context': 'new vm.Script(text, file).runInNewContext({ console });',
  compileFunction: 'vm.compileFunction(text, [], { filename: file, parsingContext: vm.createContext({ console }) })();',
};

const loader = (load: string): string => `const vm = require('node:vm');
const file = require('node:path').join(__dirname, 'in.js');
const text = require('node:fs').readFileSync(file, 'utf8');
${load}
`;

/** What a program can see of the functions of a context. */
const looks = `const vm = require('node:vm');
const given = { console };
const context = vm.createContext(given);
const seen = [];
const names = Object.getOwnPropertyNames(given).join();
const inside = vm.runInContext('globalThis', context);
const kind = vm.runInContext('Function.prototype', context);
for (const name of ['Object', 'Reflect', 'Array', 'Map', 'Set', 'WeakMap', 'JSON', 'RegExp', 'Proxy', 'Error', 'DataView', 'Atomics', 'String'])
  for (const holder of [inside[name], inside[name].prototype])
    for (const key of holder === undefined || holder === null ? [] : Reflect.ownKeys(holder)) {
      const { value, ...attributes } = Object.getOwnPropertyDescriptor(holder, key);
      if (typeof value !== 'function') continue;
      const own = Reflect.ownKeys(value).map((each) => [each.toString(), JSON.stringify(Object.getOwnPropertyDescriptor(value, each))]);
      seen.push([name, key.toString(), attributes, own.join(), inside.String(value), Object.getPrototypeOf(value) === kind, 'prototype' in value]);
    }
const same = vm.runInContext('Function.prototype.toString', context);
vm.runInContext('1', context, __filename);
vm.runInContext('1', context, __filename);
console.log(JSON.stringify(seen));
console.log(names, Object.getOwnPropertyNames(given).join(), Object.getOwnPropertyNames(inside).join());
console.log(JSON.stringify(Object.getOwnPropertyDescriptors(inside)));
console.log(same === vm.runInContext('Function.prototype.toString', context));
console.log(vm.runInContext('[].push === Array.prototype.push && Proxy === globalThis.Proxy', context));
`;

/** Arrays of a context are changed by functions of the program, of their own realm, and of another context. */
const handed = `const vm = require('node:vm');
const first = vm.createContext({});
const second = vm.createContext({});
const list = vm.runInContext('[1, 2, 3]', first);
const other = vm.runInContext('[4, 5]', second);
const map = vm.runInContext('new Map()', first);
second.list = list;
list.push(4);
Array.prototype.pop.call(list);
other.push.call(list, 6);
map.set('k', 1);
Map.prototype.set.call(map, 'k', 2);
other.unshift(3);
console.log(list, other, map);
`;

describe('functions of contexts of node:vm', function () {
  this.timeout(120_000);
  let cwd = '';

  before(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'whence-contexts-')));
    writeFileSync(join(cwd, 'in.js'), changes);
  });

  after(() => rmSync(cwd, { recursive: true, force: true }));

  const asked = expected.flatMap(([place]) => ['--ask', `lastChange(P1: ${place})`]);

  const check = (out: string): void => {
    const points = JSON.parse(out).points.slice(1);
    const found = points.map(({ line, before, after }: Readonly<Record<string, unknown>>, at: number) => [
      expected[at]?.[0],
      line,
      before,
      after,
    ]);
    assert.deepEqual(found, expected);
  };

  for (const [name, load] of Object.entries(ways))
    it(`tell what they change: ${name}`, () => {
      writeFileSync(join(cwd, 'main.js'), loader(load));

      check(whence(cwd, 'why', '--json', '--stop', 'in.js:16', ...asked, '--', 'main.js').out);
    });

  it('tell recordings', () => {
    writeFileSync(join(cwd, 'main.js'), loader(ways.runInContext ?? ''));

    whence(cwd, 'record', '--force', '--out', 'run.trace', '--', 'main.js');

    check(whence(cwd, 'why', '--json', '--recording', 'run.trace', '--stop', 'in.js:16', ...asked).out);
  });

  it('tell rules', () => {
    writeFileSync(
      join(cwd, 'in.js'),
      `class Cart { lines = []; total = 0;
  add(price) { this.lines.push(price); this.total += price; }
  drop() { this.lines.pop(); }
}
const cart = new Cart();
cart.add(5);
cart.drop();
console.log(cart.total);
`,
    );
    writeFileSync(
      join(cwd, 'cart.rules.ts'),
      `import { rule, extent, report } from 'whence/rules';
import { Cart } from './in.js';
export const emptyIsFree = rule({
  foreach: { c: extent(Cart) },
  where: ({ c }) => c.lines.length === 0 && c.total !== 0,
  found: ({ c }) => report('costs', c.total),
});
`,
    );
    for (const load of [ways.runInContext ?? '', ways.compileFunction ?? '']) {
      writeFileSync(join(cwd, 'main.js'), loader(load));

      const { findings } = JSON.parse(whence(cwd, 'watch', '--json', '--rules', 'cart.rules.ts', '--', 'main.js').out);

      assert.deepEqual(
        findings.map(({ file, line, message, confirmed }: Readonly<Record<string, unknown>>) => [file, line, message, confirmed]),
        [['in.js', 3, 'costs 5', true]],
      );
    }
  });

  it('make code of texts, which may write', () => {
    writeFileSync(
      join(cwd, 'in.js'),
      `const o = { x: 1, y: 1 };
new Function('o', 'o.x = 5')(o);
(0, eval)('(o) => { o.y = 5; }')(o);
console.log(o);
`,
    );
    writeFileSync(join(cwd, 'main.js'), loader(ways.runInContext ?? ''));
    const asks = ['--ask', 'lastChange(P1: o.x)', '--ask', 'lastChange(P1: o.y)'];

    const { points } = JSON.parse(whence(cwd, 'why', '--json', '--stop', 'in.js:4', ...asks, '--', 'main.js').out);

    assert.deepEqual(
      points.slice(1).map(({ line, after }: Readonly<Record<string, unknown>>) => [line, after]),
      [
        [2, 5],
        [3, 5],
      ],
    );
  });

  it('change arrays of other contexts', () => {
    writeFileSync(join(cwd, 'main.js'), handed);
    const asks = ['list[3]', 'list.length', "map.get('k')", 'other[0]'].flatMap((place) => ['--ask', `lastChange(P1: ${place})`]);

    const { points } = JSON.parse(whence(cwd, 'why', '--json', '--stop', 'main.js:14', ...asks, '--', 'main.js').out);

    const found = points.slice(1).map(({ line, before, after }: Readonly<Record<string, unknown>>) => [line, before, after]);
    assert.deepEqual(found, [
      [10, undefined, 6],
      [10, 3, 4],
      [12, 1, 2],
      [13, 4, 3],
    ]);
  });

  it('look as they do without us', () => {
    writeFileSync(join(cwd, 'main.js'), looks);
    const { stdout } = spawnSync(process.execPath, ['main.js'], { cwd, encoding: 'utf8' });

    const { out } = whence(cwd, 'record', '--force', '--out', 'run.trace', '--', 'main.js');

    assert.equal(out.slice(0, stdout.length), stdout);
  });
});
