import { record, type Recording } from '../../operations/record.js';
import { ReplayedInput } from '../../operations/programs.js';
import type { LaunchConfiguration } from '../configuration.js';
import { cannotAsk } from '../errors.js';
import type { DapServer } from '../protocol.js';
import type { Progresses } from '../querypoints/progress.js';
import { rerunOf } from '../querypoints/rerun.js';

/** Everything is recorded, so that every question can be answered; values under telling names are kept as type and length. */
const settings = { include: [], exclude: [], values: 'all', budget: null, strings: 4096, redaction: true } as const;

/** Runs the program of a launch configuration and records it, until it ends or is ended. Rejects with a sentence for the user. */
export class RecordedLaunch {
  private readonly ending = new AbortController();

  constructor(
    private readonly configuration: LaunchConfiguration,
    private readonly runtime: string,
    private readonly server: DapServer,
    private readonly progresses: Progresses,
  ) {}

  /** Gives the recording's file. */
  async run(): Promise<string> {
    const program = rerunOf(this.configuration);
    if (typeof program === 'string') throw cannotAsk(program.replace(/^Whence runs a program again/, 'Whence records a program'));
    const name = this.configuration.program?.split(/[\\/]/).at(-1) ?? 'the program';
    const recordings = await this.progresses.during(`Whence: recording ${name}`, new AbortController().signal, (signal) => {
      // Whoever cancels the progress wants to see what there is.
      signal.addEventListener('abort', () => this.ending.abort());
      return record(
        { program, settings, labels: {}, out: null, isForced: false },
        {
          runtime: this.runtime,
          output: { tell: (category, output) => this.server.event('output', { category, output }) },
          input: new ReplayedInput(null),
          signal: this.ending.signal,
          onProgress: () => {},
        },
      );
    });
    const [first] = recordings;
    if (first === undefined) throw cannotAsk('Nothing was recorded.');
    this.server.event('output', { category: 'console', output: told(first) });
    for (const other of recordings.slice(1)) this.server.event('output', { category: 'console', output: told(other) });
    return first.file;
  }

  /** Ends the program; what it did until now is recorded. */
  end(): void {
    this.ending.abort();
  }
}

function told({ file, events }: Recording): string {
  return `Recorded ${events.toLocaleString('en')} events: ${file}\n`;
}
