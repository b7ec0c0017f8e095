import { builtinsThat, memberOf } from '../../builtins/facts.js';
import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { FunctionIr, NodeId, Variable, VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../../ir/visit.js';
import { ConcreteObject } from '../concrete/concreteValue.js';
import type { FunctionFrame } from '../concrete/frame.js';

const known = new WeakMap<FunctionIr, Map<NodeId, boolean>>();
const writing = new Set(builtinsThat(({ writes, restricts, describes }) => (writes ?? restricts ?? describes) !== undefined).map(memberOf));

/**
 * Whether the body, from a node on, writes nothing that others may look at, and looks at no variable that others write. Functions that it
 * calls are not looked at, nor what it looks at of objects.
 */
export function isByItself(body: FunctionIr, node: NodeId, variableOf: (id: VariableId) => Variable): boolean {
  let nodes = known.get(body);
  if (nodes === undefined) known.set(body, (nodes = new Map<NodeId, boolean>()));
  let found = nodes.get(node);
  if (found === undefined) nodes.set(node, (found = !reachableFrom(body, node).some((each) => touchesOthers(each, variableOf))));
  return found;
}

function reachableFrom({ edges }: FunctionIr, node: NodeId): readonly Instruction[] {
  const seen = new Set([node]);
  const instructions: Instruction[] = [];
  for (const at of seen) {
    for (const { source, target, instruction } of edges) {
      if (source !== at) continue;
      seen.add(target);
      instructions.push(instruction);
    }
  }
  return instructions;
}

function touchesOthers(instruction: Instruction, variableOf: (id: VariableId) => Variable): boolean {
  const isShared = (id: VariableId): boolean => variableOf(id).captured;
  switch (instruction.kind) {
    case 'store':
      if (instruction.mode === 'set') return true;
      break;
    case 'delete':
    case 'copyProperties':
    case 'defineAccessor':
    case 'yield':
    case 'havoc':
      return true;
    case 'step':
    case 'iterate':
      if (instruction.protocol === 'asyncOf') return true;
      break;
    case 'enterScope':
    case 'copyScope':
      return instruction.variables.some(isShared);
    case 'load':
      if (instruction.key.kind === 'constant' && instruction.key.value.kind === 'string' && writing.has(instruction.key.value.value))
        return true;
  }
  let isMoved = targetsOf(instruction).some(isShared);
  for (const operand of operandsOf(instruction))
    forEachRead(operand, (id) => {
      const { captured, reassigned } = variableOf(id);
      isMoved ||= captured && reassigned;
    });
  return isMoved;
}

/** Whether the instruction looks into an object that the program has made, and that it may change meanwhile. */
export function looksIntoMade(instruction: Instruction, frame: FunctionFrame): boolean {
  const isMade = (expression: Expression): boolean => expression.kind === 'variable' && isChanging(frame.bound(expression.variable)?.value);
  switch (instruction.kind) {
    case 'load':
      return isMade(instruction.object);
    case 'iterate':
      return isMade(instruction.iterable);
    case 'allocate':
      return instruction.elements.some((each) => each.kind === 'spread' && isMade(each.value));
    case 'call': {
      const callee = instruction.callee.kind === 'variable' ? frame.bound(instruction.callee.variable)?.value : undefined;
      if (callee instanceof ConcreteObject && callee.nature.kind === 'closure')
        return instruction.args.some((each) => each.kind === 'spread' && isMade(each.value));
      const given = instruction.args.flatMap((each) => (each.kind === 'hole' ? [] : [each.value]));
      return given.some(isMade) || (instruction.receiver !== null && isMade(instruction.receiver));
    }
    case 'assign':
      return computesOf(instruction.value, isMade);
    case 'assume':
      return computesOf(instruction.condition, isMade);
    default:
      return false;
  }
}

/** Whether the value of the expression depends on what is in such an object. */
function computesOf(expression: Expression, isMade: (of: Expression) => boolean): boolean {
  const operands =
    expression.kind === 'binary'
      ? [expression.left, expression.right]
      : expression.kind === 'unary'
        ? [expression.operand]
        : expression.kind === 'intrinsic'
          ? expression.operands
          : [];
  const isOfKind = 'operator' in expression && onlyOfKind.has(expression.operator);
  return operands.some((operand) => (!isOfKind && isMade(operand)) || computesOf(operand, isMade));
}

const onlyOfKind: ReadonlySet<string> = new Set(['===', '!==', '!', 'typeof', 'instanceof']);

function isChanging(value: unknown): boolean {
  if (!(value instanceof ConcreteObject) || value.isConstant || value.library !== null) return false;
  const { kind } = value.knownNature;
  return kind !== 'closure' && kind !== 'builtin' && kind !== 'bound' && kind !== 'promise';
}
