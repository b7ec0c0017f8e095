import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const requires = (text: string, name = 'program.mjs'): string | null | undefined =>
  checkText(text, { unknownCalls: 'return-or-throw' }, [], name).functions.find((each) => each.name === 'f')?.requires;
/** Whether the condition of `f` lets the arguments pass. */
const allows = (text: string, names: string, ...given: readonly unknown[]): boolean => {
  const condition = requires(text) ?? 'true';
  return Boolean((new Function(...names.split(' '), `return (${condition});`) as (...values: readonly unknown[]) => unknown)(...given));
};
const messages = (text: string): readonly string[] => checkText(text, {}, [], 'program.mjs').findings.map(({ message }) => message);

describe('members of what is not seen', () => {
  const conditions: readonly (readonly [string, string | null])[] = [
    ["export function f(o) { if (!o.host) throw new Error('none'); }", 'o != null && Boolean(o.host)'],
    ["export function f({ host, port = 80 }) { if (!host) throw new Error('none'); return port; }", 'Boolean(host)'],
    [
      'export function f(o) { if (o.retries < 0) throw new RangeError(); }',
      'o != null && (typeof o.retries !== "number" || !(o.retries < 0))',
    ],
    [
      'export function f(list, i) { if (i >= list.length) throw new RangeError(); }',
      'list != null && (typeof i !== "number" || !(i >= list.length))',
    ],
    ["export function f(o) { if (o.a.kind !== 'x') throw new TypeError(); return o.a.b; }", 'o != null && o.a != null && o.a.kind === "x"'],
    ["export function f(list) { if (list[0] === 'x') throw new Error(); }", 'list != null && list[0] !== "x"'],
    ['export function f(list) { if (list.length < 2) throw new Error(); }', 'list != null && !(list.length < 2)'],
    [
      'export function f(v) { if (typeof v.length === "function") return v.length(); throw new Error(); }',
      'v != null && typeof v.length === "function"',
    ],
    ['export function f(v) { return v.length(); }', 'v != null'],
    // Somebody's own `length` may be anything.
    ['export function f(v) { if (v.length !== "1") throw new Error(); }', 'v != null && v.length === "1"'],
    ['export function f(v) { if (v.length !== null) throw new Error(); }', 'v != null && v.length === null'],
    ['export function f(v) { if (typeof v.length !== "string") throw new Error(); }', 'v != null && typeof v.length === "string"'],
    ['export function f(v) { if (v.length + 1 > 3) throw new Error(); }', 'v != null && !(v.length + 1 > 3)'],
    // The argument may be left out: what the pattern takes is undefined then.
    [
      'export function f(url, { retries = 3 } = {}) { if (retries < 1) throw new RangeError(); return url; }',
      'typeof retries !== "number" || !(retries < 1)',
    ],
    ['export function f({ a, b } = {}) { if (a && !b) throw new Error(); return 1; }', '!a || Boolean(b)'],
    ['export function f({ host } = {}) { if (!host) throw new Error(); return 1; }', 'Boolean(host)'],
    ['export function f({ n } = { n: 5 }) { if (n === undefined) throw new Error(); return 1; }', null],
    // It is read twice.
    ['export function f(o) { if (o.x === 1) return o.x === 1 ? 1 : o.y.z; throw new Error(); }', 'o != null && o.x === 1'],
    // A method that is only called is taken for granted; one that is tested is not.
    ['export function f(o) { o.run(); }', 'o != null'],
    ['export function f(o) { if (!o.run) console.log("none"); o.run(); }', 'o != null && o.run != null'],
  ];
  for (const [text, required] of conditions) it(`are data: ${text}`, () => assert.equal(requires(text), required));

  const changed: readonly string[] = [
    ...[
      'o.x = 2',
      'o.x++',
      'o.x &&= 2',
      'delete o.x',
      'q.x = 2',
      'o[q] = 2',
      '[o.x] = [2]',
      '({ a: o.x } = { a: 2 })',
      'for (o.x of [2]);',
    ],
    ...[
      'q()',
      'o.m()',
      'new q()',
      '`${q}`',
      'arguments[0].x = 2',
      'for (const each of q) each;',
      'Array.prototype.push.call(o, 1)',
      'eval(q)',
    ],
  ];
  for (const change of changed) {
    it(`may be changed by: ${change}`, () => {
      const text = `export function f(o, q, n) { if (n === 3) { if (o.x !== 1) return 0; ${change}\nif (o.x === 1) throw new Error(); } return 1; }`;
      assert.ok(
        allows(text, 'o q n', { x: 1, m: () => 0 }, () => 0, 3),
        String(requires(text)),
      );
    });
  }

  it('may change while the program waits', () => {
    assert.equal(
      requires('export async function f(o) { if (o.x !== 1) return 0; await null; if (o.x === 1) throw new Error(); }'),
      'o != null',
    );
    assert.equal(requires('export function* f(o) { if (o.x !== 1) return 0; yield 1; if (o.x === 1) throw new Error(); }'), 'o != null');
  });

  it('may be those of an object that the run has made and handed out, or of the module', () => {
    const own: readonly (readonly [string, string, string])[] = [
      ['const own = { x: 1 };', 'x', 'own.x = 2'],
      ['const own = [1];', 'length', 'own.push(2)'],
      ['const own = [1];', '0', 'own[0] = 2'],
      ['const own = new Set([1]);', 'size', 'own.add(2)'],
      ['class K { x = 1; inc() { this.x = 2; } } const own = new K();', 'x', 'own.inc()'],
      ['let z = 1; const own = { get x() { return z; } };', 'x', 'z = 2'],
      ['function own() {} own.x = 1;', 'x', 'own.x = 2'],
    ];
    for (const [made, name, change] of own) {
      const body = (given: string): string =>
        `if (n === 3) { if (${given}['${name}'] === 1) { ${change}; if (${given}['${name}'] === 1) throw new Error(); } } return 1;`;
      const handed = `export function f(h, n) { ${made} const c = h(own); ${body('c')} }`;
      assert.ok(
        allows(handed, 'h n', (given: unknown) => given, 3),
        handed,
      );
      const exported = `${made} export { own };\nexport function f(c, n) { ${body('c')} }`;
      assert.ok(allows(exported, 'c n', { x: 1, length: 1, size: 1, 0: 1 }, 3), exported);
    }
  });

  it('are not data where an accessor of the program may give them', () => {
    const text = `let n = 0; export const clock = { get now() { return ++n; } };
      export function f(o) { if (o.now === o.now) throw new Error(); return 1; }`;
    assert.equal(requires(text), 'o != null');
    assert.equal(
      requires('export function f(o) { Object.defineProperty(o, "x", {}); if (o.y === o.y) throw new Error(); }'),
      'o != null && (typeof o === "object" || typeof o === "function")',
    );
  });

  it('may be given by getters that throw', () => {
    assert.equal(requires('export function f(o) { try { o.x; } catch { return 1; } throw new Error(); }'), null);
    assert.equal(requires('export function f(o) { try { if (o.x) return 1; } catch { return 2; } throw new Error(); }'), null);
  });

  it('may be given by getters that change what else unknown code may change', () => {
    const text = `let flag = 0; export function raise() { flag = 1; }
      export function f(o) { flag = 0; o.x; if (flag !== 1) throw new Error('flag'); }`;
    assert.equal(requires(text), 'o != null');
  });

  it('are no finding where they are only read', () => {
    for (const text of [
      'export function f(req) { return req.query.page.trim(); }',
      'export function f(list) { return list[0].name; }',
      'export function f(o) { return o.items.map((each) => each.id); }',
    ])
      assert.deepEqual(messages(text), [], text);
  });

  it('are one where a test of them handles nothing', () => {
    const handler = "export function f(o) { if (!o.user) console.log('none');\nreturn o.user.name; }";
    assert.deepEqual(messages(handler), ['f fails if o.user == null: o.user.name is a property of undefined or null (line 2).']);
    assert.deepEqual(messages('export function f(o) { if (!o.user) o = { user: {} };\nreturn o.user.name; }'), []);
    assert.deepEqual(messages("import { fail } from 'x'; export function f(o) { if (!o.user) fail('none');\nreturn o.user.name; }"), []);
    assert.deepEqual(messages('export function f(o) { if (!o.user) return 0;\nreturn o.user.name; }'), []);
  });

  it('are told by the cause that can be named, where a pattern takes the argument apart', () => {
    assert.deepEqual(messages("export const f = ({ x }) => { if (!x) throw new Error('none'); return x; };"), [
      "f fails if !x: it throws new Error('none') (line 1).",
    ]);
  });
});
