import assert from 'node:assert/strict';
import { SuspectText } from '../../../server/syntax/diagnosis/suspectText.js';
import { typedFiles } from '../../../server/syntax/diagnosis/typedFiles.js';

/** The sizes of changes that a program is tried with, by what it reads then. */
function sizesOf(program: string, path = '/p.ts'): ReadonlyMap<string, number> {
  const files = typedFiles([path], (each) => (each === path ? program : undefined));
  const file = files.fileOf(path);
  assert.ok(file);
  const suspect = new SuspectText(path, file, files, 0);
  return new Map(suspect.candidates(() => true).map((candidate) => [suspect.edited(candidate), candidate.size]));
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
  it('have the numbers that the function writes elsewhere', () => {
    const program = (by: number): string => `export function last(n: number): number {\n  return n > 60 ? n % ${by} : n % 10;\n}\n`;
    assert.ok(sizesOf(program(1000)).has(program(60)));
    const apart = (by: number): string => `export const f = (n: number) => n % ${by};\nexport const g = (n: number) => n % 60;\n`;
    assert.ok(!sizesOf(apart(1000)).has(apart(60)));
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
    assert.ok(sizesOf(choose('k === 0'), '/p.js').has(choose('(k === 0) || k === n')));
    const compare = (field: string): string =>
      `export function compare(a, b) {\n  if (a.rank !== b.rank) return b.rank - a.rank;\n  return a.order - ${field};\n}\n`;
    assert.ok(sizesOf(compare('b.rank'), '/p.js').has(compare('b.order')));
    const shout = (value: string): string => `export const shout = (word, times) => word.trim() + ${value}.repeat(times - 1);\n`;
    assert.ok(!sizesOf(shout("'!'"), '/p.js').has(shout('times')));
    assert.ok(sizesOf(shout("'!'"), '/p.js').has(shout('word')));
  });
});
