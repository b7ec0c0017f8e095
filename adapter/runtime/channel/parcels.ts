import type { MemorySpan } from '../../events/memorySpan.js';
import type { GeneratedCode, KeptEvents, ValueReport } from '../../events/rows.js';

/** The kind of a parcel that a recorded program ships: a header of eight bytes (kind and length, 32 bits each, little-endian), then the content. */
export const ParcelKind = { json: 1, rows: 2 } as const;

/** The data about all events, shipped once the program ends. */
export interface ShippedRelations extends Omit<KeptEvents, 'rows'> {
  readonly code: readonly GeneratedCode[];
  readonly spans: readonly (MemorySpan & { readonly view: number })[];
}

/** The contents in JSON. */
export type Parcel =
  /** The heading of the next rows parcel: its first event, the number of rows, the activations that ran before, and the new objects. */
  | {
      readonly kind: 'about';
      readonly first: number;
      readonly rows: number;
      readonly stack: readonly number[];
      readonly objects: readonly { readonly number: number; readonly className: number; readonly type: string; readonly event: number }[];
      /** Since the beginning, in milliseconds. */
      readonly ms: number;
    }
  /** Texts, numbered from `first`; `values`: which of them are no keys, by index. */
  | { readonly kind: 'texts'; readonly first: number; readonly texts: readonly string[]; readonly values: readonly number[] }
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
