import { unreachable } from '../base/errors.js';
import type { Expression } from './expression.js';
import type { Argument, Instruction } from './instruction.js';
import type { VariableId } from './program.js';

/** Every variable that the expression reads. */
export function forEachRead(expression: Expression, visit: (variable: VariableId) => void): void {
  switch (expression.kind) {
    case 'variable':
      visit(expression.variable);
      return;
    case 'unary':
      forEachRead(expression.operand, visit);
      return;
    case 'binary':
      forEachRead(expression.left, visit);
      forEachRead(expression.right, visit);
      return;
    case 'intrinsic':
      for (const operand of expression.operands) forEachRead(operand, visit);
      return;
    case 'constant':
    case 'global':
    case 'unknown':
      return;
    default:
      unreachable(expression);
  }
}

/** The expressions that the instruction evaluates, in order. */
export function operandsOf(instruction: Instruction): readonly Expression[] {
  const argumentValues = (args: readonly Argument[]): Expression[] =>
    args.flatMap((argument) => (argument.kind === 'hole' ? [] : [argument.value]));
  switch (instruction.kind) {
    case 'nop':
    case 'enterScope':
    case 'copyScope':
    case 'checkInitialised':
    case 'step':
    case 'closeIterator':
    case 'collect':
      return [];
    case 'assign':
    case 'escape':
    case 'throw':
    case 'await':
    case 'yield':
      return [instruction.value];
    case 'assume':
      return [instruction.condition];
    case 'load':
      return instruction.receiver === undefined
        ? [instruction.object, instruction.key]
        : [instruction.object, instruction.key, instruction.receiver];
    case 'delete':
      return [instruction.object, instruction.key];
    case 'store':
      return [instruction.object, instruction.key, instruction.value];
    case 'defineAccessor':
      return [instruction.object, instruction.key, instruction.getter, instruction.setter].filter((operand) => operand !== null);
    case 'copyProperties':
      return [instruction.object, instruction.source, ...instruction.excluded];
    case 'allocate':
      return argumentValues(instruction.elements);
    case 'closure':
      return instruction.superclass === null ? [] : [instruction.superclass];
    case 'call':
      return [instruction.callee, ...(instruction.receiver === null ? [] : [instruction.receiver]), ...argumentValues(instruction.args)];
    case 'iterate':
      return [instruction.iterable];
    case 'havoc':
      return instruction.reads;
    default:
      return unreachable(instruction);
  }
}

/** The variables that the instruction writes when it completes. */
export function targetsOf(instruction: Instruction): readonly VariableId[] {
  switch (instruction.kind) {
    case 'assign':
    case 'load':
    case 'delete':
    case 'allocate':
    case 'closure':
    case 'collect':
    case 'await':
    case 'yield':
      return [instruction.target];
    case 'call': {
      // super(...) binds `this`.
      const { mode, receiver, target } = instruction;
      return mode === 'super' && receiver?.kind === 'variable' ? [target, receiver.variable] : [target];
    }
    case 'step':
      return instruction.found ? [instruction.target, instruction.index] : [];
    case 'iterate':
      return [instruction.iterator, instruction.index];
    case 'havoc':
      return instruction.target === null ? instruction.writes : [instruction.target, ...instruction.writes];
    case 'enterScope':
    case 'copyScope':
      return instruction.variables;
    case 'nop':
    case 'assume':
    case 'checkInitialised':
    case 'store':
    case 'defineAccessor':
    case 'copyProperties':
    case 'escape':
    case 'throw':
    case 'closeIterator':
      return [];
    default:
      return unreachable(instruction);
  }
}

/** Every variable that the instruction names. */
export function forEachVariable(instruction: Instruction, visit: (variable: VariableId) => void): void {
  for (const operand of operandsOf(instruction)) forEachRead(operand, visit);
  for (const target of targetsOf(instruction)) visit(target);
  if (instruction.kind === 'checkInitialised') visit(instruction.variable);
  if (instruction.kind === 'step' || instruction.kind === 'collect') {
    visit(instruction.iterator);
    visit(instruction.index);
  }
  if (instruction.kind === 'closeIterator') visit(instruction.iterator);
}
