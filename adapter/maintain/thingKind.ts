import { KeptMap } from './keptCollections.js';

/** What is true of an object for ever, or seldom changes. */
export interface ThingFacts {
  /** What `typeof` says of it. */
  readonly type: 'object' | 'function';
  readonly isArray: boolean;
  /** Whether it is an array, a Set or a Map that is followed as one. */
  readonly isContainer: boolean;
}

/** No index has a place in the thing itself: its place is empty, or has what there is no room for elsewhere. */
const noIndex = -1;
export const inRest = -2;

/** Sets with larger numbers are not noted in kinds. */
export const mostBits = 24;

/** So many indexes may have the place that a thing has for one. */
const mostIndexes = 62;

/**
 * What many things have in common, so that each keeps one reference for all of it. It does not change: a thing of which something else becomes true
 * gets another kind.
 */
export class ThingKind {
  /**
   * @param sets The sets that the thing is in, as bits, as far as their numbers are small.
   * @param index The index of which the thing itself keeps what leads to it; `inRest`.
   * @param variants The kinds with the same facts.
   */
  constructor(
    readonly facts: ThingFacts,
    readonly sets = 0,
    readonly index: number = noIndex,
    private readonly variants: KeptMap<number, ThingKind> = new KeptMap(),
  ) {
    variants.set(keyOf(sets, index), this);
  }

  /** The kind that differs in this alone. */
  with(sets: number, index: number): ThingKind {
    if (sets === this.sets && index === this.index) return this;
    return this.variants.get(keyOf(sets, index)) ?? new ThingKind(this.facts, sets, index, this.variants);
  }

  /** Whether the thing's place may become that of an index. */
  canTake(index: number): boolean {
    return this.index === noIndex && index < mostIndexes;
  }
}

const keyOf = (sets: number, index: number): number => sets * (mostIndexes + 2) + index + 2;
