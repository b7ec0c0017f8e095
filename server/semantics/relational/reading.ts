import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { Edge, FunctionIr, ModuleIr, VariableId } from '../../ir/program.js';
import { forEachRead, targetsOf } from '../../ir/visit.js';
import type { Dimension, Path } from './packs.js';

type Access = Instruction & { kind: 'load' | 'store' };

/** An element that was read just before: where it is not undefined and of an array, the index is below the length. */
export interface Found {
  readonly value: VariableId;
  readonly key: Expression;
  /** The name of its array's length. */
  readonly lengths: readonly Dimension[];
}

/** By the instructions that may say whether an element is undefined. Only elements of what is read from several times are of use. */
export function foundElements(
  body: FunctionIr,
  module: ModuleIr,
  pathOf: ReadonlyMap<Instruction, Dimension>,
  paths: ReadonlyMap<Dimension, Path>,
  lengthOf: (variable: VariableId) => Dimension,
): ReadonlyMap<Instruction, readonly Found[]> {
  const graph = new Graph(body);
  const isTemporary = (variable: VariableId): boolean => module.variables[variable]?.kind === 'temporary';
  const accesses = new Map<Access, Set<Dimension>>();
  for (const { instruction, outcome } of body.edges) {
    if (outcome !== 'normal' || (instruction.kind !== 'load' && instruction.kind !== 'store')) continue;
    if (instruction.access === null || instruction.object.kind !== 'variable') continue;
    accesses.set(instruction, new Set(isTemporary(instruction.object.variable) ? [] : [lengthOf(instruction.object.variable)]));
  }
  if (accesses.size < 2) return new Map();
  /** The array that the path begins at, and its index: the path says nothing of another one. */
  const variablesIn = (length: Dimension): readonly VariableId[] => {
    const path = paths.get(length);
    return path === undefined ? [] : typeof path.key === 'number' ? [path.base, path.key] : [path.base];
  };
  for (const edge of body.edges) {
    const path = edge.outcome === 'normal' ? pathOf.get(edge.instruction) : undefined;
    if (path === undefined || edge.instruction.kind !== 'load') continue;
    const { target } = edge.instruction;
    graph.forEachNext(edge, [target, ...variablesIn(path)], (next) => {
      if ((next.kind === 'load' || next.kind === 'store') && isVariable(next.object, target)) accesses.get(next)?.add(path);
    });
  }
  const uses = new Map<Dimension, number>();
  for (const lengths of accesses.values()) for (const length of lengths) uses.set(length, (uses.get(length) ?? 0) + 1);
  const found = new Map<Instruction, Found[]>();
  for (const edge of body.edges) {
    const { instruction } = edge;
    if (edge.outcome !== 'normal' || instruction.kind !== 'load') continue;
    const lengths = [...(accesses.get(instruction) ?? [])].filter((length) => (uses.get(length) ?? 0) > 1);
    const { key, target } = instruction;
    if (lengths.length === 0 || !isPlaced(key, isTemporary)) continue;
    const named: VariableId[] = [target, ...lengths.flatMap(variablesIn)];
    forEachRead(key, (variable) => named.push(variable));
    forEachRead(instruction.object, (variable) => named.push(variable));
    if (named.lastIndexOf(target) > 0) continue;
    graph.forEachNext(edge, named, (next) => {
      if (!tells(next, target)) return;
      const list = found.get(next);
      if (list === undefined) found.set(next, [{ value: target, key, lengths }]);
      else list.push({ value: target, key, lengths });
    });
  }
  return found;
}

const isVariable = (expression: Expression, variable: VariableId): boolean =>
  expression.kind === 'variable' && expression.variable === variable;

/** A constant index, or one that is still there when the element has been read. */
function isPlaced(key: Expression, isTemporary: (variable: VariableId) => boolean): boolean {
  if (key.kind === 'constant') return key.value.kind === 'number' && Number.isInteger(key.value.value) && key.value.value >= 0;
  if (key.kind === 'variable') return !isTemporary(key.variable);
  return key.kind === 'binary' && key.left.kind === 'variable' && !isTemporary(key.left.variable) && key.right.kind === 'constant';
}

/** Whether the instruction may go on only where the variable is not undefined. */
function tells(instruction: Instruction, variable: VariableId): boolean {
  if (instruction.kind === 'load') return isVariable(instruction.object, variable);
  let isRead = false;
  if (instruction.kind === 'assume') forEachRead(instruction.condition, (other) => (isRead ||= other === variable));
  return isRead;
}

/** So many instructions later an element is not asked for any more. */
const mostSteps = 8;

/** The graph of a function, to see which instruction follows another one on all paths between which there are only tests. */
class Graph {
  private readonly next = new Map<number, Edge[]>();
  private readonly entered = new Map<number, number>();

  constructor({ edges }: FunctionIr) {
    for (const edge of edges) {
      this.entered.set(edge.target, (this.entered.get(edge.target) ?? 0) + 1);
      const list = this.next.get(edge.source);
      if (list === undefined) this.next.set(edge.source, [edge]);
      else list.push(edge);
    }
  }

  forEachNext(from: Edge, kept: readonly VariableId[], visit: (instruction: Instruction) => void): void {
    let nodes = [from.target];
    for (let step = 0; step < mostSteps && nodes.length > 0; step++) {
      const following: number[] = [];
      for (const node of nodes) {
        if (this.entered.get(node) !== 1) continue;
        for (const { instruction, outcome, target } of this.next.get(node) ?? []) {
          if (outcome !== 'normal') continue;
          visit(instruction);
          if (isHarmless(instruction) && !targetsOf(instruction).some((written) => kept.includes(written))) following.push(target);
        }
      }
      nodes = following;
    }
  }
}

function isHarmless(instruction: Instruction): boolean {
  if (instruction.kind === 'nop' || instruction.kind === 'checkInitialised') return true;
  if (instruction.kind === 'assign') return isPlain(instruction.value);
  return instruction.kind === 'assume' && isPlain(instruction.condition);
}

/** Operators that neither convert an operand nor ask it anything. */
function isPlain(expression: Expression): boolean {
  switch (expression.kind) {
    case 'variable':
    case 'constant':
      return true;
    case 'unary':
      return (expression.operator === '!' || expression.operator === 'typeof') && isPlain(expression.operand);
    case 'binary': {
      const { operator, left, right } = expression;
      const isNullish = right.kind === 'constant' && (right.value.kind === 'null' || right.value.kind === 'undefined');
      const isCompared = operator === '===' || operator === '!==' || ((operator === '==' || operator === '!=') && isNullish);
      return isCompared && isPlain(left) && isPlain(right);
    }
    default:
      return false;
  }
}
