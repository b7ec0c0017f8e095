import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What functions require whose first parameter is an array of rows. */
function asked(body: string): string | null | undefined {
  const text = `interface Row { x: number; ok: boolean }\nexport function f(rows: Row[]) { ${body} }`;
  return checkText(text).functions.find(({ name }) => name === 'f')?.requires;
}

describe('an access past the end of an array that is given', () => {
  it('always fails, if nobody leaves before', () => {
    for (const body of [
      'let t = 0; for (let i = 0; i <= rows.length; i++) t += rows[i].x; return t;',
      'for (let i = 0; i <= rows.length; i++) console.log(rows[i].x);',
      'for (let i = rows.length; i >= 0; i--) if (!rows[i].ok) return i; return -1;',
      'return rows[rows.length].x;',
      'const last = rows[rows.length]; return last.x;',
    ])
      assert.equal(asked(body), 'false', body);
  });

  it('fails for short arrays', () => {
    assert.equal(asked('return rows[rows.length - 1].x;'), 'rows.length >= 1');
    assert.equal(asked('for (let i = 1; i <= rows.length; i++) console.log(rows[i].x);'), 'rows.length === 0');
  });

  it('is nothing where it does no harm, or where something else may be done', () => {
    assert.equal(asked('for (let i = 0; i < rows.length; i++) console.log(rows[i].x);'), null);
    assert.equal(asked('for (let i = 0; i <= rows.length; i++) console.log(rows[i]?.x);'), null);
    assert.notEqual(asked('for (let i = 0; i <= rows.length; i++) if (rows[i].ok) return i; return -1;'), 'false');
    assert.notEqual(asked('for (let i = 0; i <= rows.length; i++) { if (rows[i].ok) break; }'), 'false');
    assert.notEqual(asked('for (let i = 0; i <= rows.length; i++) { rows.length = 0; console.log(rows[0]?.x); }'), 'false');
    assert.notEqual(asked('rows.push({ x: 1, ok: true }); return rows[rows.length - 1].x;'), 'false');
  });
});

describe('what is not there', () => {
  const lists = [[], [0], [1, 2], [3, 0, 4]].map((xs) => xs.map((x) => ({ x })));
  const texts = ['', 'a', 'bc', 'def'];
  const places = [0, -0, 1, 2, 3, -1, -2, -3, -4, 0.5, -0.5, 1.5, -1.5, -2.5, 2.5, NaN, Infinity, -Infinity, 2 ** 32];
  const cases: readonly (readonly [body: string, requires: string | null])[] = [
    ['return rows.at(rows.length)!.x;', 'false'],
    ['return rows.at(-1)!.x;', 'rows.length !== 0'],
    ['return rows.at(1)!.x;', 'rows.length > 1'],
    ['return rows.at(-rows.length - 1)!.x;', 'false'],
    ['return rows.at(n)!.x;', null],
    ['return [{ x: 1 }, { x: 2 }].at(n)!.x;', '!(n >= 2) && !(n <= -3)'],
    ['const two: number[] = [1, 2]; return two[n]!.toFixed();', 'Number.isInteger(n) && n >= 0 && n <= 1'],
    ['return rows.shift()!.x;', 'rows.length > 0'],
    ['return rows.pop()!.x;', 'rows.length > 0'],
    ['const count = rows.length; let t = 0; for (let i = 0; i <= count; i++) t += rows.shift()!.x; return t;', 'rows.length > 0'],
    ['return text.at(text.length)!.trim();', 'false'],
    ['return text[text.length]!.trim();', 'false'],
    ['return text.at(n)!.trim();', null],
    ['return text[n]!.trim();', null],
    ["return 'abc'.at(n)!.trim();", '!(n >= 3) && !(n <= -4)'],
    ["return 'abc'[n]!.trim();", 'Number.isInteger(n) && n < 3 && n >= 0'],
    ["return ''.at(n)!.trim();", 'false'],
    ["if (text.at(-2) === undefined) return 0; throw new Error('long');", null],
    ["if (rows.at(n) === undefined) return 0; throw new Error('there');", null],
    ["if (text.at(n) === undefined) return 0; throw new Error('there');", null],
    ["if ('ab'[n] === undefined) return 0; throw new Error('there');", null],
  ];

  for (const [body, requires] of cases)
    it(body, () => {
      const parameters = 'rows: { x: number }[], text: string, n: number';
      const condition = checkText(`export function f(${parameters}) { ${body} }`).functions[0]?.requires ?? null;
      if (requires !== null) assert.equal(condition, requires);
      const run = new Function('rows', 'text', 'n', body.replaceAll(/!(?=[.])/g, '').replace(': number[]', ''));
      const admits = new Function('rows', 'text', 'n', `return ${condition ?? 'true'};`) as (...given: readonly unknown[]) => boolean;
      let excluded = 0;
      for (const rows of lists)
        for (const text of texts)
          for (const n of places) {
            const given = [[...rows], text, n];
            if (admits(...given)) continue;
            excluded++;
            assert.throws(() => run(...given) as unknown, `good for ${JSON.stringify(rows)}, '${text}', ${n}: ${condition}`);
          }
      assert.ok(excluded > 0, `nothing is excluded by ${condition}`);
    });
});

describe('state that a loop changes', () => {
  it('is followed in a local variable, in an object and in `this`', () => {
    const step = (state: string) => `if (${state} === 'running') throw new Error('twice'); ${state} = 'running';`;
    const text = `
      export function local(times: number) { let state = 'idle'; for (let i = 0; i < times; i++) { ${step('state')} } }
      export function held(times: number) { const m = { state: 'idle' }; for (let i = 0; i < times; i++) { ${step('m.state')} } }
      export class Machine { state = 'idle'; run(times: number) { for (let i = 0; i < times; i++) { ${step('this.state')} } } }`;
    const found = checkText(text).functions.map(({ name, requires }) => [name, requires]);
    assert.deepEqual(
      found.filter(([name]) => name !== 'Machine.constructor'),
      [
        ['local', '!(times > 1)'],
        ['held', '!(times > 1)'],
        ['Machine.run', '!(times > 1)'],
      ],
    );
  });
});

describe('a function that no input survives', () => {
  const messages = (body: string) =>
    checkText(`export function f(text: string, x: any) { ${body} }`).findings.map(({ message }) => message);

  it('is a finding, where its own `throw`s are not the only reason', () => {
    const found = messages(
      `const config = JSON.parse(text); if (typeof config !== 'object') throw new Error('no object'); let parsed: any; return parsed.port;`,
    );
    assert.deepEqual(found, [
      'f always fails, either because parsed.port is a property of undefined or null (line 1) or for another reason.',
    ]);
    assert.deepEqual(messages(`if (text === '') throw new Error('empty'); const parts: string[] = []; return parts[0].trim();`), [
      "f always fails, either because parts[0].trim is a property of undefined or null (line 1) or because it throws new Error('empty') (line 1).",
    ]);
  });

  it('is none where they are', () => {
    assert.deepEqual(messages(`throw new Error('not implemented');`), []);
    assert.deepEqual(messages(`console.log(x.name); throw new Error('not implemented');`), []);
    assert.deepEqual(messages(`if (text === '') throw new Error('empty'); throw new Error(\`not \${x.name}\`);`), []);
  });
});
