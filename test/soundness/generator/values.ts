import { condition } from './conditions.js';
import { constant, operand } from './constants.js';
import { madeObject } from './hierarchy.js';
import { indexExpression, numberExpression } from './numbers.js';
import { has, inCallback, pickVariable, type Context } from './scope.js';
import type { TextProduction } from './written.js';

export function stringExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'string');
  const all: TextProduction[] = [[3, () => random.choice(["''", "'a'", "'ab'", "'5'", "'xyz'", "'-1'"])]];
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
  const all: TextProduction[] = [[4, literal]];
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

export function objectExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'object');
  const field = (name: string): string => `${name}: ${numberExpression(ctx, Math.max(0, Math.min(1, size - 1)))}`;
  const all: TextProduction[] = [
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

export const instanceExpression = (ctx: Context): string => (ctx.classes.length === 0 ? 'null' : madeObject(ctx));

export function bigintExpression(ctx: Context, size: number): string {
  const { random } = ctx;
  const variable = pickVariable(ctx, 'bigint');
  const all: TextProduction[] = [[2, () => `${random.choice([0, 1, 2, 3, 10])}n`]];
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
  const all: TextProduction[] = [
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
