import type { Instrumented } from './instrumented.js';
import type { Random } from './random.js';
import type { Parameter, Root } from './roots.js';

/** A call of one root, as text, so that every execution gets fresh arrays. */
export interface Call {
  readonly root: Root;
  readonly args: readonly string[];
}

/** One module instance: its roots called one after the other, or all started before any of their tasks goes on. */
export interface Session {
  readonly calls: readonly Call[];
  /** Constructor arguments of the one instance of each exported class. */
  readonly instances: ReadonlyMap<string, readonly string[]>;
  readonly concurrent: boolean;
}

const showNumber = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const smallIntegers = Array.from({ length: 41 }, (_, i) => i - 20);
const otherIntegers = [21, 25, 30, 31, 32, 33, 45, 64, 99, 100, 101, 127, 128, 255, 256, 1000, -21, -30, -45, -100, -101, -129];
const wideIntegers = [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1];
const specials = [
  NaN,
  Infinity,
  -Infinity,
  -0,
  0.5,
  -0.5,
  1.5,
  2.5,
  -1.5,
  0.1,
  9.99,
  99.5,
  -20.25,
  5e-324,
  -5e-324,
  1e-9,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  2 ** 54,
  1e21,
  1e308,
  -1e308,
  Number.MAX_VALUE,
  2 ** 31 + 0.5,
];

/** The numbers that a parameter is tried with; those near constants of the program come first. */
function numberPool(program: Instrumented, integers: boolean): number[] {
  const pool = new Set<number>();
  const near = program.constants.filter((constant) => Math.abs(constant) <= 2 ** 53);
  for (const constant of near) for (const offset of [0, -1, 1]) pool.add(constant + offset);
  if (!integers) for (const constant of near) for (const offset of [-0.5, 0.5]) pool.add(constant + offset);
  for (const value of [...smallIntegers, ...otherIntegers, ...wideIntegers, ...(integers ? [] : specials)]) pool.add(value);
  // A set takes -0 for 0.
  const values = [...pool].filter((value) => !integers || Number.isSafeInteger(value));
  return integers ? values : [...values, -0];
}

const strings = ["''", "'a'", "'abc'", "'5'", "'-1'", "'x y'", "'12'"];

/** A value of the declared type; anything when there is none. Null for a type that the harness does not know. */
function valueOf(type: string | null, pool: readonly number[], random: Random): string | null {
  const integer = (): string => showNumber(random.choice(pool));
  switch (type) {
    case null:
    case 'any':
    case 'unknown':
      return valueOf(
        random.weighted([
          [8, 'number'],
          [1, 'boolean'],
          [2, 'string'],
          [1, 'number[]'],
          [1, 'undefined'],
          [1, 'null'],
          [1, 'object'],
        ] as const),
        pool,
        random,
      );
    case 'number':
      return integer();
    case 'boolean':
      return random.choice(['true', 'false']);
    case 'string':
      return random.choice(strings);
    case 'undefined':
    case 'void':
      return 'undefined';
    case 'null':
      return 'null';
    case 'object':
      return random.choice(['{}', '({ x: 1 })', '[]', '(() => 1)'].map((text) => `(${text})`));
  }
  if (type === 'Indexable') {
    const given = random.weighted([
      [10, 'number[]'],
      [2, 'string'],
      [0.5, 'null'],
      [0.5, 'number'],
    ] as const);
    const others = [
      '({ length: 2, 0: 1, 1: 2 })',
      "({ length: '2' })",
      '({ length: 2.5, 0: 1 })',
      'new Float64Array([1, 2, 3])',
      '({})',
      '({ length: -2 })',
      '({ length: 2 ** 53 + 2 })',
    ];
    return random.chance(0.2) ? random.choice(others) : valueOf(given, pool, random);
  }
  if (type === 'Holder') {
    const [rows, other] = [valueOf('number[]', pool, random), valueOf('Indexable', pool, random)];
    const holder = `((rows, other) => { const h = { rows, count: 0, again: rows, table: [rows, other, [1]] }; h.self = h; return h; })(${rows}, ${other})`;
    return random.chance(0.15) ? random.choice(['null', '[]', '({})', '({ rows: { length: 2 } })', '3']) : holder;
  }
  if (type.includes('|')) return valueOf(random.choice(type.split('|').map((part) => part.trim())), pool, random);
  if (type.endsWith('[]')) {
    const element = type.slice(0, -2).replace(/^\((.*)\)$/, '$1');
    const items: string[] = [];
    for (let left = random.choice([0, 0, 1, 1, 2, 3, 3, 4, 5, 8]); left > 0; left--) {
      const item = valueOf(element, pool, random);
      if (item === null) return null;
      items.push(item);
    }
    return `[${items.join(', ')}]`;
  }
  const members = /^\{ (.*) \}$/.exec(type)?.[1]?.split('; ');
  if (members !== undefined) return objectOf(members, pool, random);
  if (/^(?:-?\d+|'.*'|true|false)$/.test(type)) return type;
  return null;
}

/** Now and then with a getter, which need not give the same number twice. */
function objectOf(members: readonly string[], pool: readonly number[], random: Random): string | null {
  const fields: string[] = [];
  for (const member of members) {
    const [name = '', type = ''] = member.split(': ');
    const value = valueOf(type, pool, random);
    if (value === null) return null;
    fields.push(
      type === 'number' && random.chance(0.05) ? `count: 0, get ${name}() { return this.count++ + ${value}; }` : `${name}: ${value}`,
    );
  }
  return `{ ${fields.join(', ')} }`;
}

function argumentsFor(parameters: readonly Parameter[], pool: readonly number[], random: Random): string[] | null {
  const args: string[] = [];
  for (const [i, parameter] of parameters.entries()) {
    if (parameter.optional && random.chance(0.3)) {
      // Leaving an argument out leaves out all that follow, which their types must allow.
      if (random.chance(0.5) && parameters.slice(i).every(({ optional, isRest }) => optional || isRest)) break;
      args.push('undefined');
      continue;
    }
    const value = valueOf(parameter.isRest && parameter.type !== null ? parameter.type.replace(/\[\]$/, '') : parameter.type, pool, random);
    if (value === null) return null;
    args.push(value);
  }
  return args;
}

/** The sessions that a program is tried with: each ends with a call of the root named `main`, or of some root. */
export function sessions(program: Instrumented, random: Random, integers: boolean, count = 60): Session[] {
  const pool = numberPool(program, integers);
  const main = program.roots.find((root) => root.name === 'main');
  const others = program.roots.filter((root) => root !== main);
  const found: Session[] = [];
  const single =
    main !== undefined && main.parameters.length === 1 && main.parameters[0]?.type === 'number' && main.parameters[0].optional === false;
  // What is near the program's constants, what is easily forgotten, then any of the rest.
  const near = pool.slice(0, Math.floor(count / 4));
  const forgotten = [NaN, Infinity, -Infinity, -0, 0.5, -1.5, 2 ** 53, -(2 ** 31) - 1].filter((value) =>
    pool.some((other) => Object.is(other, value)),
  );
  const chosen = single ? [...new Set([...near, ...forgotten, ...random.shuffled(pool)].map(showNumber))].slice(0, count) : [];
  for (let i = 0; i < count; i++) {
    const calls: Call[] = [];
    const preludeCount = others.length === 0 ? 0 : random.choice([0, 1, 1, 2, 3]);
    for (let j = 0; j < preludeCount; j++) {
      const root = random.choice(others);
      const args = argumentsFor(root.parameters, pool, random);
      if (args !== null) calls.push({ root, args });
    }
    if (main !== undefined) {
      const drawn = chosen[i];
      const args = drawn === undefined ? argumentsFor(main.parameters, pool, random) : [drawn];
      if (args !== null) calls.push({ root: main, args });
    }
    if (calls.length === 0) continue;
    const instances = new Map<string, readonly string[]>();
    for (const [className, parameters] of program.constructors) instances.set(className, argumentsFor(parameters, pool, random) ?? []);
    found.push({ calls, instances, concurrent: program.usesTasks && calls.length > 1 && random.chance(0.3) });
  }
  return found;
}

export const showCall = (call: Call): string => `${call.root.name}(${call.args.join(', ')})`;

export const showSession = (session: Session): string => session.calls.map(showCall).join(session.concurrent ? ' with ' : '; ');

type OnGetter = (reads: number) => void;

type Maker = (onGetter: OnGetter) => unknown[];

const makers = new Map<string, Maker>();

/** Evaluates argument texts, which are the harness's own; every call gives fresh arrays. Their getters begin with `onGetter`, and tell how often they were read. */
export function evaluateArguments(args: readonly string[], onGetter: OnGetter = (): void => undefined): unknown[] {
  const text = args.join(', ').replaceAll(/\bget \w+\(\) \{/g, '$& $onGetter(this.count);');
  let maker = makers.get(text);
  if (maker === undefined) {
    if (makers.size > 20000) makers.clear();
    makers.set(text, (maker = new Function('$onGetter', `return [${text}];`) as Maker));
  }
  return maker(onGetter);
}
