import { unreachable } from '../base/errors.js';
import type { Span } from '../base/span.js';
import type { ControlPoint } from './controlPoint.js';
import type { Expression } from './expression.js';
import type { Argument, Instruction } from './instruction.js';
import type { AssertionId, Edge, FunctionId, FunctionIr, GraphNode, SiteId, VariableId } from './program.js';

/** New numbers for what instructions name, and new places. */
export interface Renaming {
  span(of: Span): Span;
  /** Of an element access; null: it is none any more. */
  access(of: number | null): number | null;
  variable(id: VariableId): VariableId;
  site(id: SiteId): SiteId;
  function(id: FunctionId): FunctionId;
  assertion(id: AssertionId): AssertionId;
  point(of: ControlPoint): ControlPoint;
  /** What takes the place of an instruction, renamed already; undefined: itself, renamed. */
  replaced?(of: Instruction): Instruction | undefined;
  /** The key of a private name. */
  privateName?(of: string): string;
  /** Built-ins are not what the language makes them: what is computed with one is not known. */
  readonly forgetsIntrinsics?: boolean;
}

/** What expressions need of a renaming. */
type ExpressionRenaming = Pick<Renaming, 'variable' | 'forgetsIntrinsics' | 'privateName'>;

/** The function under the renaming. */
export function renameFunction(body: FunctionIr, to: Renaming): FunctionIr {
  const maybe = (id: VariableId | null): VariableId | null => (id === null ? null : to.variable(id));
  const renameNode = (node: GraphNode): GraphNode => ({
    ...node,
    span: to.span(node.span),
    point: to.point(node.point),
    mark: node.mark !== null && 'assertion' in node.mark ? { ...node.mark, assertion: to.assertion(node.mark.assertion) } : node.mark,
  });
  return {
    ...body,
    id: to.function(body.id),
    parent: body.parent === null ? null : to.function(body.parent),
    span: to.span(body.span),
    nameSpan: to.span(body.nameSpan),
    parameters: body.parameters.map((id) => to.variable(id)),
    rest: maybe(body.rest),
    restSite: body.restSite === null ? null : to.site(body.restSite),
    thisVariable: maybe(body.thisVariable),
    newTargetVariable: maybe(body.newTargetVariable),
    instanceVariable: maybe(body.instanceVariable),
    argumentsVariable: maybe(body.argumentsVariable),
    result: to.variable(body.result),
    exception: to.variable(body.exception),
    nodes: body.nodes.map(renameNode),
    edges: replaceInstructions(body.edges, (instruction) => to.replaced?.(instruction) ?? renameInstruction(instruction, to)),
    accesses: body.accesses.flatMap((access) => {
      const id = to.access(access.id);
      return id === null ? [] : [{ ...access, id, span: to.span(access.span) }];
    }),
  };
}

/** Edges of both outcomes go on sharing their instruction. */
export function replaceInstructions(edges: readonly Edge[], replace: (instruction: Instruction) => Instruction): readonly Edge[] {
  const replaced = new Map<Instruction, Instruction>();
  return edges.map((edge) => {
    const known = replaced.get(edge.instruction);
    const instruction = known ?? replace(edge.instruction);
    if (known === undefined) replaced.set(edge.instruction, instruction);
    return instruction === edge.instruction ? edge : { ...edge, instruction };
  });
}

export function renameExpression(expression: Expression, to: ExpressionRenaming): Expression {
  switch (expression.kind) {
    case 'variable':
      return { kind: 'variable', variable: to.variable(expression.variable) };
    case 'unary':
      return { ...expression, operand: renameExpression(expression.operand, to) };
    case 'binary':
      return {
        ...expression,
        left: renameExpression(expression.operator === 'in' ? renamedKey(expression.left, to) : expression.left, to),
        right: renameExpression(expression.right, to),
      };
    case 'intrinsic':
      if (to.forgetsIntrinsics === true) return { kind: 'unknown' };
      return { ...expression, operands: expression.operands.map((operand) => renameExpression(operand, to)) };
    case 'constant':
    case 'global':
    case 'unknown':
      return expression;
    default:
      return unreachable(expression);
  }
}

/** The key, where it is that of a private name. */
function renamedKey(key: Expression, { privateName }: ExpressionRenaming): Expression {
  if (privateName === undefined || key.kind !== 'constant' || key.value.kind !== 'string') return key;
  return { kind: 'constant', value: { kind: 'string', value: privateName(key.value.value) } };
}

function renamedBrand({ brand }: { readonly brand?: string }, { privateName }: Renaming): { readonly brand?: string } {
  return brand === undefined ? {} : { brand: privateName?.(brand) ?? brand };
}

/** The instruction under the renaming. */
export function renameInstruction(instruction: Instruction, to: Renaming): Instruction {
  const read = (expression: Expression): Expression => renameExpression(expression, to);
  const readMaybe = (expression: Expression | null): Expression | null => (expression === null ? null : read(expression));
  const readArgument = (argument: Argument): Argument =>
    argument.kind === 'hole' ? argument : { ...argument, value: read(argument.value) };
  const variable = (id: VariableId): VariableId => to.variable(id);
  switch (instruction.kind) {
    case 'nop':
      return instruction;
    case 'assign':
      return { ...instruction, span: to.span(instruction.span), target: variable(instruction.target), value: read(instruction.value) };
    case 'assume':
      return { ...instruction, span: to.span(instruction.span), condition: read(instruction.condition) };
    case 'checkInitialised':
      return { ...instruction, span: to.span(instruction.span), variable: variable(instruction.variable) };
    case 'enterScope':
    case 'copyScope':
      return { ...instruction, variables: instruction.variables.map(variable) };
    case 'load':
      return {
        ...instruction,
        span: to.span(instruction.span),
        target: variable(instruction.target),
        object: read(instruction.object),
        key: read(renamedKey(instruction.key, to)),
        access: to.access(instruction.access),
        ...renamedBrand(instruction, to),
        ...(instruction.receiver === undefined ? {} : { receiver: read(instruction.receiver) }),
      };
    case 'store':
      return {
        ...instruction,
        span: to.span(instruction.span),
        object: read(instruction.object),
        key: read(renamedKey(instruction.key, to)),
        value: read(instruction.value),
        access: to.access(instruction.access),
        ...renamedBrand(instruction, to),
      };
    case 'defineAccessor':
      return {
        ...instruction,
        span: to.span(instruction.span),
        object: read(instruction.object),
        key: read(renamedKey(instruction.key, to)),
        getter: readMaybe(instruction.getter),
        setter: readMaybe(instruction.setter),
      };
    case 'delete':
      return {
        ...instruction,
        span: to.span(instruction.span),
        target: variable(instruction.target),
        object: read(instruction.object),
        key: read(renamedKey(instruction.key, to)),
      };
    case 'copyProperties':
      return {
        ...instruction,
        span: to.span(instruction.span),
        object: read(instruction.object),
        source: read(instruction.source),
        excluded: instruction.excluded.map(read),
      };
    case 'allocate':
      return {
        ...instruction,
        span: to.span(instruction.span),
        target: variable(instruction.target),
        site: to.site(instruction.site),
        elements: instruction.elements.map(readArgument),
      };
    case 'closure':
      return {
        ...instruction,
        span: to.span(instruction.span),
        target: variable(instruction.target),
        site: to.site(instruction.site),
        function: to.function(instruction.function),
        superclass: readMaybe(instruction.superclass),
      };
    case 'call':
      return {
        ...instruction,
        span: to.span(instruction.span),
        target: variable(instruction.target),
        callee: read(instruction.callee),
        receiver: readMaybe(instruction.receiver),
        args: instruction.args.map(readArgument),
        site: to.site(instruction.site),
      };
    case 'escape':
    case 'throw':
      return { ...instruction, span: to.span(instruction.span), value: read(instruction.value) };
    case 'iterate':
      return {
        ...instruction,
        span: to.span(instruction.span),
        iterator: variable(instruction.iterator),
        index: variable(instruction.index),
        iterable: read(instruction.iterable),
      };
    case 'step':
      return {
        ...instruction,
        span: to.span(instruction.span),
        iterator: variable(instruction.iterator),
        index: variable(instruction.index),
        target: variable(instruction.target),
      };
    case 'closeIterator':
      return { ...instruction, span: to.span(instruction.span), iterator: variable(instruction.iterator) };
    case 'collect':
      return {
        ...instruction,
        span: to.span(instruction.span),
        target: variable(instruction.target),
        site: to.site(instruction.site),
        iterator: variable(instruction.iterator),
        index: variable(instruction.index),
      };
    case 'await':
    case 'yield':
      return { ...instruction, span: to.span(instruction.span), target: variable(instruction.target), value: read(instruction.value) };
    case 'havoc':
      return {
        ...instruction,
        span: to.span(instruction.span),
        target: instruction.target === null ? null : variable(instruction.target),
        reads: instruction.reads.map(read),
        writes: instruction.writes.map(variable),
      };
    default:
      return unreachable(instruction);
  }
}
