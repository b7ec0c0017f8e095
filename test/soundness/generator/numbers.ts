import { condition } from './conditions.js';
import { constant, operand } from './constants.js';
import { expression } from './expressions.js';
import { has, inCallback, pickVariable, type Context, type Helper } from './scope.js';
import { anyExpression } from './values.js';
import type { TextProduction } from './written.js';

/** Numbers as text. `size` bounds how deep they nest. */
export function numberExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'number');
  const leaf: TextProduction[] = [[2, () => constant(ctx)]];
  if (variable !== null) leaf.push([6, () => variable]);
  if (size <= 0) return random.weighted(leaf)();
  const sub = (): string => operand(numberExpression(ctx, size - 1));
  const all: TextProduction[] = [
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
      () => {
        const [left, operator] = [sub(), random.choice(['|', '&', '^', '<<', '>>', '>>>'])];
        const right = random.chance(0.7) ? random.choice(['0', '1', '2', '3', '5', '31', '255']) : sub();
        // TypeScript takes `x << ((y` and `f(x << 5, (y > (z)))` for the start of type arguments.
        if (operator === '<<') return `(${left} ${right.startsWith('((') ? '>>' : operator} ${right})`;
        return `${left} ${operator} ${right}`;
      },
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
function addSideEffects(ctx: Context, size: number, all: TextProduction[]): void {
  const { random } = ctx;
  const target = pickVariable(ctx, 'number', true);
  if (!has(ctx, 'sideEffects') || target === null) return;
  all.push([0.7, () => random.choice([`${target}++`, `${target}--`, `++${target}`, `--${target}`])]);
  all.push([0.7, () => `${target} + (${target} = ${numberExpression(ctx, size - 1)})`]);
  all.push([0.5, () => `(${target} ${random.choice(['+=', '-=', '*=', '='])} ${numberExpression(ctx, size - 1)})`]);
  all.push([0.2, () => `(${target}++, ${numberExpression(ctx, size - 1)})`]);
}

function addMemberReads(ctx: Context, size: number, all: TextProduction[]): void {
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

function addCalls(ctx: Context, size: number, all: TextProduction[]): void {
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

function addConversions(ctx: Context, size: number, all: TextProduction[]): void {
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
    all.push([
      0.3,
      () => `(({ valueOf() { ${conversionEffect(ctx)}return ${numberExpression(inCallback(ctx), size - 1)}; } }) as any) * 1`,
    ]);
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

/** What a conversion does beside giving a number: mostly nothing; it may write a variable, and throw. */
function conversionEffect(ctx: Context): string {
  const { random } = ctx;
  const inner = inCallback(ctx);
  const effects: string[] = [];
  const target = pickVariable(ctx, 'number', true);
  if (target !== null && random.chance(0.35)) effects.push(`${target} ${random.choice(['=', '+='])} ${constant(ctx)}; `);
  if (random.chance(0.25)) effects.push(`if (${condition(inner, 0)}) throw ${constant(ctx)}; `);
  return effects.join('');
}

/** A small index expression, sometimes outside. */
export const indexExpression = (ctx: Context, size: number): string =>
  ctx.random.chance(0.5) ? String(ctx.random.choice([0, 0, 1, 1, 2, 3, 5, -1])) : numberExpression(ctx, Math.min(1, size));

/** A number as an operand or argument. */
export const amount = (ctx: Context): string => operand(expression(ctx, 'number', 1));
