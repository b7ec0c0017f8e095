import type { FunctionId, ModuleIr, VariableId } from '../ir/program.js';
import { forEachRead, operandsOf } from '../ir/visit.js';

/**
 * The functions of a module that no run enters: they are only in variables of the module that nothing reads, but what is never entered
 * itself. It rests on the text alone.
 */
export function neverEntered(module: ModuleIr): ReadonlySet<FunctionId> {
  const { functions, variables, exports } = module;
  // Direct eval and `with` may read variables.
  if (functions.some(({ opaque }) => opaque)) return new Set();
  const read = new Set<VariableId | null>(exports.map(({ variable }) => variable));
  const made = madeIn(module);
  const never = new Set(functions.flatMap(({ id, kind }) => (kind === 'module' || !made.has(id) ? [] : [id])));
  const entered = functions.filter(({ id }) => !never.has(id));
  for (let one = entered.pop(); one !== undefined; one = entered.pop()) {
    for (const { instruction } of one.edges) for (const operand of operandsOf(instruction)) forEachRead(operand, (id) => read.add(id));
    for (const id of [...never]) {
      const mayBeCalled = made.get(id)?.some(({ by, into }) => !never.has(by) && (variables[into]?.kind !== 'local' || read.has(into)));
      const found = functions[id];
      if (mayBeCalled !== true || found === undefined) continue;
      never.delete(id);
      entered.push(found);
    }
  }
  return never;
}

interface Making {
  /** The function that makes the other. */
  readonly by: FunctionId;
  readonly into: VariableId;
}

function madeIn({ functions }: ModuleIr): ReadonlyMap<FunctionId, readonly Making[]> {
  const made = new Map<FunctionId, Making[]>();
  for (const { id: by, edges } of functions)
    for (const { instruction } of edges) {
      if (instruction.kind !== 'closure') continue;
      const making = { by, into: instruction.target };
      const known = made.get(instruction.function);
      if (known === undefined) made.set(instruction.function, [making]);
      else known.push(making);
    }
  return made;
}
