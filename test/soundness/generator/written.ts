import type { Context, Variable } from './scope.js';

/** Lines of text, and what is declared for those that follow. */
export interface Written {
  readonly lines: readonly string[];
  readonly declared: readonly Variable[];
}

export const written = (lines: readonly string[], ...declared: readonly Variable[]): Written => ({ lines, declared });

export const braced = (ctx: Context, head: string, body: readonly string[], tail = ''): string[] => [
  `${ctx.indent}${head} {`,
  ...body,
  `${ctx.indent}}${tail}`,
];

/** A statement and how likely it is. */
export type Production = readonly [number, () => Written];

/** An expression and how likely it is. */
export type TextProduction = readonly [number, () => string];
