import type { Span } from '../base/span.js';
import type { Instance } from '../analysis/unfolding.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instruction } from '../ir/instruction.js';
import type { Edge, NodeId, VariableId } from '../ir/program.js';
import { forEachRead, targetsOf } from '../ir/visit.js';
import * as maps from '../base/intMap.js';
import * as values from '../lattice/value.js';
import { calleesOf } from '../semantics/call.js';
import { valueIn } from '../semantics/expression/evaluate.js';
import { objectAt } from '../semantics/heap/objectAt.js';
import { keyOf } from '../semantics/heap/propertyNames.js';
import { read } from '../semantics/scope.js';

type Load = Instruction & { readonly kind: 'load' };

/** A member that is read of something which never has it. */
export interface AbsentMember {
  readonly span: Span;
  /** It is read of a promise, as a call gives it that is not awaited. */
  readonly isOfPromise: boolean;
}

/**
 * The absent member whose test sends runs of the root to one of these nodes, from where no way leads to a normal end: the `throw` there
 * is meant for other values. Null where there is none.
 */
export function absentMemberBefore(throwing: readonly NodeId[], solution: RootSolution): AbsentMember | null {
  const { analysis, reachable } = solution;
  const { root } = analysis.unfolding;
  const tests = root.indexed.outgoing.flatMap((ways) => ways.filter(({ instruction }) => instruction.kind === 'assume'));
  const tested = new Set(tests.flatMap((test) => (isDeadEnd(test, throwing, root) ? variablesTested(test, root) : [])));
  for (const { instruction, source, target, outcome } of root.indexed.body.edges) {
    if (instruction.kind !== 'load' || outcome !== 'normal' || !tested.has(instruction.target)) continue;
    if (instruction.key.kind !== 'constant' || instruction.key.value.kind !== 'string') continue;
    const name = instruction.key.value.value;
    const before = reachable[root.base + source] ?? null;
    const after = reachable[root.base + target] ?? null;
    if (before === null) continue;
    if (isPromise(instruction, root, solution) && !(name in Promise.prototype)) return { span: instruction.span, isOfPromise: true };
    if (after === null || !values.leq(read(after, instruction.target, root.activation), values.undefinedValue)) continue;
    const of = valueIn(instruction.object, before, root.activation);
    const isKnown = values.isBottom(values.primitivesOf(of)) && (of.bits & values.Bit.UnknownObject) === 0;
    const objects = of.objects.map((location) => objectAt(before, location, root.activation));
    // What is declared and has no value yet may be meant to have one.
    const isAbsent = objects.every((object) => object !== undefined && maps.get(object.properties, keyOf(name)) === undefined);
    if (isKnown && isAbsent) return { span: instruction.span, isOfPromise: false };
  }
  return null;
}

/** Whether one way of a test leads to one of the nodes and to no normal end, and another one may lead to an end. */
function isDeadEnd({ source, target }: Edge, throwing: readonly NodeId[], { indexed }: Instance): boolean {
  const others = (indexed.outgoing[source] ?? []).filter((other) => other.target !== target && other.instruction.kind === 'assume');
  const from = behind(target, indexed);
  if (from.has(indexed.body.exit) || !throwing.some((node) => from.has(node))) return false;
  return others.some((other) => behind(other.target, indexed).has(indexed.body.exit));
}

function behind(start: NodeId, { outgoing }: Instance['indexed']): ReadonlySet<NodeId> {
  const nodes = new Set([start]);
  for (const node of nodes) for (const { target } of outgoing[node] ?? []) nodes.add(target);
  return nodes;
}

/** The variables that a test reads, and those that they are copies of. */
function variablesTested({ instruction }: Edge, { indexed }: Instance): readonly VariableId[] {
  const found = new Set<VariableId>();
  if (instruction.kind === 'assume') forEachRead(instruction.condition, (id) => found.add(id));
  for (const id of found) {
    for (const { instruction: writer } of indexed.body.edges)
      if (writer.kind === 'assign' && writer.target === id) forEachRead(writer.value, (read) => found.add(read));
  }
  return [...found];
}

/** Whether the object is a variable that only ever is the promise of a call. */
function isPromise({ object }: Load, { indexed, activation, base }: Instance, { reachable }: RootSolution): boolean {
  const { functions } = activation.program.module;
  const givesPromise = ({ instruction, source }: Edge): boolean => {
    const state = reachable[base + source] ?? null;
    if (instruction.kind !== 'call' || instruction.mode !== 'call' || state === null) return false;
    if (instruction.isPromised === true) return true;
    const callees = calleesOf(instruction, state, activation);
    const isOther = callees.unknown || callees.builtins.length > 0 || callees.functions.length === 0;
    return !isOther && callees.functions.every(({ function: id }) => functions[id]?.isAsync === true && !functions[id].isGenerator);
  };
  const isGiven = (id: VariableId, depth: number): boolean => {
    const writers = indexed.body.edges.filter(({ instruction, outcome }) => {
      const isWriter = outcome === 'normal' && instruction.kind !== 'enterScope' && instruction.kind !== 'copyScope';
      return isWriter && targetsOf(instruction).includes(id);
    });
    const isOfPromise = (writer: Edge): boolean => {
      const { instruction } = writer;
      if (instruction.kind !== 'assign') return givesPromise(writer);
      return depth > 0 && instruction.value.kind === 'variable' && isGiven(instruction.value.variable, depth - 1);
    };
    return writers.length > 0 && writers.every(isOfPromise);
  };
  return object.kind === 'variable' && isGiven(object.variable, mostCopies);
}

/** A promise may have so many names before its member is read. */
const mostCopies = 3;
