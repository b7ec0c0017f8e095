/** A diagnosis as it is asked for. */
export interface DiagnosisRequest {
  /** Absolute. */
  readonly cwd: string;
  /** The files that are suspected; none: the program's own files that failing tests ran. */
  readonly files: readonly string[];
  /** The files of tests, with the line of one test or suite; none: those that import what is suspected. */
  readonly tests: readonly { readonly file: string; readonly line: number | null }[];
  /** A part of the name of the tests that are looked at. */
  readonly test: string | null;
  readonly runner: 'auto' | RunnerName;
  /** The command that runs the tests; none: files and runner are found without it. */
  readonly command: readonly string[];
  readonly cardinality: 1 | 2;
  readonly repairs: boolean;
  readonly timeoutMs: number;
}

export type RunnerName = 'vitest' | 'jest' | 'mocha' | 'node';

/** What a diagnosis needs beside the request. */
export interface DiagnosisTools {
  /** The built worker in which tests run. */
  readonly worker: string;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string) => void;
}

/** What stands in the way of a diagnosis: one sentence for the user. */
export class DiagnosisError extends Error {
  override readonly name = 'DiagnosisError';
}
