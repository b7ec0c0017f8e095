import { operand } from './constants.js';
import { expression } from './expressions.js';
import { functionExpression } from './functions.js';
import { partsOf } from './heap.js';
import { callOf, indexExpression } from './numbers.js';
import { has, inCallback, pickVariable, type Context, type Kind } from './scope.js';
import { arrayExpression } from './values.js';
import { written, type Production, type Written } from './written.js';

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

export function declaration(ctx: Context): Written {
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
  return written(
    [`${ctx.indent}${word} ${name}${annotation} = ${expression(ctx, kind)};`],
    { name, kind, isMutable },
    ...partsOf(ctx, name, kind),
  );
}

export function assignment(ctx: Context): string {
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
export function addUpdates(ctx: Context, all: Production[]): void {
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
