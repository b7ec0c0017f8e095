import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { decodeContent, decodeHeader, headerSize, magic, type FrameHeader } from './frameBytes.js';

/** One frame of a file, by where its content is. */
export interface FramePlace extends FrameHeader {
  readonly offset: number;
}

/** More frames no file has that somebody recorded: a day has a million. A reader holds the headers of no more. */
const mostFrames = 1 << 21;

/** Why a file cannot be read as a trace: one sentence. */
export class NoTrace extends Error {
  override readonly name = 'NoTrace';
}

/** A trace file that is open for reading. Only headers are held; a content is read when it is asked for. */
export class TraceFile {
  readonly frames: readonly FramePlace[];
  /** Bytes at the end, or behind damage, that are no whole frame. */
  readonly unreadable: number;
  /** Whether they are the beginning of a frame: who wrote the file was ended there, and all before it is whole. */
  readonly isCut: boolean;
  private readonly descriptor: number;

  /** @throws NoTrace where the file cannot be opened, is something else, or newer. */
  constructor(readonly path: string) {
    this.descriptor = opened(path);
    try {
      const { size } = fstatSync(this.descriptor);
      requireMagic(this.bytes(0, magic.length), path);
      const frames: FramePlace[] = [];
      let at = magic.length;
      let header = decodeHeader(this.bytes(at, headerSize));
      while (header !== null && at + headerSize + header.stored <= size && frames.length < mostFrames) {
        frames.push({ ...header, offset: at + headerSize });
        at += headerSize + header.stored;
        header = decodeHeader(this.bytes(at, headerSize));
      }
      this.frames = frames;
      this.unreadable = size - at;
      this.isCut = frames.length < mostFrames && (header !== null || this.unreadable < headerSize);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The content of a frame; null where it is damaged. */
  content(place: FramePlace): Buffer | null {
    return decodeContent(place, this.bytes(place.offset, place.stored));
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private bytes(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    let done = 0;
    while (done < length) {
      const count = readSync(this.descriptor, bytes, done, length - done, at + done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  }
}

function opened(path: string): number {
  let descriptor: number;
  try {
    // A pipe that nobody writes to is opened at once, and found out.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
  } catch (error) {
    throw new NoTrace(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`);
  }
  const status = fstatSync(descriptor);
  if (status.isFile()) return descriptor;
  closeSync(descriptor);
  if (status.isDirectory()) throw new NoTrace(`${path} is a folder: name one recording. All that are in it are asked by whence query.`);
  throw new NoTrace(`${path} is no file.`);
}

function requireMagic(found: Buffer, path: string): void {
  if (found.equals(magic)) return;
  const isOurs = found.length === magic.length && found.subarray(0, magic.length - 1).equals(magic.subarray(0, magic.length - 1));
  const version = found[magic.length - 1] ?? 0;
  if (isOurs && version > (magic[magic.length - 1] ?? 0))
    throw new NoTrace(`${path} is a trace of a newer version (${version}) of Whence.`);
  throw new NoTrace(`${path} is no trace of Whence.`);
}
