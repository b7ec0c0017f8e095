import { constant } from './constants.js';
import { expression } from './expressions.js';
import { has, inCallback, type ClassShape, type Context } from './scope.js';
import { statements } from './statements.js';

/** A class with a field, a constructor, two methods and sometimes an accessor; and sometimes one that extends it. */
export function plainClass(ctx: Context): { readonly lines: readonly string[]; readonly shapes: readonly ClassShape[] } {
  const { random } = ctx;
  const name = ctx.names.fresh('C');
  const parameter = ctx.names.fresh('p');
  const shape: ClassShape = { name, fields: ['value', 'count'], methods: ['step', 'read'], accessors: random.chance(0.5) ? ['twice'] : [] };
  const body = inCallback(
    { ...ctx, depth: 1, indent: '    ' },
    { name: parameter, kind: 'number', isMutable: true },
    { name: 'this.value', kind: 'number', isMutable: true },
    { name: 'this.count', kind: 'number', isMutable: true },
  );
  const method = (title: string): string[] => [
    `  ${title}(${parameter}: number): number {`,
    ...statements({ ...body, result: 'number' }, 1 + random.below(2)),
    `    return ${expression(body, 'number', 1)};`,
    '  }',
  ];
  const isExported = random.chance(0.15);
  const lines = [
    `${isExported ? 'export ' : ''}class ${name} {`,
    `  count = ${constant(ctx)};`,
    `  value${random.chance(0.5) ? ': number' : ` = ${constant(ctx)}`};`,
    `  constructor(${parameter}: number) {`,
    `    this.value = ${random.choice([parameter, `${parameter} + 1`, expression(inCallback(ctx, { name: parameter, kind: 'number', isMutable: false }), 'number', 1)])};`,
    ...(has(ctx, 'exceptions') && random.chance(0.3)
      ? [`    if (${parameter} < ${constant(ctx)}) {`, "      throw new Error('c');", '    }']
      : []),
    '  }',
    ...shape.methods.flatMap(method),
    ...shape.accessors.flatMap((accessor) => [
      `  get ${accessor}(): number {`,
      `    return ${random.choice(['this.value * 2', 'this.count++', expression(inCallback(ctx, ...body.variables.filter((v) => v.name.startsWith('this'))), 'number', 1)])};`,
      '  }',
      `  set ${accessor}(v: number) {`,
      '    this.value = v;',
      ...(has(ctx, 'exceptions') && random.chance(0.3) ? ['    if (v > 10) {', '      throw v;', '    }'] : []),
      '  }',
    ]),
    '}',
  ];
  if (!random.chance(0.5)) return { lines: [...lines, ''], shapes: [shape] };
  const derived = ctx.names.fresh('C');
  lines.push(
    `${random.chance(0.15) ? 'export ' : ''}class ${derived} extends ${name} {`,
    ...(random.chance(0.5)
      ? [
          `  constructor(${parameter}: number) {`,
          `    super(${random.choice([parameter, `${parameter} - 1`, constant(ctx)])});`,
          `    this.count = ${constant(ctx)};`,
          '  }',
        ]
      : []),
    ...(random.chance(0.5) ? [`  count = ${constant(ctx)};`] : []),
    `  step(${parameter}: number): number {`,
    `    ${random.choice(['this.count', 'this.value'])} ${random.choice(['+=', '-=', '='])} ${random.choice([parameter, constant(ctx)])};`,
    `    return ${random.choice([`super.step(${parameter})`, 'this.count', `super.step(${parameter} + 1) + 1`])};`,
    '  }',
    '}',
  );
  return { lines: [...lines, ''], shapes: [shape, { ...shape, name: derived }] };
}
