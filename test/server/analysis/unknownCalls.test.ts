import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const header = `declare function ext(...given: unknown[]): any;
declare function gen(): Iterable<number>;
declare const Ext: any, tag: any;
function* own() { yield 1; yield 2; }
`;

/** Functions of the program itself, which are entered. */
const helpers = `function helper(x: any) { ext(x); return inner(x); }
function inner(x: any) { return x; }
class Own { constructor(private x: any) {} run() { return helper(this.x); } }
class Derived extends Ext { items = [1]; constructor(x: any) { super(x); ext(x); } get size() { return this.items.length; } add(x: any) { this.items.push(x); return this; } }
class Short extends Ext { m() { return 1; } }
`;

/** Unknown code that runs, each with the parameters that it needs. */
const lines: readonly (readonly [text: string, parameters?: string])[] = [
  ['ext()'],
  ['Math.random()'],
  ['Date.now()'],
  [`m.get('k')`, 'm: Map<string, number>'],
  [`s.split(',')`, 's: string'],
  ['s.trim()', 's: string'],
  ['a.map((x) => x + 1)', 'a: number[]'],
  ['a.map(g)', 'a: number[], g: (x: number) => number'],
  ['a.sort((x, y) => x - y)', 'a: number[]'],
  ['a.sort(g)', 'a: number[], g: (x: number, y: number) => number'],
  ['JSON.parse(s)', 's: string'],
  ['new Date(x)', 'x: string'],
  ['d.toISOString()', 'd: Date'],
  ['new Date(1).toISOString()'],
  ['setTimeout(() => {}, 1)'],
  ['setTimeout(g, 1)', 'g: () => void'],
  [`log('x')`, 'log: (text: string) => void'],
  ['new Promise((resolve) => resolve(1))'],
  ['new Promise(() => {})'],
  ['for (const x of gen()) { ext(x); }'],
  ['for (const x of own()) { ext(x); }'],
  ['[...own()]'],
  ['structuredClone({})'],
  ['structuredClone(o)', 'o: object'],
  [`new Intl.NumberFormat('en').format(1)`],
  [`new Intl.DateTimeFormat('en').format(x)`, 'x: Date'],
  [`new URL('http://a.b')`],
  ['new URL(s).pathname', 's: string'],
  ['/a/.test(s)', 's: string'],
  ['/a/.exec(s)', 's: string'],
  [`s.replace('a', 'b')`, 's: string'],
  ['s.replace(/a/g, (x) => x)', 's: string'],
  ['Number.parseInt(s)', 's: string'],
  ['t.fill(1)', 't: Float64Array'],
  ['t.subarray(1)', 't: Uint8Array'],
  [`process.stdout.write('x')`],
  ['try { ext(); } finally { console.log(); }'],
  // And others.
  ['helper(1)'],
  ['new Own(1).run()'],
  ['new Derived(1)'],
  ['new Derived(1).add(2).size'],
  ['new Short().m()'],
  ['log(helper(helper(1)))', 'log: (given: unknown) => void'],
  ['Promise.all([ext()])'],
  ['new Set(a).size', 'a: number[]'],
  ['a.forEach((x) => ext(x))', 'a: number[]'],
  ['a.push(1)', 'a: number[]'],
  ['for (const [k, v] of m) { ext(k, v); }', 'm: Map<string, number>'],
  ['for (const k in o) { ext(k); }', 'o: object'],
  ['ext?.a?.b?.()'],
  ['new Ext()'],
  ['new AbortController().abort()'],
  ['tag`x${1}`'],
  ['o.k++', 'o: { k: number }'],
  ['o.m()', 'o: { m(): void }'],
  ['const { a, ...b } = ext()'],
  ['const [p, ...q] = ext()'],
  ['let z = ext() ?? 1; z ||= ext()'],
  ['switch (ext()) { case 1: ext(); break; default: ext(2); }'],
  ['while (ext()) {}'],
  ['while (ext()) { ext(); }'],
  ['do { ext(); } while (ext())'],
  ['for (let i = 0; i < ext(); i++) { ext(i); }'],
  ['for (const x of ext()) { if (ext(x)) continue; ext(); }'],
];

const forms: readonly (readonly [name: string, text: (line: string) => string])[] = [
  ['alone', (line) => `${line};`],
  ['in a loop', (line) => `for (let i = 0; i < 2; i++) { ${line}; }`],
  ['in a loop over what is given', (line) => `for (const y of ys) { ${line}; }`],
  ['in a try with a finally', (line) => `try { ${line}; } finally { console.log('done'); }`],
  ['in a try with a handler', (line) => `try { ${line}; } catch (error) { console.error(error); }`],
];

/** What the only function of the text requires, where unknown code returns or throws. */
function requiresOf(parameters: string, body: string, modifiers = '', settings: Parameters<typeof checkText>[1] = {}) {
  const text = `${header}export ${modifiers} f(${parameters}) { ${body} }`;
  return checkText(text, settings).functions.find(({ name }) => name === 'f')?.requires;
}

const three = "if (n === 3) throw new Error('three');";

describe('behind unknown code that returns or throws', () => {
  for (const [name, form] of forms) {
    it(`a condition of one value is found: ${name}`, () => {
      const functions = lines.map(([line, more], index) => {
        const parameters = ['n: number', 'ys: string[]', ...(more === undefined ? [] : [more])].join(', ');
        return `export function f${index}(${parameters}) { ${form(line)} ${three} }`;
      });
      const found = checkText(`${header}${helpers}${functions.join('\n')}`).functions;
      for (const [index, [line]] of lines.entries())
        assert.equal(found.find((each) => each.name === `f${index}`)?.requires, 'n !== 3', form(line));
    });
  }

  it('of every kind', () => {
    assert.equal(
      requiresOf(
        'level: number',
        `ext(); if (level < 0 || level > 2 || !Number.isInteger(level)) throw new RangeError('level'); return ext();`,
        'function',
      ),
      'Number.isInteger(level) && level >= 0 && level <= 2',
    );
    assert.equal(requiresOf('s: string', `const t = ext(); if (s === '') throw new Error(t);`, 'function'), 's !== ""');
    assert.equal(requiresOf('a: number, b: number', `while (ext()) ext(); if (a > b) throw new Error();`, 'function'), '!(a > b)');
  });

  it('is said with its own reason, beside what unknown code decides', () => {
    const text = `${header}export function f(n: number) { const [a, b] = ext(); if (!a.ok) throw new Error('not ok'); ${three} return b; }`;
    assert.deepEqual(
      checkText(text).findings.map(({ message }) => message),
      ["f fails if n === 3, either because it throws new Error('three') (line 5) or because it throws new Error('not ok') (line 5)."],
    );
  });

  it('nothing is claimed where it may end the process', () => {
    assert.equal(requiresOf('n: number', `ext(); ${three}`, 'function', { unknownCalls: 'may-exit' }), null);
  });
});

describe('async functions and generators', () => {
  it('have the conditions of what comes before and behind a wait', () => {
    for (const before of [
      '',
      'await ext();',
      'await 1;',
      'await new Promise((resolve) => setTimeout(resolve, 10));',
      'await new Promise<void>((resolve) => setTimeout(() => resolve(), 10));',
      'for await (const x of ext()) ext(x);',
      'for (let i = 0; i < 2; i++) { await ext(i); }',
      'try { await ext(); } finally { console.log(); }',
      'const response = await fetch("x"); const data = await response.json(); ext(data);',
      'await Promise.all([ext(), ext()]);',
    ])
      assert.equal(requiresOf('n: number', `${before} ${three}`, 'async function'), 'n !== 3', before);
  });

  it('a generator has those of what comes before its first yield: then it may be left', () => {
    assert.equal(requiresOf('n: number', `${three} yield n;`, 'function*'), 'n !== 3');
    assert.equal(requiresOf('n: number', `ext(); ${three} yield n;`, 'function*'), 'n !== 3');
    assert.equal(requiresOf('n: number', `await ext(); ${three} yield n;`, 'async function*'), 'n !== 3');
    assert.equal(requiresOf('n: number', `yield n; ${three}`, 'function*'), null);
    assert.equal(requiresOf('n: number', `try { yield n; } finally { ${three} }`, 'function*'), null);
    const caller = checkText(`function* own(n: number) { ${three} yield n; } export function f() { return own(3); }`);
    assert.deepEqual([caller.functions.find(({ name }) => name === 'f')?.requires, caller.findings.length], [null, 1]);
  });
});

describe('roots that begin with a call of a framework', () => {
  const requires = (text: string, name: string) => checkText(text, {}, [], name).functions.map((each) => each.requires);

  it('components', () => {
    const text = `import { useEffect, useMemo, useState } from 'react';
      export function App({ n, mode }: { n: number; mode: string }) {
        const [state, set] = useState(0);
        const twice = useMemo(() => n * 2, [n]);
        useEffect(() => { set(state + 1); return () => set(0); }, [state]);
        if (mode === '') throw new Error('mode');
        if (n > 3) throw new RangeError('n');
        return <b>{state}{twice}</b>;
      }`;
    assert.equal(requires(text, 'program.tsx')[0], 'mode !== "" && !(n > 3)');
  });

  it('handlers', () => {
    const text = `import express from 'express';
      const app = express();
      app.get('/', (req: { page: number }, res: any) => {
        const { page } = req;
        console.log('get');
        res.type('html');
        if (page < 0) throw new RangeError('page');
        res.send('ok');
      });
      app.post('/', async (req: { age: number }, res: any) => {
        const { age } = req;
        const user = await app.find();
        if (age < 18) throw new RangeError('age');
        res.json(user);
      });`;
    assert.deepEqual(requires(text, 'program.ts'), ['res != null && !(req.page < 0)', 'res != null && !(req.age < 18)']);
  });

  it('after a good run asks no more than what entries decide, however many ways there are', () => {
    const ways = [...'abcdefghij'].map((way) => `if (ext()) text += '${way}';`).join('\n');
    const text = `${header}
      export function f(n: number, m: number) {
        ext();
        if (n * m !== 12) {
          let text = '';
          ${ways}
          return text;
        }
        throw new RangeError('twelve');
      }`;
    assert.deepEqual(requires(text, 'program.ts'), [null, 'n * m !== 12']);
  });

  it('comes back with a list of more elements than a call may have arguments', () => {
    const text = `${header}
      export function f(n: number) {
        const list = [1];
        list[1_500_000] = 2;
        ext(list);
        if (n === 3) throw new RangeError('three');
      }`;
    assert.deepEqual(requires(text, 'program.ts'), [null, 'n !== 3']);
  });
});
