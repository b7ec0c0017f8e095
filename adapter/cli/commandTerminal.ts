import { clearLine, cursorTo } from 'node:readline';

/** Where a command runs and prints; its exit code, which may be set before everything printed has been read. */
export interface Terminal {
  readonly cwd: string;
  out(text: string): void;
  err(text: string): void;
  exit(code: number): void;
  /** Whether standard output shows colours. */
  readonly color: boolean;
  /** Standard error when it is a terminal: the only place where progress is shown. */
  readonly progress: NodeJS.WriteStream | null;
}

/** One line of progress that is rewritten in place and leaves nothing behind. */
export function progressLine({ progress }: Terminal): { show(text: string): void; end(): void } {
  const rewrite = (text: string) => {
    if (progress === null) return;
    clearLine(progress, 0);
    cursorTo(progress, 0);
    progress.write(text.slice(0, (progress.columns || 80) - 1));
  };
  return { show: rewrite, end: () => rewrite('') };
}
