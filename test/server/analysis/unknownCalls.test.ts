import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const returns = { unknownCalls: 'return-or-throw' } as const;
const header = `declare function ext(...args: unknown[]): any;
declare function fail(message: string): never;
`;

/** What the only function of the text requires, where unknown code returns or throws. */
function requiresOf(parameters: string, body: string, modifiers = ''): string | null | undefined {
  const text = `${header}export ${modifiers} function f(${parameters}) { ${body} }`;
  return checkText(text, returns).functions.find(({ name }) => name === 'f')?.requires;
}

/** Calls of code that is not seen, each with the parameters that it needs. */
const calls: readonly (readonly [call: string, parameters?: string])[] = [
  ['ext()'],
  ['Math.random()'],
  ['Date.now()'],
  [`m.get('k')`, 'm: Map<string, number>'],
  [`s.split(',')`, 's: string'],
  ['s.trim()', 's: string'],
  ['a.map((x) => x + 1)', 'a: number[]'],
  ['a.sort((x, y) => x - y)', 'a: number[]'],
  ['JSON.parse(s)', 's: string'],
  ['new Date(1).toISOString()'],
  ['setTimeout(() => {}, 1)'],
  [`log('x')`, 'log: (text: string) => void'],
  ['new Promise((resolve) => resolve(1))'],
  ['structuredClone({})'],
  [`new Intl.NumberFormat('en').format(1)`],
  [`new URL('http://a.b')`],
  ['/a/.test(s)', 's: string'],
  [`s.replace('a', 'b')`, 's: string'],
  ['Number.parseInt(s)', 's: string'],
  ['t.fill(1)', 't: Float64Array'],
  [`process.stdout.write('x')`],
];

describe('behind unknown code that returns or throws', () => {
  for (const [call, more] of calls) {
    const parameters = more === undefined ? 'n: number' : `n: number, ${more}`;
    for (const [form, before] of [
      ['alone', `${call};`],
      ['in a loop', `for (let i = 0; i < 2; i++) { ${call}; }`],
      ['in a try', `try { ${call}; } finally { console.log('done'); }`],
    ] as const) {
      it(`${call}, ${form}: a condition of one value is found`, () => {
        assert.equal(requiresOf(parameters, `${before} if (n === 3) throw new Error('three');`), 'n !== 3');
      });
    }
  }

  it('an awaited call', () => {
    assert.equal(requiresOf('n: number', `await ext(); if (n === 3) throw new Error('three');`, 'async'), 'n !== 3');
  });

  it('a loop of unknown length', () => {
    assert.equal(requiresOf('n: number', `while (ext()) {} if (n === 3) throw new Error('three');`), 'n !== 3');
    assert.equal(requiresOf('n: number', `for (const x of ext()) ext(x); if (n === 3) throw new Error('three');`), 'n !== 3');
  });

  it('nothing is claimed of what it can reach', () => {
    assert.equal(requiresOf('n: number', `const o = { k: 1 }; ext(o); if (o.k === 1) throw new Error('one');`), null);
    assert.equal(requiresOf('n: number', `let k = 1; ext(() => { k = 2; }); if (k === 1) throw new Error('one');`), null);
    assert.equal(requiresOf('o: { k: number }', `ext(o); if (o.k === 1) throw new Error('one');`), null);
  });

  it('nor behind what visibly ends the process', () => {
    assert.equal(requiresOf('n: number', `fail('x'); if (n === 3) throw new Error('three');`), null);
    assert.equal(requiresOf('n: number', `ext(() => process.exit(1)); if (n === 3) throw new Error('three');`), null);
    assert.equal(requiresOf('n: number', `const bye = process.exit; ext(bye); if (n === 3) throw new Error('three');`), null);
  });

  it('nor where it may throw and is caught', () => {
    assert.equal(requiresOf('n: number', `try { ext(); if (n === 3) throw new Error('three'); } catch {}`), null);
  });

  it('nor at all, where it may end the process', () => {
    const text = `${header}export function f(n: number) { ext(); if (n === 3) throw new Error('three'); }`;
    assert.equal(checkText(text, { unknownCalls: 'may-exit' }).functions[0]?.requires, null);
  });
});
