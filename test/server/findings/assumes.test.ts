import assert from 'node:assert/strict';
import type { DeclaredType } from '../../../server/findings/result.js';
import { checkText } from '../../support/checking.js';

describe('the declared types that a condition rests on', () => {
  it('are those of the parameters that it is about', () => {
    assert.deepEqual(typesOf('export function main(n: /*n*/ number, s: string) { if (n > 99) throw new Error(s); }'), ['number']);
    assert.deepEqual(typesOf('export function main({ k }: { k: number }, u: boolean) { if (k > 3) throw new Error(); return u; }'), [
      '{ k: number }',
    ]);
    assert.deepEqual(typesOf('export function main(o: { k: number }, n: number) { if (o.k > 3) throw new Error(); return n; }'), [
      '{ k: number }',
    ]);
  });

  it('are those that leave a test one way only', () => {
    const last = "switch (order) { case 'X': throw new Error(); case 'Y': throw new Error(); default: return t; }";
    assert.deepEqual(typesOf(`export function main(order: 'X' | 'Y', t: number) { ${last} }`), ["'X' | 'Y'"]);
    assert.deepEqual(typesOf("export function main(l: string) { const t = typeof l; if (t === 'string') throw new Error(); }"), ['string']);
  });

  it('are found through calls, variables, properties and members of this', () => {
    const inner = 'function inner(v: bigint | number, w: number) { const o = { v }; if (o.v > 5) throw new Error(String(w)); }';
    assert.deepEqual(typesOf(`${inner}\nexport function main(p: number, q: string) { inner(p, 1); return q; }`), ['number']);
    const members = "kind: 'a' | 'b' = 'a'; other: string = '';";
    const method = "main(n: number) { const { kind } = this; if (kind === 'a' || kind === 'b') throw new Error(this.other); return n; }";
    assert.deepEqual(typesOf(`export class K { ${members} ${method} }`, 'K.main'), ["'a' | 'b'"]);
  });

  it('are none where the text alone decides, or where nothing is declared', () => {
    assert.deepEqual(typesOf('export function main(n: any) { if (n > 99) throw new Error(); }'), []);
    assert.deepEqual(typesOf("export function main(n) { if (typeof n === 'number' && n > 99) throw new Error(); }"), []);
    assert.deepEqual(typesOf('export function main(n: number) { if (n > 3) console.log(n); throw new Error(); }'), []);
    assert.deepEqual(typesOf('export function main(n: number) { return n; }'), []);
  });

  it('are none in JavaScript, whatever comments say', () => {
    const text = "/** @param {'X' | 'Y'} order */\nexport function main(order) { if (order === 'X') throw new Error(); }";
    const result = checkText(text, {}, [], 'program.mjs');
    assert.deepEqual(
      result.functions.map(({ requires, assumes }) => [requires, assumes]),
      [['order !== "X"', []]],
    );
  });

  it('stand beside findings, too', () => {
    const text = 'export function main(n: number, s: string) { if (n > 99) throw new Error(s); }';
    const [finding] = checkText(text).findings;
    assert.deepEqual(written(text, finding?.assumes ?? []), ['number']);
    assert.equal(finding?.assumes[0]?.file, 'program.ts');
  });
});

function typesOf(text: string, name = 'main'): readonly string[] {
  const report = checkText(text).functions.find((reported) => reported.name === name);
  return written(text, report?.assumes ?? []);
}

/** The annotations as they are written. */
function written(text: string, types: readonly DeclaredType[]): readonly string[] {
  const lines = text.split('\n');
  return types.map(({ span }) => lines[span.line - 1]?.slice(span.column - 1, span.endColumn - 1) ?? '');
}
