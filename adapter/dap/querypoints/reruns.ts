import type { RecordedInput } from '../../launch/input.js';
import { byHandIn, countOf, type HeardRequests } from '../../launch/heardRequests.js';
import type { Repetition } from '../../launch/repetition.js';
import { reproduce, type WhenWaiting } from '../../launch/reproduction.js';
import type { AttachConfiguration, LaunchConfiguration } from '../configuration.js';
import { cannotAsk, givesWay, inputTooLong, ownConnections } from '../errors.js';
import type { RerunTold } from './protocol.js';
import { rerunOf, type Rerun } from './rerun.js';

/** What a program is given that is run again. */
export interface RunAgain {
  readonly input: RecordedInput;
  readonly whenWaiting: WhenWaiting;
  readonly repetition?: Repetition;
}

/** A person needs time to repeat what led to a stop. */
const handTimeoutMs = 600_000;

/** How the program of a configuration is run again: its standard input is what was typed before, and what it waits for is repeated. */
export class Reruns {
  /** Whether the program holds a port. */
  isAwaited = false;
  private hasEnded = false;

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

  /** How long a run may take to which these are repeated. */
  timeoutMs(requests: HeardRequests): number {
    const { rerunTimeoutMs, reproduce: command } = this.configuration;
    const isByHand = this.isAwaited && command === null && (requests.parts.length === 0 || byHandIn(requests).length > 0);
    return isByHand ? Math.max(rerunTimeoutMs, handTimeoutMs) : rerunTimeoutMs;
  }

  /** `tell` gets what the user is to know while the run goes on. */
  run(requests: HeardRequests, tell: (message: string) => void): RunAgain {
    const input = this.recorded();
    if (input.isTooLong) throw inputTooLong();
    const isRepeated = this.configuration.reproduce === null && requests.servers.size > 0;
    return {
      input,
      whenWaiting: (port) => this.waits(port, requests, tell),
      ...(isRepeated ? { repetition: { requests, tell } } : {}),
    };
  }

  /** What running it again means for a program that has had these requests. */
  told(requests: HeardRequests, isEnded: boolean): RerunTold {
    const isRepeated = this.given.kind === 'launch' && this.given.reproduce === null;
    return { isEnded, repeated: isRepeated ? countOf(requests) : 0, byHand: isRepeated ? byHandIn(requests) : [] };
  }

  /** What the user is told when the program that waits is ended for another run. */
  endingText(requests: HeardRequests): string {
    const { repeated, byHand } = this.told(requests, true);
    const isFirst = !this.hasEnded;
    this.hasEnded = true;
    return [
      givesWay,
      ...(repeated > 0 ? [`${capitalised(repeatedText(repeated))}.`] : []),
      ...(byHand.length > 0 ? [`This could not be recorded, and is asked for in its turn: ${byHand.join('; ')}.`] : []),
      ...(isFirst ? [ownConnections] : []),
    ].join(' ');
  }

  private waits(port: number | null, requests: HeardRequests, tell: (message: string) => void): () => void {
    const { reproduce: command, cwd, environment } = this.configuration;
    const where = port === null ? 'The run waits' : `The run listens at port ${port}`;
    if (command !== null) {
      tell(`${where}: “reproduce” is run.`);
      return reproduce({ command, cwd, environment }, port, this.print);
    }
    const count = countOf(requests);
    if (count > 0) tell(`${where}: ${repeatedText(count)}.`);
    else if (requests.parts.length === 0)
      tell(port === null ? `${where}: if it needs you, repeat what led to the stop.` : `${where}: repeat what led to the stop.`);
    return () => {};
  }
}

/** That so many requests are repeated. */
function repeatedText(count: number): string {
  return count === 1 ? 'the request that it has had is repeated' : `the ${count} requests that it has had are repeated`;
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
