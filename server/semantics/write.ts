import * as maps from '../base/intMap.js';
import type { VariableId } from '../ir/program.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { escapeValue } from './heap/heap.js';
import { forgetVariable } from './relational/effects.js';
import { inFrame } from './scope.js';
import type { Activation } from './scope.js';
import * as states from './state.js';
import type { Cell, LiveState } from './state.js';

/** The state after an assignment to the variable; a cell that is not the newest of its variable keeps its old values too. */
export function write(before: LiveState, variable: VariableId, value: Value, activation: Activation): LiveState {
  const after = written(before, variable, value, activation);
  return activation.program.exported[variable] === 1 ? escapeValue(value, after, activation) : after;
}

function written(before: LiveState, variable: VariableId, value: Value, activation: Activation): LiveState {
  const state = forgetVariable(before, variable, activation);
  if (!inFrame(variable, activation)) return writeCell(state, variable, value, activation);
  const framed = states.setFrame(state, variable, value);
  return activation.program.captured[variable] === 0 ? framed : writeCell(framed, variable, value, activation);
}

function writeCell(state: LiveState, variable: VariableId, value: Value, activation: Activation): LiveState {
  const cell = maps.get(state.cells, variable);
  const next: Cell =
    cell === undefined
      ? { recent: value, old: values.bottom }
      : activation.newest(variable)
        ? { recent: value, old: cell.old }
        : { recent: values.join(cell.recent, value), old: values.join(cell.old, value) };
  return states.withCells(state, maps.set(state.cells, variable, next));
}
