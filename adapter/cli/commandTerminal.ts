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

/** After so long the line says for how long its text has been shown. */
const longSeconds = 2;

/** One line of progress that is rewritten in place and leaves nothing behind. */
export function progressLine({ progress }: Pick<Terminal, 'progress'>): { show(text: string): void; end(): void } {
  let timer: NodeJS.Timeout | null = null;
  const rewrite = (text: string): void => {
    if (progress === null) return;
    clearLine(progress, 0);
    cursorTo(progress, 0);
    progress.write(text.slice(0, (progress.columns || 80) - 1));
  };
  const show = (text: string): void => {
    if (timer !== null) clearInterval(timer);
    rewrite(text);
    let seconds = 0;
    const tick = (): void => {
      seconds++;
      if (seconds >= longSeconds) rewrite(`${seconds} s ${text}`);
    };
    if (text !== '' && progress !== null) timer = setInterval(tick, 1000).unref();
  };
  return { show, end: () => show('') };
}
