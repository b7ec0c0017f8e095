import type { Finding } from '../../server/findings/result.js';

/** What one file of the corpus gave. */
export type FileResult = CheckedFile | FailedFile;

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
}
