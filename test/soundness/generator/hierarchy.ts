import { condition } from './conditions.js';
import { constant } from './constants.js';
import { expression } from './expressions.js';
import { has, inCallback, numberVariable, withVariables, type ClassShape, type Context, type Variable } from './scope.js';
import { statements } from './statements.js';

/** Classes, the objects made of them at the top level, and what can be read of both. */
export interface Hierarchy {
  readonly lines: readonly string[];
  readonly shapes: readonly ClassShape[];
  readonly declared: readonly Variable[];
}

/** What a class's own code can name. */
interface Members {
  readonly name: string;
  readonly hasPrivate: boolean;
  readonly base: string | null;
}

/** Every object of a hierarchy has these, as fields or as accessors. */
const properties = ['f', 'g', 'v'] as const;
const methods = ['step', 'read'] as const;

/**
 * One to three classes, each extending the one before: fields with initialisers that may call what a subclass overrides,
 * accessors over fields and fields over accessors, private members, statics that are inherited and shadowed.
 */
export function hierarchy(ctx: Context): Hierarchy {
  const { random } = ctx;
  const lines: string[] = [];
  const names: string[] = [];
  for (let left = random.choice([1, 2, 2, 3]); left > 0; left--) {
    const base = names[names.length - 1] ?? null;
    const name = ctx.names.fresh('C');
    lines.push(...classText(ctx, { name, hasPrivate: random.chance(0.5), base }), '');
    names.push(name);
  }
  const shapes = names.map((name): ClassShape => ({ name, fields: properties, methods, accessors: [] }));
  const declared = names.flatMap((name) => (random.chance(0.6) ? [numberVariable(`${name}.s`), numberVariable(`${name}.t`)] : []));
  for (let left = random.choice([0, 1, 1, 2]); left > 0; left--) {
    const object = ctx.names.fresh('c');
    const isMutable = random.chance(0.3);
    lines.push(
      `${random.chance(0.1) ? 'export ' : ''}${isMutable ? 'let' : 'const'} ${object} = new ${random.choice(names)}(${constant(ctx)});`,
    );
    declared.push({ name: object, kind: 'instance', isMutable }, ...properties.map((property) => numberVariable(`${object}.${property}`)));
  }
  return { lines: [...lines, ''], shapes, declared };
}

function classText(ctx: Context, members: Members): string[] {
  const { random } = ctx;
  const { name, base, hasPrivate } = members;
  const own = [
    ...(hasPrivate ? [`  #p = ${constant(ctx)};`, '  #bump(q: number): number {', '    this.#p += q;', '    return this.#p;', '  }'] : []),
    ...fields(ctx, members),
    ...constructorText(ctx, members),
    ...accessors(ctx, members),
    ...methods.flatMap((method) => (base === null || random.chance(0.5) ? methodText(ctx, members, method) : [])),
    ...statics(ctx, members),
  ];
  return [`${random.chance(0.15) ? 'export ' : ''}class ${name}${base === null ? '' : ` extends ${base}`} {`, ...own, '}'];
}

function fields(ctx: Context, { base, hasPrivate }: Members): string[] {
  const { random } = ctx;
  const lines: string[] = [];
  const initialiser = (): string =>
    random.weighted<() => string>([
      [4, () => ` = ${constant(ctx)}`],
      [1.5, () => ` = this.f + ${constant(ctx)}`],
      [1, () => ` = this.${random.choice(methods)}(${constant(ctx)})`],
      [0.7, () => ': any'],
      [hasPrivate ? 1 : 0, () => ' = this.#p'],
      [0.7, () => ` = ${expression(inCallback(ctx), 'number', 1)}`],
    ])();
  if (base === null || random.chance(0.3)) lines.push(`  f${initialiser()};`);
  if (base === null || random.chance(0.3)) lines.push(`  g${initialiser()};`);
  // Over the accessor of the base, which it hides.
  if (base !== null && random.chance(0.2)) lines.push(`  v${initialiser()};`);
  if (random.chance(0.15)) lines.push('  call = (q: number) => this.f + q;');
  return lines;
}

/** In the methods and constructors of the class: what `this` has. */
const within = (ctx: Context, { hasPrivate }: Members, ...more: readonly Variable[]): Context =>
  inCallback(
    { ...ctx, depth: 1, indent: '    ' },
    ...properties.map((property) => numberVariable(`this.${property}`)),
    ...(hasPrivate ? [numberVariable('this.#p')] : []),
    ...more,
  );

function constructorText(ctx: Context, members: Members): string[] {
  const { random } = ctx;
  if (random.chance(members.base === null ? 0.25 : 0.4)) return [];
  const p = ctx.names.fresh('p');
  const outside = inCallback({ ...ctx, depth: 1, indent: '    ' }, numberVariable(p));
  const inner = within(ctx, members, numberVariable(p));
  const fails = (): string[] =>
    has(ctx, 'exceptions') && random.chance(0.4)
      ? [`    if (${condition(outside, 1)}) {`, `      throw new RangeError('made');`, '    }']
      : [];
  const assigns = (): string[] => [
    ...(random.chance(0.7) ? [`    this.${random.choice(properties)} = ${random.choice([p, expression(inner, 'number', 1)])};`] : []),
    ...(random.chance(0.3) ? statements(inner, 1) : []),
  ];
  const call = (): string => `super(${random.choice([p, `${p} + 1`, constant(ctx), expression(outside, 'number', 1)])});`;
  const superCall = (): string[] =>
    random.weighted<() => string[]>([
      [6, () => [`    ${call()}`]],
      [0.7, () => [`    if (${condition(outside, 1)}) {`, `      ${call()}`, '    } else {', `      ${call()}`, '    }']],
      [0.3, () => [`    if (${condition(outside, 1)}) {`, `      ${call()}`, '    }']],
      [0.4, () => ['    try {', `      ${call()}`, '    } catch {', `      ${call()}`, '    }']],
      [0.3, () => [`    const make = () => ${call()}`, '    make();']],
    ])();
  return [
    `  constructor(${p}: number) {`,
    ...(members.base === null ? [] : [...fails(), ...superCall()]),
    ...fails(),
    ...assigns(),
    ...(random.chance(0.05) ? [`    return { f: ${p}, g: 1, v: 2, step() { return 3; }, read() { return ${p}; } } as any;`] : []),
    '  }',
  ];
}

function accessors(ctx: Context, members: Members): string[] {
  const { random } = ctx;
  if (members.base !== null && random.chance(0.5)) return [];
  const backing = random.choice(members.hasPrivate ? ['this.#p', 'this.#p', 'this.f'] : ['this.f', 'this.g']);
  const inner = within({ ...ctx, features: new Set([...ctx.features].filter((feature) => feature !== 'closures')) }, members);
  // An accessor that reads itself overflows the stack: seldom.
  const plain = { ...inner, variables: inner.variables.filter(({ name }) => name !== 'this.v' || random.chance(0.05)) };
  const inherited = members.base === null ? [] : ['super.v', 'super.v + 1'];
  const getter = random.weighted<() => string[]>([
    [4, () => [`    return ${random.choice([backing, backing, `${backing} + 1`, `${backing} * 2`, ...inherited])};`]],
    [1.5, () => [`    return ${backing}${random.choice(['++', '--'])};`]],
    [1, () => [`    if (${condition(plain, 1)}) {`, `      throw new TypeError('read');`, '    }', `    return ${backing};`]],
    [1, () => [...statements({ ...plain, result: 'number' }, 1), `    return ${expression(plain, 'number', 1)};`]],
  ])();
  const q = ctx.names.fresh('q');
  const taking = withVariables(plain, numberVariable(q));
  const setter = random.weighted<() => string[]>([
    [4, () => [`    ${backing} = ${random.choice([q, q, `${q} + 1`, `${q} > 10 ? 10 : ${q}`])};`]],
    [
      1.5,
      () => [
        `    if (${condition(taking, 1)}) {`,
        `      throw ${random.choice([q, "new TypeError('written')"])};`,
        '    }',
        `    ${backing} = ${q};`,
      ],
    ],
    [1, () => statements(taking, 1)],
    [members.base === null ? 0 : 1.5, () => [`    super.v = ${random.choice([q, `${q} - 1`])};`]],
  ])();
  const kinds = members.base === null ? ['both', 'both', 'both', 'both', 'get'] : ['both', 'both', 'get', 'set'];
  const kind = random.choice(kinds);
  return [
    ...(kind === 'set' ? [] : ['  get v(): number {', ...getter, '  }']),
    ...(kind === 'get' ? [] : [`  set v(${q}: number) {`, ...setter, '  }']),
  ];
}

function methodText(ctx: Context, members: Members, method: string): string[] {
  const { random } = ctx;
  const p = ctx.names.fresh('p');
  const inner = { ...within(ctx, members, numberVariable(p)), result: 'number' as const };
  const results = [`${expression(inner, 'number', 1)}`, 'this.f', 'this.v'];
  if (members.hasPrivate) results.push(`this.#bump(${p})`);
  if (members.base !== null) {
    results.push(`super.${method}(${p})`, `super.${method}(${p} + 1) + this.g`, 'super.v', `[1].map(() => super.${method}(${p}))[0]`);
    results.push(`super.${method}(${constant(ctx)})`, `super.${method}(${p})`);
  }
  const changes = random.weighted<() => string[]>([
    [3, () => [`    this.${random.choice(properties)} ${random.choice(['=', '+=', '-='])} ${random.choice([p, constant(ctx)])};`]],
    [2, () => statements(inner, 1)],
    [
      1.5,
      () => [
        `    if (this.${random.choice(properties)} ${random.choice(['<', '>', '===', '>='])} ${constant(ctx)}) {`,
        `      throw new Error('m');`,
        '    }',
      ],
    ],
    [1, () => []],
    [members.base === null ? 0 : 1, () => [`    super.v ${random.choice(['=', '+='])} ${p};`]],
    [members.hasPrivate ? 0.5 : 0, () => [`    if (#p in (this as object)) {`, `      this.#p = ${p};`, '    }']],
  ])();
  return [`  ${method}(${p}: number): number {`, ...changes, `    return ${random.choice(results)};`, '  }'];
}

function statics(ctx: Context, { name, base }: Members): string[] {
  const { random } = ctx;
  const lines: string[] = [];
  if (base === null || random.chance(0.25)) lines.push(`  static s = ${constant(ctx)};`);
  const self = (): string => random.choice(['this', 'this', name]);
  if (base === null || random.chance(0.2)) {
    lines.push('  static get t(): number {', `    return ${self()}.s${random.choice(['', ' + 1', '++'])};`, '  }');
    lines.push('  static set t(q: number) {', `    ${self()}.s = ${random.choice(['q', 'q - 1', 'q > 5 ? 5 : q'])};`, '  }');
  }
  if (random.chance(0.2)) lines.push('  static {', `    this.s ${random.choice(['=', '+='])} ${constant(ctx)};`, '  }');
  if (base === null || random.chance(0.3)) {
    const made = base === null ? `new ${self()}(q)` : random.choice([`new ${self()}(q)`, 'super.make(q + 1)']);
    lines.push(
      '  static make(q: number): any {',
      `    const made = ${made};`,
      `    made.${random.choice(properties)} = ${random.choice(['q', constant(ctx)])};`,
      '    return made;',
      '  }',
    );
  }
  return lines;
}

/** An object of some class, made in one of the ways there are. */
export function madeObject(ctx: Context): string {
  const { random } = ctx;
  const shape = random.choice(ctx.classes);
  return has(ctx, 'hierarchies') && random.chance(0.25)
    ? `${shape.name}.make(${expression(ctx, 'number', 1)})`
    : `new ${shape.name}(${expression(ctx, 'number', 1)})`;
}
