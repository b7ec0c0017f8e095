import type { Instruction } from '../ir/instruction.js';
import type { Edge } from '../ir/program.js';
import { accessOf } from '../semantics/access.js';
import type { Access, AccessInstruction } from '../semantics/access.js';
import * as maps from '../base/intMap.js';
import * as calls from '../semantics/call.js';
import type { BoundArguments, BuiltinOutcome, Callees, CallInstruction } from '../semantics/call.js';
import type { Done, SimpleInstruction } from '../semantics/outcome.js';
import { dropVariables } from '../semantics/relational/effects.js';
import * as states from '../semantics/state.js';
import type { LiveState, State } from '../semantics/state.js';
import { outcomeOf, perform } from '../semantics/transfer.js';
import type { Note, RootOutside } from './outside.js';
import type { Instance } from './unfolding.js';

/**
 * A cache: the result of each instruction of one root's copies in the state that it was last met in. Results are asked for again: by both
 * outcomes of the instruction, by a join that is evaluated because of another edge, by the sweep that records, by the next pass.
 * What it meant for unknown code happens each time.
 */
export class Transfers {
  private performed = new Table<Done>();
  private outcomes: (Map<Edge, Outcome> | undefined)[] = [];
  private accesses = new Table<Access | null>();
  private callees = new Table<Callees>();
  private args = new Table<BoundArguments>();
  private unknown = new Table<BuiltinOutcome>();
  private builtins = new Map<string, Table<BuiltinOutcome>>();

  constructor(private readonly outside: RootOutside) {}

  /** Other states will be asked for, or another policy holds. */
  forget(): void {
    this.performed = new Table();
    this.outcomes = [];
    this.accesses = new Table();
    this.callees = new Table();
    this.args = new Table();
    this.unknown = new Table();
    this.builtins = new Map();
  }

  perform(instance: Instance, instruction: SimpleInstruction, state: LiveState): Done {
    const rows = this.performed.of(instance);
    const row = this.recall(rows, instruction, state);
    return row === null ? this.note(rows, instruction, state, () => perform(instruction, state, instance.activation)) : row.result;
  }

  /** What flows along an edge of an instruction that is no call: while it did the same, the same state, which then need not be compared. */
  outcome(instance: Instance, edge: Edge, instruction: SimpleInstruction, state: LiveState): State {
    const done = this.perform(instance, instruction, state);
    const known = (this.outcomes[instance.index] ??= new Map());
    const before = known.get(edge);
    if (before !== undefined && before.done === done) return before.after;
    const after = withoutDead(instance, edge, outcomeOf(done, edge.outcome, instance.activation, instance.indexed.body.exception));
    known.set(edge, { done, after });
    return after;
  }

  accessOf(instance: Instance, instruction: AccessInstruction, state: LiveState): Access | null {
    if (instance.activation.program.accessorNames.size === 0) return null;
    const rows = this.accesses.of(instance);
    const row = this.recall(rows, instruction, state);
    return row === null ? this.note(rows, instruction, state, () => accessOf(instruction, state, instance.activation)) : row.result;
  }

  calleesOf(instance: Instance, instruction: CallInstruction, state: LiveState): Callees {
    const rows = this.callees.of(instance);
    const row = this.recall(rows, instruction, state);
    return row === null ? this.note(rows, instruction, state, () => calls.calleesOf(instruction, state, instance.activation)) : row.result;
  }

  argumentsOf(instance: Instance, instruction: CallInstruction, state: LiveState): BoundArguments {
    const rows = this.args.of(instance);
    const row = this.recall(rows, instruction, state);
    if (row !== null) return row.result;
    return this.note(rows, instruction, state, () => calls.evaluateArguments(instruction, state, instance.activation));
  }

  callBuiltin(name: string, instance: Instance, instruction: CallInstruction, state: LiveState): BuiltinOutcome {
    const args = this.argumentsOf(instance, instruction, state);
    let table = this.builtins.get(name);
    if (table === undefined) this.builtins.set(name, (table = new Table()));
    const rows = table.of(instance);
    const row = this.recall(rows, instruction, state);
    if (row !== null) return row.result;
    return this.note(rows, instruction, state, () => calls.callBuiltin(name, instruction, args, state, instance.activation));
  }

  callUnknown(instance: Instance, instruction: CallInstruction, state: LiveState): BuiltinOutcome {
    const args = this.argumentsOf(instance, instruction, state);
    const rows = this.unknown.of(instance);
    const row = this.recall(rows, instruction, state);
    if (row !== null) return row.result;
    return this.note(rows, instruction, state, () => calls.callUnknown(instruction, args, state, instance.activation));
  }

  /** The cached result, if it was computed in this state; its effects on unknown code are repeated. */
  private recall<R>(rows: Rows<R>, instruction: Instruction, state: LiveState): Row<R> | null {
    const known = rows.get(instruction);
    if (known === undefined || known.state !== state) return null;
    this.outside.repeat(known.notes);
    return known;
  }

  private note<R>(rows: Rows<R>, instruction: Instruction, state: LiveState, compute: () => R): R {
    const { result, notes } = this.outside.noted(compute);
    rows.set(instruction, { state, result, notes });
    return result;
  }
}

/** The state without the temporaries that nothing reads after the edge. */
export function withoutDead(instance: Instance, { source }: Edge, state: State): State {
  const dead = instance.indexed.deadAfter[source];
  if (state === null || dead === undefined || dead.length === 0) return state;
  let frame = state.frame;
  for (const variable of dead) frame = maps.remove(frame, variable);
  return states.withFrame(dropVariables(state, dead, instance.activation), frame);
}

interface Outcome {
  readonly done: Done;
  readonly after: State;
}

interface Row<R> {
  readonly state: LiveState;
  readonly result: R;
  /** The effects on unknown code that were noted meanwhile. */
  readonly notes: readonly Note[];
}

type Rows<R> = Map<Instruction, Row<R>>;

/** By copy and instruction. */
class Table<R> {
  private readonly instances: (Rows<R> | undefined)[] = [];

  of({ index }: Instance): Rows<R> {
    return (this.instances[index] ??= new Map());
  }
}
