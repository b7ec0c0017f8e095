import { unreachable } from '../base/errors.js';
import type { Span } from '../base/span.js';
import type { Expression } from './expression.js';
import type { Argument, Instruction } from './instruction.js';
import type { FunctionId, SiteId, VariableId } from './program.js';

/** New numbers for what instructions name, and one span in place of theirs. */
export interface Renaming {
  readonly span: Span;
  variable(id: VariableId): VariableId;
  site(id: SiteId): SiteId;
  function(id: FunctionId): FunctionId;
}

export function renameExpression(expression: Expression, to: Renaming): Expression {
  switch (expression.kind) {
    case 'variable':
      return { kind: 'variable', variable: to.variable(expression.variable) };
    case 'unary':
      return { ...expression, operand: renameExpression(expression.operand, to) };
    case 'binary':
      return { ...expression, left: renameExpression(expression.left, to), right: renameExpression(expression.right, to) };
    case 'intrinsic':
      return { ...expression, operands: expression.operands.map((operand) => renameExpression(operand, to)) };
    case 'constant':
    case 'global':
    case 'unknown':
      return expression;
    default:
      return unreachable(expression);
  }
}

/** The instruction under the renaming. Element accesses lose their number: they are none of the program's own. */
export function renameInstruction(instruction: Instruction, to: Renaming): Instruction {
  const { span } = to;
  const read = (expression: Expression): Expression => renameExpression(expression, to);
  const readMaybe = (expression: Expression | null): Expression | null => (expression === null ? null : read(expression));
  const readArgument = (argument: Argument): Argument =>
    argument.kind === 'hole' ? argument : { ...argument, value: read(argument.value) };
  const variable = (id: VariableId): VariableId => to.variable(id);
  switch (instruction.kind) {
    case 'nop':
      return instruction;
    case 'assign':
      return { ...instruction, span, target: variable(instruction.target), value: read(instruction.value) };
    case 'assume':
      return { ...instruction, span, condition: read(instruction.condition) };
    case 'checkInitialised':
      return { ...instruction, span, variable: variable(instruction.variable) };
    case 'enterScope':
    case 'copyScope':
      return { ...instruction, variables: instruction.variables.map(variable) };
    case 'load':
      return {
        ...instruction,
        span,
        target: variable(instruction.target),
        object: read(instruction.object),
        key: read(instruction.key),
        access: null,
      };
    case 'store':
      return {
        ...instruction,
        span,
        object: read(instruction.object),
        key: read(instruction.key),
        value: read(instruction.value),
        access: null,
      };
    case 'defineAccessor':
      return {
        ...instruction,
        span,
        object: read(instruction.object),
        key: read(instruction.key),
        getter: readMaybe(instruction.getter),
        setter: readMaybe(instruction.setter),
      };
    case 'delete':
      return { ...instruction, span, target: variable(instruction.target), object: read(instruction.object), key: read(instruction.key) };
    case 'copyProperties':
      return {
        ...instruction,
        span,
        object: read(instruction.object),
        source: read(instruction.source),
        excluded: instruction.excluded.map(read),
      };
    case 'allocate':
      return {
        ...instruction,
        span,
        target: variable(instruction.target),
        site: to.site(instruction.site),
        elements: instruction.elements.map(readArgument),
      };
    case 'closure':
      return {
        ...instruction,
        span,
        target: variable(instruction.target),
        site: to.site(instruction.site),
        function: to.function(instruction.function),
        superclass: readMaybe(instruction.superclass),
      };
    case 'call':
      return {
        ...instruction,
        span,
        target: variable(instruction.target),
        callee: read(instruction.callee),
        receiver: readMaybe(instruction.receiver),
        args: instruction.args.map(readArgument),
        site: to.site(instruction.site),
      };
    case 'throw':
      return { ...instruction, span, value: read(instruction.value) };
    case 'iterate':
      return {
        ...instruction,
        span,
        iterator: variable(instruction.iterator),
        index: variable(instruction.index),
        iterable: read(instruction.iterable),
      };
    case 'step':
      return {
        ...instruction,
        span,
        iterator: variable(instruction.iterator),
        index: variable(instruction.index),
        target: variable(instruction.target),
      };
    case 'closeIterator':
      return { ...instruction, span, iterator: variable(instruction.iterator) };
    case 'collect':
      return {
        ...instruction,
        span,
        target: variable(instruction.target),
        site: to.site(instruction.site),
        iterator: variable(instruction.iterator),
        index: variable(instruction.index),
      };
    case 'await':
    case 'yield':
      return { ...instruction, span, target: variable(instruction.target), value: read(instruction.value) };
    case 'havoc':
      return {
        ...instruction,
        span,
        target: instruction.target === null ? null : variable(instruction.target),
        reads: instruction.reads.map(read),
        writes: instruction.writes.map(variable),
      };
    default:
      return unreachable(instruction);
  }
}
