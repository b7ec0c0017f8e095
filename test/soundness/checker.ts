import { printed, type PrintedResult } from '../../server/findings/reportJson.js';
import { check } from '../../server/check/check.js';

/** What the harness asks about one program. */
export interface CheckQuestion {
  readonly file: string;
  readonly text: string;
  readonly integers: boolean;
  /** The states just after the last statement that ends on each of these lines. */
  readonly lines: readonly number[];
}

/** The part of `whence check --json` (docs/commandLine.md, "whence check") that a run of the program can contradict. */
export type Claims = Pick<PrintedResult, 'findings' | 'functions' | 'states' | 'errors'>;

export type Checker = (question: CheckQuestion) => Claims;

/** Whence itself, with the certain-failure gate off: the analysis must be sound without it. */
export const whence: Checker = (question) => ask(question, false);

/** And every equation is evaluated once more on the finished solutions: one that is none is a crash. */
export const verifying: Checker = (question) => ask(question, true);

function ask({ file, text, integers, lines }: CheckQuestion, verify: boolean): Claims {
  const path = `/soundness/${file}`;
  const result = check(
    {
      files: [path],
      cwd: '/soundness',
      settings: {
        integers,
        termination: true,
        arrayIndex: 'hint',
        unknownCalls: 'return-or-throw',
        rounds: 1,
        unfolding: true,
        gate: false,
        verify,
      },
      at: lines.map((line) => ({ file: path, line, column: null })),
    },
    {
      readFile: (name) => {
        if (name === path) return text;
        throw new Error(`no such file: ${name}`);
      },
      readIfPresent: () => undefined,
      progress: () => undefined,
    },
  );
  return printed(result);
}
