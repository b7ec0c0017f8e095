import assert from 'node:assert/strict';
import { certainlyLacks } from '../../../server/builtins/memberNames.js';
import { checkText } from '../../support/checking.js';

/** What is required of `f`, or of the function of that name, in a text. */
function required(text: string, name = 'f'): string | null {
  return checkText(text, { unknownCalls: 'return-or-throw' }).functions.find((each) => each.name === name)?.requires ?? null;
}

describe('members that the language gives to other kinds of values', () => {
  const failing = [
    'export function f(count: string) { return (count as any).toFixed(2); }',
    'export function f(count: number) { const text: any = count; return text.trim(); }',
    'export function f(list: string[]) { return (list as any).trim(); }',
    'export function f(list: string[]) { return (list.length as any).forEach(() => 1); }',
    'export function f() { const seen: any = new Set([1]); return seen.push(2); }',
    'export function f() { const seen: any = new Map(); return seen.charAt(0); }',
    'export function f() { const run: any = () => [1]; return run.push(1); }',
    'export function f() { const error: any = new Error("offline"); return error.trim(); }',
    'export function f() { try { throw new RangeError("offline"); } catch (error: any) { return error.toUpperCase(); } }',
    'declare const ext: () => void; export function f(n: number) { ext(); const text: any = `${n}`; return text.getTime(); }',
  ];
  for (const text of failing) it(`are missing: ${text}`, () => assert.equal(required(text), 'false'));

  const good = [
    // Proposals, other versions, other engines.
    'export function f() { const seen: any = new Set([1]); return seen.map((x: any) => x).filter(Boolean); }',
    'export function f(list: string[]) { return (list as any).toSorted().lastItem.groupBy((x: any) => x); }',
    'export function f() { const error: any = new Error("x"); return error.lineNumber.toFixed() + error.cause.message; }',
    // Libraries that add names which the language has not.
    'export function f(text: string) { return (text as any).green.bold; }',
    'export function f(text: string) { return (text as any).contains("a"); }',
    'export function f(text: string) { return (text as any).reverse(); }',
    'export function f(list: string[]) { return (list as any).size() + (list as any).clear(); }',
    'export function f() { const run: any = () => 1; return run.every(3); }',
    'export function f() { return (new Error("x") as any).details().code; }',
    // Members of the built-in functions themselves.
    'export function f(xs: any[]) { return (Object as any).groupBy(xs, (x: any) => x).a; }',
    'export function f() { return (Promise as any).try(() => 1).then; }',
    'export function f() { return Object.keys({ [Symbol.match]: 1, [Symbol.search]: 2 }).length > 0 ? null!.x : 1; }',
    'export function f() { return ((RegExp as any).input as any).length; }',
    'class K extends Map {} export function f(xs: any[]) { return (K as any).groupBy(xs, (x: any) => x).size; }',
    'export function f() { const { groupBy, fromEntries }: any = Object; return groupBy([], fromEntries).a; }',
    'export function f() { const of: any = Reflect.get(Map, "groupBy"); return of([], (x: any) => x).size; }',
    // What the program adds.
    'export function f() { const error: any = new Error("x"); error.response = { status: 1 }; return error.response.status; }',
    'class Fault extends Error { response = { status: 1 }; } export function f() { const fault: any = new Fault("x"); return fault.response.status; }',
    'class Tags extends Set<string> { push(x: string) { return this.add(x); } } export function f() { const seen: any = new Tags(); return seen.push("a"); }',
    '(String.prototype as any).toFixed = () => "1"; export function f(text: string) { return (text as any).toFixed(); }',
    'declare const ext: (x: any) => void; export function f() { const run: any = () => 1; ext(run); return run.forEach(() => 1); }',
    'declare const ext: (x: any) => void; export function f() { const error: any = new Error("x"); ext(error); return error.response.status; }',
    'declare global { interface String { toFixed(): string } } export function f(text: string) { return text.toFixed(); }',
    'declare global { interface Object { tap(): number } } export function f() { const o: any = {}; return o.tap(); }',
  ];
  for (const text of good) it(`may be there: ${text}`, () => assert.equal(required(text), null));

  it('are there where the language has them', () => {
    const prototypes = {
      Object,
      Function,
      Array,
      String,
      Number,
      Boolean,
      BigInt,
      Symbol,
      Map,
      Set,
      WeakMap,
      WeakSet,
      Date,
      Error,
      RegExp,
      Promise,
    };
    for (const [name, { prototype }] of Object.entries(prototypes))
      for (let holder: object | null = prototype; holder !== null; holder = Object.getPrototypeOf(holder) as object | null)
        for (const member of Object.getOwnPropertyNames(holder))
          assert.equal(certainlyLacks(name, member), false, `${name}.prototype.${member}`);
  });
});

describe('what libraries of assertions add to every object', () => {
  const texts = [
    `import * as chai from 'chai'; chai.should(); export function f() { const user: any = { name: 'a' }; user.should.have.property('name'); }`,
    `import should from 'should'; export function f() { const user: any = { name: 'a' }; user.should.have.property('name'); }`,
    `import should from 'should'; export function f() { const users: any = [1]; users.should.have.length(1); (() => 1).should.throw(); }`,
    `import 'should'; export function f() { const { should }: any = {}; return should.equal; }`,
    `import 'should'; class User {} export function f() { const user: any = new User(); return user.should.be.ok; }`,
    `import 'should'; export async function f() { const user: any = (async () => 1)(); return user.should.be.ok; }`,
  ];
  for (const text of texts) it(`is not said to be missing: ${text}`, () => assert.equal(required(text), null));

  it('nothing at the top level of a module fails for it', () => {
    const text = `require('chai').should();\nconst user = { name: 'a' };\nuser.should.have.property('name');`;
    assert.deepEqual(checkText(text, { unknownCalls: 'return-or-throw' }).findings, []);
  });
});
