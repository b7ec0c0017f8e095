import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const three = "if (n === 3) throw new Error('three');";

/** What each function of a module requires, by its name. */
function requires(text: string, settings: Parameters<typeof checkText>[1] = {}): Readonly<Record<string, string | null>> {
  return Object.fromEntries(checkText(text, settings).functions.map((each) => [each.name, each.requires]));
}

/** The lines stand before the condition, in a function each. */
function assertFound(header: string, lines: readonly (readonly [line: string, parameters?: string])[], modifiers = ''): void {
  const functions = lines.map(([line, more], index) => {
    const parameters = ['n: number', ...(more === undefined ? [] : [more])].join(', ');
    return `export ${modifiers} function f${index}(${parameters}) { ${line} ${three} }`;
  });
  const found = requires(`${header}\n${functions.join('\n')}`);
  for (const [index, [line]] of lines.entries()) assert.equal(found[`f${index}`], 'n !== 3', line);
}

describe('a condition of one value behind', () => {
  it('functions of modules', () =>
    assertFound(
      `import fs from 'node:fs';
      import path, { join } from 'node:path';
      import * as crypto from 'node:crypto';
      import { db, logger } from './db';
      const client = db.connect();`,
      [
        [`path.join('a', String(n));`],
        [`join('a', 'b');`],
        [`const text = fs.readFileSync(f, 'utf8');`, 'f: string'],
        ['if (fs.existsSync(f)) { logger.info(f); }', 'f: string'],
        ['const id = crypto.randomUUID();'],
        ['logger.child({ id: crypto.randomUUID() }).info(path.basename(f));', 'f: string'],
        ['client.users.find({ n }).sort().limit(3);'],
      ],
    ));

  it('other built-ins', () =>
    assertFound('', [
      ['performance.now();'],
      [`m.set('a', [...(m.get('a') ?? []), n]);`, 'm: Map<string, number[]>'],
      [`for (const x of s) if (x.startsWith('a')) s.delete(x);`, 's: Set<string>'],
      ['xs.filter((x) => x > 1).map((x) => x * 2).reduce((a, b) => a + b, 0);', 'xs: number[]'],
      [`s.split('/').filter(Boolean).map((x) => x.trim().toLowerCase());`, 's: string'],
      ['for (const m of s.matchAll(/a/g)) console.log(m[0]);', 's: string'],
      ['for (const [k, v] of Object.entries(o)) console.log(k, v);', 'o: Record<string, unknown>'],
      ['JSON.stringify(o);', 'o: object'],
      ['d.setHours(0, 0, 0, 0);', 'd: Date'],
      ['b.set([1, 2, 3], 1);', 'b: Uint8Array'],
      [`new TextEncoder().encode('x');`],
      ['process.nextTick(cb, null);', 'cb: (e: Error | null) => void'],
      ['cb(cb(cb(1)));', 'cb: (e: number) => number'],
      [`const t = setInterval(() => { console.log('x'); }, 10); clearInterval(t);`],
      ['queueMicrotask(() => console.log(n));'],
      ['const w = new WeakMap<object, number>(); const k = {}; w.set(k, 1);'],
      ['Reflect.ownKeys({ a: 1 });'],
      ['new Proxy({}, {});'],
      [`try { JSON.parse(s); } catch (e) { throw new Error('bad', { cause: e }); }`, 's: string'],
      ['let v; try { v = JSON.parse(s); } catch { v = null; }', 's: string'],
      [`const u = new URL(s); u.searchParams.set('a', 'b');`, 's: string'],
      ['x.toFixed(2).padStart(10);', 'x: number'],
      ['Array.from({ length: 3 }, (_, i) => i * 2);'],
      ['const b = structuredClone(a); b.push(1);', 'a: number[]'],
    ]));

  it('waits', () =>
    assertFound(
      `declare function ext(...given: unknown[]): any;
      import { db } from './db';
      const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
      async function own(id: number) { return await db.find(id); }`,
      [
        ['const [a, b] = await Promise.all([ext(1), ext(2)]);'],
        ['await Promise.allSettled([ext(1)]);'],
        ['await Promise.race([ext(1), ext(2)]);'],
        ['await Promise.all(xs.map(async (x) => { await ext(x); }));', 'xs: string[]'],
        ['await Promise.all(xs.map((x) => fetch(x)));', 'xs: string[]'],
        ['for (let i = 0; i < 3; i++) { try { await ext(i); break; } catch { await sleep(10); } }'],
        ['for (const x of xs) { const r = await fetch(x); if (!r.ok) throw new Error("bad"); }', 'xs: string[]'],
        ['for (let i = 0; i < xs.length; i++) await ext(xs[i]);', 'xs: string[]'],
        ['while (await ext()) await sleep(1);'],
        ['const r = await own(n); await db.save(r);'],
      ],
      'async',
    ));
});

describe('what unknown code does', () => {
  it('is not to end the process, where the text shows that it does', () => {
    const text = (more: string) => `declare function ext(...given: unknown[]): any;
      export function bye() { process.exit(1); }
      export function f(n: number) { ext(${more}); ${three} }`;
    assert.equal(requires(text(''))['f'], 'n !== 3');
    assert.equal(requires(text('bye'))['f'], null);
    assert.equal(requires(text('{ bye }'))['f'], null);
  });

  it('takes time that ends, in loops of async functions too; what waits for ever does not fail', () => {
    const text = `declare function ext(...given: unknown[]): any;
      export async function f(n: number, k: number) { while (k > 0) { await ext(); } ${three} }
      export async function g(n: number) { await new Promise(() => {}); ${three} }
      export async function h(n: number) { if (ext()) { while (true) { await ext(); } } ${three} }`;
    assert.deepEqual(requires(text), { f: '!(k > 0) && n !== 3', g: null, h: null, '<anonymous>': null });
  });

  it('may be an endless iterator, where runs need not end', () => {
    const text = `declare function ext(...given: unknown[]): any;
      export function plain(n: number) { ext(); ${three} }
      export function loop(n: number) { for (const x of ext()) ext(x); ${three} }
      export function test(n: number) { while (ext()) ext(); ${three} }
      export function spread(n: number) { const all = [...ext()]; ${three} }
      export async function wait(n: number) { for await (const x of ext()) ext(x); ${three} }`;
    const found = requires(text, { termination: false });
    assert.deepEqual(found, { plain: 'n !== 3', loop: null, test: null, spread: null, wait: null });
  });

  it('may change the methods of a class that it has, and not which object they are on', () => {
    const text = `declare function ext(...given: unknown[]): any;
      class E { get v() { return 1; } m(): any { return 2; } }
      class Kept { m(): any { return 2; } }
      export function method(n: number) { ext(E); if (new E().m() === 2) throw new Error(); }
      export function getter(n: number) { ext(E); if (new E().v === 1) throw new Error(); }
      export function inner(n: number) { class L {} ext(L); if ((new L() as any).m === undefined) throw new Error(); }
      export function kept(ys: any[], n: number) { for (const y of ys) { ext(y); new Kept().m(); } ${three} }`;
    const { method, getter, inner, kept } = requires(text);
    assert.deepEqual({ method, getter, inner, kept }, { method: null, getter: null, inner: null, kept: 'n !== 3' });
  });
});

describe('a function in place of one that may be given', () => {
  const table: readonly (readonly [string, string | null])[] = [
    ['export function f(g: any) { const h = g ?? (() => { throw new Error(); }); return h(1); }', 'g != null'],
    ['export function f(g: any) { const h = g !== undefined ? g : (() => { throw new Error(); }); h(1); return 1; }', 'g != null'],
    ['export function f(g: any) { const h = g || function () { throw new Error(); }; return h(1); }', 'Boolean(g)'],
    ['export function f(o: any) { const h = o.h ?? (() => { throw new Error(); }); return h(1); }', 'o != null && o.h != null'],
    ['export function f(g: any = () => { throw new Error(); }) { return g(1); }', 'g != null'],
    ['export function f({ g = (): any => { throw new Error(); } }: any) { return g(1); }', 'g != null'],
    ['export function f(o: any) { const { g = (): any => { throw new Error(); } } = o; return g(1); }', 'o != null && o.g != null'],
    ['export function f(o: any) { const p = { g: o.x ?? (() => { throw new Error(); }) }; return p.g(); }', 'o != null && o.x != null'],
    ['export function f(o: any) { for (const g of [o.x, (): any => { throw new Error(); }]) { g(1); break; } return 1; }', 'o != null'],
    ['declare const h: any; const g = h ?? (() => { throw new Error(); }); export function f() { return g(1); }', null],
  ];
  for (const [text, required] of table) it(`may be either: ${text}`, () => assert.equal(requires(text)['f'], required));
});

describe('an object of a class that is derived from one that is not seen', () => {
  it('may be any', () => {
    const text = `declare const Ext: any;
      class Derived extends Ext { n = 1; #p = 2; constructor() { super(); } m(): any { return 3; } get p() { return this.#p; } }
      export function method() { if (new Derived().m() === 3) throw new Error(); }
      export function member() { if ((new Derived() as any).n === 1) throw new Error(); }
      export function hidden() { if (new Derived().p === 2) throw new Error(); }
      export function other() { if ((new Derived() as any).other === undefined) throw new Error(); }
      export function kind() { if (new Derived() === null) throw new Error(); if (typeof new Derived() === 'number') throw new Error(); }
      export function instance() { if (new Derived() instanceof Derived) throw new Error(); }`;
    const found = requires(text);
    for (const name of ['method', 'member', 'hidden', 'other', 'kind', 'instance']) assert.equal(found[name], null, name);
  });
});
