import type { RootSolution } from '../analysis/rootSolution.js';
import type { ModuleIr } from '../ir/program.js';
import * as values from '../lattice/value.js';
import { tryInputs } from '../semantics/concrete/gate.js';
import { inputsOutside } from '../semantics/concrete/inputs.js';
import type { InputParameter } from '../semantics/concrete/inputs.js';
import { read } from '../semantics/scope.js';

/** Instructions of top levels that may be run for one module. */
export interface GateEffort {
  left: number;
}
export const gateEffort = (): GateEffort => ({ left: 2_000_000 });

/**
 * The certain-failure gate (DESIGN section 3): a dozen inputs that the entry condition of a root condemns are executed by an
 * interpreter of our own graphs. True when one of them makes a good run: the analysis is wrong about this root, and says nothing.
 */
export function isContradicted(solution: RootSolution, program: ModuleIr, effort: GateEffort): boolean {
  const { root } = solution.analysis.unfolding;
  const reachable = solution.reachable[root.entry] ?? null;
  if (!solution.complete || reachable === null || solution.reason === 'module') return false;
  const good = solution.good[root.entry] ?? null;
  const parameters = root.indexed.body.parameters.map((variable): InputParameter => {
    const assumption = program.variables[variable]?.assumption ?? null;
    const before = read(reachable, variable, root.activation);
    const after = good === null ? values.bottom : read(good, variable, root.activation);
    return { good: values.leq(before, after) ? null : after.number, assumption };
  });
  if (parameters.every((parameter) => parameter.good === null)) return false;
  const inputs = inputsOutside(parameters, undefined, solution.analysis.context.settings.integers ? 'integers' : 'doubles');
  // Each run starts with the top level: in a module of thousands of functions only some roots can be tried.
  const top = program.functions.find(({ kind }) => kind === 'module');
  effort.left -= inputs.length * (top?.nodes.length ?? 0);
  if (effort.left < 0) return false;
  const claim = { module: program, root: solution.functionId, obligations: solution.sometimes, through: null };
  return tryInputs(claim, inputs).kind === 'contradicted';
}
