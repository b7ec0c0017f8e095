import { condition } from './conditions.js';
import { constant } from './constants.js';
import { numberExpression } from './numbers.js';
import { has, nested, pickVariable, withVariables, type Context } from './scope.js';
import type { TextProduction } from './written.js';

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
  const all: TextProduction[] = [[3, () => `(${parameter}) => ${numberExpression(inner, size)}`]];
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
