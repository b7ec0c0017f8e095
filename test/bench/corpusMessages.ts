import type { Finding, UnknownCalls } from '../../server/findings/result.js';

/** What one file of the corpus gave. */
export type FileResult = CheckedFile | MeasuredFile | FailedFile;

export interface CheckedFile {
  readonly kind: 'checked';
  readonly path: string;
  readonly milliseconds: number;
  /** Functions reported: roots and functions with element accesses. */
  readonly functions: number;
  readonly complete: number;
  readonly accesses: number;
  readonly proven: number;
  readonly findings: readonly Finding[];
  /** Why the file could not be checked, in the check's own words. */
  readonly errors: readonly string[];
}

/** The element accesses of a file, each with what is proven of it. */
export interface MeasuredFile {
  readonly kind: 'measured';
  readonly path: string;
  readonly milliseconds: number;
  readonly accesses: readonly MeasuredAccess[];
}

export interface MeasuredAccess {
  readonly line: number;
  readonly text: string;
  /** Whether it has bounds: the key is a number, by its type or by every value that it has, and the object may have elements. */
  readonly index: 'yes' | 'no' | 'unknown';
  readonly isProven: boolean;
  /** Without what relates variables and lengths. */
  readonly isProvenAlone: boolean;
  /** What it was read from and with, and where those come from, where it is not proven. */
  readonly cause: string;
}

export interface FailedFile {
  readonly kind: 'crashed' | 'timeout';
  readonly path: string;
  readonly milliseconds: number;
  readonly message: string;
}

/** From the process that checks to the one that counts: a file is begun, then has a result. */
export type WorkerMessage = { readonly kind: 'begun'; readonly path: string } | { readonly kind: 'result'; readonly result: FileResult };

/** To the process that checks: all it has to do. */
export interface WorkerRequest {
  readonly files: readonly string[];
  readonly cwd: string;
  readonly integers: boolean;
  readonly unknownCalls: UnknownCalls;
  /** Findings, or what is proven of each element access. */
  readonly wanted: 'findings' | 'accesses';
  /** All files of the package. */
  readonly all: readonly string[];
}
