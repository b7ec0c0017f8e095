import type { RecordedInput } from '../../launch/input.js';
import { reproduce, type WhenWaiting } from '../../launch/reproduction.js';
import type { AttachConfiguration, LaunchConfiguration } from '../configuration.js';
import { cannotAsk, inputTooLong } from '../errors.js';
import { rerunOf, type Rerun } from './rerun.js';

/** What a program is given that is run again. */
export interface RunAgain {
  readonly input: RecordedInput;
  readonly whenWaiting: WhenWaiting;
}

/** A person needs time to repeat what led to a stop. */
const handTimeoutMs = 600_000;

/** How the program of a configuration is run again: its standard input is what was typed before, and what it waits for is repeated. */
export class Reruns {
  /** Whether the program waits for requests, so that somebody may have to repeat one. */
  isAwaited = false;

  constructor(
    private readonly given: LaunchConfiguration | AttachConfiguration,
    private readonly recorded: () => RecordedInput,
    private readonly print: (text: string) => void,
  ) {}

  /** Throws a sentence when the program cannot be run again. */
  get configuration(): LaunchConfiguration {
    if (this.given.kind === 'attach') throw cannotAsk('Whence runs again what it has launched: this program was attached.');
    return this.given;
  }

  /** How Node is started for another run; throws a sentence when it cannot be. */
  check(): Rerun {
    const rerun = rerunOf(this.configuration);
    if (typeof rerun === 'string') throw cannotAsk(rerun);
    return rerun;
  }

  /** How long a run may take. */
  get timeoutMs(): number {
    const { rerunTimeoutMs, reproduce: command } = this.configuration;
    return this.isAwaited && command === null ? Math.max(rerunTimeoutMs, handTimeoutMs) : rerunTimeoutMs;
  }

  /** `tell` gets what the user is to know while the run goes on. */
  run(tell: (message: string) => void): RunAgain {
    const input = this.recorded();
    if (input.isTooLong) throw inputTooLong();
    return { input, whenWaiting: (port) => this.waits(port, tell) };
  }

  private waits(port: number | null, tell: (message: string) => void): () => void {
    const { reproduce: command, cwd, environment } = this.configuration;
    const where = port === null ? 'The run waits' : `The run listens at port ${port}`;
    if (command !== null) {
      tell(`${where}: “reproduce” is run.`);
      return reproduce({ command, cwd, environment }, port, this.print);
    }
    tell(port === null ? `${where}: if it needs you, repeat what led to the stop.` : `${where}: repeat what led to the stop.`);
    return () => {};
  }
}
