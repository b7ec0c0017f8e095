import type { DiagnosisResult } from './diagnosisResult.js';

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

/** What is asked of a program without tests: which parts may be wrong, for what is said of its values. */
export interface ValuesRequest {
  /** Absolute. */
  readonly cwd: string;
  /** The file that is run (absolute), and the words behind it. */
  readonly program: string;
  readonly words: readonly string[];
  /** The files that are suspected; none: all that the program loads of its own. */
  readonly files: readonly string[];
  readonly marks: readonly ValueMark[];
  readonly cardinality: 1 | 2;
  readonly timeoutMs: number;
}

/** What somebody knows of a value: of an expression where a line has run. */
export interface ValueMark {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly expression: string;
  readonly isRight: boolean;
}

export type RunnerName = 'vitest' | 'jest' | 'mocha' | 'node';

/** What a diagnosis needs beside the request. */
export interface DiagnosisTools {
  /** The built worker in which tests run. */
  readonly worker: string;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string) => void;
  /** Told of what is suspected as soon as the tests have run once: a result without repairs, in the order of their coefficient. */
  readonly onSuspects?: (early: DiagnosisResult) => void;
}

/** What stands in the way of a diagnosis: one sentence for the user. */
export class DiagnosisError extends Error {
  override readonly name = 'DiagnosisError';
}

/** Several runners may run a file of tests, or none is known: the user may choose one of them. */
export class RunnerUnknown extends DiagnosisError {
  constructor(readonly runners: readonly RunnerName[]) {
    super('The runner of the tests is not known: name it with --runner.');
  }
}

/** What stands in the way when code of the user could not be loaded: `what` says which. Of what it threw, the first line is told. */
export function notLoaded(what: string, error: unknown): DiagnosisError {
  const message = (error instanceof Error ? error.message : String(error)).trim();
  const told = (message.split(/\r?\n/, 1)[0] ?? '').slice(0, longestReason);
  const end = told !== message ? '…' : /[.!?]$/.test(told) ? '' : '.';
  return new DiagnosisError(`${what} could not be loaded: ${told}${end}`);
}

const longestReason = 600;
