import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const said = (text: string): readonly string[] =>
  checkText(text, { unknownCalls: 'return-or-throw' }).findings.map(({ message }) => message);
const required = (text: string): string | null => checkText(text, { unknownCalls: 'return-or-throw' }).functions.at(-1)?.requires ?? null;

describe('a frozen object', () => {
  it('refuses what is written to it', () =>
    assert.deepEqual(
      said(`const settings = Object.freeze({ theme: 'light', zoom: 1 }) as any;
export function zoomIn(step: number) { settings.zoom = settings.zoom + step; }
export function add() { const s: any = { a: 1 }; Object.freeze(s); s.b = 2; }
export function derived() { const s: any = Object.create(Object.freeze({ a: 1 })); s.a = 2; }
export function closed(n: number) { const o: any = Object.preventExtensions({ a: 1 }); o.a = n; o.b = n; }`),
      [
        'zoomIn always fails: settings.zoom = settings.zoom + step writes to a read-only property (line 2).',
        'add always fails: s.b = 2 adds a property to an object that is not extensible (line 3).',
        'derived always fails: s.a = 2 writes to a read-only property (line 4).',
        'closed always fails: o.b = n adds a property to an object that is not extensible (line 5).',
      ],
    ));

  it('keeps what it has, whoever has it', () => {
    const limits = 'export const limits = Object.freeze({ most: 10, inner: { n: 1 } });';
    assert.equal(
      required(`${limits} export function f(n: number, ext: any) { ext?.(limits); if (n > limits.most) throw new Error('n'); }`),
      '!(n > 10)',
    );
    assert.equal(required(`export function f(ext: any) { const o: any = Object.freeze({ a: 1 }); ext?.(o); return o.b.c; }`), 'false');
    assert.equal(
      required(`${limits} export function f(ext: any) { ext?.(limits); if (limits.inner.n === 1) throw new Error('n'); }`),
      null,
    );
  });

  it('is one on some ways', () => {
    const text = `export function f(c: boolean) { const o = { a: 1 }; if (c) Object.freeze(o); o.a = 2; if (o.a !== 2) throw new Error('a'); }`;
    assert.deepEqual(said(text), ['f fails if c: o.a = 2 writes to a read-only property (line 1).']);
    assert.equal(
      required(`export function f() { const o: any = Object.freeze({ a: 1 }); try { o.a = 2; } catch { return; } throw new Error('a'); }`),
      null,
    );
  });

  it('has the length of a string among what is read-only: nothing behind the write fails', () => {
    const text = `export function f(s: string | number) { if (typeof s === 'string') { (s as any).length = 0; throw new Error('never'); } }`;
    assert.deepEqual(said(text), ['f fails if typeof s === "string": (s as any).length = 0 writes to a read-only property (line 1).']);
  });

  it('is not sorted, but where nothing of an array is written', () => {
    const sorted = (array: string, given: string): readonly string[] =>
      said(`export function f() {\n  const list = Object.freeze(${array}) as any; return list.sort(${given}); }`);
    for (const array of ['[{ n: 2 }, { n: 1 }]', '[{ n: 1 }, { n: 2 }]'])
      assert.deepEqual(sorted(array, '(a: any, b: any) => a.n - b.n'), [
        'f always fails: list.sort((a: any, b: any) => a.n - b.n) throws a TypeError (line 2).',
      ]);
    assert.deepEqual(sorted('[2, 1]', ''), ['f always fails: list.sort() throws a TypeError (line 2).']);
    for (const array of ['[1]', '[, , ]', '[]'])
      for (const given of ['', '(a: number, b: number) => a - b']) assert.deepEqual(sorted(array, given), []);
  });
});
