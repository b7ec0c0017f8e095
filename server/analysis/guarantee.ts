import type { IntMap } from '../base/intMap.js';
import * as maps from '../base/intMap.js';
import type { FunctionId, VariableId } from '../ir/program.js';
import type { LocationId, Value } from '../lattice/value.js';
import * as values from '../lattice/value.js';
import * as objects from '../semantics/heap/object.js';
import type { AbstractObject } from '../semantics/heap/object.js';
import * as states from '../semantics/state.js';
import type { Cell, LiveState, State } from '../semantics/state.js';
import type { PublishedNames } from './publishedNames.js';

/** The effects of one root on all others, relative to the module invariant that it was analysed under. */
export interface Effects {
  /** The values of shared variables and objects that the invariant did not include, joined with those that it did. */
  readonly cells: ReadonlyMap<VariableId, Cell>;
  readonly objects: ReadonlyMap<LocationId, AbstractObject>;
  /** Everything shared that the root changed at all, whether or not the invariant said so already. */
  readonly touchedCells: ReadonlySet<VariableId>;
  readonly touchedObjects: ReadonlySet<LocationId>;
  /** The variables and objects that others may find changed when they go on. */
  readonly writtenCells: ReadonlySet<VariableId>;
  readonly writtenObjects: ReadonlySet<LocationId>;
  /** Unknown code may call these. */
  readonly escapedFunctions: ReadonlySet<FunctionId>;
  /** The parameters of these may be anything: calls of them were not followed. */
  readonly opaquelyCalled: ReadonlySet<FunctionId>;
}

/** What it takes to look an object up that may be published, in visits of map nodes (measured on bundles of 3 MB). */
const visitsPerObject = 4;

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
  private last: LiveState | null = null;
  private readonly published = new WeakMap<object, WeakSet<object>>();
  /** The address that each cell had when it was published. */
  private readonly publishedCells = new WeakMap<Cell, VariableId>();
  /** The address that each object had when it was published. */
  private readonly covered = new WeakMap<AbstractObject, Set<LocationId>>();

  constructor(
    private readonly names: PublishedNames,
    invariantCells: IntMap<Cell>,
    invariantObjects: IntMap<AbstractObject>,
  ) {
    this.allCells = invariantCells;
    this.allObjects = invariantObjects;
  }

  /** The collected effects, without the data that was only needed to collect them. */
  get effects(): Effects {
    const { cells, objects, touchedCells, touchedObjects, writtenCells, writtenObjects, escapedFunctions, opaquelyCalled } = this;
    return { cells, objects, touchedCells, touchedObjects, writtenCells, writtenObjects, escapedFunctions, opaquelyCalled };
  }

  /** The state holds at a moment when others may run: they may find its shared part. */
  publish(state: State): void {
    if (state === null || this.isPublished(state)) return;
    const changed: Cell[] = [];
    maps.every(this.allCells, state.cells, (_, mine, variable) => {
      if (mine === undefined) return true;
      changed.push(mine);
      if (this.publishedCells.get(mine) === variable) return true;
      this.publishedCells.set(mine, variable);
      this.publishCell(variable, this.names.cell(variable, mine));
      return true;
    });
    this.publishObjects(state.heap, changed);
  }

  private publishCell(variable: VariableId, published: Cell): void {
    this.touchedCells.add(variable);
    const known = maps.get(this.allCells, variable);
    if (known !== undefined && values.leq(published.recent, known.recent) && values.leq(published.old, known.old)) return;
    const next = known === undefined ? published : states.joinCell(known, published);
    this.cells.set(variable, next);
    this.allCells = maps.set(this.allCells, variable, next);
  }

  /**
   * Objects that a cell can reach, and those that were published before. What is as it was published refers to nothing else: the
   * search begins at what differs.
   */
  private publishObjects(heap: IntMap<AbstractObject>, changedCells: readonly Cell[]): void {
    let covered = true;
    const pending: LocationId[] = [];
    maps.every(this.allObjects, heap, (known, mine, location) => {
      if (mine === undefined) return true;
      maps.visit(visitsPerObject);
      if (mine.escaped && mine.callable !== null) this.escapedFunctions.add(mine.callable.function);
      if (known !== undefined) {
        this.touchedObjects.add(this.names.location(location));
        pending.push(location);
      }
      // New to others is only what they can reach: that is found out below.
      if (covered && !this.isCovered(location, mine, known)) covered = false;
      return true;
    });
    if (covered) return;
    const { allObjects } = this;
    const seen = new Set<LocationId>();
    const visit = (value: Value): void => {
      maps.visit(value.objects.length);
      for (const location of value.objects) if (!seen.has(location)) pending.push(location);
    };
    for (const cell of changedCells) {
      visit(cell.recent);
      visit(cell.old);
    }
    for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
      if (seen.has(location)) continue;
      seen.add(location);
      const object = maps.get(heap, location);
      if (object === undefined || object === maps.get(allObjects, location)) continue;
      objects.forEachValue(object, visit);
      if (!this.isCovered(location, object)) this.publishObject(location, object);
    }
  }

  /** Whether what has been published says as much of the object at the address. */
  private isCovered(location: LocationId, object: AbstractObject, known?: AbstractObject): boolean {
    if (this.covered.get(object)?.has(location) === true) return true;
    if (known === undefined || !objects.leq(object, known)) return false;
    this.cover(location, object);
    return true;
  }

  private cover(location: LocationId, object: AbstractObject): void {
    const locations = this.covered.get(object);
    if (locations === undefined) this.covered.set(object, new Set([location]));
    else locations.add(location);
  }

  private publishObject(location: LocationId, object: AbstractObject): void {
    const name = this.names.location(location);
    this.touchedObjects.add(name);
    this.cover(location, object);
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
    if (this.last?.heap === state.heap && this.last.cells === state.cells) return true;
    this.last = state;
    const known = this.published.get(state.heap);
    if (known?.has(state.cells)) return true;
    if (known === undefined) this.published.set(state.heap, new WeakSet([state.cells]));
    else known.add(state.cells);
    return false;
  }
}
