import { constant, operand } from './constants.js';
import { indexExpression, numberExpression } from './numbers.js';
import { has, inCallback, pickVariable, type Context } from './scope.js';
import { stringExpression } from './values.js';
import type { TextProduction } from './written.js';

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
  const all: TextProduction[] = [[8, comparison]];
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
