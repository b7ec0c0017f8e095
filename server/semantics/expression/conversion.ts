import type { Expression } from '../../ir/expression.js';
import type { Instruction } from '../../ir/instruction.js';
import type { VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf } from '../../ir/visit.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { valueIn } from './evaluate.js';
import { keepOnly, read } from '../scope.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState, State } from '../state.js';

/**
 * The states in which an operator may convert an object, which runs unknown code, and those in which all that it reads are
 * primitives. What is in the frame of the function the unknown code cannot change, so that both are distinguished for good.
 */
export interface Conversion {
  readonly converting: State;
  readonly plain: State;
}

/** Null for instructions that do more than to compute, or that read what unknown code may change. */
export function splitByConversion(instruction: Instruction, state: LiveState, activation: Activation): Conversion | null {
  if (instruction.kind !== 'assume' && instruction.kind !== 'assign') return null;
  const operands = new Set<VariableId>();
  for (const operand of operandsOf(instruction)) forEachRead(operand, (variable) => operands.add(variable));
  let converting: State = null;
  let plain: State = state;
  for (const variable of operands) {
    const value = read(state, variable, activation);
    if (!values.mayBeObject(value)) continue;
    if (!isInFrame(variable, activation)) return null;
    converting = states.join(converting, keepOnly(state, variable, objectsOf(value), activation));
    const primitives = values.primitivesOf(value);
    if (plain !== null) plain = values.isBottom(primitives) ? null : keepOnly(plain, variable, primitives, activation);
  }
  return { converting, plain };
}

/** An operand that may be an object, where converting it leaves the variable alone that it is: its value, else null. */
export function convertedVariable(operand: Expression, state: LiveState, activation: Activation): Value | null {
  if (operand.kind !== 'variable' || !isInFrame(operand.variable, activation)) return null;
  return valueIn(operand, state, activation);
}

function isInFrame(variable: VariableId, { program }: Activation): boolean {
  return program.captured[variable] === 0;
}

function objectsOf(value: Value): Value {
  return values.withObjects(values.ofBits(value.bits & values.Bit.UnknownObject), value.objects);
}
