import assert from 'node:assert/strict';
import { inspect, types } from 'node:util';
import type { Evaluated, ValueReport } from '../../../adapter/events/rows.js';
import { evaluateRecorded, unreadable, type Surroundings } from '../../../adapter/trace/moment/evaluate.js';
import type { Listing } from '../../../adapter/trace/moment/listExpressions.js';
import { notRecorded, type Recorded } from '../../../adapter/trace/moment/recordedOperators.js';
import { seedOf } from '../../support/counts.js';
import { programSeed, Random } from '../../soundness/random.js';

/** Objects and symbols by number, as a recording has them: what is said of one is looked up in Node. */
class Live implements Surroundings {
  private readonly known: unknown[] = [null];

  constructor(
    private readonly names: Readonly<Record<string, unknown>>,
    private readonly own: unknown,
  ) {}

  report(value: unknown): ValueReport {
    if (typeof value === 'symbol') return { kind: 'primitive', type: 'symbol', text: value.description ?? '', symbol: this.number(value) };
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
      const type =
        typeof value === 'function'
          ? 'function'
          : types.isMap(value)
            ? 'map'
            : types.isSet(value)
              ? 'set'
              : Array.isArray(value)
                ? 'array'
                : 'object';
      return { kind: 'object', id: this.number(value), className: '', preview: '', type };
    }
    const type = value === null ? 'null' : (typeof value as 'number');
    return { kind: 'primitive', type, text: Object.is(value, -0) ? '-0' : String(value) };
  }

  variable(name: string): Evaluated {
    return { value: Object.hasOwn(this.names, name) ? this.report(this.names[name]) : { kind: 'absent' } };
  }

  global(name: string): Evaluated {
    return name in globalThis ? { error: unreadable } : { value: { kind: 'absent' } };
  }

  exported(): null {
    return null;
  }

  self(): Evaluated {
    return { value: this.report(this.own) };
  }

  property(
    { id }: { readonly id: number },
    key: { readonly kind: 'name'; readonly name: string } | { readonly kind: 'symbol'; readonly symbol: number },
  ): Evaluated {
    const name = key.kind === 'name' ? key.name : (this.known[key.symbol] as symbol);
    for (let at = this.known[id] as object | null; at !== null; at = Object.getPrototypeOf(at) as object | null) {
      const held = Object.getOwnPropertyDescriptor(at, name);
      if (held !== undefined) return 'value' in held ? { value: this.report(held.value) } : { error: unreadable };
    }
    return { value: { kind: 'absent' } };
  }

  size({ id }: { readonly id: number }): Evaluated {
    return { value: this.report((this.known[id] as Map<unknown, unknown>).size) };
  }

  entry({ id }: { readonly id: number }, key: ValueReport): Evaluated {
    const holder = this.known[id];
    const of = this.value(key);
    if (types.isMap(holder)) return { value: holder.has(of) ? this.report(holder.get(of)) : { kind: 'absent' } };
    return types.isSet(holder) ? { value: holder.has(of) ? this.report(true) : { kind: 'absent' } } : { error: notRecorded };
  }

  listed({ id }: { readonly id: number }, what: Listing): ReturnType<Surroundings['listed']> {
    const holder = this.known[id];
    const isEntries = what === 'keys' || what === 'values';
    if (isEntries && !types.isMap(holder) && !types.isSet(holder)) return null;
    const list = isEntries
      ? [...(holder as Map<unknown, unknown>)[what]()]
      : what === 'names'
        ? Object.keys(holder as object)
        : Object.values(holder as object);
    return list.map((one) => this.report(one) as Recorded);
  }

  isInstance({ id }: { readonly id: number }, maker: { readonly id: number }): boolean | null {
    return this.known[id] instanceof (this.known[maker.id] as () => void);
  }

  isGlobal(name: string): boolean {
    return !Object.hasOwn(this.names, name);
  }

  isWritten(): boolean {
    return false;
  }

  isPlainArray({ id }: { readonly id: number }): boolean {
    return Array.isArray(this.known[id]);
  }

  value(report: ValueReport): unknown {
    if (report.kind === 'object') return this.known[report.id];
    if (report.kind === 'absent' || report.type === 'undefined') return undefined;
    if (report.type === 'symbol') return this.known[report.symbol ?? 0];
    if (report.type === 'bigint') return BigInt(report.text);
    if (report.type === 'null') return null;
    if (report.type === 'boolean') return report.text === 'true';
    return report.type === 'number' ? Number(report.text) : report.text;
  }

  private number(value: unknown): number {
    const at = this.known.findIndex((one) => Object.is(one, value));
    return at < 0 ? this.known.push(value) - 1 : at;
  }
}

class Point {
  constructor(
    readonly x: unknown,
    readonly y: unknown,
  ) {}

  get sum(): string {
    return `${String(this.x)}${String(this.y)}`;
  }
}

class Deep extends Point {
  readonly z = 3;
}

const shared = { label: 'é\u{1F600}', nothing: null };
const sign = Symbol('sign');
const names: Readonly<Record<string, unknown>> = {
  n: 7,
  zero: -0,
  nan: NaN,
  far: Infinity,
  half: 0.5,
  text: 'abc',
  digits: '12',
  empty: '',
  yes: true,
  no: false,
  nil: null,
  gone: undefined,
  big: 12n,
  sign,
  point: new Deep(1, shared),
  list: [1, 'two', [3], undefined, { deep: -0 }],
  map: new Map<unknown, unknown>([
    [NaN, 'nan'],
    [0, 'zero'],
    ['k', shared],
    [shared, 1],
    [null, undefined],
  ]),
  set: new Set<unknown>([1, 'two', shared]),
  shared,
  bare: Object.assign(Object.create(null) as object, { a: 1, [sign]: 's' }),
  Point,
  Deep,
  twice: (value: number) => value * 2,
};
const self = { own: 5, point: names['point'] };

function inNode(expression: string): Evaluated | { readonly thrown: string } | { readonly is: unknown } {
  try {
    return { is: new Function(...Object.keys(names), `return (${expression});`).apply(self, Object.values(names)) as unknown };
  } catch (error) {
    return { thrown: String(error) };
  }
}

/** Whether the evaluator says what Node says; it may always not know. */
function agrees(expression: string): 'same' | 'unknown' {
  const live = new Live(names, self);
  const said = evaluateRecorded(expression, live);
  const node = inNode(expression);
  if ('error' in said && (said.error === notRecorded || said.error === unreadable)) return 'unknown';
  if ('is' in node)
    assert.ok(
      'value' in said && Object.is(live.value(said.value), node.is),
      `${expression}: ${JSON.stringify(said)}, Node: ${inspect(node.is)}`,
    );
  else if ('thrown' in node) assert.deepEqual(said, { error: node.thrown }, expression);
  return 'same';
}

const known: readonly string[] = [
  ...['n', 'this.own', 'this.point.y.label', 'point.x', 'point.z', "point['y']", 'list[0]', 'list[2][0]', 'list.length', 'list[9]'],
  ...['list[-0]', "list['01']", 'list[1.0]', 'list[4].deep', '1 / list[4].deep', 'text.length', 'text[1]', 'empty.length'],
  ...[
    'shared.label.length',
    'shared.label[1]',
    'shared.nothing',
    'shared.missing',
    'shared?.missing?.deep.deeper',
    'nil?.a.b.c',
    'gone?.[n].x',
  ],
  ...[
    'nil.a',
    'gone.a',
    'gone[n]',
    'nil[sign]',
    'shared.nothing.x',
    'missing',
    'typeof missing',
    'typeof nil',
    'typeof sign',
    'typeof twice',
    'typeof Point',
  ],
  ...[
    'typeof big',
    'typeof list',
    'undefined',
    'NaN',
    '-Infinity',
    'void 0',
    'bare.a',
    'bare.toString',
    'bare[sign]',
    "'a' in bare",
    "'toString' in bare",
  ],
  ...[
    "'sum' in point",
    "'x' in point",
    "'label' in shared",
    "'toString' in shared",
    'sign in bare',
    'sign in shared',
    '0 in list',
    "'length' in list",
  ],
  ...[
    "'x' in n",
    "'x' in text",
    "'x' in nil",
    'n in gone',
    'point instanceof Deep',
    'point instanceof Point',
    'list instanceof Point',
    'n instanceof Point',
  ],
  ...[
    'n instanceof n',
    'n instanceof shared',
    'nil instanceof nil',
    'map.size',
    'set.size',
    'map.get(NaN)',
    'map.get(-0)',
    "map.get('k').label",
    'map.get(shared)',
  ],
  ...[
    'map.get(7)',
    'map.has(null)',
    'map.get(null)',
    'map.has(undefined)',
    'set.has(1)',
    "set.has('1')",
    'set.has(shared)',
    'nil?.get(1)',
    'gone.has(1)',
  ],
  ...[
    'zero === 0',
    '1 / zero',
    '-zero',
    'nan === nan',
    'nan == nan',
    "n == '7'",
    "'' == 0",
    'nil == gone',
    'nil == 0',
    "big == '12'",
    'big == 12',
    'big < 12.5',
  ],
  ...[
    "'b' > 'a'",
    "'10' < '9'",
    "'10' < 9",
    'gone < 1',
    'nil >= 0',
    'big + 1n',
    'big + n',
    'big ** 2n',
    '-big',
    '+big',
    '~n',
    '~big',
    'big >> 1n',
    'big >>> 1n',
    'big / 0n',
  ],
  ...[
    'big % 0n',
    'big ** -1n',
    '2 ** 31 | 0',
    '-1 >>> 0',
    '1 << 33',
    '5 % -3',
    '-5 % 5',
    'n ** half',
    '0.1 + 0.2',
    'text + n',
    'n + text',
    'text + nil',
    'text + gone',
    'text + zero',
  ],
  ...[
    'n + yes',
    'n + nil',
    'n + gone',
    "'3' * '4'",
    "'x' * 2",
    "sign + ''",
    'sign + 1',
    '+sign',
    '`${n}:${text}`',
    '`${sign}`',
    'sign === sign',
    'sign == sign',
    '!sign',
    '!!empty',
  ],
  ...[
    'yes ? n : missing',
    'no && missing',
    'yes || missing',
    'n ?? missing',
    'nil ?? gone ?? n',
    '(missing, n)',
    '(n, text)',
    'shared === point.y',
    'shared == point.y',
    'list == list',
  ],
  ...[
    'shared == nil',
    '!list',
    '!nil',
    'n > half && text < digits',
    '(n).x === undefined || true',
    'this === this',
    'map.get(shared) === 1',
    '[...map.keys()][0] === shared',
    '[...map.values()].length',
    '[...map.values()][9]',
    'Object.keys(point)[1]',
    'Object.values(point).length',
    'list[list.length - 1].deep',
  ],
  ...[
    "text.startsWith('a')",
    "!text.includes('z', 1)",
    'text.trim().length',
    'text?.length > text.indexOf(digits)',
    'text.slice(-1) + half.toFixed(2)',
    'list.includes(shared)',
    'list.indexOf(9)',
    'list.lastIndexOf(n)',
    'Number.isInteger(half)',
    'Math.max(n, half, 3)',
    'Object.is(zero, n - n) || Object.is(text, text)',
    'Array.isArray(list) && !Array.isArray(text)',
    'String(n)',
    'parseInt(digits, 8)',
    'isNaN(gone)',
  ],
];

describe('expressions over recorded values', () => {
  for (const expression of known)
    it(`gives what Node gives: ${expression}`, () => {
      const verdict = agrees(expression);
      // What is a method of a primitive, or becomes a primitive by one of an object's, is not known.
      if (!/\(n\)\.x/.test(expression)) assert.equal(verdict, 'same');
    });

  it('runs nothing and makes nothing', () => {
    for (const expression of ['n = 1', 'n++', '--n', 'shared.label = 2', 'delete shared.label'])
      assert.deepEqual(evaluateRecorded(expression, new Live(names, self)), { error: unreadable }, expression);
    for (const expression of [
      'twice(1)',
      'new Point(1, 2)',
      '[1]',
      '({})',
      '() => 1',
      'text.toUpperCase()',
      'text.repeat(2)',
      'text.includes(shared)',
      '/a/.test(text)',
      'point.sum',
      'map.set(1, 2)',
      'text`a`',
      '/a/',
      'String(point)',
      'list.map(n)',
    ])
      assert.equal(agrees(expression), 'unknown', expression);
  });

  it('does not guess what an object becomes as a primitive', () => {
    for (const expression of ['list + 1', 'list == 1', '-list', 'point < 1', '`${list}`', 'shared[list]'])
      assert.deepEqual(evaluateRecorded(expression, new Live(names, self)), { error: notRecorded }, expression);
  });

  it('knows of a text that was cut its length alone', () => {
    const cut: ValueReport = { kind: 'primitive', type: 'string', text: '', length: 5000 };
    const live = new (class extends Live {
      override variable(name: string): Evaluated {
        return name === 'cut' ? { value: cut } : super.variable(name);
      }
    })(names, self);
    const valueOf = (expression: string) => {
      const said = evaluateRecorded(expression, live);
      return 'value' in said ? live.value(said.value) : said;
    };
    assert.equal(valueOf('cut.length'), 5000);
    assert.equal(valueOf('typeof cut'), 'string');
    assert.equal(valueOf('cut ? 1 : 2'), 1);
    assert.equal(valueOf("cut === 'abc'"), false);
    assert.equal(valueOf('cut === n'), false);
    for (const expression of ['cut === cut', 'cut + n', 'cut < text', 'cut[0]', 'cut == 5', 'shared[cut]'])
      assert.deepEqual(valueOf(expression), { error: notRecorded }, expression);
  });

  it('ends on what a stranger may write into a recording', () => {
    const deep = `${'('.repeat(5000)}n${')'.repeat(5000)}`;
    assert.doesNotThrow(() => evaluateRecorded(deep, new Live(names, self)));
    assert.deepEqual(evaluateRecorded('9n ** 9n ** 9n ** 9n', new Live(names, self)), { error: notRecorded });
    assert.deepEqual(evaluateRecorded('1n << 99999999999n', new Live(names, self)), { error: notRecorded });
    assert.ok('error' in evaluateRecorded('n n', new Live(names, self)));
    assert.ok('error' in evaluateRecorded('', new Live(names, self)));
  });

  it('gives what Node gives, for random expressions', () => {
    let [same, unknown] = [0, 0];
    for (let index = 0; index < 4000; index++) {
      const random = new Random(programSeed(seedOf(7_100), index));
      if (agrees(expressionOf(random, 4)) === 'same') same++;
      else unknown++;
    }
    assert.ok(same > 1000, `${same} of ${same + unknown}`);
  });
});

const keys = ['x', 'y', 'z', 'sum', 'label', 'nothing', 'length', 'deep', 'size', 'own', 'point', 'a', 'missing'];

function expressionOf(random: Random, depth: number): string {
  const inner = () => expressionOf(random, depth - 1);
  if (depth === 0 || random.chance(0.15))
    return random.chance(0.75)
      ? random.choice([...Object.keys(names), 'this', 'undefined', 'missing'])
      : random.choice(['0', '1', '-0', '2.5', "'x'", "'length'", "''", '3n', 'null', 'true', '`t`', '1e21', "'1'"]);
  return random.weighted<() => string>([
    [5, () => `(${inner()}).${random.choice(keys)}`],
    [3, () => `(${inner()})[${inner()}]`],
    [2, () => `(${inner()})?.${random.choice(keys)}.${random.choice(keys)}`],
    [1, () => `(${inner()})?.[${inner()}]`],
    [2, () => `(${inner()}).${random.choice(['get', 'has'])}(${inner()})`],
    [4, () => `(${inner()}) ${random.choice(['+', '-', '*', '/', '%', '**', '&', '|', '^', '<<', '>>', '>>>'])} (${inner()})`],
    [4, () => `(${inner()}) ${random.choice(['==', '!=', '===', '!==', '<', '>', '<=', '>='])} (${inner()})`],
    [2, () => `(${inner()}) ${random.choice(['&&', '||', '??'])} (${inner()})`],
    [2, () => `(${inner()}) ${random.choice(['in', 'instanceof'])} (${inner()})`],
    [3, () => `${random.choice(['-', '+', '!', '~', 'typeof ', 'void '])}(${inner()})`],
    [1, () => `(${inner()}) ? (${inner()}) : (${inner()})`],
    [1, () => `\`${'$'}{${inner()}}:\``],
    [1, () => `(${inner()}, ${inner()})`],
  ])();
}
