import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance } from '../analysis/unfolding.js';
import type { EngineFault, Failure } from '../execution/concrete/failure.js';
import type { FunctionId, NodeId } from '../ir/program.js';
import type { Instruction } from '../ir/instruction.js';
import type { OpenCall, Spanned } from './callPath.js';
import { alwaysThrows, callForms, intendedOrNot, violationAt, type Occurrence } from './cause.js';
import { otherFile } from './place.js';

// Circle: an occurrence is looked for among states first, and beside them only where none is found; both are worded alike.

/**
 * The occurrence that a run's failure is in a body that states are not about: that of a generator runs in pieces, and is analysed by itself.
 * Null where its place is not known.
 */
export function besideStates(failure: Failure, solution: RootSolution): Occurrence | null {
  const { root } = solution.analysis.unfolding;
  const { calls: places, function: last, node, fault, rejection } = failure;
  if ((places[0]?.function ?? last) !== root.indexed.body.id) return null;
  const calls: OpenCall[] = [];
  let caller: Instance = root;
  for (const [i, place] of places.entries()) {
    const instruction = spannedAt(caller, place.node);
    const callee = calledAt(caller, place.node, places[i + 1]?.function ?? last, solution);
    if (instruction === null || callee === null) return null;
    calls.push({ caller, callee, source: caller.base + place.node, instruction });
    caller = callee;
  }
  const edges = caller.indexed.outgoing[node] ?? [];
  const violation = violationAt(node, caller, calls.length);
  if (violation !== null) return { ...violation, again: null, mayPass: false, calls };
  const thrown = edges.find(({ outcome }) => outcome === 'throw')?.instruction;
  if (thrown === undefined || thrown.kind === 'nop' || !('span' in thrown)) return null;
  const form = rejection === undefined ? formOf(thrown, fault) : rejection === 'returned' ? 'returned' : 'rejected';
  return intendedOrNot({
    code: form === 'null' ? 'null-access' : form === 'callee' || form === 'class' ? 'wrong-kind' : 'uncaught-exception',
    span: thrown.span,
    form,
    node,
    error: fault?.error ?? null,
    intended: (form === 'throw' && alwaysThrows(caller)) || (form === 'returned' && calls.length === 0),
    instance: caller,
    file: otherFile(caller),
    again: null,
    mayPass: edges.some(({ outcome }) => outcome === 'normal'),
    distance: calls.length,
    calls,
  });
}

/** The copy that the call runs; one beside all states, where the call is not unfolded. */
function calledAt(caller: Instance, node: NodeId, callee: FunctionId, { analysis }: RootSolution): Instance | null {
  const known = caller.links.get(node)?.find((link) => link.callee.indexed.body.id === callee);
  if (known !== undefined) return known.callee;
  const indexed = analysis.context.functions[callee];
  if (indexed === undefined) return null;
  const { size } = analysis.unfolding;
  const { entry, exit, throwExit } = indexed.body;
  return {
    index: analysis.unfolding.instances.length,
    indexed,
    activation: { ...analysis.unfolding.root.activation, function: callee },
    exact: false,
    base: size,
    entry: size + entry,
    exit: size + exit,
    throwExit: size + throwExit,
    callers: [],
    links: new Map(),
    site: null,
  };
}

function spannedAt({ indexed }: Instance, node: NodeId): Spanned | null {
  const instruction = indexed.outgoing[node]?.[0]?.instruction;
  return instruction !== undefined && 'span' in instruction ? instruction : null;
}

function formOf({ kind }: Instruction, fault: EngineFault | null): Exclude<Occurrence['form'], 'assertion'> {
  switch (kind) {
    case 'throw':
      return 'throw';
    case 'load':
    case 'store':
      return fault?.about?.startsWith('Cannot read') === true ? 'null' : 'other';
    case 'call':
      return callForms[fault?.about ?? ''] ?? 'builtin';
    case 'iterate':
      return 'iterable';
    case 'checkInitialised':
      return 'declaration';
    default:
      return 'other';
  }
}
