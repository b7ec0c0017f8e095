import { concreteBuiltins } from '../builtins/concreteModels.js';
import { runFunction } from '../execution/concrete/run.js';
import type { ModuleIr } from '../ir/program.js';

/** Instructions of one call, the top level included. */
const fuel = 60_000;
const maxDepth = 400;

/** What `$ask(n)` of a module gives for each n below the count; null where the interpreter does not know. */
export function answersOf(module: ModuleIr, count: number): readonly (string | null)[] {
  const asked = module.functions.find(({ name }) => name === '$ask');
  if (asked === undefined || module.tampersWithBuiltins) return Array<null>(count).fill(null);
  return Array.from({ length: count }, (_, which) => {
    const { outcome, value } = runFunction(module, asked.id, [which], { fuel, maxDepth, builtins: concreteBuiltins });
    return outcome.kind === 'good' && typeof value === 'string' ? value : null;
  });
}
