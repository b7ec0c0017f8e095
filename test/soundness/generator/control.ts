import { condition } from './conditions.js';
import { constant, operand } from './constants.js';
import { expression } from './expressions.js';
import { thrown } from './functions.js';
import { has, nested, pickVariable, withVariables, type Context, type Variable } from './scope.js';
import { block } from './statements.js';
import { arrayExpression } from './values.js';
import { braced, written, type Written } from './written.js';

export function branch(ctx: Context): Written {
  const { indent } = ctx;
  const lines = [`${indent}if (${condition(ctx)}) {`, ...block(ctx)];
  if (ctx.random.chance(0.15)) lines.push(`${indent}} else if (${condition(ctx, 1)}) {`, ...block(ctx));
  if (ctx.random.chance(0.45)) lines.push(`${indent}} else {`, ...block(ctx));
  return written([...lines, `${indent}}`]);
}

export function loop(ctx: Context): string[] {
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

export function jump(ctx: Context): Written {
  const { random } = ctx;
  const label = random.choice(ctx.loops);
  const target = label === null || label === undefined ? '' : random.chance(0.7) ? ` ${label}` : '';
  return written(braced(ctx, `if (${condition(ctx, 1)})`, [`${ctx.indent}  ${random.choice(['break', 'continue'])}${target};`]));
}

export function switchStatement(ctx: Context): string[] {
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

export function tryStatement(ctx: Context): string[] {
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
