import type { AssertionId, FunctionId, ModuleIr, NodeId } from '../../ir/program.js';
import { addFailure, type Failure } from './failure.js';
import type { RealmTables } from './realm.js';
import { runFunction, type RunArgument } from './run.js';

/** A claim about a root: every run with such an input, or every run that passes the node, fails. */
export interface CertainFailure {
  readonly module: ModuleIr;
  readonly root: FunctionId;
  /** The intermittent assertions that bind the root; empty when its obligation is to end. */
  readonly obligations: readonly AssertionId[];
  /** The point that decides the failure, when it is not the root's entry. */
  readonly through: { readonly function: FunctionId; readonly node: NodeId } | null;
}

/** `entered`: the functions that the runs called, on which the answer depends. */
export type GateAnswer = { readonly entered: ReadonlySet<FunctionId> } & (
  | /** This input makes a good run: the claim is false. */ { readonly kind: 'contradicted'; readonly input: readonly RunArgument[] }
    /** No good run was found; `failed` of the runs did fail, there, and `silent` said nothing or did not come to the point. */
  | {
      readonly kind: 'upheld';
      readonly failed: number;
      readonly failures: readonly Failure[];
      readonly silent: number;
      readonly isLong: boolean;
      /** Also with an input of numbers that a run counts to. */
      readonly isLongOfExact: boolean;
    }
);

/** Fuel of one run: small functions need a few hundred steps, and a dozen runs should stay below a few milliseconds each. */
const gateLimits = { fuel: 30_000, maxDepth: 5_000 } as const;

/** Tries inputs that the claim condemns (see `inputsOutside`). Cost: at most the fuel of one run for each input. */
export function tryInputs(
  claim: CertainFailure,
  inputs: readonly (readonly RunArgument[])[],
  builtins: RealmTables,
  limits: { readonly fuel: number; readonly maxDepth: number } = gateLimits,
): GateAnswer {
  let failed = 0;
  const failures = new Map<string, Failure>();
  let silent = 0;
  let isLong = false;
  let isLongOfExact = false;
  const entered = new Set<FunctionId>();
  for (const input of inputs) {
    let passed = claim.through === null;
    const run = runFunction(claim.module, claim.root, input, {
      ...limits,
      builtins,
      obligations: claim.obligations,
      observe: (frame) => {
        if (frame.index.function.id === claim.through?.function && frame.node === claim.through.node) passed = true;
      },
    });
    for (const callee of run.entered) entered.add(callee);
    isLong ||= run.outcome.kind === 'outOfFuel';
    isLongOfExact ||= run.outcome.kind === 'outOfFuel' && input.every(isExact);
    if (!passed || run.outcome.kind === 'unmodelled' || run.outcome.kind === 'outOfFuel') silent++;
    else if (run.outcome.kind === 'good') return { kind: 'contradicted', input, entered };
    else {
      failed++;
      if (run.failure !== null) addFailure(failures, run.failure);
    }
  }
  return { kind: 'upheld', failed, failures: [...failures.values()], silent, isLong, isLongOfExact, entered };
}

const isExact = (input: RunArgument): boolean =>
  Array.isArray(input) ? input.every(isExact) : typeof input !== 'number' || Math.abs(input) < 2 ** 53;
