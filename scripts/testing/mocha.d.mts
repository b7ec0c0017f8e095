/** A test that has ended, or what stands for one that could not. */
export interface EndedTest {
  readonly kind: 'passed' | 'failed';
  readonly file: string;
  readonly title: string;
  readonly ms: number;
  readonly error?: string;
}

export interface Outcome {
  readonly tests: readonly EndedTest[];
  readonly milliseconds: Readonly<Record<string, number>>;
  readonly cpu: Readonly<Record<string, number>>;
  /** All that the process has printed. */
  readonly output: string;
  /** Files to be run once more, because the process was lost in another one. */
  readonly unknown: readonly string[];
  readonly notes?: readonly string[];
}

export function runMocha(
  files: readonly string[],
  environment?: Readonly<Record<string, string>>,
  patience?: { readonly graceMs: number; readonly leaveMs: number },
): Promise<Outcome>;
