import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** So many numbers are in one piece. */
const pieceSize = 1 << 16;

/** So many pieces are in memory: 64 MB. More are in a file that has no name any more. */
const mostPieces = 256;

/** A number for each event, 0 at first. Memory is bounded: what does not fit is in a file of its own, which goes when it is closed. */
export class EventNumbers {
  private readonly pieces = new Map<number, { readonly numbers: Int32Array; isChanged: boolean }>();
  private readonly written = new Set<number>();
  private file: { readonly descriptor: number; readonly folder: string } | null = null;
  private lastIndex = -1;
  private last: { readonly numbers: Int32Array; isChanged: boolean } | null = null;

  get(event: number): number {
    return this.piece(Math.floor(event / pieceSize)).numbers[event % pieceSize] ?? 0;
  }

  set(event: number, value: number): void {
    const piece = this.piece(Math.floor(event / pieceSize));
    piece.numbers[event % pieceSize] = value;
    piece.isChanged = true;
  }

  close(): void {
    if (this.file === null) return;
    closeSync(this.file.descriptor);
    this.removeName();
    this.file = null;
  }

  /** A file without a name is gone when the process is, however that ends. Windows removes it when it is closed. */
  private removeName(): void {
    try {
      rmSync(this.file?.folder ?? '', { recursive: true, force: true });
    } catch {
      // It is open.
    }
  }

  private piece(index: number): { readonly numbers: Int32Array; isChanged: boolean } {
    if (index === this.lastIndex && this.last !== null) return this.last;
    let piece = this.pieces.get(index);
    if (piece === undefined) {
      if (this.pieces.size >= mostPieces) this.putAway();
      piece = { numbers: this.read(index), isChanged: false };
    } else this.pieces.delete(index);
    this.pieces.set(index, piece);
    this.lastIndex = index;
    return (this.last = piece);
  }

  /** The piece that was asked for longest ago goes into the file. */
  private putAway(): void {
    for (const [index, { numbers, isChanged }] of this.pieces) {
      this.pieces.delete(index);
      if (!isChanged) return;
      if (this.file === null) {
        const folder = mkdtempSync(join(tmpdir(), 'whence-events-'));
        this.file = { folder, descriptor: openSync(join(folder, 'numbers'), 'wx+', 0o600) };
        this.removeName();
      }
      writeSync(this.file.descriptor, numbers, 0, numbers.byteLength, index * pieceSize * 4);
      this.written.add(index);
      return;
    }
  }

  private read(index: number): Int32Array {
    const numbers = new Int32Array(pieceSize);
    if (this.file !== null && this.written.has(index))
      readSync(this.file.descriptor, numbers, 0, numbers.byteLength, index * pieceSize * 4);
    return numbers;
  }
}
