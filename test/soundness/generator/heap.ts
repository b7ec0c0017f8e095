import { condition } from './conditions.js';
import { constant, operand } from './constants.js';
import { expression } from './expressions.js';
import { has, inCallback, nested, numberVariable, pickVariable, withVariables, type Context, type Kind, type Variable } from './scope.js';
import { block } from './statements.js';
import { braced, written, type Production, type Written } from './written.js';

/**
 * The numbers in what was just declared, as if they were variables: so they are written, tested and captured wherever
 * variables are.
 */
export function partsOf(ctx: Context, name: string, kind: Kind): Variable[] {
  if (!has(ctx, 'members')) return [];
  switch (kind) {
    case 'object':
      return [numberVariable(`${name}.x`), numberVariable(`${name}.y`)];
    case 'instance':
      return [...new Set(ctx.classes.flatMap((shape) => [...shape.fields, ...shape.accessors]))].map((member) =>
        numberVariable(`${name}.${member}`),
      );
    case 'string':
    case 'array':
      return [numberVariable(`${name}.length`, false)];
    default:
      return [];
  }
}

/** Statements about objects: several names for one, several objects for one name, accessors, keys that are computed. */
export function heapStatements(ctx: Context): Production[] {
  if (!has(ctx, 'members')) return [];
  const { indent } = ctx;
  const all: Production[] = [
    [1.2, () => accessorObject(ctx)],
    [1, () => objectsInLoop(ctx)],
    [0.8, () => nestedObject(ctx)],
  ];
  const kind = ctx.random.choice(['object', 'instance'] as const);
  const object = pickVariable(ctx, kind);
  if (object === null) return all;
  all.push([2, () => alias(ctx, object, kind)]);
  all.push([2.5, () => fieldTest(ctx, object, kind)]);
  all.push([0.5, () => keyed(ctx, object, kind)]);
  all.push([0.15, () => written([`${indent}Object.freeze(${object});`])]);
  all.push([0.3, () => defined(ctx, object, kind)]);
  all.push([0.5, () => copied(ctx, object)]);
  return all;
}

const fieldOf = (ctx: Context, kind: 'object' | 'instance'): string =>
  kind === 'object'
    ? ctx.random.choice(['x', 'x', 'y'])
    : ctx.random.choice(ctx.classes.flatMap((shape) => [...shape.fields, ...shape.accessors]));

/** A second name, which may or may not be the first object. */
function alias(ctx: Context, object: string, kind: 'object' | 'instance'): Written {
  const { random } = ctx;
  const name = ctx.names.fresh('q');
  const other = pickVariable(ctx, kind) ?? object;
  const text = random.choice([
    object,
    `${operand(condition(ctx, 1))} ? ${object} : ${other}`,
    `${operand(condition(ctx, 1))} ? ${object} : ${operand(expression(ctx, kind, 1))}`,
    `[${object}, ${other}][${random.choice(['0', '1', '0', '1', operand(expression(ctx, 'number', 0))])}]`,
    `(() => ${object})()`,
    `{ inner: ${object} }.inner`,
  ]);
  const isMutable = random.chance(0.4);
  const line = `${ctx.indent}${isMutable ? 'let' : 'const'} ${name}: any = ${text};`;
  return written([line], { name, kind, isMutable }, ...partsOf(ctx, name, kind));
}

/** What a field was tested to be, and a write in between that may be to the same field. */
function fieldTest(ctx: Context, object: string, kind: 'object' | 'instance'): Written {
  const { random, indent } = ctx;
  const field = fieldOf(ctx, kind);
  const other = pickVariable(ctx, kind) ?? object;
  const test = random.choice([
    `${object}.${field} ${random.choice(['<', '<=', '>', '>=', '===', '!=='])} ${operand(constant(ctx))}`,
    `${object}.${field} ${random.choice(['<', '>', '==='])} ${other}.${field}`,
    `${object}.${field} > ${constant(ctx)} && ${other}.${field} < ${constant(ctx)}`,
    `${object} === ${other}`,
    `typeof ${object}.${field} === 'number'`,
    `${object}.${field}`,
    `${object}?.${field} === undefined`,
  ]);
  const write = (): string =>
    `${other}.${random.chance(0.7) ? field : fieldOf(ctx, kind)} ${random.choice(['=', '+=', '-='])} ${operand(expression(ctx, 'number', 1))};`;
  const lines = random.weighted<() => string[]>([
    [
      3,
      () => [...(random.chance(0.6) ? [`${indent}${write()}`] : []), ...braced(ctx, `if (${test})`, [`${indent}  throw new Error('o');`])],
    ],
    [2, () => braced(ctx, `if (${test})`, [`${indent}  ${write()}`, ...block(ctx)])],
    [
      1.5,
      () => [`${indent}${write()}`, `${indent}// @always ${object}.${field} ${random.choice(['<', '>', '!=='])} ${operand(constant(ctx))}`],
    ],
    [
      1,
      () =>
        braced(ctx, `while (${object}.${field} < ${operand(constant(ctx))})`, [
          ...block({ ...ctx, loops: [...ctx.loops, null] }),
          `${indent}  ${object}.${field}++;`,
        ]),
    ],
    [
      0.7,
      () =>
        braced(
          ctx,
          `for (${object}.${field} = 0; ${object}.${field} < ${random.choice(['3', '5', 'n'])}; ${object}.${field}++)`,
          block({ ...ctx, loops: [...ctx.loops, null] }),
        ),
    ],
    [
      0.7,
      () =>
        braced(ctx, `switch (${object}.${field})`, [
          `${indent}  case ${operand(constant(ctx))}:`,
          `${indent}    ${write()}`,
          `${indent}    break;`,
          `${indent}  default:`,
          `${indent}    ${object}.${field} = ${constant(ctx)};`,
        ]),
    ],
  ])();
  return written(lines);
}

/** Getters and setters in a literal: over a field of the same object, or over a variable around it. */
function accessorObject(ctx: Context): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('o');
  const cell = pickVariable(ctx, 'number', true);
  const backing = cell !== null && random.chance(0.4) ? cell : 'this.y';
  const inner = { ...nested(nested(inCallback(ctx, numberVariable('this.y'), numberVariable('w')))) };
  const get = random.choice([
    `return ${backing};`,
    `return ${backing}++;`,
    `return ${backing} + ${constant(ctx)};`,
    `if (${condition(inner, 1).replace(/\bw\b/g, '1')}) { throw new TypeError('get'); } return ${backing};`,
  ]);
  const set = random.choice([
    `${backing} = w;`,
    `${backing} = w > 10 ? 10 : w;`,
    `if (${condition(inner, 1)}) { throw w; } ${backing} = w;`,
    `this.x2 = w;`,
  ]);
  const members = [`y: ${expression(ctx, 'number', 1)}`, `get x() { ${get} }`, ...(random.chance(0.85) ? [`set x(w) { ${set} }`] : [])];
  const line = `${indent}const ${name}: any = { ${random.shuffled(members).join(', ')} };`;
  return written([line], { name, kind: 'object', isMutable: false }, ...partsOf(ctx, name, 'object'));
}

/** Objects of one place in the text, of which only the newest is a single one. */
function objectsInLoop(ctx: Context): Written {
  const { random, indent } = ctx;
  const [list, index, last, element] = [ctx.names.fresh('os'), ctx.names.fresh('i'), ctx.names.fresh('o'), ctx.names.fresh('e')];
  const made =
    ctx.classes.length > 0 && random.chance(0.4)
      ? expression(withVariables(ctx, numberVariable(index, false)), 'instance', 1)
      : `{ x: ${random.choice([index, constant(ctx)])}, y: ${expression(withVariables(ctx, numberVariable(index, false)), 'number', 1)} }`;
  const isInstance = made.startsWith('new') || made.includes('.make(');
  const field = isInstance ? fieldOf(ctx, 'instance') : random.choice(['x', 'y']);
  const lines = [
    `${indent}const ${list}: any[] = [];`,
    `${indent}for (let ${index} = 0; ${index} < ${random.choice(['2', '3', '4'])}; ${index}++) {`,
    `${indent}  const made: any = ${made};`,
    ...(random.chance(0.4)
      ? [
          `${indent}  if (${list}.length > 0) {`,
          `${indent}    ${list}[0].${field} ${random.choice(['=', '+='])} ${constant(ctx)};`,
          `${indent}  }`,
        ]
      : []),
    `${indent}  ${list}.push(made);`,
    ...(random.chance(0.3) ? [`${indent}  made.${field} ${random.choice(['=', '+='])} ${random.choice([index, constant(ctx)])};`] : []),
    `${indent}}`,
    `${indent}const ${last}: any = ${list}[${random.choice(['0', '1', '2', `${list}.length - 1`])}];`,
  ];
  const target = pickVariable(ctx, 'number', true);
  if (random.chance(0.5))
    lines.push(
      `${indent}for (const ${element} of ${list}) {`,
      ...(target === null ? [] : [`${indent}  ${target} = ${element}.${field};`]),
      `${indent}  if (${element}.${field} ${random.choice(['>', '<', '==='])} ${constant(ctx)}) {`,
      `${indent}    ${random.choice(['break;', "throw new Error('l');", `${last}.${field} = ${constant(ctx)};`])}`,
      `${indent}  }`,
      `${indent}}`,
    );
  const kind = isInstance ? 'instance' : 'object';
  return written(lines, { name: last, kind, isMutable: false }, ...partsOf(ctx, last, kind));
}

function nestedObject(ctx: Context): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('o');
  const known = pickVariable(ctx, 'object');
  const inner = known !== null && random.chance(0.5) ? known : `{ x: ${expression(ctx, 'number', 1)}, y: ${constant(ctx)} }`;
  const line = `${indent}const ${name}: any = { x: ${expression(ctx, 'number', 1)}, y: ${constant(ctx)}, o: ${inner} };`;
  return written(
    [line],
    { name, kind: 'object', isMutable: false },
    ...partsOf(ctx, name, 'object'),
    ...partsOf(ctx, `${name}.o`, 'object'),
    {
      name: `${name}.o`,
      kind: 'object',
      isMutable: true,
    },
  );
}

/** A key that is a value. */
function keyed(ctx: Context, object: string, kind: 'object' | 'instance'): Written {
  const { random, indent } = ctx;
  const key = ctx.names.fresh('k');
  const text = random.choice([
    `'${fieldOf(ctx, kind)}'`,
    `${operand(condition(ctx, 1))} ? '${fieldOf(ctx, kind)}' : '${fieldOf(ctx, kind)}'`,
  ]);
  const target = pickVariable(ctx, 'number', true);
  const lines = [
    `${indent}const ${key} = ${text};`,
    `${indent}(${object} as any)[${key}] ${random.choice(['=', '+='])} ${expression(ctx, 'number', 1)};`,
  ];
  if (target !== null) lines.push(`${indent}${target} = (${object} as any)[${key}];`);
  return written(lines);
}

function defined(ctx: Context, object: string, kind: 'object' | 'instance'): Written {
  const { random, indent } = ctx;
  const cell = pickVariable(ctx, 'number', true) ?? '1';
  const descriptor = random.choice([
    `{ value: ${expression(ctx, 'number', 1)}, writable: ${random.choice(['true', 'false'])} }`,
    `{ get() { return ${cell}; }, configurable: true }`,
    `{ get: () => ${expression(inCallback(ctx), 'number', 1)}, set: (w) => { ${cell === '1' ? '' : `${cell} = w; `}} }`,
  ]);
  return written([`${indent}Object.defineProperty(${object}, '${fieldOf(ctx, kind)}', ${descriptor});`]);
}

/** Copies read what getters give, and write no setter. */
function copied(ctx: Context, object: string): Written {
  const { random, indent } = ctx;
  const name = ctx.names.fresh('o');
  const text = random.choice([
    `{ ...${object} }`,
    `{ ...${object}, x: ${constant(ctx)} }`,
    `{ x: 1, y: 2, ...${object} }`,
    `Object.assign({}, ${object})`,
    `Object.create(${object})`,
    `structuredClone({ x: ${object}.x, y: ${object}.y })`,
  ]);
  return written([`${indent}const ${name}: any = ${text};`], { name, kind: 'object', isMutable: false }, ...partsOf(ctx, name, 'object'));
}
