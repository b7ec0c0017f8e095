import { Random } from '../random.js';
import { condition, pureCondition } from './conditions.js';
import { constant, operand } from './constants.js';
import { expression } from './expressions.js';
import { errorClasses } from './errors.js';
import { partsOf } from './heap.js';
import { hierarchy } from './hierarchy.js';
import { plainClass } from './plainClass.js';
import {
  features,
  has,
  inCallback,
  NameSource,
  objectFeatures,
  withVariables,
  type Context,
  type Feature,
  type Helper,
  type Kind,
  type Variable,
} from './scope.js';
import { statements } from './statements.js';

/**
 * A random program that can run: module state, a class, helper functions (some exported, so that they are called before
 * `main`), and an exported `main`. Every program uses its own half of the language's features.
 */
export function harnessProgram(seed: number, integers = false): string {
  const random = new Random(seed);
  const chosen = new Set<Feature>(features.filter((feature) => random.chance(rareFeatures.has(feature) ? 0.12 : 0.4)));
  return program(random, chosen, integers);
}

/** One about what objects hold, do and are made by: less of everything else, and no feature alone. */
export function objectProgram(seed: number, integers = false): string {
  const random = new Random(seed);
  const chosen = new Set<Feature>(features.filter((feature) => random.chance(rareFeatures.has(feature) ? 0.08 : 0.25)));
  for (const feature of objectFeatures)
    if (random.chance(feature === 'members' || feature === 'hierarchies' ? 0.65 : 0.3)) chosen.add(feature);
  if (chosen.has('members')) chosen.add('objects');
  if (chosen.has('regexps')) chosen.add('strings');
  if (chosen.has('lateTasks')) chosen.add(random.choice(['async', 'generators']));
  return program(random, chosen, integers);
}

/** One about what the language consults of its own accord; `inJavaScript` (language.ts) makes JavaScript of some. */
export function languageProgram(seed: number, integers = false): string {
  const random = new Random(seed);
  const chosen = new Set<Feature>(features.filter((feature) => random.chance(rareFeatures.has(feature) ? 0.08 : 0.25)));
  chosen.add('language');
  return program(random, chosen, integers);
}

function program(random: Random, chosen: Set<Feature>, integers: boolean): string {
  // Where unknown numbers are taken for safe integers, programs about other numbers would be about nothing.
  if (integers) for (const feature of ['specials', 'coercion'] as const) chosen.delete(feature);
  if (random.chance(0.7)) chosen.add('assertions');
  if (random.chance(0.5)) chosen.add('exceptions');
  const empty: Context = {
    random,
    features: chosen,
    integers,
    variables: [],
    helpers: [],
    classes: [],
    errors: [],
    loops: [],
    isAsync: false,
    isGenerator: false,
    result: null,
    depth: 2,
    indent: '',
    names: new NameSource(),
  };
  const state = moduleState(empty);
  let ctx = withVariables(empty, ...state.declared);
  const lines = [...state.lines];
  if (has(ctx, 'errorKinds')) {
    const errors = errorClasses(ctx);
    lines.push(...errors.lines);
    ctx = { ...ctx, errors: errors.names };
  }
  if (has(ctx, 'hierarchies')) {
    const { lines: text, shapes, declared } = hierarchy(ctx);
    lines.push(...text);
    ctx = withVariables({ ...ctx, classes: shapes }, ...declared);
  } else if (has(ctx, 'classes')) {
    const declared = plainClass(ctx);
    lines.push(...declared.lines);
    ctx = { ...ctx, classes: declared.shapes };
  }
  for (let left = random.choice([0, 1, 1, 2, 2, 3]); left > 0; left--) {
    const helper = helperFunction(ctx);
    lines.push(...helper.lines);
    ctx = { ...ctx, helpers: [...ctx.helpers, ...helper.helpers] };
  }
  lines.push(...mainFunction(ctx));
  return [...lines, ''].join('\n');
}

const rareFeatures: ReadonlySet<Feature> = new Set(['sometime', 'bigint', 'tdz', 'generators', 'collections', 'coercion', 'this', 'async']);

function moduleState(ctx: Context): { readonly lines: readonly string[]; readonly declared: readonly Variable[] } {
  const { random } = ctx;
  if (!has(ctx, 'state')) return { lines: [], declared: [] };
  const declared: Variable[] = [];
  const lines: string[] = [];
  for (let left = 1 + random.below(3); left > 0; left--) {
    const inner = withVariables(ctx, ...declared);
    const kind = random.weighted<Kind>([
      [4, 'number'],
      [has(ctx, 'arrays') ? 2 : 0, 'array'],
      [has(ctx, 'objects') ? 1 : 0, 'object'],
      [0.5, 'boolean'],
      [has(ctx, 'nullish') ? 1 : 0, 'any'],
    ]);
    const name = ctx.names.fresh('m');
    const isMutable = random.chance(0.75);
    const annotation = kind === 'any' ? ': any' : '';
    const size = random.chance(0.8) ? 0 : 1;
    const value = kind === 'number' ? operand(size === 0 ? constant(ctx) : expression(inner, kind, size)) : expression(inner, kind, size);
    lines.push(`${random.chance(0.1) ? 'export ' : ''}${isMutable ? 'let' : 'const'} ${name}${annotation} = ${value};`);
    declared.push({ name, kind, isMutable }, ...partsOf(ctx, name, kind));
  }
  return { lines: [...lines, ''], declared };
}

// Helpers -----------------------------------------------------------------------------------------------------------

interface HelperText {
  readonly lines: readonly string[];
  readonly helpers: readonly Helper[];
}

function helperFunction(ctx: Context): HelperText {
  const { random } = ctx;
  const productions: [number, () => HelperText][] = [[3, () => plainHelper(ctx, 'sync')]];
  if (has(ctx, 'recursion')) productions.push([4, () => recursiveHelper(ctx)], [1.5, () => mutualHelpers(ctx)]);
  if (has(ctx, 'async')) productions.push([5, () => plainHelper(ctx, 'async')]);
  if (has(ctx, 'generators')) productions.push([4, () => plainHelper(ctx, 'generator')]);
  if (has(ctx, 'closures')) productions.push([1.5, () => counterHelper(ctx)]);
  return random.weighted(productions)();
}

const typeTexts: Readonly<Partial<Record<Kind, string>>> = {
  number: 'number',
  boolean: 'boolean',
  string: 'string',
  array: 'number[]',
  object: '{ x: number; y: number }',
};

function parameterText(ctx: Context, name: string, kind: Kind): string {
  const { random } = ctx;
  if (kind === 'any')
    return random.choice([name, `${name}: any`, `${name}: number | string`, `${name}: number | undefined`, `${name}: number | null`]);
  const type = typeTexts[kind];
  const isTyped = type !== undefined && random.chance(0.85);
  if (kind === 'number' && random.chance(0.1)) return `${name} = ${constant(ctx)}`;
  return isTyped ? `${name}: ${type}` : name;
}

const parameterKinds = (ctx: Context): Kind[] => {
  const { random } = ctx;
  const kinds: [number, Kind][] = [
    [6, 'number'],
    [0.5, 'boolean'],
    [has(ctx, 'strings') ? 1 : 0, 'string'],
    [has(ctx, 'arrays') ? 1.5 : 0, 'array'],
    [has(ctx, 'nullish') ? 1 : 0, 'any'],
    [has(ctx, 'members') ? 2 : 0, 'object'],
    [has(ctx, 'members') && ctx.classes.length > 0 ? 1.5 : 0, 'instance'],
  ];
  return Array.from({ length: random.choice([1, 1, 1, 2]) }, () => random.weighted(kinds));
};

function plainHelper(ctx: Context, form: Helper['form']): HelperText {
  const { random } = ctx;
  const name = ctx.names.fresh('h');
  const kinds = parameterKinds(ctx);
  const parameters = kinds.map((kind): Variable => ({ name: ctx.names.fresh('p'), kind, isMutable: true }));
  const inner: Context = {
    ...withVariables(ctx, ...parameters, ...parameters.flatMap((parameter) => partsOf(ctx, parameter.name, parameter.kind))),
    isAsync: form === 'async',
    isGenerator: form === 'generator',
    result: 'number',
    depth: 2,
    indent: '  ',
  };
  const isExported = form !== 'generator' && random.chance(has(ctx, 'state') ? 0.5 : 0.15);
  const head = `${form === 'async' ? 'async ' : ''}function${form === 'generator' ? '*' : ''} ${name}(${parameters.map((p) => parameterText(ctx, p.name, p.kind)).join(', ')})`;
  const lines = [
    `${isExported ? 'export ' : ''}${head} {`,
    ...(has(ctx, 'assertions') && random.chance(0.3) ? [`  // @always ${pureCondition(inner)}`] : []),
    ...statements(inner, random.choice([1, 2, 2, 3])),
    `  return ${expression(inner, 'number', 1)};`,
    '}',
    '',
  ];
  return { lines, helpers: [{ name, parameters: kinds, result: 'number', form }] };
}

/** Most of these end; some never do, some overflow the stack inside a try. */
function recursiveHelper(ctx: Context): HelperText {
  const { random } = ctx;
  const name = ctx.names.fresh('h');
  const p = ctx.names.fresh('p');
  const inner: Context = { ...withVariables(ctx, { name: p, kind: 'number', isMutable: true }), result: 'number', depth: 1, indent: '  ' };
  const base = random.choice([`${p} <= ${constant(ctx)}`, `${p} > ${constant(ctx)}`, `${p} === ${constant(ctx)}`, condition(inner, 1)]);
  const step = random.choice([`${p} - 1`, `${p} - 2`, `${p} + 1`, `${p} + 3`, `Math.floor(${p} / 2)`]);
  const combine = random.choice([`${name}(${step})`, `${p} + ${name}(${step})`, `${name}(${step}) - 1`, `${name}(${name}(${step}))`]);
  const guarded = has(ctx, 'exceptions') && random.chance(0.35);
  const call = guarded
    ? ['  try {', `    return ${combine};`, '  } catch {', `    return ${expression(inner, 'number', 1)};`, '  }']
    : [`  return ${combine};`];
  const lines = [
    `${random.chance(0.2) ? 'export ' : ''}function ${name}(${p}: number): number {`,
    ...(random.chance(0.9) ? [`  if (${base}) {`, `    return ${expression(inner, 'number', 1)};`, '  }'] : []),
    ...(random.chance(0.4) ? statements(inner, 1) : []),
    ...call,
    '}',
    '',
  ];
  return { lines, helpers: [{ name, parameters: ['number'], result: 'number', form: 'sync' }] };
}

function mutualHelpers(ctx: Context): HelperText {
  const { random } = ctx;
  const [first, second] = [ctx.names.fresh('h'), ctx.names.fresh('h')];
  const p = ctx.names.fresh('p');
  const inner: Context = { ...withVariables(ctx, { name: p, kind: 'number', isMutable: true }), result: 'number', depth: 1, indent: '  ' };
  const one = (name: string, other: string): string[] => [
    `function ${name}(${p}: number): number {`,
    `  if (${p} ${random.choice(['<=', '===', '<'])} ${random.choice(['0', '1', constant(ctx)])}) {`,
    `    return ${expression(inner, 'number', 0)};`,
    '  }',
    ...(random.chance(0.4) ? statements(inner, 1) : []),
    `  return ${other}(${p} - ${random.choice(['1', '1', '2'])})${random.choice(['', ' + 1', ` + ${p}`])};`,
    '}',
  ];
  const helper = (name: string): Helper => ({ name, parameters: ['number'], result: 'number', form: 'sync' });
  return { lines: [...one(first, second), '', ...one(second, first), ''], helpers: [helper(first), helper(second)] };
}

/** Makes closures over a cell of its own; and applies one. */
function counterHelper(ctx: Context): HelperText {
  const { random } = ctx;
  const name = ctx.names.fresh('h');
  const [start, p] = [ctx.names.fresh('p'), ctx.names.fresh('p')];
  const inner = inCallback(ctx, { name: start, kind: 'number', isMutable: true }, { name: p, kind: 'number', isMutable: true });
  if (random.chance(0.5)) {
    const lines = [
      `function ${name}(${start}: number): (p: number) => number {`,
      `  return (${p}) => {`,
      `    ${start} ${random.choice(['+=', '-=', '='])} ${expression(inner, 'number', 1)};`,
      `    return ${start};`,
      '  };',
      '}',
      '',
    ];
    return { lines, helpers: [{ name, parameters: ['number'], result: 'function', form: 'sync' }] };
  }
  const f = ctx.names.fresh('f');
  const lines = [
    `function ${name}(${f}: (p: number) => number, ${start}: number): number {`,
    `  return ${random.choice([`${f}(${start})`, `${f}(${f}(${start}))`, `${start} + ${f}(${constant(ctx)})`])};`,
    '}',
    '',
  ];
  return { lines, helpers: [{ name, parameters: ['function', 'number'], result: 'number', form: 'sync' }] };
}

function mainFunction(ctx: Context): string[] {
  const { random } = ctx;
  const isAsync = has(ctx, 'async') && random.chance(0.8);
  const n: Variable = { name: 'n', kind: 'number', isMutable: random.chance(0.3) };
  const parameters: [Variable, string][] = [[n, random.chance(0.1) ? 'n' : 'n: number']];
  if (random.chance(0.2)) {
    const kind = parameterKinds(ctx)[0] ?? 'number';
    const name = ctx.names.fresh('q');
    parameters.push([{ name, kind, isMutable: true }, parameterText(ctx, name, kind)]);
  }
  const inner: Context = {
    ...withVariables(ctx, ...parameters.flatMap(([variable]) => [variable, ...partsOf(ctx, variable.name, variable.kind)])),
    isAsync,
    result: 'number',
    depth: random.choice([1, 2, 2, 3]),
    indent: '  ',
  };
  const x: Variable = { name: 'x', kind: 'number', isMutable: true };
  const body = withVariables(inner, x);
  const lines = [
    `  let x = ${random.choice(['0', '1', 'n', 'n + 1', constant(ctx)])};`,
    ...statements(body, random.choice([2, 3, 4, 5, 6])),
  ];
  if (has(ctx, 'sometime')) lines.push(`  // @sometime ${random.chance(0.4) ? 'true' : pureCondition(body)}`);
  else if (has(ctx, 'assertions') && random.chance(0.5)) lines.push(`  // @always ${pureCondition(body)}`);
  if (random.chance(0.7)) lines.push(`  return ${random.choice(['x', expression(body, 'number', 1)])};`);
  return [`export ${isAsync ? 'async ' : ''}function main(${parameters.map(([, text]) => text).join(', ')}) {`, ...lines, '}'];
}
