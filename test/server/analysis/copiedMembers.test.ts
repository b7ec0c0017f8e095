import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const requires = (text: string, name = 'program.mjs'): string | null | undefined =>
  checkText(text, { unknownCalls: 'return-or-throw' }, [], name).functions.find((each) => each.name === 'f')?.requires;

const defaults = "const defaults = { n: 1, name: 'x', deep: { k: 1 } };\n";

describe('members of copies of what is not known', () => {
  const small = 'typeof { ...o }.n !== "number" || !({ ...o }.n > 3)';
  const conditions: readonly (readonly [string, string | null])[] = [
    ['function f(o) { const opts = { n: 1, ...o }; if (opts.n > 3) throw new Error(); }', small],
    ['function f(o) { const opts = { ...defaults, ...o }; if (opts.n > 3) throw new Error(); }', small],
    ['function f(o) { const opts = Object.assign({}, defaults, o); if (opts.n > 3) throw new Error(); }', small],
    ['function f(o) { const opts = Object.assign({ n: 1 }, o); if (opts.n > 3) throw new Error(); }', small],
    // What comes behind the copies hides them; what does not is beside them.
    ['function f(o) { const opts = { ...o, n: 1 }; if (opts.n > 3) throw new Error(); }', null],
    ['function f(o) { const opts = { ...o, m: 1 }; opts.k = 2; if (opts.n > 3) throw new Error(); }', small],
    ['function f(o) { const opts = { ...o }; opts.n = 2; if (opts.n > 3) throw new Error(); }', null],
    ['function f(o) { const opts = { n: 5, ...o }; opts.n -= 4; if (opts.n > 3) throw new Error(); }', small.replace('> 3', '> 7')],
    ['function f(o) { const opts = { ...defaults, ...o }; const more = { ...opts, k: 1 }; if (more.n > 3) throw new Error(); }', small],
    ['function f(o) { const { name, ...rest } = o; if (rest.n > 3) throw new Error(); return name; }', `o != null && (${small})`],
    ['function f(o) { const { name, ...rest } = o; if (rest.name > 3) throw new Error(); return name; }', 'o != null'],
    ["function f(o) { const opts = { ...o }; if (typeof opts.n !== 'number') throw new Error(); }", 'typeof { ...o }.n === "number"'],
    ['function f(o, p) { const opts = { ...p, ...o }; if (opts.n > 3) throw new Error(); }', small],
    [
      'function f(o) { const opts = { ...o.deep }; if (opts.n > 3) throw new Error(); }',
      `o != null && (${small.replaceAll('...o', '...o.deep')})`,
    ],
    // Nobody changes what is frozen.
    [
      'function f(o, run) { const opts = Object.freeze({ n: 1, ...o }); run(opts); if (opts.n > 3) throw new Error(); }',
      `run != null && (${small})`,
    ],
    ['function f(o, run) { const opts = { n: 1, ...o }; run(); if (opts.n > 3) throw new Error(); }', `run != null && (${small})`],
    ['function f(o) { const opts = { n: 1, ...o }; if (opts !== o && opts.n > 3) throw new Error(); }', small],
  ];
  for (const [text, required] of conditions) it(`are known: ${text}`, () => assert.equal(requires(`${defaults}export ${text}`), required));

  it('are as declared where they are copied at all', () => {
    const text = (test: string): string =>
      `export function f(o: { n?: number; name: string }) { const p = { n: 1, ...o }; if (${test}) throw new Error(); }`;
    assert.equal(requires(text('p.n > 3'), 'program.ts'), '!({ ...o }.n > 3)');
    assert.equal(requires(text('p.name === undefined'), 'program.ts'), null);
  });

  // Each of these runs well for some object of which what is asked is true.
  const open: readonly string[] = [
    // The default is given, or what is assigned as `__proto__` has it.
    'const p = Object.assign({}, o); if (p.n === undefined) throw new Error();',
    "const p = { n: undefined, ...o }; if (p.n !== undefined) return; if (Object.hasOwn(p, 'n')) return; throw new Error();",
    'const p = { n: 1, ...o }; if (p.n === 1) return; if (p.n === undefined) return;',
    // Others have the copy.
    'const p = { n: 5, ...o }; run(p); if (p.n > 3) throw new Error();',
    'const p = { n: 5, ...o }; run(() => { p.n = 0; }); if (p.n > 3) throw new Error();',
    'const p = { n: 5, ...o }; run.p = p; if (p.n > 3) throw new Error();',
    'const p = { n: 5, ...o, run }; p.run(); if (p.n > 3) throw new Error();',
    'const p = { n: 5, ...o }; for (const key in p) p[key] = 0; if (p.n > 3) throw new Error();',
    'const p = { n: 5, ...o }; for (const key of Object.keys(p)) p[key] = 0; if (p.n > 3) throw new Error();',
    'const p = { n: 5, ...o }; delete p.n; if (p.n > 3) throw new Error();',
    'const p = { n: 5, ...o }; p[run] = 0; if (p.n > 3) throw new Error();',
    'const p = { n: 5, ...o }; const q = p; q.n = 0; if (p.n > 3) throw new Error();',
    // Whatever has a name of `Object.prototype` may be inherited.
    'const p = { ...o }; if (p.toString === undefined) throw new Error();',
    'const p = { __proto__: { n: 5 }, ...o }; if (p.n > 3) throw new Error();',
    'const p = Object.assign(Object.create({ n: 5 }), o); if (p.n > 3) throw new Error();',
    // The copy was made behind what may have changed the original.
    'run(); const p = { n: 5, ...o }; if (p.n > 3) throw new Error();',
    'o.n = 0; const p = { n: 5, ...o }; if (p.n > 3) throw new Error();',
    // A getter of its own may be copied, and end the process.
    'const p = { n: 5, get m() { return process.exit(); }, ...o }; if (p.n > 3) throw new Error();',
    "const p = { n: 5, ...o, m: 1 }; if ('m' in p) return; throw new Error();",
  ];
  for (const body of open)
    it(`are not known: ${body}`, () => {
      const condition = requires(`export function f(o, run) { ${body} }`) ?? 'true';
      assert.doesNotMatch(condition, /\.n\b|\.toString|false/);
    });
});
