import type { EndedTest, Outcome } from './mocha.mjs';

export class Report {
  readonly tests: readonly EndedTest[];
  readonly failedAtFirst: readonly EndedTest[];
  readonly isGood: boolean;
  tellFailed(outcome: Outcome): { readonly again: readonly string[]; readonly rest: Outcome };
  add(files: readonly string[], outcome: Outcome): void;
  print(options: { readonly slowest: number }): void;
}
