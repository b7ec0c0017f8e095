import type { Instruction } from '../ir/instruction.js';
import { accessOf } from '../semantics/access.js';
import type { Access, AccessInstruction } from '../semantics/access.js';
import * as calls from '../semantics/call.js';
import type { BoundArguments, BuiltinOutcome, Callees, CallInstruction } from '../semantics/call.js';
import type { Done, SimpleInstruction } from '../semantics/outcome.js';
import type { LiveState } from '../semantics/state.js';
import { perform } from '../semantics/transfer.js';
import type { Note, RootOutside } from './outside.js';
import type { Instance } from './unfolding.js';

/**
 * What the instructions of one root's copies did in the state that each was last met in. It is asked for again and again: by both
 * outcomes of the instruction, by a join that is evaluated because of another edge, by the sweep that records, by the next pass.
 * What it meant for unknown code happens each time.
 */
export class Transfers {
  private performed = new Table<Done>();
  private accesses = new Table<Access | null>();
  private callees = new Table<Callees>();
  private args = new Table<BoundArguments>();
  private unknown = new Table<BuiltinOutcome>();
  private builtins = new Map<string, Table<BuiltinOutcome>>();

  constructor(private readonly outside: RootOutside) {}

  /** Other states will be asked for, or another policy holds. */
  forget(): void {
    this.performed = new Table();
    this.accesses = new Table();
    this.callees = new Table();
    this.args = new Table();
    this.unknown = new Table();
    this.builtins = new Map();
  }

  perform(instance: Instance, instruction: SimpleInstruction, state: LiveState): Done {
    return this.recall(this.performed, instance, instruction, state, () => perform(instruction, state, instance.activation));
  }

  accessOf(instance: Instance, instruction: AccessInstruction, state: LiveState): Access | null {
    if (instance.activation.program.accessorNames.size === 0) return null;
    return this.recall(this.accesses, instance, instruction, state, () => accessOf(instruction, state, instance.activation));
  }

  calleesOf(instance: Instance, instruction: CallInstruction, state: LiveState): Callees {
    return this.recall(this.callees, instance, instruction, state, () => calls.calleesOf(instruction, state, instance.activation));
  }

  argumentsOf(instance: Instance, instruction: CallInstruction, state: LiveState): BoundArguments {
    return this.recall(this.args, instance, instruction, state, () => calls.evaluateArguments(instruction, state, instance.activation));
  }

  callBuiltin(name: string, instance: Instance, instruction: CallInstruction, state: LiveState): BuiltinOutcome {
    const args = this.argumentsOf(instance, instruction, state);
    let table = this.builtins.get(name);
    if (table === undefined) this.builtins.set(name, (table = new Table()));
    return this.recall(table, instance, instruction, state, () => calls.callBuiltin(name, instruction, args, state, instance.activation));
  }

  callUnknown(instance: Instance, instruction: CallInstruction, state: LiveState): BuiltinOutcome {
    const args = this.argumentsOf(instance, instruction, state);
    return this.recall(this.unknown, instance, instruction, state, () => calls.callUnknown(instruction, args, state, instance.activation));
  }

  private recall<R>(table: Table<R>, instance: Instance, instruction: Instruction, state: LiveState, compute: () => R): R {
    const rows = table.of(instance);
    const known = rows.get(instruction);
    if (known !== undefined && known.state === state) {
      this.outside.repeat(known.notes);
      return known.result;
    }
    const { result, notes } = this.outside.noted(compute);
    rows.set(instruction, { state, result, notes });
    return result;
  }
}

interface Row<R> {
  readonly state: LiveState;
  readonly result: R;
  /** What unknown code was told meanwhile. */
  readonly notes: readonly Note[];
}

/** By copy and instruction. */
class Table<R> {
  private readonly instances: (Map<Instruction, Row<R>> | undefined)[] = [];

  of({ index }: Instance): Map<Instruction, Row<R>> {
    return (this.instances[index] ??= new Map());
  }
}
