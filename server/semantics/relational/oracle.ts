import * as maps from '../../base/intMap.js';
import * as zones from '../../lattice/zone.js';
import type { Range, Zone } from '../../lattice/zone.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';
import { isSum, valueOf } from './packs.js';
import type { Dimension, FunctionPacks } from './packs.js';
import { isOpen, open, rangeOf } from './relations.js';

/** Σ coefficient · dimension. */
export type Terms = ReadonlyMap<Dimension, number>;

/** Sums of more summands than this are bounded by their ranges alone. */
const mostSummands = 6;
const exactIntegers: Range = { min: -zones.largest, max: zones.largest };

/** The bounds of sums of dimensions in one state, by their ranges and their relations. */
export class Oracle {
  readonly packs: FunctionPacks;
  private readonly ranges = new Map<Dimension, Range | null>();

  constructor(
    readonly state: LiveState,
    activation: Activation,
  ) {
    this.packs = activation.program.packs.of(activation.function);
  }

  /** Closed; null when nothing satisfies it. */
  zone(pack: number): Zone | null {
    return zones.close(maps.get(this.state.relations.zones, pack) ?? zones.unconstrained);
  }

  /** The integers that the dimension is one of; open when it may be no integer, or an inexact one. Null: nothing is known of it. */
  range(dimension: Dimension): Range | null {
    const known = this.ranges.get(dimension);
    if (known !== undefined) return known;
    const range = this.rangeWithin(dimension);
    this.ranges.set(dimension, range);
    return range;
  }

  /** The dimension is an integer. */
  isAlive(dimension: Dimension): boolean {
    const range = this.range(dimension);
    return range !== null && !isOpen(range);
  }

  private rangeWithin(dimension: Dimension): Range | null {
    const alone = this.rangeAlone(dimension);
    const pack = this.packs.packOf.get(dimension);
    const zone = pack === undefined ? null : this.zone(pack);
    if (zone === null || !zone.dimensions.includes(dimension)) return alone;
    const start = alone ?? (isSum(dimension) ? exactIntegers : open);
    if (start.min === Infinity) return start;
    let { min, max } = start;
    for (const other of zone.dimensions) {
      if (other === dimension) continue;
      const range = this.rangeAlone(other);
      if (range === null) continue;
      max = Math.min(max, range.max + zones.bound(zone, dimension, other));
      const below = zones.bound(zone, other, dimension);
      if (below < Infinity) min = Math.max(min, range.min - below);
    }
    return min === start.min && max === start.max ? start : { min, max };
  }

  /** Without what zones say. */
  private rangeAlone(dimension: Dimension): Range | null {
    const multiple = this.packs.multiples.get(dimension);
    if (multiple === undefined) return rangeOf(this.state, dimension);
    const range = rangeOf(this.state, valueOf(multiple.variable));
    if (range === null || isOpen(range)) return null;
    const [min, max] = multiple.factor > 0 ? [range.min, range.max] : [range.max, range.min];
    const within = { min: multiple.factor * min, max: multiple.factor * max };
    return within.min < -zones.largest || within.max > zones.largest ? null : within;
  }

  /** The least known c with x - y ≤ c. */
  bound(x: Dimension, y: Dimension): number {
    const pack = this.packs.packOf.get(x) ?? this.packs.packOf.get(y);
    const zone = pack === undefined ? null : this.zone(pack);
    return zone === null ? Infinity : zones.bound(zone, x, y);
  }

  /** An upper bound of the sum; Infinity when none is known. */
  upper(terms: Terms): number {
    let least = this.upperOfTerms(terms);
    for (const [sum, [x, y]] of this.packs.sums) {
      const [first, second] = [terms.get(valueOf(x)) ?? 0, terms.get(valueOf(y)) ?? 0];
      if (first * second <= 0 || this.range(sum) === null) continue;
      const sign = Math.sign(first);
      const others = new Map(terms);
      for (const [part, coefficient] of [
        [valueOf(x), first - sign],
        [valueOf(y), second - sign],
      ] as const) {
        if (coefficient === 0) others.delete(part);
        else others.set(part, coefficient);
      }
      least = Math.min(least, this.upperOfTerms(others.set(sum, sign)));
    }
    return least;
  }

  private upperOfTerms(terms: Terms): number {
    const positive: Dimension[] = [];
    const negative: Dimension[] = [];
    let summands = 0;
    for (const coefficient of terms.values()) summands += Math.abs(coefficient);
    if (summands > mostSummands) return this.upperByRanges(terms);
    for (const [dimension, coefficient] of terms) {
      const list = coefficient > 0 ? positive : negative;
      for (let count = Math.abs(coefficient); count > 0; count--) list.push(dimension);
    }
    return this.best(positive, 0, negative);
  }

  lower(terms: Terms): number {
    return -this.upper(new Map([...terms].map(([dimension, coefficient]) => [dimension, -coefficient])));
  }

  private upperByRanges(terms: Terms): number {
    let sum = 0;
    for (const [dimension, coefficient] of terms) {
      const range = this.range(dimension);
      if (range === null) return Infinity;
      sum = zones.exact(sum + zones.exact(coefficient * (coefficient > 0 ? range.max : range.min)));
    }
    return sum;
  }

  /** Each positive summand stands alone or against a negative one, whichever is known better. */
  private best(positive: readonly Dimension[], from: number, negative: readonly Dimension[]): number {
    const first = positive[from];
    if (first === undefined) {
      let sum = 0;
      for (const dimension of negative) sum = zones.exact(sum - (this.range(dimension)?.min ?? -Infinity));
      return sum;
    }
    let least = zones.exact((this.range(first)?.max ?? Infinity) + this.best(positive, from + 1, negative));
    for (const [i, other] of negative.entries()) {
      if (negative.indexOf(other) !== i) continue;
      const c = this.bound(first, other);
      if (c === Infinity) continue;
      const rest = negative.filter((_, j) => j !== i);
      least = Math.min(least, zones.exact(c + this.best(positive, from + 1, rest)));
    }
    return least;
  }
}
