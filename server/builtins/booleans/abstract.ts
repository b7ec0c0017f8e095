import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { AbstractModels, Apply, IntrinsicModel } from '../../semantics/call/model.js';
import { truthOf } from '../../semantics/expression/convert.js';

const booleanText: Apply = (call) => {
  const { receiver } = call;
  if (values.mayBeObject(receiver)) return values.ofText(texts.textOneOf(['false', 'true']));
  const known = [...(receiver.bits & values.Bit.True ? ['true'] : []), ...(receiver.bits & values.Bit.False ? ['false'] : [])];
  return values.ofText(texts.textOneOf(known));
};

export const booleanModels: AbstractModels = {
  'Boolean.prototype.toString': booleanText,
  'Boolean.prototype.valueOf': (call) =>
    values.mayBeObject(call.receiver) ? values.anyBoolean : values.ofBits(call.receiver.bits & (values.Bit.True | values.Bit.False)),
};

export const booleanIntrinsics: Readonly<Record<string, IntrinsicModel>> = {
  Boolean: (call) => {
    const truth = truthOf(call.operand(0));
    return values.ofBoolean(truth.mayBeTrue, truth.mayBeFalse);
  },
};
