import type { MemorySpan } from '../../events/memorySpan.js';
import type {
  ClassAccessors,
  GeneratedCode,
  KeptEvents,
  ProxyTarget,
  SeenPrototype,
  StoredAgain,
  StoredPrototype,
  ValueReport,
} from '../../events/rows.js';

/**
 * The kind of a parcel that a recorded program ships: a header of eight bytes (kind and length, 32 bits each, little-endian), then the content.
 * Texts are what the file's frame of strings has, but for those over the setting's length, which have a 0. They come before, each by itself: its
 * number (32 bits) and its UTF-16 units.
 */
export const ParcelKind = { json: 1, rows: 2, texts: 3, longText: 4, objects: 5 } as const;

/** Bytes of a new object: number, name of its class, type, name of a function or what it inherits from (32 bits each), first event (a double). They come before the rows that have it. */
export const shippedObjectSize = 24;

/** The types of new objects, by number. */
export const shippedTypes = {
  object: 0,
  function: 1,
  array: 2,
  map: 3,
  set: 4,
  error: 5,
  arguments: 6,
  module: 7,
  proxy: 8,
  global: 9,
  native: 10,
} as const;

/** The content of a parcel of texts, in JSON: numbered from `first`. */
export interface ShippedTexts {
  readonly first: number;
  readonly texts: readonly (string | 0)[];
}

/** The data about all events, shipped once the program ends. */
export interface ShippedRelations extends Omit<KeptEvents, 'rows'> {
  readonly code: readonly GeneratedCode[];
  readonly spans: readonly (MemorySpan & { readonly view: number })[];
  readonly accessors: readonly ClassAccessors[];
  readonly again: readonly StoredAgain[];
  readonly proxies: readonly ProxyTarget[];
  readonly seen: readonly SeenPrototype[];
  readonly stored: readonly StoredPrototype[];
}

/** The contents in JSON. */
export type Parcel =
  /** The heading of the next rows parcel: its first event, the number of rows, and the activations that ran before. */
  | {
      readonly kind: 'about';
      readonly first: number;
      readonly rows: number;
      readonly stack: readonly number[];
      /** Since the beginning, in milliseconds. */
      readonly ms: number;
    }
  | { readonly kind: 'relations'; readonly relations: ShippedRelations }
  /** An exception that nobody catches ends the program; `time`: how many rows were recorded before. */
  | { readonly kind: 'uncaught'; readonly value: ValueReport; readonly time: number }
  /** Sites that have used their budget. */
  | { readonly kind: 'counts'; readonly counts: readonly CountedPassages[] }
  /** The threads and processes that the program has started and nobody records. */
  | { readonly kind: 'unrecorded'; readonly threads: number; readonly children: number };

/** A site that has used its budget. */
export interface CountedPassages {
  readonly site: number;
  /** From which passage on it was only counted, and how many there were. */
  readonly from: number;
  readonly total: number;
  /** How many events there were when the last call ended of which nothing stays; 0: there is none, or it is no site of calls. */
  readonly until: number;
}
