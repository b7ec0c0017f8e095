import type { Random } from '../random.js';

/** A random function with calls of code that is not seen, and what a call of it gives. */
export interface UnknownProgram {
  readonly text: string;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
}

/** State that functions of the module share, which unknown code may change by calling what is exported. */
const header = `declare function ext(...given: any[]): any;
declare const Ext: any;
let state: any = 1;
const store: any = { v: 1 };
class Inst { f = 1; inc() { this.f++; return this.f; } }
export class Pub {
  static s: any = 2;
  constructor(readonly f: any) { if (f === 2) Pub.s = 5; }
  check(v: any) { if (v === 3 || v === Pub.s) throw new Error('pub'); return this.f; }
  get g() { return this.f; }
  static make(v: any) { if (v === 1) throw new Error('one'); return new Pub(v); }
}
function helper(v: any) { state = v; return store.v; }
const getter: any = { get g() { state++; return 1; } };
const sleep = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
async function own(v: any) { await ext(v); return store.v; }
async function gated(v: any) { if (v === 2) throw new Error('gate'); store.v = 3; await ext(v); state = v; store.v = 4; return v; }
async function behind(v: any, o: any) { await gated(v); o.a = 3; }
function* two() { yield 1; yield 2; }
export function bump() { state = 8; store.v = 9; }
`;

const numbers = [
  'n',
  'k',
  'x',
  'o.a',
  'o.b',
  'q.a',
  'arr[0]',
  'arr.length',
  'state',
  'store.v',
  '0',
  '1',
  '2',
  '3',
  'p.z',
  'p.w',
  'p.list.length',
  'x?.a',
  'inst.f',
  'rows.length',
  'rows.length - 1',
  'parts.length',
];
const targets = ['k', 'x', 'o.a', 'o.b', 'q.a', 'q.c', 'state', 'store.v', 'arr[0]', 'p.z'];
const handed = ['', 'n', 'o', 'q', 'arr', '() => { k = 7; }', '() => k', '() => { o.a = 9; }', '(v) => { x = v; }', '{ o }', '[q]'];
const alsoHanded = [
  'store',
  'inst',
  'mp',
  'st',
  '() => arr.push(1)',
  'bump',
  'p',
  '() => { throw 1; }',
  'rows',
  'getter',
  'async () => { k = 5; }',
];

/** Arrays that built-ins make of what is not known, and what is done with them. */
const makings = [
  ...["`${n},1`.split(',')", 'rows.map((row) => row.x)', 'rows.slice(1)', 'rows.filter((row) => row.x > 1)', 'Object.keys(p)', '[...rows]'],
  ...[
    'Array.from(ext())',
    'Object.values(p)',
    'arr.concat(ext())',
    'rows.flatMap((row) => [row, ext(row)])',
    'rows.map(ext)',
    '[...ext()]',
  ],
];
const usesOfParts = [
  ...[
    'parts.push(n)',
    'parts.pop()',
    'parts.length = 1',
    'parts[0] = n',
    'parts[parts.length] = 1',
    'parts.sort()',
    'ext(parts)',
    'q.c = parts',
  ],
  ...[
    'x = parts[parts.length]',
    'x = parts[parts.length].x',
    'x = parts[parts.length - 1].x',
    'x = parts[0].x',
    'x = parts[n]',
    'x = parts.join()',
  ],
  ...[
    'for (const e of parts) k = e',
    'for (let i = 0; i <= parts.length; i++) x = parts[i].x',
    'x = parts.indexOf(n)',
    'ext(() => parts.push(1))',
  ],
];

/** What built-ins refuse for some numbers. */
const refusing = [
  ...[`'ab'.repeat(n)`, `'a'.repeat(3 - n)`, 'new Array(n)', 'Array(n).length', '(2.5).toFixed(n)', 'n.toPrecision(k)', '(7).toString(n)'],
  ...['n.toFixed(x)', 'String(n).codePointAt(1).x', 'String(n).repeat(k)', `'ab'.codePointAt(n)`],
];

export function unknownProgram(random: Random, name: string): UnknownProgram {
  const isAsync = random.chance(0.3);
  const isGenerator = random.chance(0.2);
  const writer = new Writer(random);
  const written = `${writer.block(2)} ${writer.block(2)} if (${writer.condition()}) throw new Error('last');`;
  const awaiting = isAsync ? written.replace(/(?<=[;{}] |^)ext\(\w*\);/g, () => `${random.choice(waits)};`) : written;
  const body = isGenerator ? awaiting.replace(/\bh\((\w*)\)/g, '(yield $1)') : awaiting;
  const locals = `let k: any = 1, x: any = 2; const o: any = { a: 1, b: 2 }, q: any = { a: 3, c: o }, arr: any[] = [1, 2];
  const inst: any = new Inst(), mp: any = new Map<any, any>([['a', 1]]), st: any = new Set([1]);
  let parts: any[] = [];`;
  const kind = `${isAsync ? 'async ' : ''}function${isGenerator ? '*' : ''}`;
  const text = `${header}export ${kind} ${name}(n: number, p: any, h: (given?: unknown) => any, rows: { x: number }[]): any {
  ${locals}
  ${body}
  return k;
}
`;
  return { text, isAsync, isGenerator };
}

const waits = [
  ...['await ext()', 'await ext(o)', 'await 1', 'await Promise.all([ext(), ext(q)])', 'await Promise.all(arr.map(ext))', 'await sleep()'],
  ...['for await (const u of ext()) { x = u; }', 'for (const u of arr) await ext(u)', 'await own(n)', 'x = await (await ext()).json()'],
  ...['await Promise.all([gated(n), own(k)])', 'x = gated(x); x = await x', 'await Promise.all([behind(k, o), gated(3)])'],
  ...[
    'void behind(1, o).catch(() => {}); await null',
    '[x] = await Promise.all([1, n].map(gated))',
    'await Promise.race([gated(n), gated(2)])',
  ],
  ...['{ const later = behind(n, q); if (q.a === 3) x = 1; try { await later; } catch { k = 3; } }'],
];

class Writer {
  private made = 0;

  constructor(private readonly random: Random) {}

  block(depth: number): string {
    return Array.from({ length: this.random.between(1, 3) }, () => this.statement(depth)).join(' ');
  }

  condition(): string {
    const compared = (): string => {
      const left = this.random.chance(0.6) ? 'n' : this.number();
      return `${left} ${this.random.choice(['===', '!==', '<', '>', '<=', '>='])} ${this.random.choice(['1', '2', '3', this.number()])}`;
    };
    return this.random.chance(0.7) ? compared() : `${compared()} ${this.random.choice(['&&', '||'])} ${compared()}`;
  }

  private number(): string {
    return this.random.choice(numbers);
  }

  private expression(): string {
    return this.random.chance(0.6) ? this.number() : `(${this.number()} ${this.random.choice(['+', '-', '*'])} ${this.number()})`;
  }

  private statement(depth: number): string {
    const { random } = this;
    const flat: readonly (readonly [number, () => string])[] = [
      [22, () => `${this.call()};`],
      [12, () => `${random.choice(targets)} = ${random.chance(0.5) ? this.expression() : this.call()};`],
      [16, () => `if (${this.condition()}) throw new Error('t');`],
      [5, () => this.closure()],
      [3, () => '{ const [u, v] = ext(); x = u; }'],
      [4, () => `x = ${random.choice(['rows[0]', 'rows[1]', 'rows[rows.length - 1]', 'rows[rows.length]', 'rows[n]'])}.x;`],
      [4, () => `x = ${random.choice(refusing)};`],
      [3, () => `parts = ${random.choice(makings)};`],
      [6, () => `${random.choice(usesOfParts)};`],
    ];
    const inner = (): string => this.block(depth - 1);
    const nested: readonly (readonly [number, () => string])[] = [
      [10, () => `if (${this.condition()}) { ${inner()} } else { ${inner()} }`],
      [10, () => `try { ${inner()} } catch { ${inner()} }`],
      [6, () => `try { ${inner()} } finally { ${inner()} }`],
      [8, () => `for (let i = 0; i < ${random.choice(['2', '3', 'n', 'arr.length'])}; i++) { ${inner()} }`],
      [6, () => `for (const e of ${random.choice(['arr', 'ext()', 'p.list', 'mp.values()'])}) { ${inner()} }`],
      [4, () => `while (ext()) { ${inner()} }`],
      [
        4,
        () =>
          `for (let i = ${random.choice(['0', '1', 'n'])}; i ${random.choice(['<', '<='])} rows.length; i++) { x = rows[i].x; ${inner()} }`,
      ],
      [3, () => `for (const e of ${random.choice(['rows', 'two()', 'rows.map((r) => r.x)'])}) { ${inner()} }`],
    ];
    return random.weighted(depth > 0 ? [...flat, ...nested] : flat)();
  }

  private closure(): string {
    const name = `f${this.made++}`;
    const body = this.random.choice(['k = 4;', 'o.a = 3;', 'return k;', 'x++;', "throw new Error('c');"]);
    // Perhaps in place of a function that is given.
    const other = this.random.choice(['', '', '', 'h ?? ', 'p.cb ?? ', `${this.condition()} ? h : `, 'ext() || ']);
    return `const ${name}: any = ${other}(() => { ${body} }); ${this.random.choice([`${name}();`, `ext(${name});`, `${name}(); ext();`])}`;
  }

  private handed(): string {
    return this.random.choice([...handed, ...alsoHanded]);
  }

  private call(): string {
    const { random } = this;
    const given = this.handed();
    return random.choice([
      ...[`ext(${given})`, `ext(${given || '1'}, o)`, `h(${given})`, `p.m(${given})`, `new Ext(${given})`, `ext(${given}).y`],
      ...[`[...ext(${given})]`, 'p.w', `(p.w = ${this.number()})`, 'arr.map(ext)', 'arr.map((v) => { k = v; return v; })'],
      ...['arr.forEach((v) => { x = x + v; })', 'JSON.stringify(q)', 'JSON.stringify(p)', 'Object.assign(o, ext())', 'String(ext())'],
      ...[`helper(${this.number()})`, 'ext() + 1', `mp.set('a', ${this.number()})`, 'mp.forEach((v: any) => { k = v; })', 'arr.sort(ext)'],
      ...[`new Pub(${this.number()}).check(${this.number()})`, `new Pub(${given || '1'}).g`, `Pub.make(${this.number()})`, '(Pub.s = k)'],
      ...[
        'Pub.s',
        'own(n)',
        'own(n).y',
        `own(${given}).f.g`,
        'new Promise(h).y',
        'own(n).then(h)',
        random.choice(['ext(Pub)', 'Pub.make(n).f']),
      ],
      ...['Reflect.ownKeys(o)', 'inst.inc()', 'ext.call(o, q)', 'ext.bind(null, o)()', 'Promise.resolve(o)'],
    ]);
  }
}
