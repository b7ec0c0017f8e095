import { decompress } from 'fzstd';
import * as zlib from 'node:zlib';

const { crc32, gunzipSync, gzipSync } = zlib;

/** What a frame holds. Numbers are those of the file. */
export const FrameKind = {
  head: 1,
  text: 2,
  sites: 3,
  strings: 4,
  objects: 5,
  events: 6,
  marks: 7,
  counts: 8,
  relations: 9,
  threads: 10,
  end: 11,
  part: 12,
} as const;

type FrameKindName = keyof typeof FrameKind;

/** How the content of a frame is stored. */
const Codec = { plain: 0, gzip: 1, zstd: 2 } as const;

type CodecNumber = (typeof Codec)[keyof typeof Codec];

/** "whence", a zero, and the version of the format. */
export const magic = Buffer.from([0x77, 0x68, 0x65, 0x6e, 0x63, 0x65, 0x00, 0x01]);

/** The size of a frame's header in bytes. */
export const headerSize = 20;

/** The longest content of a frame in bytes, as it is stored and as it was: a reader asks for no more memory, whatever a header says. */
const longestContent = 64 * 1024 * 1024;

/** A frame's header: kind, codec, two zeros, stored length, length, CRC-32 of what is stored, CRC-32 of the header before it. */
export interface FrameHeader {
  readonly kind: number;
  readonly codec: number;
  /** In bytes, as it is in the file. */
  readonly stored: number;
  /** In bytes, as it was. */
  readonly length: number;
  readonly checksum: number;
}

/** The frame as bytes, compressed by what this Node has: zstd level 1, else gzip level 1; as it is where that is shorter. */
export function encodeFrame(kind: FrameKindName, content: Buffer): Buffer {
  if (content.length > longestContent) throw new Error(`A frame of ${content.length} bytes is too long.`);
  const [codec, packed] = compressed(content);
  const isShorter = packed.length < content.length;
  const body = isShorter ? packed : content;
  const header = Buffer.alloc(headerSize);
  header[0] = FrameKind[kind];
  header[1] = isShorter ? codec : Codec.plain;
  header.writeUInt32LE(body.length, 4);
  header.writeUInt32LE(content.length, 8);
  header.writeUInt32LE(crc32(body), 12);
  header.writeUInt32LE(crc32(header.subarray(0, 16)), 16);
  return Buffer.concat([header, body]);
}

/** What a header says; null where it is none: damaged, or a length that no frame has. */
export function decodeHeader(bytes: Buffer): FrameHeader | null {
  if (bytes.length < headerSize || bytes.readUInt32LE(16) !== crc32(bytes.subarray(0, 16))) return null;
  const header = {
    kind: bytes[0] ?? 0,
    codec: bytes[1] ?? 0,
    stored: bytes.readUInt32LE(4),
    length: bytes.readUInt32LE(8),
    checksum: bytes.readUInt32LE(12),
  };
  return header.stored <= longestContent && header.length <= longestContent ? header : null;
}

/** The content of a frame; null where what is stored is damaged, or in a codec that is not known. */
export function decodeContent({ codec, length, checksum }: FrameHeader, body: Buffer): Buffer | null {
  if (crc32(body) !== checksum) return null;
  try {
    const content = codec === Codec.plain ? body : decompressed(codec, body, length);
    return content?.length === length ? content : null;
  } catch {
    return null;
  }
}

/** What Node has from 22.15 on; the types that we build with are older. */
const { zstdCompressSync, zstdDecompressSync } = zlib as {
  readonly zstdCompressSync?: (content: Buffer, options: { readonly params: Readonly<Record<number, number>> }) => Buffer;
  readonly zstdDecompressSync?: (content: Buffer, options: { readonly maxOutputLength: number }) => Buffer;
};

/** zstd's own number of the parameter "compression level" (zstd.h, `ZSTD_c_compressionLevel`). */
const compressionLevel = 100;

function compressed(content: Buffer): readonly [CodecNumber, Buffer] {
  if (zstdCompressSync !== undefined) return [Codec.zstd, zstdCompressSync(content, { params: { [compressionLevel]: 1 } })];
  return [Codec.gzip, gzipSync(content, { level: 1 })];
}

function decompressed(codec: number, body: Buffer, length: number): Buffer | null {
  const limit = { maxOutputLength: Math.max(length, 1) };
  if (codec === Codec.gzip) return gunzipSync(body, limit);
  if (codec !== Codec.zstd) return null;
  // A Node without zstd reads what a newer one has written, more slowly. A buffer that is given is never grown.
  return zstdDecompressSync?.(body, limit) ?? Buffer.from(decompress(body, new Uint8Array(length)));
}
