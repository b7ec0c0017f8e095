import type { FunctionId, ModuleIr } from '../ir/program.js';
import type { State } from '../semantics/state.js';
import type { RootAnalysis } from './root.js';
import type { SettledModule } from './settle.js';

/** The functions that are made where control may come, by a root and what it calls. */
export function madeIn({ unfolding }: RootAnalysis, solution: readonly State[]): readonly FunctionId[] {
  const made = new Set<FunctionId>();
  for (const { indexed, base } of unfolding.instances)
    for (const { instruction, source } of indexed.body.edges)
      if (instruction.kind === 'closure' && (solution[base + source] ?? null) !== null) made.add(instruction.function);
  return [...made];
}

/**
 * The roots that nobody calls because no run makes them: they stand in code to which control never comes, so that what they close over was
 * perhaps never set up. None where some root was given up, which may make any.
 */
export function unmadeRoots({ roots }: SettledModule, module: ModuleIr): ReadonlySet<FunctionId> {
  const uncalled = new Map(roots.filter(({ reason }) => reason === 'uncalled').map((root) => [root.functionId, root]));
  if (uncalled.size === 0 || roots.some(({ step }) => step === null)) return new Set();
  const made = new Set<FunctionId>();
  const pending = roots.filter(({ reason }) => reason !== 'uncalled');
  for (let root = pending.pop(); root !== undefined; root = pending.pop()) {
    for (const id of root.step?.made ?? []) {
      if (made.has(id)) continue;
      made.add(id);
      const further = uncalled.get(id);
      if (further !== undefined) pending.push(further);
    }
  }
  const isClosure = new Set(
    module.functions.flatMap(({ edges }) =>
      edges.flatMap(({ instruction }) => (instruction.kind === 'closure' ? [instruction.function] : [])),
    ),
  );
  return new Set([...uncalled.keys()].filter((id) => isClosure.has(id) && !made.has(id)));
}
