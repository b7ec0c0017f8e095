import type { Bounds, Monitor, MonitorPlan, NumberContract } from './monitor.js';
import type { Parameter, Root } from './roots.js';
import type { Tree } from './syntaxTree.js';

/** Where the states of `names` were recorded: just after the last statement that ends on `line`. */
export interface RecordPoint {
  readonly line: number;
  readonly names: readonly string[];
}

export interface Instrumented {
  readonly tree: Tree;
  readonly roots: readonly Root[];
  readonly constructors: ReadonlyMap<string, readonly Parameter[]>;
  readonly records: readonly RecordPoint[];
  /** Functions with element accesses that are observed, by number; the name as in `functions[].name`. */
  readonly accessOwners: readonly { readonly name: string; readonly line: number }[];
  readonly plan: MonitorPlan;
  /** Claims that found a place where they can be tested. */
  readonly placedClaims: ReadonlySet<number>;
  /** Integers and fractions written in the program. */
  readonly constants: readonly number[];
  readonly usesTasks: boolean;
  /** False when some `a[i]` could not be observed. */
  readonly allAccessesObserved: boolean;
  /** The JavaScript that runs, for reading. */
  readonly code: string;
  /** Evaluates the module. Throws what its top level throws. */
  instantiate(monitor: Monitor): Readonly<Record<string, unknown>>;
  monitor(bounds: Bounds, contract: NumberContract): Monitor;
}
