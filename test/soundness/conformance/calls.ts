import type { Random } from '../random.js';
import type { Subject } from './subjects.js';
import * as pool from './values.js';

/** One call of a built-in, as statements of a function's body and what is handed to the function. */
export interface GeneratedCall {
  readonly subject: Subject;
  /** Declares what the call uses; `log` is there already. */
  readonly setup: readonly string[];
  /** The call, an expression. */
  readonly call: string;
  /** Constants of the setup that the call may change. */
  readonly watched: readonly string[];
  /** The one parameter of the function, where there is one. */
  readonly parameter: { readonly type: string | null; readonly value: string } | null;
}

type Pools = readonly (readonly [weight: number, texts: readonly string[]])[];

const everything: Pools = [
  [2, pool.nullish],
  [3, pool.primitives],
  [7, pool.objects],
];

const mixed = (usual: Pools): Pools => [...usual.map(([weight, texts]) => [weight * 2, texts] as const), ...everything];

const numeric: Pools = mixed([
  [9, pool.numbers],
  [3, pool.coercibles],
]);
const textual: Pools = mixed([
  [9, pool.strings],
  [3, pool.coercibles],
]);
const callable: Pools = mixed([[14, pool.functions]]);
const listed: Pools = mixed([
  [6, pool.arrays],
  [6, pool.iterables],
  [2, pool.collections],
]);
const keyed: Pools = mixed([
  [6, pool.plainObjects],
  [4, pool.arrays],
  [2, pool.others],
]);
const searched: Pools = mixed([
  [6, pool.strings],
  [9, pool.patterns],
]);

const callbackNames = /\.(forEach|map|filter|some|every|flatMap|find\w*|sort|toSorted|reduce\w*)$/;
const patternNames = /^String\.prototype\.(match|search|replace\w*|split)$/;

/** What the argument at that position usually is. */
function argumentPools({ name, owner, kind, member }: Subject, index: number): Pools {
  if (index === 0 && callbackNames.test(name)) return callable;
  if (index === 0 && patternNames.test(name)) return searched;
  if (index === 1 && /(replace\w*|from|parse|stringify)$/.test(name)) return mixed([...callable.slice(0, 1), [6, pool.strings]]);
  if (owner === 'Function') return index === 0 ? everything : listed;
  if (kind === 'constructor' && /^(Weak)?(Map|Set)$/.test(owner)) return listed;
  if (kind === 'constructor' && /Error$/.test(owner)) return index === 0 ? textual : keyed;
  if (/Array$/.test(owner) && kind !== 'method') return index === 0 ? mixed([...listed.slice(0, 3), [8, pool.numbers]]) : everything;
  if (owner === 'Object' && kind === 'static')
    return index === 0 && member !== 'fromEntries' ? keyed : mixed([...keyed.slice(0, 2), [4, pool.strings]]);
  if (/^(String|JSON|console)$/.test(owner) && index === 0) return textual;
  if (/^(Map|Set|WeakMap|WeakSet|Symbol)$/.test(owner)) return mixed([[4, pool.primitives]]);
  if (/concat|push|unshift/.test(member)) return listed;
  return /^(Array|String|Number|Math|Date|BigInt|is\w+|parse\w+)$/.test(owner) ? numeric : everything;
}

/** What the receiver of a method usually is. */
function receiverPool({ owner }: Subject): readonly string[] {
  switch (owner) {
    case 'Array':
      return pool.arrays;
    case 'String':
      return pool.strings;
    case 'Number':
      return pool.numbers;
    case 'Boolean':
      return ['true', 'false', 'new Boolean(true)'];
    case 'BigInt':
      return ['1n', '-2n', 'Object(3n)'];
    case 'Symbol':
      return [`Symbol('s')`, 'Symbol.iterator', `Object(Symbol('q'))`];
    case 'RegExp':
      return pool.patterns;
    case 'Date':
    case 'Error':
      return pool.others.filter((text) => text.includes(owner));
    case 'Function':
      return pool.functions;
    case 'Map':
    case 'Set':
    case 'WeakMap':
    case 'WeakSet':
      return pool.collections.filter((text) => text.includes(`${owner}(`) || text.includes(`extends ${owner} `));
    default:
      return pool.objects;
  }
}

/** Writes calls of one built-in. */
export class CallWriter {
  private setup: string[] = [];
  private watched: string[] = [];
  private parameter: GeneratedCall['parameter'] = null;
  /** The call may change what it is given for good. */
  private keeps = false;

  constructor(
    private readonly random: Random,
    /** Parameters may have types. */
    private readonly typed: boolean,
  ) {}

  write(subject: Subject): GeneratedCall {
    this.setup = [];
    this.watched = [];
    this.parameter = null;
    this.keeps = /freeze|seal|prevent|define|setPrototype|capture/.test(subject.member);
    const call = this.callOf(subject);
    return { subject, setup: this.setup, call, watched: this.watched, parameter: this.parameter };
  }

  private callOf(subject: Subject): string {
    switch (subject.kind) {
      case 'method':
        return this.methodCall(subject);
      case 'getter':
        return this.reading(subject);
      case 'static':
        return this.staticCall(subject);
      case 'constructor':
        return this.construction(subject);
      case 'function':
        return this.plainCall(subject);
    }
  }

  private methodCall(subject: Subject): string {
    const { random } = this;
    const isUsual = random.chance(0.7);
    const receiver = this.value('r', isUsual ? [[1, receiverPool(subject)]] : everything);
    const args = this.args(subject);
    // What has not got the method is asked for it by `call`.
    const form = isUsual ? random.weighted(methodForms) : random.weighted(foreignForms);
    if (form === 'detached') return `(0, ${subject.name})(${args.join(', ')})`;
    if (form === 'call') return `${subject.name}.call(${[receiver, ...args].join(', ')})`;
    if (form === 'apply')
      return `${subject.name}.apply(${receiver}, ${random.chance(0.8) ? `[${args.join(', ')}]` : this.value('list', listed)})`;
    if (form === 'spread')
      return `(${receiver}).${subject.member}(...${random.chance(0.7) ? `[${args.join(', ')}]` : this.value('list', listed)})`;
    if (form === 'computed') return `(${receiver})['${subject.member}'](${args.join(', ')})`;
    return `(${receiver}).${subject.member}(${args.join(', ')})`;
  }

  private reading(subject: Subject): string {
    const { random } = this;
    const receiver = this.value('r', random.chance(0.7) ? [[1, receiverPool(subject)]] : everything);
    return random.weighted([
      [4, `(${receiver}).${subject.member}`],
      [1, `'${subject.member}' in (${receiver})`],
      [1, `Object.hasOwn(${receiver}, '${subject.member}')`],
      [1, `((${receiver}).${subject.member} = ${this.value('a0', everything)})`],
      [1, `delete (${receiver}).${subject.member}`],
      [1, `(({ ${subject.member}: x }) => x)(${receiver})`],
    ]);
  }

  private staticCall(subject: Subject): string {
    const { random } = this;
    const { owner, member, name } = subject;
    const args = this.args(subject).join(', ');
    const form = random.weighted(staticForms);
    if (form === 'subclass' && typeof Reflect.get(globalThis, owner) === 'function') {
      this.setup.push(`class K extends ${owner} { constructor(...a) { super(...a); log.push('K'); } }`);
      return `K.${member}(${args})`;
    }
    if (form === 'call') return `${name}.call(${[this.value('r', everything), args].filter(Boolean).join(', ')})`;
    if (form === 'detached') return `(0, ${name})(${args})`;
    if (form === 'spread') return `${name}(...[${args}])`;
    if (form === 'new') return `new ${name}(${args})`;
    return `${name}(${args})`;
  }

  private construction(subject: Subject): string {
    const { random } = this;
    const { name } = subject;
    const drawn = random.weighted(constructionForms);
    // Of what has no prototype, as Proxy, no class can be derived.
    const form = Reflect.get(Reflect.get(globalThis, name) as object, 'prototype') === undefined && drawn !== 'plain' ? 'new' : drawn;
    const args = this.args(subject).join(', ');
    switch (form) {
      case 'new':
        return `new ${name}(${args})`;
      case 'plain':
        return `${name}(${args})`;
      case 'spread':
        return `new ${name}(...[${args}])`;
      case 'reflect':
        this.setup.push(`class K extends ${name} {}`);
        return `Reflect.construct(${name}, [${args}], K)`;
      default:
        this.setup.push(`class K extends ${name} { ${this.membersOf(name)} }`);
        return `new K(${args})`;
    }
  }

  /** Of a subclass: some of what its superclass's constructor and methods may call. */
  private membersOf(name: string): string {
    const { random } = this;
    const members = [
      random.chance(0.5)
        ? ''
        : random.choice([
            'constructor(p, q) { super(p, q); }',
            `constructor(p) { log.push('K'); super(p); this.k = 1; }`,
            'constructor(...a) { return super(...a); }',
            'constructor() { super(); }',
          ]),
      random.chance(0.4)
        ? ''
        : random.choice(
            overridden[name] ?? [
              `get name() { log.push('n'); return 'K'; }`,
              `toString() { log.push('s'); return 'K'; }`,
              `valueOf() { log.push('v'); return 4; }`,
            ],
          ),
      random.chance(0.8) ? '' : `static get [Symbol.species]() { log.push('sp'); return Array; }`,
      random.chance(0.8) ? '' : `get [Symbol.toStringTag]() { log.push('t'); return 'K'; }`,
      random.chance(0.8) ? '' : 'field = 1;',
    ];
    return members.filter((member) => member !== '').join(' ');
  }

  private plainCall(subject: Subject): string {
    const args = this.args(subject).join(', ');
    return this.random.weighted([
      [8, `${subject.name}(${args})`],
      [1, `new ${subject.name}(${args})`],
      [1, `${subject.name}.call(${[this.value('r', everything), args].filter(Boolean).join(', ')})`],
      [1, `${subject.name}(...[${args}])`],
    ]);
  }

  /** The texts of the arguments. */
  private args(subject: Subject): string[] {
    const count = this.random.weighted([
      [2, 0],
      [8, 1],
      [6, 2],
      [2, 3],
      [1, 4],
    ]);
    return Array.from({ length: count }, (_, index) => this.value(`a${index}`, argumentPools(subject, index)));
  }

  /** A value from the pools: its name, or its text. */
  private value(name: string, pools: Pools): string {
    const { random } = this;
    if (this.parameter === null && random.chance(0.15)) return this.viaParameter(name, pools);
    if (name !== 'r' && this.watched.includes('r') && random.chance(0.08))
      return random.chance(0.5) ? 'r' : parenthesised(random.choice(pool.meddling));
    const drawn = random.choice(random.weighted(pools));
    const text = this.keeps && pool.shared.includes(drawn) ? '() => 1' : drawn;
    if (text.includes('@')) {
      this.setup.push(text.replaceAll('@', name));
      this.watched.push(name);
      return name;
    }
    if (random.chance(0.35)) return parenthesised(text);
    this.setup.push(`const ${name} = ${text};`);
    this.watched.push(name);
    return name;
  }

  private viaParameter(name: string, pools: Pools): string {
    const { random } = this;
    const isSimple = (text: string): boolean => !text.includes('@') && !text.includes('log');
    if (random.chance(0.3)) {
      // One of two values, by a parameter.
      const [one, other] = [0, 1].map(() => random.choice(random.weighted(pools))).map((text) => (text.includes('@') ? 'null' : text));
      this.parameter = { type: this.typed && random.chance(0.5) ? 'boolean' : null, value: random.choice(['true', 'false']) };
      this.setup.push(`const ${name} = p ? ${parenthesised(one ?? 'null')} : ${parenthesised(other ?? 'null')};`);
      this.watched.push(name);
      return name;
    }
    if (this.typed) {
      const [type, texts] = random.choice(pool.typedValues);
      this.parameter = { type, value: random.choice(texts) };
    } else {
      const texts = random.weighted(pools).filter((text) => isSimple(text) && !(this.keeps && pool.shared.includes(text)));
      this.parameter = { type: null, value: texts.length === 0 ? 'null' : random.choice(texts) };
    }
    this.watched.push('p');
    return 'p';
  }
}

/** Where an object literal or a function may not begin an expression. */
const parenthesised = (text: string): string =>
  /^[\w'[]/.test(text) && !text.startsWith('function') && !text.startsWith('class') ? text : `(${text})`;

const methodForms: readonly (readonly [number, string])[] = [
  [10, 'method'],
  [2, 'call'],
  [1, 'apply'],
  [1, 'spread'],
  [1, 'computed'],
];
const foreignForms: readonly (readonly [number, string])[] = [
  [3, 'method'],
  [6, 'call'],
  [1, 'apply'],
  [1, 'detached'],
];
const staticForms: readonly (readonly [number, string])[] = [
  [10, 'static'],
  [2, 'subclass'],
  [1, 'call'],
  [1, 'detached'],
  [1, 'spread'],
  [1, 'new'],
];
const constructionForms: readonly (readonly [number, string])[] = [
  [8, 'new'],
  [2, 'plain'],
  [6, 'subclass'],
  [1, 'spread'],
  [1, 'reflect'],
];

/** Methods that constructors and methods of the superclass look up on the instance. */
const overridden: Readonly<Record<string, readonly string[]>> = {
  Map: [
    `set(k, v) { log.push('set'); return super.set(k, 0); }`,
    `set() { throw new RangeError('set'); }`,
    `set(k, v) { log.push('set'); return this; }`,
    `get set() { log.push('get set'); return function () {}; }`,
    `get(k) { return 'mine'; }`,
    `set = 5;`,
  ],
  Set: [
    `add(v) { log.push('add'); return super.add(v); }`,
    `add(v) { log.push('add'); super.add([v]); return this; }`,
    `add() { throw new RangeError('add'); }`,
    `get add() { log.push('get add'); return () => 1; }`,
    `has() { return true; }`,
    `get size() { return -1; }`,
  ],
  WeakMap: [`set(k, v) { log.push('set'); return this; }`, `set = 1;`],
  WeakSet: [`add(v) { log.push('add'); return this; }`, `get add() { return 3; }`],
  Array: [
    `push(...v) { log.push('push'); return super.push(...v); }`,
    `*[Symbol.iterator]() { log.push('it'); yield 1; }`,
    `get length() { return 9; }`,
    `set 0(v) { log.push('0'); }`,
    `concat() { return 'mine'; }`,
  ],
  Promise: [`then(...f) { log.push('then'); return super.then(...f); }`],
};
