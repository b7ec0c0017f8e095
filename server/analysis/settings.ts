/** The assumptions and the limits of one analysis. */
export interface AnalysisSettings {
  /** Unknown numbers are safe integers (`whence.numbers`). */
  readonly integers: boolean;
  /** A run that does not end fails (`whence.requireTermination`). */
  readonly termination: boolean;
  /** Whether code that is not seen returns or throws, or may also end the process or run for ever (`whence.unknownCalls`). */
  readonly unknownCalls: 'return-or-throw' | 'may-exit';
  /** Whether an index outside an array is a failure of the run (`whence.arrayIndex`). */
  readonly arrayIndex: 'off' | 'hint' | 'error';
  /** The number of times that the passes are repeated, from 1. */
  readonly rounds: number;
  /** One copy of a function per call site. */
  readonly unfolding: boolean;
  /** Whether differences between variables and lengths are kept. False: to measure what they are worth. */
  readonly relations: boolean;
  /** Equation evaluations for one root; a root that needs more is given up. */
  readonly maxEvaluations: number;
  /** The limit for one module, in evaluations (see `Effort`); roots that come after are given up. About 20 seconds on two cores. */
  readonly maxModuleEffort: number;
  /** The part of it that may be spent until the module invariant is settled: first with copies by call site, then without them. */
  readonly maxSettlingEffort: number;
  readonly maxFrugalEffort: number;
  /** Points of one root's unfolding; calls beyond are taken for unknown code. */
  readonly maxPoints: number;
  /** Points of copies of imported functions in one root's unfolding: each file that imports a function pays for it anew. */
  readonly maxImportedPoints: number;
  /** The least that this is lowered to in modules with many functions, and the points that all functions share. */
  readonly minPoints: number;
  readonly maxModulePoints: number;
  /** Re-evaluates every equation on each finished solution; a solution that is none is an `InternalError`. For tests. */
  readonly verify: boolean;
}

export const defaultSettings: AnalysisSettings = {
  integers: false,
  termination: true,
  unknownCalls: 'return-or-throw',
  arrayIndex: 'hint',
  rounds: 1,
  unfolding: true,
  relations: true,
  maxEvaluations: 400_000,
  maxModuleEffort: 1_200_000,
  maxSettlingEffort: 700_000,
  maxFrugalEffort: 300_000,
  maxPoints: 6_000,
  maxImportedPoints: 500,
  minPoints: 200,
  maxModulePoints: 120_000,
  verify: false,
};
