import { defineOwn, getData, hasProperty } from '../../execution/concrete/properties.js';
import { constant, known, method, prototypeFor, withMembers, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';
import { binary, isTrue, toText } from '../../execution/concrete/primitive.js';
import { errorNames, type ErrorName, type Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, Opaque, Term, hiddenProperty, type ConcreteValue } from '../../execution/concrete/concreteValue.js';

function makeErrorConstructor(name: ErrorName, realm: Realm): ConcreteObject {
  const make = (args: readonly ConcreteValue[], newTarget: ConcreteObject | null): ConcreteObject => {
    const error = realm.error(name, undefined);
    error.properties.delete('message');
    const [message] = args;
    if (!isUndefined(message)) {
      const text = message instanceof Term ? message.algebra.unary('toString', message) : toText(message, realm);
      error.properties.set('message', hiddenProperty(text));
    }
    const options = args[1];
    if (options instanceof Opaque) throw new Unmodelled(options.what);
    if (options instanceof ConcreteObject && hasProperty(options, 'cause', realm))
      error.properties.set('cause', hiddenProperty(getData(options, 'cause', realm)));
    if (newTarget !== null) error.prototype = prototypeFor(newTarget, realm.errorPrototype(name));
    return error;
  };
  const constructor = realm.builtin(name, (_self, args) => make(args, null), make);
  return withMembers(
    constructor,
    name,
    [['prototype', () => realm.errorPrototype(name)], method('captureStackTrace', captureStackTrace)],
    Error,
    realm,
  );
}

/** Whether it is undefined; of an input that is decided. */
function isUndefined(value: ConcreteValue): boolean {
  return value instanceof Term ? isTrue(value.algebra.binary('===', value, undefined)) : value === undefined;
}

function captureStackTrace(realm: Realm, _self: ConcreteValue, args: readonly ConcreteValue[]): ConcreteValue {
  const object = known(args[0]);
  if (!(object instanceof ConcreteObject)) return realm.throwError('TypeError', 'no object');
  defineOwn(object, 'stack', hiddenProperty(new Opaque('Error.stack')), realm);
  return undefined;
}

/** ECMA-262, 20.5.3.4 */
function shown(realm: Realm, self: ConcreteValue): ConcreteValue {
  if (self instanceof Opaque) throw new Unmodelled(self.what);
  if (!(self instanceof ConcreteObject)) return realm.throwError('TypeError', 'no object');
  const textOf = (key: string, otherwise: string): ConcreteValue => {
    const value = getData(self, key, realm);
    if (isUndefined(value)) return otherwise;
    return value instanceof Term ? value.algebra.unary('toString', value) : toText(value, realm);
  };
  const [name, message] = [textOf('name', 'Error'), textOf('message', '')];
  if (isTrue(binary('===', name, '', realm))) return message;
  if (isTrue(binary('===', message, '', realm))) return name;
  return binary('+', binary('+', name, ': ', realm), message, realm);
}

export const concreteErrors: ConcreteFamily = {
  globals: errorNames.map((name): Row => [name, (realm) => makeErrorConstructor(name, realm)]),
  prototypes: {
    Error: [
      ['constructor', (realm) => realm.global('Error')],
      constant('name', 'Error'),
      constant('message', ''),
      method('toString', shown),
    ],
  },
};
