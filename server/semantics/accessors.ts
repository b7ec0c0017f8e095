import type { Expression } from '../ir/expression.js';
import type { ModuleIr } from '../ir/program.js';
import { operandsOf } from '../ir/visit.js';
import * as bigints from '../lattice/bigint.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { accessorName } from './heap.js';
import type { Program } from './scope.js';

/**
 * Which properties may be behind getters and setters of the module's own: of all others, those of unknown code, it is assumed that they
 * change no array.
 */
export const mayBeOwnAccessor = (name: string, program: Program): boolean => program.describesProperties || program.accessorNames.has(name);

export const mayBeOwnElement = (program: Program): boolean =>
  program.describesProperties || [...program.accessorNames].some((name) => /^[-\d]/.test(name));

/** Whether reading the key may run a getter of the module's own; `expression`: what the key is written as. */
export function mayRunOwnGetter(expression: Expression, key: Value, program: Program): boolean {
  const name = accessorName(expression);
  if (name !== null) return mayBeOwnAccessor(name, program);
  if (isNumeric(key)) return mayBeOwnElement(program);
  return program.describesProperties || program.accessorNames.size > 0 || (values.mayBeObject(key) && !isForeign([key], program));
}

/** Numbers and bigints name elements. */
export const isNumeric = (key: Value): boolean =>
  !values.isBottom(key) && values.isBottom(values.withBigint(values.withNumber(key, numbers.noNumber), bigints.noBigint));

/** Whether converting the values can run no method of the module's own: those of unknown code change no array either. */
export const isForeign = (converted: readonly Value[], program: Program): boolean =>
  !program.definesConversions && converted.every(({ objects }) => objects.length === 0);

const describing: ReadonlySet<string> = new Set(['defineProperty', 'defineProperties', '__defineGetter__', '__defineSetter__']);

/**
 * The module may define accessors by computed names, by proxies, or by what it hands to functions: it names one of those, and some literal
 * has a `get` or a `set`.
 */
export function describesProperties(module: ModuleIr): boolean {
  let isNamed = false;
  let hasHalf = false;
  for (const { edges } of module.functions) {
    for (const { instruction } of edges) {
      if (instruction.kind === 'load' && describing.has(accessorName(instruction.key) ?? '')) isNamed = true;
      if (instruction.kind === 'call' && instruction.args.length > 1 && instruction.text.endsWith('.create')) isNamed = true;
      if (operandsOf(instruction).some(isProxy)) return true;
      if (instruction.kind === 'store' && instruction.mode === 'define' && isHalf(instruction.key)) hasHalf = true;
      if (instruction.kind === 'defineAccessor' && instruction.setter !== null && accessorName(instruction.key) === null) return true;
    }
  }
  return isNamed && hasHalf;
}

const isHalf = (key: Expression): boolean => accessorName(key) === 'get' || accessorName(key) === 'set';
const isProxy = (expression: Expression): boolean => expression.kind === 'global' && expression.name === 'Proxy';
