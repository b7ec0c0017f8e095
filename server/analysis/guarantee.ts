import type { IntMap } from '../base/intMap.js';
import * as maps from '../base/intMap.js';
import type { FunctionId, VariableId } from '../ir/program.js';
import type { LocationId, Value } from '../lattice/value.js';
import * as values from '../lattice/value.js';
import * as objects from '../semantics/object.js';
import type { AbstractObject } from '../semantics/object.js';
import * as states from '../semantics/state.js';
import type { Cell, LiveState, State } from '../semantics/state.js';
import type { PublishedNames } from './publishedNames.js';

/** What one root means for all others, relative to the module invariant that it was analysed under. */
export interface Effects {
  /** What the shared variables and objects hold that the invariant did not say; joined with what it said. */
  readonly cells: ReadonlyMap<VariableId, Cell>;
  readonly objects: ReadonlyMap<LocationId, AbstractObject>;
  /** Everything shared that the root changed at all, whether or not the invariant said so already. */
  readonly touchedCells: ReadonlySet<VariableId>;
  readonly touchedObjects: ReadonlySet<LocationId>;
  /** What others may find changed when they go on. */
  readonly writtenCells: ReadonlySet<VariableId>;
  readonly writtenObjects: ReadonlySet<LocationId>;
  /** Unknown code may call these. */
  readonly escapedFunctions: ReadonlySet<FunctionId>;
  /** The parameters of these may be anything: calls of them were not followed. */
  readonly opaquelyCalled: ReadonlySet<FunctionId>;
}

/** Collects the effects of one root, in one sweep over its stable solution. */
export class Guarantee implements Effects {
  readonly cells = new Map<VariableId, Cell>();
  readonly objects = new Map<LocationId, AbstractObject>();
  readonly touchedCells = new Set<VariableId>();
  readonly touchedObjects = new Set<LocationId>();
  readonly writtenCells = new Set<VariableId>();
  readonly writtenObjects = new Set<LocationId>();
  readonly escapedFunctions = new Set<FunctionId>();
  readonly opaquelyCalled = new Set<FunctionId>();
  /** The invariant and what has been published since. */
  private allCells: IntMap<Cell>;
  private allObjects: IntMap<AbstractObject>;
  private readonly published = new WeakMap<object, WeakSet<object>>();

  constructor(
    private readonly names: PublishedNames,
    invariantCells: IntMap<Cell>,
    private readonly invariantObjects: IntMap<AbstractObject>,
  ) {
    this.allCells = invariantCells;
    this.allObjects = invariantObjects;
  }

  /** The state holds at a moment when others may run: they may find its shared part. */
  publish(state: State): void {
    if (state === null || this.isPublished(state)) return;
    maps.every(this.invariantObjects, state.heap, (_, object) => {
      if (object !== undefined && object.escaped && object.callable !== null) this.escapedFunctions.add(object.callable.function);
      return true;
    });
    const changed: VariableId[] = [];
    maps.every(this.allCells, state.cells, (_, mine, variable) => {
      if (mine !== undefined) changed.push(variable);
      return true;
    });
    for (const variable of changed) {
      const cell = maps.get(state.cells, variable);
      if (cell !== undefined) this.publishCell(variable, this.names.cell(variable, cell));
    }
    this.publishObjects(state);
  }

  private publishCell(variable: VariableId, published: Cell): void {
    this.touchedCells.add(variable);
    const known = maps.get(this.allCells, variable);
    if (known !== undefined && values.leq(published.recent, known.recent) && values.leq(published.old, known.old)) return;
    const next = known === undefined ? published : states.joinCell(known, published);
    this.cells.set(variable, next);
    this.allCells = maps.set(this.allCells, variable, next);
  }

  /** Objects that a cell can reach, and those that were published before. */
  private publishObjects(state: LiveState): void {
    let unchanged = true;
    maps.every(this.allObjects, state.heap, (known, mine, location) => {
      if (mine === undefined) return true;
      // New to others is only what they can reach: that is found out below.
      if (known === undefined) unchanged = false;
      else if (known !== mine) {
        this.touchedObjects.add(this.names.location(location));
        if (!objects.leq(mine, known)) unchanged = false;
      }
      return true;
    });
    if (unchanged) return;
    const seen = new Set<LocationId>();
    const pending: LocationId[] = [];
    const visit = (value: Value): void => {
      for (const location of value.objects) if (!seen.has(location)) pending.push(location);
    };
    maps.forEach(state.cells, (_, cell) => {
      visit(cell.recent);
      visit(cell.old);
    });
    maps.forEach(this.allObjects, (location) => pending.push(location));
    for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
      if (seen.has(location)) continue;
      seen.add(location);
      const object = maps.get(state.heap, location);
      if (object === undefined) continue;
      objects.forEachValue(object, visit);
      if (object !== maps.get(this.allObjects, location)) this.publishObject(location, object);
    }
  }

  private publishObject(location: LocationId, object: AbstractObject): void {
    const name = this.names.location(location);
    this.touchedObjects.add(name);
    const published = this.names.object(location, object);
    const known = maps.get(this.allObjects, name);
    if (known !== undefined && objects.leq(published, known)) return;
    const joined = known === undefined ? published : objects.join(known, published);
    this.objects.set(name, joined);
    this.allObjects = maps.set(this.allObjects, name, joined);
  }

  /** What was published once needs not be looked at again. Remembers the state. */
  private isPublished(state: LiveState): boolean {
    if (state.heap === null || state.cells === null) return false;
    const known = this.published.get(state.heap);
    if (known?.has(state.cells)) return true;
    if (known === undefined) this.published.set(state.heap, new WeakSet([state.cells]));
    else known.add(state.cells);
    return false;
  }
}
