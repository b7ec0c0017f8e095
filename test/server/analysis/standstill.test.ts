import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is asked of `root`, the loop whose body this is. */
const asked = (text: string): string | null | undefined =>
  checkText(text, { gate: true }).functions.find(({ name }) => name === 'root')?.requires;

describe('a loop whose iteration changes nothing', () => {
  it('does not end where an array is cut into parts of no size', () => {
    assert.equal(
      asked(`export function root(list: string[], size: number): string[][] {
        const parts: string[][] = [];
        for (let i = 0; i < list.length; i += size) parts.push(list.slice(i, i + size));
        return parts;
      }`),
      'list.length === 0 || size !== 0',
    );
  });

  it('does not end where a function begins with it', () => {
    const { findings } = checkText(
      'export function root(a: number, b: number): number { while (a !== b) { if (a > b) a -= b; else b -= a; } return a; }',
      { gate: true },
    );
    assert.deepEqual(
      findings.map(({ message }) => message),
      [
        'root fails if (a !== b && ((a > b && a - b === a) || (!(a > b) && b - a === b))) || Number.isNaN(a) || Number.isNaN(b): it does not end.',
      ],
    );
  });

  it('does not end where a text stays as it is', () => {
    assert.equal(
      asked(`export function root(text: string, size: number): string[] {
        const parts: string[] = [];
        while (text.length > 0) { parts.push(text.slice(0, size)); text = text.slice(size); }
        return parts;
      }`),
      'text.length === 0 || text.slice(size) !== text',
    );
    assert.equal(
      asked(`export function root(text: string, size: number): number {
        let n = 0;
        for (let rest = text; rest !== ''; rest = rest.substring(size)) n++;
        return n;
      }`),
      'text === "" || text.substring(size) !== text',
    );
    assert.equal(
      asked(`export function root(text: string, c: string): string {
        while (text.startsWith(c)) text = text.slice(c.length);
        return text;
      }`),
      '!text.startsWith(c) || text.slice(c.length) !== text',
    );
  });

  it('does not end where a number stays as it is', () => {
    assert.equal(
      asked(`export function root(n: number): number {
        let count = 0;
        while (n !== 1) { n = n % 2 === 0 ? n / 2 : 3 * n + 1; count++; }
        return count;
      }`),
      'n < Infinity && (n === 1 || n % 2 !== 0 || n / 2 !== n)',
    );
    assert.equal(
      asked(`export function root(text: string, from: number): number {
        let at = from;
        while (at < text.length) at = Math.max(at, text.indexOf('x', at));
        return at;
      }`),
      '!(from < text.length) || Math.max(from, text.indexOf("x", from)) !== from',
    );
  });

  it('is asked for where some finite number, or short text, is known to keep it', () => {
    for (const loop of ['n = Math.floor(n / 10)', 'n = Math.trunc(n / 2)'])
      assert.equal(asked(`export function root(n: number): number { let c = 0; while (n >= 1) { ${loop}; c++; } return c; }`), null, loop);
    assert.equal(asked("export function root(t: string): string { while (t.includes('  ')) t = t.replace('  ', ' '); return t; }"), null);
    assert.equal(asked('export function root(t: string): string { while (t.length > 0) t = t.slice(1); return t; }'), null);
  });

  it('ends where something else tells its iterations apart', () => {
    const loop = (body: string, before = ''): string => `${before}
      export function root(text: string, size: number): number {
        const parts: string[] = [];
        let n = 0;
        while (text.length > 0) { text = text.slice(size); ${body} }
        return n + parts.length;
      }`;
    assert.notEqual(asked(loop('n++;')), null);
    assert.equal(asked(loop('if (n++ > 3) break;')), null);
    assert.equal(asked(loop("parts.push('x'); if (parts.length > 3) break;")), null);
    assert.equal(asked(loop("if (parts.push('x') > 3) break;")), null);
    assert.equal(asked(loop('if (tick() > 3) break;', 'let ticks = 0; const tick = () => ++ticks;')), null);
    assert.equal(asked(loop('parts.push(text); if (parts.includes(text)) break;')), null);
    assert.equal(asked('export function root(x: number): void { let n = 0; while (n < 3 && 1 / x > 0) x = -x; }'), null);
    assert.equal(asked('export function root(x: number): void { while (Object.is(x, 0)) x = x * -1; }'), null);
  });

  it('does not end where an array keeps all of its elements', () => {
    assert.equal(
      asked(`export function root(list: string[], size: number): string[][] {
        const parts: string[][] = [];
        let rest = list;
        while (rest.length > 0) { parts.push(rest.slice(0, size)); rest = rest.slice(size); }
        return parts;
      }`),
      'list.length === 0 || size !== 0',
    );
    assert.equal(
      asked(`export function root(list: string[], size: number): number {
        let n = 0;
        for (; list.length > 2; list = list.slice(size)) n++;
        return n;
      }`),
      'list.length <= 2 || size !== 0',
    );
  });

  it('may end where the array is changed, kept or told from an equal one', () => {
    const cut = (body: string, before = ''): string => `${before}
      export function root(list: number[], size: number): number {
        let rest = list;
        let last: number[] = [];
        const seen: number[][] = [];
        while (rest.length > 0) { ${body} }
        return last.length;
      }`;
    for (const body of [
      'list.pop(); rest = rest.slice(size);',
      'rest = rest.slice(size); rest.pop();',
      'const next = rest.slice(size); if (next === list) break; rest = next; list = rest;',
      'if (rest === last) break; last = rest; rest = rest.slice(size);',
      'if (rest[0] > 3) break; rest[0]++; rest = rest.slice(size);',
      'rest = rest.slice(size); if (seen.includes(rest)) break; seen.push(rest); if (seen.length > 4) break;',
    ])
      assert.equal(asked(cut(body)), null, body);
    assert.equal(asked(cut('take(rest); rest = rest.slice(size);', 'const take = (from: number[]) => from.pop();')), null);
    assert.equal(asked(cut('const keep = () => rest; rest = rest.slice(size); keep().pop();')), null);
  });

  it('does not end where later iterations compute what is too large to be named', () => {
    assert.equal(
      asked(`export function root(n: number): number {
        let low = 0;
        let high = n;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (middle * middle <= n) low = middle;
          else high = middle - 1;
        }
        return low;
      }`),
      '!(n > 0) || !((0 + n >> 1) * (0 + n >> 1) <= n) || 0 + n >> 1 !== 0',
    );
    assert.equal(
      asked(`export function root(n: number): number {
        let low = 0;
        let high = n;
        while (low < high) {
          const middle = Math.ceil((low + high) / 2);
          if (middle * middle <= n) low = middle;
          else high = middle - 1;
        }
        return low;
      }`),
      'true',
    );
  });

  it('does not end where an element at a computed place decides', () => {
    const search = (change: string): string => `export function root(sorted: number[], wanted: number): number {
      let low = 0;
      let high = sorted.length - 1;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (sorted[middle] <= wanted) ${change};
        else high = middle - 1;
      }
      return low;
    }`;
    const middle = 'Math.floor((sorted.length - 1) / 2)';
    assert.equal(asked(search('low = middle')), `sorted.length <= 1 || !(sorted[${middle}] <= wanted) || ${middle} !== 0`);
    assert.equal(asked(search('low = middle + 1')), null);
  });

  it('ends where it moves an iterator on, also when two elements are the same', () => {
    const root = (loop: string): string => `export function root(n: number) {
      ${loop} { if (e === 7) throw new Error('seven'); }
      let i = 0;
      while (i < n) i++;
    }`;
    for (const loop of ['for (const e of [5, n])', 'for (const { e } of [{ e: n }, { e: 3 }])', 'for (const [, e] of [[0, 5], [1, n]])'])
      assert.doesNotMatch(asked(root(loop)) ?? '', /n !== [35]/, loop);
  });
});
