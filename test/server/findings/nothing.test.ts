import assert from 'node:assert/strict';
import { checkText, requiresOf } from '../../support/checking.js';

const messages = (text: string, name = 'program.mjs'): readonly string[] =>
  checkText(text, {}, [], name).findings.map(({ message }) => message);

describe('that a parameter without a type is of another kind than is meant', () => {
  it('is no finding where only the engine refuses it', () => {
    assert.deepEqual(messages('export function main(path) { return path.charCodeAt(0); }'), []);
    assert.deepEqual(messages("export function main(path) { return path.slice(1).trim().split('/').length; }"), []);
  });

  it('is a finding where the function refuses it itself', () =>
    assert.equal(messages("export function main(path) { if (typeof path !== 'string') throw new TypeError('path'); }").length, 1));
});

describe('that a parameter is undefined or null', () => {
  it('is required of it, and no finding, where a member of it is read', () => {
    const read = 'export function main(o) { return o.length; }';
    assert.deepEqual(messages(read), []);
    assert.equal(requiresOf(checkText(read, {}, [], 'program.mjs')), 'o != null');
  });

  it('is no finding where it is taken apart, called, stepped over or written to', () => {
    assert.deepEqual(messages('export function main({ a }) { return a; }'), []);
    assert.deepEqual(messages('export function main(f) { return f(); }'), []);
    assert.deepEqual(messages('export function main(list) { for (const x of list) console.log(x); }'), []);
    assert.deepEqual(messages('export function main(o) { o.x = 1; }'), []);
    assert.deepEqual(messages('export function main(o) { return o.x.y; }'), []);
  });

  it('is a finding where the function says so itself', () =>
    assert.deepEqual(messages("export function main(o) { if (o == null) throw new TypeError('no o'); }"), [
      "main fails if o == null: it throws new TypeError('no o') (line 1).",
    ]));

  it('is a finding where the declared type allows it, also of a member', () => {
    assert.deepEqual(messages('export function main(o: { x: number } | null) { return o!.x; }', 'program.ts'), [
      'main fails if o === null: o!.x is a property of undefined or null (line 1).',
    ]);
    assert.deepEqual(messages('export function main(o: { p?: { x: number } }) { return o.p!.x; }', 'program.ts'), [
      'main fails if o.p == null: o.p!.x is a property of undefined or null (line 1).',
    ]);
  });

  it('is a finding where the declared type allows it of what a pattern takes out', () => {
    const card =
      'type Props = { user?: { name: string }; list: string[] };\nexport function main(PATTERN: Props) { list.map(String); READ; }';
    const told = (pattern: string, read: string) => messages(card.replace('PATTERN', pattern).replace('READ', read), 'program.ts');
    assert.deepEqual(told('{ user, list }', 'return user!.name'), [
      'main fails if user == null: user!.name is a property of undefined or null (line 2).',
    ]);
    assert.deepEqual(told('{ user: { name } = { name: "" }, list }', 'return name.trim()'), []);
    assert.deepEqual(told('{ list }', 'return list.length'), []);
    assert.deepEqual(messages('export function main({ a: { b: c } }: { a: { b: string | null } }) { return c!.length; }', 'program.ts'), [
      'main fails if c == null: c!.length is a property of undefined or null (line 1).',
    ]);
  });

  it('is a finding of an element, which says that there is none', () =>
    assert.deepEqual(messages('export function main(rows: { x: number }[]) { return rows[0].x; }', 'program.ts'), [
      'main fails if rows[0] == null: rows[0].x is a property of undefined or null (line 1).',
    ]));

  it('is no finding of an element that is in bounds, unless its type allows it', () => {
    const first = (type: string): string => `export function main(rows: ${type}[]) { for (const row of rows) return row!.x; return 0; }`;
    assert.deepEqual(messages(first('{ x: number }'), 'program.ts'), []);
    assert.equal(messages(first('({ x: number } | undefined)'), 'program.ts').length, 1);
    assert.deepEqual(messages('export function main(rows) { if (rows.length > 0) return rows[0].x; return 0; }'), []);
  });

  it('is no finding where what the engine throws is caught and thrown as something else', () => {
    assert.deepEqual(messages('export function main(o) { try { return o.x; } catch (error) { console.log(1); throw error; } }'), []);
    assert.deepEqual(messages("export function main(o) { try { return o.x; } catch { throw new Error('failed'); } }"), []);
  });

  it('is no finding beside a loop that would count without end', () =>
    assert.deepEqual(
      messages('export function main(n = 9, o = []) { const { length } = o; for (let i = 0; i < n; i++) console.log(length); }'),
      [],
    ));

  it('is no finding where something may be thrown before that no input decides', () => {
    const declared = "import { audit } from './audit';";
    assert.deepEqual(messages(`${declared} export function main(o, n) { if (audit(n)) throw new Error('audit'); return o.x; }`), []);
    const limited = `${declared} export function main(req: { limit: number }, res: any) {
      audit('limit');
      if (req.limit > 50) throw new RangeError('limit');
      res.json(req.limit);
    }`;
    assert.deepEqual(messages(limited, 'program.ts'), []);
    const saved =
      "export async function main(id, db) { const x = await db.find(id); if (x.n > 3) throw new Error('n'); x.save(id.value); }";
    assert.deepEqual(messages(saved), []);
  });

  it('has the condition that its message has', () => {
    const text = "export function main(o) { if (o === null) throw new Error('no o'); return o.x; }";
    const [finding] = checkText(text, {}, [], 'program.mjs').findings;
    assert.equal(finding?.condition, 'o !== null');
  });

  it('is not told beside something else; the condition has all', () => {
    const text = "export function main(o, n) { if (typeof n === 'number' && n > 9) throw new RangeError('large'); return o.x; }";
    assert.deepEqual(messages(text), ['main fails if typeof n === "number" && n > 9: it throws new RangeError(\'large\') (line 1).']);
    assert.equal(requiresOf(checkText(text, {}, [], 'program.mjs')), 'o != null && (typeof n !== "number" || !(n > 9))');
  });

  it('is no finding behind a test of something else, nor an alternative', () => {
    assert.deepEqual(messages("export function main(o, n) { if (typeof n === 'number' && n > 3) return o.x; return 0; }"), []);
    const { findings } = checkText("export function main(o, n) { if (n === 3) throw new Error('n'); return o.x; }", {}, [], 'program.mjs');
    assert.deepEqual(
      findings.map(({ message, alternatives }) => [message, alternatives.length]),
      [["main fails if n === 3: it throws new Error('n') (line 1).", 0]],
    );
  });

  it('is no part of what a throw is about', () =>
    assert.deepEqual(messages("export function main(o) { if (o === null) throw new Error('no o'); return o.x; }"), [
      "main fails if o === null: it throws new Error('no o') (line 1).",
    ]));

  it('is no finding that a function without types is given another kind, where it is only not made for that', () => {
    assert.deepEqual(messages('export function main(rows) { return rows[0][1].length; }'), []);
    assert.deepEqual(messages('export function main(key) { return key[0].name; }'), []);
    assert.deepEqual(messages('export function main(text: string) { return text[0].length; }', 'program.ts'), [
      'main fails if text === "": text[0].length is a property of undefined or null (line 1).',
    ]);
  });

  it('is no finding that a call does not throw which is expected to', () => {
    const same = 'function same(a, b) { if (a !== b) throw new Error(`not ${b}`); }';
    const caught = 'let threw = false; try { f(); } catch { threw = true; }';
    assert.deepEqual(messages(`export function main(f) { ${caught} same(threw, true); } ${same}`), []);
    assert.deepEqual(messages(`export function main(f) { let o = f(); if (f) o = null; same(o, 1); } ${same}`).length, 1);
  });

  it('is no finding that an error is thrown which was given', () => {
    assert.deepEqual(messages('export function main(err) { if (err) throw err; }'), []);
    assert.deepEqual(messages('export function main(done, err) { if (err) { done(err); throw err; } }'), []);
    assert.deepEqual(messages('export function main(err) { if (err instanceof Error) throw err; return 1; }'), []);
    assert.deepEqual(messages("export function main(err, n) { if (n === 3) throw err; if (n === 4) throw new Error('n'); }").length, 1);
  });
});

describe('what counts as true', () => {
  it('is said so', () => {
    assert.deepEqual(messages("export function main(o) { if (o && typeof o !== 'object') throw new TypeError('o'); }"), [
      'main fails if typeof o !== "object" && Boolean(o): it throws new TypeError(\'o\') (line 1).',
    ]);
    assert.deepEqual(messages("export function main(o) { if (!o) throw new TypeError('o'); return o.x; }"), [
      "main fails if !o: it throws new TypeError('o') (line 1).",
    ]);
  });
});

describe('a condition behind a call on something unknown', () => {
  it('is told by its own test alone', () => {
    const bad = "if (n === 3) throw new Error('n');";
    const told = ["main fails if n === 3: it throws new Error('n') (line 1)."];
    assert.deepEqual(messages(`export function main(x, n) { x.load(); ${bad} return n; }`), told);
    assert.deepEqual(messages(`export async function main(x, n) { const y = await x.load(); ${bad} return y; }`), told);
    assert.deepEqual(messages(`export function main(x, y, n) { x.load(y.z()); ${bad} return n; }`), told);
  });

  it('is written shortly, where a number is asked to be whole, too', () => {
    const text = `function check(x: any, y: any): any { if (!y.has(x)) throw new TypeError('private'); return x; }
      export function main(x: any, y: any, length: number) { return check(x, y).make(new Array(length)); }`;
    assert.deepEqual(messages(text, 'program.ts'), [
      'main fails if length < 0 || !Number.isInteger(length), either because new Array(length) throws a RangeError (line 2) or for another reason.',
    ]);
  });

  it('is not explained by a function that is given nothing of it', () => {
    const text = `var get = (this && this.get) || function (of, state, f) {
        if (typeof state === 'function' ? of !== state : !state.has(of)) throw new TypeError('private');
        return f ? f.value : state.get(of);
      };
      const own = new WeakSet();
      export function main(length, more) { return get(this, own, more).call(this, new Array(length), 0); }`;
    assert.ok(messages(text).every((message) => !message.includes('private')));
  });
});
