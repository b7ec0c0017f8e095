import * as maps from '../base/intMap.js';
import type { IntMap } from '../base/intMap.js';
import type { ModuleIr, Variable, VariableId } from '../ir/program.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { isTypedArray } from '../semantics/heap/locations.js';
import * as states from '../semantics/state.js';
import type { Cell, State } from '../semantics/state.js';
import type { Loop } from './loops.js';

/** The state that flows into a loop's head. Variables that the loop does not write are as they come from outside. */
export function unchangedBy(loop: Loop, all: State, outside: State, around: State, module: ModuleIr): State {
  if (outside === null || around === null || all === null || all === outside) return all;
  const unchanged = (cell: Cell, before: Cell, variable: VariableId): Cell =>
    loop.writes.has(variable) ? cell : withConstant(cell, before.recent, module.variables[variable]);
  const framed = states.withFrame(all, unwritten(loop, all.frame, outside.frame));
  return states.withCells(framed, maps.combine(all.cells, outside.cells, { both: unchanged, keepLeft: true, keepRight: true }));
}

/** The numbers of variables that the loop does not write are those from outside. */
function unwritten(loop: Loop, frame: IntMap<Value>, others: IntMap<Value>): IntMap<Value> {
  const both = (value: Value, other: Value, variable: VariableId): Value =>
    loop.writes.has(variable) ? value : values.withNumber(value, numbers.meet(value.number, other.number));
  return maps.combine(frame, others, { both, keepLeft: true, keepRight: false });
}

/**
 * A constant that is initialised stays what it is: a number, or a typed array. (Other objects may have become older ones of their site.)
 */
function withConstant(cell: Cell, before: Value, variable: Variable | undefined): Cell {
  const isConstant = variable?.lexical === true && !variable.reassigned && (before.bits & values.Bit.Uninitialised) === 0;
  if (!isConstant || !before.objects.every(isTypedArray) || values.leq(cell.recent, before)) return cell;
  return { recent: values.meet(cell.recent, before), old: cell.old };
}
