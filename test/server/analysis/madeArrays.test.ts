import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const header = 'declare const ext: (...given: any[]) => any;\n';

/** What is required of `f` in a text. */
function required(text: string): string | null {
  const { functions } = checkText(header + text, { unknownCalls: 'return-or-throw' });
  return functions.find(({ name }) => name === 'f')?.requires ?? null;
}

/** Arrays that built-ins make of what is not known. */
const made: readonly (readonly [expression: string, parameters: string])[] = [
  ["text.split('\\n')", 'text: string'],
  ['text.split(/[,;]/)', 'text: string'],
  ["text.split(';').map((part) => part.trim())", 'text: string'],
  ["text.split(';').filter((part) => part !== '')", 'text: string'],
  ['list.slice(1)', 'list: string[]'],
  ['list.map((x) => x.trim())', 'list: string[]'],
  ['list.filter((x) => ext(x)).map(String)', 'list: string[]'],
  ['list.flatMap((x) => [x, ext(x)])', 'list: string[]'],
  ['Object.keys(o)', 'o: object'],
  ['Object.values(o)', 'o: Record<string, string>'],
  ['Array.from(new Set<string>(list))', 'list: string[]'],
  ['[...list]', 'list: string[]'],
];

/** What some array is good for. */
const goodUses: readonly string[] = [
  'return made[made.length - 1].trim();',
  'for (let i = 0; i < made.length; i++) made[i].trim();',
  'made.push("a"); return made[made.length - 1].trim();',
  'made[made.length] = "a"; return made[made.length - 1].trim();',
  'made.length = 3; made[2] = "a"; return made[made.length - 1].length;',
  'const end = made.length; made.push("a"); return made[end].trim();',
  'for (const x of made) if (x.length > 2) return x.trim(); return ext();',
  'if (made.length > 3) return made[2].trim(); return 1;',
  'made.sort(); made.reverse(); return made[0].trim();',
  'const other = made; other.push("a"); return made[made.length - 1].trim() + other[0].length;',
  'const held = { made }; held.made.unshift("a"); return made[0].trim();',
  'const add = () => { made.push("a"); }; const end = made.length; add(); return made[end].trim();',
  'const end = made.length; for (let i = 0; i < 3; i++) made.push("a"); return made[end + 2].trim();',
  'const end = made.length; ext(() => made.push("a")); return made[end].trim();',
];

/** What some of them need, to have an element. */
const usual = /^(?:list\.length > [01]|Object\.keys\(o\)\.length >= 1|text\.includes\(";"\) \|\| text\.split\(";"\)\[0\] !== "")?$/;

describe('an array that a built-in has made of what is not known', () => {
  for (const [expression, parameters] of made) {
    const body = (rest: string): string => `export function f(${parameters}) { const made: any[] = ${expression}; ${rest} }`;
    it(`has nothing behind its end: ${expression}`, () => {
      assert.equal(required(body('return made[made.length].trim();')), 'false');
      assert.equal(required(body('ext(made); return made[made.length].trim();')), null, 'unknown code may have changed it');
    });
    it(`may hold anything before its end: ${expression}`, () => {
      const texts = goodUses.map((rest, i) => `export function f${i}(${parameters}) { const made: any[] = ${expression}; ${rest} }`);
      for (const { name, requires } of checkText(header + texts.join('\n'), { unknownCalls: 'return-or-throw' }).functions)
        if (/^f\d/.test(name)) assert.match(requires ?? '', usual, `${name} of ${texts.join('\n')}`);
    });
  }

  it('has an element too few in loops that go one too far', () => {
    const body = (limit: string): string =>
      `export function f(text: string) { const made = text.split(','); let n = 0; for (let i = 0; ${limit}; i++) n += made[i].length; return n; }`;
    assert.equal(required(body('i <= made.length')), 'false');
    assert.equal(required(body('i < made.length')), null);
  });

  it('is none other that is made in the same way', () => {
    const same = `const a = text.split(','); const b = text.split(',');`;
    assert.equal(required(`export function f(text: string) { ${same} if (a !== b) return 1; throw new Error('same'); }`), null);
    assert.equal(
      required(`export function f(text: string) { ${same} b.push('x'); if (a.length < b.length) return 1; throw new Error(); }`),
      null,
    );
  });

  it('is nothing that a subclass, or a method of that name, gives', () => {
    const good = [
      `class Parts { split(): any { return { length: 0, 0: 'a' }; } } export function f(text: string) { const made = new Parts().split(); return made[made.length].trim(); }`,
      `export function f(text: { split(by: string): any }) { const made = text.split(','); return made[made.length - 1].trim(); }`,
      `export function f(text: string) { const cut: any = { [Symbol.split]: () => ['a'], get length() { return 0; } }; const made: any = text.split(cut); return made[0].trim(); }`,
      `export function f(list: any) { const made = Array.prototype.slice.call(list); return made[made.length - 1].trim(); }`,
      `class Other { length = 0; 0 = 'a'; } export function f(list: string[]) { const made: any = Array.from.call(Other as any, list); return made[0].trim(); }`,
    ];
    for (const text of good) assert.equal(required(text), null, text);
  });
});

describe('what a built-in returns behind unknown code', () => {
  const failing = [
    'export function f(list: string[]) { ext(); const joined: any = list.join(","); return joined.toFixed(1); }',
    'export function f(list: string[]) { const at: any = list.map((x) => ext(x)).indexOf("a"); return at.trim(); }',
    'export function f(n: number) { const text: any = ext(n).x.padStart; const parts: any = String.fromCharCode(n).split(""); return parts.trim(); }',
    'export function f(list: string[]) { const has: any = list.filter((x) => ext(x)).some(Boolean); return has.forEach((x: any) => x); }',
  ];
  for (const text of failing) it(`is of its kind: ${text}`, () => assert.equal(required(text), 'false'));

  const good = [
    'export function f(text: string) { const cut: any = { [Symbol.replace]: () => 5 }; const made: any = text.replace(cut, ext()); return made.toFixed(1); }',
    'export function f(x: { join(by: string): any }) { const joined = x.join(","); return joined.toFixed(1); }',
    'export function f(x: { indexOf(of: string): any }) { const at = x.indexOf("a"); return typeof x === "string" || at.trim(); }',
  ];
  for (const text of good) it(`may be anything: ${text}`, () => assert.equal(required(text), null));

  it('says nothing of an argument without a type for what texts lack', () => {
    const text = 'export function f(x: any) { if (x.size > 2) return x.has(1); return x.map((y: any) => y).join(""); }';
    assert.equal(required(text), 'x != null');
  });
});
