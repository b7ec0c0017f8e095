import { conversion, type ConcreteFamily } from '../../execution/concrete/members.js';
import { isTrue } from '../../execution/concrete/primitive.js';

export const concreteBooleans: ConcreteFamily = {
  globals: [conversion('Boolean', [['prototype', (realm) => realm.prototypeOf('Boolean')]], Boolean)],
  prototypes: { Boolean: [] },
  intrinsics: { Boolean: ([operand]) => isTrue(operand) },
};
