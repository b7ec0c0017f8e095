import { proves } from '../../support/proving.js';

/** A function that looks at each element by `look`, and then reads it again. */
const loop = (name: string, look: string): string =>
  `export function ${name}(a, o) { for (let i = 0, n = a.length; i < n; i++) { ${look} if (i === 7) return a[i]; } }\n`;

describe('what asks an object about its properties changes no array', () => {
  it('by built-ins, called through their prototypes or not', () =>
    proves(
      `const has = Object.prototype.hasOwnProperty; const { toString } = Object.prototype;
       ${loop('own', 'has.call(o, a[i]);')} ${loop('direct', 'Object.prototype.hasOwnProperty.call(o, a[i]);')}
       ${loop('tag', 'toString.call(a[i]);')} ${loop('keys', 'if (Object.keys(a[i]).length > 3) return;')}
       ${loop('entries', 'Object.entries(a[i]);')} ${loop('frozen', 'Object.isFrozen(a[i]);')}
       ${loop('assigned', 'Object.assign({}, a[i]);')} ${loop('applied', 'Math.max.apply(null, [i, 1]);')}`,
      { own: '2/2', direct: '2/2', tag: '2/2', keys: '2/2', entries: '2/2', frozen: '2/2', assigned: '2/2', applied: '1/1' },
    ));

  it('by operators', () =>
    proves(
      `${loop('inside', 'if (a[i] in { x: 1 }) return;')} ${loop('unknown', 'if ("x" in a[i]) return;')}
       ${loop('deleted', 'delete o[a[i]];')} ${loop('spread', 'const c = { ...a[i] };')}`,
      { inside: '2/2', unknown: '2/2', spread: '2/2' },
    ));

  it('but by a Proxy or a getter of the module it may', () => {
    const proxy =
      'let kept = []; export const p = new Proxy({}, { has() { kept.length = 0; return true; } }); export const k = (a) => { kept = a; };';
    proves(`${proxy} ${loop('inside', 'if ("x" in o) return;')} ${loop('own', 'Object.prototype.hasOwnProperty.call(o, "x");')}`, {
      inside: '0/1',
      own: '0/1',
    });
    const getter =
      'let kept = []; export const p = { get [Symbol.toStringTag]() { kept.length = 0; return ""; } }; export const k = (a) => { kept = a; };';
    proves(`${getter} ${loop('tag', 'Object.prototype.toString.call(o);')} ${loop('spread', 'const c = { ...o };')}`, {
      tag: '0/1',
      spread: '0/1',
    });
  });

  it('and a function of the module that is called through its prototype may', () =>
    proves(
      `let kept = []; function cut() { kept.length = 0; } export const k = (a) => { kept = a; };
       ${loop('called', 'cut.call(o);')} ${loop('applied', 'cut.apply(o);')} ${loop('either', '(o.x ? cut : Math.max).call(o);')}`,
      { called: '0/1', applied: '0/1', either: '0/1' },
    ));
});

describe('a key that is an object is converted', () => {
  it('which changes no array, and lets nobody know the object', () =>
    proves(
      `export function listed(names) { const r = {}; for (let i = 0, n = names.length; i < n; i++) { r[names[i]] = 1; if (i > 7) return names[i]; } }
       export function counted(names) { const r = [1, 2]; const o: any = {}; for (const name of names) { o[name] = r; } return r[0]; }
       export function kept(name) { const o: any = { list: [1, 2, 3] }; o[name as any] = 4; return o; }`,
      { listed: '2/3' },
    ));

  it('which a length in a field needs not be', () =>
    proves(
      `let kept = []; export const text = { toString() { kept.length = 0; return 'b'; } }; export const k = (a) => { kept = a; };
       export function one(o) { if (o.b.length != 1) return; return o.b[0]; }
       export function all(o) { for (let i = 0; i < o.b.length; i++) if (o.b[i] === 3) return o.b[i]; }
       export function other(o) { if (o.b.length === 1 && o.size < 3) return o.b[0]; }`,
      { one: '1/1', all: '2/2', other: '0/1' },
    ));

  it('but by a conversion of the module it may', () =>
    proves(
      `let kept = []; export const text = { toString() { kept.length = 0; return 'b'; } };
       export function listed(names) { kept = names; const r = {}; for (let i = 0, n = names.length; i < n; i++) { r[names[i]] = 1; if (i > 7) return names[i]; } }`,
      { listed: '0/3' },
    ));

  it('to what may be the length of an array', () =>
    proves(`export function cut(a, b, k) { for (let i = 0; i < a.length; i++) { b[k] = 0; console.log(a[i]); } }`, { cut: '0/2' }));
});

describe('methods by the names of those that only look at strings, arrays and numbers', () => {
  it('change no array', () =>
    proves(
      `${loop('upper', 'a[i].name.toUpperCase();')} ${loop('split', 'if (a[i].split(",").length > 3) return;')}
       ${loop('replaced', 'a[i].replace(/x/, "y");')}`,
      { upper: '2/2', split: '2/2', replaced: '2/2' },
    ));

  it('unless they are given what they may call, or the module has such a method', () =>
    proves(
      `export class Own { constructor(a) { this.a = a; } trim() { this.a.length = 0; } }
       ${loop('replaced', 'a[i].replace(/x/, o);')} ${loop('trimmed', 'o.trim();')} ${loop('popped', 'o.pop();')}
       ${loop('computed', 'o["to" + i]();')} ${loop('function_', 'const { slice } = o; slice(1);')}`,
      { replaced: '0/2', trimmed: '0/1', popped: '0/1', computed: '0/2', function_: '0/1' },
    ));

  it('and a length is compared, whatever conversions the module has', () =>
    proves(
      `export class Moment { valueOf() { return Date.now(); } }
       export function found(o, name) { const list = o.list; for (let i = 0, n = list.length; i < n; i++) { if (list[i] === name) return list[i]; } }
       export function until(a, n) { let s = 0; for (let i = 0; i < a.length; i++) { if (i < n) s = 1; if (i > 5) return a[i]; } }`,
      { found: '2/2', until: '0/1' },
    ));
});

describe('what is written into a collection changes no array', () => {
  it('whatever is not known otherwise', () =>
    proves(
      `export function unique(a) { const s = new Set(), r = []; const n = a.length; for (let i = 0; i < n; i++) { if (!s.has(a[i])) { s.add(a[i]); r.push(a[i]); } } return r; }
       export function byName(a) { const m = new Map(); const n = a.length; for (let i = 0; i < n; i++) m.set(a[i].id, a[i]); return m; }
       export function popped(a) { const s = []; const n = a.length; for (let i = 0; i < n; i++) { s.push(1); s.pop(); console.log(a[i]); } }`,
      { unique: '3/3', byName: '2/2', popped: '1/1' },
    ));

  it('but another array may be the one that is not known', () =>
    proves(
      `export function popped(a, b) { const n = a.length; for (let i = 0; i < n; i++) { b.pop(); console.log(a[i]); } }
       export function known(a, f) { const s = [1]; f(s); const b = a.x; for (let i = 0; i < b.length; i++) { s.pop(); console.log(b[i]); } }`,
      { popped: '0/1', known: '0/1' },
    ));
});
