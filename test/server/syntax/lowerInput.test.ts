import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { lowerModule } from '../../../server/syntax/lower/lower.js';
import { lowered } from './lowering.js';

describe('the programs of the paper', () => {
  const folder = new URL('../../programs/syntox/', import.meta.url);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    it(`${file} makes well-formed graphs`, () => void lowered(readFileSync(new URL(file, folder), 'utf8'), file));
  }
});

describe('source texts', () => {
  it('with a syntax error have no graphs', () => {
    const result = lowerModule('let a = ;', { file: 'a.ts', assertions: true });
    assert.deepEqual(result, { kind: 'syntaxErrors', errors: [{ span: { start: 8, end: 9 }, message: 'Expression expected.' }] });
  });

  it('of JavaScript may contain what only a type checker rejects', () => {
    assert.equal(lowerModule('let a: number = 1;', { file: 'a.js', assertions: true }).kind, 'module');
  });

  it('are modules where they await at their top level, whatever is awaited', () => {
    const text = 'const v = await { then: (ok) => ok(1) }; const w = await [v];';
    for (const file of ['a.mjs', 'a.mts', 'a.js', 'a.ts']) assert.equal(lowerModule(text, { file, assertions: true }).kind, 'module');
    assert.equal(lowerModule(text, { file: 'a.cjs', assertions: true }).kind, 'syntaxErrors');
    lowered('function await(n) { return n; } var v = await (1) + 010;', 'a.js');
  });

  it('may be empty', () => assert.equal(lowered('').functions.length, 1));

  const many = (count: number, part: (index: number) => string, separator = ''): string =>
    Array.from({ length: count }, (_, index) => part(index)).join(separator);

  it('may be long chains', () => {
    lowered(`let a = 1; a = ${many(5000, () => 'a', ' + ')};`);
    lowered(`let a = 1; a = ${many(5000, () => 'a', ' && ')};`);
    lowered(`let a = 1; ${many(800, (index) => `if (a === ${index}) a = 2;`, ' else ')}`);
  });

  it('may be long chains of classes: superclasses are not looked for among all functions', () => {
    const started = performance.now();
    lowered(many(2000, (index) => `class C${index} ${index === 0 ? '' : `extends C${index - 1}`} { m() {} }`, '\n'));
    assert.ok(performance.now() - started < 20_000);
  });

  it('may be deeply nested', () => {
    lowered(`let a = ${'('.repeat(300)}1${')'.repeat(300)};`);
    lowered(`${'try { f(); } finally {'.repeat(100)}${'}'.repeat(100)} function f() {}`);
  });

  it('cost time in proportion to their length', () => {
    const text = many(20_000, (index) => `const v${index} = ${index === 0 ? '0' : `v${index - 1} + 1`};`, '\n');
    const edges = lowered(text).functions[0]?.edges.length ?? 0;
    assert.ok(edges < 25_000, `${edges} edges`);
  });
});

describe('forms of the language', () => {
  const forms = [
    'class A { static #p = 1; static { A.#p++; } accessor q = 2; declare d; [f()] = 1; static async *g() { yield* f(); } } function f() {}',
    'class A { constructor(readonly x = 1, public y?: number) {} } class B extends A { constructor() { super(); super.toString(); } }',
    'const { a = 1, ["b" + 1]: { c }, ...r } = f(); for (const [k, v] of Object.entries(r)) { f(k, v); } function f(...xs) { return xs; }',
    'async function f() { for await (const x of g()) await x; await using y = g(); } function* g() { const r = yield; return r; }',
    'let a; a ||= 1; a &&= 2; a ??= 3; a **= 2; a >>>= 1; delete a?.b; void a; a = (a, 1); a = a in {} && a instanceof Object;',
    'label: { break label; } do { continue; } while (false); if (1) ; else ; debugger; ;',
    'switch (1) { default: let x = 1; case 2: x; function g() {} }',
    'export default class {} export { x as "string name" }; let x = import("y"); import.meta.url;',
    'import d, * as n from "a"; import { type T, u as v } from "b"; import type { W } from "c"; import q = require("d"); d; n.x; v; q();',
    'namespace A.B { export enum C { X = f(), Y = "a".length } export function f() { return 1; } } namespace A { export let z = B.f(); }',
    'declare global { interface Window { a: 1 } } declare module "m" { export const z: number; } abstract class A { abstract m(): void; }',
    'const o = { __proto__: null, get a() { return 1; }, set a(v) {}, async *b() {}, "c d": 1, 2: 3, 4n: 5, [Symbol.iterator]() {} };',
    'try { throw 1; } catch { } try { f(); } catch ({ message, ...rest }) { f(rest, message); } finally { f(); } function f(...a) {}',
    'function f() { return new.target ?? arguments.length; } new f; new f(...[1]); f`a${1}b`; (() => this)();',
    'let x = -0, y = 1_000n, z = 0x1f, r = /a/g, t = `a${`b${1}`}c`;',
    'function f(this: void, a?: number, b = a!, { c } = { c: 1 } as { c: number }, [d] = [2], ...e: number[]): asserts a is number {}',
    'const g = <T,>(x: T) => x; g<number>(1); const h = g<string>; let u = <any>h;',
  ];
  for (const form of forms) it(`lowers ${form.slice(0, 60)}`, () => void lowered(form));

  it('lowers JSX', () => void lowered('const a = <A b={1} {...c}>{d}<e.f/><></></A>; function A() {} let c, d, e;', 'a.tsx'));
});
