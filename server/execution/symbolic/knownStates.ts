import type { FunctionIr, NodeId, VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../../ir/visit.js';
import type { FunctionFrame } from '../concrete/frame.js';
import type { Machine } from '../concrete/machine.js';
import type { PathTerms } from './terms.js';
import { StateText, Untold } from './stateText.js';
import type { UnknownCode } from './unknownCode.js';

/** A run that was followed came to a state: what it had decided of it, and the decisions that led there. */
interface Arrival {
  readonly facts: ReadonlySet<string>;
  readonly history: string;
}

/**
 * The states in which followed runs came to where ways join. A run that comes to one again goes on as those that were followed from there,
 * if these knew no more than it does: most calls of unknown code may throw, and most handlers go on alike.
 */
export class KnownStates {
  private readonly known = new Map<string, Arrival[]>();

  /** `mustEnd`: whether a run that comes back to a state that it was in itself fails, if it does that for ever. */
  constructor(private readonly mustEnd: boolean) {}

  /** Whether the run goes on as others that were followed before. Remembers its state, where it does not. */
  isKnown(frame: FunctionFrame, machine: Machine, terms: PathTerms, unknown: UnknownCode): boolean {
    if (!terms.hasDecidedFreely || !machine.isAlone(frame)) return false;
    const { live, joins } = livenessOf(frame.index.function);
    // Where the run ends nothing is saved, and each has an end of its own to tell.
    if (!joins.has(frame.node) || frame.node === frame.index.function.throwExit) return false;
    const told = new StateText(machine, terms, unknown);
    try {
      told.tellFrame(frame, live.get(frame.node) ?? new Set());
    } catch (signal) {
      if (signal instanceof Untold) return false;
      throw signal;
    }
    const { facts, hasParts } = terms.factsOn(told.quantities);
    const key = `${frame.node} ${told.text}${hasParts ? ` ${terms.epoch} ${unknown.epoch}` : ''}`;
    const { history } = terms;
    const arrivals = this.known.get(key) ?? [];
    const isSame = arrivals.some((arrival) => arrival.history === history);
    if (isSame) return false;
    const mustEnd = this.mustEnd && !machine.isEndlessMeant;
    if (arrivals.some((arrival) => (mustEnd || !history.startsWith(arrival.history)) && isWithin(arrival.facts, facts))) return true;
    this.known.set(key, [...arrivals, { facts, history }]);
    return false;
  }
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean => [...some].every((fact) => all.has(fact));

interface Liveness {
  /** By node, the variables that are read from there on before they are written; captured ones are left out. */
  readonly live: ReadonlyMap<NodeId, ReadonlySet<VariableId>>;
  /** Nodes to which several ways lead. */
  readonly joins: ReadonlySet<NodeId>;
}

const known = new WeakMap<FunctionIr, Liveness>();

function livenessOf(body: FunctionIr): Liveness {
  let found = known.get(body);
  if (found === undefined) known.set(body, (found = computeLiveness(body)));
  return found;
}

function computeLiveness({ nodes, edges, exit, throwExit, result, exception }: FunctionIr): Liveness {
  const live = new Map<NodeId, Set<VariableId>>(nodes.map(({ id }) => [id, new Set()]));
  live.set(exit, new Set([result]));
  live.set(throwExit, new Set([exception]));
  const incoming = new Map<NodeId, number>();
  for (const { target } of edges) incoming.set(target, (incoming.get(target) ?? 0) + 1);
  const used = edges.map((edge) => ({
    edge,
    read: readBy(edge.instruction),
    written: new Set(edge.outcome === 'throw' ? [exception] : targetsOf(edge.instruction)),
  }));
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const { edge, read, written } of used.toReversed()) {
      const before = live.get(edge.source) ?? new Set();
      const { size } = before;
      for (const variable of read) before.add(variable);
      for (const variable of live.get(edge.target) ?? []) if (!written.has(variable)) before.add(variable);
      hasGrown ||= before.size > size;
    }
  }
  return { live, joins: new Set([...incoming].filter(([, ways]) => ways > 1).map(([node]) => node)) };
}

function readBy(instruction: FunctionIr['edges'][number]['instruction']): ReadonlySet<VariableId> {
  const read = new Set<VariableId>();
  for (const operand of operandsOf(instruction)) forEachRead(operand, (variable) => read.add(variable));
  // Runs count the steps of an iterator, and do nothing with the number.
  if ('iterator' in instruction && instruction.kind !== 'iterate') read.add(instruction.iterator);
  if (instruction.kind === 'checkInitialised') read.add(instruction.variable);
  if (instruction.kind === 'copyScope') for (const variable of instruction.variables) read.add(variable);
  if (instruction.kind === 'call' && instruction.mode === 'super' && instruction.receiver?.kind === 'variable')
    read.add(instruction.receiver.variable);
  return read;
}
