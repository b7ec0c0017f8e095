import type { Instruction } from '../ir/instruction.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import type { State } from './state.js';

/** Calls are resolved by the analysis; every other instruction has a transfer function of its own. */
export type SimpleInstruction = Exclude<Instruction, { kind: 'call' }>;
export type InstructionOf<Kind extends SimpleInstruction['kind']> = SimpleInstruction & { readonly kind: Kind };

/** The effect of an instruction, before its two outcomes are separated. */
export interface Done {
  /** After normal completion; null when it never completes. */
  readonly normal: State;
  /** The state in which it throws; null when it cannot. */
  readonly thrown: State;
  /** The value that it throws. */
  readonly exception: Value;
}

export const completes = (normal: State): Done => ({ normal, thrown: null, exception: values.bottom });

/** An error that the engine creates: an object that nobody else has. */
export const engineError: Value = values.unknownObject;
