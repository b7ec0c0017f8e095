import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { FunctionIr, ModuleIr, NodeId, VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../../ir/visit.js';
import { mentionsOf } from '../../ir/mentions.js';
import * as values from '../../lattice/value.js';
import { Term, type Binding } from '../concrete/concreteValue.js';
import { expressionOf } from './constants.js';
import { changedVariables, type EndedRun, type Visit } from './endless.js';
import { isKept, isOnlyCut } from './cutArrays.js';
import { livenessOf } from './liveness.js';
import { substituted } from './quantities.js';
import type { Held } from './scene.js';
import type { PathTerms } from './terms.js';
import { addedTo } from './termComparison.js';

/** Larger equations say nothing to a reader. */
const largestEquation = 12;
const mostEquations = 2;

/**
 * The conditions under which an iteration of a loop changes nothing that the next one depends on, and another one follows: that does again what
 * this one did, and so on for ever. `start` and `later` are visits of the loop's test, one after the other. Null where that is not told.
 */
export function standstill(start: Visit, later: Visit, { terms, entered, module }: EndedRun): readonly Expression[] | null {
  const { frame } = start;
  const { function: body } = frame.index;
  // At a function's entry, visits are of calls that recur; but the first test of a loop that the function begins with is there, too.
  if (later.frame !== frame || later.node === body.entry) return null;
  const inLoop = nodesAround(body, later.node);
  const [goesOn, ...others] = waysInto(inLoop, later.node, body);
  const [wentOn, another] = waysInto(inLoop, start.node, body);
  if (goesOn === undefined || wentOn === undefined || others.length > 0 || another !== undefined || wentOn.target !== goesOn.target)
    return null;
  const live = livenessOf(body).live.get(goesOn.target);
  const read = readByTest(later.node, goesOn.condition, { body, module });
  const used = usedIn(inLoop, body);
  const isNeeded = (variable: VariableId): boolean =>
    module.variables[variable]?.captured === true ||
    (live?.has(variable) === true &&
      (used.has(variable) || !isNumber(start.scene.get(variable)) || !isNumber(later.scene.get(variable)))) ||
    read?.has(variable) === true;
  const changed = changedVariables(start.scene, later.scene).filter(isNeeded);
  const grown = changed.filter((variable) => [start, later].some(({ scene }) => !isPrimitive(scene.get(variable))));
  if (grown.length > 0 && !areOnlyFilled(grown, { body, module }, inLoop)) return null;
  const equations: Expression[] = [];
  const callees = [...entered].flatMap((id) => (id === body.id ? [] : (module.functions[id] ?? [])));
  for (const variable of changed) {
    if (grown.includes(variable)) continue;
    const [after, before] = [later.scene.get(variable), start.scene.get(variable)];
    const isCut = (): boolean => callees.length === 0 && isOnlyCut(variable, { body, module, inLoop, filled: grown });
    const kept = isKept(after, before, terms);
    const equation = kept === null ? equationOf(after, before, terms) : isCut() ? kept : null;
    if (equation === null || equations.length >= mostEquations) return null;
    equations.push(equation);
  }
  if (equations.length === 0 || callees.some(keepsSomething) || [body, ...callees].some(tellsZeros)) return null;
  // A test that only looks has the outcome that it had.
  if (read !== null && callees.length === 0) return equations;
  const test = testAt(later, goesOn);
  return test === null ? null : [test, ...equations];

  /** Whether it changes variables of others, which the frame does not show. */
  function keepsSomething({ id, edges }: FunctionIr): boolean {
    return edges.some(({ instruction }) => targetsOf(instruction).some((target) => module.variables[target]?.owner !== id));
  }
}

/** The variables on which it depends what a loop does, but change its variables: what it only counts is none of them. */
function usedIn(inLoop: ReadonlySet<NodeId>, { edges }: FunctionIr): ReadonlySet<VariableId> {
  const used = new Set<VariableId>();
  const assigned = new Map<VariableId, VariableId[]>();
  for (const { source, instruction } of edges) {
    if (!inLoop.has(source)) continue;
    const read = [...operandsOf(instruction).flatMap(readIn), ...steppedBy(instruction)];
    if (instruction.kind !== 'assign') for (const variable of read) used.add(variable);
    else assigned.set(instruction.target, [...(assigned.get(instruction.target) ?? []), ...read]);
  }
  for (const variable of used) for (const of of assigned.get(variable) ?? []) used.add(of);
  return used;
}

/** The iterator that an instruction moves on: an operand that is changed. */
function steppedBy(instruction: Instruction): readonly VariableId[] {
  return instruction.kind === 'step' || instruction.kind === 'collect' || instruction.kind === 'closeIterator'
    ? [instruction.iterator]
    : [];
}

function readIn(operand: Expression): readonly VariableId[] {
  const read: VariableId[] = [];
  forEachRead(operand, (variable) => read.push(variable));
  return read;
}

const isNumber = (held: Held | undefined): boolean =>
  typeof held?.value === 'number' || (held?.value instanceof Term && held.value.algebra.isNumber(held.value));

interface Way {
  readonly target: NodeId;
  readonly condition: Expression;
  readonly truth: boolean;
}

/** The outcomes of the test at a node by which the loop goes on. */
function waysInto(inLoop: ReadonlySet<NodeId>, node: NodeId, { edges }: FunctionIr): readonly Way[] {
  return edges.flatMap(({ source, target, instruction }) =>
    source === node && instruction.kind === 'assume' && inLoop.has(target)
      ? [{ target, condition: instruction.condition, truth: instruction.truth }]
      : [],
  );
}

/** The variables of which a test is computed that changes none; null where it may. */
function readByTest(
  node: NodeId,
  condition: Expression,
  { body, module }: { readonly body: FunctionIr; readonly module: ModuleIr },
): ReadonlySet<VariableId> | null {
  const read = new Set<VariableId>();
  const computed = new Set<VariableId>();
  const add = (operand: Expression): void => forEachRead(operand, (variable) => read.add(variable));
  add(condition);
  const { into } = mentionsOf(module).edgesOf(body.id);
  for (let at = node; ;) {
    const [edge, another] = into.get(at) ?? [];
    if (edge === undefined || another !== undefined || !looks.has(edge.instruction.kind)) break;
    const targets = targetsOf(edge.instruction);
    if (targets.some((target) => module.variables[target]?.kind !== 'temporary')) break;
    for (const target of targets) computed.add(target);
    for (const operand of operandsOf(edge.instruction)) add(operand);
    at = edge.source;
    if (at === node) return null;
  }
  for (const variable of computed) read.delete(variable);
  return [...read].some((variable) => module.variables[variable]?.kind === 'temporary') ? null : read;
}

const looks: ReadonlySet<Instruction['kind']> = new Set(['load', 'call', 'assign', 'nop', 'checkInitialised'] as const);

/** That the test has this outcome at the visit. */
function testAt({ scene }: Visit, { condition, truth }: Way): Expression | null {
  const read = new Map<VariableId, Expression>();
  let isKnown = true;
  forEachRead(condition, (variable) => {
    const value = scene.get(variable)?.value;
    if (value === undefined || !isTermOrPrimitive(value)) isKnown = false;
    else read.set(variable, expressionOf(value));
  });
  if (!isKnown) return null;
  const asked = substituted(condition, read);
  return truth ? asked : { kind: 'unary', operator: '!', operand: asked };
}

const isPrimitive = (held: Held | undefined): boolean => held !== undefined && isTermOrPrimitive(held.value);

/** That a value is what it was before; null where it certainly is not. */
function equationOf(after: Held | undefined, before: Held | undefined, terms: PathTerms): Expression | null {
  if (after === undefined || before === undefined || !isTermOrPrimitive(after.value) || !isTermOrPrimitive(before.value)) return null;
  const [left, right] = [expressionOf(after.value), expressionOf(before.value)];
  const known = [left, right].map((each) => terms.valueOf(each));
  // Of objects, a new one may be told apart.
  if (!known.every(values.isNumberOnly) && !known.every(values.isTextOnly)) return null;
  const step = addedTo(left, right);
  if (step?.kind === 'constant' || terms.quantities.sizeWritten(left) + terms.quantities.sizeWritten(right) > largestEquation) return null;
  return { kind: 'binary', operator: '===', left, right };
}

const isTermOrPrimitive = (value: Binding): value is Term | number | string | boolean =>
  value instanceof Term || ['number', 'string', 'boolean'].includes(typeof value);

/** Whether all that the loop does with the arrays is to put something behind their elements. */
function areOnlyFilled(
  arrays: readonly VariableId[],
  { body, module }: { readonly body: FunctionIr; readonly module: ModuleIr },
  inLoop: ReadonlySet<NodeId>,
): boolean {
  const loop = body.edges.filter(({ source, target }) => inLoop.has(source) && inLoop.has(target)).map(({ instruction }) => instruction);
  return arrays.every((array) => module.variables[array]?.captured === false && loop.every((each) => isFill(each, array)));

  function isFill(instruction: Instruction, array: VariableId): boolean {
    if (targetsOf(instruction).includes(array) || steppedBy(instruction).includes(array)) return false;
    if (!operandsOf(instruction).some((operand) => isReadIn(operand, array))) return true;
    if (instruction.kind === 'load') return isThat(instruction.object, array) && isPush(instruction);
    if (instruction.kind !== 'call' || instruction.mode !== 'call' || instruction.receiver === null) return false;
    const { args, callee, receiver, target } = instruction;
    if (!isThat(receiver, array) || args.some((argument) => argument.kind !== 'value' || isReadIn(argument.value, array))) return false;
    const { writers, mentions } = mentionsOf(module);
    const methods = callee.kind === 'variable' ? (writers.get(callee.variable) ?? []) : [];
    const isUsed = mentions.get(target)?.some((each) => operandsOf(each).some((operand) => isReadIn(operand, target))) === true;
    return methods.length > 0 && methods.every((each) => each.kind === 'load' && isPush(each)) && !isUsed;
  }
}

const isPush = ({ key }: Instruction & { readonly kind: 'load' }): boolean =>
  key.kind === 'constant' && key.value.kind === 'string' && key.value.value === 'push';

const isThat = (value: Expression, variable: VariableId): boolean => value.kind === 'variable' && value.variable === variable;

const isReadIn = (operand: Expression, variable: VariableId): boolean => readIn(operand).includes(variable);

/** The nodes that lie on ways from a node back to it. */
function nodesAround({ edges }: FunctionIr, node: NodeId): ReadonlySet<NodeId> {
  const reached = closure(node, (at) => edges.flatMap(({ source, target }) => (source === at ? [target] : [])));
  const reaching = closure(node, (at) => edges.flatMap(({ source, target }) => (target === at ? [source] : [])));
  return new Set([...reached].filter((each) => reaching.has(each)));
}

function closure(start: NodeId, next: (node: NodeId) => readonly NodeId[]): ReadonlySet<NodeId> {
  const found = new Set([start]);
  for (const node of found) for (const each of next(node)) found.add(each);
  return found;
}

const zeroTelling: ReadonlySet<string> = new Set(['is', 'atan2', 'pow', 'sign', 'toLocaleString', 'hypot', 'sinh', 'setFloat64']);

/** Whether the function may tell 0 from -0, which are equal. */
function tellsZeros({ edges }: FunctionIr): boolean {
  return edges.some(({ instruction }) => {
    if (instruction.kind === 'load' && instruction.key.kind === 'constant' && 'value' in instruction.key.value)
      if (zeroTelling.has(String(instruction.key.value.value))) return true;
    return operandsOf(instruction).some(tellsZero);
  });
}

function tellsZero(expression: Expression): boolean {
  switch (expression.kind) {
    case 'unary':
      return tellsZero(expression.operand);
    case 'binary': {
      const { operator, left, right } = expression;
      if (
        (operator === '/' || operator === '**') &&
        !(right.kind === 'constant' && right.value.kind === 'number' && right.value.value !== 0)
      )
        return true;
      return tellsZero(left) || tellsZero(right);
    }
    case 'intrinsic':
      return ['Math.atan2', 'Math.pow', 'Object.is'].includes(expression.name) || expression.operands.some(tellsZero);
    default:
      return false;
  }
}
