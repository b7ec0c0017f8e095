import type { GeneratedCode, KeptEvents, ValueReport } from '../../events/rows.js';

/** What a recorded program ships: a header of eight bytes (kind and length, 32 bits each, little-endian), and the content. */
export const ParcelKind = { json: 1, rows: 2 } as const;

/** What belongs to all events, once the program ends. */
export interface ShippedRelations extends Omit<KeptEvents, 'rows'> {
  readonly code: readonly GeneratedCode[];
}

/** The contents in JSON. */
export type Parcel =
  /** What the next rows parcel needs: its first event, how many rows it has, the activations that ran before, the objects that are new. */
  | {
      readonly kind: 'about';
      readonly first: number;
      readonly rows: number;
      readonly stack: readonly number[];
      readonly objects: readonly { readonly number: number; readonly className: number; readonly type: string; readonly event: number }[];
      /** Since the beginning, in milliseconds. */
      readonly ms: number;
    }
  /** Texts, numbered from `first`. */
  | { readonly kind: 'texts'; readonly first: number; readonly texts: readonly string[] }
  | { readonly kind: 'relations'; readonly relations: ShippedRelations }
  /** An exception that nobody catches ends the program; `time`: how many rows were recorded before. */
  | { readonly kind: 'uncaught'; readonly value: ValueReport; readonly time: number }
  /** Sites that have used their budget. */
  | { readonly kind: 'counts'; readonly counts: readonly { readonly site: number; readonly from: number; readonly total: number }[] }
  /** What the program has started and nobody records. */
  | { readonly kind: 'unrecorded'; readonly threads: number; readonly children: number };
