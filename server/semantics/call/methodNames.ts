import { methodsThat } from '../../builtins/facts.js';
import type { Expression } from '../../ir/expression.js';
import type { FunctionIr, ModuleIr, VariableId } from '../../ir/program.js';
import { targetsOf } from '../../ir/visit.js';
import { accessorName } from '../heap/propertyNames.js';

/**
 * Methods of the language that only look at what they are called on. Of what is called by such a name on something unknown it is
 * assumed, as of accessors and conversions, that it changes no array, unless the module itself has a method of that name that may do more (ownConversions.ts).
 */
export const lookingMethods: ReadonlySet<string> = methodsThat(({ looks }) => looks === true);

/** Those that call methods of their arguments. */
export const takingPatterns: ReadonlySet<string> = methodsThat(({ looks, parameters }) => looks === true && parameters?.[0] === 'pattern');

const known = new WeakMap<FunctionIr, ReadonlyMap<VariableId, string>>();

/** The name under which the callee was found, where it was read from an object for this call alone. */
export function methodName(callee: Expression, body: FunctionIr, module: ModuleIr): string | null {
  if (callee.kind !== 'variable' || module.variables[callee.variable]?.kind !== 'temporary') return null;
  let names = known.get(body);
  if (names === undefined) known.set(body, (names = namesIn(body)));
  return names.get(callee.variable) ?? null;
}

function namesIn({ edges }: FunctionIr): ReadonlyMap<VariableId, string> {
  const names = new Map<VariableId, string>();
  const others = new Set<VariableId>();
  for (const { instruction } of edges) {
    const name = instruction.kind === 'load' ? accessorName(instruction.key) : null;
    for (const target of targetsOf(instruction)) {
      if (name === null || (names.get(target) ?? name) !== name) others.add(target);
      else names.set(target, name);
    }
  }
  for (const target of others) names.delete(target);
  return names;
}
