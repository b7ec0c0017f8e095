import type { IntMap } from '../base/intMap.js';
import * as maps from '../base/intMap.js';
import type { VariableId } from '../ir/program.js';
import type { NumberValue } from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { LocationId, Value } from '../lattice/value.js';
import * as objects from './heap/object.js';
import type { AbstractObject } from './heap/object.js';
import * as relational from './relational/relations.js';
import type { Relations } from './relational/relations.js';

/**
 * The cells of one captured variable: a variable that closures share lives outside the frame, once per activation of its scope.
 * `recent` is the cell of the newest activation, `old` the join of all others (bottom: there are none).
 */
export interface Cell {
  readonly recent: Value;
  readonly old: Value;
}

/**
 * An abstract state: what may be at one control point. `null` is bottom: no run comes here.
 * A frame variable that is absent has not been assigned on some path and is not read before it is assigned again; in a backward
 * state it is unconstrained. A location or cell that is absent does not exist yet.
 */
export interface LiveState {
  readonly frame: IntMap<Value>;
  readonly cells: IntMap<Cell>;
  readonly heap: IntMap<AbstractObject>;
  readonly relations: Relations;
}
export type State = LiveState | null;

/** A state of its parts. */
export function makeState(
  frame: IntMap<Value>,
  cells: IntMap<Cell>,
  heap: IntMap<AbstractObject>,
  relations: Relations = relational.lost,
): LiveState {
  return { frame, cells, heap, relations };
}
export const emptyState: LiveState = makeState(null, null, null, relational.fresh);

/** The state with other variables in its frame. */
export function withFrame(state: LiveState, frame: IntMap<Value>): LiveState {
  return frame === state.frame ? state : makeState(frame, state.cells, state.heap, state.relations);
}
/** The state with other cells of captured variables. */
export function withCells(state: LiveState, cells: IntMap<Cell>): LiveState {
  return cells === state.cells ? state : makeState(state.frame, cells, state.heap, state.relations);
}
/** The state with other objects. */
export function withHeap(state: LiveState, heap: IntMap<AbstractObject>): LiveState {
  return heap === state.heap ? state : makeState(state.frame, state.cells, heap, state.relations);
}
/** The state with other relations. */
export function withRelations(state: LiveState, relations: Relations): LiveState {
  return relations === state.relations ? state : makeState(state.frame, state.cells, state.heap, relations);
}
/** The state with one other variable in its frame; the same state where nothing changes. */
export function setFrame(state: LiveState, variable: VariableId, value: Value): LiveState {
  return withFrame(state, maps.set(state.frame, variable, value));
}
/** The state with one other object; the same state where nothing changes. */
export function setObject(state: LiveState, location: LocationId, object: AbstractObject): LiveState {
  return withHeap(state, maps.set(state.heap, location, object));
}

function mergeCells(a: Cell, b: Cell, merge: (x: Value, y: Value) => Value): Cell {
  const recent = merge(a.recent, b.recent);
  const old = merge(a.old, b.old);
  if (recent === a.recent && old === a.old) return a;
  return recent === b.recent && old === b.old ? b : { recent, old };
}

/** The least cell that covers both. */
export function joinCell(a: Cell, b: Cell): Cell {
  return mergeCells(a, b, values.join);
}

const joinFrames = { both: values.join, keepLeft: false, keepRight: false };
const joinCells = { both: (a: Cell, b: Cell) => mergeCells(a, b, values.join), keepLeft: true, keepRight: true };
const joinHeaps = { both: objects.join, keepLeft: true, keepRight: true };

function reuse(
  a: LiveState,
  b: LiveState,
  frame: IntMap<Value>,
  cells: IntMap<Cell>,
  heap: IntMap<AbstractObject>,
  relations: Relations,
): LiveState {
  if (frame === a.frame && cells === a.cells && heap === a.heap && relations === a.relations) return a;
  if (frame === b.frame && cells === b.cells && heap === b.heap && relations === b.relations) return b;
  return makeState(frame, cells, heap, relations);
}

/** The least state that covers both: x ⊔ y. `null` is bottom. */
export function join(a: State, b: State): State {
  if (a === b || b === null) return a;
  if (a === null) return b;
  return reuse(
    a,
    b,
    maps.combine(a.frame, b.frame, joinFrames),
    maps.combine(a.cells, b.cells, joinCells),
    maps.combine(a.heap, b.heap, joinHeaps),
    relational.join(a, b),
  );
}

/** previous ∇ next, for each variable, cell and object. */
export function widen(previous: State, next: State, thresholds: readonly number[]): State {
  if (previous === next || next === null) return previous;
  if (previous === null) return next;
  const widenValue = (a: Value, b: Value): Value => values.widen(a, b, thresholds);
  return reuse(
    previous,
    next,
    maps.combine(previous.frame, next.frame, { both: widenValue, keepLeft: false, keepRight: false }),
    maps.combine(previous.cells, next.cells, { both: (a, b) => mergeCells(a, b, widenValue), keepLeft: true, keepRight: true }),
    maps.combine(previous.heap, next.heap, { both: (a, b) => objects.widen(a, b, thresholds), keepLeft: true, keepRight: true }),
    relational.widen(previous, next),
  );
}

/** Pointwise refinement of `previous` by `next`; null when some variable has no value left. */
function refineBy(
  previous: LiveState,
  next: LiveState,
  refine: (a: Value, b: Value) => Value,
  refineObject: (a: AbstractObject, b: AbstractObject) => AbstractObject,
  /** Cells and objects that only `next` knows are kept. */
  keepNext = false,
): State {
  let empty = false;
  const refineNonEmpty = (a: Value, b: Value): Value => {
    const value = refine(a, b);
    if (values.isBottom(value)) empty = true;
    return value;
  };
  const frame = maps.combine(previous.frame, next.frame, { both: refineNonEmpty, keepLeft: true, keepRight: true });
  if (empty) return null;
  const cells = maps.combine(previous.cells, next.cells, { both: (a, b) => mergeCells(a, b, refine), keepLeft: true, keepRight: keepNext });
  const heap = maps.combine(previous.heap, next.heap, {
    both: refineObject,
    keepLeft: true,
    keepRight: keepNext,
  });
  return reuse(previous, next, frame, cells, heap, relational.meet(previous.relations, next.relations));
}

/**
 * The meet of two states of one control point. Parts that are the same in both are taken from the second, usually the invariant of an
 * earlier pass, so that its structure is shared.
 */
export function meet(a: State, b: State, meetNumbers: (a: NumberValue, b: NumberValue) => NumberValue): State {
  if (a === b) return a;
  if (a === null || b === null) return null;
  return refineBy(b, a, values.meet, (x, y) => objects.refineWith(x, y, values.meet, meetNumbers), true);
}

/** previous △ next, for next ⊑ previous. */
export function narrow(previous: State, next: State, narrowNumbers: (a: NumberValue, b: NumberValue) => NumberValue): State {
  if (previous === next) return previous;
  if (previous === null || next === null) return null;
  return refineBy(previous, next, values.narrow, (x, y) => objects.refineWith(x, y, values.narrow, narrowNumbers));
}

/**
 * The states of `invariant` (at an edge's source) whose variables satisfy the primitive constraints of `after` (at its target,
 * without what the edge changed). Addresses may have been renamed in between, and the heap is the invariant's:
 * both are left as they are, which asks less and is therefore sound.
 */
export function constrain(invariant: LiveState, frame: IntMap<Value>, cells: IntMap<Cell>): State {
  let empty = false;
  const refine = (a: Value, b: Value): Value => {
    const value = values.meetPrimitives(a, b);
    if (values.isBottom(value) && !values.isBottom(a)) empty = true;
    return value;
  };
  const metFrame = maps.combine(invariant.frame, frame, { both: refine, keepLeft: true, keepRight: false });
  if (empty) return null;
  const metCells = maps.combine(invariant.cells, cells, { both: (a, b) => constrainCell(a, b, refine), keepLeft: true, keepRight: false });
  if (empty) return null;
  return metFrame === invariant.frame && metCells === invariant.cells
    ? invariant
    : makeState(metFrame, metCells, invariant.heap, invariant.relations);
}

/** The older cells are many: a constraint that leaves none of their values does not make the state impossible. */
function constrainCell(a: Cell, b: Cell, refine: (x: Value, y: Value) => Value): Cell {
  const recent = refine(a.recent, b.recent);
  return recent === a.recent ? a : { recent, old: a.old };
}

/** x ⊑ y: every concrete state of `x` is one of `y`. */
export function leq(a: State, b: State): boolean {
  if (a === b || a === null) return true;
  if (b === null) return false;
  return (
    maps.every(a.frame, b.frame, (x, y) => y === undefined || (x !== undefined && values.leq(x, y))) &&
    maps.every(
      a.cells,
      b.cells,
      (x, y) => x === undefined || (y !== undefined && values.leq(x.recent, y.recent) && values.leq(x.old, y.old)),
    ) &&
    maps.every(a.heap, b.heap, (x, y) => x === undefined || (y !== undefined && objects.leq(x, y))) &&
    relational.leq(a, b)
  );
}

/** The state with the relations that follow from its own. */
export function closed(state: State): State {
  return state === null ? null : withRelations(state, relational.closed(state.relations));
}

/** Whether both hold the same concrete states, as far as they are written alike. */
export function equal(a: State, b: State): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return (
    maps.every(a.frame, b.frame, areBoth(values.equal)) &&
    maps.every(a.cells, b.cells, areBoth(areSameCells)) &&
    maps.every(a.heap, b.heap, areBoth(objects.equal)) &&
    relational.leq(a, b) &&
    relational.leq(b, a)
  );
}

const areSameCells = (a: Cell, b: Cell): boolean => values.equal(a.recent, b.recent) && values.equal(a.old, b.old);

function areBoth<T>(areSame: (x: T, y: T) => boolean): (x: T | undefined, y: T | undefined) => boolean {
  return (x, y) => x !== undefined && y !== undefined && areSame(x, y);
}

/** Relations are extrapolated by themselves: they only lose constraints. */
export function differOnlyInRelations(a: State, b: State): boolean {
  return a !== null && b !== null && a.frame === b.frame && a.cells === b.cells && a.heap === b.heap;
}
