import assert from 'node:assert/strict';
import { Script } from 'node:vm';
import { partsOf } from '../../../server/syntax/diagnosis/parts.js';
import { plainScript } from '../../../server/syntax/diagnosis/plainScript.js';
import { switchedText } from '../../../server/syntax/diagnosis/switchedText.js';
import { parse } from '../../../server/syntax/source.js';

/** What `f()` of a program gives with the first part that is written so, and with other expressions in its place. */
function results(program: string, part: string, others: readonly string[]): readonly unknown[] {
  const source = parse(program, '/p.ts');
  const parts = partsOf(source);
  const index = parts.findIndex(({ span }) => program.slice(span.start, span.end) === part);
  assert.ok(index >= 0, `no part is written \`${part}\``);
  const alternatives = others.map((text, i) => ({ number: i + 1, site: { kind: 'expression', part: index } as const, text }));
  const switched = switchedText(source.file, parts, { firstId: 0, firstPlace: 0 }, alternatives);
  return [0, ...alternatives.map(({ number }) => number)].map((m) => {
    const on: boolean[] = [];
    for (const place of switched.on.get(m) ?? []) on[place] = true;
    const counts = new Set<number>();
    const state = { m, on, c: (id: number) => void counts.add(id), f: () => {} };
    const run = new Script(`(function (exports, __whence) {${plainScript(switched.text, '/p.ts')}\n})`).runInThisContext() as (
      ...given: unknown[]
    ) => void;
    const exports: { f?: () => unknown } = {};
    run(exports, state);
    const result = exports.f?.();
    assert.ok(counts.has(index), 'the passage is counted');
    return result;
  });
}

describe('a text with switches', () => {
  it('calls the constructor of a superclass before parameter properties are set', () => {
    const program = (call: string): string =>
      `class A { constructor(readonly n: number, readonly m = 5) {} }\nclass B extends A {\n  k = 1;\n  constructor(readonly w: number, ...rest: number[]) {\n    ${call};\n    this.k += this.w;\n  }\n}\nexport const f = () => { const b = new B(3, 4, 6); return [b.n, b.m, b.w, b.k]; };\n`;
    const call = 'super(w /* ) */)';
    const others = ['super(w + 1)', 'super(w, w)', 'super()', 'super(...rest)', 'super(rest[0] as number, )'];
    assert.deepEqual(results(program(call), `${call};`, others), [
      [3, 5, 3, 4],
      [4, 5, 3, 4],
      [3, 3, 3, 4],
      [undefined, 5, 3, 4],
      [4, 6, 3, 4],
      [4, 5, 3, 4],
    ]);
    assert.deepEqual(results(program(call), `${call};`, []), [[3, 5, 3, 4]]);
    assert.deepEqual(results(program('super()'), 'super();', ['super(w)']), [
      [undefined, 5, 3, 4],
      [3, 5, 3, 4],
    ]);
  });
});
