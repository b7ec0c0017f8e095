import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tidy/files.js';

interface Point {
  readonly id: string;
  readonly status: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly hit: number | null;
  readonly event: number | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly finding: {
    readonly code: string;
    readonly file: string;
    readonly span: { readonly line: number };
    readonly condition: string;
  } | null;
  readonly abstract: Readonly<Record<string, { readonly standing: string; readonly good: { readonly max: unknown } | null }>>;
}

describe('what a run and the analysis say of each other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-joins-'));
  after(() => rmSync(folder, { recursive: true }));

  function command(...words: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
    return spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], { cwd: folder, encoding: 'utf8' });
  }

  function chain(...words: readonly string[]): readonly Point[] {
    const { stdout, stderr } = command('why', '--json', ...words);
    assert.notEqual(stdout, '', stderr);
    return (JSON.parse(stdout) as { readonly points: readonly Point[] }).points;
  }

  function write(name: string, ...lines: readonly string[]): void {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  }

  const limit = [
    'const log = [];',
    'function use(n) {',
    '  log.push(n);',
    "  if (n > 5) throw new Error('n');",
    '}',
    'let limit = Number(process.argv[2] ?? 7);',
    'use(limit);',
  ];

  it('stops where a condition of another file is broken first, and names the finding', () => {
    write('shop.mjs', 'export function level(n) {', '  const k = n + 1;', "  if (k > 100) throw new RangeError('n');", '  return k;', '}');
    write(
      'run.mjs',
      "import { level } from './shop.mjs';",
      'let sum = 0;',
      'for (const n of [1, 50, 120, 7, 300])',
      '  try {',
      '    sum += level(n);',
      '  } catch {',
      '    sum = 0;',
      '  }',
    );
    const [stop, change] = chain('--stop', 'broken', '--ask', 'lastChange(n)', '--show', 'n', '--', 'run.mjs');
    assert.deepEqual([stop?.file, stop?.line, stop?.values], ['shop.mjs', 2, { n: 120 }]);
    assert.deepEqual([stop?.finding?.code, stop?.finding?.file, stop?.finding?.span.line], ['uncaught-exception', 'shop.mjs', 1]);
    assert.equal(new Function('n', `return ${stop?.finding?.condition}`)(120), false);
    assert.equal(new Function('n', `return ${stop?.finding?.condition}`)(99), true);
    assert.deepEqual([change?.status, change?.line, change?.hit], ['located', 1, 3]);
    const [second] = chain('--stop', 'broken', '--hit', '2', '--ask', 'lastChange(n)', '--show', 'n', '--', 'run.mjs');
    assert.deepEqual(second?.values, { n: 300 });
  });

  it('stops there after other questions about the same texts, too', () => {
    write('limit.mjs', ...limit);
    const words = ['--stop', 'broken', '--ask', 'lastCondition(P1)', '--', 'limit.mjs'];
    chain('--stop', 'uncaught', '--ask', 'lastChange(P1(1):limit)', '--', 'limit.mjs');
    assert.deepEqual([chain(...words)[0]?.line, chain(...words)[0]?.finding?.code], [7, 'uncaught-exception']);
  });

  it('does not stop where no condition is broken, nor in calls that the file itself makes and catches', () => {
    write(
      'own.cjs',
      'exports.level = level;',
      'function level(n) {',
      '  if (n > 100) throw new RangeError();',
      '  return n;',
      '}',
      'try {',
      '  level(Number(process.argv[2] ?? 500));',
      '} catch {',
      '  console.log(1);',
      '}',
    );
    const { status, stdout } = command('why', '--stop', 'broken', '--ask', 'lastChange(n)', '--', 'own.cjs');
    assert.equal(status, 1);
    assert.match(stdout, /The program ended with exit code 0, and no condition that the analysis finds was broken\./);
  });

  it('holds assertions against every passage', () => {
    write(
      'sum.cjs',
      'let sum = Number(process.argv[2] ?? 1);',
      'for (let i = 0; i < 9; i++) {',
      '  // @always sum < 40',
      '  sum = sum * 2;',
      '}',
      'console.log(sum);',
    );
    const [stop, change] = chain('--stop', 'broken', '--ask', 'lastChange(sum)', '--show', 'sum', '--', 'sum.cjs');
    assert.deepEqual([stop?.values, change?.line, change?.hit], [{ sum: 64 }, 4, 6]);
  });

  it('shows what values stand for beside the live ones, and the finding that predicted a point', () => {
    write('limit.cjs', ...limit);
    const [stop] = chain('--stop', 'limit.cjs:3', '--ask', 'lastChange(n)', '--show', 'n', '--', 'limit.cjs');
    assert.deepEqual([stop?.abstract['n']?.standing, stop?.abstract['n']?.good?.max], ['outside-good', 5]);
    const [fine] = chain('--stop', 'limit.cjs:3', '--ask', 'lastChange(n)', '--show', 'n', '--', 'limit.cjs', '3');
    assert.deepEqual([fine?.abstract['n']?.standing, fine?.finding], ['good', null]);
    const [broken, change] = chain('--stop', 'limit.cjs:7', '--ask', 'lastChange(limit)', '--show', 'limit', '--', 'limit.cjs');
    assert.equal(broken?.abstract['limit']?.standing, 'outside-good');
    assert.deepEqual([change?.line, change?.finding?.span.line, change?.event], [6, 6, null]);
    const [, harmless] = chain('--stop', 'limit.cjs:7', '--ask', 'lastChange(limit)', '--', 'limit.cjs', '4');
    assert.deepEqual([harmless?.line, harmless?.finding], [6, null]);
  });

  it('names of a failure the finding that leads to it, and no other finding that mentions a place', () => {
    write(
      'levels.mjs',
      'export function level(n) {',
      '  const k = n + 1;',
      "  if (k > 100) throw new RangeError('n');",
      '  return k;',
      '}',
    );
    write('high.mjs', "import { level } from './levels.mjs';", 'level(120);');
    const [failure] = chain('--stop', 'uncaught', '--ask', 'lastChange(k)', '--', 'high.mjs');
    assert.deepEqual([failure?.line, failure?.finding?.file, failure?.finding?.span.line], [3, 'levels.mjs', 1]);
    const [, given] = chain('--stop', 'levels.mjs:3', '--ask', 'lastChange(n)', '--', 'high.mjs');
    assert.deepEqual([given?.line, given?.finding?.file, given?.finding?.span.line], [1, 'levels.mjs', 1]);
    write('low.mjs', "import { level } from './levels.mjs';", 'level(20);');
    const [, fine] = chain('--stop', 'levels.mjs:3', '--ask', 'lastChange(n)', '--', 'low.mjs');
    assert.deepEqual([fine?.line, fine?.finding], [1, null]);
    write(
      'names.cjs',
      'function use(n) {',
      '  const limit = n;',
      "  if (limit > 5) throw new Error('n');",
      '}',
      'function main(limit) {',
      '  use(limit + 1);',
      '}',
      'main(Number(process.argv[2] ?? 7));',
    );
    const [another] = chain('--stop', 'uncaught', '--ask', 'lastChange(n)', '--', 'names.cjs');
    assert.ok(another?.finding === null || another?.finding?.span.line !== 5, 'limit is another variable there');
    write('limit.cjs', ...limit);
    const [passing] = chain('--stop', 'limit.cjs:4', '--ask', 'lastCondition(P1)', '--show', 'n', '--', 'limit.cjs');
    assert.equal(passing?.finding, null);
  });

  it('says the same of a recording', () => {
    write('limit.cjs', ...limit);
    assert.equal(command('record', '--force', '--out', 'limit.trace', '--', 'limit.cjs').status, 0);
    const [stop, change] = chain('--recording', 'limit.trace', '--stop', 'limit.cjs:7', '--ask', 'lastChange(limit)', '--show', 'limit');
    assert.equal(stop?.abstract['limit']?.standing, 'outside-good');
    assert.deepEqual([change?.line, change?.finding?.span.line, typeof change?.event], [6, 6, 'number']);
    const refused = command('why', '--recording', 'limit.trace', '--stop', 'broken', '--ask', 'lastChange(limit)');
    assert.deepEqual(
      [refused.status, refused.stderr],
      [2, 'whence: --stop broken needs a run: conditions are not held against a recording.\n'],
    );
  });

  interface Held {
    readonly findings: readonly {
      readonly code: string;
      readonly message: string;
      readonly span: { readonly line: number; readonly column: number };
      readonly because: readonly { readonly file: string }[];
    }[];
    readonly against: {
      readonly values: number;
      readonly broken: readonly { readonly file: string; readonly event: number | null }[];
      readonly contradictions: readonly { readonly name: string; readonly value: string }[];
    };
  }

  function against(recording: string, ...files: readonly string[]): Held {
    const { stdout, stderr } = command('check', '--json', '--against', recording, ...files);
    assert.notEqual(stdout, '', stderr);
    return JSON.parse(stdout) as Held;
  }

  it('holds a recording against the analysis: a declared type that callers do not keep', () => {
    write(
      'total.ts',
      'export function total(rows: { n: number }[], factor: number): number {',
      '  let sum = 0;',
      '  for (const { n } of rows) sum = sum + n * factor;',
      '  return sum;',
      '}',
    );
    write(
      'calls.mjs',
      "import { total } from './total.ts';",
      "for (const f of [2, undefined, 'x', undefined]) console.log(total([{ n: 3 }], f));",
    );
    assert.equal(command('record', '--force', '--out', 'calls.trace', '--', 'calls.mjs').status, 0);
    const { findings, against: held } = against('calls.trace', 'total.ts');
    const [broken, another] = findings.filter(({ code }) => code === 'assumption-broken');
    assert.equal(broken?.message, 'factor is declared number; it was undefined in 2, "x" in 1 of 4 calls, first at calls.mjs:2.');
    assert.deepEqual([broken.span.line, broken.span.column, broken.because[0]?.file, another], [1, 54, 'calls.mjs', undefined]);
    assert.deepEqual(held.contradictions, []);
    assert.deepEqual(
      held.broken.map(({ file, event }) => [file, typeof event]),
      [['total.ts', 'number']],
    );
    assert.equal(command('check', '--against', 'calls.trace', 'total.ts').status, 1);
  });

  it('knows of declared types that calls from the same file and parameter properties do not keep', () => {
    write(
      'shop.ts',
      'export function total(price: number, n: { length: number }): number { return price * n.length; }',
      'export class Acc { constructor(public id: number, private tag: string = "a") {} hit(): string { return this.tag + this.id; } }',
      'const rows: { price: number }[] = JSON.parse(\'[{"price":2},{},{"price":"7"}]\');',
      'for (const row of rows) { const t = total(row.price, "text"); console.log(t); }',
      "new Acc(1).hit(); new Acc('7' as any, undefined).hit();",
    );
    command('record', '--out', 'shop.whence', '--', 'shop.ts');
    const { stdout } = command('check', '--against', 'shop.whence', '--json', 'shop.ts');
    const { findings } = JSON.parse(stdout) as { findings: readonly { code: string; span: { line: number }; message: string }[] };
    assert.deepEqual(
      findings.filter(({ code }) => code === 'assumption-broken').map(({ span, message }) => [span.line, message]),
      [
        [1, 'price is declared number; it was undefined in 1, "7" in 1 of 3 calls, first at shop.ts:4.'],
        [2, 'id is declared number; it was "7" in 1 of 2 calls, first at shop.ts:5.'],
      ],
    );
  });

  it('finds nothing in values that are as they should be', () => {
    write('fine.mjs', "import { total } from './total.ts';", 'for (const f of [2, 5]) console.log(total([{ n: 3 }], f));');
    assert.equal(command('record', '--force', '--out', 'fine.trace', '--', 'fine.mjs').status, 0);
    const { findings, against: held } = against('fine.trace', 'total.ts', 'fine.mjs');
    assert.deepEqual([findings.filter(({ code }) => code === 'assumption-broken'), held.contradictions], [[], []]);
    assert.ok(held.values > 8);
  });

  it('knows what keys of super and defaults of parameters do', () => {
    write(
      'keys.cjs',
      'const log = [];',
      'const note = (name, value) => (log.push(name), value);',
      "class Low { take(v) { [super[note('s', 'f')] = note('t', 2)] = v; super[note('u', 'g')]++; } }",
      'new Low().take([1]);',
      "try { ({ m() { delete super[note('w', 'x')]; } }).m(); } catch {}",
      'function* twice(a, b = a) { const got = yield a; b = yield got ?? b; return b; }',
      'const odd = (id) => !id || id > 3 || id === 2;',
      'console.log([...twice(2)], log, [0, 1, 2, 5].map((id) => odd(id)));',
    );
    assert.equal(command('record', '--force', '--out', 'keys.trace', '--', 'keys.cjs').status, 0);
    assert.deepEqual(against('keys.trace', 'keys.cjs').against.contradictions, []);
  });

  it('says in one sentence that a recording is of something else', () => {
    write('later.cjs', 'let n = 1;', 'console.log(n);');
    assert.equal(command('record', '--force', '--out', 'later.trace', '--', 'later.cjs').status, 0);
    write('other.cjs', 'let m = 1;');
    const refused = command('check', '--against', 'later.trace', 'other.cjs');
    assert.deepEqual([refused.status, refused.stderr], [2, 'whence: None of the checked files ran in the recording.\n']);
    write('later.cjs', 'let n = 2;', 'console.log(n);');
    const edited = command('check', '--against', 'later.trace', 'later.cjs');
    assert.deepEqual([edited.status, edited.stderr], [2, 'whence: later.cjs is no longer what was recorded.\n']);
  });

  interface Entries {
    readonly findings: readonly { readonly code: string }[];
    readonly entries: readonly {
      readonly file: string;
      readonly span: { readonly line: number };
      readonly function: string;
      readonly event: number;
      readonly hit: number;
      readonly verdict: string;
      readonly reason: string | null;
      readonly findings: readonly {
        readonly code: string;
        readonly message: string;
        readonly because: readonly { readonly file: string; readonly span: { readonly line: number } }[];
      }[];
    }[];
  }

  function entries(...words: readonly string[]): Entries['entries'] {
    const { stdout, stderr } = command('check', '--json', ...words);
    assert.notEqual(stdout, '', stderr);
    return (JSON.parse(stdout) as Entries).entries;
  }

  it('says of calls of a run whether they certainly fail from their states', () => {
    write(
      'orders.mjs',
      'class Order {',
      '  constructor(customer, lines) {',
      '    this.customer = customer;',
      '    this.lines = lines;',
      '  }',
      '  total() {',
      '    return this.lines.reduce((sum, line) => sum + line.price.amount, 0);',
      '  }',
      '}',
      'function invoice(order) {',
      '  return order.customer.name.toUpperCase() + order.total();',
      '}',
      'const orders = JSON.parse(\'[{"name":"a","price":{"amount":3}},{"name":"b"}]\');',
      'for (const line of orders) console.log(invoice(new Order({ name: line.name }, [line])));',
    );
    const told = (all: Entries['entries']): unknown =>
      all.map((one) => [one.function, one.hit, one.verdict, one.findings[0]?.because[0]?.span.line ?? one.reason]);
    assert.deepEqual(told(entries('--entry', 'uncaught', '--', 'orders.mjs')), [
      ['orders.mjs:7', 2, 'certainly-fails', 7],
      ['Order.total', 2, 'certainly-fails', 7],
      ['invoice', 2, 'certainly-fails', 7],
    ]);
    assert.deepEqual(told(entries('--entry', 'orders.mjs:10', 'orders.mjs', '--', 'orders.mjs')), [['invoice', 1, 'may-succeed', null]]);
    // A line in a function is one of its calls.
    const [second] = entries('--entry', 'orders.mjs:11:2', '--', 'orders.mjs');
    assert.equal(
      second?.findings[0]?.message,
      'From here it certainly fails at line 7: line.price.amount is a property of undefined or null.',
    );
    assert.equal(command('check', '--entry', 'orders.mjs:10:2', '--', 'orders.mjs').status, 1);
    assert.equal(command('record', '--force', '--out', 'orders.trace', '--', 'orders.mjs').status, 0);
    const [again] = entries('--entry', `orders.trace#${second.event}`);
    assert.deepEqual(again, second);
  });

  it('claims nothing of a call that returned, whatever its state seems to be', () => {
    write(
      'disguised.cjs',
      "const o = Object['fre' + 'eze']({ n: 1 });",
      'function f(k) {',
      '  o.n = undefined;',
      '  return o.n.toFixed(k);',
      '}',
      'f(2);',
    );
    const [told] = entries('--entry', 'disguised.cjs:2', 'disguised.cjs', '--', 'disguised.cjs');
    assert.deepEqual([told?.verdict, told?.reason], ['may-succeed', 'in this run it returned']);
  });

  it('refuses entries that no run has', () => {
    write('once.mjs', 'function once() {', '  return 1;', '}', 'once();');
    const said = (...words: readonly string[]): unknown => {
      const { status, stderr } = command('check', ...words);
      return [status, stderr];
    };
    assert.deepEqual(said('--entry', 'once.mjs:4', '--', 'once.mjs'), [2, 'whence: No run of a function reaches once.mjs:4.\n']);
    assert.deepEqual(said('--entry', 'once.mjs:1:2', '--', 'once.mjs'), [2, 'whence: The function at once.mjs:1 is called once.\n']);
    assert.deepEqual(said('--entry', 'uncaught', '--', 'once.mjs'), [
      2,
      'whence: The run did not end with an exception that nobody caught.\n',
    ]);
    assert.deepEqual(said('--entry', 'no.trace#3'), [2, `whence: ${join(folder, 'no.trace')} cannot be read: ENOENT.\n`]);
    assert.equal(command('check', '--entry', 'once.mjs:1').status, 2);
    write('implicit.mjs', 'class Empty { n = 1; }', 'new Empty();');
    assert.equal(command('record', '--force', '--out', 'implicit.trace', '--', 'implicit.mjs').status, 0);
    const refusals = Array.from({ length: 12 }, (_, event) => said('--entry', `implicit.trace#${event + 1}`));
    assert.ok(
      refusals.some((one) => /writes no constructor: there is no code of its own to follow/.test(String((one as [number, string])[1]))),
      JSON.stringify(refusals),
    );
    assert.ok(!JSON.stringify(refusals).includes('as it was when it ran'));
  });

  it('knows private fields of the objects of an entry, where one class alone has the name', () => {
    write(
      'box.mjs',
      'class Box {',
      '  #n;',
      '  constructor(n) { this.#n = n; }',
      '  take() {',
      "    if (this.#n === 0) throw new Error('empty');",
      '    return this.#n--;',
      '  }',
      '}',
      'const empty = (box) => { for (;;) box.take(); };',
      'empty(new Box(1));',
    );
    const all = entries('--entry', 'uncaught', '--', 'box.mjs');
    assert.deepEqual(
      all.map((one) => [one.function, one.hit, one.verdict]),
      [
        ['Box.take', 2, 'certainly-fails'],
        ['empty', 1, 'certainly-fails'],
      ],
    );
    // Of two classes with one name it is not told whose it is.
    write(
      'box.mjs',
      'class Other { #n = 5; }',
      'class Box { #n = 0; take() { if (this.#n === 0) throw new Error(); } }',
      'new Other(); new Box().take();',
    );
    assert.deepEqual(
      entries('--entry', 'uncaught', '--', 'box.mjs').map((one) => one.verdict),
      ['may-succeed'],
    );
  });

  it('turns rules into assertions and back, and says what stays', () => {
    write(
      'account.ts',
      'export class Account {',
      '  // @invariant this >= 0',
      '  balance = 0;',
      '}',
      '// @invariant this > 0',
      'let top = 1;',
    );
    const imported = command('rules', 'import', 'account.ts');
    assert.match(imported.stdout, /import \{ Account \} from '\.\/account\.ts';/);
    assert.equal(
      imported.stderr,
      'account.ts:5 @invariant stays an assertion: it speaks of variables, and not of the objects of a class.\n',
    );
    writeFileSync(join(folder, 'account.rules.ts'), `${imported.stdout}export const any = rule({ foreach: { n: extent(Account) } });\n`);
    const exported = command('rules', 'export', '--json', 'account.rules.ts');
    assert.deepEqual(JSON.parse(exported.stdout), {
      schema: 'whence.rules/1',
      assertions: [{ rule: 'accountBalance', file: 'account.ts', line: 3, column: 3, assertion: '@invariant this >= 0' }],
      stays: [
        {
          file: 'account.rules.ts',
          line: 9,
          name: 'any',
          reason: "it allows what methods do before they return: an @invariant speaks of every store, as check: 'change' does.",
        },
      ],
    });
    const refused = command('rules', 'export', 'no.rules.ts');
    assert.deepEqual([refused.status, refused.stdout], [2, '']);
  });
});
