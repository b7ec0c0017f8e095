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
    assert.deepEqual(found, ['f always fails: parsed.port is a property of undefined or null (line 1).']);
    assert.deepEqual(messages(`if (text === '') throw new Error('empty'); const parts: string[] = []; return parts[0].trim();`), [
      'f always fails: parts[0].trim is a property of undefined or null (line 1).',
    ]);
  });

  it('is none where they are', () => {
    assert.deepEqual(messages(`throw new Error('not implemented');`), []);
    assert.deepEqual(messages(`console.log(x.name); throw new Error('not implemented');`), []);
    assert.deepEqual(messages(`if (text === '') throw new Error('empty'); throw new Error(\`not \${x.name}\`);`), []);
  });
});
