import { condition } from './conditions.js';
import { constant, operand } from './constants.js';
import { expression } from './expressions.js';
import { functionExpression } from './functions.js';
import { has, inCallback, nested, pickVariable, withVariables, type Context, type Variable } from './scope.js';
import { statements } from './statements.js';
import { arrayExpression } from './values.js';
import { written, type Written } from './written.js';

export function closureStatement(ctx: Context): Written {
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

export function nullishStatement(ctx: Context): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('o');
  const target = pickVariable(ctx, 'number', true) ?? '({} as any).x';
  const value = `${operand(condition(ctx, 1))} ? { x: ${expression(ctx, 'number', 1)}, f(p: number) { return p + 1; } } : ${random.choice(['null', 'undefined'])}`;
  const use = random.choice([`${name}.x`, `${name}?.x`, `${name}?.f(1)`, `${name}.f(2)`, `${name}?.x ?? ${constant(ctx)}`, `${name}!.x`]);
  return written([`${indent}const ${name}: any = ${value};`, `${indent}${target} = ${use};`], { name, kind: 'any', isMutable: false });
}

export function destructuring(ctx: Context): Written {
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

export function collection(ctx: Context): Written {
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

export function deadZone(ctx: Context): Written {
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

export function receiverStatement(ctx: Context): Written {
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
