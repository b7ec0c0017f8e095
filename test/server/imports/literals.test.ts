import assert from 'node:assert/strict';
import { claims } from './projects.js';

const main = (call: string): string => `import { f } from './b';\nexport function main(n: number) { return ${call}; }`;

/** What `main` requires, held against Node, of a module `b.ts` and a call of its `f`. */
const asked = (b: string, call = 'f(n)', refuses: readonly number[] = []): Promise<string | null> =>
  claims({ 'b.ts': b, 'main.ts': main(call) }, refuses);

describe('a literal that another module keeps to itself', () => {
  it('is known: an array', async () =>
    assert.equal(
      await asked(
        "const names = ['a', 'b', 'c'];\nexport function f(i: number) { if (i >= names.length) throw new RangeError(); return names[i]; }",
        'f(n)',
        [3, 10],
      ),
      '!(n >= 3)',
    ));

  it('is known: a table', async () =>
    assert.equal(
      await asked(
        'const factors: Record<string, number> = { s: 1, m: 60 };\nexport function f(unit: string) { const factor = factors[unit]; if (factor === undefined) throw new Error(unit); return factor; }',
        "f(n > 3 ? 'min' : 's')",
        [5],
      ),
      '!(n > 3)',
    ));

  it('is known: a table of tables, and of constants', async () => {
    const b = `const least = 2;
const rules: Record<string, { least: number; after: string[] }> = { draft: { least, after: ['review'] }, review: { least: -1, after: [] } };
export function f(from: string, to: string) {
  if (!rules[from].after.includes(to)) throw new Error(to);
  return rules[from].least;
}`;
    assert.equal(await asked(b, "n < 0 ? f('draft', 'done') : f('draft', 'review')", [-1]), '!(n < 0)');
  });

  it('is known where it is stepped through, compared or searched', async () => {
    const b = `const limits = [10, 20];
export function f(n: number) {
  let sum = 0;
  for (const limit of limits) sum += limit;
  if (limits === null || 7 in limits || limits.indexOf(30) >= 0) throw new Error('never');
  if (n > 40) throw new RangeError(String(sum));
  return sum;
}`;
    assert.equal(await asked(b, 'f(n)', [50]), '!(n > 40)');
  });

  const changes: Readonly<Record<string, string>> = {
    'is exported': 'export const list = [1];\nexport const grow = () => list.push(2);',
    'is exported by another name': 'const list = [1];\nexport { list as all };',
    'is written to': 'const list = [1];\nexport function grow() { list[1] = 2; }',
    'is changed by a method': 'const list = [1];\nexport function grow() { list.push(2); }',
    'is changed by a method with a computed name': "const list = [1];\nexport function grow(how: 'push') { list[how](2); }",
    'is changed through another name': 'const list = [1];\nexport function grow() { const other = list; other.push(2); }',
    'is returned': 'const list = [1];\nexport function all() { return list; }',
    'is handed to unknown code': 'const list = [1];\nexport function show(log: (of: unknown) => void) { log(list); }',
    'is handed to a callback':
      'const list = [1];\nexport function each(of: (a: number, b: number, all: number[]) => void) { list.forEach(of); }',
    'is thrown': 'const list = [1];\nexport function fail() { throw list; }',
    'is part of what is kept': 'const list = [1];\nexport const box = { list };',
    'is deleted from': 'const list = [1];\nexport function clear() { delete list[0]; }',
    'is written again': 'let list = [1];\nexport function clear() { list = []; }',
    'is captured by a function that changes it': 'const list = [1];\nexport const grower = () => () => { list.length = 0; };',
    'is reached by eval': 'const list = [1];\nexport function run(code: string) { return eval(code); }',
  };
  for (const [what, text] of Object.entries(changes)) {
    it(`is not known where it ${what}`, async () =>
      assert.equal(
        await asked(`${text}\nexport function f(n: number) { if (list.length !== 1 || n > 9) return n; throw new Error('one'); }`),
        null,
      ));
  }

  it('is not known where a part of it may be changed', async () => {
    const part = `const rows = [{ n: 1 }, { n: 2 }];
export function row(i: number) { return rows[i]; }
export function f(n: number) { if (rows[0].n === 1 && n > 9) throw new Error('one'); return n; }`;
    assert.equal(await asked(part), null);
    const stepped = part.replace('return rows[i];', 'for (const row of rows) row.n = i;');
    assert.equal(await asked(stepped), null);
  });
});
