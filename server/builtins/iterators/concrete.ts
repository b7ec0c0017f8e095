import { advance } from '../../execution/concrete/iterators.js';
import { method, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject } from '../../execution/concrete/concreteValue.js';

const iteratorMethods: readonly Row[] = [
  method('next', (realm, self) => {
    if (!(self instanceof ConcreteObject)) throw new Unmodelled('next of something else');
    const step = advance(self, realm);
    const result = realm.object();
    result.properties.set('value', { kind: 'data', value: step.value, enumerable: true, writable: true });
    result.properties.set('done', { kind: 'data', value: step.done, enumerable: true, writable: true });
    return result;
  }),
];

/** The interpreter performs these itself: the body of the generator runs. */
const generatorMethods: readonly Row[] = (['next', 'return'] as const).map((resumes): Row => [
  resumes,
  (realm) => realm.builtin(resumes, () => realm.throwError('TypeError', null), null, resumes),
]);

export const concreteIterators: ConcreteFamily = { prototypes: { Iterator: iteratorMethods, Generator: generatorMethods } };
