import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import type { AbstractModels, Apply, BuiltinCall } from '../../semantics/call/model.js';

/** Objects that are looked at before the call counts as unknown code. */
const mostObjects = 64;

/** Whether all that is reachable is plain data: no getter, no method `toJSON`, no Proxy. */
function isPlainData(call: BuiltinCall, value: Value): boolean {
  const seen = new Set<AbstractObject>();
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const found = call.objectsOf(values.withObjects(values.ofBits(next.bits & Bit.UnknownObject), next.objects));
    if (found === null) return false;
    for (const object of found) {
      if (seen.has(object)) continue;
      seen.add(object);
      const own = call.ownNames(object);
      if (own === null || object.prototype !== null || object.brand === 'mixed' || seen.size > mostObjects) return false;
      if (own.some(({ name, accessor }) => accessor || name === 'toJSON')) return false;
      pending.push(object.elements, ...own.map((property) => property.value));
    }
  }
  return true;
}

const stringify: Apply = (call) => {
  const value = call.argument(0);
  if (values.mayBeObject(call.argument(1)) || values.mayBeObject(call.argument(2)) || !isPlainData(call, value)) return null;
  // Cycles and bigints are a TypeError, too long a text is a RangeError.
  if (values.mayBeObject(value) || values.hasBigint(value) || value.text.maxLength > 2 ** 24) call.mayThrow();
  const text = (min: number, max: number): Value => values.ofText(texts.textOfLength(min, max));
  let result = values.mayBeObject(value) ? text(2, Infinity) : values.bottom;
  // Functions, undefined and symbols have no text.
  if (value.bits & (Bit.Undefined | Bit.Symbol) || values.mayBeObject(value)) result = values.join(result, values.undefinedValue);
  if (value.bits & (Bit.Null | Bit.True | Bit.False)) result = values.join(result, text(4, 5));
  if (values.hasNumber(value)) result = values.join(result, text(1, 32));
  if (values.hasText(value)) result = values.join(result, text(value.text.minLength + 2, value.text.maxLength * 6 + 2));
  return result;
};

/** undefined, symbols, bigints, functions and NaN cannot be written in JSON. */
const parse: Apply = (call) => {
  if (values.mayBeObject(call.argument(1))) return null;
  call.mayThrow();
  const { unknown } = call;
  const data = values.withBits(unknown, unknown.bits & ~(Bit.Undefined | Bit.Symbol));
  return values.join(values.withNumber(values.ofBits(data.bits), numbers.withoutNan(data.number)), values.anyStringValue);
};

export const jsonModels: AbstractModels = {
  'JSON.stringify': stringify,
  'JSON.parse': parse,
};
