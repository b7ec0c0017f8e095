import { concreteBuiltins } from '../builtins/concreteModels.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import type { FunctionId, ModuleIr } from '../ir/program.js';
import * as values from '../lattice/value.js';
import type { Failure } from '../execution/concrete/failure.js';
import { tryInputs } from '../execution/concrete/contradiction.js';
import { inputsOutside } from '../execution/concrete/inputs.js';
import type { InputParameter } from '../execution/concrete/inputs.js';
import type { RunArgument } from '../execution/concrete/run.js';
import { read } from '../semantics/scope.js';

/** Instructions of top levels that may be run for one module. */
const maxEffort = 2_000_000;

/** The gate's verdict about one root. */
export interface GateVerdict {
  /** Some run was good: the analysis is wrong about the root, and says nothing. */
  readonly contradicted: boolean;
  /** The number of inputs to try, and whether the effort sufficed for them. */
  readonly inputs: number;
  readonly tried: boolean;
  /** The functions that were called, on which the verdict depends. */
  readonly entered: readonly FunctionId[];
}

/** The verdict, and where the runs failed. */
export interface Judgement {
  readonly verdict: GateVerdict;
  readonly failures: readonly Failure[];
  /** Some went on for longer than they were followed. */
  readonly isLong: boolean;
  /** Some of them with numbers that a run counts to. */
  readonly isLongOfExact: boolean;
}

const nothingToTry: GateVerdict = { contradicted: false, inputs: 0, tried: false, entered: [] };

/**
 * The certain-failure gate (docs/semantics.md, "The gate") of one module: a dozen inputs that the entry condition of a root condemns are
 * executed by an interpreter of our own graphs.
 */
export class Gate {
  private effort = maxEffort;
  private readonly topLevel: number;

  constructor(private readonly program: ModuleIr) {
    this.topLevel = program.functions.find(({ kind }) => kind === 'module')?.nodes.length ?? 0;
  }

  judge(solution: RootSolution): Judgement {
    const inputs = inputsToTry(solution, this.program);
    if (inputs.length === 0) return { verdict: nothingToTry, failures: [], isLong: false, isLongOfExact: false };
    if (!this.spend(inputs.length))
      return { verdict: { ...nothingToTry, inputs: inputs.length }, failures: [], isLong: false, isLongOfExact: false };
    const claim = { module: this.program, root: solution.functionId, obligations: solution.sometimes, through: null };
    const answer = tryInputs(claim, inputs, concreteBuiltins);
    const contradicted = answer.kind === 'contradicted';
    const verdict = { contradicted, inputs: inputs.length, tried: true, entered: [...answer.entered] };
    return answer.kind === 'contradicted' ? { verdict, failures: [], isLong: false, isLongOfExact: false } : { ...answer, verdict };
  }

  /** Whether the verdict on an older version would be given now, the functions that it depends on being the same. */
  repeats(verdict: GateVerdict): boolean {
    return verdict.inputs === 0 || this.spend(verdict.inputs) === verdict.tried;
  }

  /** Each run starts with the top level: in a module of thousands of functions only some roots can be tried. */
  private spend(inputs: number): boolean {
    this.effort -= inputs * this.topLevel;
    return this.effort >= 0;
  }
}

/** Nothing is tried where the entry asks nothing. */
function inputsToTry(solution: RootSolution, program: ModuleIr): readonly (readonly RunArgument[])[] {
  const { root } = solution.analysis.unfolding;
  const reachable = solution.reachable[root.entry] ?? null;
  if (!solution.complete || reachable === null || solution.reason === 'module') return [];
  const good = solution.good[root.entry] ?? null;
  const parameters = root.indexed.body.parameters.map((variable): InputParameter => {
    const assumption = program.variables[variable]?.assumption ?? null;
    const before = read(reachable, variable, root.activation);
    const after = good === null ? values.bottom : read(good, variable, root.activation);
    return { before, good: values.leq(before, after) ? null : after, assumption };
  });
  if (parameters.length === 0 && good === null) return [[]];
  if (parameters.every((parameter) => parameter.good === null)) return [];
  return inputsOutside(parameters, undefined, solution.analysis.context.settings.integers ? 'integers' : 'doubles');
}
