import { known, method, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import { getData } from '../../execution/concrete/properties.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, isCallable, type BuiltinSteps, type ConcreteValue } from '../../execution/concrete/concreteValue.js';

const functionMethods: readonly Row[] = [
  method('call', (realm, self, args) => forward(self, args[0], args.slice(1), realm)),
  method('apply', (realm, self, args) => forward(self, args[0], applied(args[1], realm), realm)),
  method('bind', (realm, self, args) => {
    const target = known(self);
    if (!isCallable(target)) return realm.throwError('TypeError', 'bind of something else');
    return new ConcreteObject(target.prototype, { kind: 'bound', target, self: args[0], args: args.slice(1) });
  }),
];

function applied(list: ConcreteValue, realm: Realm): readonly ConcreteValue[] {
  if (list === undefined || list === null) return [];
  if (list instanceof ConcreteObject && list.nature.kind === 'array') return [...list.nature.elements];
  if (!(known(list) instanceof ConcreteObject)) return realm.throwError('TypeError', 'a list of arguments that is no object');
  if (!(list instanceof ConcreteObject) || list.nature.kind !== 'arguments') throw new Unmodelled('apply to something like an array');
  const length = Number(getData(list, 'length', realm));
  return Array.from({ length }, (_, i) => getData(list, String(i), realm));
}

function* forward(callee: ConcreteValue, self: ConcreteValue, args: readonly ConcreteValue[], realm: Realm): BuiltinSteps {
  if (!isCallable(known(callee))) return realm.throwError('TypeError', 'call of something else');
  return yield { callee, self, args };
}

export const concreteFunctions: ConcreteFamily = { prototypes: { Function: functionMethods } };
