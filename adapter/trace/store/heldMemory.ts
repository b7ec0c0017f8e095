import { FrameKind, type FrameHeader } from '../format/frameBytes.js';

/**
 * Numbers of texts, sites and objects are handed out one after the other, to threads in blocks. So the highest is at most so much above how
 * many there are: what threads have not used yet, and what was damaged. More is a lie that would cost memory.
 */
export const mostGap = 1 << 20;

/** More than these bytes of what is read at once (texts, sites, strings, relations) no reader holds, whatever the file asks for. */
const mostBytes = 1 << 30;

/** What one item costs beside its text: an object, its place in lists and maps. */
const bytesOfItem = 64;

/** How many bytes a byte of JSON may become. Frames of which a later one replaces what an earlier one says are not counted. */
const bytesByKind: Readonly<Record<number, number>> = {
  [FrameKind.text]: 1,
  [FrameKind.sites]: 1,
  [FrameKind.strings]: 1,
  [FrameKind.marks]: 10,
  [FrameKind.relations]: 3,
  [FrameKind.part]: 3,
};

/** How much memory the contents of a file take, as far as they are held while it is open. */
export class HeldMemory {
  private bytes = 0;

  /** Whether there is room for a frame; it is taken then. */
  take({ kind, length }: FrameHeader): boolean {
    return this.takeBytes((bytesByKind[kind] ?? 0) * length);
  }

  /** The same for items of a frame. */
  takeItems(count: number): boolean {
    return this.takeBytes(count * bytesOfItem);
  }

  private takeBytes(bytes: number): boolean {
    if (this.bytes + bytes > mostBytes) return false;
    this.bytes += bytes;
    return true;
  }
}
