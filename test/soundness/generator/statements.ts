import {
  arrayExpression,
  callOf,
  condition,
  constant,
  expression,
  functionExpression,
  indexExpression,
  operand,
  pureCondition,
  thrown,
} from './expressions.js';
import { has, inCallback, nested, pickVariable, withVariables, type Context, type Kind, type Variable } from './scope.js';
import { awaitingStatement, iteratingStatement } from './tasks.js';

/** Lines of text, and what is declared for those that follow. */
export interface Written {
  readonly lines: readonly string[];
  readonly declared: readonly Variable[];
}

const written = (lines: readonly string[], ...declared: readonly Variable[]): Written => ({ lines, declared });

/** Statements in sequence, each seeing what those before it declared. One statement starts on each line. */
export function statements(ctx: Context, count: number): string[] {
  const lines: string[] = [];
  let inner = ctx;
  for (let i = 0; i < count; i++) {
    const next = statement(inner);
    lines.push(...next.lines);
    inner = withVariables(inner, ...next.declared);
  }
  return lines;
}

const block = (ctx: Context): string[] => statements(nested(ctx), ctx.random.choice([1, 1, 2, 2, 3]));

const braced = (ctx: Context, head: string, body: readonly string[], tail = ''): string[] => [
  `${ctx.indent}${head} {`,
  ...body,
  `${ctx.indent}}${tail}`,
];

type Production = readonly [number, () => Written];

export function statement(ctx: Context): Written {
  const { random, indent } = ctx;
  const line = (text: string): Written => written([`${indent}${text}`]);
  const all: Production[] = [
    [3, () => declaration(ctx)],
    [5, () => line(assignment(ctx))],
  ];
  if (has(ctx, 'assertions')) all.push([1, () => line(`// @always ${pureCondition(ctx)}`)]);
  if (has(ctx, 'exceptions')) all.push([1, () => written(braced(ctx, `if (${condition(ctx, 1)})`, [`${indent}  throw ${thrown(ctx)};`]))]);
  addUpdates(ctx, all);
  if (ctx.depth <= 0) return random.weighted(all)();
  all.push([3, () => branch(ctx)], [4, () => written(loop(ctx))]);
  if (has(ctx, 'switch')) all.push([1, () => written(switchStatement(ctx))]);
  if (has(ctx, 'exceptions')) all.push([2, () => written(tryStatement(ctx))]);
  if (ctx.loops.length > 0) all.push([1, () => jump(ctx)]);
  if (ctx.result !== null) {
    const { result } = ctx;
    all.push([0.8, () => written(braced(ctx, `if (${condition(ctx, 1)})`, [`${indent}  return ${expression(ctx, result, 1)};`]))]);
  }
  if (has(ctx, 'closures')) all.push([1.5, () => closureStatement(ctx)]);
  if (has(ctx, 'nullish')) all.push([1, () => nullishStatement(ctx)]);
  if (has(ctx, 'destructuring')) all.push([1, () => destructuring(ctx)]);
  if (has(ctx, 'collections')) all.push([0.7, () => collection(ctx)]);
  if (has(ctx, 'tdz')) all.push([0.3, () => deadZone(ctx)]);
  if (has(ctx, 'this')) all.push([0.5, () => receiverStatement(ctx)]);
  all.push([0.2, () => written(braced(ctx, '', block(ctx)).map((text) => text.replace(/^(\s*) \{/, '$1{')))]);
  all.push(...awaitingStatement(ctx, block), ...iteratingStatement(ctx, block));
  return random.weighted(all)();
}

// Declarations and assignments --------------------------------------------------------------------------------------

const prefixes: Readonly<Record<Kind, string>> = {
  number: 'x',
  boolean: 'b',
  string: 's',
  array: 'a',
  object: 'o',
  instance: 'c',
  function: 'f',
  functions: 'fs',
  any: 'v',
  bigint: 'g',
};

function declaration(ctx: Context): Written {
  const { random } = ctx;
  const kinds: [number, Kind][] = [
    [5, 'number'],
    [0.7, 'boolean'],
  ];
  if (has(ctx, 'arrays')) kinds.push([2, 'array']);
  if (has(ctx, 'strings')) kinds.push([1, 'string']);
  if (has(ctx, 'objects')) kinds.push([1.5, 'object']);
  if (ctx.classes.length > 0) kinds.push([2, 'instance']);
  if (has(ctx, 'closures')) kinds.push([2, 'function'], [0.6, 'functions']);
  if (has(ctx, 'nullish') || has(ctx, 'coercion')) kinds.push([1.5, 'any']);
  if (has(ctx, 'bigint')) kinds.push([1, 'bigint']);
  const kind = random.weighted(kinds);
  const name = ctx.names.fresh(prefixes[kind]);
  const isMutable = random.chance(0.75);
  const annotation = kind === 'any' ? ': any' : kind === 'number' && random.chance(0.2) ? ': number' : '';
  const word = isMutable ? random.choice(['let', 'let', 'let', 'let', 'var']) : 'const';
  return written([`${ctx.indent}${word} ${name}${annotation} = ${expression(ctx, kind)};`], { name, kind, isMutable });
}

function assignment(ctx: Context): string {
  const { random } = ctx;
  const target = pickVariable(ctx, 'number', true);
  if (target === null) return `void ${operand(expression(ctx, 'number', 1))};`;
  return random.weighted<() => string>([
    [5, () => `${target} = ${expression(ctx, 'number')};`],
    [2, () => `${target} ${random.choice(['+=', '-=', '+=', '*=', '%=', '/='])} ${expression(ctx, 'number', 1)};`],
    [2, () => `${target}${random.choice(['++', '--'])};`],
    [
      has(ctx, 'bits') ? 0.7 : 0,
      () => `${target} ${random.choice(['|=', '&=', '^=', '<<=', '>>=', '>>>='])} ${expression(ctx, 'number', 0)};`,
    ],
    [has(ctx, 'nullish') ? 0.7 : 0, () => `${target} ${random.choice(['??=', '||=', '&&='])} ${expression(ctx, 'number', 1)};`],
  ])();
}

/** Writes to what is not a number. */
function addUpdates(ctx: Context, all: Production[]): void {
  const { random, indent } = ctx;
  const line = (text: string): Written => written([`${indent}${text}`]);
  const number = (): string => expression(ctx, 'number', 1);
  const array = pickVariable(ctx, 'array');
  if (array !== null) {
    all.push([1.5, () => line(`${array}[${indexExpression(ctx, 1)}] = ${number()};`)]);
    all.push([1.2, () => line(`${array}.push(${number()});`)]);
    all.push([
      0.6,
      () =>
        line(
          `${array}.${random.choice(['pop()', 'shift()', 'reverse()', 'sort()', `unshift(${number()})`, `splice(${number()}, 1)`, `splice(0, ${number()})`, `fill(${number()})`, 'sort((p, q) => p - q)'])};`,
        ),
    ]);
    all.push([0.3, () => line(`${array}.length = ${random.choice(['0', '1', '2', number()])};`)]);
    all.push([0.4, () => line(`${array}[${indexExpression(ctx, 1)}] ${random.choice(['+=', '-=', '*='])} ${number()};`)]);
    all.push([0.3, () => line(`${array}[${indexExpression(ctx, 1)}]++;`)]);
    if (has(ctx, 'arrays')) all.push([0.1, () => line(`delete (${array} as any)[${indexExpression(ctx, 0)}];`)]);
    if (has(ctx, 'callbacks')) {
      const name = ctx.names.fresh('e');
      const target = pickVariable(ctx, 'number', true);
      if (target !== null)
        all.push([
          1,
          () =>
            line(
              `${array}.forEach((${name}) => { ${target} ${random.choice(['=', '+=', '-='])} ${expression(inCallback(ctx, { name, kind: 'number', isMutable: false }), 'number', 1)}; });`,
            ),
        ]);
    }
  }
  const mutableArray = pickVariable(ctx, 'array', true);
  if (mutableArray !== null) all.push([0.7, () => line(`${mutableArray} = ${arrayExpression(ctx, 1)};`)]);
  const object = pickVariable(ctx, 'object');
  if (object !== null) {
    all.push([1.5, () => line(`${object}.${random.choice(['x', 'x', 'y', 'z'])} ${random.choice(['=', '+=', '-='])} ${number()};`)]);
    all.push([0.2, () => line(`${object}.${random.choice(['x', 'y'])}++;`)]);
    all.push([0.2, () => line(`delete (${object} as any).${random.choice(['x', 'y', 'z'])};`)]);
    all.push([0.2, () => line(`Object.assign(${object}, { ${random.choice(['x', 'y', 'z'])}: ${number()} });`)]);
    if (has(ctx, 'nullish'))
      all.push([
        0.4,
        () => line(`(${object} as any).${random.choice(['x', 'y', 'z'])} ${random.choice(['??=', '||=', '&&='])} ${number()};`),
      ]);
  }
  for (const kind of ['boolean', 'string', 'object', 'any', 'function', 'bigint'] as const) {
    const target = pickVariable(ctx, kind, true);
    if (target !== null) all.push([kind === 'function' ? 0.5 : 1, () => line(`${target} = ${expression(ctx, kind, 1)};`)]);
  }
  const instance = pickVariable(ctx, 'instance');
  const shape = ctx.classes[0];
  if (instance !== null && shape !== undefined) {
    all.push([
      1,
      () => line(`${instance}.${random.choice([...shape.fields, ...shape.accessors])} ${random.choice(['=', '+='])} ${number()};`),
    ]);
    if (shape.methods.length > 0) all.push([1, () => line(`${instance}.${random.choice(shape.methods)}(${number()});`)]);
  }
  const closure = pickVariable(ctx, 'function');
  if (closure !== null) all.push([1.5, () => line(`${closure}(${number()});`)]);
  const closures = pickVariable(ctx, 'functions');
  if (closures !== null) all.push([1, () => line(`${closures}.push(${functionExpression(ctx, 1)});`)]);
  const sync = ctx.helpers.filter((helper) => helper.form === 'sync');
  if (sync.length > 0) {
    all.push([
      1,
      () => {
        const helper = random.choice(sync);
        return line(`${callOf(ctx, helper)};`);
      },
    ]);
  }
}

// Control -----------------------------------------------------------------------------------------------------------

function branch(ctx: Context): Written {
  const { indent } = ctx;
  const lines = [`${indent}if (${condition(ctx)}) {`, ...block(ctx)];
  if (ctx.random.chance(0.15)) lines.push(`${indent}} else if (${condition(ctx, 1)}) {`, ...block(ctx));
  if (ctx.random.chance(0.45)) lines.push(`${indent}} else {`, ...block(ctx));
  return written([...lines, `${indent}}`]);
}

function loop(ctx: Context): string[] {
  const { random, indent } = ctx;
  const label = has(ctx, 'labels') && random.chance(0.5) ? ctx.names.fresh('l') : null;
  const prefix = label === null ? '' : `${label}: `;
  const body = (...declared: Variable[]): string[] => block(withVariables({ ...ctx, loops: [...ctx.loops, label] }, ...declared));
  const limit = (): string =>
    random.chance(0.6) ? operand(String(random.choice([1, 2, 3, 5, 8, 10, 13]))) : operand(pickVariable(ctx, 'number') ?? '3');
  const counted = (): string[] => {
    const name = ctx.names.fresh('i');
    // Sometimes the body may write the counter.
    const variable: Variable = { name, kind: 'number', isMutable: random.chance(0.2) };
    const down = random.chance(0.25);
    const head = down
      ? `for (let ${name} = ${limit()}; ${name} ${random.choice(['>', '>='])} ${constant(ctx)}; ${name}${random.choice(['--', '--', ' -= 2'])})`
      : `for (let ${name} = ${random.choice(['0', '0', '0', '1', constant(ctx)])}; ${name} ${random.choice(['<', '<', '<=', '!=='])} ${limit()}; ${name}${random.choice(['++', '++', '++', ' += 2'])})`;
    return braced(ctx, prefix + head, body(variable));
  };
  const stepped = (): string[] => {
    const counter = pickVariable(ctx, 'number', true);
    if (counter === null) return counted();
    const up = random.chance(0.5);
    const test = `${counter} ${random.choice(up ? ['<', '<=', '!=='] : ['>', '>=', '!=='])} ${random.chance(0.6) ? constant(ctx) : limit()}`;
    const step = `${indent}  ${counter} ${up ? '+=' : '-='} ${random.choice(['1', '1', '2'])};`;
    const lines = body();
    const where = random.chance(0.6) ? [...lines, step] : [step, ...lines];
    if (random.chance(0.25)) return braced(ctx, `${prefix}do`, where, ` while (${test});`);
    return braced(ctx, `${prefix}while (${test})`, where);
  };
  const endless = (): string[] =>
    braced(ctx, `${prefix}${random.choice(['while (true)', 'for (;;)'])}`, [
      ...body(),
      `${indent}  if (${condition(ctx, 1)}) {`,
      `${indent}    break;`,
      `${indent}  }`,
    ]);
  const productions: [number, () => string[]][] = [
    [4, counted],
    [3, stepped],
    [0.5, endless],
  ];
  const array = pickVariable(ctx, 'array');
  if (array !== null) {
    const name = ctx.names.fresh('e');
    productions.push([
      2,
      () =>
        braced(
          ctx,
          `${prefix}for (const ${name} of ${random.chance(0.8) ? array : arrayExpression(ctx, 1)})`,
          body({ name, kind: 'number', isMutable: false }),
        ),
    ]);
    const index = ctx.names.fresh('i');
    const test = random.choice(['<', '<', '<=']);
    productions.push([
      2.5,
      () =>
        braced(ctx, `${prefix}for (let ${index} = 0; ${index} ${test} ${array}.length; ${index}++)`, arrayBody(ctx, array, index, body)),
    ]);
  }
  const text = pickVariable(ctx, 'string');
  if (text !== null) {
    const name = ctx.names.fresh('s');
    productions.push([0.7, () => braced(ctx, `${prefix}for (const ${name} of ${text})`, body({ name, kind: 'string', isMutable: false }))]);
  }
  if (has(ctx, 'forIn')) {
    const name = ctx.names.fresh('k');
    const subject = pickVariable(ctx, random.choice(['object', 'array']));
    if (subject !== null)
      productions.push([
        1.5,
        () => braced(ctx, `${prefix}for (const ${name} in ${subject})`, body({ name, kind: 'string', isMutable: false })),
      ]);
  }
  return random.weighted(productions)();
}

function arrayBody(ctx: Context, array: string, index: string, body: (...declared: Variable[]) => string[]): string[] {
  const target = pickVariable(ctx, 'number', true);
  const use =
    target === null
      ? []
      : [`${ctx.indent}  ${target} += ${array}[${index}]${ctx.random.choice(['', '', ' + 1', ' ?? 0'])};`.replace('+= a', '+= a')];
  return [...use, ...body({ name: index, kind: 'number', isMutable: false })];
}

function jump(ctx: Context): Written {
  const { random } = ctx;
  const label = random.choice(ctx.loops);
  const target = label === null || label === undefined ? '' : random.chance(0.7) ? ` ${label}` : '';
  return written(braced(ctx, `if (${condition(ctx, 1)})`, [`${ctx.indent}  ${random.choice(['break', 'continue'])}${target};`]));
}

function switchStatement(ctx: Context): string[] {
  const { random, indent } = ctx;
  const lines: string[] = [];
  const count = 1 + random.below(3);
  const defaultAt = random.chance(0.6) ? random.below(count + 1) : -1;
  for (let i = 0; i <= count; i++) {
    if (i === defaultAt)
      lines.push(`${indent}  default: {`, ...block(nested(ctx)), `${indent}  }`, ...(random.chance(0.5) ? [`${indent}    break;`] : []));
    if (i === count) break;
    const test = random.chance(0.85) ? operand(constant(ctx)) : operand(expression(ctx, 'number', 1));
    lines.push(`${indent}  case ${test}: {`, ...block(nested(ctx)), `${indent}  }`);
    if (random.chance(0.6)) lines.push(`${indent}    break;`);
  }
  return braced(ctx, `switch (${expression(ctx, 'number', 1)})`, lines);
}

function tryStatement(ctx: Context): string[] {
  const { random, indent } = ctx;
  const lines = [`${indent}try {`, ...block(ctx)];
  if (random.chance(0.6)) lines.push(...riskyLine({ ...ctx, indent: `${indent}  ` }));
  const hasFinally = has(ctx, 'finally') && random.chance(0.4);
  if (!hasFinally || random.chance(0.6)) {
    const bound = random.chance(0.7);
    const name = ctx.names.fresh('e');
    const inner = bound ? withVariables(ctx, { name, kind: 'any', isMutable: true }) : ctx;
    lines.push(`${indent}} catch${bound ? ` (${name}: any)` : ''} {`, ...block(inner));
    if (bound && random.chance(0.15)) lines.push(`${indent}  throw ${name};`);
  }
  if (hasFinally) {
    lines.push(`${indent}} finally {`, ...block(ctx));
    // A jump here overrides what was under way.
    if (random.chance(0.2)) {
      const jumps = [
        ...(ctx.result === null ? [] : [`return ${expression(ctx, ctx.result, 1)};`]),
        ...(ctx.loops.length === 0 ? [] : ['break;', 'continue;']),
      ];
      if (jumps.length > 0)
        lines.push(
          ...(random.chance(0.5)
            ? [`${indent}  ${random.choice(jumps)}`]
            : braced(nested(ctx), `if (${condition(ctx, 1)})`, [`${indent}    ${random.choice(jumps)}`])),
        );
    }
  }
  return [...lines, `${indent}}`];
}

/** Something that may throw. */
function riskyLine(ctx: Context): string[] {
  const { random, indent } = ctx;
  const any = pickVariable(ctx, 'any');
  return random.weighted<() => string[]>([
    [2, () => braced(ctx, `if (${condition(ctx, 1)})`, [`${indent}  throw ${thrown(ctx)};`])],
    [0.5, () => [`${indent}throw ${thrown(ctx)};`]],
    [any === null ? 0 : 1, () => [`${indent}${any}.${random.choice(['x', 'x()', 'x.y', 'toString()'])};`]],
    [0.4, () => [`${indent}(null as any).x;`]],
    [0.4, () => [`${indent}(undefined as any)(${constant(ctx)});`]],
  ])();
}

// Particular subjects -----------------------------------------------------------------------------------------------

function closureStatement(ctx: Context): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('f');
  const variable: Variable = { name, kind: 'function', isMutable: false };
  const cell = ctx.names.fresh('x');
  const parameter = ctx.names.fresh('p');
  const inner = withVariables(
    { ...nested(inCallback(ctx)), result: 'number' },
    { name: cell, kind: 'number', isMutable: true },
    { name: parameter, kind: 'number', isMutable: true },
  );
  return random.weighted<() => Written>([
    // A counter of its own.
    [
      2,
      () =>
        written(
          [
            `${indent}const ${name} = ((${cell}) => (${parameter}: number) => { ${cell} ${random.choice(['+=', '-=', '='])} ${expression(inner, 'number', 1)}; return ${cell}; })(${constant(ctx)});`,
          ],
          variable,
        ),
    ],
    // A hoisted declaration, which may call itself.
    [
      2,
      () =>
        written(
          [
            `${indent}function ${name}(${parameter}: number): number {`,
            ...(has(ctx, 'recursion')
              ? [
                  `${indent}  if (${parameter} > ${constant(ctx)}) {`,
                  `${indent}    return ${name}(${parameter} - ${random.choice(['1', '2'])});`,
                  `${indent}  }`,
                ]
              : []),
            ...statements({ ...inner, variables: inner.variables.filter((v) => v.name !== cell) }, 1),
            `${indent}  return ${expression({ ...inner, variables: inner.variables.filter((v) => v.name !== cell) }, 'number', 1)};`,
            `${indent}}`,
          ],
          variable,
        ),
    ],
    // One closure for each round of a loop.
    [
      1,
      () => {
        const list = ctx.names.fresh('fs');
        const index = ctx.names.fresh('i');
        const capturing = inCallback(ctx, { name: index, kind: 'number', isMutable: false });
        return written(
          [
            `${indent}const ${list}: any[] = [];`,
            `${indent}for (${random.choice(['let', 'let', 'var'])} ${index} = 0; ${index} < ${random.choice(['2', '3', '5'])}; ${index}++) {`,
            `${indent}  ${list}.push((${parameter}: number) => ${expression(withVariables(capturing, { name: parameter, kind: 'number', isMutable: true }), 'number', 1)});`,
            `${indent}}`,
          ],
          { name: list, kind: 'functions', isMutable: false },
        );
      },
    ],
    [1, () => written([`${indent}const ${name} = ${functionExpression(ctx, 2)};`], variable)],
  ])();
}

function nullishStatement(ctx: Context): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('o');
  const target = pickVariable(ctx, 'number', true) ?? '({} as any).x';
  const value = `${operand(condition(ctx, 1))} ? { x: ${expression(ctx, 'number', 1)}, f(p: number) { return p + 1; } } : ${random.choice(['null', 'undefined'])}`;
  const use = random.choice([`${name}.x`, `${name}?.x`, `${name}?.f(1)`, `${name}.f(2)`, `${name}?.x ?? ${constant(ctx)}`, `${name}!.x`]);
  return written([`${indent}const ${name}: any = ${value};`, `${indent}${target} = ${use};`], { name, kind: 'any', isMutable: false });
}

function destructuring(ctx: Context): Written {
  const { random, indent } = ctx;
  const [first, second] = [ctx.names.fresh('x'), ctx.names.fresh('x')];
  const declared: Variable[] = [
    { name: first, kind: 'number', isMutable: true },
    { name: second, kind: 'number', isMutable: true },
  ];
  const [a, b] = [pickVariable(ctx, 'number', true), pickVariable(ctx, 'number', true)];
  const rest = ctx.names.fresh('a');
  return random.weighted<() => Written>([
    [2, () => written([`${indent}let [${first}, ${second} = ${constant(ctx)}] = ${arrayExpression(ctx, 1)};`], ...declared)],
    [
      1,
      () =>
        written(
          [`${indent}let [${first}, ...${rest}] = ${arrayExpression(ctx, 1)};`],
          { name: first, kind: 'number', isMutable: true },
          { name: rest, kind: 'array', isMutable: true },
        ),
    ],
    [
      2,
      () =>
        written([`${indent}let { x: ${first}, y: ${second} = ${constant(ctx)} } = (${expression(ctx, 'object', 1)}) as any;`], ...declared),
    ],
    [
      a === null || b === null || a === b ? 0 : 2,
      () => written([`${indent}[${a}, ${b}] = [${b}, ${random.choice([a ?? '', expression(ctx, 'number', 1)])}];`]),
    ],
  ])();
}

function collection(ctx: Context): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('m');
  const target = pickVariable(ctx, 'number', true);
  const number = (): string => expression(ctx, 'number', 1);
  const read =
    target === null
      ? []
      : [
          `${indent}${target} = ${random.choice([`${name}.size`, `${name}.get(${number()}) ?? 0`, `${name}.get(${constant(ctx)}) as number`])};`,
        ];
  const lines = [
    `${indent}const ${name} = new Map<number, number>([[1, ${number()}]]);`,
    `${indent}${name}.set(${number()}, ${number()});`,
    ...read,
  ];
  if (target !== null && random.chance(0.4))
    lines.push(`${indent}for (const [k, v] of ${name}) {`, `${indent}  ${target} += k - v;`, `${indent}}`);
  return written(lines);
}

function deadZone(ctx: Context): Written {
  const { random, indent } = ctx;
  const [early, late] = [ctx.names.fresh('f'), ctx.names.fresh('x')];
  const call = `${indent}if (${condition(ctx, 1)}) {\n${indent}  ${early}(1);\n${indent}}`.split('\n');
  return written(
    [
      `${indent}function ${early}(p: number): number {`,
      `${indent}  return ${late} + p;`,
      `${indent}}`,
      ...(random.chance(0.7) ? call : []),
      `${indent}let ${late} = ${constant(ctx)};`,
    ],
    { name: early, kind: 'function', isMutable: false },
    { name: late, kind: 'number', isMutable: true },
  );
}

function receiverStatement(ctx: Context): Written {
  const { random, indent } = ctx;
  const [name, extracted] = [ctx.names.fresh('o'), ctx.names.fresh('f')];
  const target = pickVariable(ctx, 'number', true);
  const lines = [`${indent}const ${name}: any = { x: ${constant(ctx)}, add(p: number) { this.x += p; return this.x; } };`];
  if (random.chance(0.3))
    lines.push(
      `${indent}const ${extracted} = ${random.choice([`${name}.add`, `${name}.add.bind(${name})`, `(p: number) => ${name}.add(p)`])};`,
      `${indent}${extracted}(1);`,
    );
  if (target !== null) lines.push(`${indent}${target} = ${name}.add(${expression(ctx, 'number', 1)});`);
  return written(lines, { name, kind: 'object', isMutable: false });
}
