import type { ModuleIr } from '../ir/program.js';

/** All texts that a program can load, as far as its own texts say. */
export type World = readonly WorldModule[];

/** One text of the program. */
export interface WorldModule {
  /** Absolute, as Node names it. */
  readonly path: string;
  readonly module: ModuleIr;
  /** Whether Node runs it as CommonJS. */
  readonly isCommonJs: boolean;
  /** What each name leads to that it gives to `require`. */
  readonly required: ReadonlyMap<string, Loaded>;
  /** What each name leads to that it imports, also by `import()`: in CommonJS that may be another module than `require` gives. */
  readonly imported: ReadonlyMap<string, Loaded>;
}

export type Loaded =
  /** A text of the world, by its place in it. */
  | { readonly kind: 'text'; readonly index: number }
  /** A module of Node's own. */
  | { readonly kind: 'builtin'; readonly name: string }
  /** JSON: nothing of the program is in it. */
  | { readonly kind: 'data' };

/** Objects are told apart by what they are (as a type system does), or by where they are made. */
export type HeapForm = 'types' | 'places';
