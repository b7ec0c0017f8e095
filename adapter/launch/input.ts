import type { Readable, Writable } from 'node:stream';

/** Standard input, given to every run alike: what has been read is replayed, what comes later follows. Nobody waits for its end. */
export class ReplayedInput {
  private readonly parts: Buffer[] = [];
  private readonly readers = new Set<Writable>();
  private isEnded = false;
  private isRead = false;

  constructor(private readonly source: Readable | null) {
    this.isEnded = source === null;
  }

  /** Until the returned function is called. */
  feed(reader: Writable): () => void {
    for (const part of this.parts) reader.write(part);
    if (this.isEnded) reader.end();
    else this.readers.add(reader);
    this.read();
    return () => this.readers.delete(reader);
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
