import { proves } from '../../support/proving.js';

/** A program that keeps an array, gives an object this conversion, and converts something between a test and an access. */
const converting = (method: string): string =>
  `let kept = []; const cut = () => { kept.length = 0; }; const name = () => 'x';
   export function has(other) { const o = { other, name, cut }; o.toString = ${method}; return o; }
   export function between(a, x) { kept = a; for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }
   export function called(a, x) { kept = a; for (let i = 0; i < a.length; i++) { x.toString(); if (i > 7) return a[i]; } }`;

const proven = (method: string): void => proves(converting(method), { between: '1/1', called: '1/1' });
const unproven = (method: string): void => proves(converting(method), { between: '0/1', called: '0/1' });

describe("a conversion of the module's own that only looks", () => {
  it('reads properties and computes', () => {
    proven('function () { return this.a.b + `${this.c}` + (this.d ? 1 : -this.e); }');
    proven('function () { if (!this.a) throw new TypeError("none"); return ""; }'.replace('new TypeError("none")', '"none"'));
  });

  it('makes objects', () => proven('() => { const made = { list: [1, 2], f: () => cut() }; return made.list; }'));

  it('calls functions that only look, and methods by the names of those', () => {
    proven('() => name() + kept.slice(1).indexOf(3) + "abc".replace("a", "b")');
    proven('() => { const inner = () => name(); return inner(); }');
  });

  it('converts something, itself included', () => proven('function () { return this + this.toString() + this.valueOf(); }'));

  it('is a method of a class', () =>
    proves(
      `export class Rope { constructor() { this.a = ''; this.b = ''; } toString() { return this.a + this.b; } valueOf() { return this.a.length; } }
       export function between(a, x) { for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }`,
      { between: '1/1' },
    ));

  it('is copied under its name: it was given it elsewhere', () =>
    proves(
      `export function extend(a, b) { if (b.own('toString')) a.toString = b.toString; a.valueOf = b.valueOf; return a; }
       export function between(a, x) { for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }`,
      { between: '1/1' },
    ));
});

describe("a conversion of the module's own that may do more", () => {
  it('calls what changes an array, itself or by others', () => {
    unproven('() => { kept.pop(); return ""; }');
    unproven('() => { cut(); return ""; }');
    unproven('() => { const inner = () => { const f = () => cut(); return f(); }; inner(); return ""; }');
    unproven('function () { this.cut(); return ""; }');
    unproven('function () { return this.other(); }');
    unproven('() => new (function () { kept.length = 0; })()');
    unproven('() => "abc".replace(/b/, cut)');
    unproven('() => { [1].forEach(cut); return ""; }');
  });

  it('writes a property, or an element', () => {
    unproven('() => { kept.length = 0; return ""; }');
    unproven('function () { this.list = []; return ""; }');
    unproven('() => { delete kept[0]; return ""; }');
  });

  it('runs what iterates, or waits', () => {
    unproven('function () { for (const x of this.other) name(); return ""; }');
    unproven('function () { const [x] = this.other; return x; }');
    unproven('function () { return name(...this.other); }');
  });

  it('may not come back', () => unproven('() => { while (kept) name(); return ""; }'));

  it('is not known', () => {
    unproven('other');
    unproven('other ? name : cut');
    unproven('kept.x');
    unproven('cut.bind(null)');
  });

  it('is a variable that is rewritten, or given by a caller', () => {
    proves(
      `let kept = []; let text = () => ''; export function change() { text = () => { kept.length = 0; }; }
       export const o = { toString: () => text() };
       export function between(a, x) { kept = a; for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }`,
      { between: '0/1' },
    );
    proves(
      `let kept = []; export const give = (text) => ({ toString: () => text() });
       export function between(a, x) { kept = a; for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }`,
      { between: '0/1' },
    );
  });

  it('reads what the module has a getter for', () =>
    proves(
      `let kept = []; export class Text { get text() { kept.length = 0; return ''; } toString() { return this.text; } }
       export function between(a, x) { kept = a; for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }`,
      { between: '0/1' },
    ));

  it('is given under another name than it is read by, or by a descriptor', () => {
    proves(
      `let kept = []; export const o = { format() { kept.length = 0; return ''; } }; export const give = (a) => { a.toString = o.format; };
       export function between(a, x) { kept = a; for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }`,
      { between: '0/1' },
    );
    proves(
      `let kept = []; export const o = {}; Object.defineProperty(o, 'valueOf', { value() { kept.length = 0; return 1; } });
       export function between(a, x) { kept = a; for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }`,
      { between: '0/1' },
    );
    proves(
      `let kept = []; export const o = { get toString() { kept.length = 0; return () => ''; } };
       export function between(a, x) { kept = a; for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }`,
      { between: '0/1' },
    );
  });

  it('is one of two that call each other', () =>
    proves(
      `let kept = []; export class Both { toString() { return '' + this.valueOf(); } valueOf() { kept.length = 0; return 1; } }
       export function between(a, x) { kept = a; for (let i = 0; i < a.length; i++) { const y = -x; if (i > 7) return a[i]; } }`,
      { between: '0/1' },
    ));
});

describe("a method of the module's own by the name of one that only looks", () => {
  it('is one where its text says so', () =>
    proves(
      `export class Own { constructor(a) { this.a = a; } trim() { return this.a.b; } slice() { return this.a.pop(); } }
       export function trimmed(a, o) { for (let i = 0; i < a.length; i++) { o.trim(); if (i > 7) return a[i]; } }
       export function sliced(a, o) { for (let i = 0; i < a.length; i++) { o.slice(); if (i > 7) return a[i]; } }`,
      { trimmed: '1/1', sliced: '0/1' },
    ));
});
