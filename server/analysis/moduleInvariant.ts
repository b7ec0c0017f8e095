import type { IntMap } from '../base/intMap.js';
import * as maps from '../base/intMap.js';
import type { FunctionId, SiteId, VariableId } from '../ir/program.js';
import type { LocationId, Value } from '../lattice/value.js';
import * as values from '../lattice/value.js';
import * as objects from '../semantics/object.js';
import type { AbstractObject } from '../semantics/object.js';
import type { Program } from '../semantics/scope.js';
import * as states from '../semantics/state.js';
import type { Cell, LiveState, State } from '../semantics/state.js';

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

/** The invariant at one moment. */
export interface InvariantSnapshot {
  readonly version: number;
  readonly cells: IntMap<Cell>;
  readonly heap: IntMap<AbstractObject>;
  readonly writes: number;
}

/**
 * What holds of everything that outlives a call (captured variables and what they refer to) after the top level and after any
 * number of calls of roots and escaped functions. Roots start from it; unknown code leaves it behind (rely and guarantee).
 * It only grows; `version` counts the growths.
 */
export class ModuleInvariant {
  version = 0;
  /** The functions of objects that had escaped in a published state. */
  readonly escapedFunctions = new Set<FunctionId>();
  /** Null: nothing has been published yet. */
  cells: IntMap<Cell> = null;
  heap: IntMap<AbstractObject> = null;
  /** What functions that unknown code may call can change. */
  private readonly writtenCells = new Set<VariableId>();
  private readonly writtenObjects = new Set<LocationId>();
  /** The same in the order in which they were added. */
  private readonly writes: (readonly ['cell' | 'object', number])[] = [];
  private readonly opaquelyCalled = new Set<FunctionId>();
  private widening = false;
  private readonly published = new WeakMap<object, WeakSet<object>>();
  private absorbedVersion = -1;
  private absorbedCells = new Memo<IntMap<Cell>>();
  private absorbedHeaps = new Memo<IntMap<AbstractObject>>();
  private lastAbsorbed: IntMap<AbstractObject> = null;

  constructor(
    private readonly program: Program,
    /** Sites of the top level outside loops: their objects are single for ever. */
    private readonly isOnce: (site: SiteId) => boolean,
    private readonly isOnceVariable: (variable: VariableId) => boolean,
  ) {}

  /** From now on growth is extrapolated, so that it ends. */
  startWidening(): void {
    this.widening = true;
  }

  /** The function's parameters may be anything: calls of it are not followed. */
  addOpaquelyCalled(callee: FunctionId): void {
    this.opaquelyCalled.add(callee);
  }

  isOpaquelyCalled(callee: FunctionId): boolean {
    return this.opaquelyCalled.has(callee);
  }

  addWrittenCell(variable: VariableId): void {
    if (this.writtenCells.has(variable)) return;
    this.writtenCells.add(variable);
    this.writes.push(['cell', variable]);
    this.version++;
  }

  addWrittenObject(location: LocationId): void {
    const published = this.publishedName(location);
    if (this.writtenObjects.has(published)) return;
    this.writtenObjects.add(published);
    this.writes.push(['object', published]);
    this.version++;
  }

  /** What the variable may hold, in any activation. */
  valueOf(variable: VariableId): Value {
    const cell = maps.get(this.cells, variable);
    return cell === undefined ? values.bottom : values.join(cell.recent, cell.old);
  }

  /** What is known now, to be compared with what is known later. Cheap: the maps are persistent. */
  snapshot(): InvariantSnapshot {
    return { version: this.version, cells: this.cells, heap: this.heap, writes: this.writes.length };
  }

  /** Whether anything has grown since that code can see that names only these captured variables. */
  hasGrownFor(variables: ReadonlySet<VariableId>, since: InvariantSnapshot): boolean {
    if (since.version === this.version) return false;
    const seen = new Set<LocationId>();
    const pending: LocationId[] = [];
    const visit = (value: Value): void => {
      for (const location of value.objects) if (!seen.has(location)) pending.push(location);
    };
    for (const variable of variables) {
      const cell = maps.get(this.cells, variable);
      if (cell !== maps.get(since.cells, variable)) return true;
      if (cell === undefined) continue;
      visit(cell.recent);
      visit(cell.old);
    }
    for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
      if (seen.has(location)) continue;
      seen.add(location);
      const object = maps.get(this.heap, location);
      if (object !== maps.get(since.heap, location)) return true;
      if (object !== undefined) objects.forEachValue(object, visit);
    }
    for (let index = since.writes; index < this.writes.length; index++) {
      const write = this.writes[index];
      if (write !== undefined && (write[0] === 'cell' ? variables : seen).has(write[1])) return true;
    }
    return false;
  }

  /** The state after unknown code ran: everything that callbacks may have changed is what they may have left. */
  absorb(state: LiveState): LiveState {
    if (this.absorbedVersion !== this.version) {
      this.absorbedVersion = this.version;
      this.absorbedCells = new Memo();
      this.absorbedHeaps = new Memo();
      this.lastAbsorbed = null;
    }
    const cells = this.absorbedCells.of(state.cells, (before) => this.absorbCells(before));
    const heap = this.absorbedHeaps.of(state.heap, (before) => this.absorbHeap(before));
    return cells === state.cells && heap === state.heap ? state : states.makeState(state.frame, cells, heap);
  }

  private absorbCells(before: IntMap<Cell>): IntMap<Cell> {
    let cells = before;
    for (const variable of this.writtenCells) {
      const left = maps.get(this.cells, variable);
      const cell = maps.get(cells, variable);
      if (left !== undefined && cell !== undefined) cells = maps.set(cells, variable, joinCell(cell, left));
    }
    return cells;
  }

  private absorbHeap(before: IntMap<AbstractObject>): IntMap<AbstractObject> {
    // What is the same as in a heap that was absorbed before needs no second look: heaps share most of their objects.
    const reference = this.lastAbsorbed;
    let heap = before;
    maps.every(before, reference, (mine, _, location) => {
      if (mine === undefined) {
        const left = maps.get(this.heap, location);
        if (left !== undefined) heap = maps.set(heap, location, left);
        return true;
      }
      const name = this.publishedName(location);
      const left = this.writtenObjects.has(name) ? maps.get(this.heap, name) : undefined;
      if (left !== undefined) heap = maps.set(heap, location, objects.join(mine, left));
      return true;
    });
    if (reference === null) heap = maps.combine(heap, this.heap, { both: (mine) => mine, keepLeft: true, keepRight: true });
    this.lastAbsorbed = heap;
    return heap;
  }

  /** The state holds at a moment when others may run: its shared part joins the invariant. */
  publish(state: State): void {
    if (state === null || this.isPublished(state)) return;
    maps.forEach(state.heap, (_, object) => {
      if (object.escaped && object.callable !== null) this.escapedFunctions.add(object.callable.function);
    });
    const changed: VariableId[] = [];
    maps.every(this.cells, state.cells, (_, mine, variable) => {
      if (mine !== undefined) changed.push(variable);
      return true;
    });
    let grown = false;
    for (const variable of changed) {
      const cell = maps.get(state.cells, variable);
      if (cell === undefined) continue;
      const published = this.publishedCell(variable, cell);
      const known = maps.get(this.cells, variable);
      if (known !== undefined && values.leq(published.recent, known.recent) && values.leq(published.old, known.old)) continue;
      const next =
        known === undefined ? published : this.widening ? widenCell(known, joinCell(known, published)) : joinCell(known, published);
      this.cells = maps.set(this.cells, variable, next);
      grown = true;
    }
    if (this.publishObjects(state)) grown = true;
    if (grown) this.version++;
  }

  /** The variable may hold anything from now on. */
  forgetCell(variable: VariableId): void {
    this.addWrittenCell(variable);
    const cell = maps.get(this.cells, variable);
    const unknown = values.join(values.top, cell === undefined ? values.bottom : values.join(cell.recent, cell.old));
    this.publish(states.makeState(null, maps.set(null, variable, { recent: unknown, old: unknown }), null));
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

  /** The invariant only grows, so that what was published once needs not be looked at again. Remembers the state. */
  private isPublished(state: LiveState): boolean {
    if (state.heap === null || state.cells === null) return false;
    const known = this.published.get(state.heap);
    if (known?.has(state.cells)) return true;
    if (known === undefined) this.published.set(state.heap, new WeakSet([state.cells]));
    else known.add(state.cells);
    return false;
  }

  /** Objects that a cell can reach, and those that were published before. */
  private publishObjects(state: LiveState): boolean {
    const unchanged = maps.every(
      this.heap,
      state.heap,
      (known, mine) => mine === undefined || (known !== undefined && objects.leq(mine, known)),
    );
    if (unchanged) return false;
    const seen = new Set<LocationId>();
    const pending: LocationId[] = [];
    const visit = (value: Value): void => {
      for (const location of value.objects) if (!seen.has(location)) pending.push(location);
    };
    maps.forEach(state.cells, (_, cell) => {
      visit(cell.recent);
      visit(cell.old);
    });
    maps.forEach(this.heap, (location) => pending.push(location));
    let grown = false;
    for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
      if (seen.has(location)) continue;
      seen.add(location);
      const object = maps.get(state.heap, location);
      if (object === undefined) continue;
      objects.forEachValue(object, visit);
      const name = this.publishedName(location);
      const published = this.publishedObject(location, object);
      const known = maps.get(this.heap, name);
      if (known !== undefined && objects.leq(published, known)) continue;
      const joined = known === undefined ? published : objects.join(known, published);
      this.heap = maps.set(this.heap, name, known !== undefined && this.widening ? objects.widen(known, joined, []) : joined);
      grown = true;
    }
    return grown;
  }

  private publishedName(location: LocationId): LocationId {
    const { locations } = this.program;
    if (!locations.isRecent(location) || this.isOnce(locations.siteOf(location))) return location;
    return locations.old(locations.siteOf(location));
  }

  private publishedValue(value: Value): Value {
    if (value.objects.length === 0) return value;
    const renamed = value.objects.map((location) => this.publishedName(location));
    if (renamed.every((location, index) => location === value.objects[index])) return value;
    return values.withObjects(
      value,
      [...new Set(renamed)].sort((a, b) => a - b),
    );
  }

  /** The prototypes of functions that are created again and again share an address. */
  private publishedObject(location: LocationId, object: AbstractObject): AbstractObject {
    const { locations } = this.program;
    const published = objects.mapObject(object, (value) => this.publishedValue(value));
    const single = published.summary || !locations.isPrototype(location) || this.isOnce(locations.siteOf(location));
    return single ? published : { ...published, summary: true };
  }

  private publishedCell(variable: VariableId, cell: Cell): Cell {
    if (this.isOnceVariable(variable)) return { recent: this.publishedValue(cell.recent), old: this.publishedValue(cell.old) };
    const all = this.publishedValue(values.join(cell.recent, cell.old));
    return { recent: all, old: all };
  }
}

function joinCell(a: Cell, b: Cell): Cell {
  const recent = values.join(a.recent, b.recent);
  const old = values.join(a.old, b.old);
  return recent === a.recent && old === a.old ? a : { recent, old };
}

function widenCell(previous: Cell, next: Cell): Cell {
  return { recent: values.widen(previous.recent, next.recent, []), old: values.widen(previous.old, next.old, []) };
}
