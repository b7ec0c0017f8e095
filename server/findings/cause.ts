import * as maps from '../base/intMap.js';
import type { Span } from '../base/span.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import { ForwardEquations, isCallableSo } from '../analysis/forwardEquations.js';
import { failsToConstruct } from '../analysis/construction.js';
import { constructs } from '../analysis/unfolding.js';
import type { CallLink, Instance, PointId } from '../analysis/unfolding.js';
import type { Instruction } from '../ir/instruction.js';
import type { Edge, FunctionId, FunctionIr, NodeId, VariableId } from '../ir/program.js';
import { isDescription } from '../ir/linked.js';
import * as values from '../lattice/value.js';
import { accessOf } from '../semantics/access.js';
import { calleesOf } from '../semantics/call.js';
import type { Refusal } from '../execution/concrete/properties.js';
import type { EngineFault, Failure, FailurePlace } from '../execution/concrete/failure.js';
import { splitByConversion } from '../semantics/expression/conversion.js';
import { valueIn } from '../semantics/expression/evaluate.js';
import { checkIndex } from '../semantics/indexCheck.js';
import * as states from '../semantics/state.js';
import type { LiveState } from '../semantics/state.js';
import { transfer } from '../semantics/transfer.js';
import { asksForThrow } from './askedThrow.js';
import { openCalls, type OpenCall } from './callPath.js';
import { besideStates } from './besideStates.js';
import { otherFile } from './place.js';
import type { FindingCode } from './result.js';

/** The point where a failure shows: the end of runs that a condition excludes. */
export interface Occurrence {
  readonly code: FindingCode;
  readonly span: Span;
  /** The kind of failure: the claim is worded by it (occurrenceText.ts). */
  readonly form:
    | 'assertion'
    | 'throw'
    | 'null'
    | 'index'
    | 'callee'
    /** A class that is called without `new`. */
    | 'class'
    /** What `new` is applied to cannot construct. */
    | 'notConstructor'
    | 'constructor'
    | 'setter'
    | 'readOnly'
    /** A property is added to an object that takes no more. */
    | 'notExtensible'
    | 'declaration'
    /** A constant that is assigned, or nothing that is taken apart. */
    | 'refused'
    | 'promise'
    /** A promise is rejected, and nobody handles it. */
    | 'rejected'
    /** An async function returns a promise that is rejected. */
    | 'returned'
    | 'iterable'
    | 'builtin'
    | 'other';
  /** The node, in the instance's function. */
  readonly node: NodeId;
  /** The class of what the engine throws, where that is known. */
  readonly error: EngineFault['error'];
  /** A `throw` statement of the root itself, of a function that always throws, or that the root asks for: intended. */
  readonly intended: boolean;
  readonly instance: Instance;
  /** The file of the span, if it is not the one that is checked. */
  readonly file: string | null;
  /** The place where it is caught and thrown again; null if there is none. */
  readonly again: { readonly span: Span; readonly file: string | null } | null;
  /** Control may also go on there: that it fails is not certain. */
  readonly mayPass: boolean;
  /** Control points between the frontier and the failure. */
  readonly distance: number;
  /** The calls that lead from the frontier to the failure, from the outside inwards. */
  readonly calls: readonly OpenCall[];
}

/** An occurrence without the way to it. */
type Failing = Omit<Occurrence, 'calls' | 'mayPass' | 'again'>;

/** The states of a solution as equations, to ask where control goes. */
export function waysOf({ analysis, reachable }: RootSolution): ForwardEquations {
  const forward = new ForwardEquations(analysis.unfolding, {
    callGraph: analysis.context.callGraph,
    transfers: analysis.transfers,
    seeds: new Map(),
    invariant: null,
    callerStates: null,
    isCovered: analysis.isCovered,
  });
  forward.states = [...reachable];
  return forward;
}

/**
 * The failures that runs from `start` may end in, nearest first: violated assertions and uncaught exceptions in points that are
 * reachable but from which no good run goes on.
 */
export function occurrencesFrom(solution: RootSolution, start: PointId): Occurrence[] {
  return withoutParts(reachedFrom(solution, start));
}

/** A conversion in what a `throw` throws is part of that throw. */
function withoutParts(found: readonly Occurrence[]): Occurrence[] {
  const thrown = found.filter(({ form }) => form === 'throw');
  return found.filter((each) => !thrown.some((other) => isPartOf(each, other)));
}

const holds = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

function reachedFrom(solution: RootSolution, start: PointId): Occurrence[] {
  const { analysis, reachable, good } = solution;
  const { unfolding } = analysis;
  const forward = waysOf(solution);
  const found = new Map<string, Occurrence>();
  const from = new Map<PointId, PointId | null>([[start, null]]);
  const distance = new Map<PointId, number>([[start, 0]]);
  const queue: PointId[] = [start];
  for (let head = 0; head < queue.length; head++) {
    const point = queue[head] as PointId;
    const instance = unfolding.instanceAt[point];
    if (instance === undefined) continue;
    const steps = distance.get(point) ?? 0;
    const violation = violationAt(point - instance.base, instance, steps);
    if (violation !== null) add(point, violation);
    for (const edge of instance.indexed.outgoing[point - instance.base] ?? []) {
      if (edge.outcome !== 'throw') continue;
      const target = instance.base + edge.target;
      if ((reachable[target] ?? null) === null) continue;
      // A `finally` may end what is thrown: where it does not, the throw is what goes on.
      if ((good[target] ?? null) !== null && !isThrowPastFinally(instance, edge)) continue;
      if (isHandedOn(instance, edge) || !leavesRoot(target, solution)) continue;
      const occurrence = thrownAt(solution, forward, instance, edge, steps);
      if (occurrence !== null) add(point, occurrence);
    }
    for (const next of forward.dependents(point)) {
      if (distance.has(next) || (reachable[next] ?? null) === null) continue;
      distance.set(next, steps + 1);
      from.set(next, point);
      queue.push(next);
    }
  }
  return [...found.values()];

  function add(point: PointId, failure: Failing): void {
    const key = `${failure.code}:${failure.span.start}:${failure.span.end}:${failure.file ?? ''}`;
    const known = found.get(key);
    // A conversion in what is thrown may be in the place of the throw.
    if (known !== undefined && !(known.form === 'other' && failure.form === 'throw')) return;
    const mayPass = mayGoOn(point - failure.instance.base, failure.instance, solution, forward);
    let calls: readonly CallLink[] | undefined;
    const occurrence: Occurrence = {
      ...failure,
      again: null,
      mayPass,
      // Of most nobody asks, and the way back is long.
      get calls() {
        return (calls ??= openCalls(point, from, unfolding));
      },
    };
    found.set(key, intendedOrNot(occurrence));
  }
}

/** Whether runs from a point may come to the end of a `finally` that throws on what was thrown before the point: whatever they do, they fail. */
export function mayHandOn(solution: RootSolution, start: PointId): boolean {
  const { analysis, reachable } = solution;
  const forward = waysOf(solution);
  const seen = new Set<PointId>([start]);
  for (const point of seen) {
    const instance = analysis.unfolding.instanceAt[point];
    const edges = instance?.indexed.outgoing[point - instance.base] ?? [];
    // What is caught from here on was thrown behind the point.
    if (instance === undefined || edges.some(({ instruction }) => takesException(instruction, instance.indexed.body) !== null)) continue;
    const isLeft = (edge: Edge): boolean =>
      (reachable[instance.base + edge.target] ?? null) !== null && leavesRoot(instance.base + edge.target, solution);
    if (edges.some((edge) => edge.outcome === 'throw' && isHandedOn(instance, edge) && isLeft(edge))) return true;
    for (const next of forward.dependents(point)) if ((reachable[next] ?? null) !== null) seen.add(next);
  }
  return false;
}

/** The assertion that is violated where control comes to the node; null where it is no such node. */
export function violationAt(node: NodeId, instance: Instance, distance: number): Failing | null {
  const mark = instance.indexed.body.nodes[node]?.mark;
  const assertion = mark?.kind === 'violation' ? instance.activation.program.module.assertions[mark.assertion] : undefined;
  if (assertion === undefined) return null;
  const place = { span: assertion.span, node, instance, file: otherFile(instance), distance };
  return { ...place, code: assertionCode(assertion.tag), form: 'assertion', intended: false, error: null };
}

/** Whether control may also go on from there. A call goes on where the called function ends, an assertion where it holds. */
export function mayGoOn(node: NodeId, instance: Instance, { reachable }: RootSolution, forward: ForwardEquations): boolean {
  const { indexed, links } = instance;
  if (indexed.body.nodes[node]?.mark?.kind === 'violation') {
    const tests = (indexed.incoming[node] ?? []).map(({ source }) => source);
    const others = tests.flatMap((test) => indexed.outgoing[test] ?? []).map(({ target }) => target);
    return others.some((other) => other !== node && !tests.includes(other) && (reachable[instance.base + other] ?? null) !== null);
  }
  const goesOn = (indexed.outgoing[node] ?? []).some((edge) => edge.outcome === 'normal' && forward.alongEdge(instance, edge) !== null);
  return goesOn || (links.get(node) ?? []).some(({ callee }) => (reachable[callee.exit] ?? null) !== null);
}

/** Whether a failure is that of an assertion. */
export function isAssertion(code: FindingCode): boolean {
  return ['assertion-violated', 'requires-violated', 'ensures-violated', 'range-violated', 'sometime-unreachable'].includes(code);
}

/** The code of an assertion that is violated, by its tag. */
export function assertionCode(tag: string): FindingCode {
  if (tag === 'requires') return 'requires-violated';
  if (tag === 'ensures') return 'ensures-violated';
  return tag === 'range' || tag === 'invariant' ? 'range-violated' : 'assertion-violated';
}

/** The occurrence that a run's failure is: one of these, or one that states do not show; null where it is not known which. */
export function occurrenceOf(
  failure: Failure,
  solution: RootSolution,
  forward: ForwardEquations,
  found: readonly Occurrence[],
): Occurrence | null {
  if (failure.rejection !== undefined) return besideStates(failure, solution);
  const calls = linksOf(failure, solution);
  const instance = calls?.at(-1)?.callee ?? (calls === null ? null : solution.analysis.unfolding.root);
  const among = foundAt(failure, instance, found);
  if (among !== null) {
    const isKnown = calls !== null && instance?.indexed === among.instance.indexed;
    return withFault(isKnown ? comeToBy(calls, instance, among, solution, forward) : among, failure);
  }
  const again = failure.again === null ? null : foundAt(failure.again, null, found);
  if (instance === null || calls === null) return besideStates(failure, solution) ?? again;
  const violation = violationAt(failure.node, instance, calls.length);
  if (violation !== null) return { ...violation, mayPass: mayGoOn(failure.node, instance, solution, forward), calls, again: null };
  const edges = (instance.indexed.outgoing[failure.node] ?? []).filter(({ outcome }) => outcome === 'throw');
  for (const edge of edges) {
    const thrown = thrownAt(solution, forward, instance, edge, 0) ?? anyThrow(instance, edge);
    if (thrown === null) continue;
    const mayPass = mayGoOn(failure.node, instance, solution, forward);
    const where = again === null ? null : { span: again.span, file: again.file };
    return partOf(intendedOrNot(withFault({ ...thrown, mayPass, calls, again: where }, failure)), found);
  }
  return again;
}

/** The occurrence in the copy of its function that these calls lead to: which of several copies fails, states do not tell as runs do. */
function comeToBy(
  calls: readonly CallLink[],
  instance: Instance,
  occurrence: Occurrence,
  solution: RootSolution,
  forward: ForwardEquations,
): Occurrence {
  if (instance === occurrence.instance) return { ...occurrence, calls };
  const { node, form } = occurrence;
  const intended = form === 'throw' && alwaysThrows(instance);
  return intendedOrNot({ ...occurrence, instance, calls, intended, mayPass: mayGoOn(node, instance, solution, forward) });
}

/** A root that asks a function for its `throw` means to throw. */
export function intendedOrNot(occurrence: Occurrence): Occurrence {
  if (occurrence.form !== 'throw') return occurrence;
  const [only, another] = occurrence.calls;
  const isAsked = only !== undefined && another === undefined && asksForThrow(only, occurrence.node);
  return isAsked ? { ...occurrence, intended: true } : occurrence;
}

/** What the engine threw it for, where the run knows: of a call states say only what it might be. */
function withFault(occurrence: Occurrence, { fault }: Failure): Occurrence {
  if (fault === null) return occurrence;
  const { error, about, isOfSeveral = false } = fault;
  const isCall = ['callee', 'class', 'notConstructor', 'builtin', 'constructor'].includes(occurrence.form);
  const refused = about === null || occurrence.form === 'throw' ? undefined : storeForms[about];
  if (isOfSeveral && occurrence.form !== 'throw')
    return { ...occurrence, error, form: isCall ? 'builtin' : 'other', code: 'uncaught-exception' };
  if (!isCall)
    return refused === undefined ? { ...occurrence, error } : { ...occurrence, error, form: refused, code: 'uncaught-exception' };
  const form = about === null ? undefined : callForms[about];
  return { ...occurrence, error, form: form ?? 'builtin', code: form === undefined ? 'uncaught-exception' : 'wrong-kind' };
}

/** What a store is that changes nothing, by the reason for which the engine throws. */
const storeForms: Readonly<Record<string, Occurrence['form'] | undefined>> = {
  'read-only': 'readOnly',
  'not extensible': 'notExtensible',
  'no setter': 'setter',
  'a property of a primitive': 'other',
} satisfies Record<Refusal, Occurrence['form']>;

/** What calling something else than a function is, by the reason for which the engine throws. */
export const callForms: Readonly<Record<string, Exclude<Occurrence['form'], 'assertion'> | undefined>> = {
  'not a function': 'callee',
  'a class called without new': 'class',
  'a constructor called without new': 'class',
  'not a constructor': 'notConstructor',
};

/** The throw that it is part of; else itself. */
function partOf(occurrence: Occurrence, found: readonly Occurrence[]): Occurrence {
  return found.find((other) => isPartOf(occurrence, other)) ?? occurrence;
}

const isPartOf = (part: Occurrence, { form, instance, span }: Occurrence): boolean =>
  part.form === 'other' && form === 'throw' && instance === part.instance && holds(span, part.span);

function foundAt({ function: id, node }: FailurePlace, instance: Instance | null, found: readonly Occurrence[]): Occurrence | null {
  const isAt = (of: Instance, at: NodeId): boolean => of.indexed.body.id === id && at === node;
  const there = found.filter((each) => isAt(each.instance, each.node));
  // What a method of the language throws is thrown, on a path, where it is called.
  const within = (): Occurrence | undefined =>
    found.find(
      (each) =>
        isDescription(each.instance.activation.program.module, each.instance.indexed.body) &&
        each.calls.some(({ caller, source }) => isAt(caller, source - caller.base)),
    );
  return there.find((each) => each.instance === instance) ?? there[0] ?? within() ?? null;
}

/** The open calls of a run that failed, as they are unfolded; null where one of them is not. */
function linksOf({ calls, function: last }: Failure, { analysis }: RootSolution): readonly CallLink[] | null {
  const links: CallLink[] = [];
  let instance = analysis.unfolding.root;
  if ((calls[0]?.function ?? last) !== instance.indexed.body.id) return null;
  for (const [i, { node }] of calls.entries()) {
    const callee = calls[i + 1]?.function ?? last;
    const steps = linksTo(callee, instance.links.get(node) ?? []);
    const next = steps?.at(-1);
    if (steps === null || next === undefined) return null;
    links.push(...steps);
    instance = next.callee;
  }
  return links;
}

/** The link to a function, perhaps through a built-in function that calls it back. */
function linksTo(callee: FunctionId, from: readonly CallLink[]): readonly CallLink[] | null {
  for (const link of from) {
    const { body } = link.callee.indexed;
    if (body.id === callee) return [link];
    if (!isDescription(link.callee.activation.program.module, body)) continue;
    const inner = [...link.callee.links.values()].flat().find((each) => each.callee.indexed.body.id === callee);
    if (inner !== undefined) return [link, inner];
  }
  return null;
}

function anyThrow(instance: Instance, { instruction, source }: Edge): Failing | null {
  if (instruction.kind === 'nop' || !('span' in instruction)) return null;
  const place = { span: instruction.span, instance, node: source, file: otherFile(instance), distance: 0, intended: false, error: null };
  return { ...place, code: 'uncaught-exception', form: 'other' };
}

function thrownAt(solution: RootSolution, forward: ForwardEquations, instance: Instance, edge: Edge, distance: number): Failing | null {
  const state = solution.reachable[instance.base + edge.source] ?? null;
  const { instruction } = edge;
  if (state === null || instruction.kind === 'nop' || !('span' in instruction)) return null;
  const base = { span: instruction.span, instance, node: edge.source, file: otherFile(instance), distance, intended: false, error: null };
  if (instruction.kind === 'call') {
    const callees = calleesOf(instruction, state, instance.activation);
    if (callees.notCallable) return { ...base, code: 'wrong-kind', form: instruction.mode === 'new' ? 'notConstructor' : 'callee' };
    const refused = callees.functions.some((callable) => !isCallableSo(callable, instruction, instance.activation.program.module));
    if (refused) return { ...base, code: 'wrong-kind', form: instruction.mode === 'call' ? 'class' : 'notConstructor' };
    const fails = (instance.links.get(edge.source) ?? []).some((link) => {
      const end = solution.reachable[link.callee.exit] ?? null;
      return constructs(instruction) && end !== null && failsToConstruct(link, end, state).sometimes;
    });
    if (fails) return { ...base, code: 'uncaught-exception', form: 'constructor' };
    // What a called function throws is named where it throws; unknown code may throw anything: that is no cause to name.
    const isBuiltin = callees.builtins.length > 0 && callees.functions.length === 0 && !callees.unknown;
    return isBuiltin && forward.alongEdge(instance, edge) !== null ? { ...base, code: 'uncaught-exception', form: 'builtin' } : null;
  }
  if (forward.alongEdge(instance, edge) === null) return null;
  switch (instruction.kind) {
    case 'throw':
      if (isDescription(instance.activation.program.module, instance.indexed.body))
        return { ...base, code: 'uncaught-exception', form: 'builtin' };
      if (isOfEngine(instruction, instance)) return { ...base, code: 'uncaught-exception', form: 'refused', error: 'TypeError' };
      return {
        ...base,
        code: 'uncaught-exception',
        form: 'throw',
        intended: instance === solution.analysis.unfolding.root || alwaysThrows(instance),
      };
    case 'load':
    case 'store':
      if (checkIndex(instruction, state, instance.activation).mayBeOutside) {
        return { ...base, code: 'index-out-of-bounds', form: 'index' };
      }
      if (values.mayBeNullish(valueIn(instruction.object, state, instance.activation)))
        return { ...base, code: 'null-access', form: 'null' };
      if (instruction.kind === 'store' && (accessOf(instruction, state, instance.activation)?.thrown ?? null) !== null)
        return { ...base, code: 'uncaught-exception', form: 'setter' };
      // All that it may be refuses the write.
      if (
        instruction.kind === 'store' &&
        transfer(instruction, 'normal', state, instance.activation, instance.indexed.body.exception) === null
      )
        return { ...base, code: 'uncaught-exception', form: 'readOnly' };
      // A getter or setter of unknown code may throw anything: that is no cause to name.
      return null;
    case 'checkInitialised':
      return { ...base, code: 'uncaught-exception', form: 'declaration' };
    case 'iterate':
      return { ...base, code: 'uncaught-exception', form: 'iterable' };
    case 'await':
      return { ...base, code: 'uncaught-exception', form: 'promise' };
    default:
      return throwsByConversion(instance, edge, state) ? null : { ...base, code: 'uncaught-exception', form: 'other' };
  }
}

/** Whether a throw is the engine's, such as the one for an assigned constant: made and thrown in the same place. */
function isOfEngine({ value, span }: Instruction & { readonly kind: 'throw' }, { indexed }: Instance): boolean {
  return indexed.body.edges.some(
    ({ instruction }) =>
      instruction.kind === 'call' &&
      value.kind === 'variable' &&
      instruction.target === value.variable &&
      isSameSpan(instruction.span, span),
  );
}

const isSameSpan = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end;

/** Only an object or symbol that an operator converts makes it throw: anything unknown might be one, so that is no cause to name. */
function throwsByConversion({ indexed, activation }: Instance, { instruction, outcome }: Edge, state: LiveState): boolean {
  if (instruction.kind === 'call') return false;
  const plain = splitByConversion(instruction, state, activation)?.plain ?? null;
  if (plain === null) return false;
  const frame = maps.mapValues(plain.frame, (value) => {
    const usual = values.withBits(value, value.bits & ~values.Bit.Symbol);
    return values.isBottom(usual) ? value : usual;
  });
  const usual = states.makeState(frame, plain.cells, plain.heap, plain.relations);
  return transfer(instruction, outcome, usual, activation, indexed.body.exception) === null;
}

/** The end of a finally block, and the like: what was thrown before goes on. */
function isHandedOn({ indexed, activation }: Instance, { instruction }: Edge): boolean {
  if (instruction.kind !== 'throw' || instruction.value.kind !== 'variable') return false;
  const { variable } = instruction.value;
  if (activation.program.module.variables[variable]?.kind !== 'temporary') return false;
  return indexed.body.edges.some(({ instruction: before }) => takesException(before, indexed.body) === variable);
}

/** Whether it is a `throw` of the program's into a `finally` that throws it on, unless it jumps away. */
function isThrowPastFinally(instance: Instance, edge: Edge): boolean {
  if (edge.instruction.kind !== 'throw') return false;
  const { outgoing, body } = instance.indexed;
  return (outgoing[edge.target] ?? []).some(({ instruction }) => {
    const taken = takesException(instruction, body);
    return taken !== null && body.edges.some((other) => isThrowOf(other, taken) && isHandedOn(instance, other));
  });
}

const isThrowOf = ({ instruction }: Edge, variable: VariableId): boolean =>
  instruction.kind === 'throw' && instruction.value.kind === 'variable' && instruction.value.variable === variable;

/** The variable that the instruction puts the caught exception into; null when it does something else. */
function takesException(instruction: Instruction, { exception }: FunctionIr): VariableId | null {
  const isTaken = instruction.kind === 'assign' && instruction.value.kind === 'variable' && instruction.value.variable === exception;
  return isTaken ? instruction.target : null;
}

/** Whether an exception that comes to the point goes on until it leaves the root, and is not caught on its way. */
function leavesRoot(start: PointId, { analysis }: RootSolution): boolean {
  const { unfolding } = analysis;
  const seen = new Set<PointId>();
  const pending: PointId[] = [start];
  const add = (point: PointId): void => {
    if (!seen.has(point)) pending.push(point);
    seen.add(point);
  };
  for (let point = pending.pop(); point !== undefined; point = pending.pop()) {
    const instance = unfolding.instanceAt[point];
    if (instance === undefined) continue;
    if (point === instance.throwExit) {
      if (instance === unfolding.root) return true;
      for (const { thrown } of instance.callers) if (thrown !== null) add(thrown);
      continue;
    }
    const { indexed, base } = instance;
    for (const { instruction } of indexed.outgoing[point - base] ?? []) {
      const taken = takesException(instruction, indexed.body);
      for (const edge of taken === null ? [] : indexed.body.edges)
        if (taken !== null && isThrowOf(edge, taken) && isHandedOn(instance, edge)) add(base + edge.target);
    }
  }
  return false;
}

/** The function's text has no way to its normal end: calling it is a way to throw. */
export function alwaysThrows(instance: Pick<Instance, 'indexed'>): boolean {
  const { indexed } = instance;
  const seen = new Set([indexed.body.entry]);
  const pending = [indexed.body.entry];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === indexed.body.exit) return false;
    for (const { target } of indexed.outgoing[node] ?? []) {
      if (seen.has(target)) continue;
      seen.add(target);
      pending.push(target);
    }
  }
  return true;
}
