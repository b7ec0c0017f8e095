import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { FunctionIr, VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf } from '../../ir/visit.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { describedArguments } from './given.js';
import type { Program } from '../scope.js';

/**
 * The `arguments` of a function. If the function only reads from it, nobody else can know it: its length never changes. Its elements may be anything, and known to anybody.
 */
export function argumentsValue(body: FunctionIr, program: Program): Value {
  return isSealed(body, program) ? values.ofObjects([describedArguments(program.locations)]) : values.unknownObject;
}

const known = new WeakMap<FunctionIr, boolean>();

/** Whether the function only reads from its `arguments`. */
export function isSealed(body: FunctionIr, program: Program): boolean {
  let sealed = known.get(body);
  if (sealed === undefined) known.set(body, (sealed = isOnlyRead(body, program)));
  return sealed;
}

function isOnlyRead({ argumentsVariable, edges }: FunctionIr, { captured, module }: Program): boolean {
  if (argumentsVariable === null || module.variables[argumentsVariable]?.reassigned !== false) return false;
  const names = new Set<VariableId>([argumentsVariable]);
  for (const name of names) {
    if (captured[name] !== 0 || module.variables[name]?.kind === 'result') return false;
    for (const { instruction } of edges) {
      if (!mentions(instruction, name)) continue;
      if (instruction.kind === 'assign' && isRead(instruction.value, name)) names.add(instruction.target);
      else if (instruction.kind !== 'load' || !isRead(instruction.object, name) || mentionsIn(instruction.key, name)) return false;
    }
  }
  return true;
}

const isRead = (expression: Expression, variable: VariableId): boolean =>
  expression.kind === 'variable' && expression.variable === variable;

function mentionsIn(expression: Expression, variable: VariableId): boolean {
  let found = false;
  forEachRead(expression, (read) => (found ||= read === variable));
  return found;
}

const mentions = (instruction: Instruction, variable: VariableId): boolean =>
  operandsOf(instruction).some((operand) => mentionsIn(operand, variable));
