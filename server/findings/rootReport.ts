import type { RootSolution } from '../analysis/rootSolution.js';
import type { FunctionId } from '../ir/program.js';
import { accessesOf, type RootAccesses } from './accesses.js';
import type { FindingDraft } from './draft.js';
import type { Places } from './place.js';
import { findingsOf, requiresOf } from './rootFindings.js';

/** All that is said about one root: plain data, without the states that it was made from. */
export interface RootReport {
  readonly functionId: FunctionId;
  /** What the root asks of its parameters; null when nothing. */
  readonly requires: string | null;
  readonly complete: boolean;
  readonly findings: readonly FindingDraft[];
  readonly accesses: RootAccesses;
  /** The functions whose copies the root was made of, its own first. */
  readonly touched: readonly FunctionId[];
}

/** `contradicted`: an execution has shown that the analysis is wrong about the root, so that nothing is claimed. */
export function reportRoot(solution: RootSolution, contradicted: boolean, places: Places): RootReport {
  const touched = new Set(solution.analysis.unfolding.instances.map(({ indexed }) => indexed.body.id));
  return {
    functionId: solution.functionId,
    requires: contradicted ? null : requiresOf(solution).condition,
    complete: solution.complete,
    findings: contradicted ? [] : findingsOf(solution, places),
    accesses: accessesOf(solution),
    touched: [...touched],
  };
}
