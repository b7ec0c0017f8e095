import type { FunctionId, ModuleIr, SiteId, VariableId } from '../ir/program.js';
import * as maps from '../base/intMap.js';
import * as values from '../lattice/value.js';
import type { LocationId, Value } from '../lattice/value.js';
import * as states from './state.js';
import type { LiveState } from './state.js';
import type { AbstractBuiltins } from './call/model.js';
import type { Locations } from './heap/locations.js';
import type { OwnConversions } from './call/ownConversions.js';
import type { Packs } from './relational/packs.js';

/** The assumptions about inputs, and the events that count as failures. */
export interface Policy {
  /** Unknown numbers are safe integers (`whence.numbers`). */
  readonly integers: boolean;
  /** An element access outside its array fails (`whence.arrayIndex: error`; docs/semantics.md, "Array indices"). */
  readonly indexFails: boolean;
}

/** The data that every transfer of one analysis shares. */
export interface Program extends OwnConversions {
  readonly module: ModuleIr;
  readonly locations: Locations;
  /** Any input: `top`, with safe integers for its numbers when the policy says so. */
  readonly unknown: Value;
  readonly policy: Policy;
  readonly builtins: AbstractBuiltins;
  /** Indexed by variable: lives in cells. */
  readonly captured: Uint8Array;
  /** Indexed by variable: other modules read it, so what is written to it is within their reach. */
  readonly exported: Uint8Array;
  /** By variable: its owner, when it is captured and written only by its declaration; -1 otherwise. The owner reads a copy in its frame. */
  readonly stableOwner: Int32Array;
  /** The known values of variables of other modules. */
  readonly imported: ReadonlyMap<VariableId, Value>;
  /** By function: its own captured variables. */
  readonly ownCells: readonly (readonly VariableId[])[];
  /** By function: the captured variables of enclosing functions that it or a function nested in it names. */
  readonly closesOver: readonly ReadonlySet<VariableId>[];
  /** The names under which the module defines getters and setters, by a class, a literal or a descriptor. */
  readonly accessorNames: ReadonlySet<string>;
  /** An object may have an accessor of the module's own that copying the object calls: one that is enumerable, as those of classes are not. */
  readonly copiesAccessors: boolean;
  /** The module's setters; under a computed name: null. */
  readonly setters: readonly { readonly name: string | null; readonly setter: FunctionId }[];
  /** The names under which the module stores into objects that are not its own instances. */
  readonly storedNames: ReadonlySet<string>;
  /** The module may define accessors under other names, too. */
  readonly describesProperties: boolean;
  /** The module names `hasInstance`: its classes may say themselves what their instances are. */
  readonly asksInstances: boolean;
  /** A subclass may have an iterator of its own. */
  readonly definesIterators: boolean;
  /** The text may rewrite the methods of classes. */
  readonly rewritesPrototypes: boolean;
  /** Arrays of the module may inherit elements. */
  readonly inheritsElements: boolean;
  /** The text may give a typed array, which inherits its `length`, another one: nothing is known of typed arrays then. */
  readonly hidesLengths: boolean;
  /** Whether the text asks values for their `constructor` (server/ir/prototypes.ts). */
  readonly asksConstructors: boolean;
  /** Sites that the module passes once at most. */
  readonly onceSites: ReadonlySet<SiteId>;
  /** The dimensions that are related to each other. */
  readonly packs: Packs;
}

/**
 * Whose activation evaluates: variables are read and written through it. `newest(v)` says whether the cell that this activation
 * means by captured variable v is certainly the newest one; otherwise reads join all cells and writes are weak.
 */
export interface Activation {
  readonly program: Program;
  readonly function: FunctionId;
  newest(variable: VariableId): boolean;
  readonly outside: Outside;
}

/** The code that is not modelled: other modules, callers, callbacks, tasks that run in between. */
export interface Outside {
  /** Unknown code runs now: it may call every function that escaped, and so change what those can reach. */
  run(state: LiveState): LiveState;
  /** Unknown code can call the function from now on. */
  escaped(callee: FunctionId): void;
  /** The program itself calls the function, in a way that is not followed: with other arguments than declared, perhaps. */
  calledOpaquely(callee: FunctionId): void;
  /** The object at the address was changed. */
  changed(location: LocationId): void;
  /** Whether unknown code may change the object at the address. */
  mayChange(location: LocationId): boolean;
}

/** Whether the activation keeps the variable's value in its frame: its own, and nobody else ever rewrites it. */
export function inFrame(variable: VariableId, activation: Activation): boolean {
  return activation.program.captured[variable] === 0 || activation.program.stableOwner[variable] === activation.function;
}

/** The value of a variable in a state, as the activation sees it. */
export function read(state: LiveState, variable: VariableId, activation: Activation): Value {
  if (inFrame(variable, activation)) return maps.get(state.frame, variable) ?? values.top;
  const cell = maps.get(state.cells, variable);
  if (cell === undefined) return activation.program.imported.get(variable) ?? values.top;
  return activation.newest(variable) ? cell.recent : values.join(cell.recent, cell.old);
}

/**
 * The state in which the variable's value is also one of `condition`, objects left alone; null when there is none.
 * Only the newest cell can be distinguished from the others.
 */
export function restrict(state: LiveState, variable: VariableId, condition: Value, activation: Activation): LiveState | null {
  const current = read(state, variable, activation);
  const value = values.meetPrimitives(current, condition);
  if (value === current) return state;
  if (values.isBottom(value)) return null;
  if (inFrame(variable, activation)) return states.setFrame(state, variable, value);
  if (!activation.newest(variable)) return state;
  const cell = maps.get(state.cells, variable);
  if (cell === undefined) return state;
  return states.withCells(state, maps.set(state.cells, variable, { recent: value, old: cell.old }));
}

/** The state in which the variable is one of these values, objects included: a part of what it may be. */
export function keepOnly(state: LiveState, variable: VariableId, value: Value, activation: Activation): LiveState {
  if (inFrame(variable, activation)) return states.setFrame(state, variable, value);
  const cell = maps.get(state.cells, variable);
  if (cell === undefined || !activation.newest(variable)) return state;
  return states.withCells(state, maps.set(state.cells, variable, { recent: value, old: cell.old }));
}
