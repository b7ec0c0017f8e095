import assert from 'node:assert/strict';
import { validOnes } from '../../../adapter/diagnosis/validText.js';
import { plainScript } from '../../../server/syntax/diagnosis/plainScript.js';
import { fieldsBeside } from '../../../server/syntax/diagnosis/fieldsBeside.js';
import { SuspectText } from '../../../server/syntax/diagnosis/suspectText.js';
import type { TextDifference } from '../../../server/syntax/diagnosis/textDifference.js';
import { typedFiles } from '../../../server/syntax/diagnosis/typedFiles.js';

/** The sizes of changes that a program is tried with, by what it reads then. */
function sizesOf(
  program: string,
  path = '/p.ts',
  differences: readonly TextDifference[] = [],
  others: Parameters<typeof fieldsBeside>[0] = [],
): ReadonlyMap<string, number> {
  const files = typedFiles([path], (each) => (each === path ? program : undefined));
  const file = files.fileOf(path);
  assert.ok(file);
  const suspect = new SuspectText(path, file, files, 0);
  return new Map(
    suspect
      .candidates(() => true, { differences, fields: fieldsBeside(others), wantedCalls: new Set() })
      .map((candidate) => [suspect.edited(candidate), candidate.size]),
  );
}

describe('components', () => {
  it('may have any value that their target can hold', () => {
    const program =
      'export function f(x: number, b: boolean) {\n  let y: number | undefined = x;\n  x = b;\n  y = 3;\n  return [x, y];\n}\n';
    const path = '/p.ts';
    const files = typedFiles([path], (each) => (each === path ? program : undefined));
    const file = files.fileOf(path);
    assert.ok(file);
    const { components } = new SuspectText(path, file, files, 0);
    const valueOf = (text: string) => components.find(({ span }) => program.slice(span.start, span.end).startsWith(text))?.value;
    assert.equal(valueOf('x = b'), 'number');
    assert.equal(valueOf('y = 3'), 'other');
  });

  it('may have any value where only uses tell a type', () => {
    const path = '/p.js';
    const program = 'export function f(a, b) {\n  let d = 0;\n  d = a - b;\n  const c = b;\n  a = c;\n  return a;\n}\n';
    const files = typedFiles([path], (each) => (each === path ? program : undefined));
    const file = files.fileOf(path);
    assert.ok(file);
    const { components } = new SuspectText(path, file, files, 0);
    const valueOf = (text: string) => components.find(({ span }) => program.slice(span.start, span.end).startsWith(text))?.value;
    assert.equal(valueOf('d = a - b'), 'number');
    assert.deepEqual(['c = b', 'a = c', 'return a'].map(valueOf), ['other', 'other', 'other']);
  });
});

describe('candidates', () => {
  it('are insertions beside what runs wherever they would', () => {
    const program =
      'export class C {\n  n = 0;\n  f() {\n    this.n++;\n  }\n  g(x: number) {\n    if (x > 1) this.n--;\n    this.n++;\n  }\n}\n';
    const files = typedFiles(['/p.ts'], (each) => (each === '/p.ts' ? program : undefined));
    const file = files.fileOf('/p.ts');
    assert.ok(file);
    const suspect = new SuspectText('/p.ts', file, files, 0);
    const besides = suspect
      .candidates(() => true)
      .flatMap(({ component, beside, edits: [edit] }) => {
        if (component !== null || edit === undefined) return [];
        const own = suspect.components.find(({ id }) => id === beside);
        return [`${edit.span.start < program.indexOf('g(x') ? 'f' : 'g'}: ${own && program.slice(own.span.start, own.span.end)}`];
      });
    assert.deepEqual([...new Set(besides)].sort(), ['f: this.n++;', 'g: if (x > 1)']);
  });

  it('use a value that is computed for nothing', () => {
    const program = 'let n = 0;\nexport function f(x: number) {\n  n === x;\n  n + x;\n  x > 1 ? x : 1;\n}\n';
    const sizes = sizesOf(program);
    for (const [lost, meant] of [
      ['n === x;', 'n = x;'],
      ['n + x;', 'n += x;'],
      ['n + x;', 'return n + x;'],
      ['x > 1 ? x : 1;', 'return x > 1 ? x : 1;'],
    ] as const)
      assert.ok((sizes.get(program.replace(`  ${lost}`, `  ${meant}`)) ?? 9) <= 1, meant);
    assert.ok(![...sizes.keys()].some((text) => text.startsWith('return')));
  });

  it('copy what is changed in place, merged into or spread', () => {
    const program = `const defaults = { size: { width: 1 } };
export class C {
  constructor(readonly list: number[], readonly options = defaults) {}
  top() { return this.list.sort((a, b) => a - b).slice(0, 1); }
  set(more: { width: number }) { return Object.assign(this.options.size, more); }
  own() { return { ...defaults }; }
}
`;
    const sizes = sizesOf(program);
    assert.equal(sizes.get(program.replace('this.list.sort', '[...this.list].sort')), 1);
    assert.equal(sizes.get(program.replace('assign(', 'assign({}, ')), 1);
    assert.equal(sizes.get(program.replace('{ ...defaults }', 'structuredClone(defaults)')), 1.2);
  });

  it('give an argument that may be left out, or leave it out', () => {
    const program = `function compare(a: string, b: string) { return a.length - b.length; }
function clip(text: string, most = 9) { return text.slice(0, most); }
export const sorted = (all: string[]) => [...all].sort();
export const short = (text: string, size: number) => clip(text);
export const tail = (text: string) => text.slice(1, 3);
`;
    const sizes = sizesOf(program);
    assert.equal(sizes.get(program.replace('.sort()', '.sort(compare)')), 1.2);
    assert.ok(sizes.has(program.replace('clip(text);', 'clip(text, size);')));
    assert.ok(sizes.has(program.replace('(1, 3)', '(1)')));
    assert.ok(!sizes.has(program.replace('.sort()', '.sort(clip)')));
  });

  it('come later where they leave a name without a use', () => {
    const program = 'export const order = (list: { n: number }[], most: number) => list.sort((a, b) => b.n - a.n).slice(0, most);\n';
    const sizes = sizesOf(program);
    const [unused, used] = ['b.n - most', 'b.n + a.n'].map((text) => sizes.get(program.replace('b.n - a.n', text)) ?? 0);
    assert.ok(unused !== undefined && used !== undefined && unused > used, `${unused} ${used}`);
  });

  it('leave an `else` to the condition that it belongs to', () => {
    const program = `export function f(list: number[], a: number, b: number) {
  if (a > 1) list[0] = b;
  else list.push(a);
  if (a > 2) for (const each of list) list[1] = each;
  else list.pop();
  if (a > 3) list[2] = a;
}
`;
    const made = [...sizesOf(program).keys()];
    const changed = (before: string): readonly string[] =>
      made.flatMap((text) => {
        const own = new RegExp(`^  if \\(a > ${before}\\) .*`, 'm').exec(text)?.[0] ?? '';
        return /\) (?:for .*\) )?\{? ?if \(/.test(own) ? [own] : [];
      });
    for (const before of ['1', '2']) {
      assert.ok(changed(before).length > 0);
      for (const own of changed(before)) assert.match(own, /\{ if \(.*; \}$/);
    }
    // Where none follows, there is nothing to take.
    assert.ok(changed('3').length > 0 && changed('3').every((own) => !own.includes('{')));
  });

  it('are each tried once, however they are come by', () => {
    const program = `export const add = (a, b) => a - b;
export function f(list, x, y) {
  const [first, second] = [x, y];
  if (first > second && x !== y) list.push(first - second);
  return list;
}
`;
    const files = typedFiles(['/p.mjs'], (path) => (path === '/p.mjs' ? program : undefined));
    const file = files.fileOf('/p.mjs');
    assert.ok(file);
    const suspect = new SuspectText('/p.mjs', file, files, 0);
    const made = suspect.candidates(() => true).map((candidate) => `${candidate.component} ${suspect.edited(candidate)}`);
    assert.ok(made.includes(`0 ${program.replace('a - b', 'a + b')}`));
    assert.deepEqual(
      made.filter((each, i) => made.indexOf(each) !== i),
      [],
    );
  });

  it('change defaults in patterns', () => {
    const programs = [
      (by: number): string => `export function f({ w = 1, h = ${by} } = {}) {\n  return w * h;\n}\n`,
      (by: number): string => `export function f(list) {\n  const [w = 1, h = ${by}] = list;\n  return w * h;\n}\n`,
      (by: number): string => `export function f(o) {\n  let h = 0;\n  ({ h = ${by} } = o);\n  return h;\n}\n`,
      (by: number): string => `export function f(o) {\n  let h = 0;\n  [h = ${by}] = o;\n  return h;\n}\n`,
      (by: number): string => `export class K {\n  constructor({ inner: { size = ${by} } }) {\n    this.size = size;\n  }\n}\n`,
    ];
    for (const program of programs) assert.ok((sizesOf(program(5), '/p.mjs').get(program(4)) ?? 9) <= 1.5, program(5));
  });

  it('have the numbers that the function writes elsewhere', () => {
    const program = (by: number): string => `export function last(n: number): number {\n  return n > 45 ? n % ${by} : n % 10;\n}\n`;
    assert.ok(sizesOf(program(1000)).has(program(45)));
    const apart = (by: number): string => `export const f = (n: number) => n % ${by};\nexport const g = (n: number) => n % 45;\n`;
    assert.ok(!sizesOf(apart(1000)).has(apart(45)));
  });

  it('let two indices change places, whatever the compiler is told of them', () => {
    const program = (cell: string): string => `export const at = (rows: number[][], i: number, j: number) => ${cell};\n`;
    assert.equal(sizesOf(program('rows[i]![j]!')).get(program('rows[j]![i]!')), 1);
    assert.equal(sizesOf(program('rows[i][j]')).get(program('rows[j][i]')), 1);
  });

  it('take nothing away where a constant is taken away', () => {
    const program = (last: string): string => `export const last = (values: number[]) => values[(values.length - 3) % (${last})];\n`;
    const sizes = sizesOf(program('values.length - 1'));
    assert.equal(sizes.get(program('values.length')), 0.95);
    assert.ok(!sizes.has(program('values.length - 0')));
  });

  it('change what a limit includes before they change how conditions are joined', () => {
    const program = (join: string, order: string): string =>
      `export function f(a: boolean, n: number): number {\n  if (a ${join} n ${order} 9) return 1;\n  return 0;\n}\n`;
    const sizes = sizesOf(program('&&', '>'));
    assert.ok((sizes.get(program('&&', '>=')) ?? 9) < (sizes.get(program('||', '>')) ?? 0));
  });

  it('wait for promises in asynchronous functions alone', () => {
    const program = (async: string, call: string): string =>
      `declare function load(id: number): Promise<number>;\nexport ${async}function f() {\n  const size = ${call};\n  return size;\n}\n`;
    assert.equal(sizesOf(program('async ', 'load(1)')).get(program('async ', 'await load(1)')), 1);
    assert.ok(sizesOf(program('async ', 'await load(1)')).has(program('async ', 'load(1)')));
    assert.ok(!sizesOf(program('async ', 'await load(1)')).has(program('async ', 'await await load(1)')));
    assert.ok(!sizesOf(program('', 'load(1)')).has(program('', 'await load(1)')));
  });

  it('bring an index back into a list', () => {
    const program = (index: string): string => `export const f = (values: number[], i: number, by: number) => values[${index}];\n`;
    assert.ok(sizesOf(program('i + by')).has(program('(i + by) % values.length')));
  });

  it('add a number to a text', () => {
    const program = (key: string): string => `export const f = (row: string, column: number) => ${key};\n`;
    assert.ok(
      sizesOf(program("row + ','")).has(program("(row + ',') + column")) ||
        sizesOf(program("row + ','")).has(program("row + ',' + column")),
    );
  });

  it('know without types what uses tell: numbers, texts, and fields', () => {
    const choose = (condition: string): string =>
      `export function choose(n, k) {\n  if (${condition}) return 1;\n  return choose(n - 1, k - 1) + choose(n - 1, k);\n}\n`;
    assert.ok(sizesOf(choose('k === 0'), '/p.js').has(choose('k === 0 || k === n')));
    const compare = (field: string): string =>
      `export function compare(a, b) {\n  if (a.rank !== b.rank) return b.rank - a.rank;\n  return a.order - ${field};\n}\n`;
    assert.ok(sizesOf(compare('b.rank'), '/p.js').has(compare('b.order')));
    const shout = (value: string): string => `export const shout = (word, times) => word.trim() + ${value}.repeat(times - 1);\n`;
    assert.ok(!sizesOf(shout("'!'"), '/p.js').has(shout('times')));
    assert.ok(sizesOf(shout("'!'"), '/p.js').has(shout('word')));
  });

  it('copy what is handed on, and test nothing else before they test nothing', () => {
    const copied = (value: string): string =>
      `export function f(list, item) {\n  const copy = ${value};\n  copy.push(item);\n  return copy;\n}\n`;
    assert.ok(sizesOf(copied('list'), '/p.js').has(copied('[...list]')));
    const tested = (head: string): string => `export function f(all: string[], one: string, other: string) {\n  ${head}all.push(one);\n}\n`;
    const sizes = sizesOf(tested('if (one) '));
    assert.ok((sizes.get(tested('')) ?? 9) < (sizes.get(tested('if (other) ')) ?? 0));
  });

  it('leave a clause of a switch before the next one', () => {
    const program = (end: string): string =>
      `export function f(n: number): number {\n  let x = 0;\n  switch (n) {\n    case 1:\n      x = 1;${end}\n    case 2:\n      x = 2;\n  }\n  return x;\n}\n`;
    assert.equal(sizesOf(program('')).get(program('\n      break;')), 1.5);
  });

  it('write nothing twice side by side where something else does', () => {
    const program = (key: string): string => `export const f = (a: number, b: number) => ${key};\n`;
    const sizes = sizesOf(program('`${a}${b}`'));
    assert.ok((sizes.get(program('`${a},${b}`')) ?? 9) < (sizes.get(program('`${b}${b}`')) ?? 0));
    const assigned = (by: string): string => `export function f(a: number, b: number) {\n  a = ${by};\n  return a + b;\n}\n`;
    assert.ok(!sizesOf(assigned('b')).has(assigned('a')));
  });

  it('group operands otherwise', () => {
    const program = (value: string): string => `export const f = (a: number, b: number, c: number) => ${value};\n`;
    assert.ok(sizesOf(program('a - b * c / 2')).has(program('(a - b) * c / 2')));
    assert.ok(sizesOf(program('a * b - c')).has(program('a * (b - c)')));
    assert.ok(!sizesOf(program('a * b * c')).has(program('a * (b * c)')));
  });

  it('are anchors of patterns that are made of texts', () => {
    const program = (first: string, last: string): string =>
      `export const f = (name) => new RegExp(${first} + name + ${last}).test('x' + name);\n`;
    const sizes = sizesOf(program("'^'", "''"), '/p.mjs');
    for (const [first, last] of [
      ["'^'", "'$'"],
      ["''", "''"],
    ] as const)
      assert.ok(sizes.has(program(first, last)), first + last);
    const other = (text: string): string => `export const f = (name) => name + ${text};\n`;
    assert.ok(!sizesOf(other("'a'"), '/p.mjs').has(other("'a$'")));
  });

  it('put what is spread before or behind the other properties', () => {
    const program = (properties: string): string => `export const f = (o) => ({ ${properties} });\n`;
    const sizes = sizesOf(program('...o, size: 1, hue: 2'), '/p.mjs');
    for (const properties of ['size: 1, ...o, hue: 2', 'size: 1, hue: 2, ...o'])
      assert.equal(sizes.get(program(properties)), 1.1, properties);
  });

  it('hand on what is there in place of what is made anew', () => {
    const program = (seen: string): string =>
      `export function f(value, seen = new Map()) {\n  seen.set(value, 1);\n  return value === 0 ? seen : f(value - 1, ${seen});\n}\n`;
    assert.ok((sizesOf(program('new Map()'), '/p.mjs').get(program('seen')) ?? 9) <= 2.5);
    const typed = (given: string): string =>
      `export function f(list: number[], all: number[]): number[] {\n  return list.length === 0 ? all : f(list.slice(1), ${given});\n}\n`;
    assert.ok((sizesOf(typed('[]')).get(typed('all')) ?? 9) <= 2.5);
  });

  it('give null in place of undefined', () => {
    const program = (nothing: string): string => `export const f = (x) => {\n  return x > 1 ? x : ${nothing};\n};\n`;
    assert.ok(sizesOf(program('undefined'), '/p.mjs').has(program('null')));
  });

  it('are other patterns', () => {
    const program = (pattern: string): string => `export const f = (text: string) => text.replace(${pattern}, '');\n`;
    const sizes = sizesOf(program('/[^a-z]+x.$/'));
    for (const other of ['/[^a-z]+x.$/g', '/[a-z]+x.$/', '/[^a-z]*x.$/', '/[^a-z]+x\\.$/', '/^[^a-z]+x.$/', '/[^a-z]+x./'])
      assert.ok(sizes.has(program(other)), other);
  });

  it('know what is empty from what is not there', () => {
    const program = (value: string): string => `export const f = (o: { n?: number; t?: string }) => ${value};\n`;
    assert.ok(sizesOf(program('o.n || 1')).has(program('o.n ?? 1')));
    assert.ok(sizesOf(program('o.n ? 1 : 2')).has(program('(o.n !== undefined) ? 1 : 2')));
    assert.ok(sizesOf(program('o.t')).has(program("o.t ?? ''")));
    assert.ok(sizesOf(program('o.t!.length')).has(program('o.t?.length')));
  });

  it('exchange the names that a value is taken apart into, and values of properties', () => {
    const list = (names: string): string => `export function f(p: number[]) {\n  const [${names}] = p;\n  return [a, b];\n}\n`;
    assert.ok(sizesOf(list('a, b')).has(list('b, a')));
    const object = (names: string): string =>
      `export function f(p: { a: number; b: number }) {\n  const { ${names} } = p;\n  return [a, b];\n}\n`;
    assert.ok(sizesOf(object('a, b')).has(object('a: b, b: a')));
    const made = (values: string): string => `export const f = (x: number, y: number) => ({ ${values} });\n`;
    assert.ok(sizesOf(made('a: x, b: y')).has(made('a: y, b: x')));
  });

  it('return what is only called, do always what is done sometimes, and give parameters a default', () => {
    const called = (statement: string): string => `export function f(n) {\n  if (n > 0) return 1;\n  ${statement}f(n + 1);\n}\n`;
    assert.ok(sizesOf(called(''), '/p.js').has(called('return ')));
    const sometimes = (head: string): string => `export function f(n, all) {\n  ${head}all.push(n);\n}\n`;
    assert.ok(sizesOf(sometimes('if (n) '), '/p.js').has(sometimes('')));
    const given = (parameter: string): string => `export function f(n, ${parameter}) {\n  return n + by;\n}\n`;
    assert.ok(sizesOf(given('by'), '/p.js').has(given('by = 1')));
    const typed = (parameter: string): string => `export function f(n: number, ${parameter}) {\n  return n + by!;\n}\n`;
    assert.ok(sizesOf(typed('by?: number')).has(typed('by: number = 0')));
    assert.ok(!sizesOf(typed('by: number')).has(typed('by: number = 0')));
  });

  it('exchange a key and what is stored under it, and the names of which one takes the value of the other', () => {
    const stored = (how: string): string =>
      `export function f(key: string, value: string) {\n  const all: Record<string, string> = {};\n  ${how};\n  return all;\n}\n`;
    assert.equal(sizesOf(stored('all[value] = key')).get(stored('all[key] = value')), 1.1);
    const assigned = (how: string): string =>
      `export function f(now: number) {\n  let before = 0;\n  ${how};\n  return [before, now];\n}\n`;
    assert.ok(sizesOf(assigned('now = before')).has(assigned('before = now')));
    const constant = (how: string): string =>
      `export function f(now: number) {\n  const before = 0;\n  ${how};\n  return [before, now];\n}\n`;
    assert.ok(!sizesOf(constant('now = before')).has(constant('before = now')));
    const list = (names: string): string => `export function f(p: string[]) {\n  const [${names}] = p;\n  return [a, b];\n}\n`;
    assert.ok(sizesOf(list("a = '', b = ''")).has(list("b = '', a = ''")));
    assert.ok(!sizesOf(list("a = 'x', b = ''")).has(list("b = '', a = 'x'")));
  });

  it('are off by one in a place before they name another variable', () => {
    const program = (low: string): string =>
      `export function f(low: number, high: number) {\n  const middle = (low + high) >> 1;\n  low = ${low};\n  return low;\n}\n`;
    const sizes = sizesOf(program('middle'));
    assert.ok((sizes.get(program('middle + 1')) ?? 9) < (sizes.get(program('high')) ?? 0));
    const handed = (k: string): string => `export const f = (all: number[], k: number): number => f(all.slice(1), ${k});\n`;
    assert.ok(sizesOf(handed('k')).has(handed('k - all.length - 1')));
  });

  it('have round numbers near a number, and those a little further off', () => {
    const program = (by: number): string => `export const f = (n: number) => n % ${by};\n`;
    const sizes = sizesOf(program(45));
    for (const other of [40, 50, 43, 47, 48, 42])
      assert.ok((sizes.get(program(45 - 1)) ?? 9) < (sizes.get(program(other)) ?? 0), `${other}`);
  });

  it('use what a call gives', () => {
    const program = (call: string): string =>
      `export function f(all: string[][], text: string): string[] {\n  const found: string[] = [];\n  ${call}\n  return found;\n}\nfunction g(all: string[][]): string[] { return all.flat(); }\n`;
    assert.ok(sizesOf(program('g(all);')).has(program('found.push(...g(all));')));
    assert.ok(sizesOf(program('text.trim();')).has(program('text = text.trim();')));
    const counted = (call: string): string => `export function f(n: number): number {\n  let sum = 0;\n  ${call}\n  return sum;\n}\n`;
    assert.ok(sizesOf(counted('f(n - 1);')).has(counted('sum += f(n - 1);')));
  });

  it('insert calls of what members hold, with all of a list', () => {
    const program = (call: string): string =>
      `interface Node { children: string[] }\nexport function f(node: Node, more: string[], seen: Set<string>, name: string) {\n  ${call}return node;\n}\n`;
    const sizes = sizesOf(program(''));
    for (const call of ['node.children.push(name);', 'node.children.push(...more);', 'seen.add(name);'])
      assert.ok(sizes.has(program(`${call}\n  `)), call);
  });

  it('fill empty blocks, and keep what inserted calls give', () => {
    const program = (block: string): string =>
      `type Nested = number | Nested[];\nexport function f(all: Nested[]): number[] {\n  const found: number[] = [];\n  for (const one of all) {\n    if (Array.isArray(one)) {${block}} else found.push(one);\n  }\n  return found;\n}\n`;
    assert.ok(sizesOf(program('')).has(program(' found.push(...f(one)); ')));
    const lines = program('\n    ');
    assert.ok(sizesOf(lines).has(program('\n      found.push(...f(one));\n    ')));
    const given = (call: string): string => `export function* f(n: number): Generator<number> {\n  ${call}\n}\n`;
    assert.ok(sizesOf(given('f(n - 1);')).has(given('yield* f(n - 1);')));
    assert.ok(sizesOf(given('yield f(n - 1);')).has(given('yield* f(n - 1);')));
  });

  it('use conditions and elements that stand elsewhere', () => {
    const program = (head: string): string =>
      `export function f(rows: string[], seen: Set<string>, key: string, at: number) {\n  if (rows[at] !== key + '!') seen.add(key);\n  if (${head}seen.has(key)) return 1;\n  return 2;\n}\n`;
    assert.ok(sizesOf(program('')).has(program('').replace('if (seen.has(key))', "if (seen.has(key) || rows[at] !== key + '!')")));
    const elements = (end: string): string =>
      `export function f(last: [number, number], end: number) {\n  if (end > last[0]) last[1] = ${end};\n  return last;\n}\n`;
    assert.ok(sizesOf(elements('end')).has(elements('Math.max(end, last[1])')));
  });

  it('make of a text what a test expected', () => {
    const program = (text: string): string => `export const f = (n: number) => ${text};\n`;
    const mended = (from: string, to: string, actual: string, expected: string): boolean => {
      const files = typedFiles(['/p.ts'], (each) => (each === '/p.ts' ? program(from) : undefined));
      const file = files.fileOf('/p.ts');
      assert.ok(file);
      const suspect = new SuspectText('/p.ts', file, files, 0);
      return suspect
        .candidates(() => true, { differences: [{ actual, expected }], fields: new Map(), wantedCalls: new Set() })
        .some((candidate) => suspect.edited(candidate) === program(to));
    };
    assert.ok(mended("'&gt' + n", "'&gt;' + n", "'&gt3'", "'&gt;3'"));
    assert.ok(mended('`${n} eggz: ${n}`', '`${n} eggs: ${n}`', "'3 eggz: 3'", "'3 eggs: 3'"));
    assert.ok(!mended("'a' + n", "'b' + n", "'a3'", "'b4'"));
  });

  it('convert texts and numbers, and read them in another base', () => {
    const program = (value: string): string => `export const f = (text: string) => ${value};\n`;
    assert.equal(sizesOf(program('parseInt(text)')).get(program('parseInt(text, 10)')), 1);
    const sizes = sizesOf(program('parseInt(text, 10)'));
    assert.equal(sizes.get(program('parseInt(text, 16)')), 0.95);
    assert.ok(!sizes.has(program('parseInt(text, 11)')));
    assert.ok(sizes.has(program('Number(text)')));
    const each = (by: string): string => `export const f = (texts: string[]) => texts.map(${by});\n`;
    assert.equal(sizesOf(each('parseInt')).get(each('Number')), 1);
    const sum = (size: string): string =>
      `export function f(list) {\n  let all = 0;\n  for (const { size } of list) all += ${size};\n  return all;\n}\n`;
    assert.equal(sizesOf(sum('size'), '/p.js').get(sum('Number(size)')), 1.5);
    const less = (left: string, right: string): string => `export const f = (a: string, b: string) => ${left} < ${right};\n`;
    assert.ok(sizesOf(less('a', 'b')).has(less('Number(a)', 'Number(b)')));
    const split = (behind: string): string => `export const f = (line: string) => line.split(';')${behind};\n`;
    assert.ok(sizesOf(split('')).has(split('.map((each) => each.trim())')));
    const cells = split('.map((cell) => cell.trim())').replace(': string', '');
    assert.ok(sizesOf(split('.map((cell) => cell)').replace(': string', ''), '/p.js').has(cells));
  });

  it('have the default that a test expected where something was missing', () => {
    const differences = [{ actual: "'a:undefined'", expected: "'a:8080'" }];
    const port = (of: string, ask = ''): string =>
      `export const f = (o: { port?: number }) => {\n  const ${of} = o;\n  return 'a:' + port${ask};\n};\n`;
    const sizes = sizesOf(port('{ port }'), '/p.ts', differences);
    for (const text of [port('{ port = 8080 }'), port('{ port }', ' ?? 8080').replace('port ?? 8080', '(port ?? 8080)')])
      assert.equal(sizes.get(text), 1.8);
    const parameter = (by: string): string => `export const f = ({ port${by} }) => {\n  return 'a:' + port;\n};\n`;
    assert.equal(sizesOf(parameter(''), '/p.js', differences).get(parameter(' = 8080')), 1.5);
    const whole = (by: string): string => `export const f = (o) => o.name${by};\n`;
    assert.equal(sizesOf(whole(''), '/p.js', [{ actual: 'undefined', expected: "'x'" }]).get(whole(" ?? 'x'")), 1.8);
    const truth = (by: string): string => `export const f = (o: { all?: boolean }) => o.all ${by} true;\n`;
    assert.equal(sizesOf(truth('||')).get(truth('??')), 0.9);
  });

  it('have a default of what a text was filled up with, for a parameter, an argument, or a function without a block', () => {
    const differences = [{ actual: "'a:undefinedundefined5'", expected: "'a:  5'" }];
    const program = (parameter: string, argument = ''): string =>
      `function pad(s, n, ch${parameter}) {\n  while (s.length < n) s = ch + s;\n  return s;\n}\nexport const f = (v) => pad(v, 3${argument});\n`;
    const sizes = sizesOf(program(''), '/p.js', differences);
    assert.equal(sizes.get(program(" = ' '")), 1.5);
    assert.equal(sizes.get(program('', ", ' '")), 2);
    const arrow = (of: string): string => `export const f = ${of} => 'a:' + b;\n`;
    for (const [from, to] of [
      ['(b)', "(b = ' ')"],
      ['b', "(b = ' ')"],
      ['async b', "async (b = ' ')"],
    ] as const)
      assert.equal(sizesOf(arrow(from), '/p.js', differences).get(arrow(to)), 1.5, to);
    const made = (by: string): string => `export class C {\n  constructor(b${by}) {\n    this.b = b;\n  }\n}\n`;
    assert.equal(sizesOf(made(''), '/p.js', differences).get(made(" = ' '")), 1.5);
    const derived = made('').replace('class C', 'class C extends Map').replace('this.b', 'super(b); this.b');
    assert.ok(![...sizesOf(derived, '/p.js', differences).keys()].some((text) => text.includes('b =') && !text.includes('(b)')));
  });

  it('ask first whether what a condition reads of is there', () => {
    const program = (head: string): string =>
      `interface At { key: number; next: At | null }\nexport function f(at: At | null, key: number, all: (At | null)[]) {\n  ${head}\n  return at?.key;\n}\n`;
    for (const [from, to, size] of [
      ['while (at.key !== key) at = at.next;', 'while (at && at.key !== key) at = at.next;', 1.1],
      ['if (key > 1 || at.key < 1) return 1;', 'if (key > 1 || (at && at.key < 1)) return 1;', 1.1],
      ['if (key > 1 && at.key < 1) return 1;', 'if (key > 1 && at && at.key < 1) return 1;', 1.1],
      ['if (at.key < 1 || key > 1) return 1;', 'if (at && (at.key < 1 || key > 1)) return 1;', 1.1],
      ['if (at.key < 1) return 1;', 'if (!at || at.key < 1) return 1;', 1.3],
      ['for (; at.next.key < 1; ) at = at.next;', 'for (; at.next && at.next.key < 1; ) at = at.next;', 1.1],
      ['key = all[key].key < 1 ? 1 : 2;', 'key = all[key] && all[key].key < 1 ? 1 : 2;', 1.1],
      ['if (!at.next) return 1;', 'if (!(at && at.next)) return 1;', 1.1],
    ] as const)
      assert.equal(sizesOf(program(from)).get(program(to)), size, to);
    const given = (text: string): string => `export const f = (o: { a?: { b: string } }) => ${text};\n`;
    const sizes = sizesOf(given('o.a.b'));
    assert.ok(sizes.has(given('o.a?.b')) && !sizes.has(given('o.a && o.a.b')));
  });

  it('are calls that stand in other methods, and fields that objects have beside others', () => {
    const program = (by: string): string =>
      `class C {\n  constructor(f) {\n    this.f = f;\n  }\n  set(a) {\n    this.b = a;${by}\n  }\n  remove(a) {\n    this.b = 0;\n    this.f.clear(a);\n  }\n}\nfunction g(a) {\n  a.b = 1;\n}\n`;
    const sizes = sizesOf(program(''), '/p.js');
    assert.equal(sizes.get(program('\n    this.f.clear(a);')), 2.2);
    assert.ok(![...sizes.keys()].some((text) => /a.b = 1;\s+this/.test(text)));
    const others = [{ path: '/p.test.js', text: "f([{ id: 1, name: 'a' }]);" }];
    const read = (name: string): string => `export const f = (users) => users.map((user) => user.${name});\n`;
    assert.equal(sizesOf(read('id'), '/p.js', [], others).get(read('name')), 1.1);
    const key = (name: string): string => `export const f = (users, by) => by(users, '${name}');\n`;
    assert.equal(sizesOf(key('id'), '/p.js', [], others).get(key('name')), 1.3);
  });

  it('spread a list that is given as a whole, copy before they change, and write to nothing that is there', () => {
    const call = (given: string): string => `export const f = (g, h) => (...args) => g(${given});\n`;
    assert.equal(sizesOf(call('args'), '/p.js').get(call('...args')), 1);
    assert.equal(sizesOf(call('...args'), '/p.js').get(call('args')), 1.2);
    const push = (given: string): string => `export const f = (all: number[], part: number[]) => all.push(${given});\n`;
    assert.equal(sizesOf(push('part')).get(push('...part')), 1.2);
    const held = (text: string): string => `export function* f(a) {\n  let part = [];\n  part.push(a);\n  yield ${text};\n}\n`;
    const sizes = sizesOf(held('part'), '/p.js');
    assert.ok((sizes.get(held('part.slice()')) ?? 9) < (sizes.get(held('part.map(Number)')) ?? 0));
    const merged = (given: string): string => `export const f = (a, b) => Object.assign(${given});\n`;
    const merges = sizesOf(merged('a, b'), '/p.js');
    assert.ok((merges.get(merged('{}, a, b')) ?? 9) < (merges.get(merged('b, a')) ?? 0));
  });

  it('do again what is done once, exchange statements, and give rounds their own variables', () => {
    const again = (word: string): string =>
      `export function f(list: number[]) {\n  ${word} (list.length > 2) list.pop();\n  return list;\n}\n`;
    assert.equal(sizesOf(again('if')).get(again('while')), 1.6);
    const ends = again('if').replace('list.pop()', 'return null');
    assert.ok(![...sizesOf(ends).keys()].some((text) => text.includes('while')));
    const order = (first: string, second: string): string =>
      `export function f(a: number[], n: number) {\n  ${first}\n  ${second}\n  return a;\n}\n`;
    const [most, push, loop] = ['const most = a.length;', 'a.push(n);', 'for (const each of a) n += each;'];
    for (const [one, other] of [
      [most, push],
      [push, most],
      [push, loop],
      [loop, push],
    ] as const)
      assert.ok((sizesOf(order(one, other)).get(order(other, one)) ?? 9) <= 1.7, one + other);
    const rounds = (word: string, body: string): string =>
      `export function f(n) {\n  const all = [];\n  for (${word} i = 0; i < n; i++) ${body}\n  return all;\n}\n`;
    assert.equal(sizesOf(rounds('var', 'all.push(() => i);'), '/p.js').get(rounds('let', 'all.push(() => i);')), 1);
    assert.ok(!sizesOf(rounds('var', 'all.push(i);'), '/p.js').has(rounds('let', 'all.push(i);')));
  });

  it('clear flags, use constants that stand behind, and end timers', () => {
    const flag = (by: string): string => `export const f = (mode: number, flag: number) => mode ${by}flag;\n`;
    for (const own of ['& ', '^ ']) assert.equal(sizesOf(flag(own)).get(flag('& ~')), 0.9);
    assert.equal(sizesOf(flag('& ~')).get(flag('& ')), 1);
    const kept = (by: string): string => `export class C {\n  bits = 0;\n  f(flag: number) {\n    this.bits ${by}flag;\n  }\n}\n`;
    assert.equal(sizesOf(kept('^= ')).get(kept('&= ~')), 0.9);
    const limit = (name: string): string => `export const f = (n: number) => n < ${name};\nconst most = 20;\nconst least = 5;\n`;
    assert.equal(sizesOf(limit('most')).get(limit('least')), 1);
    const level = (name: string): string => `const levels = { low: 1, high: 9 };\nexport const f = (n: number) => n < levels.${name};\n`;
    assert.equal(sizesOf(level('low')).get(level('high')), 1.1);
    const later = (clear: string): string =>
      `export function f(act: () => void) {\n  let timer: ReturnType<typeof setTimeout>;\n  return () => {\n    ${clear}timer = setTimeout(act, 9);\n  };\n}\n`;
    assert.equal(sizesOf(later('')).get(later('clearTimeout(timer);\n    ')), 2.2);
    const poll = (clear: string): string =>
      `export class C {\n  start() {\n    this.timer = setInterval(() => {}, 9);\n  }\n  stop() {\n    ${clear}this.timer = null;\n  }\n}\n`;
    assert.equal(sizesOf(poll(''), '/p.js').get(poll('clearInterval(this.timer);\n    ')), 2.2);
  });

  it('go through nothing where a list may be missing, and have a zero more or less', () => {
    const each = (list: string): string => `export function f(all, name) {\n  for (const each of ${list}) each();\n}\n`;
    const sizes = sizesOf(each('all[name]'), '/p.js');
    assert.equal(sizes.get(each('all[name] ?? []')), 2);
    assert.ok(!sizes.has(each("all[name] ?? ''")));
    const product = (a: number, b: number): string => `export const f = (n: number) => n * ${a} * ${b};\n`;
    const numbers = sizesOf(product(24, 100));
    assert.ok((numbers.get(product(24, 1000)) ?? 9) < (numbers.get(product(240, 100)) ?? 0));
  });

  it('have no operands that do nothing', () => {
    const truth = (value: string): string => `export function f(a: boolean, n: number) {\n  return ${value};\n}\n`;
    const made = (value: string): ReadonlySet<string> => new Set(sizesOf(truth(value)).keys());
    const ofTrue = made('true');
    for (const text of ['true && a', '!true', 'true || a']) assert.ok(!ofTrue.has(truth(text)), text);
    assert.ok(ofTrue.has(truth('a')));
    for (const text of ['!!a', '!(!a)']) assert.ok(!made('!a').has(truth(text)), text);
    assert.ok(made('!a').has(truth('a')));
    for (const text of ['n + 0', 'n - 0', 'n * 1', '0 + n'])
      assert.ok(!made('n + n').has(truth(text)) && !made('n * 2').has(truth(text)), text);
    for (const text of ['n - -1', 'n + -1']) assert.ok(!made('n - 1').has(truth(text)) && !made('n + 1').has(truth(text)), text);
    // Parentheses stand only where they group.
    assert.ok(made('n > 9').has(truth('n - 1 > 9')) && made('n > 9').has(truth('n > 9 && a')));
  });

  it('that change what others mean are no programs', () => {
    assert.deepEqual(
      validOnes(['a', 'b', 'c'], (some) => (some.includes('b') ? null : '1')),
      ['a', 'c'],
    );
    const program = (values: string): string => `export const f = (values: readonly number[]) => (${values}).sort();\n`;
    const sizes = sizesOf(program('values as number[]'));
    assert.ok(sizes.has(program('(values as number[]).slice()')));
    assert.ok(!sizes.has(program('values as number[].slice()')));
  });

  it('depend on what a property was before', () => {
    const typed = 'interface T { done: boolean; n: number }\nexport const f = (t: T): T => ({ ...t, done: true, n: 2 });\n';
    const sizes = sizesOf(typed);
    assert.ok((sizes.get(typed.replace('done: true', 'done: !t.done')) ?? 9) < 1.5);
    assert.ok((sizes.get(typed.replace('n: 2', 'n: t.n + 2')) ?? 9) < 1.5);
    const plain = 'export const f = (t) => ({ ...t, done: true });\n';
    assert.ok((sizesOf(plain, '/p.js').get(plain.replace('true', '!t.done')) ?? 9) < 1.5);
  });

  it('are guards of lists and numbers that have no types', () => {
    const program =
      'export function f(list) {\n  const all = [];\n  for (const [a, d] of list) all.push([a, d]);\n  return g(all) / list.length;\n}\n';
    const sizes = sizesOf(program, '/p.js');
    assert.ok(sizes.has(program.replace('  const all', '  if (list.length === 0) return 0;\n  const all')));
    assert.ok(sizes.has(program.replace('[a, d])', '[a, d + 1])')));
  });

  it('end what the function begins', () => {
    const program =
      'export class Q {\n  on(name, call) {}\n  off(name, call) {}\n  reset() { this.off(); }\n  once(name, call) {\n    const own = (given) => {\n      call();\n    };\n    this.on(name, own);\n  }\n}\n';
    const sizes = sizesOf(program, '/p.js');
    assert.ok((sizes.get(program.replace('      call();', '      this.off(name, own);\n      call();')) ?? 9) < 2.5);
    assert.ok(sizes.has(program.replace('      call();', '      this.reset();\n      call();')));
    // What gives nothing stands for no value.
    assert.ok(!sizes.has(program.replace('this.on(name, own)', 'this.on(own(name), own)')));
  });

  it('are programs', () => {
    const path = '/p.js';
    const program = `export class Heap {
  #items = [];
  top = -1;
  constructor(...given) { super_(...given); this.#items.push(...given); }
  pop() { return this.#items[--this.top] ?? this.#items[-this.top]; }
  swap(i, j) {
    for (;;) {
      if (i > j) break;
      if (typeof this.#items[i] === 'object' && !this.#items[j]) { i++; continue; }
      [this.#items[i], this.#items[j]] = [this.#items[j], this.#items[i]];
      ({ a: i, b: this.top } = { a: j, b: -i });
    }
    const { a, b } = this.#items[j];
    const [c, , d] = a || b && j;
    return a.b.c(...this.#items) + b[c ** -d] - (i - j * (c + 1));
  }
  async *each(call) { for await (const x of call) { yield* [x, await call(x)]; void (await x).a; } }
}
const super_ = (...all) => void new Set(all);
export const f = ({ g = 1, h: [i] } = {}, j) => (g, i) ? /[^a-z]+x?/.test(j) : delete j?.k[\`\${g}\${i}\`];
`;
    const files = typedFiles([path], (each) => (each === path ? program : undefined));
    const file = files.fileOf(path);
    assert.ok(file);
    const suspect = new SuspectText(path, file, files, 0);
    const all = suspect.candidates(() => true);
    assert.ok(all.length > 500);
    const scriptOf = (candidates: typeof all): string =>
      plainScript(
        suspect.switched(
          candidates.map((candidate, i) => ({ number: i + 1, candidate })),
          0,
        ).text,
        path,
      );
    const valid = new Set(validOnes(all, scriptOf));
    assert.deepEqual(
      all.filter((candidate) => !valid.has(candidate)).map(({ edits }) => edits),
      [],
    );
    // One that is none keeps no other from being tried.
    const broken = all
      .slice(0, 9)
      .map((candidate, i) =>
        i === 4 ? { ...candidate, places: candidate.places.map((place) => ({ ...place, text: '---x' })) } : candidate,
      );
    assert.deepEqual(
      validOnes(broken, scriptOf),
      broken.filter((_, i) => i !== 4),
    );
  });
});
