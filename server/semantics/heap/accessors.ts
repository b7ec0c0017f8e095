import type { Expression } from '../../ir/expression.js';
import { operandsOf } from '../../ir/visit.js';
import * as bigints from '../../lattice/bigint.js';
import * as numbers from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { effectsOf, evaluate, valueIn } from '../expression/evaluate.js';
import { accessorName } from './propertyNames.js';
import type { InstructionOf } from '../outcome.js';
import type { Activation, Program } from '../scope.js';
import type { LiveState } from '../state.js';

type AccessInstruction = InstructionOf<'load' | 'store'>;

/** A name that no property has: accessors of symbols have it. */
export const computedName = '[computed]';

/**
 * Which properties may be behind getters and setters of the module's own: of all others, those of unknown code, it is assumed that they
 * change no array, and give control back or throw.
 */
export const mayBeOwnAccessor = (name: string, program: Program): boolean => program.describesProperties || program.accessorNames.has(name);

export const mayBeOwnElement = (program: Program): boolean =>
  program.describesProperties || [...program.accessorNames].some((name) => /^[-\d]/.test(name));

/** Whether reading the key may run a getter of the module's own; `expression`: what the key is written as. */
export function mayRunOwnGetter(expression: Expression, key: Value, program: Program): boolean {
  const name = accessorName(expression);
  if (name !== null) return mayBeOwnAccessor(name, program);
  if (isNumeric(key)) return mayBeOwnElement(program);
  return mayHaveOwnGetter(program);
}

/** Whether reading properties of any name may run a getter of the module's own. */
export const mayHaveOwnGetter = (program: Program): boolean => program.describesProperties || program.accessorNames.size > 0;

/** Whether the access, which may run unknown code, runs none but getters and setters that are not the module's own. */
export function runsForeignAccessor(instruction: AccessInstruction, state: LiveState, activation: Activation): boolean {
  const { program } = activation;
  const key = valueIn(instruction.key, state, activation);
  const { converts } = effectsOf(operandsOf(instruction).map((operand) => evaluate(operand, state, activation)));
  if (converts || (values.mayBeObject(key) && !isForeign([key], program))) return false;
  if (instruction.kind === 'load') return !mayRunOwnGetter(instruction.key, key, program);
  if (isNumeric(key)) return !mayBeOwnElement(program);
  const name = accessorName(instruction.key);
  return name !== null && !mayBeOwnAccessor(name, program);
}

/** Numbers and bigints name elements. */
export const isNumeric = (key: Value): boolean =>
  !values.isBottom(key) && values.isBottom(values.withBigint(values.withNumber(key, numbers.noNumber), bigints.noBigint));

/** Whether converting the values can run no method of the module's own: those of unknown code change no array either. */
export const isForeign = (converted: readonly Value[], program: Program): boolean =>
  converted.every((value) => {
    if (!values.mayBeObject(value)) return true;
    return value.objects.length === 0 && !program.definesConversions && !program.describesProperties;
  });
