import type { Instance } from '../analysis/unfolding.js';
import type { Instruction } from '../ir/instruction.js';
import type { VariableId } from '../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../ir/visit.js';

/**
 * Whether nothing but the parameters of a function decides the value of a variable: it is one of them, or made of them by operators,
 * literals and loops over what they hold. Its callers are asked for it, then.
 */
export function isOfParameters(variable: VariableId, { indexed: { body }, activation }: Instance): boolean {
  const { variables } = activation.program.module;
  const seen = new Set<VariableId>([variable]);
  for (const each of seen) {
    const { kind, owner, captured, reassigned } = variables[each] ?? {};
    if (owner !== body.id || (captured === true && reassigned === true)) return false;
    const made = body.edges.filter(({ instruction }) => targetsOf(instruction).includes(each));
    if (kind !== 'parameter' && made.length === 0) return false;
    for (const { instruction } of made) {
      const of = madeOf(instruction);
      if (of === null) return false;
      for (const further of of) seen.add(further);
    }
  }
  return true;
}

/** The variables that what the instruction gives is made of; null where something else decides it, too. */
function madeOf(instruction: Instruction): readonly VariableId[] | null {
  switch (instruction.kind) {
    case 'step':
      return [instruction.iterator];
    case 'assign':
      if (instruction.value.kind === 'unknown') return null;
      break;
    case 'allocate':
    case 'iterate':
    case 'enterScope':
    case 'copyScope':
      break;
    default:
      return null;
  }
  const read: VariableId[] = [];
  for (const operand of operandsOf(instruction)) forEachRead(operand, (variable) => read.push(variable));
  return read;
}
