import * as maps from '../../base/intMap.js';
import type { SiteId, VariableId } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import * as objects from './object.js';
import type { AbstractObject } from './object.js';
import type { Activation, Program } from '../scope.js';
import * as states from '../state.js';
import type { Cell, LiveState } from '../state.js';

/** `from` is no longer the newest object of its site: every reference to it now means one of the older ones. */
export function renameInValue(value: Value, from: LocationId, to: LocationId): Value {
  if (value.objects.length === 0 || !value.objects.includes(from)) return value;
  const rest = value.objects.filter((location) => location !== from);
  if (!rest.includes(to)) rest.push(to);
  return values.withObjects(
    value,
    rest.sort((a, b) => a - b),
  );
}

function rename(state: LiveState, from: LocationId, to: LocationId): LiveState {
  const inValue = (value: Value): Value => renameInValue(value, from, to);
  const mark = markOf(from);
  return states.makeState(
    maps.rewriteMarked(state.frame, mark, marksOfValue, inValue),
    maps.rewriteMarked(state.cells, mark, marksOfCell, (cell) => {
      const recent = inValue(cell.recent);
      const old = inValue(cell.old);
      return recent === cell.recent && old === cell.old ? cell : { recent, old };
    }),
    maps.rewriteMarked(state.heap, mark, marksOfObject, (object) => objects.mapObject(object, inValue)),
    state.relations,
  );
}

/** One of 30 bits for each location: most parts of a state do not mention the one that is renamed, and are not looked at. */
export const markOf = (location: LocationId): number => 1 << (((location >> 2) * 5 + location) % 30);

function marksOfValue({ objects: mentioned }: Value): number {
  let marks = 0;
  for (const location of mentioned) marks |= markOf(location);
  return marks;
}

export const marksOfCell = ({ recent, old }: Cell): number => marksOfValue(recent) | marksOfValue(old);

/** The last bit marks objects that others may not know yet (private.ts). */
export const unsharedMark = 1 << 30;

export function marksOfObject(object: AbstractObject): number {
  let marks = objects.mayBePrivate(object) ? unsharedMark : 0;
  objects.forEachValue(object, (value) => (marks |= marksOfValue(value)));
  return marks;
}

/**
 * Renames values that were computed before an allocation at the site: its newest object so far becomes one of the older ones.
 */
export function renamedBy(state: LiveState, site: SiteId, activation: Activation): (value: Value) => Value {
  const { locations } = activation.program;
  const recent = locations.recent(site);
  if (!isAllocated(recent, site, state, activation)) return (value) => value;
  return (value) => renameInValue(value, recent, locations.old(site));
}

/**
 * Whether the site may have made an object before. What is said of one of a site that is passed once is what others find later: there is
 * none yet.
 */
export function isAllocated(location: LocationId, site: SiteId, { heap }: LiveState, { program }: Activation): boolean {
  return maps.get(heap, location) !== undefined && !program.onceSites.has(site);
}

/** A fresh object at the site; the one that was its newest joins the older ones. */
export function allocate(state: LiveState, site: SiteId, object: AbstractObject, activation: Activation): LiveState {
  const locations = activation.program.locations;
  const recent = locations.recent(site);
  if (!isAllocated(recent, site, state, activation)) return states.setObject(state, recent, object);
  const old = locations.old(site);
  const renamed = rename(state, recent, old);
  const newest = maps.get(renamed.heap, recent);
  const older = maps.get(renamed.heap, old);
  const merged = newest === undefined ? older : older === undefined ? newest : objects.join(older, newest);
  const aged = merged === undefined ? renamed : states.setObject(renamed, old, merged);
  // What the new object holds was computed before it.
  return states.setObject(
    aged,
    recent,
    objects.mapObject(object, (value) => renameInValue(value, recent, old)),
  );
}

/**
 * New cells for captured variables of a scope that is entered (again): the newest cells so far join the older ones, and closures
 * over them no longer close over the newest.
 */
export function freshCells(
  state: LiveState,
  variables: readonly VariableId[],
  initial: (variable: VariableId) => Value,
  activation: Activation,
): LiveState {
  const program = activation.program;
  let cells = state.cells;
  let frame = state.frame;
  let aged = false;
  const renewed = new Set<VariableId>();
  for (const variable of variables) {
    if (program.captured[variable] === 0) continue;
    const cell = maps.get(cells, variable);
    if (cell !== undefined) aged = true;
    renewed.add(variable);
    if (program.stableOwner[variable] === activation.function) frame = maps.set(frame, variable, initial(variable));
    cells = maps.set(cells, variable, {
      recent: initial(variable),
      old: cell === undefined ? values.bottom : values.join(cell.old, cell.recent),
    });
  }
  const next = states.makeState(frame, cells, state.heap, state.relations);
  if (!aged) return next;
  return states.withHeap(next, agedClosures(next.heap, variables, renewed, program));
}

function areSame(a: readonly VariableId[], b: readonly VariableId[]): boolean {
  return a === b || (a.length === b.length && a.every((variable, index) => variable === b[index]));
}

interface AgedHeap {
  readonly program: Program;
  readonly variables: readonly VariableId[];
  readonly heap: LiveState['heap'];
}

/** By heap: what it became when it was last aged. Many states share one. */
const agedHeaps = new WeakMap<object, AgedHeap>();

/** The heap in which closures over the variables are no longer over their newest cells. */
function agedClosures(
  before: LiveState['heap'],
  /** The scope, of which these are renewed. */
  variables: readonly VariableId[],
  renewed: ReadonlySet<VariableId>,
  program: Program,
): LiveState['heap'] {
  if (before === null) return null;
  const known = agedHeaps.get(before);
  if (known !== undefined && known.program === program && areSame(known.variables, variables)) return known.heap;
  const heap = maps.mapValues(before, (object) => {
    const callable = object.callable;
    if (callable === null || !callable.exact) return object;
    const closesOver = program.closesOver[callable.function];
    for (const variable of renewed) {
      if (closesOver?.has(variable)) return { ...object, callable: { ...callable, exact: false } };
    }
    return object;
  });
  agedHeaps.set(before, { program, variables, heap });
  return heap;
}
