import assert from 'node:assert/strict';
import { join } from 'node:path';
import { compare } from '../../../../adapter/operations/compare.js';
import type { Difference, DifferenceSide } from '../../../../adapter/query/compare/comparison.js';
import { countOf, seedOf } from '../../../support/counts.js';
import { firstDifferenceOf, logOf, type Logged } from '../../../support/loggingCopy.js';
import { recorded } from '../../../support/recorded.js';

/** A program and its other version, of which one line is different. */
type Pair = readonly [own: string, other: string];

const bank = `class Account {
  constructor(start) { this.sum = start; this.open = true; }
  pay(n) { if (this.open) this.sum += n; else this.lost = n; return this.sum; }
  take(n) {
    if (n > this.sum) { this.open = false; return 0; }
    this.sum = this.sum - n;
    return n;
  }
}
function run(rounds, first) {
  const account = new Account(first);
  let taken = 0;
  for (let i = 0; i < rounds; i++) {
    account.pay(i * 3);
    taken += account.take(i + 5);
    if (taken > 20) taken = taken - 1;
  }
  return taken;
}
const early = run(3, 4);
const late = run(6, early > 5 ? 30 : 2);
`;
const walk = `function depth(n, left) {
  let most = 0;
  if (n < 1) return left;
  for (let k = 0; k < 2; k++) {
    const found = depth(n - 1 - k, left + k);
    if (found > most) most = found;
  }
  return most + 1;
}
function fold(limit) {
  let total = 0;
  for (let i = 0; i < limit; i++) {
    const even = i % 2 === 0 ? depth(i, 1) : i;
    total = total + even;
  }
  return total;
}
const a = fold(4);
const b = depth(2, a);
`;
const closures = `let all = 0;
function adder(step) {
  let own = 0;
  function add(n) { own += n * step; all += 1; if (own > 10) own = 0; return own; }
  return add;
}
const one = adder(1);
const two = adder(2);
for (let i = 0; i < 5; i++) {
  one(i);
  if (i > 2) two(i);
}
const last = two(1) + one(1);
`;

const changes: readonly (readonly [program: string, from: string, to: string])[] = [
  [bank, 'this.sum += n', 'this.sum += n + 1'],
  [bank, 'n > this.sum', 'n >= this.sum'],
  [bank, 'this.sum - n;', 'this.sum - 2;'],
  [bank, 'i < rounds', 'i < rounds - 1'],
  [bank, 'account.pay(i * 3)', 'account.pay(i * 2)'],
  [bank, 'taken > 20', 'taken > 7'],
  [bank, 'run(3, 4)', 'run(3, 5)'],
  [bank, 'early > 5 ?', 'early < 5 ?'],
  [bank, 'this.open = false', 'this.open = true'],
  [walk, 'n < 1', 'n < 2'],
  [walk, 'k < 2', 'k < 1'],
  [walk, 'left + k', 'left + 1'],
  [walk, 'found > most', 'found < most'],
  [walk, 'most + 1', 'most + 2'],
  [walk, 'i % 2 === 0', 'i % 2 === 1'],
  [walk, 'fold(4)', 'fold(5)'],
  [closures, 'n * step', 'n + step'],
  [closures, 'own > 10', 'own > 3'],
  [closures, 'i > 2', 'i > 3'],
  [closures, 'adder(2)', 'adder(3)'],
];

const pairs: readonly Pair[] = changes.map(([program, from, to]) => {
  assert.ok(program.includes(from), from);
  return [program, program.replace(from, to)];
});

/** Numbers that look random, the same for a seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A program of functions that call earlier ones, with loops and tests on whatever numbers there are. */
function randomProgram(below: (n: number) => number): string {
  const lines: string[] = [];
  for (let f = 0; f < 3; f++) {
    lines.push(`function f${f}(a, b) {`, `  let x = ${below(5)};`, '  let y = a;');
    for (let s = 0; s < 3 + below(3); s++) lines.push(...statement(below, f, s, ['x', 'y', 'a', 'b']));
    lines.push('  return x + y;', '}');
  }
  lines.push('let total = 0;', `for (let i = 0; i < ${2 + below(3)}; i++) {`, `  total += f2(i, ${below(6)});`, '}');
  return `${lines.join('\n')}\n`;
}

function statement(below: (n: number) => number, f: number, s: number, names: readonly string[]): readonly string[] {
  const name = () => names[below(names.length)] ?? 'x';
  const value = () => (below(3) === 0 ? String(below(9)) : name());
  const test = () => `${name()} ${['<', '>', '===', '<='][below(4)] ?? '<'} ${value()}`;
  const sum = () => `${name()} ${['+', '-'][below(2)] ?? '+'} ${value()}`;
  switch (below(5)) {
    case 0:
      return [`  if (${test()}) x = ${sum()}; else y = ${sum()};`];
    case 1:
      return [
        `  for (let k${s} = 0; k${s} < ${1 + below(3)}; k${s}++) {`,
        `    x += ${value()} % 7;`,
        `    if (${test()}) y = ${sum()};`,
        '  }',
      ];
    case 2:
      return f === 0 ? [`  x = ${sum()};`] : [`  x = f${below(f)}(${value()}, ${sum()}) % 50;`];
    case 3:
      return [`  y = ${test()} ? ${value()} : ${sum()};`];
    default:
      return [`  y += ${value()};`];
  }
}

/** The program with one operator or number exchanged. */
function changed(program: string, below: (n: number) => number): string {
  const places = [...program.matchAll(/ (?:[<>]|<=|===|\+|-) | \d+(?=[,;) ])/g)].filter(
    ({ index }) => !/^\s*for/.test(lineAround(program, index)),
  );
  const place = places[below(places.length)];
  if (place === undefined) return program;
  const [old] = place;
  const others = /\d/.test(old) ? [' 1', ' 2', ' 6'] : /[+-]/.test(old) ? [' + ', ' - '] : [' < ', ' > ', ' === ', ' <= '];
  const to = others.filter((one) => one !== old)[below(others.length - 1)] ?? others[0] ?? old;
  return program.slice(0, place.index) + to + program.slice(place.index + old.length);
}

function lineAround(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at));
}

/** By pair what a comparison of all of them at once says first of its kind. */
async function compared(all: readonly Pair[]): Promise<(index: number, kind: string) => Difference | undefined> {
  const main = all.map((_, index) => `require('./p${index}.js');\n`).join('');
  const filesOf = (version: 0 | 1) => Object.fromEntries([['main.js', main], ...all.map((pair, index) => [`p${index}.js`, pair[version]])]);
  const [own, other] = [await recorded(filesOf(0)), await recorded(filesOf(1))];
  try {
    const { differences } = compare({ recordings: [own.file, other.file], limit: Infinity, cwd: own.folder });
    const fileOf = ({ sides }: Difference) =>
      String((sides[0] ?? sides[1])?.['file'])
        .split(/[\\/]/)
        .at(-1);
    return (index, kind) => differences.find((one) => one.kind === kind && fileOf(one) === `p${index}.js`);
  } finally {
    own.dispose();
    other.dispose();
  }
}

function shownSide(kind: string, side: DifferenceSide | null | undefined): unknown {
  if (side === null || side === undefined) return null;
  const value = kind === 'branch' ? /^(?:then|again)$/.test(String(side['taken'])) : side['value'];
  return [side['line'], typeof value === 'object' ? 'object' : value];
}

function loggedSide(side: Logged | null | undefined): unknown {
  return side === null || side === undefined ? null : [side.line, /^object/.test(String(side.value)) ? 'object' : (side.value ?? 'object')];
}

async function holds(all: readonly Pair[]): Promise<void> {
  const firstOf = await compared(all);
  let differing = 0;
  all.forEach(([own, other], index) => {
    const logs = [logOf(own), logOf(other)] as const;
    for (const kind of ['branch', 'write'] as const) {
      const found = firstOf(index, kind);
      const wanted = firstDifferenceOf(kind, ...logs);
      if (wanted !== null) differing++;
      const message = `pair ${index}, first ${kind}\n${own}\n--- against ---\n${other}`;
      assert.deepEqual(
        [shownSide(kind, found?.sides[0]), shownSide(kind, found?.sides[1])],
        [loggedSide(wanted?.[0]), loggedSide(wanted?.[1])],
        message,
      );
    }
  });
  assert.ok(differing >= all.length / 2, `only ${differing} of ${all.length} pairs differ`);
}

describe('the first differences of two recordings are those of two logging copies', () => {
  it(`${pairs.length} pairs that differ in one line`, () => holds(pairs));

  it('random programs, of which one operator or number is another', async () => {
    const seed = seedOf(20);
    const all = Array.from({ length: countOf('comparedPrograms') }, (_, index): Pair => {
      const below = random(seed * 1000 + index);
      const program = randomProgram(below);
      return [program, changed(program, below)];
    });
    await holds(all);
  });

  it('a folder makes no difference', async () => {
    const [own, other] = [await recorded({ 'main.js': bank }), await recorded({ 'main.js': bank })];
    try {
      const result = compare({ recordings: [own.file, other.file], limit: 10, cwd: join(own.folder, '..') });
      assert.deepEqual([result.equal, result.total, result.firstBranch, result.firstWrite], [true, 0, null, null]);
    } finally {
      own.dispose();
      other.dispose();
    }
  });
});
