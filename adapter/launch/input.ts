import type { Readable, Writable } from 'node:stream';
import type { ProgramTells } from '../runtime/channel/messages.js';

/** The source of a process's standard input. */
export interface ProgramInput {
  /** Whether the process must say what it takes, because a part only follows when the one before was taken. */
  readonly isPaced: boolean;
  readonly isTerminal: boolean;
  feed(reader: Writable): Feeding;
}

/** One process that is fed. */
export interface Feeding {
  /** The process has taken a part. */
  taken(): void;
  /** It has had nothing to do for so long since. */
  idle(ms: number): void;
  stop(): void;
}

/** Our own standard input, given to every run alike: what has been read is replayed, what comes later follows. Nobody waits for its end. */
export class ReplayedInput implements ProgramInput {
  readonly isPaced = false;
  readonly isTerminal = false;
  private readonly parts: Buffer[] = [];
  private readonly readers = new Set<Writable>();
  private isEnded = false;
  private isRead = false;

  constructor(private readonly source: Readable | null) {
    this.isEnded = source === null;
  }

  feed(reader: Writable): Feeding {
    for (const part of this.parts) reader.write(part);
    if (this.isEnded) reader.end();
    else this.readers.add(reader);
    this.read();
    return { taken: () => {}, idle: () => {}, stop: () => this.readers.delete(reader) };
  }

  /** Lets the process end although input may still come. */
  close(): void {
    this.source?.destroy();
  }

  private read(): void {
    if (this.isRead || this.source === null) return;
    this.isRead = true;
    this.source.on('data', (part: Buffer) => {
      this.parts.push(part);
      for (const reader of this.readers) reader.write(part);
    });
    this.source.on('end', () => this.end());
    this.source.on('error', () => this.end());
  }

  private end(): void {
    this.isEnded = true;
    for (const reader of this.readers) reader.end();
    this.readers.clear();
  }
}

/** More is not kept. */
const mostBytes = 1 << 26;

/** Between two parts there is at most so long a pause as there was, so that what the program does between them is done. */
const longestPauseMs = 100;

/** A program that was to be idle before the next part gets it after this time although it is not: it may read without a turn of its loop. */
const longestWorkMs = 2000;

interface Part {
  readonly data: Buffer;
  /** Since the part before it. */
  readonly pauseMs: number;
  /** So long of it the program had nothing to do. */
  readonly idleMs: number;
}

/** The standard input that a debugged program has taken, part by part, as it is given to later runs. */
export class RecordedInput implements ProgramInput {
  readonly isPaced = true;
  isTerminal = false;
  private readonly parts: Part[] = [];
  private bytes = 0;
  private idleMs = 0;
  private lastMs = Date.now();

  /** `isEnded`: there is none, and never will be. */
  constructor(private isEnded: boolean) {}

  /** Whether there was so much that it cannot be given again. */
  get isTooLong(): boolean {
    return this.bytes > mostBytes;
  }

  record({ data, isTerminal }: ProgramTells & { readonly kind: 'input' }): void {
    this.isTerminal ||= isTerminal;
    if (data === null) this.isEnded = true;
    const part = Buffer.from(data ?? '', 'base64');
    this.bytes += part.length;
    const now = Date.now();
    const pauseMs = Math.min(now - this.lastMs, longestPauseMs);
    if (data !== null && !this.isTooLong) this.parts.push({ data: part, pauseMs, idleMs: this.idleMs });
    this.lastMs = now;
    this.idleMs = 0;
  }

  /** The program has had nothing to do for so long since it took the last part. */
  idle(ms: number): void {
    this.idleMs = ms;
  }

  feed(reader: Writable): Feeding {
    const parts = [...this.parts];
    const { isEnded } = this;
    let timer: NodeJS.Timeout | undefined;
    let isTaken = false;
    const next = () => {
      isTaken = false;
      clearTimeout(timer);
      const part = parts.shift();
      if (part !== undefined) reader.write(part.data);
      // A terminal that was closed stays so; one that was not may be read on, and has nothing.
      if (parts.length === 0 && isEnded) reader.end();
    };
    next();
    return {
      taken: () => {
        const [part] = parts;
        isTaken = true;
        clearTimeout(timer);
        if (part !== undefined) timer = setTimeout(next, part.idleMs > 0 ? longestWorkMs : part.pauseMs);
      },
      idle: (ms) => {
        const [part] = parts;
        if (isTaken && part !== undefined && part.idleMs > 0 && ms >= part.idleMs) next();
      },
      stop: () => clearTimeout(timer),
    };
  }
}
