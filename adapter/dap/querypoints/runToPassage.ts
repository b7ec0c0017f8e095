import type { Debugger, Runtime } from 'node:inspector';
import type { scriptUrl } from '../breakpoints.js';
import type { LaunchConfiguration } from '../configuration.js';
import type { Debuggee, DebuggeeListener } from '../debuggee.js';
import { cannotAsk } from '../errors.js';
import type { Script } from '../script.js';
import type { Target } from '../target.js';
import type { RunAgain } from './reruns.js';

/** The passage that a program is brought to: the n-th one of a place in the text that V8 runs; line and column from 1. */
export interface WantedPassage {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly passage: number;
}

/** The listener of a debuggee, which is replaced when the program has arrived. */
export class Relay implements DebuggeeListener {
  constructor(private listener: DebuggeeListener) {}

  to(listener: DebuggeeListener): void {
    this.listener = listener;
  }

  attached = (target: Target) => this.listener.attached(target);
  output = (category: 'stdout' | 'stderr' | 'important', text: string) => this.listener.output(category, text);
  over = (exitCode: number | null) => this.listener.over(exitCode);
  runInTerminal: DebuggeeListener['runInTerminal'] = (...args) => this.listener.runInTerminal(...args);
  paused = (target: Target, pause: Debugger.PausedEventDataType) => this.listener.paused(target, pause);
  parsed = (script: Script) => this.listener.parsed(script);
  resumed = (target: Target) => this.listener.resumed(target);
  resolved = (target: Target, id: string, location: Debugger.Location) => this.listener.resolved(target, id, location);
  printed = (target: Target, call: Runtime.ConsoleAPICalledEventDataType) => this.listener.printed(target, call);
  thrown = (target: Target, details: Runtime.ExceptionDetails) => this.listener.thrown(target, details);
  ended = (target: Target) => this.listener.ended(target);
}

/** A program that runs to a passage: it stops nowhere but at one passage of one place, and what it prints was printed before. */
export class RunToPassage implements DebuggeeListener {
  /** Settles when it waits there; rejects with a sentence. */
  readonly arrived: Promise<{ readonly target: Target; readonly pause: Debugger.PausedEventDataType }>;
  private arrive: (at: { readonly target: Target; readonly pause: Debugger.PausedEventDataType }) => void = () => {};
  private fail: (reason: unknown) => void = () => {};
  private breakpointId: string | null = null;

  constructor(
    private readonly at: WantedPassage,
    private readonly script: ReturnType<typeof scriptUrl>,
    private readonly isMain: (target: Target) => boolean,
  ) {
    this.arrived = new Promise((resolve, reject) => {
      this.arrive = resolve;
      this.fail = reject;
    });
    this.arrived.catch(() => {}); // it may fail before someone waits for it
  }

  async attached(target: Target): Promise<void> {
    if (this.breakpointId !== null || !this.isMain(target)) return;
    const { line, column, passage } = this.at;
    const position = { lineNumber: line - 1, columnNumber: column - 1, condition: passageTest(passage) };
    const { breakpointId } = await target.client.send('Debugger.setBreakpointByUrl', { ...this.script, ...position });
    this.breakpointId = breakpointId;
  }

  paused(target: Target, pause: Debugger.PausedEventDataType): void {
    const { breakpointId } = this;
    if (breakpointId === null || pause.hitBreakpoints?.includes(breakpointId) !== true) {
      void target.go('Debugger.resume').catch(() => {});
      return;
    }
    target.client
      .send('Debugger.removeBreakpoint', { breakpointId })
      .then(() => this.arrive({ target, pause }))
      .catch((error: unknown) => this.fail(error));
  }

  over(): void {
    this.fail(cannotAsk('The program ended before it came there again.'));
  }

  output(): void {}
  parsed(): void {}
  resumed(): void {}
  resolved(): void {}
  printed(): void {}
  thrown(): void {}
  ended(): void {}

  runInTerminal(): Promise<null> {
    return Promise.reject(new Error('it runs beside the terminal'));
  }
}

/** True at one passage. The count is kept in the program, out of its sight as far as that goes. */
function passageTest(passage: number): string {
  return `((g,s)=>++(g[s]??Object.defineProperty(g,s,{value:{n:0},configurable:true})[s]).n===${passage})(globalThis,Symbol.for("whence.passages"))`;
}

/** Brings a program to a passage; when that is cancelled or fails, no process is left. */
export async function runToPassage(
  debuggee: Debuggee,
  configuration: LaunchConfiguration,
  again: RunAgain,
  run: RunToPassage,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<{ readonly target: Target; readonly pause: Debugger.PausedEventDataType }> {
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('cancelled')));
    timer = setTimeout(
      () => reject(cannotAsk(`The program did not come there within ${timeoutMs / 1000} seconds: raise “rerunTimeout”.`)),
      timeoutMs,
    );
  });
  try {
    // Beside the one that waits in a terminal there is no other.
    await Promise.race([debuggee.launch({ ...configuration, console: 'internalConsole', stopOnEntry: false }, again), cut]);
    return await Promise.race([run.arrived, cut]);
  } catch (error) {
    await debuggee.end('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
