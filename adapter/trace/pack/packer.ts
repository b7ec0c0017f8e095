import type { Site } from '../../instrument/site.js';
import type { RecordSettings, TraceEnd, TraceHead, TraceText, TraceThread } from '../format/contents.js';
import { jsonFrame } from '../format/encode.js';
import { magic } from '../format/frameBytes.js';
import { ThreadPacker } from './threadPacker.js';

/** What is reported of a thread when it begins. */
export type BegunThread = Pick<TraceThread, 'number' | 'parent'>;

/** What one process of a recorded program ships becomes frames of a file. */
export class Packer {
  /** How many events were packed. */
  events = 0;
  private readonly threads = new Map<number, { thread: TraceThread; readonly packer: ThreadPacker }>();
  private readonly texts = new Set<string>();

  /** @param write Appends to the file. */
  constructor(
    private readonly settings: RecordSettings,
    private readonly write: (bytes: Buffer) => void,
  ) {}

  begin(head: TraceHead): void {
    this.write(Buffer.concat([magic, jsonFrame('head', head)]));
  }

  /** A text that is about to run; several threads may run it. */
  text(text: TraceText): void {
    const about = `${text.path}\0${text.source}`;
    if (this.texts.has(about)) return;
    this.texts.add(about);
    this.write(jsonFrame('text', text));
  }

  sites(path: string, first: number, sites: readonly Site[]): void {
    if (sites.length > 0) this.write(jsonFrame('sites', { path, first, sites }));
  }

  /** A thread begins: the main one, number 0, first. Its parcels are for what is returned. */
  thread({ number, parent }: BegunThread): ThreadPacker {
    const packer = new ThreadPacker(number, this.settings, this.write, {
      packed: () => this.events,
      pack: (rows) => (this.events += rows),
    });
    const name = number === 0 ? 'main' : `worker ${number}`;
    this.threads.set(number, { thread: { number, name, parent, started: this.events, ended: null, status: 'running' }, packer });
    if (this.threads.size > 1) this.writeThreads();
    return packer;
  }

  /** A thread has ended; `code` is null where it was ended. */
  threadEnded(number: number, code: number | null): void {
    const known = this.threads.get(number);
    if (known === undefined || known.thread.ended !== null) return;
    known.packer.end();
    const { uncaught } = known.packer;
    const status = uncaught !== null || (code ?? 0) !== 0 ? 'failed' : 'exited';
    known.thread = { ...known.thread, ended: this.events, status, ...(uncaught === null ? {} : { uncaught }) };
    if (this.threads.size > 1) this.writeThreads();
  }

  /** How many threads there are in the file. */
  get threadCount(): number {
    return this.threads.size;
  }

  /**
   * The process has ended. `complete`: nothing of it is missing but what the settings leave out. Processes that it has started are
   * missing unless they have files of their own.
   */
  end(end: Pick<TraceEnd, 'code' | 'signal'>, areChildrenFollowed = false): TraceEnd {
    const isOver = end.signal === null && end.code !== null;
    for (const { thread } of this.threads.values()) if (thread.number > 0 && isOver) this.threadEnded(thread.number, null);
    this.threadEnded(0, isOver ? end.code : 1);
    const packers = [...this.threads.values()].map(({ packer }) => packer);
    const [main] = packers;
    const told = packers.flatMap(({ unrecorded }) => unrecorded ?? []);
    const sum = (count: 'threads' | 'children') => told.reduce((all, one) => all + one[count], 0);
    const threads = Math.max(0, sum('threads') - (this.threads.size - 1));
    const unrecorded = (main?.unrecorded ?? null) === null ? null : { threads, children: areChildrenFollowed ? 0 : sum('children') };
    const isAlone = unrecorded !== null && unrecorded.threads + unrecorded.children === 0;
    const complete = packers.every(({ isWhole }) => isWhole) && isAlone;
    const whole = {
      ...end,
      uncaught: main?.uncaught ?? null,
      events: this.events,
      ...(unrecorded === null ? {} : { unrecorded }),
      complete,
    };
    this.write(jsonFrame('end', whole));
    return whole;
  }

  private writeThreads(): void {
    this.write(
      jsonFrame(
        'threads',
        [...this.threads.values()].map(({ thread }) => thread),
      ),
    );
  }
}
