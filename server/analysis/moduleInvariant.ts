import type { IntMap } from '../base/intMap.js';
import * as maps from '../base/intMap.js';
import type { FunctionId, VariableId } from '../ir/program.js';
import type { LocationId, Value } from '../lattice/value.js';
import * as values from '../lattice/value.js';
import * as objects from '../semantics/heap/object.js';
import type { AbstractObject } from '../semantics/heap/object.js';
import { keepPrivate } from '../semantics/heap/private.js';
import * as states from '../semantics/state.js';
import type { Cell, LiveState } from '../semantics/state.js';
import { Guarantee } from './guarantee.js';
import type { Effects } from './guarantee.js';
import type { PublishedNames } from './publishedNames.js';

/** Remembers the results of a function on maps, which are shared by many states. */
class Memo<M extends object | null> {
  private readonly results = new WeakMap<object, M>();
  of(map: M, compute: (map: M) => M): M {
    if (map === null) return compute(map);
    const known = this.results.get(map);
    if (known !== undefined) return known;
    const result = compute(map);
    this.results.set(map, result);
    if (result !== null) this.results.set(result, result);
    return result;
  }
}

const withMissing = { both: (mine: AbstractObject) => mine, keepLeft: true, keepRight: true };

/** The invariant at one moment. */
export interface InvariantSnapshot {
  readonly version: number;
  readonly cells: IntMap<Cell>;
  readonly heap: IntMap<AbstractObject>;
  readonly writes: number;
}

/**
 * The invariant of everything that outlives a call (captured variables and what they refer to): it holds after the top level and after any
 * number of calls of roots and escaped functions. Roots start from it; unknown code leaves it behind (rely and guarantee).
 * It only grows; `version` counts the growths.
 */
export class ModuleInvariant {
  version = 0;
  /** The functions of objects that had escaped in a published state. */
  private readonly escaped = new Set<FunctionId>();
  /** In the order in which they were found: it only grows. */
  readonly escapedFunctions: FunctionId[] = [];
  /** Null: nothing has been published yet. */
  cells: IntMap<Cell> = null;
  heap: IntMap<AbstractObject> = null;
  /** The variables and objects that functions can change which unknown code may call. */
  private readonly writtenCells = new Map<VariableId, number>();
  private readonly writtenObjects = new Map<LocationId, number>();
  /** How many those are: each is known with the number of them that were known before it. */
  private writes = 0;
  private readonly opaquelyCalled = new Set<FunctionId>();
  private widening = false;
  private absorbedVersion = -1;
  private absorbedCells = new Memo<IntMap<Cell>>();
  private absorbedHeaps = new Memo<IntMap<AbstractObject>>();
  /** By heap: what is left of it after others ran, with these cells. */
  private keptHeaps = new WeakMap<object, { readonly cells: IntMap<Cell>; readonly heap: IntMap<AbstractObject> }>();
  private lastAbsorbed: IntMap<AbstractObject> = null;
  private lastAbsorbedCells: IntMap<Cell> = null;

  constructor(readonly names: PublishedNames) {}

  /** From now on growth is extrapolated, so that it ends. */
  startWidening(): void {
    this.widening = true;
  }

  /** Collects the effects of a root on others, to be applied when the root is settled. */
  guarantee(): Guarantee {
    return new Guarantee(this.names, this.cells, this.heap);
  }

  /** Whether unknown code may change the variable. */
  isWrittenCell(variable: VariableId): boolean {
    return this.writtenCells.has(variable);
  }

  isWrittenObject(location: LocationId): boolean {
    return this.writtenObjects.has(location);
  }

  /** The function's parameters may be anything: calls of it are not followed. */
  isOpaquelyCalled(callee: FunctionId): boolean {
    return this.opaquelyCalled.has(callee);
  }

  /** Unknown code may call it from now on. */
  addEscaped(callee: FunctionId): void {
    if (this.escaped.has(callee)) return;
    this.escaped.add(callee);
    this.escapedFunctions.push(callee);
  }

  /** Grows with everything that answers of this may depend on. */
  get age(): number {
    return this.version + this.opaquelyCalled.size;
  }

  private addWrittenCell(variable: VariableId): void {
    if (this.writtenCells.has(variable)) return;
    this.writtenCells.set(variable, this.writes++);
    this.version++;
  }

  private addWrittenObject(location: LocationId): void {
    if (this.writtenObjects.has(location)) return;
    this.writtenObjects.set(location, this.writes++);
    this.version++;
  }

  /** The values that the variable may hold, in any activation. */
  valueOf(variable: VariableId): Value {
    const cell = maps.get(this.cells, variable);
    return cell === undefined ? values.bottom : values.join(cell.recent, cell.old);
  }

  /** Holds from now on only while the variable, which nothing writes, has this value. */
  narrow(variable: VariableId, value: Value): void {
    this.cells = maps.set(this.cells, variable, { recent: value, old: value });
    this.version++;
  }

  /** The invariant now, to be compared with a later one. O(1): the maps are persistent. */
  snapshot(): InvariantSnapshot {
    return { version: this.version, cells: this.cells, heap: this.heap, writes: this.writes };
  }

  /** Whether anything has grown since that code can see that names only these captured variables. */
  hasGrownFor(variables: ReadonlySet<VariableId>, since: InvariantSnapshot): boolean {
    if (since.version === this.version) return false;
    const seen = new Set<LocationId>();
    const pending: LocationId[] = [];
    const visit = (value: Value): void => {
      maps.visit(value.objects.length);
      for (const location of value.objects) if (!seen.has(location)) pending.push(location);
    };
    for (const variable of variables) {
      const cell = maps.get(this.cells, variable);
      if (cell !== maps.get(since.cells, variable) || (this.writtenCells.get(variable) ?? -1) >= since.writes) return true;
      if (cell === undefined) continue;
      visit(cell.recent);
      visit(cell.old);
    }
    for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
      if (seen.has(location)) continue;
      seen.add(location);
      const object = maps.get(this.heap, location);
      if (object !== maps.get(since.heap, location) || (this.writtenObjects.get(location) ?? -1) >= since.writes) return true;
      if (object !== undefined) objects.forEachValue(object, visit);
    }
    return false;
  }

  /** The state after unknown code ran: everything that callbacks may have changed is what they may have left. */
  absorb(state: LiveState): LiveState {
    if (this.absorbedVersion !== this.version) {
      this.absorbedVersion = this.version;
      this.absorbedCells = new Memo();
      this.absorbedHeaps = new Memo();
      this.keptHeaps = new WeakMap();
      this.lastAbsorbed = null;
      this.lastAbsorbedCells = null;
    }
    const cells = this.absorbedCells.of(state.cells, (before) => this.absorbCells(before));
    const heap = this.heapAfter(state);
    return cells === state.cells && heap === state.heap ? state : states.makeState(state.frame, cells, heap, state.relations);
  }

  private heapAfter(state: LiveState): IntMap<AbstractObject> {
    const known = state.heap === null ? undefined : this.keptHeaps.get(state.heap);
    if (known !== undefined && known.cells === state.cells) return known.heap;
    const absorbed = this.absorbedHeaps.of(state.heap, (before) => this.absorbHeap(before));
    const heap = keepPrivate(state, absorbed, this.names.locations);
    if (state.heap !== null) this.keptHeaps.set(state.heap, { cells: state.cells, heap });
    return heap;
  }

  private absorbCells(before: IntMap<Cell>): IntMap<Cell> {
    // As with heaps: what is the same as in cells that were absorbed before needs no second look.
    let cells = before;
    if (this.writtenCells.size === 0) return before;
    maps.every(before, this.lastAbsorbedCells, (mine, _, variable) => {
      const left = mine !== undefined && this.writtenCells.has(variable) ? maps.get(this.cells, variable) : undefined;
      if (mine !== undefined && left !== undefined) cells = maps.set(cells, variable, states.joinCell(mine, left));
      return true;
    });
    this.lastAbsorbedCells = cells;
    return cells;
  }

  private absorbHeap(before: IntMap<AbstractObject>): IntMap<AbstractObject> {
    // What is the same as in a heap that was absorbed before, or here, needs no second look: heaps share most of their objects.
    const last = this.lastAbsorbed;
    let heap = last === null ? maps.combine(before, this.heap, withMissing) : before;
    maps.every(before, last ?? this.heap, (mine, _, location) => {
      const name = mine === undefined ? location : this.names.location(location);
      const left = mine === undefined || this.writtenObjects.has(name) ? maps.get(this.heap, name) : undefined;
      if (left !== undefined) heap = maps.set(heap, location, mine === undefined ? left : objects.join(mine, left));
      return true;
    });
    this.lastAbsorbed = heap;
    return heap;
  }

  /** Makes the effects of a root part of the invariant. */
  apply(effects: Effects): void {
    for (const callee of effects.escapedFunctions) this.addEscaped(callee);
    for (const callee of effects.opaquelyCalled) this.opaquelyCalled.add(callee);
    for (const variable of effects.writtenCells) this.addWrittenCell(variable);
    for (const location of effects.writtenObjects) this.addWrittenObject(location);
    for (const [variable, cell] of effects.cells) {
      const known = maps.get(this.cells, variable);
      this.cells = maps.set(this.cells, variable, known !== undefined && this.widening ? widenCell(known, cell) : cell);
    }
    for (const [location, object] of effects.objects) {
      const known = maps.get(this.heap, location);
      this.heap = maps.set(this.heap, location, known !== undefined && this.widening ? objects.widen(known, object, []) : object);
    }
    if (effects.cells.size > 0 || effects.objects.size > 0) this.version++;
  }

  /** The variable may hold anything from now on. */
  forgetCell(variable: VariableId): void {
    this.addWrittenCell(variable);
    const cell = maps.get(this.cells, variable);
    const unknown = values.join(values.top, cell === undefined ? values.bottom : values.join(cell.recent, cell.old));
    this.cells = maps.set(this.cells, variable, { recent: unknown, old: unknown });
    this.version++;
  }

  /** All objects that are known here may be changed at any time. */
  forgetObjects(): void {
    maps.forEach(this.heap, (location, object) => {
      this.addWrittenObject(location);
      const escaped = objects.escape(object);
      if (escaped === object) return;
      this.heap = maps.set(this.heap, location, escaped);
      this.version++;
    });
  }
}

function widenCell(previous: Cell, next: Cell): Cell {
  return { recent: values.widen(previous.recent, next.recent, []), old: values.widen(previous.old, next.old, []) };
}
