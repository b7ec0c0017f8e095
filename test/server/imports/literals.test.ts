import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';
import { findingsIn } from './projects.js';

/** The conditions of the functions of `main.ts` that something is asked of. */
function asked(table: string, main: string): Readonly<Record<string, string | null>> {
  const files = { 'table.ts': table, 'main.ts': `import { table } from './table';\nimport * as all from './table';\n${main}` };
  return Object.fromEntries(findingsIn(files).map(({ message, condition }) => [message.split(' ')[0], condition]));
}

/** The conditions of all functions of a module. */
const required = (text: string): Readonly<Record<string, string | null>> =>
  Object.fromEntries(checkText(text, { gate: true }).functions.map(({ name, requires }) => [name, requires]));

describe('a table of another module', () => {
  const reads = `export function missing() { return (table as any).c.n; }
    export function there() { return (table as any).a.n; }
    export function space() { return (all.table as any).c.n; }
    export function any(k: string) { return (table as any)[k].n; }`;
  const found = { missing: 'false', space: 'false', any: 'k === "a" || k === "b" || k in {}' };

  it('is known where it is frozen, or declared to stay as it is', () => {
    assert.deepEqual(asked('export const table = Object.freeze({ a: { n: 1 }, b: { n: 2 } });', reads), found);
    assert.deepEqual(asked('export const table = { a: { n: 1 }, b: { n: 2 } } as const;', reads), found);
    assert.deepEqual(asked('export const table: Readonly<Record<string, { n: number }>> = { a: { n: 1 }, b: { n: 2 } };', reads), found);
  });

  it('is not known where others may change it', () => {
    assert.deepEqual(asked('export const table = { a: { n: 1 }, b: { n: 2 } };', reads), {});
    assert.deepEqual(asked('export let table = Object.freeze({ a: { n: 1 } }); export const set = (t: any) => { table = t; };', reads), {});
    assert.deepEqual(
      asked('export const table = Object.freeze({ a: { n: null } });', 'export function f() { return (table as any).a.n.x; }'),
      {},
    );
  });

  it('is a list, a map or a set', () => {
    const list = 'export const table = Object.freeze(["x", "y"]);';
    assert.deepEqual(
      asked(
        list,
        `export function beyond() { return table[2]!.length; }
        export function at(n: number) { return table[n]!.length; }
        export function push() { (table as any).push('z'); }
        export function there() { return table[1]!.length; }`,
      ),
      { beyond: 'false', at: 'Number.isInteger(n) && n < 2 && n >= 0', push: 'false' },
    );
    const map = 'export const table: ReadonlyMap<string, { n: number }> = new Map([["a", { n: 1 }], ["b", { n: 2 }]]);';
    assert.deepEqual(asked(map, 'export function get(k: string) { return table.get(k)!.n; }'), { get: 'k === "a" || k === "b"' });
    const kept = 'const rates = new Map([["eur", 1]]); export function table(c: string) { return rates.get(c)!; }';
    assert.deepEqual(
      asked(kept, 'export function usd() { return table("usd").toFixed(2); } export const eur = () => table("eur").toFixed(2);'),
      {
        usd: 'false',
      },
    );
  });
});

describe('a table of the module', () => {
  it('is known where the module only looks at it', () => {
    const text = (more: string): string => `const codes = new Map([['a', { n: 1 }], ['b', { n: 2 }]]);
      const days = ['mon', 'tue'];
      export function get(k: string) { return codes.get(k)!.n; }
      export function day() { return days[2].length; }
      ${more}`;
    const known = { get: 'k === "a" || k === "b"', day: 'false' };
    const open = { get: null, day: null };
    const looks =
      "export const f = () => codes.has('a') && days.includes('x') && days.map((d) => d.length) && Object.keys(days) && [...days];";
    assert.deepEqual(required(text('')), known);
    assert.deepEqual({ ...required(text(looks)), ...known }, required(text(looks)));
    for (const change of [
      'export function f(ext: any) { ext(codes, days); }',
      'export function f() { codes.set("c", { n: 3 }); days.push("wed"); }',
      'export function f() { days.forEach((d, i, all) => { all[2] = d; }); return codes; }',
      'export { codes, days };',
      'const kept = { codes, days }; export const f = () => kept;',
    ]) {
      const { get, day } = required(text(change));
      assert.deepEqual({ get, day }, open, change);
    }
  });

  it('may hold functions, which everybody may have', () => {
    const readers = `export function run(k: string, text: string) { return readers.get(k)!(text); }
      export function yaml(text: string) { return readers.get('yaml')!(text); }
      export function has(k: string) { if (!(k in writers)) throw new Error('unknown ' + k); return writers[k]!; }`;
    const tables = `const plain = (text: string): string => text;
      const readers = new Map<string, (text: string) => unknown>([['json', JSON.parse], ['text', (text) => text], ['plain', plain]]);
      const writers: Record<string, (text: string) => string> = { csv: (text) => text, plain };`;
    const known = { run: '["json", "text", "plain"].includes(k)', yaml: 'false' };
    assert.deepEqual({ ...required(tables + readers), ...known }, required(tables + readers));
    for (const change of ['export function add(k: string) { readers.set(k, plain); }', 'export const all = () => readers;']) {
      const { run, yaml } = required(`${tables}${readers}\n${change}`);
      assert.deepEqual({ run, yaml }, { run: null, yaml: null }, change);
    }
    // A method that a table is the receiver of has the table.
    const self = 'const table: any = { own(this: any) { this.more = {}; } }; export const run = () => table.own();';
    assert.equal(required(`${self}\nexport function more() { return table.more.x; }`)['more'], null);
  });

  it('is known with its parts where its type lets nobody write them', () => {
    const asked = (types: string, type: string): string | null | undefined =>
      required(`${types}\nconst users: ${type} = [{ id: 1, name: 'Ada' }];
      export function byId(id: number) { for (const user of users) if (user.id === id) return user; return undefined; }
      export function root() { return byId(0)!.name; }`)['root'];
    assert.equal(asked('interface User { readonly id: number; readonly name: string }', 'readonly User[]'), 'false');
    assert.equal(asked('type User = Readonly<{ id: number; name: string }>;', 'ReadonlyArray<User>'), 'false');
    assert.equal(asked('interface User { id: number; name: string }', 'readonly Readonly<User>[]'), 'false');
    assert.equal(asked('interface User { id: number; readonly name: string }', 'readonly User[]'), null);
    assert.equal(asked('interface Base { id: number } interface User extends Base { readonly name: string }', 'readonly User[]'), null);
    assert.equal(asked('interface User { readonly id: number; readonly name: string }', 'User[]'), null);
    assert.equal(asked('', 'readonly import("./users").User[]'), null);
  });

  it('is not known by parts that somebody else may change', () => {
    const { f } = required(`const codes = new Map([['a', { n: null as any }]]);
      export function give(k: string) { return codes.get(k); }
      export function f() { return codes.get('a')!.n.x; }`);
    assert.equal(f, null);
  });
});
