import { apply } from '../runtime/realm/intrinsics.js';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Readable } from 'node:stream';
import { disguise, type Callable } from '../runtime/realm/disguise.js';
import { ownWork } from '../runtime/realm/ownWork.js';
import { whenTaken } from './standardStreams.js';

/** Hears of every part that the program takes from its standard input, before the program sees it; null: the input has ended. */
export type Taker = (part: Uint8Array | null) => void;

/** Runs before the program. Both ways are heard, the stream and reading at once; what the program gets stays the same. */
export function tapInput(taken: Taker): void {
  whenTaken('stdin', (stream) => {
    // A file is read by the functions below.
    if (!(stream instanceof fs.ReadStream)) tapStream(stream as Readable, taken);
  });
  disguise(fs, 'readSync', (original) => tapped(original, (args, count) => taken(partRead(args, Number(count)))));
  disguise(fs, 'readFileSync', (original) =>
    tapped(original, ([, options], text) => {
      const encoding = typeof options === 'string' ? options : (options as { encoding?: string } | null | undefined)?.encoding;
      taken(typeof text === 'string' ? Buffer.from(text, encoding as BufferEncoding) : (text as Uint8Array));
      taken(null);
    }),
  );
  syncBuiltinESMExports();
}

function tapStream(stream: Readable, taken: Taker): void {
  const { push } = stream;
  const value = (part: unknown, encoding?: BufferEncoding) => {
    ownWork(() => taken(part === null ? null : typeof part === 'string' ? Buffer.from(part, encoding) : (part as Uint8Array)));
    return apply(push, stream, [part, encoding]) as boolean;
  };
  Object.defineProperty(stream, 'push', { value, configurable: true, writable: true, enumerable: false });
}

/** A method, which like the original is no constructor. */
function tapped(original: Callable, seen: (args: readonly unknown[], result: unknown) => void): Callable {
  return {
    method(this: unknown, ...args: unknown[]): unknown {
      const result: unknown = apply(original, this, args);
      if (args[0] === 0 || args[0] === '/dev/stdin') ownWork(() => seen(args, result));
      return result;
    },
  }.method;
}

/** What `readSync` has put into its buffer. */
function partRead([, buffer, at]: readonly unknown[], count: number): Uint8Array | null {
  if (count === 0) return null;
  const { buffer: memory, byteOffset } = buffer as Uint8Array;
  const offset = typeof at === 'object' ? Number((at as { offset?: number } | null)?.offset ?? 0) : Number(at ?? 0);
  return new Uint8Array(memory, byteOffset + offset, count);
}
