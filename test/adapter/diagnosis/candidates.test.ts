import assert from 'node:assert/strict';
import { SuspectText } from '../../../server/syntax/diagnosis/suspectText.js';
import { typedFiles } from '../../../server/syntax/diagnosis/typedFiles.js';

const path = '/p.ts';

/** The sizes of changes that a program is tried with, by what it reads then. */
function sizesOf(program: string): ReadonlyMap<string, number> {
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
    const files = typedFiles([path], (each) => (each === path ? program : undefined));
    const file = files.fileOf(path);
    assert.ok(file);
    const { components } = new SuspectText(path, file, files, 0);
    const valueOf = (text: string) => components.find(({ span }) => program.slice(span.start, span.end).startsWith(text))?.value;
    assert.equal(valueOf('x = b'), 'number');
    assert.equal(valueOf('y = 3'), 'other');
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
});
