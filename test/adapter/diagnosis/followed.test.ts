import assert from 'node:assert/strict';
import { FollowedTests, type Check, type Effort, type Failure } from '../../../server/diagnosis/followed.js';
import { runTestText, testModules } from '../../../server/diagnosis/models.js';
import type { Component } from '../../../server/ir/component.js';
import type { Instruction } from '../../../server/ir/instruction.js';
import { bundle } from '../../../server/syntax/diagnosis/bundle.js';
import { mayShareState } from '../../../server/syntax/diagnosis/lastingState.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';

/** What a failing test says of the one part of a program that is written so. */
function checked(
  program: string,
  test: string,
  part: string,
  value: Component['value'],
  {
    before = '() => {}',
    failure = 'assertion',
    effort = 'whole',
    whenTrue = null,
    isDefault = false,
    kind = /(?:const|let) $/.test(program.slice(0, program.indexOf(part))) ? 'initialiser' : 'statement',
  }: {
    readonly before?: string;
    readonly failure?: Failure;
    readonly effort?: Effort;
    readonly whenTrue?: string | null;
    readonly isDefault?: boolean;
    readonly kind?: Component['kind'];
  } = {},
): Check {
  const path = '/p.ts';
  const tested = `import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport * as p from './p.ts';\ntest('before', ${before});\ntest('t', () => { ${test} });`;
  const modules = new Map([
    ['/t.ts', { path: '/t.ts', text: tested, own: { './p.ts': path } }],
    [path, { path, text: program, own: {} }],
  ]);
  const bundled = bundle(['/t.ts'], modules, testModules, { before: '', behind: runTestText });
  assert.ok(!('why' in bundled));
  const lowered = lowerModule(bundled.text, { file: 't.ts', assertions: true });
  assert.ok(lowered.kind === 'module');
  const start = program.indexOf(part);
  assert.ok(start >= 0);
  const span = { start, end: start + part.length };
  const component: Component = {
    id: 0,
    file: path,
    span,
    function: 'f',
    functionSpan: { start: 0, end: program.length },
    kind,
    value,
    byDefault: isDefault ? span : null,
    whenTrue: null,
    isGuarded: program.slice(0, start).includes('try {') && program.slice(start).includes('catch'),
  };
  const from = start + (bundled.offsets.get(path) ?? 0);
  const componentOf = new Map<Instruction, Component>();
  for (const { edges } of lowered.module.functions)
    for (const { instruction } of edges)
      if ('span' in instruction && from <= instruction.span.start && instruction.span.end <= from + part.length)
        componentOf.set(instruction, component);
  const body = whenTrue === null ? -1 : program.indexOf(whenTrue) + (bundled.offsets.get(path) ?? 0);
  const bodies = new Map(whenTrue === null ? [] : [[component, { start: body, end: body + whenTrue.length }] as const]);
  const tests = new FollowedTests({
    module: lowered.module,
    componentOf,
    whenTrue: bodies,
    sharesState: mayShareState(program, path),
    declared: [
      { name: 'before', passes: true },
      { name: 't', passes: false },
    ],
  });
  assert.equal(tests.whyReplayed('t', failure), null, 'the test fails');
  return tests.check('t', [component], effort);
}

const largest = `export function f(a: number[]): number {
  let m = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] ?? 0;
    if (x > m) m = x;
  }
  return m;
}`;
const ask = 'assert.equal(p.f([-5, -3]), -3)';

describe('a failing test that is followed', () => {
  it('tells which initial value it needs', () => {
    const check = checked(largest, ask, 'm = 0', 'number');
    assert.ok(check.kind === 'consistent');
    const [given] = check.requirement;
    assert.ok(given?.kind === 'value' && typeof given.value === 'number' && given.value < -3);
  });

  it('is asked by @range of what is written where the part is another value, and later', () => {
    const field = `class C {
  /** @range 0..10 */
  x = 5;
  set(n: number): void { this.x = n * 3; }
}
export function f(n: number): void { new C().set(n); }`;
    const fails = { failure: 'violation' } as const;
    assert.deepEqual(checked(field, 'p.f(4)', 'x = 5;', 'number', { ...fails, kind: 'initialiser' }), { kind: 'conflict' });
    const later = `export function f(n: number): boolean {
  /** @range 0..10 */
  let level = 5;
  level = level + n * 3;
  return true;
}`;
    const check = checked(later, 'p.f(4)', 'level = level + n * 3;', 'number', fails);
    assert.ok(check.kind === 'consistent');
    const [given] = check.requirement;
    assert.deepEqual(given?.kind === 'value' ? [given.min, given.max] : given, [0, 10]);
    assert.equal(checked(later, 'p.f(30)', 'level = 5', 'number', fails).kind, 'conflict');
  });

  it('tells which way a branch has to go', () => {
    const check = checked(largest, ask, 'x > m', 'boolean', { whenTrue: 'm = x;' });
    assert.ok(check.kind === 'consistent');
    assert.deepEqual(check.requirement.at(-1), { kind: 'way', component: 0, taken: true });
  });

  for (const [condition, call, wanted] of [
    ['!x', '1, 0', true],
    ['!(x && y)', '1, 1', true],
    ['x && y', '1, 0', true],
    ['x || y', '1, 0', false],
    ['!(x || y)', '1, 0', true],
    ['x ? !y : y', '1, 1', true],
    ['x && !y', '1, 1', true],
    ['x && (y ?? x) === 3', '1, 2', true],
    ['!o?.has(x)', '1, 2', false],
    ['(x === 2 || x === 3) && y !== 2', '1, 2', true],
  ] as const)
    it(`says whether \`${condition}\` as a whole holds, once for each passage`, () => {
      const program = `export function f(x: number, y: number, o?: Set<number>) { if (${condition}) return 1; return 0; }`;
      const test = `assert.equal(p.f(${call}), ${wanted ? 1 : 0})`;
      const check = checked(program, test, condition, 'boolean', { whenTrue: 'return 1;' });
      assert.deepEqual(check.kind === 'consistent' ? check.requirement : check, [{ kind: 'way', component: 0, taken: wanted }]);
    });

  it('counts the passages of a condition of a loop', () => {
    const program = 'export function f(a: number[]) { let n = 0; while (!(n >= a.length || n > 5)) n++; return n - 1; }';
    const check = checked(program, 'assert.equal(p.f([1, 2]), 2)', '!(n >= a.length || n > 5)', 'boolean', { whenTrue: 'n++;' });
    assert.deepEqual(check.kind === 'consistent' && check.requirement.map((given) => given.kind === 'way' && given.taken), [
      true,
      true,
      true,
      false,
    ]);
  });

  it('finds the few passages after which a loop that never ends should', () => {
    const program = 'export function f(n) { let c = 0; while (n !== 0) { n ^= n - 1; c++; } return c; }';
    const check = checked(program, 'assert.equal(p.f(1023), 4);', 'n !== 0', 'boolean', {
      whenTrue: '{ n ^= n - 1; c++; }',
      failure: 'endless',
      effort: 'brief',
    });
    assert.equal(check.kind, 'consistent', JSON.stringify(check));
    const ways = check.kind === 'consistent' ? check.requirement.map((each) => each.kind === 'way' && each.taken) : [];
    assert.deepEqual(ways, [true, true, true, true, false]);
  });

  it('counts a default where it is needed', () => {
    const program = 'export function f({ h = 5, w }: { h?: number; w: number }) { return w * h; }';
    const test = 'assert.equal(p.f({ h: 2, w: 3 }), 6); assert.equal(p.f({ w: 3 }), 12)';
    const check = checked(program, test, '5', 'number', { isDefault: true });
    assert.deepEqual(check.kind === 'consistent' ? check.requirement : check, [{ kind: 'value', component: 0, value: 4, min: 4, max: 4 }]);
    const unused = checked(program, 'assert.equal(p.f({ h: 2, w: 3 }), 8)', '5', 'number', { isDefault: true });
    assert.deepEqual(unused, { kind: 'undecided', why: 'it gives no value' });
    const plain = 'export function f(w: number, h = 5) { return w * h; }';
    const given = checked(plain, 'assert.equal(p.f(3, 2), 6); assert.equal(p.f(3), 12)', '5', 'number', { isDefault: true });
    assert.ok(given.kind === 'consistent' && given.requirement.length === 1);
  });

  it('tells a truth value that is given once, whatever it is computed from', () => {
    const program = 'export function f(x: number, y: number) { const both = x > 1 && y > 1; return both ? 1 : 0; }';
    const check = checked(program, 'assert.equal(p.f(1, 2), 1)', 'both = x > 1 && y > 1', 'boolean');
    assert.deepEqual(check.kind === 'consistent' ? check.requirement : check, [{ kind: 'way', component: 0, taken: true }]);
  });

  it('claims a range only where its ends pass, and one value where the others are rounding errors', () => {
    const counted = 'export function f(n: number): number {\n  let s = 0;\n  for (let i = 0; i < n; i++) s = s + 1;\n  return s;\n}';
    const one = checked(counted, 'assert.equal(p.f(3), 4)', 's = 0', 'number');
    assert.deepEqual(one.kind === 'consistent' && one.requirement, [{ kind: 'value', component: 0, value: 1, min: 1, max: 1 }]);
    const scaled = 'export function f(n: number): number {\n  const s = n / 2;\n  return s * 3 + 0.1;\n}';
    const check = checked(scaled, 'const x = p.f(1); assert.ok(x > 0.7 && x < 1.3)', 's = n / 2', 'number');
    const given = check.kind === 'consistent' ? check.requirement[0] : undefined;
    assert.ok(given?.kind === 'value' && given.min !== null && given.max !== null && given.max - given.min > 0.19);
    for (const s of [given.min, given.max]) assert.ok(s * 3 + 0.1 > 0.7 && s * 3 + 0.1 < 1.3);
  });

  it('is followed, too, where it never ends', () => {
    const program = 'export function f(n: number): number {\n  let i = n;\n  while (i > 0) {\n    i = i + 1;\n  }\n  return i;\n}';
    const check = checked(program, 'assert.equal(p.f(1), 0)', 'i = i + 1', 'number', { failure: 'endless' });
    assert.ok(check.kind === 'consistent');
    const given = check.requirement.at(-1);
    assert.ok(given?.kind === 'value' && given.value === 0);
    const deep = 'export function f(n: number): number {\n  const m = n + 1;\n  return n === 0 ? 0 : f(m);\n}';
    assert.equal(checked(deep, 'assert.equal(p.f(1), 0)', 'm = n + 1', 'number', { failure: 'endless' }).kind, 'consistent');
  });

  it('refutes what can not be the cause by itself', () => {
    const program = 'export function f(a: number): number {\n  const b = a + 1;\n  const c = b * 2;\n  return a;\n}';
    assert.equal(checked(program, 'assert.equal(p.f(1), 4)', 'c = b * 2', 'number').kind, 'conflict');
    assert.equal(checked(program, 'assert.equal(p.f(1), 4)', 'b = a + 1', 'number').kind, 'conflict');
    assert.equal(checked(program, 'assert.equal(p.f(1), 4)', 'return a;', 'number').kind, 'consistent');
  });

  it('tells what a read, or a call, would have had to give', () => {
    const read = 'export function f(o: { a: number; b: number }): number {\n  const x = o.a;\n  return x * 2;\n}';
    const given = checked(read, 'assert.equal(p.f({ a: 1, b: 4 }), 8)', 'x = o.a', 'number');
    assert.ok(given.kind === 'consistent' && given.requirement[0]?.kind === 'value' && given.requirement[0].value === 4);
    const returned = 'export class Item {\n  value = 0;\n  get(): number {\n    return this.value;\n  }\n}';
    const result = checked(returned, 'assert.equal(new p.Item().get(), 2)', 'return this.value;', 'number');
    assert.ok(result.kind === 'consistent' && result.requirement[0]?.kind === 'value' && result.requirement[0].value === 2);
    const called = 'const g = (n: number): number => n + 1;\nexport function f(n: number): number {\n  const x = g(n);\n  return x;\n}';
    assert.equal(checked(called, 'assert.equal(p.f(1), 7)', 'x = g(n)', 'number').kind, 'consistent');
  });

  it('refutes what reads nothing that the result depends on, and not where nothing may have been meant', () => {
    const unused = 'export function f(a: number[]): number {\n  const x = a[0];\n  const y = a[1];\n  return y;\n}';
    assert.equal(checked(unused, 'assert.equal(p.f([1, 2]), 4)', 'x = a[0]', 'number').kind, 'conflict');
    const nothing = 'export function f(a: number[]): string {\n  const x = a[0];\n  return typeof x;\n}';
    assert.equal(checked(nothing, "assert.equal(p.f([1]), 'undefined')", 'x = a[0]', 'number').kind, 'undecided');
  });

  it('does not refute what has the type of its wrong value alone', () => {
    const rest = 'export function f(a: number) {\n  const b = a % 2;\n  return b;\n}';
    for (const part of ['b = a % 2', 'return b;']) {
      assert.equal(checked(rest, 'assert.equal(p.f(4), true)', part, 'number').kind, 'undecided');
      assert.equal(checked(rest, "assert.equal(p.f(4), 'even')", part, 'number').kind, 'undecided');
      assert.equal(checked(rest, 'assert.equal(p.f(4), null)', part, 'number').kind, 'undecided');
      assert.equal(checked(rest, 'assert.deepEqual(p.f(4), [4])', part, 'number').kind, 'undecided');
    }
    const isEven = 'export function f(a: number) {\n  return a % 2 === 0;\n}';
    assert.equal(checked(isEven, 'assert.equal(p.f(3), 1)', 'return a % 2 === 0;', 'boolean').kind, 'undecided');
    const shown = 'export function f(a: number) {\n  const b = a * 2;\n  return a + ":" + b;\n}';
    assert.equal(checked(shown, "assert.equal(p.f(3), '3:06')", 'b = a * 2', 'number').kind, 'undecided');
    const name = 'export function f(a: string) {\n  const b = a.trim();\n  return b;\n}';
    assert.equal(checked(name, 'assert.equal(p.f("3"), 3)', 'return b;', 'string').kind, 'undecided');
  });

  it('refutes what is only computed with, of whatever type it is', () => {
    const program =
      'export function f(a: number) {\n  const b = a % 2;\n  const c = b * 2 - 1;\n  const d = c > 1;\n  return d ? a : -a;\n}';
    assert.equal(checked(program, 'assert.equal(p.f(4), 5)', 'b = a % 2', 'number').kind, 'conflict');
    assert.equal(checked(program, 'assert.equal(p.f(4), 5)', 'c = b * 2 - 1', 'number').kind, 'conflict');
    assert.equal(checked(program, 'assert.equal(p.f(4), 5)', 'd = c > 1', 'boolean').kind, 'conflict');
  });

  it('refutes no call: it may do more than give a value', () => {
    const program = 'const g = (n: number): number => n;\nexport function f(n: number): number {\n  const x = g(n);\n  return n;\n}';
    assert.equal(checked(program, 'assert.equal(p.f(1), 7)', 'x = g(n)', 'number').kind, 'undecided');
  });

  it('refutes no statement that gives no value', () => {
    const program =
      'export function f(a: number[]): number {\n  let n = 0;\n  for (const x of a) {\n    if (x < 0) break;\n    n += x;\n  }\n  return n;\n}';
    assert.equal(checked(program, 'assert.equal(p.f([1, -1, 2]), 3)', 'break;', 'none').kind, 'undecided');
  });

  it('does not refute an assignment that may have been meant for another variable', () => {
    const program = 'export function f(a: number): number {\n  let sum = 0;\n  let last = 0;\n  last = a;\n  return sum + last * 0;\n}';
    assert.equal(checked(program, 'assert.equal(p.f(4), 4)', 'last = a', 'number').kind, 'undecided');
  });

  it('does not refute what could throw where that is caught', () => {
    const program =
      'export function f(a: { b: number }): number {\n  let n = 1;\n  try {\n    n = a.b;\n  } catch {\n    return -1;\n  }\n  return n > 5 ? 5 : 4;\n}';
    assert.equal(checked(program, 'assert.equal(p.f({ b: 1 }), -1)', 'n = a.b', 'number').kind, 'undecided');
  });

  it('runs a test behind those before it where they leave something', () => {
    const program = 'let count = 0;\nexport function f(): number {\n  const step = 2;\n  count += 1;\n  return count * step;\n}';
    const check = checked(program, 'assert.equal(p.f(), 6)', 'step = 2', 'number', { before: '() => { p.f(); }' });
    assert.ok(check.kind !== 'conflict');
    const [given] = check.kind === 'consistent' ? check.requirement.slice(-1) : [];
    assert.ok(given?.kind === 'value' && given.value === 3);
  });

  it('asks something of the test alone where that is enough', () => {
    const program = "let count = 0;\nexport function f(): void {\n  if (count > 0) throw new Error('twice');\n  count += 1;\n}";
    const check = checked(program, 'p.f()', 'count > 0', 'boolean', {
      ...{ before: '() => { p.f(); }', failure: 'error', whenTrue: "throw new Error('twice');" },
    });
    assert.deepEqual(check, { kind: 'consistent', requirement: [{ kind: 'way', component: 0, taken: false }] });
  });

  it('asks of tests before it nothing with which they fail', () => {
    const program =
      'let sum = 0;\nexport function f(x: number): number {\n  const step = x > 0 ? x : 1;\n  sum += step;\n  return step > 2 ? sum : 0;\n}\nexport function g(): number {\n  const step = sum;\n  return step;\n}';
    const ask = 'assert.equal(p.g(), 9)';
    const check = checked(program, ask, 'step = x > 0 ? x : 1', 'number', { before: '() => { assert.equal(p.f(2), 0); }' });
    assert.equal(check.kind, 'conflict');
    const other = checked(program, ask, 'step = x > 0 ? x : 1', 'number', { before: '() => { assert.ok(p.f(2) === 0 || p.f(2) === 9); }' });
    assert.notEqual(other.kind, 'conflict');
    const needed = checked(program, ask, 'step = x > 0 ? x : 1', 'number', { before: '() => { p.f(2); }' });
    assert.deepEqual(needed.kind === 'consistent' && needed.requirement.map(({ before }) => before), ['before']);
  });

  it('is cut short by a brief check, which refutes nothing then', () => {
    const program = `export function f(a: number[]): number {
  let n = 0;
  for (const x of a) {
    const isLarge = x > 3;
    if (isLarge) n += 1;
  }
  return n;
}`;
    const asked = (effort: Effort): Check =>
      checked(program, 'assert.equal(p.f([1, 2, 3, 4, 5]), 6)', 'isLarge = x > 3', 'boolean', { effort });
    assert.deepEqual(asked('brief'), { kind: 'undecided', why: 'there are too many ways', isCutShort: true });
    assert.deepEqual(asked('whole'), { kind: 'conflict' });
  });

  it('does not refute a call that may do something else', () => {
    const program = 'export function f(a: number[]): number {\n  a.pop();\n  return a.length;\n}';
    assert.equal(checked(program, 'assert.equal(p.f([1, 2, 3]), 4)', 'a.pop();', 'other').kind, 'undecided');
  });

  it('of area and circumference: what both results need can not be one value', () => {
    // Paper 4, section 2: circ alone explains no wrong area.
    const program = `export function f(d: number): number[] {
  const r = d / 2;
  const area = r * 3;
  const circ = 2 * r * 3;
  return [area, circ];
}`;
    const test = 'const [area, circ] = p.f(6); assert.equal(area, 27); assert.equal(circ, 18);';
    assert.equal(checked(program, test, 'circ = 2 * r * 3', 'number').kind, 'conflict');
    assert.equal(checked(program, test, 'area = r * 3', 'number').kind, 'consistent');
  });
});
