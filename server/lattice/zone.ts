/**
 * Differences between integers (Miné 2001): a zone is a set of constraints x - y ≤ c over dimensions, which are numbers that mean
 * nothing here. It holds what relates two dimensions; the range of each by itself is somebody else's, and handed in as `RangeOf`
 * where it decides what a constraint means (split normal form, Gange et al. 2016). Whatever is no integer of at most `largest` in
 * magnitude counts as infinite: x - y ≤ c says of such a y nothing, and of such an x that y is none either. Numbers below -`largest`
 * count as minus infinity: of such an x it says nothing, and of such a y that x is one too.
 */
export interface Zone {
  /** Ascending. */
  readonly dimensions: readonly number[];
  /** By row and column: the least known c with row - column ≤ c. */
  readonly bounds: Float64Array;
  /**
   * No bound follows from others, but for those that a join leaves to the ranges or that are far apart. What a widening leaves is not
   * closed, and must not be on its way (docs/semantics.md, "Traps of the backward passes").
   */
  readonly isClosed: boolean;
}

/** The integers that a dimension may be; an infinite `max`: it may be something else too. Null: nothing can be said of it. */
export interface Range {
  readonly min: number;
  readonly max: number;
}
export type RangeOf = (dimension: number) => Range | null;

/** Integers up to here are exact as doubles. */
export const largest = 2 ** 53;

function create(dimensions: readonly number[], bounds: Float64Array, isClosed: boolean): Zone {
  return { dimensions, bounds, isClosed };
}

/** ⊤: nothing is known. */
export const unconstrained: Zone = create([], new Float64Array(0), true);

/** The least c with x - y ≤ c; Infinity when there is none. */
export function bound(zone: Zone, x: number, y: number): number {
  if (x === y) return 0;
  const row = zone.dimensions.indexOf(x);
  const column = row < 0 ? -1 : zone.dimensions.indexOf(y);
  return column < 0 ? Infinity : at(zone, row, column);
}

function at({ bounds, dimensions }: Zone, row: number, column: number): number {
  return bounds[row * dimensions.length + column] ?? Infinity;
}

/** A sum of two as an upper bound: one that doubles need not hold exactly is left out, and one too small weakened. */
export function exact(c: number): number {
  if (c >= largest) return Infinity;
  return Math.max(c, -largest);
}

/** The zone's bounds over the given dimensions (ascending, all of the zone's among them), to be read only. */
function boundsOver(zone: Zone, dimensions: readonly number[]): Float64Array {
  const old = zone.dimensions.length;
  const count = dimensions.length;
  if (old === count) return zone.bounds;
  const bounds = new Float64Array(count * count).fill(Infinity);
  const places = new Int32Array(old);
  let place = 0;
  for (let i = 0; i < old; i++) {
    while (dimensions[place] !== zone.dimensions[i]) place++;
    places[i] = place;
  }
  for (let i = 0; i < count; i++) bounds[i * count + i] = 0;
  for (let i = 0; i < old; i++) {
    const row = (places[i] ?? 0) * count;
    for (let j = 0; j < old; j++) bounds[row + (places[j] ?? 0)] = zone.bounds[i * old + j] ?? Infinity;
  }
  return bounds;
}

/** As \`boundsOver\`, to be written. */
function over(zone: Zone, dimensions: readonly number[]): Float64Array {
  const bounds = boundsOver(zone, dimensions);
  return bounds === zone.bounds ? bounds.slice() : bounds;
}

/** The dimensions of the zone and these others, ascending. */
function withDimensions(zone: Zone, added: readonly number[]): readonly number[] {
  const { dimensions } = zone;
  let all: number[] | null = null;
  for (const dimension of added) {
    if (dimensions.includes(dimension)) continue;
    all ??= dimensions.slice();
    let place = all.length;
    while (place > 0 && (all[place - 1] ?? 0) > dimension) place--;
    if (all[place - 1] !== dimension) all.splice(place, 0, dimension);
  }
  return all ?? dimensions;
}

/** Without the dimensions that nothing is known of. */
function pruned(dimensions: readonly number[], bounds: Float64Array, isClosed: boolean): Zone {
  const count = dimensions.length;
  const kept: number[] = [];
  for (let i = 0; i < count; i++) {
    let isRelated = false;
    for (let j = 0; j < count && !isRelated; j++) {
      isRelated = i !== j && ((bounds[i * count + j] ?? Infinity) < Infinity || (bounds[j * count + i] ?? Infinity) < Infinity);
    }
    if (isRelated) kept.push(i);
  }
  if (kept.length === count) return create(dimensions, bounds, isClosed);
  if (kept.length === 0) return unconstrained;
  const next = new Float64Array(kept.length * kept.length);
  let place = 0;
  for (const row of kept) for (const column of kept) next[place++] = bounds[row * count + column] ?? Infinity;
  return create(
    kept.map((i) => dimensions[i] ?? 0),
    next,
    isClosed,
  );
}

const closures = new WeakMap<Zone, { readonly zone: Zone | null }>();

/** Floyd and Warshall: every bound that follows from others. Null: no integers satisfy them all. O(n³), once for each zone. */
export function close(zone: Zone): Zone | null {
  return zone.isClosed ? zone : closure(zone);
}

/** Closed anew, with what joins left out: what two zones say is compared so. */
export function closure(zone: Zone): Zone | null {
  const known = closures.get(zone);
  if (known !== undefined) return known.zone;
  const count = zone.dimensions.length;
  const bounds = zone.bounds.slice();
  let isEmpty = false;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < count; i++) {
      const first = bounds[i * count + k] ?? Infinity;
      if (first === Infinity) continue;
      for (let j = 0; j < count; j++) {
        const through = exact(first + (bounds[k * count + j] ?? Infinity));
        if (through < (bounds[i * count + j] ?? Infinity)) bounds[i * count + j] = through;
      }
    }
  }
  for (let i = 0; i < count; i++) if ((bounds[i * count + i] ?? 0) < 0) isEmpty = true;
  const closed = isEmpty ? null : create(zone.dimensions, bounds, true);
  closures.set(zone, { zone: closed });
  return closed;
}

/** The part of a closed zone with x - y ≤ c, closed; null when there is none. O(n²). */
export function constrain(zone: Zone, x: number, y: number, c: number): Zone | null {
  const limit = exact(c);
  if (x === y) return limit < 0 ? null : zone;
  if (limit === Infinity || bound(zone, x, y) <= limit) return zone;
  if (bound(zone, y, x) + limit < 0) return null;
  const dimensions = withDimensions(zone, [x, y]);
  const bounds = over(zone, dimensions);
  const count = dimensions.length;
  const row = dimensions.indexOf(x);
  const column = dimensions.indexOf(y);
  for (let i = 0; i < count; i++) {
    const before = exact((bounds[i * count + row] ?? Infinity) + limit);
    if (before === Infinity) continue;
    for (let j = 0; j < count; j++) {
      const through = exact(before + (bounds[column * count + j] ?? Infinity));
      if (through < (bounds[i * count + j] ?? Infinity)) bounds[i * count + j] = through;
    }
  }
  return create(dimensions, bounds, true);
}

/** x may be anything. Of a closed zone. */
export function forget(zone: Zone, x: number): Zone {
  const place = zone.dimensions.indexOf(x);
  if (place < 0) return zone;
  const count = zone.dimensions.length;
  if (count <= 2) return unconstrained;
  const dimensions = zone.dimensions.filter((dimension) => dimension !== x);
  const bounds = new Float64Array((count - 1) * (count - 1));
  let next = 0;
  for (let i = 0; i < count; i++) {
    if (i === place) continue;
    for (let j = 0; j < count; j++) if (j !== place) bounds[next++] = zone.bounds[i * count + j] ?? Infinity;
  }
  return pruned(dimensions, bounds, zone.isClosed);
}

/** x has changed by something between `min` and `max`; either may be infinite. Of a closed zone. */
export function shift(zone: Zone, x: number, min: number, max: number): Zone {
  const place = zone.dimensions.indexOf(x);
  if (place < 0 || (min === 0 && max === 0)) return zone;
  const count = zone.dimensions.length;
  const bounds = zone.bounds.slice();
  for (let i = 0; i < count; i++) {
    if (i === place) continue;
    bounds[place * count + i] = exact((bounds[place * count + i] ?? Infinity) + max);
    bounds[i * count + place] = exact((bounds[i * count + place] ?? Infinity) - min);
  }
  return pruned(zone.dimensions, bounds, zone.isClosed);
}

/** x := y + c, where x is not y. Of a closed zone. */
export function assign(zone: Zone, x: number, y: number, c: number): Zone {
  const rest = forget(zone, x);
  if (exact(c) !== c) return rest;
  const dimensions = withDimensions(rest, [x, y]);
  const bounds = over(rest, dimensions);
  const count = dimensions.length;
  const row = dimensions.indexOf(x);
  const like = dimensions.indexOf(y);
  for (let i = 0; i < count; i++) {
    if (i === row) continue;
    bounds[row * count + i] = exact((bounds[like * count + i] ?? Infinity) + c);
    bounds[i * count + row] = exact((bounds[i * count + like] ?? Infinity) - c);
  }
  return create(dimensions, bounds, true);
}

/** The bounds that follow from the ranges alone. */
function implied(x: Range | null, y: Range | null): number {
  if (x === null || y === null) return Infinity;
  return y.min === Infinity ? -largest : exact(x.max - y.min);
}

/** Differences from here on say nothing that matters, and only make zones dense. */
export const farApart = 2 ** 30;

/**
 * The bound between two dimensions that their ranges add to closed bounds. A range is asked for once, when it is needed first. Of what is
 * infinite any bound holds, but of two that are infinite together none is added: both bounds would say that neither can be.
 */
function addedBy(dimensions: readonly number[], rangeOf: RangeOf, closed: Float64Array): (i: number, j: number) => number {
  const ranges: (Range | null | undefined)[] = [];
  const rangeAt = (place: number): Range | null => {
    const known = ranges[place];
    return known !== undefined ? known : (ranges[place] = rangeOf(dimensions[place] ?? 0));
  };
  return (i, j) => {
    const [x, y] = [rangeAt(i), rangeAt(j)];
    if (y?.min !== Infinity) return implied(x, y);
    const isBounded = (closed[j * dimensions.length + i] ?? Infinity) < Infinity;
    return x?.min === Infinity || isBounded ? Infinity : implied(x, y);
  };
}

/**
 * The constraints that hold of both; a bound that one of them does not have may follow from its ranges. What follows from the joined
 * ranges stays where an operand has it: a widening of the ranges may take them away. One of the operands, if it is the result.
 */
export function join(
  a: Zone,
  b: Zone,
  rangeOfA: RangeOf,
  rangeOfB: RangeOf,
  /** Bounds that the ranges say better. */
  isKnownByRanges: (x: number, y: number) => boolean = () => false,
): Zone {
  if (a === b) return a;
  const dimensions = withDimensions(a, b.dimensions);
  const count = dimensions.length;
  const first = boundsOver(close(a) ?? a, dimensions);
  const second = boundsOver(close(b) ?? b, dimensions);
  const bounds = new Float64Array(count * count).fill(Infinity);
  let isClosed = true;
  const impliedByA = addedBy(dimensions, rangeOfA, first);
  const impliedByB = addedBy(dimensions, rangeOfB, second);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const place = i * count + j;
      if (i === j) {
        bounds[place] = 0;
        continue;
      }
      let inA = first[place] ?? Infinity;
      let inB = second[place] ?? Infinity;
      if ((inA === Infinity && inB === Infinity) || isKnownByRanges(dimensions[i] ?? 0, dimensions[j] ?? 0)) continue;
      const [impliedA, impliedB] = [impliedByA(i, j), impliedByB(i, j)];
      // What one side has of its ranges alone need not be what follows from the bounds that both have.
      if (impliedA < inA || impliedB < inB) isClosed = false;
      inA = Math.min(inA, impliedA);
      inB = Math.min(inB, impliedB);
      const c = Math.max(inA, inB);
      if (c < farApart) bounds[place] = c;
    }
  }
  return preferring(a, b, pruned(dimensions, bounds, isClosed));
}

function preferring(a: Zone, b: Zone, result: Zone): Zone {
  if (isSame(a, result)) return a;
  return isSame(b, result) ? b : result;
}

function isSame(a: Zone, b: Zone): boolean {
  const count = a.dimensions.length;
  if (count !== b.dimensions.length) return false;
  for (let i = 0; i < count; i++) if (a.dimensions[i] !== b.dimensions[i]) return false;
  for (let place = 0; place < a.bounds.length; place++) if (a.bounds[place] !== b.bounds[place]) return false;
  return true;
}

/**
 * previous ∇ next: the bounds of `previous` that still hold, as they are. Nothing is closed, so that every chain ends: each step
 * loses a bound.
 */
export function widen(previous: Zone, next: Zone, rangeOfNext: RangeOf): Zone {
  if (previous === next) return previous;
  const { dimensions } = previous;
  const count = dimensions.length;
  const bounds = previous.bounds.slice();
  let changed = false;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const place = i * count + j;
      const c = bounds[place] ?? Infinity;
      if (i === j || c === Infinity) continue;
      const x = dimensions[i] ?? 0;
      const y = dimensions[j] ?? 0;
      if (Math.min(bound(next, x, y), implied(rangeOfNext(x), rangeOfNext(y))) <= c) continue;
      bounds[place] = Infinity;
      changed = true;
    }
  }
  return changed ? pruned(dimensions, bounds, false) : previous;
}

/** The constraints of both. One of the operands, if it is the result. Not closed otherwise. */
export function meet(a: Zone, b: Zone): Zone {
  if (a === b) return a;
  const dimensions = withDimensions(a, b.dimensions);
  const bounds = over(a, dimensions);
  const second = boundsOver(b, dimensions);
  for (let place = 0; place < bounds.length; place++) bounds[place] = Math.min(bounds[place] ?? Infinity, second[place] ?? Infinity);
  return preferring(a, b, create(dimensions, bounds, false));
}

/** Whether every bound of `b` holds in `a`, by its own or by its ranges. */
export function leq(a: Zone, b: Zone, rangeOfA: RangeOf): boolean {
  if (a === b) return true;
  const { dimensions } = b;
  const count = dimensions.length;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const c = b.bounds[i * count + j] ?? Infinity;
      if (i === j || c === Infinity) continue;
      const x = dimensions[i] ?? 0;
      const y = dimensions[j] ?? 0;
      if (bound(a, x, y) <= c) continue;
      if (!(implied(rangeOfA(x), rangeOfA(y)) <= c)) return false;
    }
  }
  return true;
}

/** `x1 - x2 ≤ 3, …` */
export function show(zone: Zone, nameOf: (dimension: number) => string = (dimension) => `x${dimension}`): string {
  const parts: string[] = [];
  for (const x of zone.dimensions) {
    for (const y of zone.dimensions) {
      const c = bound(zone, x, y);
      if (x !== y && c < Infinity) parts.push(`${nameOf(x)} - ${nameOf(y)} ≤ ${c}`);
    }
  }
  return parts.length === 0 ? '⊤' : parts.join(', ');
}
