import type { IntMap } from '../../base/intMap.js';
import * as maps from '../../base/intMap.js';
import type { NumberValue } from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import * as zones from '../../lattice/zone.js';
import type { Range, RangeOf, Zone } from '../../lattice/zone.js';
import { isGivenArray, lengthMadeOf } from '../heap/locations.js';
import { anyLength, denseLength } from '../heap/object.js';
import type { AbstractObject } from '../heap/object.js';
import { isLength, isSum, isValue, variableOf, zero } from './packs.js';
import type { Dimension } from './packs.js';

/** The changes to arrays and objects that existed when the function was entered. */
export const enum Change {
  /** An array may have become longer; shorter, or anything; a property or element may be another array. */
  Grown = 1,
  Shrunk = 2,
  Rewired = 4,
  /** Since the root was entered: a declared array may hold what its type excludes. */
  Polluted = 8,
  /** A declared array may have become longer than dense arrays are, by a length or index that the program chose. */
  Stretched = 16,
  /** Unknown code has run: what is not private may have become longer or shorter. */
  Ran = 32,
  /** Since the root was entered: the program has stored into a declared array under a name that is not known. */
  Named = 64,
}
const everything = Change.Grown | Change.Shrunk | Change.Rewired | Change.Polluted | Change.Stretched | Change.Ran | Change.Named;

/** The known differences between variables of the running activation, and the changes under it. */
export interface Relations {
  /** By pack. */
  readonly zones: IntMap<Zone>;
  /** Bits of `Change`. */
  readonly changes: number;
}

const withoutZones: readonly Relations[] = Array.from({ length: everything + 1 }, (_, changes) => ({ zones: null, changes }));

export function make(zonesByPack: IntMap<Zone>, changes: number): Relations {
  return zonesByPack === null ? (withoutZones[changes] ?? lost) : { zones: zonesByPack, changes };
}

/** Nothing is known, and anything may have changed. */
export const lost: Relations = withoutZones[everything] ?? { zones: null, changes: everything };
/** At the entry of a root. */
export const fresh: Relations = withoutZones[0] ?? lost;

/** The parts of a state that give the ranges of dimensions. */
export interface Related {
  readonly frame: IntMap<Value>;
  readonly cells: IntMap<{ readonly recent: Value; readonly old: Value }>;
  readonly heap: IntMap<AbstractObject>;
  readonly relations: Relations;
}

const anyExact: Range = { min: -zones.largest, max: zones.largest };
/** The range of a value that may be no number at all. */
export const open: Range = { min: -Infinity, max: Infinity };
/** The range of a value that is certainly no number. */
const none: Range = { min: Infinity, max: Infinity };
export const isOpen = (range: Range): boolean => range.max === Infinity;
const onlyZero: Range = { min: 0, max: 0 };
const nullish = values.Bit.Undefined | values.Bit.Null;

/**
 * The integers that the dimension is one of, without what zones say; open when it may be something else: the length of a value is what its
 * `length` gives. Null: what the dimension is about is not known.
 */
export function rangeOf(memory: Related, dimension: Dimension): Range | null {
  if (dimension === zero) return onlyZero;
  const isNumber = isValue(dimension);
  if (!isNumber && !isLength(dimension)) return null;
  const variable = variableOf(dimension);
  let value = maps.get(memory.frame, variable);
  if (value === undefined) {
    const cell = maps.get(memory.cells, variable);
    if (cell === undefined) return null;
    value = values.isBottom(cell.old) ? cell.recent : values.join(cell.recent, cell.old);
  }
  return isNumber ? (integersOf(value) ?? integersAmong(value)) : lengthsOf(value, memory);
}

export function integersOf(value: Value): Range | null {
  const { number } = value;
  if (!values.isNumberOnly(value) || number.nan || !number.integer) return null;
  return number.min > -zones.largest && number.max < zones.largest && number.min <= number.max ? number : null;
}

/** With a lower bound for those of its values that are integers. */
function integersAmong({ number }: Value): Range {
  return number.min > -zones.largest && number.min <= zones.largest ? { min: Math.ceil(number.min), max: Infinity } : open;
}

/** The lengths that an array which was given may have. */
export const lengthGiven = (changes: number): NumberValue => ((changes & Change.Stretched) === 0 ? denseLength : anyLength);

/** The `length` of a value; undefined and null have none. */
function lengthsOf(value: Value, { heap, relations }: Related): Range {
  if ((value.bits & ~nullish) !== 0 || values.hasNumber(value) || values.hasBigint(value)) return open;
  let min = Infinity;
  let max = -Infinity;
  if (values.hasText(value)) {
    min = value.text.minLength;
    max = value.text.maxLength;
  }
  for (const location of value.objects) {
    const object = maps.get(heap, location);
    const given = isGivenArray(location);
    if (!given && object?.brand !== 'array') return open;
    const length = given
      ? (lengthMadeOf(location) ?? lengthGiven(relations.changes))
      : object === undefined || object.escaped
        ? anyLength
        : object.length;
    min = Math.min(min, length.min);
    max = Math.max(max, length.max);
  }
  if (min === Infinity) return (value.bits & nullish) !== 0 ? none : open;
  return { min, max: (value.bits & nullish) !== 0 ? Infinity : max };
}

/** The zone may bound lengths more tightly. */
function rangesOf(memory: Related, zone: Zone): RangeOf {
  const hasZero = zone.dimensions[0] === zero;
  return (dimension) => {
    const range = rangeOf(memory, dimension);
    if (isValue(dimension)) return isNanOnly(memory, variableOf(dimension)) ? none : range;
    if (!hasZero || dimension === zero) return range;
    const { min, max } = range ?? (isSum(dimension) ? anyExact : open);
    const upper = zones.bound(zone, dimension, zero);
    const lower = -zones.bound(zone, zero, dimension);
    if (range === null && upper === Infinity && lower === -Infinity) return null;
    return { min: Math.max(min, lower), max: Math.min(max, upper) };
  };
}

/** Zones speak of integers: what is never one is above everything, as the length of what has none. */
function isNanOnly({ frame }: Related, variable: number): boolean {
  const value = maps.get(frame, variable);
  return value !== undefined && values.isNumberOnly(value) && value.number.nan && value.number.min > value.number.max;
}

/** The least that other dimensions leave to it, too: a bound of a length may be kept that follows from the range of an index. */
function rangesWithin(memory: Related, zone: Zone): RangeOf {
  const rangeAlone = rangesOf(memory, zone);
  return (dimension) => {
    const range = rangeAlone(dimension);
    if (dimension === zero || isValue(dimension)) return range;
    const { min: start, max } = range ?? open;
    let min = start;
    for (const other of zone.dimensions) {
      const below = other === dimension ? Infinity : zones.bound(zone, other, dimension);
      if (below < Infinity) min = Math.max(min, (rangeAlone(other)?.min ?? -Infinity) - below);
    }
    return min === start ? range : { min, max };
  };
}

/** A bound of one variable alone is in its value, where that is nothing but a number. */
function isInValue(x: Dimension, y: Dimension, memories: readonly Related[]): boolean {
  const dimension = x === zero ? y : y === zero ? x : zero;
  if (!isValue(dimension)) return false;
  return memories.every((memory) => {
    const range = rangeOf(memory, dimension);
    return range === null || !isOpen(range);
  });
}

function combined(a: Relations, b: Relations, changes: number, combine: (x: Zone, y: Zone) => Zone): Relations {
  if (a === b) return a;
  let result = a.zones;
  if (a.zones !== b.zones) {
    maps.every(a.zones, b.zones, (x, y, pack) => {
      const zone = combine(x ?? zones.unconstrained, y ?? zones.unconstrained);
      result = zone.dimensions.length === 0 ? maps.remove(result, pack) : maps.set(result, pack, zone);
      return true;
    });
  }
  if (result === a.zones && changes === a.changes) return a;
  if (changes === b.changes && (result === b.zones || maps.every(result, b.zones, (x, y) => x === y))) return b;
  return make(result, changes);
}

export function join(a: Related, b: Related): Relations {
  if (a.relations === b.relations) return a.relations;
  const changes = a.relations.changes | b.relations.changes;
  return combined(a.relations, b.relations, changes, (x, y) =>
    zones.join(x, y, rangesOf(a, x), rangesOf(b, y), (i, j) => isInValue(i, j, [a, b])),
  );
}

export function widen(previous: Related, next: Related): Relations {
  if (previous.relations === next.relations) return previous.relations;
  const changes = previous.relations.changes | next.relations.changes;
  return combined(previous.relations, next.relations, changes, (x, y) => zones.widen(x, y, rangesOf(next, y)));
}

/** The meet of two descriptions of one point. */
export function meet(a: Relations, b: Relations): Relations {
  return combined(a, b, a.changes & b.changes, zones.meet);
}

export function leq(a: Related, b: Related): boolean {
  if (a.relations === b.relations) return true;
  if ((a.relations.changes & ~b.relations.changes) !== 0) return false;
  return maps.every(
    a.relations.zones,
    b.relations.zones,
    (x, y) => y === undefined || zones.leq(x ?? zones.unconstrained, y, rangesWithin(a, x ?? zones.unconstrained)),
  );
}

/** Rewrites the zones of all packs, closed; a contradiction, which only impossible states have, is left as it is. */
export function mapZones(relations: Relations, rewrite: (zone: Zone) => Zone): Relations {
  if (relations.zones === null) return relations;
  const rewritten = maps.mapValues(relations.zones, (zone) => {
    const next = rewrite(zones.close(zone) ?? zone);
    return next.dimensions.length === 0 ? undefined : next;
  });
  return rewritten === relations.zones ? relations : make(rewritten, relations.changes);
}

/** With every bound that follows from others. */
export function closed(relations: Relations): Relations {
  return make(
    maps.mapValues(relations.zones, (zone) => zones.closure(zone) ?? zone),
    relations.changes,
  );
}

export function withZone(relations: Relations, pack: number, zone: Zone): Relations {
  const next = zone.dimensions.length === 0 ? maps.remove(relations.zones, pack) : maps.set(relations.zones, pack, zone);
  return next === relations.zones ? relations : make(next, relations.changes);
}

export function withChanges(relations: Relations, changes: number): Relations {
  return relations.changes === changes ? relations : make(relations.zones, changes);
}

/** At the entry of a callee: its own variables are others, and what it changes is counted anew. */
export function entered(caller: Relations): Relations {
  return make(null, caller.changes & (Change.Polluted | Change.Stretched | Change.Named));
}
