import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';

/** The largest source file that is read, in bytes: one and a half of the largest bundles that are known. */
const maxSourceBytes = 20_000_000;

/** Programs and source maps of a run may be larger. Node itself reads no text of more than 512 MB. */
export const maxProgramBytes = 200_000_000;

/** A file that is there and cannot be read, or must not be; `message` is one sentence for the user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/**
 * The text of a regular file, decoded as UTF-8 or as its byte order mark says; the mark is no part of it. Devices, pipes and sockets are
 * not opened: they may never end, wait for ever, or do something when they are read. Throws `UnreadableFile`.
 */
export function readRegularFile(path: string, maxBytes = maxSourceBytes): string {
  return textOf(readBytes(path, maxBytes));
}

/** The text of a regular file; undefined if there is no such file. A file that cannot be read throws. */
export function readIfThere(path: string, maxBytes = maxSourceBytes): string | undefined {
  let status: Stats | undefined;
  try {
    status = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Of what is behind a folder that is closed to us, it is not known that it is there.
    if (codeOf(error) === 'ELOOP') throw new UnreadableFile(readErrorText(error), { cause: error });
    return undefined;
  }
  if (status === undefined || status.isDirectory()) return undefined;
  return readRegularFile(path, maxBytes);
}

function readBytes(path: string, maxBytes: number): Buffer {
  const descriptor = openRegularFile(path, maxBytes);
  try {
    return readAll(descriptor, fstatSync(descriptor).size, maxBytes);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(readErrorText(error), { cause: error });
  } finally {
    closeSync(descriptor);
  }
}

/** A descriptor for reading a regular file that is not too large; whoever opens it closes it. Throws `UnreadableFile`. */
export function openRegularFile(path: string, maxBytes = maxSourceBytes): number {
  let descriptor: number | null = null;
  try {
    // Asked before it is opened, because opening a device may do something, and after, because it may be another one by then.
    refuseAllBut(statSync(path), maxBytes);
    // A pipe that nobody writes to is opened at once, and found out.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
    refuseAllBut(fstatSync(descriptor), maxBytes);
    return descriptor;
  } catch (error) {
    if (descriptor !== null) closeSync(descriptor);
    throw error instanceof UnreadableFile ? error : new UnreadableFile(readErrorText(error), { cause: error });
  }
}

function refuseAllBut(status: Stats, maxBytes: number): void {
  if (status.isDirectory()) throw new UnreadableFile('It is a folder, not a file.');
  if (!status.isFile()) throw new UnreadableFile(`It is ${kindOf(status)}: only regular files are read.`);
  if (status.size > maxBytes) throw new UnreadableFile(tooLarge(maxBytes));
}

/** Until its end, whatever its size was said to be: files of the system have none, and others grow. */
function readAll(descriptor: number, size: number, maxBytes: number): Buffer {
  let buffer = Buffer.allocUnsafe(Math.max(size, 4096) + 1);
  let length = 0;
  for (;;) {
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, maxBytes + 1));
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += count;
    if (count === 0) return buffer.subarray(0, length);
    if (length > maxBytes) throw new UnreadableFile(tooLarge(maxBytes));
  }
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(2, bytes.length - (bytes.length % 2))
      .swap16()
      .toString('utf16le');
  return bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
}

/** The kind of something that is neither a file nor a folder, in words. */
export function kindOf(status: Pick<Stats, 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice'>): string {
  if (status.isFIFO()) return 'a pipe';
  if (status.isSocket()) return 'a socket';
  return status.isCharacterDevice() || status.isBlockDevice() ? 'a device' : 'no file';
}

function tooLarge(maxBytes: number): string {
  return `It is larger than ${maxBytes / 1_000_000} MB: no larger file is read.`;
}

/** Why something of the file system cannot be read, as one sentence. */
export function readErrorText(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'There is no such file or folder.';
    case 'EACCES':
    case 'EPERM':
      return 'It cannot be read: permission is denied.';
    case 'EISDIR':
      return 'It is a folder, not a file.';
    case 'ELOOP':
      return 'It is a link that leads back to itself.';
    case 'ENAMETOOLONG':
      return 'Its path is too long for the system.';
    default:
      return `It cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
