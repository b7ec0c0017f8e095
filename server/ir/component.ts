import type { Span } from '../base/span.js';

export type ComponentKind = 'statement' | 'header' | 'initialiser' | 'return' | 'missing';

/** The kind of values that a component may give, by its declared type: of others the models know only some. */
export type ValueKind = 'number' | 'string' | 'boolean' | 'none' | 'other';

/** A part of the program that may be wrong by itself: a statement, the header of a branch or loop, an initialiser, a return. */
export interface Component {
  /** Dense from 0 over all files that are suspected. */
  readonly id: number;
  /** The file (absolute). */
  readonly file: string;
  readonly span: Span;
  /** The bare name (`Class.method`); empty at the top level. */
  readonly function: string;
  /** The span of the innermost function that it is in; of the whole file at the top level. */
  readonly functionSpan: Span;
  readonly kind: ComponentKind;
  readonly value: ValueKind;
  /** Of a default of a parameter or in a pattern: its expression. Whether it is needed is decided before it runs. Null for all others. */
  readonly byDefault: Span | null;
  /** Of a condition: the statement or clause that runs where it holds. Null for all others. */
  readonly whenTrue: Span | null;
  /** What it throws may be caught, or may meet a `finally`, in its own function. */
  readonly isGuarded: boolean;
}
