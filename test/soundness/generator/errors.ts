import { condition } from './conditions.js';
import { constant } from './constants.js';
import { amount } from './numbers.js';
import { nested, pickVariable, type Context } from './scope.js';
import { block } from './statements.js';
import { braced, written, type Written } from './written.js';

/** Classes of errors, with a number each. */
export function errorClasses(ctx: Context): { readonly lines: readonly string[]; readonly names: readonly string[] } {
  const { random } = ctx;
  const names: string[] = [];
  const lines: string[] = [];
  for (let left = random.choice([1, 1, 2]); left > 0; left--) {
    const base = names[names.length - 1] ?? random.choice(['Error', 'Error', 'TypeError']);
    const name = ctx.names.fresh('E');
    const p = ctx.names.fresh('p');
    const isOwn = base !== 'Error' && base !== 'TypeError';
    lines.push(
      `class ${name} extends ${base} {`,
      ...(isOwn && random.chance(0.5)
        ? []
        : [
            ...(isOwn ? [] : [`  code${random.choice([': number', ' = 1'])};`]),
            `  constructor(${p}: number) {`,
            `    super(${isOwn ? random.choice([p, `${p} + 1`]) : random.choice(["'made'", `String(${p})`])}${isOwn ? '' : ''});`,
            `    this.code = ${random.choice([p, `${p} - 1`, constant(ctx)])};`,
            ...(random.chance(0.4) ? [`    this.name = '${name}';`] : []),
            '  }',
          ]),
      '}',
      '',
    );
    names.push(name);
  }
  return { lines, names };
}

/** Handlers that look at what was thrown. */
export function caughtByKind(ctx: Context): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('e');
  const inner = nested(ctx);
  const any = pickVariable(ctx, 'any');
  const made = ctx.errors.length > 0 ? random.choice(ctx.errors) : null;
  const risks = [
    `(null as any).x;`,
    `(undefined as any)();`,
    `new Array(${amount(ctx)});`,
    `'a'.repeat(${amount(ctx)});`,
    `(1).toFixed(${amount(ctx)});`,
    `throw new RangeError('r');`,
    `throw ${amount(ctx)};`,
    ...(any === null ? [] : [`${any}.x.y;`, `${any}();`]),
    ...(made === null
      ? []
      : [`throw new ${made}(${amount(ctx)});`, `throw new ${made}(${amount(ctx)});`, `throw new ${made}(${constant(ctx)});`]),
  ];
  const target = pickVariable(ctx, 'number', true);
  const kind = random.choice([
    'TypeError',
    'TypeError',
    'RangeError',
    'Error',
    'ReferenceError',
    ...(made === null ? [] : [made, made, made]),
  ]);
  const test = random.choice([
    `${name} instanceof ${kind}`,
    `${name} instanceof ${kind}`,
    `!(${name} instanceof ${kind})`,
    `${name}.message.length > ${random.choice(['0', '1', '3'])}`,
    `typeof ${name} === 'number' && ${name} > ${constant(ctx)}`,
    ...(made === null
      ? []
      : [`${name} instanceof ${made} && ${name}.code > ${constant(ctx)}`, `${name}.code < ${constant(ctx)}`, `${name}.name === '${made}'`]),
  ]);
  const reads =
    target === null
      ? []
      : [
          `${indent}    ${target} = ${random.choice([constant(ctx), `${name}.code`, `${name}.message.length`, `${name} instanceof Error ? 1 : ${name}`])};`,
        ];
  const lines = [
    `${indent}try {`,
    ...(random.chance(0.5) ? block(ctx) : []),
    ...(random.chance(0.7)
      ? braced(inner, `if (${condition(ctx, 1)})`, [`${indent}    ${random.choice(risks)}`])
      : [`${indent}  ${random.choice(risks)}`]),
    `${indent}} catch (${name}: any) {`,
    `${indent}  if (${test}) {`,
    ...(reads.length > 0 ? reads : [`${indent}    void ${name};`]),
    `${indent}  }${random.chance(0.6) ? ` else {` : ''}`,
  ];
  if (lines[lines.length - 1]?.endsWith('else {') === true)
    lines.push(
      `${indent}    ${random.choice([`throw ${name};`, `throw ${name};`, target === null ? ';' : `${target} = ${constant(ctx)};`])}`,
      `${indent}  }`,
    );
  return written([...lines, `${indent}}`]);
}
