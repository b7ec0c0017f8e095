import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import * as objects from '../object.js';
import type { Property } from '../object.js';
import type { BuiltinCall, BuiltinModel } from './model.js';

/** Matching writes `lastIndex`; whether it finds something is not described. An own `exec` would be called instead. */
function match(call: BuiltinCall): boolean {
  const own = call.ownNames(call.object);
  if (own === null || own.some(({ name }) => name !== 'lastIndex')) return false;
  const known = call.property(call.object, 'lastIndex');
  // lastIndex is converted; one that is frozen or an object is not modelled.
  if (known !== undefined && !values.isNumberOnly(known.value)) return false;
  const lastIndex: Property = {
    value: values.ofNumber(numbers.numberRange(0, Infinity, true, false)),
    optional: known === undefined,
    accessor: false,
  };
  const kept = known === undefined ? lastIndex : { ...lastIndex, value: values.join(lastIndex.value, known.value) };
  call.update((object) => call.withProperties(object, [['lastIndex', kept]]));
  return true;
}

const test: BuiltinModel['apply'] = (call) => (match(call) ? values.anyBoolean : null);

/** null, or an array: the match, then what the groups took (undefined where they took nothing). */
const exec: BuiltinModel['apply'] = (call) => {
  if (!match(call)) return null;
  const subject = call.textAt(0);
  const part = values.ofText(texts.textOfLength(0, subject.maxLength));
  const found = call.allocate(
    call.withProperties(
      { ...objects.emptyArray, elements: values.join(part, values.undefinedValue), length: numbers.numberRange(1, 2 ** 16, true, false) },
      [
        ['index', { value: values.ofNumber(numbers.numberRange(0, subject.maxLength, true, false)), optional: false, accessor: false }],
        ['input', { value: values.ofText(subject), optional: false, accessor: false }],
        ['groups', { value: values.ofBits(Bit.Undefined | Bit.UnknownObject), optional: false, accessor: false }],
        ['indices', { value: values.ofBits(Bit.Undefined | Bit.UnknownObject), optional: true, accessor: false }],
      ],
    ),
  );
  return values.join(found, values.nullValue);
};

/** They hold for expressions that no unknown code has reached. */
export const regexpModels: Readonly<Record<string, BuiltinModel>> = {
  'RegExp.prototype.test': { receiver: 'regexp', parameters: ['text'], apply: test },
  'RegExp.prototype.exec': { receiver: 'regexp', parameters: ['text'], apply: exec },
};
