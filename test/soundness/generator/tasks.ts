import { condition } from './conditions.js';
import { expression } from './expressions.js';
import { callOf } from './numbers.js';
import { has, pickVariable, withVariables, type Context, type Variable } from './scope.js';
import type { Production, Written } from './written.js';

const lines = (...texts: readonly string[]): Written => ({ lines: texts, declared: [] });

/** Statements about promises: tasks that are started, awaited, awaited together, rejected, or left alone. */
export function awaitingStatement(ctx: Context, block: (ctx: Context) => string[]): Production[] {
  const { random, indent } = ctx;
  if (!has(ctx, 'async')) return [];
  const tasks = ctx.helpers.filter((helper) => helper.form === 'async');
  const call = (): string => {
    const helper = random.choice(tasks);
    return callOf(ctx, helper);
  };
  const target = pickVariable(ctx, 'number', true);
  const assign = (text: string): string => `${indent}${target === null ? '' : `${target} = `}${text};`;
  const all: Production[] = [];
  if (tasks.length > 0) all.push([0.7, () => lines(`${indent}void ${call()};`)]);
  if (!ctx.isAsync) {
    if (tasks.length > 0)
      all.push([
        0.4,
        () => lines(`${indent}${call()}.then((v: any) => { ${target ?? 'void 0'}${target === null ? '' : ' = v'}; }, () => 0);`),
      ]);
    return all;
  }
  all.push([1, () => lines(`${indent}await ${random.choice(['null', '0', 'undefined', 'Promise.resolve()'])};`)]);
  all.push([
    0.3,
    () => lines(`${indent}if (${condition(ctx, 1)}) {`, `${indent}  await Promise.reject(${expression(ctx, 'number', 0)});`, `${indent}}`),
  ]);
  all.push([0.05, () => lines(`${indent}if (${condition(ctx, 1)}) {`, `${indent}  await new Promise(() => {});`, `${indent}}`)]);
  if (tasks.length === 0) return all;
  all.push([2, () => lines(assign(`await ${call()}`))]);
  all.push([
    1,
    () => {
      const task = ctx.names.fresh('t');
      return lines(
        `${indent}const ${task} = ${call()};`,
        ...block(ctx)
          .map((text) => text.replace(/^ {2}/, ''))
          .filter((_, i) => i < 0),
        assign(`await ${task}`),
      );
    },
  ]);
  all.push([
    0.7,
    () => {
      const [first, second] = [ctx.names.fresh('x'), ctx.names.fresh('x')];
      const word = `const [${first}, ${second}] = await Promise.all([${call()}, ${call()}]);`;
      return {
        lines: [`${indent}${word}`],
        declared: [first, second].map((name) => ({ name, kind: 'number' as const, isMutable: false })),
      };
    },
  ]);
  all.push([0.7, () => lines(`${indent}try {`, `${indent}  await ${call()};`, `${indent}} catch {`, ...block(ctx), `${indent}}`)]);
  return all;
}

/** Statements about generators: a loop over one, a spread of one, single steps. */
export function iteratingStatement(ctx: Context, block: (ctx: Context) => string[]): Production[] {
  const { random, indent } = ctx;
  const generators = ctx.helpers.filter((helper) => helper.form === 'generator');
  if (ctx.isGenerator) return [[2, () => lines(`${indent}yield ${expression(ctx, 'number', 1)};`)]];
  if (generators.length === 0) return [];
  const call = (): string => {
    const helper = random.choice(generators);
    return callOf(ctx, helper);
  };
  const name = ctx.names.fresh('y');
  const target = pickVariable(ctx, 'number', true);
  const variable: Variable = { name, kind: 'number', isMutable: false };
  return [
    [
      1.5,
      () =>
        lines(
          `${indent}for (const ${name} of ${call()}) {`,
          ...block(withVariables({ ...ctx, loops: [...ctx.loops, null] }, variable)),
          `${indent}}`,
        ),
    ],
    [0.5, () => ({ lines: [`${indent}const ${name} = [...${call()}];`], declared: [{ name, kind: 'array', isMutable: false }] })],
    [
      0.7,
      () =>
        lines(
          `${indent}const ${name} = ${call()};`,
          `${indent}${target === null ? '' : `${target} = `}${name}.next().value as number;`,
          `${indent}${name}.next();`,
        ),
    ],
  ];
}
