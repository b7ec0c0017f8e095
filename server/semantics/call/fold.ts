import * as bigints from '../../lattice/bigint.js';
import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { BuiltinCall } from './model.js';

/** A primitive that a folded call takes or gives. */
export type Primitive = undefined | null | boolean | number | bigint | string;

const bitConstants: readonly (readonly [number, Primitive])[] = [
  [Bit.Undefined, undefined],
  [Bit.Null, null],
  [Bit.True, true],
  [Bit.False, false],
];

/** The one primitive that the value is, as an array of one; null when there are several, or none. 0 may be -0. */
export function constantOf(value: Value): readonly [Primitive] | null {
  if (values.mayBeObject(value)) return null;
  const found: Primitive[] = [];
  for (const [bit, constant] of bitConstants) if (value.bits & bit) found.push(constant);
  if (value.bits & ~(Bit.Undefined | Bit.Null | Bit.True | Bit.False)) return null;
  if (values.hasNumber(value)) {
    const number = numbers.constantOf(value.number);
    if (number === null) return null;
    found.push(number);
  }
  if (values.hasText(value)) {
    const text = texts.constantOf(value.text);
    if (text === null) return null;
    found.push(text);
  }
  if (values.hasBigint(value)) {
    const bigint = bigints.constantOf(value.bigint);
    if (bigint === null) return null;
    found.push(bigint);
  }
  return found.length === 1 ? [found[0]] : null;
}

function valueOf(constant: Primitive): Value {
  switch (typeof constant) {
    case 'undefined':
      return values.undefinedValue;
    case 'boolean':
      return constant ? values.trueValue : values.falseValue;
    case 'number':
      return values.ofNumber(numbers.numberConstant(constant));
    case 'bigint':
      return values.ofBigint(bigints.bigintConstant(constant));
    case 'string':
      return values.ofText(texts.textConstant(constant));
    default:
      return values.nullValue;
  }
}

/** Arguments that are all constants; null otherwise. Both zeros are tried by the caller where they differ. */
export function constantArguments(call: BuiltinCall): readonly Primitive[] | null {
  if (!call.exact) return null;
  const constants: Primitive[] = [];
  for (const argument of call.args) {
    const constant = constantOf(argument);
    if (constant === null) return null;
    constants.push(constant[0]);
  }
  return constants;
}

/** The built-in itself, applied to a receiver that is one of few strings and to constant arguments; null when they are not. */
export function foldText(call: BuiltinCall, compute: (text: string, ...args: never[]) => Primitive): Value | null {
  const args = call.text.values === null ? null : constantArguments(call);
  if (call.text.values === null || args === null) return null;
  return joinResults(call, call.text.values, (text) => compute(text, ...(args as never[])));
}

/** The join of all results; what throws gives none. */
export function joinResults<T>(call: BuiltinCall, inputs: readonly T[], compute: (input: T) => Primitive): Value {
  let result = values.bottom;
  for (const input of inputs) {
    try {
      result = values.join(result, valueOf(compute(input)));
    } catch {
      // The program's own error, not one of ours: the real built-in refused its arguments.
      call.mayThrow();
    }
  }
  return result;
}
