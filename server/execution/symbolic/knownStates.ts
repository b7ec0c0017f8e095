import type { FunctionFrame } from '../concrete/frame.js';
import type { Machine } from '../concrete/machine.js';
import { livenessOf } from './liveness.js';
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
