import { reportPath } from './findings/reportPath.js';
import { checkSchema, type ArrayIndexPolicy, type CheckResult, type ErrorReport } from './findings/result.js';

export interface CheckRequest {
  /** Absolute paths of source files, each once. */
  readonly files: readonly string[];
  /** Reported paths are relative to it. */
  readonly cwd: string;
  readonly settings: CheckSettings;
  readonly at: readonly AtRequest[];
}

export interface CheckSettings {
  /** Unknown numbers are safe integers. */
  readonly integers: boolean;
  /** A run that does not terminate fails. */
  readonly termination: boolean;
  readonly arrayIndex: ArrayIndexPolicy;
  /** How often the four passes are repeated. */
  readonly rounds: number;
  /** Functions are analysed once for each call site. */
  readonly unfolding: boolean;
  /** Certain failures are tried on sample inputs before they are reported. */
  readonly gate: boolean;
}

/** `--at FILE:LINE[:COL]`: 1-based; without a column, just after the last statement that ends on the line. */
export interface AtRequest {
  /** Absolute; one of the request's files. */
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
}

/** What the analysis may ask of the world. */
export interface CheckHost {
  /** The text of a file. Throws when it cannot be read, with a message for the user. */
  readFile(file: string): string;
  /** Called before each file is analysed. */
  progress(file: string, done: number, total: number): void;
}

/** Checks the files one after the other. A file that cannot be checked becomes an entry of `errors`. */
export function check(request: CheckRequest, host: CheckHost): CheckResult {
  const errors: ErrorReport[] = [];
  for (const [index, file] of request.files.entries()) {
    host.progress(file, index, request.files.length);
    try {
      host.readFile(file);
    } catch (error) {
      errors.push({ file: reportPath(request.cwd, file), message: error instanceof Error ? error.message : String(error) });
    }
  }
  const { integers, termination, arrayIndex } = request.settings;
  return {
    schema: checkSchema,
    assumptions: { integers, termination, arrayIndex },
    findings: [],
    functions: [],
    states: [],
    errors,
    statistics: { controlPoints: 0, unfoldedControlPoints: 0, equationEvaluations: 0, milliseconds: 0, peakMegabytes: 0 },
  };
}
