import * as maps from '../../base/intMap.js';
import type { FunctionId, RootReason, VariableId } from '../../ir/program.js';
import type { LocationId, Value } from '../../lattice/value.js';
import * as values from '../../lattice/value.js';
import * as objects from '../../semantics/heap/object.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import type { Cell } from '../../semantics/state.js';
import type { CallAnswers, CallEdge, CallGraph } from '../callGraph.js';
import type { Effects } from '../guarantee.js';
import type { ModuleInvariant } from '../moduleInvariant.js';

/** The part of the module invariant that one root saw. Nothing else of the invariant can have made a difference. */
export interface InvariantView {
  readonly cells: ReadonlyMap<VariableId, Cell | undefined>;
  readonly objects: ReadonlyMap<LocationId, AbstractObject | undefined>;
  /** Those of them that unknown code may change. */
  readonly writtenCells: ReadonlySet<VariableId>;
  readonly writtenObjects: ReadonlySet<LocationId>;
}

/**
 * The forward analysis of one root at one moment of settling the module invariant, as a function: everything that it depends on,
 * and everything that comes of it. Where all that it depends on is the same again, so is the rest.
 */
export interface RootStep {
  readonly functionId: FunctionId;
  readonly reason: RootReason;
  readonly untyped: boolean;
  /** The functions that the root was made of, its own first. */
  readonly touched: readonly FunctionId[];
  /** The functions that it makes where control may come. */
  readonly made: readonly FunctionId[];
  /** The captured variables that the functions of `touched` name. */
  readonly names: ReadonlySet<VariableId>;
  readonly view: InvariantView;
  readonly answers: CallAnswers;
  /** The limit of points when some call was not followed because of it; null otherwise. */
  readonly limitedTo: number | null;
  readonly unfoldedPoints: number;
  /** The cost of the step, in evaluations (see `Effort`). */
  readonly spent: number;
  readonly edges: readonly CallEdge[];
  readonly effects: Effects;
}

/** The part of the invariant that a root saw which names these variables and had these effects. */
export function viewOf(
  invariant: ModuleInvariant,
  names: ReadonlySet<VariableId>,
  effects: Pick<Effects, 'touchedCells' | 'touchedObjects'>,
): InvariantView {
  const cells = new Map<VariableId, Cell | undefined>();
  const seen = new Map<LocationId, AbstractObject | undefined>();
  const pending: LocationId[] = [...effects.touchedObjects];
  const visit = (value: Value): void => {
    maps.visit(value.objects.length);
    for (const location of value.objects) if (!seen.has(location)) pending.push(location);
  };
  for (const variable of [...names, ...effects.touchedCells]) {
    if (cells.has(variable)) continue;
    const cell = maps.get(invariant.cells, variable);
    cells.set(variable, cell);
    if (cell === undefined || !names.has(variable)) continue;
    visit(cell.recent);
    visit(cell.old);
  }
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    if (seen.has(location)) continue;
    const object = maps.get(invariant.heap, location);
    seen.set(location, object);
    if (object !== undefined) objects.forEachValue(object, visit);
  }
  return {
    cells,
    objects: seen,
    writtenCells: new Set([...cells.keys()].filter((variable) => invariant.isWrittenCell(variable))),
    writtenObjects: new Set([...seen.keys()].filter((location) => invariant.isWrittenObject(location))),
  };
}

/** Whether the step would come out the same now. */
export function isRepeatable(step: RootStep, invariant: ModuleInvariant, callGraph: CallGraph, maxPoints: number): boolean {
  if (step.limitedTo !== null && step.limitedTo !== maxPoints) return false;
  if (step.untyped !== invariant.isOpaquelyCalled(step.functionId)) return false;
  return isSeenAgain(step.view, invariant) && callGraph.answersAs(step.answers);
}

/** Whether the invariant looks the same now. */
export function isSeenAgain({ cells, objects: seen, writtenCells, writtenObjects }: InvariantView, invariant: ModuleInvariant): boolean {
  for (const [variable, cell] of cells) {
    if (!areSameCells(cell, maps.get(invariant.cells, variable))) return false;
    if (writtenCells.has(variable) !== invariant.isWrittenCell(variable)) return false;
  }
  for (const [location, object] of seen) {
    if (!areSameObjects(object, maps.get(invariant.heap, location))) return false;
    if (writtenObjects.has(location) !== invariant.isWrittenObject(location)) return false;
  }
  return true;
}

function areSameCells(a: Cell | undefined, b: Cell | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && values.equal(a.recent, b.recent) && values.equal(a.old, b.old);
}

function areSameObjects(a: AbstractObject | undefined, b: AbstractObject | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && objects.leq(a, b) && objects.leq(b, a));
}
