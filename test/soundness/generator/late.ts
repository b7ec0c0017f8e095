import { condition } from './conditions.js';
import { constant, operand } from './constants.js';
import { amount, callOf } from './numbers.js';
import { inCallback, numberVariable, pickVariable, type Context } from './scope.js';
import { block } from './statements.js';
import { braced, written, type Production } from './written.js';

/** Tasks and generators that are made now, and awaited or stepped later. */
export function lateStatements(ctx: Context): Production[] {
  const { random, indent } = ctx;
  const tasks = ctx.helpers.filter((helper) => helper.form === 'async');
  const generators = ctx.helpers.filter((helper) => helper.form === 'generator');
  const target = pickVariable(ctx, 'number', true);
  const assign = (text: string): string => `${indent}${target === null ? 'void ' : `${target} = `}${operand(text)};`;
  const all: Production[] = [];
  const name = ctx.names.fresh('t');
  const middle = (): string[] => [
    ...(target === null ? [] : [`${indent}${target} ${random.choice(['=', '+='])} ${amount(ctx)};`]),
    ...(random.chance(0.5) ? braced(ctx, `if (${condition(ctx, 1)})`, block(ctx)) : []),
  ];
  if (tasks.length > 0) {
    const call = (): string => callOf(ctx, random.choice(tasks));
    if (ctx.isAsync) {
      all.push([2, () => written([`${indent}const ${name} = ${call()};`, ...middle(), assign(`await ${name}`)])]);
      all.push([
        1,
        () =>
          written([
            `${indent}const ${name} = ${call()};`,
            ...middle(),
            `${indent}try {`,
            `${indent}  await ${name};`,
            `${indent}} catch (e: any) {`,
            ...middle(),
            `${indent}}`,
          ]),
      ]);
      all.push([0.7, () => written([assign(`(await Promise.allSettled([${call()}, ${call()}])).length`)])]);
      all.push([0.7, () => written([assign(`await ${call()}.catch(() => ${constant(ctx)})`)])]);
      all.push([0.5, () => written([assign(`await Promise.race([${call()}, ${call()}])`)])]);
    }
    all.push([
      0.7,
      () =>
        written([
          `${indent}const ${name} = ${call()};`,
          ...middle(),
          `${indent}${name}.catch(() => ${target === null ? '0' : `{ ${target} = ${constant(ctx)}; }`});`,
        ]),
    ]);
  }
  if (target !== null && ctx.isAsync) {
    all.push([
      1,
      () =>
        written([
          `${indent}const ${name} = (async () => { await null; ${target} ${random.choice(['=', '+='])} ${amount(inCallback(ctx))}; return ${constant(ctx)}; })();`,
          ...middle(),
          `${indent}await ${random.choice([name, 'null'])};`,
        ]),
    ]);
    all.push([
      0.5,
      () =>
        written(
          braced({ ...ctx }, `for await (const ${name} of [${constant(ctx)}, Promise.resolve(${amount(ctx)})])`, [
            `${indent}  ${target} ${random.choice(['=', '+='])} ${name};`,
          ]),
        ),
    ]);
  }
  if (generators.length > 0 && !ctx.isGenerator) {
    const call = (): string => callOf(ctx, random.choice(generators));
    const step = (): string =>
      random.choice([
        `${name}.next()`,
        `${name}.next(${amount(ctx)})`,
        `${name}.next()`,
        `${name}.return(1)`,
        `${name}.throw(new Error('g'))`,
      ]);
    all.push([
      2,
      () =>
        written([`${indent}const ${name}: any = ${call()};`, ...middle(), assign(`${step()}.value`), ...middle(), `${indent}${step()};`]),
    ]);
    all.push([
      0.7,
      () =>
        written(
          [`${indent}const ${name}: any = ${call()};`, ...middle(), `${indent}const [${name}a, ${name}b]: any = ${name};`],
          numberVariable(`${name}a`),
          numberVariable(`${name}b`),
        ),
    ]);
    all.push([
      0.7,
      () => written([`${indent}const ${name}: any = ${call()};`, `${indent}while (!${name}.next().done) {`, ...middle(), `${indent}}`]),
    ]);
  }
  if (ctx.isGenerator && generators.length > 0)
    all.push([1, () => written([`${indent}yield* ${callOf(ctx, random.choice(generators))};`])]);
  return all;
}
