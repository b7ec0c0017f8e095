import type { RuledCase } from './ruledCases.js';

/** Objects that are gone, or are named by their numbers. */
export const existenceCases: readonly RuledCase[] = [
  {
    name: 'default message',
    program: `export class N { v = 0; }
const a = new N(), b = new N();
a.v = 1; //! n = N#1
b.v = 1; //! n = N#2
`,
    rules: `@N
export const r = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 1 });
`,
  },
  {
    name: 'dropped objects',
    program: `export class N { constructor(name) { this.name = name; this.done = false; } }
function leave() { for (let i = 0; i < 10; i++) new N('dead' + i); }
leave();
const a = new N('a');
const flag = new N('flag');
function drop() { let b = new N('b'); b = null; }
drop();
flag.done = true; //! with a
globalThis.k = [a, flag];
`,
    rules: `@N
export const withf = rule({ foreach: { f: extent(N), n: extent(N) }, where: ({ f, n }) => f.done && n !== f, found: ({ n }) => { report('with', n.name); } });
`,
  },
  {
    name: 'WeakRef and FinalizationRegistry',
    program: `export class N { v = 0; constructor(name) { this.name = name; } }
function make() { return new WeakRef(new N('weak')); }
const w = make();
await new Promise((r) => setTimeout(r, 10));
const a = new N('a');
a.v = 1; //! sib a
globalThis.k = [w, a];
`,
    rules: `@N
export const sib = rule({ foreach: { a: extent(N), b: extent(N) }, where: ({ a, b }) => a.v === 1 && (b.name === 'weak' || a === b), found: ({ a, b }) => report('sib', b.name) });
`,
  },
];
