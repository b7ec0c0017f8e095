import { maxProgramBytes, readRegularFile } from '../../../server/files/regularFile.js';
import { eraseTypes } from '../../../server/syntax/types/eraseTypes.js';
import { wholeMapOf } from '../../instrument/mapping.js';
import type { Plan } from '../../instrument/plan.js';
import { isInFull } from '../../instrument/recordedActivities.js';
import type { FromDebuggee, Lanes, ToDebuggee } from '../../runtime/channel/messages.js';
import type { TraceHead } from '../../trace/format/contents.js';
import { Packer } from '../../trace/pack/packer.js';
import type { WrittenFile } from './writtenFile.js';

/** How a process ended; both null: nobody knows. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** One file that was written, as `whence.record/1` reports it. */
export interface Recording {
  readonly file: string;
  readonly pid: number;
  readonly program: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly exit: Exit;
  readonly events: number;
  readonly bytes: number;
  readonly threads: number;
  /** What the program has started besides, which is only counted; null: the program did not come to its end. */
  readonly unrecorded: { readonly threads: number; readonly children: number } | null;
  readonly complete: boolean;
}

/** What the threads of a process are told to do. */
export interface RecordedThreads {
  readonly plan: Plan;
  readonly lanes: Lanes | null;
  /** A process that one of them has started has ended. */
  childEnded(pid: number, exit: Exit): void;
}

/** One thread of it, for whoever hears it. */
export interface RecordedThread {
  message(message: FromDebuggee): void;
  rows(bytes: Buffer): void;
  ended(): void;
}

/** One process of a recorded program: what its threads say goes to one file. */
export class RecordedProcess {
  private readonly packer: Packer;
  private readonly sources = new Map<string, string>();
  /** Threads whose connections are open. */
  private open = 0;
  private hasBegun = false;
  private recording: Recording | null = null;
  exit: Exit | null = null;

  constructor(
    private readonly file: WrittenFile,
    private readonly head: Omit<TraceHead, 'node'>,
    private readonly threads: RecordedThreads,
  ) {
    this.packer = new Packer(head.settings, (bytes) => file.write(bytes));
  }

  get pid(): number {
    return this.head.pid;
  }

  /** A thread begins, of which no other has the number; 0: the main one. */
  thread(number: number, parent: number | null, send: (message: ToDebuggee) => void): RecordedThread {
    const packed = this.packer.thread({ number, parent });
    let code: number | null = null;
    this.open++;
    return {
      message: (message) => {
        if (message.kind === 'ended') code = message.code;
        if (message.kind === 'ended' && number === 0) this.exit = { code, signal: null };
        void this.heard(message, send);
      },
      rows: (bytes) => packed.take(bytes),
      ended: () => {
        this.open--;
        if (number > 0) this.packer.threadEnded(number, code);
      },
    };
  }

  /** Whether nothing more comes from it. */
  get isOver(): boolean {
    return this.open === 0;
  }

  /** It has ended, and all that it has said was heard. */
  finish(exit: Exit): Recording {
    if (this.recording !== null) return this.recording;
    const { head, file, packer } = this;
    const { lanes } = this.threads;
    const end = packer.end(exit, lanes !== null && lanes.option !== null);
    const { pid, program, labels } = head;
    const { events, unrecorded = null, complete } = end;
    file.close();
    this.recording = {
      file: file.path,
      pid,
      program,
      labels,
      exit,
      events,
      bytes: file.bytes,
      threads: packer.threadCount,
      unrecorded,
      complete,
    };
    return this.recording;
  }

  /** Why the file is not whole, as a sentence; null: it is. */
  get failure(): string | null {
    return this.file.failure;
  }

  private async heard(message: FromDebuggee, send: (message: ToDebuggee) => void): Promise<void> {
    const { plan, lanes } = this.threads;
    switch (message.kind) {
      case 'hello':
        if (!this.hasBegun) this.packer.begin({ ...this.head, node: message.node });
        this.hasBegun = true;
        send({
          kind: 'begin',
          plan,
          looks: [],
          exceptions: { isNumbered: false, stop: null, isWatched: false },
          pinned: null,
          ...(lanes === null ? {} : { lanes }),
        });
        break;
      case 'text': {
        const { path, firstSite, sites } = message;
        const source = message.isMore === true ? null : (message.source ?? this.sources.get(path) ?? textOfFile(path));
        const file = message.source === null ? null : textOfFile(path);
        const isFile = message.source === null && !this.sources.has(path);
        const isByCalls = plan.recording !== null && !isInFull(plan.recording, path);
        const map = source === null ? null : wholeMapOf(source, path);
        const about = { ...(file === null ? {} : { file }), ...(map === null ? {} : { map }), ...(isByCalls ? { byCalls: true } : {}) };
        if (source !== null) this.packer.text({ path, source, isFile, ...about });
        this.packer.sites(path, firstSite, sites);
        break;
      }
      case 'erase': {
        const text = await eraseTypes(message.text, message.path, message.format);
        this.sources.set(message.path, text);
        send({ kind: 'erased', text });
        break;
      }
      case 'childEnded':
        this.threads.childEnded(message.pid, { code: message.code, signal: message.signal });
        break;
    }
  }
}

/** As Node hands it to V8: without the mark of its encoding. */
function textOfFile(path: string): string | null {
  try {
    return readRegularFile(path, maxProgramBytes);
  } catch {
    return null;
  }
}
