import assert from 'node:assert/strict';
import { checkText, requiresOf } from '../../support/checking.js';
import { decides } from './running.js';

const numbers = [NaN, -Infinity, -100, -5, -1, -0, 0, 0.5, 1, 2, 5, 9, 10, 10.5, 11, 12, 100, 1e9, Infinity].map((n) => [n]);
const texts = ['', ' ', 'a', 'x', 'xy', 'abc', 'hello', 'hello world', '12', 'zzzzzz'].map((s) => [s]);
const pairs = numbers.flatMap(([a]) => [NaN, -1, 0, 10, 11].map((b) => [a, b]));
const bigints = [0n, 1n, 5n, 6n, 10n, 11n, -5n, 1000n].map((b) => [b]);

/** `refuse` is how every program here fails. */
const program = (text: string): string => `${text}\nfunction refuse(): never { throw new Error('refused'); }`;
const onNumbers = (...bodies: readonly string[]) =>
  bodies.forEach((body) => decides(program(`export function main(n: number) { ${body} }`), numbers));
const onTexts = (...bodies: readonly string[]) =>
  bodies.forEach((body) => decides(program(`export function main(s: string) { ${body} }`), texts));

describe('what the entry decides', () => {
  it('passes through the fields of objects', () =>
    onNumbers(
      'const o = { f: n }; if (o.f > 10) refuse();',
      'const o = { f: 0 }; o.f = n; if (o.f > 10) refuse();',
      'const o = { f: 0 }; o.f += n; if (o.f > 10) refuse();',
      'const o = { f: n }; o.f += 5; if (o.f > 15) refuse();',
      'const o = { p: { q: n } }; const { p: { q = 3 } } = o; if (q > 10) refuse();',
    ));

  it('passes through the elements of arrays', () =>
    onNumbers(
      'const a = [1, n, 3]; if (a[1] > 10) refuse();',
      'const a: number[] = []; a.push(n); if (a[0] > 10) refuse();',
      'let a = 0, b = n; [a, b] = [b, a]; if (a > 10) refuse();',
      'const [, ...rest] = [1, n]; if (rest[0] > 10) refuse();',
      'for (const x of [1, n]) if (x > 10) refuse();',
      '[n, 2].forEach((x) => { if (x > 10) refuse(); });',
      'if ([1, n].reduce((a, b) => a + b, 0) > 10) refuse();',
      'if ([1, 2, n].some((x) => x > 10)) refuse();',
      'const m = new Map([["a", n]]); if (m.get("a")! > 10) refuse();',
      // No version of the language gives an array an element that it lacks.
      'const a = ["x"]; let sum = 0; for (let i = 0; i <= a.length; i++) if (n > 10) sum += a[i].length;',
    ));

  it('is whether an array that is given has elements, and what they are', () => {
    const onArrays = (...bodies: readonly string[]) =>
      bodies.forEach((body) => {
        const arrays = [[], [1], [11]].map((a) => [a]);
        decides(program(`export function main(a: number[]) { ${body} }`), arrays);
      });
    onArrays(
      'let sum = 0; for (const x of a) sum += x; if (a.length === 0) refuse(); return sum / a.length;',
      'for (const x of a) { if (x > 10) refuse(); }',
      'for (const x of a) { if (x > 10) return; } refuse();',
      'let best = a[0]!; for (const x of a) if (x < best) best = x; return best.toFixed();',
      'if (a.length > 0 && a[0]! > 10) refuse();',
      'const [first] = a; if (first === undefined) refuse();',
      'return a.reduce((x, y) => Math.max(x, y));',
      'return a.map((x) => x * 2).reduce((x, y) => x + y);',
      'a.forEach((x) => { if (x > 10) refuse(); });',
      'if (a.every((x) => x < 10)) refuse();',
      'if (a.filter((x) => x > 10).length > 0) refuse();',
      'const copy = [...a]; if (copy.length > 0 && copy[0]! > 10) refuse();',
      'if (Math.max(0, ...a) > 10) refuse();',
    );
  });

  it('is open for arrays of more elements than a condition can speak of', () => {
    const longer = [
      [1, 2],
      [11, 1],
      [1, 2, 3],
    ].map((a) => [a]);
    const text = 'if (a.every((x) => x > 0)) for (const x of a) if (x > 100) refuse();';
    decides(program(`export function main(a: number[]) { ${text} }`), longer);
  });

  it('says nothing of what is done to an array that is given', () => {
    const arrays = [[], [1], [11], [1, 2]].map((a) => [a]);
    const text = (body: string) => program(`export function main(a: number[]) { ${body} }`);
    decides(text('a.push(1); for (const x of a) if (x < 0) refuse(); if (a.length === 0) refuse();'), arrays);
    decides(text('for (const x of a) if (x > 0 && a.length < 5) a.push(-1);'), arrays);
    assert.equal(decides(text('a.length = 0; for (const x of a) refuse();'), [[[]], [[1]], [[1, 2]]]), null);
    // The first element was there when the loop began.
    assert.equal(requiresOf(checkText(text('for (const x of a) { a.pop(); if (x > 100) refuse(); }'))), 'a.length === 0 || !(a[0] > 100)');
  });

  it('passes through instances and closures', () =>
    [
      'export function main(n: number) { return new Box(n).get(); }\nclass Box { constructor(private f: number) {} get() { if (this.f > 10) refuse(); return this.f; } }',
      'export function main(n: number) { if (add(n)(1) > 11) refuse(); }\nconst add = (a: number) => (b: number) => a + b;',
      'export function main(n: number) { make(n)(); }\nfunction make(n: number) { return () => { if (n > 10) refuse(); }; }',
      'export function main(n: number) { if (n > limits.high) refuse(); }\nconst limits = { high: 10 };',
      'export function main(n: number) { check({ n }); }\nfunction check({ n }: { n: number }) { if (n > 10) refuse(); }',
    ].forEach((text) => decides(program(text), numbers)));

  it('is one of the members of what is made there', () => {
    onNumbers(
      'if (![1, 2, 10].includes(n)) refuse();',
      'if ([1, NaN, 9].includes(n)) refuse();',
      'if ([1, NaN, 9].indexOf(n) >= 0) refuse();',
      'if (new Set([5, 11]).has(n)) refuse();',
      'if (!new Map([[5, "a"], [9, "b"]]).has(n)) refuse();',
    );
    onTexts('if (["a", "xy"].includes(s)) refuse();', 'if (["a", "hello"].indexOf(s) !== 1) refuse();');
  });

  it('is a character of a text', () =>
    onTexts(
      'if (s[0] === "a") refuse();',
      'return s[0]!.toUpperCase();',
      'if (s[1] === undefined) refuse();',
      'if (s[0] !== s[1]) refuse();',
    ));

  it('is one number among all', () =>
    onNumbers(
      'if (n === 5) refuse();',
      'return BigInt(n);',
      'return [n, 1].map(BigInt);',
      'if (n % 2 === 0) refuse();',
      'if (!Number.isInteger(n)) refuse();',
    ));

  it('is where a loop ends that asks the same of it again and again', () => {
    const ending = numbers.filter(([n]) => n !== -Infinity);
    const loop = (body: string) => decides(program(`export function main(n: number) { ${body} }`), ending);
    assert.equal(loop('for (let i = 0; i < n; i++) if (i === 10) refuse();'), '!(n > 10)');
    loop('let met = false; for (let i = 0; i < n; i++) { if (i === 4) met = true; if (i === 9) refuse(); } if (!met) refuse();');
    loop('let met = false; for (let i = 20; i > n; i--) { if (i === 12) met = true; } if (met) refuse();');
  });

  it('is not how far we followed a loop', () => {
    const text = program(
      'export function main(n: number, o: { x: number }) { for (let i = 0; i < n; i++) if (o.x > i) return; refuse(); }',
    );
    assert.equal(requiresOf(checkText(text)), 'n > 0');
  });

  it('is a relation between parameters', () => {
    const relation = (condition: string) =>
      decides(program(`export function main(a: number, b: number) { if (${condition}) refuse(); }`), pairs);
    assert.equal(relation('a > b'), '!(a > b)');
    assert.equal(relation('Math.max(a, b) > 10'), '!(Math.max(a, b) > 10)');
    relation('a > 0 && b > 0 && a + b > 15');
    relation('a === b || (a < b ? a < 0 : b < 0)');
  });

  it('is about a string, as the program tests it', () => {
    onTexts(
      'if (s.length > 5) refuse();',
      'if (s.length === 0) refuse();',
      'if (s === "x") refuse();',
      'if (!s.startsWith("hello")) refuse();',
      'if (s.trim() === "") refuse();',
      'const k = s.length; if (k < 2 || k > 5) refuse();',
      'if (`${s}!` === "x!") refuse();',
      'if (s.toUpperCase() < "B" && s.includes("a")) refuse();',
    );
  });

  it('is about the arguments that were not counted, and about tuples', () => {
    const lists = [[], [1], [2, 1], [1, 2], [11, 2, 3], [NaN, 1]];
    const onRest = (body: string) => decides(program(`export function main(...xs: number[]) { ${body} }`), lists, {}, 'xs');
    onRest('if (xs.length === 0) refuse();');
    onRest('if (xs.length < 2) refuse(); if (xs[0]! > 10) refuse();');
    onRest('for (const x of xs) { if (x > 10) refuse(); return; }');
    const tuples = lists.filter(({ length }) => length === 2).map((list) => [list]);
    const onTuples = (parameter: string, body: string) => decides(program(`export function main(${parameter}) { ${body} }`), tuples);
    onTuples('t: [number, number]', 'const [a, b] = t; if (a > b) refuse();');
    onTuples('t: readonly [number, number]', 'const [, last] = t; if (last > 1) refuse();');
    onTuples('t: [number, number]', 'if (t.length !== 2 || t[1] > 1) refuse();');
  });

  it('is about the names that a pattern binds', () => {
    const asked = (parameter: string, condition: string): string | null | undefined =>
      requiresOf(checkText(program(`export function main(${parameter}) { if (${condition}) refuse(); }`)));
    assert.equal(asked('[a, b]: [number, number]', 'a > b'), '!(a > b)');
    assert.equal(asked('[, b, c]: [number, number, number]', 'b > c'), '!(b > c)');
    assert.equal(asked('{ p: [x, y] }: { p: [number, number] }', 'x > y'), '!(x > y)');
  });

  it('is about what constructors and methods are given, whatever is stored in between', () => {
    const asked = (member: string): string | null | undefined =>
      checkText(`export class Span { #at = 0; list: number[] = []; width = 1; ${member} }`).functions.at(-1)?.requires;
    const check = "if (a > b) throw new RangeError('order');";
    assert.equal(asked(`constructor(readonly a: number, readonly b: number) { ${check} }`), '!(a > b)');
    assert.equal(
      asked(`constructor(a: number, b: number) { this.a = a; this.b = b; if (this.a > this.b) throw new Error(); }`),
      '!(a > b)',
    );
    assert.equal(asked(`move(a: number, b: number) { this.#at = a; this.width = b; ${check} }`), '!(a > b)');
    assert.equal(asked(`move(a: number, b: number) { if (this.width > 3) return; ${check} }`), null);
    assert.equal(asked(`move(a: number, b: number) { if ('far' in this) return; ${check} }`), null);
    assert.equal(asked(`move(a: number, b: number) { for (const key in this) return; ${check} }`), null);
    assert.equal(asked(`move(a: number, b: number) { if (this instanceof Error) return; ${check} }`), null);
    assert.equal(asked(`move(a: number, b: number) { this.other(); ${check} }`), '!(a > b)');
    assert.equal(asked(`constructor(a: number, b: number) { if (new.target !== Span) return; ${check} }`), null);
    assert.equal(asked(`constructor(a: number, b: number) { if (this instanceof Span) return; ${check} }`), null);
    assert.equal(asked(`set at(n) { process.exit(n); } move(a: number, b: number) { this.at = a; ${check} }`), null);
  });

  it('is one of some values, said once', () => {
    const asked = (body: string): string | null => decides(program(`export function main(n: number) { ${body} }`), numbers);
    assert.equal(asked('for (let i = 0; i < 10; i++) if (i === n) return; refuse();'), 'Number.isInteger(n) && n >= 0 && n <= 9');
    assert.equal(asked('for (const k of [5, 1, 11]) if (k === n) refuse();'), '![5, 1, 11].includes(n)');
    assert.equal(asked('if (n === 1 || n === 9) refuse();'), 'n !== 1 && n !== 9');
    onTexts('for (const k of ["a", "x", "hello"]) if (k === s) return; refuse();');
  });

  it('is not what was decided before in other words', () => {
    const asked = (condition: string): string | null =>
      decides(program(`export function main(a: number, b: number) { if (!(a <= b)) refuse(); ${condition} }`), pairs);
    assert.equal(asked('if (b < a || a > b || !(b >= a)) refuse();'), 'a <= b');
    assert.equal(asked('if (a < b) return; if (a !== b) refuse();'), 'a <= b');
    asked('if (a >= b) refuse();');
    asked('if (a === b) refuse(); if (!(a < b)) refuse();');
  });

  it('is about a bigint', () =>
    [
      'if (b > 10n) refuse();',
      'if (b + 5n > 10n) refuse();',
      'if (b === 5n) refuse();',
      'return 10n / b;',
      'return 10n % (b - 5n);',
      'return 10n ** b;',
    ].forEach((body) => decides(program(`export function main(b: bigint) { ${body} }`), bigints)));

  it('is about members and elements, as far as they are declared', () => {
    const points = numbers.map(([x]) => [{ x }]);
    decides(program('export function main(o: { x: number }) { if (o.x > 10) refuse(); }'), points);
    decides(program('export function main({ x }: { x: number }) { if (x > 10) refuse(); }'), points);
    decides(program('export function main({ x = 20 }: { x?: number }) { if (x > 10) refuse(); }'), [...points, [{}]]);
    decides(program('export function main(o: { x?: number } | null) { if ((o?.x ?? 0) > 10) refuse(); }'), [...points, [{}], [null]]);
    const arrays = [[], [1], [1, 2], [11], [20, 1, 3, 4]].map((a) => [a]);
    decides(program('export function main(a: number[]) { if (a.length === 0) refuse(); }'), arrays);
    decides(program('export function main(a: number[]) { if (a.length > 3 || (a[0] ?? 0) > 10) refuse(); }'), arrays);
    const accesses = arrays.flatMap(([a]) => [-1, 0, 1, 3].map((i) => [a, i]));
    decides(program('export function main(a: number[], i: number) { if (i < 0 || i >= a.length) refuse(); return a[i]; }'), accesses);
  });

  it('is about the members of the alternatives that a tag leaves', () => {
    const shapes = `type Shape = { kind: 'circle'; r: number } | { kind: 'square'; side: number; r: string } | { kind: 'none' };`;
    const circles = numbers.map(([r]) => [{ kind: 'circle', r }]);
    const squares = numbers.map(([side]) => [{ kind: 'square', side, r: 'x' }]);
    const given = [...circles, ...squares, [{ kind: 'none' }]];
    const onShapes = (body: string, inputs: readonly (readonly unknown[])[] = given) =>
      decides(program(`${shapes}\nexport function main(s: Shape) { ${body} }`), inputs);
    onShapes('switch (s.kind) { case "circle": case "square": return; default: refuse(); }');
    onShapes('if (s.kind === "circle" && s.r > 10) refuse();');
    onShapes('if (s.kind === "square" && s.r.length < s.side) refuse();');
    onShapes('if (s.kind === "none") return; if (s.kind === "square" ? s.side > 10 : s.r > 10) refuse();');
    const results = `type Result = { ok: true; value: number } | { ok: false; error: string } | null;`;
    const answers = [...numbers.map(([value]) => [{ ok: true, value }]), [{ ok: false, error: 'e' }], [null]];
    decides(program(`${results}\nexport function main(r: Result) { if (!r!.ok || r.value > 10) refuse(); }`), answers);
  });

  it('is about what has no type by its kind', () => {
    const anything = [...numbers, ...texts, [undefined], [null], [true], [{}], [[]], [5n]];
    const requires = decides(program('export function main(n = 3) { if (typeof n === "number" && n > 10) refuse(); }'), anything);
    assert.equal(requires, 'typeof n !== "number" || !(n > 10)');
    decides(program('export function main(x: number | Date) { if (x instanceof Date) refuse(); }'), [...numbers, [new Date()]]);
    decides(program('export function main(f: (() => void) | undefined, n: number) { if (n > 10) f!(); }'), [
      [undefined, 5],
      [undefined, 11],
      [() => undefined, 11],
    ]);
  });

  it('is a match of a regular expression', () => {
    onTexts(
      'if (!/^[a-z]+$/i.test(s)) refuse();',
      'const m = /^h(.*)$/.exec(s); if (m === null) refuse(); return m[1];',
      'if (s.match(/l+/g) === null) refuse();',
      'if (s.replace(/[^a-z]/g, "") === "helloworld") refuse();',
      'if (s.search(/b|1/) >= 0) refuse();',
    );
    decides(program('export function main(s: string) { if (!word.test(s)) refuse(); } const word = /^\\w+$/;'), texts);
  });

  it('is not what a regular expression remembers', () => {
    const text = program('const word = /a/g; export function main(s: string) { if (!word.test(s)) refuse(); }');
    assert.equal(decides(text, [['a']]), null);
    const left =
      'const word = /a/g; export function main(n: number) { if (word.lastIndex === 0) throw n; } export function other(s: string) { word.test(s); }';
    assert.equal(requiresOf(checkText(left)), null);
  });

  it('asks by the kind before it asks for more', () => {
    const optional = program('export function main(s: string | undefined) { if (s !== undefined && s.length > 5) refuse(); }');
    decides(optional, [...texts, [undefined]]);
    const nullable = program('export function main(n: number | null) { if ((n ?? 20) > 10) refuse(); }');
    decides(nullable, [...numbers, [null]]);
    const either = program('export function main(x: number | number[]) { if (Array.isArray(x)) refuse(); }');
    decides(either, [...numbers, [[]], [[1]]]);
  });

  it('is what no other path makes good', () =>
    onNumbers(
      'try { if (n > 10) refuse(); } finally { n; }',
      'let bad = false; try { if (n > 10) refuse(); } catch { bad = n > 100; } if (bad) refuse();',
      'outer: for (const x of [1, 2]) { if (n > 10) break outer; if (x === 2) refuse(); }',
      'switch (true) { case n > 10: refuse(); default: return; }',
    ));

  it('is what holds whatever else the module does', () =>
    [
      'let calls = 0; export function main(n: number) { calls++; if (n > 10 && calls > 0) refuse(); } export function reset() { calls = -10; }',
      'let limit = 10; export function main(n: number) { if (n > limit) refuse(); } export function raise() { limit++; }',
    ].forEach((text) => assert.equal(decides(program(text), [[5]]), null)));

  it('leaves recursion to the intervals, where the stack may be exhausted', () =>
    decides(
      program(`export function main(n: number) { try { deep(n); } catch { return 0; } return refuse(); }
        function deep(n: number): number { return n > 0 ? deep(n - 1) + 1 : 0; }`),
      [[1e6]],
    ));
});
