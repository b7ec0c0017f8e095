/** What a random program is asked at one passage of its stop, and what it has itself noted of the answer. */
export interface Question {
  readonly ask: string;
  /** The line of the answer; null: no point precedes. */
  readonly line: number | null;
  /** Whether the answer is in what the program calls. */
  readonly isElsewhere?: boolean;
  /** Whether the notes cannot tell: then every answer is let pass. */
  readonly isUndecided?: boolean;
  /** Whether nobody may have seen it: no answer is let pass, a wrong one is not. */
  readonly mayBeMissing?: boolean;
}

/** A random program and what it knows of itself. Every subject is CommonJS, and begins with one line that requires its helpers. */
export interface Subject {
  readonly text: string;
  readonly stopLine: number;
  readonly helpers: { readonly name: string; readonly text: string };
  /** What the helpers must know of the program, when it runs as its own oracle. */
  readonly structure: string;
  /** Whether each question starts from the answer before. */
  readonly isChain: boolean;
  /** Whether it is only what it is in sloppy mode. */
  readonly isSloppy?: boolean;
  /** By the notes that the program has made at one passage. */
  questions(notes: unknown): readonly Question[];
}
