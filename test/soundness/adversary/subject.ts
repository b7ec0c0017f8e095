/** A program that runs to its end for each of its calls: whatever says that it fails is wrong. */
export interface AdversaryProgram {
  /** What the language does here. */
  readonly what: string;
  /** The body of `main(n)`, or a module of its own where it exports something. `same(actual, expected)` throws where they differ. */
  readonly text: string;
  /** Calls of what is exported, evaluated one after the other in one instance of the module. `main(1)` by default. */
  readonly calls?: readonly string[];
  /** `.ts` by default; a `.cjs` is sloppy code. */
  readonly file?: `program.${'ts' | 'cjs' | 'mjs' | 'js'}`;
}
