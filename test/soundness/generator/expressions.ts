import { has, inCallback, nested, pickVariable, withVariables, type Context, type Helper, type Kind } from './scope.js';

/** Expressions as text. `size` bounds how deep they nest; every operand is put in parentheses where it needs them. */
export function expression(ctx: Context, kind: Kind, size = 2): string {
  switch (kind) {
    case 'number':
      return numberExpression(ctx, size);
    case 'boolean':
      return condition(ctx, size);
    case 'string':
      return stringExpression(ctx, size);
    case 'array':
      return arrayExpression(ctx, size);
    case 'object':
      return objectExpression(ctx, size);
    case 'instance':
      return instanceExpression(ctx);
    case 'function':
      return functionExpression(ctx, size);
    case 'functions':
      return `[${functionExpression(ctx, size)}, ${functionExpression(ctx, 1)}]`;
    case 'bigint':
      return bigintExpression(ctx, size);
    case 'any':
      return anyExpression(ctx, size);
  }
}

type Production = readonly [number, () => string];

const smallConstants = [-20, -7, -3, -2, -1, 0, 0, 1, 1, 2, 3, 4, 5, 8, 10, 13, 30, 100];
const specialConstants = [
  '0.5',
  '-0.5',
  '1.5',
  '99.5',
  '1e21',
  '2147483647',
  '2147483648',
  '4294967295',
  '9007199254740991',
  '9007199254740992',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '1e308',
  '5e-324',
  '0.1',
];

export function constant(ctx: Context): string {
  if (has(ctx, 'specials') && ctx.random.chance(0.15)) return ctx.random.choice(specialConstants);
  return String(ctx.random.choice(smallConstants));
}

/** A small index expression, sometimes outside. */
export const indexExpression = (ctx: Context, size: number): string =>
  ctx.random.chance(0.5) ? String(ctx.random.choice([0, 0, 1, 1, 2, 3, 5, -1])) : numberExpression(ctx, Math.min(1, size));

/** Parenthesised unless it is a name, a positive constant or a call. */
export const operand = (text: string): string => (/^(?:[\w.$]+|[\w.$]+\([\w.$, ]*\)|\w+\[[\w.$]*\])$/.test(text) ? text : `(${text})`);

function numberExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'number');
  const leaf: Production[] = [[2, () => constant(ctx)]];
  if (variable !== null) leaf.push([6, () => variable]);
  if (size <= 0) return random.weighted(leaf)();
  const sub = (): string => operand(numberExpression(ctx, size - 1));
  const all: Production[] = [
    ...leaf,
    [6, () => `${sub()} ${random.choice(['+', '-', '+', '-', '*'])} ${random.chance(0.6) ? operand(constant(ctx)) : sub()}`],
    [0.7, () => (ctx.integers ? `Math.floor(${sub()} / ${operand(constant(ctx))})` : `${sub()} ${random.choice(['/', '%'])} ${sub()}`)],
    [0.5, () => `${operand(condition(ctx, size - 1))} ? ${sub()} : ${sub()}`],
    [0.3, () => `-${sub()}`],
  ];
  if (has(ctx, 'math')) {
    all.push([
      1,
      () =>
        `Math.${random.choice(['abs', 'floor', 'ceil', 'round', 'trunc', 'sign', ...(ctx.integers ? [] : ['sqrt', 'fround', 'clz32'])])}(${numberExpression(ctx, size - 1)})`,
    ]);
    all.push([
      1,
      () =>
        `Math.${random.choice(['max', 'min', 'max', 'min', ...(ctx.integers ? [] : ['pow', 'imul', 'hypot', 'atan2'])])}(${numberExpression(ctx, size - 1)}, ${numberExpression(ctx, size - 1)})`,
    ]);
    all.push([0.3, () => `${sub()} ** ${random.choice(['2', '3', ...(ctx.integers ? [] : ['0.5', sub()])])}`]);
  }
  if (has(ctx, 'bits')) {
    all.push([
      1,
      () =>
        `${sub()} ${random.choice(['|', '&', '^', '<<', '>>', '>>>'])} ${random.chance(0.7) ? random.choice(['0', '1', '2', '3', '5', '31', '255']) : sub()}`,
    ]);
    all.push([0.2, () => `~${sub()}`]);
  }
  addSideEffects(ctx, size, all);
  addMemberReads(ctx, size, all);
  addCalls(ctx, size, all);
  addConversions(ctx, size, all);
  return random.weighted(all)();
}

/** Operands that write: what is to their left was read before. */
function addSideEffects(ctx: Context, size: number, all: Production[]): void {
  const { random } = ctx;
  const target = pickVariable(ctx, 'number', true);
  if (!has(ctx, 'sideEffects') || target === null) return;
  all.push([0.7, () => random.choice([`${target}++`, `${target}--`, `++${target}`, `--${target}`])]);
  all.push([0.7, () => `${target} + (${target} = ${numberExpression(ctx, size - 1)})`]);
  all.push([0.5, () => `(${target} ${random.choice(['+=', '-=', '*=', '='])} ${numberExpression(ctx, size - 1)})`]);
  all.push([0.2, () => `(${target}++, ${numberExpression(ctx, size - 1)})`]);
}

function addMemberReads(ctx: Context, size: number, all: Production[]): void {
  const { random } = ctx;
  const array = pickVariable(ctx, 'array');
  if (array !== null) {
    all.push([1.5, () => `${array}[${indexExpression(ctx, size - 1)}]`]);
    all.push([1, () => `${array}.length`]);
    if (has(ctx, 'nullish')) all.push([0.5, () => `(${array}[${indexExpression(ctx, size - 1)}] ?? ${constant(ctx)})`]);
    all.push([0.3, () => `${array}.${random.choice(['indexOf', 'lastIndexOf'])}(${numberExpression(ctx, size - 1)})`]);
    if (has(ctx, 'sideEffects'))
      all.push([
        0.4,
        () => `${array}.${random.choice(['pop()', 'shift()', `push(${numberExpression(ctx, size - 1)})`, `unshift(${constant(ctx)})`])}`,
      ]);
    if (has(ctx, 'callbacks')) {
      const [left, right] = [ctx.names.fresh('s'), ctx.names.fresh('e')];
      const inner = inCallback(ctx, { name: left, kind: 'number', isMutable: false }, { name: right, kind: 'number', isMutable: false });
      all.push([0.5, () => `${array}.reduce((${left}, ${right}) => ${numberExpression(inner, size - 1)}, ${constant(ctx)})`]);
      all.push([0.15, () => `${array}.reduce((${left}, ${right}) => ${numberExpression(inner, size - 1)})`]);
      const item = inCallback(ctx, { name: right, kind: 'number', isMutable: false });
      all.push([
        0.3,
        () => `${array}.${random.choice(['find', 'findIndex', 'findLast', 'findLastIndex'])}((${right}) => ${condition(item, size - 1)})`,
      ]);
    }
  }
  const object = pickVariable(ctx, 'object');
  if (object !== null) {
    all.push([1.5, () => `${object}.${random.choice(['x', 'x', 'y', 'y', 'z'])}`]);
    if (has(ctx, 'optional')) all.push([0.5, () => `${object}?.${random.choice(['x', 'y', 'z', 'o?.x'])}`]);
    all.push([0.3, () => `${object}[${random.choice(["'x'", "'y'", "'z'"])}]`]);
  }
  const instance = pickVariable(ctx, 'instance');
  const shape = ctx.classes[0];
  if (instance !== null && shape !== undefined) {
    all.push([1, () => `${instance}.${random.choice([...shape.fields, ...shape.accessors])}`]);
    if (shape.methods.length > 0) all.push([1.5, () => `${instance}.${random.choice(shape.methods)}(${numberExpression(ctx, size - 1)})`]);
  }
}

function addCalls(ctx: Context, size: number, all: Production[]): void {
  const { random } = ctx;
  const callable = ctx.helpers.filter(
    (helper) => helper.result === 'number' && (helper.form === 'sync' || (helper.form === 'async' && ctx.isAsync)),
  );
  if (callable.length > 0) {
    all.push([
      1.5,
      () => {
        const helper = random.choice(callable);
        const call = callOf(ctx, helper, Math.min(1, size - 1));
        return helper.form === 'async' ? `(await ${call})` : call;
      },
    ]);
  }
  const closure = pickVariable(ctx, 'function');
  if (closure !== null) all.push([2, () => `${closure}(${numberExpression(ctx, size - 1)})`]);
  const closures = pickVariable(ctx, 'functions');
  if (closures !== null) {
    all.push([1, () => `${closures}[${indexExpression(ctx, 0)}](${numberExpression(ctx, size - 1)})`]);
    if (has(ctx, 'optional')) all.push([0.5, () => `${closures}[${indexExpression(ctx, 0)}]?.(${numberExpression(ctx, size - 1)})`]);
  }
  if (ctx.isAsync) {
    all.push([0.7, () => `(await ${operand(numberExpression(ctx, size - 1))})`]);
    all.push([0.4, () => `(await Promise.resolve(${numberExpression(ctx, size - 1)}))`]);
  }
  if (ctx.isGenerator) all.push([0.5, () => `(yield ${numberExpression(ctx, size - 1)})`]);
  if (has(ctx, 'closures'))
    all.push([0.2, () => `((${functionParameter(ctx)}) => ${numberExpression(inCallback(ctx), size - 1)})(${constant(ctx)})`]);
}

/** Seldom with an argument left out: a declared type is no promise inside a module. */
export function callOf(ctx: Context, helper: Helper, size = 1): string {
  const args = helper.parameters.map((kind) => expression(ctx, kind, size));
  if (ctx.random.chance(0.04)) args.pop();
  return `${helper.name}(${args.join(', ')})`;
}

const functionParameter = (ctx: Context): string => ctx.names.fresh('p');

function addConversions(ctx: Context, size: number, all: Production[]): void {
  const { random } = ctx;
  const text = pickVariable(ctx, 'string');
  if (text !== null) {
    all.push([0.7, () => `${text}.length`]);
    all.push([0.3, () => `${text}.${random.choice(['charCodeAt', 'codePointAt', 'indexOf'])}(${numberExpression(ctx, 0)})`]);
    all.push([0.3, () => random.choice([`Number(${text})`, `parseInt(${text})`, `parseFloat(${text})`, `+${text}`])]);
  }
  if (has(ctx, 'coercion')) {
    all.push([0.2, () => `Number(${anyExpression(ctx, size - 1)})`]);
    all.push([0.2, () => `+${operand(condition(ctx, size - 1))}`]);
    all.push([0.15, () => `(({ valueOf() { return ${numberExpression(inCallback(ctx), size - 1)}; } }) as any) * 1`]);
    const any = pickVariable(ctx, 'any');
    if (any !== null) all.push([1, () => `${any} ${random.choice(['-', '*', '+'])} ${operand(constant(ctx))}`]);
  }
  const any = pickVariable(ctx, 'any');
  if (any !== null) all.push([0.7, () => `(typeof ${any} === 'number' ? ${any} : ${constant(ctx)})`]);
  if (any !== null && has(ctx, 'nullish'))
    all.push([0.4, () => `(${any} ${random.choice(['??', '||', '&&'])} ${numberExpression(ctx, size - 1)})`]);
  const truth = pickVariable(ctx, 'boolean');
  if (truth !== null) all.push([0.3, () => `(${truth} ? ${constant(ctx)} : ${numberExpression(ctx, size - 1)})`]);
}

export function condition(ctx: Context, size = 2): string {
  const { random } = ctx;
  const number = (): string => operand(numberExpression(ctx, Math.max(0, size - 1)));
  const comparison = (): string => {
    const left = random.chance(0.75) ? operand(pickVariable(ctx, 'number') ?? constant(ctx)) : number();
    const operator = random.weighted([
      [2, '<'],
      [2, '<='],
      [2, '>'],
      [2, '>='],
      [1.5, '==='],
      [1, '!=='],
      [0.2, '=='],
      [0.2, '!='],
    ] as const);
    const right = random.chance(0.65) ? operand(constant(ctx)) : number();
    // TypeScript takes `x < ((y` for the start of type arguments.
    return operator === '<' && right.startsWith('((') ? `${right} > ${left}` : `${left} ${operator} ${right}`;
  };
  const truth = pickVariable(ctx, 'boolean');
  const all: Production[] = [[8, comparison]];
  if (truth !== null) all.push([1.5, () => truth]);
  if (size <= 0) return random.weighted(all)();
  const sub = (): string => operand(condition(ctx, size - 1));
  all.push([1, () => `${sub()} && ${sub()}`], [1, () => `${sub()} || ${sub()}`], [0.6, () => `!${sub()}`]);
  all.push([0.3, () => `Number.${random.choice(['isInteger', 'isFinite', 'isNaN', 'isSafeInteger'])}(${numberExpression(ctx, size - 1)})`]);
  all.push([0.15, () => `${operand(numberExpression(ctx, size - 1))}`]);
  all.push([0.1, () => random.choice(['true', 'false'])]);
  const any = pickVariable(ctx, 'any');
  if (any !== null) {
    all.push([
      1,
      () =>
        `typeof ${any} ${random.choice(['===', '!=='])} ${random.choice(["'number'", "'string'", "'undefined'", "'object'", "'function'", "'boolean'"])}`,
    ]);
    all.push([0.7, () => `${any} ${random.choice(['===', '!==', '==', '!='])} ${random.choice(['null', 'undefined', constant(ctx)])}`]);
    all.push([0.3, () => `${any}`]);
  }
  const array = pickVariable(ctx, 'array');
  if (array !== null) {
    all.push([0.7, () => `${operand(numberExpression(ctx, size - 1))} < ${array}.length`]);
    all.push([0.4, () => `${array}.includes(${numberExpression(ctx, size - 1)})`]);
    all.push([0.2, () => `${array}[${indexExpression(ctx, 0)}] ${random.choice(['===', '!=='])} undefined`]);
    if (has(ctx, 'callbacks')) {
      const name = ctx.names.fresh('e');
      all.push([
        0.4,
        () =>
          `${array}.${random.choice(['some', 'every'])}((${name}) => ${condition(inCallback(ctx, { name, kind: 'number', isMutable: false }), size - 1)})`,
      ]);
    }
  }
  const object = pickVariable(ctx, 'object');
  if (object !== null) {
    all.push([0.3, () => `${random.choice(["'x'", "'y'", "'z'"])} in ${object}`]);
    all.push([0.3, () => `${object} ${random.choice(['===', '!=='])} ${pickVariable(ctx, 'object')}`]);
    all.push([0.2, () => `${object} == null`]);
  }
  const text = pickVariable(ctx, 'string');
  if (text !== null) {
    all.push([0.6, () => `${text} ${random.choice(['===', '!==', '<', '>='])} ${stringExpression(ctx, size - 1)}`]);
    all.push([0.3, () => `${text}.${random.choice(['startsWith', 'endsWith', 'includes'])}(${random.choice(["'a'", "'1'", "''"])})`]);
  }
  return random.weighted(all)();
}

/** Without effects, for assertions: only names and constants, arithmetic and comparisons. */
export function pureCondition(ctx: Context, size = 1): string {
  const pure: Context = {
    ...ctx,
    features: new Set(),
    helpers: [],
    isAsync: false,
    isGenerator: false,
    variables: ctx.variables.filter((variable) => !['function', 'functions', 'instance', 'object', 'bigint'].includes(variable.kind)),
  };
  return condition(pure, size);
}

function stringExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'string');
  const all: Production[] = [[3, () => random.choice(["''", "'a'", "'ab'", "'5'", "'xyz'", "'-1'"])]];
  if (variable !== null) all.push([4, () => variable]);
  if (size <= 0) return random.weighted(all)();
  all.push([
    1,
    () =>
      `${operand(stringExpression(ctx, size - 1))} + ${operand(random.chance(0.5) ? stringExpression(ctx, size - 1) : numberExpression(ctx, 0))}`,
  ]);
  all.push([0.7, () => `\`${random.choice(['', 'v'])}\${${numberExpression(ctx, size - 1)}}\``]);
  all.push([0.5, () => `String(${numberExpression(ctx, size - 1)})`]);
  all.push([0.3, () => `typeof ${operand(random.chance(0.5) ? numberExpression(ctx, 0) : anyExpression(ctx, 0))}`]);
  if (variable !== null) {
    all.push([
      0.7,
      () =>
        `${variable}.${random.choice(['slice(1)', 'slice(0, 2)', 'toUpperCase()', 'trim()', 'charAt(0)', "padStart(3, '0')", 'repeat(2)', "replace('a', 'b')", `slice(${numberExpression(ctx, 0)})`])}`,
    ]);
    all.push([0.3, () => `${variable}[${indexExpression(ctx, 0)}]`]);
    all.push([0.15, () => `${variable}.repeat(${numberExpression(ctx, 0)} % 5)`]);
  }
  return random.weighted(all)();
}

export function arrayExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'array');
  const literal = (): string => {
    const items: string[] = [];
    for (let left = random.below(5); left > 0; left--) items.push(numberExpression(ctx, Math.min(1, size - 1)));
    if (variable !== null && has(ctx, 'destructuring') && random.chance(0.25))
      items.splice(random.below(items.length + 1), 0, `...${variable}`);
    if (items.length > 0 && random.chance(0.05)) items.splice(random.below(items.length), 0, '');
    return `[${items.join(', ')}]`;
  };
  const all: Production[] = [[4, literal]];
  if (variable !== null) all.push([1.5, () => variable]);
  if (size <= 0) return random.weighted(all)();
  if (variable !== null) {
    all.push([
      0.8,
      () =>
        `${variable}.${random.choice(['slice()', 'slice(1)', 'slice(0, 2)', `slice(${numberExpression(ctx, 0)})`, `concat([${constant(ctx)}])`, 'reverse()', 'flat()', 'toSorted()'])}`,
    ]);
    if (has(ctx, 'callbacks')) {
      const [name, index] = [ctx.names.fresh('e'), ctx.names.fresh('i')];
      const inner = inCallback(ctx, { name, kind: 'number', isMutable: false }, { name: index, kind: 'number', isMutable: false });
      all.push([1, () => `${variable}.map((${name}, ${index}) => ${numberExpression(inner, size - 1)})`]);
      all.push([
        0.7,
        () => `${variable}.filter((${name}) => ${condition(inCallback(ctx, { name, kind: 'number', isMutable: false }), size - 1)})`,
      ]);
    }
  }
  all.push([0.3, () => `new Array(${random.choice(['0', '3', '5', numberExpression(ctx, 0)])})`]);
  all.push([
    0.3,
    () =>
      `Array.from({ length: ${random.choice(['2', '3', numberExpression(ctx, 0) + ' % 6'])} }, (_, ${ctx.names.fresh('i')}) => ${numberExpression(inCallback(ctx), size - 1)})`,
  ]);
  all.push([0.2, () => `new Array(${random.choice(['2', '4'])}).fill(${numberExpression(ctx, 0)})`]);
  return random.weighted(all)();
}

function objectExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'object');
  const field = (name: string): string => `${name}: ${numberExpression(ctx, Math.max(0, Math.min(1, size - 1)))}`;
  const all: Production[] = [
    [4, () => `{ ${field('x')}, ${field('y')} }`],
    [1, () => `{ ${field('x')} }`],
    [0.4, () => `{ ${field('x')}, o: { ${field('x')} } }`],
  ];
  if (variable !== null) {
    all.push([1.5, () => variable]);
    if (has(ctx, 'destructuring')) all.push([0.7, () => `{ ...${variable}, ${field(random.choice(['x', 'y', 'z']))} }`]);
  }
  if (has(ctx, 'nullish'))
    all.push([
      0.7,
      () => `${operand(condition(ctx, size - 1))} ? { ${field('x')}, ${field('y')} } : ${random.choice(['null', 'undefined'])}`,
    ]);
  if (has(ctx, 'classes')) {
    const target = pickVariable(ctx, 'number', true);
    if (target !== null) all.push([0.5, () => `{ get x() { return ${target}++; }, set x(v) { ${target} = v; }, ${field('y')} }`]);
  }
  return random.weighted(all)();
}

const instanceExpression = (ctx: Context): string => {
  const shape = ctx.classes[0];
  return shape === undefined ? 'null' : `new ${ctx.random.choice(ctx.classes).name}(${numberExpression(ctx, 1)})`;
};

/** A closure of one number with a number as result; it may write what it captures. */
export function functionExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const name = ctx.names.fresh('p');
  const inner = withVariables(
    { ...nested(ctx), isAsync: false, isGenerator: false, loops: [], result: 'number' },
    { name, kind: 'number', isMutable: true },
  );
  const target = pickVariable(ctx, 'number', true);
  const parameter = random.chance(0.15) ? `${name} = ${constant(ctx)}` : name;
  const all: Production[] = [[3, () => `(${parameter}) => ${numberExpression(inner, size)}`]];
  const variable = pickVariable(ctx, 'function');
  if (variable !== null) all.push([0.5, () => variable]);
  if (target !== null) {
    const assignment = (): string => `${target} ${random.choice(['=', '+=', '-=', '+='])} ${numberExpression(inner, 1)};`;
    all.push([3, () => `(${parameter}) => { ${assignment()} return ${numberExpression(inner, 1)}; }`]);
    all.push([
      0.7,
      () => `function (${parameter}) { if (${condition(inner, 1)}) { ${assignment()} } return ${numberExpression(inner, 1)}; }`,
    ]);
  }
  if (has(ctx, 'exceptions'))
    all.push([
      0.5,
      () => `(${parameter}) => { if (${condition(inner, 1)}) { throw ${thrown(inner)}; } return ${numberExpression(inner, 1)}; }`,
    ]);
  return random.weighted(all)();
}

export function thrown(ctx: Context): string {
  const { random } = ctx;
  return random.weighted<() => string>([
    [3, () => `new Error('e${random.below(5)}')`],
    [1, () => `new ${random.choice(['RangeError', 'TypeError'])}('r')`],
    [1.5, () => numberExpression(ctx, 1)],
    [0.5, () => "'failed'"],
    [0.3, () => `{ code: ${numberExpression(ctx, 0)} }`],
    [0.2, () => 'undefined'],
  ])();
}

function bigintExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'bigint');
  const all: Production[] = [[2, () => `${random.choice([0, 1, 2, 3, 10])}n`]];
  if (variable !== null) all.push([3, () => variable]);
  if (size > 0) {
    all.push([
      2,
      () =>
        `${operand(bigintExpression(ctx, size - 1))} ${random.choice(['+', '-', '*', '/', '%'])} ${operand(bigintExpression(ctx, size - 1))}`,
    ]);
    all.push([0.7, () => `BigInt(${numberExpression(ctx, 0)})`]);
  }
  return random.weighted(all)();
}

export function anyExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'any');
  const all: Production[] = [
    [2, () => numberExpression(ctx, size)],
    [1, () => random.choice(['null', 'undefined', 'undefined'])],
    [0.7, () => random.choice(["'s'", "'7'", 'true', 'false'])],
    [
      0.5,
      () =>
        `${operand(condition(ctx, Math.max(0, size - 1)))} ? ${numberExpression(ctx, 0)} : ${random.choice(['null', 'undefined', "'t'", '{}'])}`,
    ],
  ];
  if (variable !== null) all.push([2, () => variable]);
  const array = pickVariable(ctx, 'array');
  if (array !== null) all.push([0.5, () => `${array}[${indexExpression(ctx, 0)}]`]);
  const object = pickVariable(ctx, 'object');
  if (object !== null) all.push([0.5, () => random.choice([object, `${object}.o`, `${object}.z`])]);
  return random.weighted(all)();
}
