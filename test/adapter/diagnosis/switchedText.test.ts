import assert from 'node:assert/strict';
import { Script } from 'node:vm';
import { partsOf } from '../../../server/syntax/diagnosis/parts.js';
import { plainScript } from '../../../server/syntax/diagnosis/plainScript.js';
import { SuspectText } from '../../../server/syntax/diagnosis/suspectText.js';
import { switchedText } from '../../../server/syntax/diagnosis/switchedText.js';
import { typedFiles } from '../../../server/syntax/diagnosis/typedFiles.js';
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

  it('does as the edited text does where statements change as a whole', () => {
    const program = `export const f = () => {
  const calls = [];
  const list = [5, 4, 3, 2, 1];
  for (var i = 0; i < 2; i++) calls.push(() => i);
  for (const each of list) {
    var twice = each * 2;
    calls.push(() => twice);
    if (each > 3) continue;
  }
  if (list.length > 2) list.pop();
  if (list[0] === 5) {
    for (let k = 0; k < 1; k++) list[0] = (list[0] ?? 0) - 1;
  }
  const before = list.length;
  list.push(before);
  list.reverse();
  while (list.length > 5) list.shift();
  return [...calls.map((call) => call()), ...list];
};
`;
    const path = '/p.js';
    const files = typedFiles([path], (each) => (each === path ? program : undefined));
    const file = files.fileOf(path);
    assert.ok(file);
    const suspect = new SuspectText(path, file, files, 0);
    const wholes = suspect.candidates(() => true).filter(({ places }) => places.some(({ site }) => site.kind === 'whole'));
    const numbered = wholes.map((candidate, i) => ({ number: i + 1, candidate }));
    const switched = suspect.switched(numbered, 0);
    const resultOf = (text: string, m = 0): unknown => {
      const on: boolean[] = [];
      for (const place of switched.on.get(m) ?? []) on[place] = true;
      const run = new Script(`(function (exports, __whence) {${plainScript(text, path)}\n})`).runInThisContext() as Loaded;
      const exports: { f?: () => unknown } = {};
      let fuel = 1_000;
      const spend = (): void => assert.ok(fuel-- > 0);
      run(exports, { m, on, c: spend, f: spend });
      try {
        return exports.f?.();
      } catch (error) {
        return String(error);
      }
    };
    const made = numbered.map(({ candidate }) => suspect.edited(candidate));
    for (const part of ['let i = 0', 'let twice', 'while (list.length > 2)', 'while (list[0] === 5)'])
      assert.ok(
        made.some((text) => text.includes(part)),
        part,
      );
    assert.ok(wholes.length >= 8);
    for (const [i, { number }] of numbered.entries()) assert.deepEqual(resultOf(switched.text, number), resultOf(made[i] ?? ''), made[i]);
    assert.deepEqual(resultOf(switched.text), resultOf(program));
  });
});

type Loaded = (exports: object, state: object) => void;
