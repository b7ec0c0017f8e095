import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import * as objects from '../../semantics/heap/object.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import type { AbstractModels, Apply, BuiltinCall } from '../../semantics/call/model.js';

/** Matching writes `lastIndex`; whether it finds something is not described. An own `exec` would be called instead. */
function match(call: BuiltinCall): boolean {
  if (!convertIndex(call)) return false;
  const expressions = call.objectsOf(call.receiver);
  if (expressions === null || !expressions.every((object) => isPlain(call, object))) return false;
  const found = values.ofNumber(numbers.numberRange(0, Infinity, true, false));
  call.update((object) => {
    const before = call.property(object, 'lastIndex');
    const value = before === undefined ? found : values.join(found, before.value);
    return call.withProperties(object, [['lastIndex', { value, optional: before === undefined, accessor: false }]]);
  });
  return true;
}

function isPlain(call: BuiltinCall, object: AbstractObject): boolean {
  const own = call.ownNames(object);
  return own !== null && own.every(({ name, accessor }) => name === 'lastIndex' && !accessor);
}

/** One that is frozen is not modelled. */
function convertIndex(call: BuiltinCall): boolean {
  const index = call.property(call.object, 'lastIndex')?.value ?? values.bottom;
  if (values.hasBigint(index) || (index.bits & Bit.Symbol) !== 0) call.mayThrow();
  return !values.mayBeObject(index) || call.convert(index);
}

const test: Apply = (call) => (match(call) ? values.anyBoolean : null);

/** null, or an array: the match, then what the groups took (undefined where they took nothing). */
const exec: Apply = (call) => {
  if (!match(call)) return null;
  const subject = call.textAt(0);
  const part = values.ofText(texts.textOfLength(0, subject.maxLength));
  const found = call.allocate(
    call.withProperties({ ...objects.emptyArray, elements: values.join(part, values.undefinedValue), length: call.object.length }, [
      ['index', { value: values.ofNumber(numbers.numberRange(0, subject.maxLength, true, false)), optional: false, accessor: false }],
      ['input', { value: values.ofText(subject), optional: false, accessor: false }],
      ['groups', { value: values.ofBits(Bit.Undefined | Bit.UnknownObject), optional: false, accessor: false }],
      ['indices', { value: values.ofBits(Bit.Undefined | Bit.UnknownObject), optional: true, accessor: false }],
    ]),
  );
  return values.join(found, values.nullValue);
};

/** They hold for expressions that no unknown code has reached. */
export const regexpModels: AbstractModels = {
  'RegExp.prototype.test': test,
  'RegExp.prototype.exec': exec,
};
