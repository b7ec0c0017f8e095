import type { Instruction } from '../../ir/instruction.js';
import type { FunctionIr, VariableId } from '../../ir/program.js';
import { targetsOf } from '../../ir/visit.js';
import type { FunctionFrame } from '../concrete/frame.js';
import type { Machine, UnseenCode } from '../concrete/machine.js';
import { OutOfFuel, Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, Opaque, type Cell } from '../concrete/concreteValue.js';

/** Instructions of the top level that are performed. */
const mostSteps = 20_000;

/** The variables of a module after its functions and classes were defined, with the cells that its functions share; those of its own alone have cells, too. */
export type Definitions = ReadonlyMap<VariableId, Cell>;

/**
 * Defines the functions and classes of a module as its top level does. Calls are left out, and what they give is not known: the other
 * variables say nothing of any run.
 */
export function define(machine: Machine, top: FunctionIr, observed: { frame: FunctionFrame | null }): Definitions {
  machine.unseen = new LeftOut();
  machine.abnormal = {
    perform: (frame, instruction) => (instruction.kind === 'call' ? leaveOut(frame, instruction) : null),
    choose: () => null,
  };
  try {
    machine.runTopLevel(top);
  } catch (signal) {
    // What was defined until there is defined.
    if (!(signal instanceof Unmodelled || signal instanceof OutOfFuel)) throw signal;
  } finally {
    machine.unseen = null;
    machine.abnormal = null;
  }
  const { frame } = observed;
  if (frame === null) return new Map();
  const own = [...frame.ownValues()].map(([variable, value]): readonly [VariableId, Cell] => [variable, { value }]);
  return new Map([...own, ...[...frame.ownCells()].map(([cell, variable]) => [variable, cell] as const)]);
}

/** Counts the steps of a top level; to be called for each. */
export function limitedSteps(): () => void {
  let steps = 0;
  return () => {
    if (++steps > mostSteps) throw new OutOfFuel();
  };
}

function leaveOut(frame: FunctionFrame, instruction: Instruction): 'done' {
  for (const target of targetsOf(instruction)) frame.write(target, new Opaque('what a call gives'));
  return 'done';
}

/** Nothing that cannot be performed is. */
class LeftOut implements UnseenCode {
  readonly hasRun = false;
  readonly standsInForCallbacks = false;

  perform(frame: FunctionFrame, instruction: Instruction): boolean {
    leaveOut(frame, instruction);
    return true;
  }

  choose(): boolean {
    return false;
  }

  advance(): { readonly done: boolean; readonly value: undefined } {
    return { done: true, value: undefined };
  }

  wait(): void {}

  learn(): void {}

  goOnLater(): boolean {
    return false;
  }

  isByItself(): boolean {
    return false;
  }

  looksIntoMade(): boolean {
    return true;
  }

  mayOverflow(): void {}
}

/** The function or class that a variable of the module always holds once it is declared; null where that is not certain. */
export function definedFunction(cell: Cell, definitions: Definitions): ConcreteObject | null {
  const { value } = cell;
  if (!(value instanceof ConcreteObject) || value.nature.kind !== 'closure') return null;
  return isOverModule(value, definitions) ? value : null;
}

/** Whether a closure shares the cells that the module's variables have. */
export function isOverModule({ nature }: ConcreteObject, definitions: Definitions): boolean {
  return nature.kind === 'closure' && [...nature.closure.cells].every(([variable, cell]) => definitions.get(variable) === cell);
}
