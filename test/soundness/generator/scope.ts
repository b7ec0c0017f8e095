import type { Random } from '../random.js';

/** What the generator believes a variable holds; a program may prove it wrong, and then something throws. */
export type Kind = 'number' | 'boolean' | 'string' | 'array' | 'object' | 'instance' | 'function' | 'functions' | 'any' | 'bigint';

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly isMutable: boolean;
}

export const numberVariable = (name: string, isMutable = true): Variable => ({ name, kind: 'number', isMutable });

/** A function declared at the top level before `main`. */
export interface Helper {
  readonly name: string;
  readonly parameters: readonly Kind[];
  readonly result: Kind;
  readonly form: 'sync' | 'async' | 'generator';
}

export interface ClassShape {
  readonly name: string;
  readonly fields: readonly string[];
  /** Methods of one number parameter with a number as result. */
  readonly methods: readonly string[];
  readonly accessors: readonly string[];
}

/** What of the language a program may use; drawn for each program, so that programs differ in what they are about. */
export const features = [
  'specials',
  'bits',
  'math',
  'arrays',
  'callbacks',
  'strings',
  'objects',
  'classes',
  'closures',
  'exceptions',
  'finally',
  'recursion',
  'switch',
  'labels',
  'state',
  'async',
  'generators',
  'optional',
  'assertions',
  'sometime',
  'sideEffects',
  'nullish',
  'coercion',
  'forIn',
  'destructuring',
  'collections',
  'bigint',
  'tdz',
  'this',
] as const;

/** What only the programs about objects use, beside what all programs do. */
export const objectFeatures = [
  'hierarchies',
  'members',
  'currying',
  'patterns',
  'literalLoops',
  'errorKinds',
  'regexps',
  'lateTasks',
] as const;
/** `language`: what only the programs about the language's own doings use. */
export type Feature = (typeof features)[number] | (typeof objectFeatures)[number] | 'language';

/** The names that are visible where text is being written, and what may be written there. */
export interface Context {
  readonly random: Random;
  readonly features: ReadonlySet<Feature>;
  /** Mostly integers are computed. */
  readonly integers: boolean;
  readonly variables: readonly Variable[];
  readonly helpers: readonly Helper[];
  readonly classes: readonly ClassShape[];
  /** Classes of errors, with a number as `code`. */
  readonly errors: readonly string[];
  /** Enclosing loops, innermost last; a labelled one has a name. */
  readonly loops: readonly (string | null)[];
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  /** `return` may be written, with a value of this kind. */
  readonly result: Kind | null;
  /** Statements may nest this much deeper. */
  readonly depth: number;
  readonly indent: string;
  readonly names: NameSource;
}

/** Fresh names, dense from 1. */
export class NameSource {
  private last = 0;

  fresh(prefix: string): string {
    return `${prefix}${++this.last}`;
  }
}

export const withVariables = (ctx: Context, ...variables: readonly Variable[]): Context => ({
  ...ctx,
  variables: [...ctx.variables, ...variables],
});

/** Inside a function that is written in an expression: no await, yield, break or return of the function around it. */
export const inCallback = (ctx: Context, ...variables: readonly Variable[]): Context =>
  withVariables({ ...ctx, isAsync: false, isGenerator: false, loops: [], result: null }, ...variables);

export const nested = (ctx: Context): Context => ({ ...ctx, depth: ctx.depth - 1, indent: `${ctx.indent}  ` });

const variablesOf = (ctx: Context, kind: Kind, mutableOnly = false): Variable[] =>
  ctx.variables.filter((variable) => variable.kind === kind && (variable.isMutable || !mutableOnly));

/** Often the newest: what was just declared should be used. */
export function pickVariable(ctx: Context, kind: Kind, mutableOnly = false): string | null {
  const candidates = variablesOf(ctx, kind, mutableOnly);
  if (candidates.length === 0) return null;
  const recent = ctx.random.chance(0.4) ? candidates.slice(-2) : candidates;
  return ctx.random.choice(recent).name;
}

export const has = (ctx: Context, feature: Feature): boolean => ctx.features.has(feature);
